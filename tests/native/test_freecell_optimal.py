"""`optimal` for FreeCell: the cheapest plan under every rule, with bounds and a proof."""

from __future__ import annotations

import pytest
from generators.freecell import AUTOPLAYS, COSTS, endgames
from hypothesis import example, given, settings
from hypothesis import strategies as st

from unriddle import native
from unriddle.core import Limits, Status, replay
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules
from unriddle.puzzles.freecell.table import cards_moved, into_empty_column
from unriddle.solving import solve, start

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

variants = st.builds(
    Rules,
    cells=st.integers(0, 4),
    autoplay=st.sampled_from(AUTOPLAYS),
    cost=st.sampled_from(COSTS),
)


def crowded(position: Position, rules: Rules) -> bool:
    return len(position.cells) > rules.cells


@given(
    st.one_of(
        endgames(left=18, columns=3, cells=0),
        endgames(left=22, columns=4, cells=1),
        endgames(left=16, columns=2, cells=2),
        endgames(left=26, columns=6, cells=0),
    ),
    variants,
)
@example(
    Position(
        (
            ("JD", "KS", "JC", "QH", "9H", "KD", "JH", "QC", "9S", "KH", "JS", "QS", "QD"),
            ("TS", "KC"),
            ("TC", "TD", "TH"),
        ),
        foundations=(9, 9, 8, 8),
    ),
    Rules(cells=2, autoplay="greedy", cost="cards"),
)  # two moves after which all goes home by itself, and one is dearer
@settings(max_examples=400)
def test_the_cost_is_that_of_uniform_cost_search(position: Position, rules: Rules) -> None:
    if crowded(position, rules):
        return
    puzzle = FreeCell(position, rules)
    expected = solve(puzzle, "ucs", limits=Limits(nodes=20_000))
    if expected.status is Status.OUT_OF_NODES:
        return
    found = solve(puzzle, "optimal")
    assert (found.status, found.cost) == (expected.status, expected.cost)
    assert found.optimal is (found.status is Status.SOLVED)
    if found.optimal:
        assert found.stats.upper == found.cost
        assert (found.stats.lower or 0) == found.cost


@pytest.mark.parametrize("autoplay", ["none", "horne", "raymond"])
@pytest.mark.parametrize(
    ("cost", "number", "optimum"),
    [
        ("cards", 2, 75),
        ("cards", 3, 73),
        ("cards", 7, 76),
        ("moves", 2, 73),
        ("moves", 3, 70),
        ("moves", 7, 76),
    ],
)
def test_proved_optima_are_reproduced_under_every_safe_autoplay(
    cost: str, number: int, optimum: int, autoplay: str
) -> None:
    result = solve(FreeCell(deal(number), Rules(cost=cost, autoplay=autoplay)), "optimal")
    assert (result.cost, result.optimal) == (optimum, True)


@pytest.mark.parametrize(("number", "optimum"), [(6, 79), (8, 75), (13, 77), (15, 79), (16, 78)])
def test_more_optima_by_single_cards(number: int, optimum: int) -> None:
    result = solve(FreeCell(deal(number), Rules(cost="cards")), "optimal")
    assert (result.cost, result.optimal) == (optimum, True)


def test_a_long_sequence_into_an_empty_column_saves_a_move_on_deal_1() -> None:
    """Paul and Helmert report 82: there, no more cards than empty cells + 1 go to such a column."""
    puzzle = FreeCell(deal(1), Rules(cost="moves"))
    result = solve(puzzle, "optimal")
    assert (result.cost, result.optimal) == (81, True)
    assert result.plan is not None
    states = replay(puzzle, result.plan).states
    longest = max(
        cards_moved(state, move) - state.cells.count(None)
        for state, move in zip(states, result.plan, strict=False)
        if into_empty_column(state, move)
    )
    assert longest > 1


def test_no_solution_is_proved() -> None:
    result = solve(FreeCell(deal(11982), Rules(cells=3)), "optimal")
    assert result.status is Status.UNSOLVABLE


@pytest.mark.parametrize(("nodes", "least"), [(10_000, 74), (100_000, 79)])
def test_a_limit_keeps_both_bounds_and_the_best_plan(nodes: int, least: int) -> None:
    puzzle = FreeCell(deal(1), Rules(cost="cards"))
    result = solve(puzzle, "optimal", limits=Limits(nodes=nodes))
    assert (result.status, result.optimal) == (Status.SOLVED, False)
    assert result.stats.lower is not None
    assert least <= result.stats.lower < 87 <= (result.cost or 0)
    assert result.stats.upper == result.cost


def test_the_lower_bound_rises_while_it_runs() -> None:
    run = start(FreeCell(deal(10), Rules(cost="cards")), "optimal")
    bounds = [stats.lower for stats in run if stats.lower is not None]
    assert bounds == sorted(bounds)
    result = run.result()
    assert (result.cost, result.stats.lower, result.stats.upper) == (85, 85, 85)


def test_memory_is_bounded() -> None:
    result = solve(FreeCell(deal(1), Rules(cost="cards")), "optimal", limits=Limits(mebibytes=16))
    assert result.stats.memory <= 16 * 2**20
    assert not result.optimal


def test_it_stops_when_asked() -> None:
    run = start(FreeCell(deal(1), Rules(cost="cards")), "optimal")
    for stats in run:
        if stats.expanded:
            run.stop()
    assert not run.result().optimal

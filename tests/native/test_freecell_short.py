"""`short` for FreeCell: plans of low cost under every rule, and lower the longer it runs."""

from __future__ import annotations

import pytest
from generators.freecell import AUTOPLAYS, COSTS, endgames
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import native
from unriddle.core import Limits, Status
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules
from unriddle.solving import solve, start

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

variants = st.builds(
    Rules,
    cells=st.integers(2, 4),
    autoplay=st.sampled_from(AUTOPLAYS),
    cost=st.sampled_from(COSTS),
)


@given(
    st.one_of(
        endgames(left=16, columns=3, cells=0),
        endgames(left=20, columns=4, cells=1),
        endgames(left=16, columns=2, cells=2),
    ),
    variants,
)
@settings(max_examples=200)
def test_a_small_position_is_solved_to_the_proof(position: Position, rules: Rules) -> None:
    puzzle = FreeCell(position, rules)
    expected = solve(puzzle, "ucs", limits=Limits(nodes=10_000))
    found = solve(puzzle, "short")
    if expected.status is Status.OUT_OF_NODES:
        return
    assert found.status is expected.status
    assert (found.stats.lower or 0) <= (expected.cost or 0)
    if found.status is Status.SOLVED:
        assert found.optimal
        assert found.cost == expected.cost == found.stats.upper


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("autoplay", AUTOPLAYS)
def test_deals_are_solved_under_every_rule(cost: str, autoplay: str) -> None:
    for number in (1, 164):
        puzzle = FreeCell(deal(number), Rules(cost=cost, autoplay=autoplay))
        quick = solve(puzzle, "fast")
        short = solve(puzzle, "short")
        assert short.status is Status.SOLVED
        assert short.cost is not None
        assert quick.cost is not None
        assert short.cost < quick.cost
        assert (short.stats.lower or 0) <= short.cost == short.stats.upper


@pytest.mark.parametrize(
    ("rules", "mean"), [(Rules(cost="player", autoplay="greedy"), 26.5), (Rules(), 79.5)]
)
def test_the_first_200_deals_are_solved_in_few_moves(rules: Rules, mean: float) -> None:
    """The narrow beams of many deals: also where their limits fall while moves are judged."""
    costs = [solve(FreeCell(deal(number), rules), "short").cost or 999 for number in range(1, 201)]
    assert sum(costs) <= mean * 200


def test_more_effort_gives_shorter_plans() -> None:
    rules = Rules(cost="player", autoplay="greedy")
    sums = [
        sum(solve(FreeCell(deal(n), rules), "short", effort=effort).cost or 99 for n in range(1, 9))
        for effort in (5, 100)
    ]
    assert sums[1] < sums[0]
    assert sums[1] <= 8 * 28


def test_improvements_are_told_while_it_runs() -> None:
    run = start(FreeCell(deal(5), Rules(cost="cards")), "short", effort=1000)
    told = [stats.upper for stats in run if stats.upper is not None]
    result = run.result()
    assert told == sorted(told, reverse=True)
    assert result.cost == result.stats.upper
    assert result.stats.lower == 78


def test_it_never_goes_below_the_proved_optimum() -> None:
    for number, optimum in ((2, 75), (3, 73), (7, 76)):
        result = solve(FreeCell(deal(number), Rules(cost="cards")), "short", effort=200)
        assert result.cost is not None
        assert optimum <= result.cost <= optimum + 4


def test_limits_end_it_with_the_best_plan() -> None:
    puzzle = FreeCell(deal(1))
    for limits in (Limits(nodes=5_000), Limits(mebibytes=4)):
        result = solve(puzzle, "short", effort=10**6, limits=limits)
        assert result.status is Status.SOLVED
        assert not result.optimal
    for seconds in (0.2, 2, 20, 200):  # a busy machine may have no plan for a while
        limits = Limits(seconds=seconds, mebibytes=500)
        result = solve(puzzle, "short", effort=10**6, limits=limits)
        if result.status is Status.SOLVED:
            break
        assert result.status is Status.OUT_OF_TIME
    assert result.status is Status.SOLVED
    assert not result.optimal
    assert solve(puzzle, "short", limits=Limits(nodes=1)).status is Status.OUT_OF_NODES


def test_no_solution_is_proved() -> None:
    assert solve(FreeCell(deal(11982)), "short").status is Status.UNSOLVABLE


def test_it_stops_when_asked() -> None:
    run = start(FreeCell(deal(1)), "short", effort=10**6)
    for stats in run:
        if stats.upper:
            run.stop()
    assert run.result().status is Status.SOLVED

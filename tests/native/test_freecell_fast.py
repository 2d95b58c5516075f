"""The solvers `fast` and `proof`: each deal solved or proved, under all rules, within limits."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from generators.freecell import AUTOPLAYS, COSTS, endgames, rules
from hypothesis import example, given, settings

from unriddle import native
from unriddle.core import Limits, Status, replay
from unriddle.puzzles.freecell.cards import KING, card_of
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules
from unriddle.puzzles.freecell.table import HOME
from unriddle.solving import solve, start

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
"""The deals among the first million that have no solution."""

LOST_BY_GREED = (1941, 98714)
"""The deals among the first million that greedy autoplay loses."""

ENDLESS = FreeCell(deal(23, columns=10), Rules(cells=0, columns=10))
"""It takes `proof` millions of states."""

PATIENCE = 300.0
"""Seconds within which a run has to notice that it should end, on a busy machine."""


def test_deals_are_solved() -> None:
    moves = []
    for number in range(1, 32_001, 160):
        result = solve(FreeCell(deal(number)), "fast")
        assert result.status is Status.SOLVED, number
        moves.append(result.cost or 0)
    assert sum(moves) / len(moves) < 92


@pytest.mark.parametrize("number", IMPOSSIBLE)
def test_impossible_deals_are_proved(number: int) -> None:
    puzzle = FreeCell(deal(number))
    proof = solve(puzzle, "proof")
    assert proof.status is Status.UNSOLVABLE
    fast = solve(puzzle, "fast")
    assert fast.status is Status.UNSOLVABLE
    assert fast.stats.expanded == proof.stats.expanded
    every_state = solve(FreeCell(with_aces_home(puzzle)), "bfs")
    assert proof.stats.expanded == every_state.stats.expanded, "every state is seen once"


def test_a_proof_may_take_many_states() -> None:
    """So many that they are no longer kept as they are."""
    rules = Rules(cells=2, columns=7)
    puzzle = FreeCell(deal(62, columns=7), rules)
    every_state = solve(FreeCell(with_aces_home(puzzle), rules), "bfs")
    for solver in ("fast", "proof"):
        result = solve(puzzle, solver)
        assert result.status is Status.UNSOLVABLE
        assert result.stats.expanded == every_state.stats.expanded == 376_521


def with_aces_home(puzzle: FreeCell) -> Position:
    """The deal when its open aces are home: by themselves they go only after a first move."""
    state = puzzle.initial
    home = [move for move in puzzle.actions(state) if move.target == HOME]
    if home:
        state = puzzle.apply(state, home[0])
    return Position(state.columns, state.cells, state.foundations)


def test_the_proof_counts_the_states_that_others_have_counted() -> None:
    assert solve(FreeCell(deal(11982)), "proof").stats.expanded == 61_643


@pytest.mark.parametrize("number", LOST_BY_GREED)
def test_greed_can_lose_and_only_then_the_deal_is_lost(number: int) -> None:
    for autoplay in AUTOPLAYS:
        result = solve(FreeCell(deal(number), Rules(autoplay=autoplay)), "fast")
        lost = autoplay == "greedy"
        assert result.status is (Status.UNSOLVABLE if lost else Status.SOLVED)


@pytest.mark.parametrize("solver", ["fast", "proof"])
@pytest.mark.parametrize(("autoplay", "cost"), list(product(AUTOPLAYS, COSTS)))
def test_plans_are_legal_under_every_rule(autoplay: str, cost: str, solver: str) -> None:
    for number in (1, 617, 31465):
        puzzle = FreeCell(deal(number), Rules(autoplay=autoplay, cost=cost))
        result = solve(puzzle, solver)
        assert result.plan is not None
        assert replay(puzzle, result.plan).cost == result.cost
        assert not result.optimal


@pytest.mark.parametrize("cells", range(9))
def test_every_table_is_judged_as_by_looking_at_all_states(cells: int) -> None:
    """Without autoplay nothing is pruned: what `bfs` then says is the truth."""
    rng = random.Random(cells)
    answers: Counter[Status] = Counter()
    for columns in range(4, 11):
        for piles in (1, 2, columns):
            left = rng.randrange(8, 14 + max(0, 24 - 8 * cells))
            level = scattered(rng, left, columns, piles)
            puzzle = FreeCell(level, Rules(cells=cells, columns=columns, autoplay="none"))
            truth = solve(puzzle, "bfs", limits=Limits(nodes=20_000))
            for solver in ("fast", "proof"):
                answer = solve(puzzle, solver)
                assert truth.status in (answer.status, Status.OUT_OF_NODES)
            answers[answer.status] += 1
    assert answers[Status.SOLVED] > 5
    assert cells > 1 or answers[Status.UNSOLVABLE]


def scattered(rng: random.Random, left: int, columns: int, piles: int) -> Position:
    """The last cards of all suits, in disorder, on the first columns."""
    home = [KING] * 4
    for _ in range(left):
        suit = rng.randrange(4)
        home[suit] = max(0, home[suit] - 1)
    cards = [card_of(rank, suit) for suit in range(4) for rank in range(home[suit] + 1, KING + 1)]
    rng.shuffle(cards)
    return Position(
        columns=tuple(tuple(cards[i::piles]) if i < piles else () for i in range(columns)),
        foundations=(home[0], home[1], home[2], home[3]),
    )


@given(endgames(left=9, columns=3, cells=1), rules)
@example(
    Position((("QC", "JS", "QD", "KC", "KH"), ("QS",)), ("KS", "KD"), (11, 11, 12, 10)),
    Rules(cells=2, autoplay="greedy"),
)
@settings(max_examples=150)
def test_endings_are_judged_as_by_looking_at_all_states(position: Position, variant: Rules) -> None:
    """Few columns, and cells in use; cards may be ready to go home before the first move."""
    variant = Rules(max(1, variant.cells % 3), 4, variant.autoplay, variant.cost)
    puzzle = FreeCell(position, variant)
    truth = solve(puzzle, "bfs", limits=Limits(nodes=50_000))
    for solver in ("fast", "proof"):
        assert truth.status in (solve(puzzle, solver).status, Status.OUT_OF_NODES)


@pytest.mark.parametrize("solver", ["fast", "proof"])
def test_a_solved_position_needs_no_move(solver: str) -> None:
    result = solve(FreeCell(Position(((),) * 8, foundations=(KING,) * 4)), solver)
    assert result.plan == ()


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_positions_with_few_and_high_columns(columns: int) -> None:
    cards = deal(1).columns
    piles = [sum(cards[i::columns], ()) for i in range(columns)]
    assert solve(FreeCell(Position(tuple(piles))), "fast").status is Status.UNSOLVABLE


def test_node_limits_are_exact() -> None:
    for nodes in (1, 17, 5000, 70_000):
        result = solve(FreeCell(deal(11982)), "fast", limits=Limits(nodes=nodes))
        assert result.status is Status.OUT_OF_NODES
        assert result.stats.expanded == nodes


def test_memory_limits_are_kept() -> None:
    result = solve(FreeCell(deal(11982)), "fast", limits=Limits(mebibytes=0.25))
    assert result.status is Status.OUT_OF_MEMORY
    assert 0 < result.stats.memory <= 2**18


def test_time_limits_are_kept() -> None:
    result = solve(ENDLESS, "proof", limits=Limits(seconds=0.05, mebibytes=500))
    assert result.status is Status.OUT_OF_TIME
    assert 0.05 <= result.stats.seconds < PATIENCE


def test_a_run_tells_how_far_it_is_and_stops_when_asked() -> None:
    run = start(ENDLESS, "proof", limits=Limits(seconds=PATIENCE, mebibytes=500))
    for stats in run:
        if stats.expanded:
            run.stop()
    assert stats.frontier > 0
    assert run.result().status is Status.STOPPED

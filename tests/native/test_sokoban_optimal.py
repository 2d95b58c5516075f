"""The solver `optimal` of Sokoban: known optima, the soundness of its rules, bounds and limits."""

from __future__ import annotations

import os
from random import Random
from threading import Timer

import pytest
from generators.sokoban_boards import random_level

import unriddle
from unriddle import BadInput, Limits, Status, native
from unriddle.engines.sokoban import rules
from unriddle.loading import read
from unriddle.puzzles.sokoban.notation import format_level
from unriddle.puzzles.sokoban.rules import Level, Rules, Sokoban

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

MOVES = [12, 9, 15, 7, 20, 19, 21, 97, 8, 33, 34, 23, 31, 23, 105, 34]
PUSHES = [6, 4, 4, 3, 10, 5, 11, 32, 3, 8, 7, 7, 5, 7, 43, 12]
"""Of the course maps 1 to 16."""

MANY = int(os.environ.get("UNRIDDLE_LEVELS", "300"))
"""How many random levels the soundness test takes; more on demand: UNRIDDLE_LEVELS=5000 pytest."""


@pytest.mark.parametrize("cost", ["moves", "pushes"])
def test_the_optima_of_the_course_maps(cost: str) -> None:
    for number, optimum in enumerate(MOVES if cost == "moves" else PUSHES, start=1):
        result = unriddle.solve(unriddle.load(f"sokoban/uit/{number}", cost=cost), "optimal")
        assert (result.cost, result.optimal) == (optimum, True), number
        assert result.stats.lower == result.stats.upper == optimum


@pytest.mark.parametrize("cost", ["moves", "pushes", "walks"])
def test_course_map_17_is_proved_unsolvable(cost: str) -> None:
    result = unriddle.solve(unriddle.load("sokoban/uit/17", cost=cost), "optimal")
    assert result.status is Status.UNSOLVABLE
    assert result.stats.expanded < 1000


def test_course_map_18_takes_131_pushes() -> None:
    result = unriddle.solve(unriddle.load("sokoban/uit/18", cost="pushes"), "optimal")
    assert (result.cost, result.optimal) == (131, True)


_RULES = rules("optimal") if native.available else []
_LEFT_OUT = ["", *_RULES, "freeze+frozen-walls+matching+pairs", "freeze+matching+pi-corrals"]


@pytest.mark.parametrize("without", _LEFT_OUT)
def test_every_rule_is_sound(without: str) -> None:
    """With and without each rule: the verdict and the optimum of an exhaustive search."""
    solvable = 0
    for seed in range(MANY):
        level = random_level(Random(seed))
        for cost in ("pushes", "moves", "walks"):
            puzzle = Sokoban(level, Rules(cost=cost))
            expected = _exhaustive(level, cost)
            result = unriddle.solve(puzzle, "optimal", without=without)
            assert (result.status, result.cost) == expected, (seed, cost, format_level(level))
            assert result.optimal == (result.cost is not None)
        solvable += expected[1] is not None
    assert MANY / 4 < solvable < MANY * 3 / 4  # the levels must be worth the trouble


_known: dict[tuple[str, str], tuple[Status, int | None]] = {}


def _exhaustive(level: Level, cost: str) -> tuple[Status, int | None]:
    """What uniform-cost search, which knows no deadlock, says."""
    key = (format_level(level), cost)
    if key not in _known:
        result = unriddle.solve(Sokoban(level, Rules(cost=cost)), "ucs")
        _known[key] = (result.status, result.cost)
    return _known[key]


def test_a_solved_level_needs_nothing() -> None:
    for cost in ("moves", "pushes", "walks"):
        (puzzle,) = read("#####\n#@*.#\n#####\n", puzzle="sokoban", cost=cost)
        result = unriddle.solve(puzzle, "optimal")
        assert (result.plan, result.cost, result.optimal) == ((), 0, True)


def test_limits_end_it_with_bounds() -> None:
    puzzle = unriddle.load("sokoban/uit/18")
    for limits, status in (
        (Limits(seconds=0.2), Status.OUT_OF_TIME),
        (Limits(nodes=1000), Status.OUT_OF_NODES),
        (Limits(mebibytes=8), Status.OUT_OF_MEMORY),
    ):
        result = unriddle.solve(puzzle, "optimal", limits=limits)
        assert result.status is status or (result.status is Status.SOLVED and not result.optimal)
        if result.stats.expanded:  # a busy machine may not come so far
            assert result.stats.lower is not None
            assert 131 <= result.stats.lower <= 463
        assert result.stats.memory <= 8 * 2**20 or limits.mebibytes is None


def test_an_unfinished_search_ends_with_a_plan_and_both_bounds() -> None:
    """A hall with room to spare: the expert has a solution at once, the proof would take years."""
    result = unriddle.solve(_hall(12, boxes=10), "optimal", limits=Limits(nodes=103_000))
    assert result.status is Status.SOLVED
    assert result.cost is not None
    assert result.cost == result.stats.upper
    assert result.stats.lower is not None
    assert 0 < result.stats.lower < result.cost
    assert not result.optimal


def test_it_can_be_stopped() -> None:
    run = unriddle.start(unriddle.load("sokoban/uit/18"), "optimal")
    Timer(0.1, run.stop).start()
    result = run.result()  # without the stop it would take hours
    assert result.status in (Status.STOPPED, Status.SOLVED)
    assert not result.optimal


def test_a_position_that_turns_out_dead_is_left_alone() -> None:
    """It once was expanded with half a bound, and its children asked for gigabytes of buckets."""
    level = "#########\n#  ## .*#\n#@$   $ #\n#.  **  #\n#########\n"
    (puzzle,) = read(level, puzzle="sokoban")
    result = unriddle.solve(puzzle, "optimal", limits=Limits(mebibytes=64))
    assert result.status is Status.UNSOLVABLE
    assert (result.stats.lower or 0) < 1000


def test_large_boards_are_refused_with_a_reason() -> None:
    with pytest.raises(BadInput, match="at most 64 by 64") as refused:
        unriddle.solve(_hall(70, boxes=2), "optimal")
    assert "astar" in refused.value.hint
    with pytest.raises(BadInput, match="100 boxes"):
        unriddle.solve(_hall(60, boxes=101), "optimal")


def test_the_largest_boards_are_accepted() -> None:
    puzzle = _hall(62, boxes=100)
    result = unriddle.solve(puzzle, "optimal", limits=Limits(nodes=3, mebibytes=512))
    assert result.status is Status.OUT_OF_NODES


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(BadInput, match="no such rule"):
        unriddle.solve(unriddle.load("sokoban/uit/1"), "optimal", without="magic")


def _hall(side: int, boxes: int) -> Sokoban:
    """An empty hall of `side` by `side` with boxes in its upper and goals in its lower half."""
    rows = [[" "] * side for _ in range(side)]
    places = [(r, c) for r in range(1, side // 2) for c in range(1, side - 1, 2)][:boxes]
    for r, c in places:
        rows[r][c] = "$"
        rows[side - 1 - r][side - 1 - c] = "."
    rows[0][0] = "@"
    lines = ["#" * (side + 2), *("#" + "".join(row) + "#" for row in rows), "#" * (side + 2)]
    (puzzle,) = read("\n".join(lines) + "\n", puzzle="sokoban", cost="moves")
    assert isinstance(puzzle, Sokoban)
    return puzzle

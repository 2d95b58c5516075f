"""The solver `polish` of Sokoban: never longer, mostly shorter, and stopped at any time."""

from __future__ import annotations

from random import Random

import pytest
from generators.sokoban_boards import random_level

import unriddle
from unriddle import BadInput, IllegalMove, Limits, Status, native
from unriddle.core import replay
from unriddle.puzzles.sokoban.rules import Move, Rules, Sokoban

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)


@pytest.mark.parametrize("cost", ["moves", "pushes", "walks"])
def test_bad_solutions_become_good_ones(cost: str) -> None:
    """Small levels are polished to the optimum; the second aim never gets worse at equal cost."""
    polished = 0
    for seed in range(80):
        puzzle = Sokoban(random_level(Random(seed)), Rules(cost=cost))
        bad = unriddle.solve(puzzle, "dfs", limits=Limits(nodes=200_000))
        if bad.plan is None or len(bad.plan) > 3000:
            continue
        better = unriddle.polish(puzzle, bad.plan, limits=Limits(nodes=300_000))
        assert better.cost is not None
        assert bad.cost is not None
        assert better.cost <= bad.cost
        assert better.stats.upper == better.cost
        optimum = unriddle.solve(puzzle, "optimal").cost
        assert optimum is not None
        assert better.cost >= optimum
        polished += better.cost == optimum
    assert polished >= 20


def test_an_optimal_solution_stays_as_good() -> None:
    for number in (5, 8, 15, 16):
        puzzle = unriddle.load(f"sokoban/uit/{number}")
        best = unriddle.solve(puzzle, "optimal")
        assert best.plan is not None
        again = unriddle.polish(puzzle, best.plan, limits=Limits(nodes=100_000))
        assert again.cost == best.cost


def test_of_equal_pushes_it_takes_fewer_moves() -> None:
    puzzle = unriddle.load("sokoban/uit/1", cost="pushes")
    plan = _plan("rrULdlUruRdrUlldlU")
    better = unriddle.polish(puzzle, plan)
    assert better.plan is not None
    assert (better.cost, len(better.plan)) == (6, 12)


def test_without_a_solution_it_finds_one() -> None:
    result = unriddle.solve(unriddle.load("sokoban/uit/16"), "polish")
    assert (result.status, result.cost) == (Status.SOLVED, 34)
    result = unriddle.solve(unriddle.load("sokoban/uit/17"), "polish")
    assert result.status is Status.UNSOLVABLE


def test_without_a_solution_it_begins_with_the_expert() -> None:
    """Also where a plain search for a first solution would take long."""
    puzzle = unriddle.load("sokoban/uit/18")
    first = unriddle.solve(puzzle, "expert")
    better = unriddle.solve(puzzle, "polish", limits=Limits(nodes=40_000))
    assert first.cost is not None
    assert better.cost is not None
    assert better.cost < first.cost


def test_a_limit_ends_it_with_what_there_is() -> None:
    puzzle = unriddle.load("sokoban/uit/18")
    plan = unriddle.solve(unriddle.load("sokoban/uit/18", cost="pushes"), "optimal").plan
    assert plan is not None
    before = replay(puzzle, plan).cost
    result = unriddle.polish(puzzle, plan, limits=Limits(nodes=30_000))
    assert result.status is Status.SOLVED
    assert result.cost is not None
    assert result.cost < before
    assert not result.optimal


def test_wrong_solutions_are_refused() -> None:
    puzzle = unriddle.load("sokoban/uit/1")
    with pytest.raises(BadInput, match="do not solve"):
        unriddle.polish(puzzle, _plan("r"))
    with pytest.raises(IllegalMove, match="move 2"):
        unriddle.polish(puzzle, _plan("rd"))
    with pytest.raises(BadInput, match="no polish"):
        unriddle.polish(unriddle.load("bloxorz/1"), ())


def _plan(text: str) -> tuple[Move, ...]:
    from unriddle.puzzles.sokoban.notation import parse_plan

    return parse_plan(text)

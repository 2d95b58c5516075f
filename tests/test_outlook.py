"""Can a game be won? Yes with a plan, no with a proof, or not known; and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

import unriddle
from unriddle import engines
from unriddle.core import BadInput, Limits, replay
from unriddle.outlook import Outlook, is_winnable, least_cost
from unriddle.play import starting_from
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell
from unriddle.search.rng import SplitMix64
from unriddle.solving import solve

needs_engine = pytest.mark.skipif(bool(engines.why_not), reason=f"slow without: {engines.why_not}")


@needs_engine
def test_yes_comes_with_a_plan() -> None:
    puzzle = unriddle.load("freecell/617")
    outlook = unriddle.is_winnable(puzzle)
    assert outlook.solvable is True
    assert bool(outlook)
    assert outlook.plan is not None
    assert replay(puzzle, outlook.plan).solved


@needs_engine
def test_no_comes_with_a_proof() -> None:
    outlook = is_winnable(FreeCell(deal(11982)))
    assert outlook.solvable is False
    assert not outlook
    assert outlook.plan is None
    assert outlook.stats.expanded > 61_000


@pytest.mark.parametrize("level", ["freecell/617", "sokoban/uit/1", "bloxorz/5"])
def test_not_known_within_the_limits(level: str) -> None:
    outlook = is_winnable(unriddle.load(level), limits=Limits(nodes=1))
    assert outlook.solvable is None
    assert outlook.plan is None
    assert "None" in repr(outlook)


def test_a_textbook_search_answers_where_there_is_no_native_only_solver() -> None:
    assert is_winnable(unriddle.load("bloxorz/1")).solvable is True
    (stuck,) = unriddle.read("######\n#@ $ #\n#   .#\n######", puzzle="sokoban")
    assert is_winnable(stuck).solvable is False


@needs_engine
def test_it_follows_a_player_who_plays_at_random() -> None:
    """Once a game is lost it stays lost, and the outlook never contradicts a plan."""
    rng = SplitMix64(5)
    for number in (3, 17, 164):
        puzzle = FreeCell(deal(number))
        state, answers = puzzle.initial, []
        for _ in range(60):
            moves = puzzle.actions(state)
            if not moves:
                break
            state = puzzle.apply(state, moves[rng.below(len(moves))])
            here = starting_from(puzzle, state)
            outlook = is_winnable(here)
            answers.append(outlook.solvable)
            if outlook.solvable is False:
                assert solve(here, "bfs", limits=Limits(nodes=300_000)).plan is None
            elif outlook.solvable:
                assert outlook.plan is not None
        known = [answer for answer in answers if answer is not None]
        assert known == sorted(known, reverse=True)
        assert known[0]


@needs_engine
def test_a_no_is_judged() -> None:
    outlook = is_winnable(unriddle.load("freecell/11982"))
    assert (outlook.solvable, outlook.checked) == (False, True)
    assert outlook.proof is not None
    assert outlook.proof.judged == outlook.proof.states == 61_643
    assert not is_winnable(unriddle.load("freecell/617")).checked  # until its plan is asked for


def test_the_least_cost_is_the_proved_optimum() -> None:
    best = least_cost(unriddle.load("bloxorz/2"))
    assert best.proved
    assert best.cost == best.lower == solve(unriddle.load("bloxorz/2"), "bfs").cost
    assert best.plan is not None
    assert len(best.plan) == best.cost


def test_the_least_cost_is_not_known_without_a_solution() -> None:
    best = least_cost(unriddle.load("sokoban/uit/17"), Limits(nodes=10))
    assert (best.solvable, best.cost, best.proved) == (None, None, False)


def test_a_cost_without_a_proof_says_so() -> None:
    outlook = Outlook[str](True, cost=30, lower=25, unit="push")
    assert (outlook.cost, outlook.unit, outlook.proved) == (30, "push", False)
    assert str(outlook) == "still solvable: 30 pushes are enough"


def test_a_level_may_be_named() -> None:
    assert is_winnable("sokoban/uit/1")
    assert least_cost("sokoban/uit/1").cost == 12
    assert unriddle.Session("sokoban/uit/1").puzzle == unriddle.load("sokoban/uit/1")
    wrong: Any = 3
    for ask in (is_winnable, least_cost, unriddle.Session):
        with pytest.raises(BadInput, match="'3' is not a puzzle"):
            ask(wrong)

"""The light that says whether a game can be won: yes with a plan, no with a proof, or not known."""

from __future__ import annotations

import pytest

import unriddle
from unriddle import engines
from unriddle.core import Limits, replay
from unriddle.play import starting_from
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell
from unriddle.search.rng import SplitMix64
from unriddle.solving import solve
from unriddle.winnable import is_winnable

needs_engine = pytest.mark.skipif(bool(engines.why_not), reason=f"slow without: {engines.why_not}")


@needs_engine
def test_yes_comes_with_a_plan() -> None:
    puzzle = unriddle.load("freecell/617")
    light = unriddle.is_winnable(puzzle)
    assert light.answer is True
    assert bool(light)
    assert light.plan is not None
    assert replay(puzzle, light.plan).solved


@needs_engine
def test_no_comes_with_a_proof() -> None:
    light = is_winnable(deal(11982))
    assert light.answer is False
    assert not light
    assert light.plan is None
    assert light.stats.expanded > 61_000


@pytest.mark.parametrize("level", ["freecell/617", "sokoban/uit/1", "bloxorz/5"])
def test_not_known_within_the_limits(level: str) -> None:
    light = is_winnable(unriddle.load(level), limits=Limits(nodes=1))
    assert light.answer is None
    assert light.plan is None
    assert "None" in repr(light)


def test_a_textbook_search_answers_where_there_is_no_native_only_solver() -> None:
    assert is_winnable(unriddle.load("bloxorz/1")).answer is True
    (stuck,) = unriddle.read("######\n#@ $ #\n#   .#\n######", puzzle="sokoban")
    assert is_winnable(stuck).answer is False


@needs_engine
def test_it_follows_a_player_who_plays_at_random() -> None:
    """Once a game is lost it stays lost, and the light never contradicts a plan."""
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
            light = is_winnable(here)
            answers.append(light.answer)
            if light.answer is False:
                assert solve(here, "bfs", limits=Limits(nodes=300_000)).plan is None
            elif light.answer:
                assert light.plan is not None
        known = [answer for answer in answers if answer is not None]
        assert known == sorted(known, reverse=True)
        assert known[0]


@needs_engine
def test_a_no_is_judged() -> None:
    light = is_winnable(unriddle.load("freecell/11982"))
    assert (light.answer, light.checked) == (False, True)
    assert light.proof is not None
    assert light.proof.judged == light.proof.states == 61_643
    assert not is_winnable(unriddle.load("freecell/617")).checked  # until its plan is asked for

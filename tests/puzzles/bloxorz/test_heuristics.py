"""What the estimates of Bloxorz promise, in whole state spaces and under all rule settings."""

from __future__ import annotations

import itertools
import math
from collections import deque

import pytest
from generators.bloxorz import STAGES, levels, rules
from hypothesis import given, settings

from unriddle.core import Heuristic
from unriddle.puzzles.bloxorz.heuristics import halves, rolls
from unriddle.puzzles.bloxorz.level import Level
from unriddle.puzzles.bloxorz.notation import parse_levels, parse_state
from unriddle.puzzles.bloxorz.rules import Bloxorz, Rules, State

SETTINGS = [
    Rules(*choice)
    for choice in itertools.product(("free", "counted"), ("upright", "contact"), ("stays", "falls"))
]


def is_consistent(puzzle: Bloxorz, heuristic: Heuristic[State], limit: int) -> bool:
    """Does no move that a search meets bring the estimate down by more than it costs?

    Together with 0 in the goal this makes every estimate a lower bound.
    """
    waiting = deque([puzzle.initial])
    seen = {puzzle.initial}
    while waiting and len(seen) < limit:
        state = waiting.popleft()
        before = heuristic.estimate(state)
        if puzzle.is_goal(state) and before != 0:
            return False
        for _, after, cost in puzzle.successors(state):
            if before > cost + heuristic.estimate(after):
                return False
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return True


def stage(number: int, rules: Rules | None = None) -> Bloxorz:
    return Bloxorz(STAGES[number - 1], rules)


@pytest.mark.parametrize("chosen", SETTINGS, ids=str)
def test_rolls_is_consistent_on_the_stages(chosen: Rules) -> None:
    """The first states of each; under the default rules, `test_bloxorz_stages` looks at all."""
    for level in STAGES:
        puzzle = Bloxorz(level, chosen)
        assert is_consistent(puzzle, rolls(puzzle), limit=800)


@given(levels(), rules)
@settings(max_examples=100)
def test_rolls_is_consistent_on_every_board(level: Level, rules: Rules) -> None:
    puzzle = Bloxorz(level, rules)
    assert rolls(puzzle).admissible
    assert is_consistent(puzzle, rolls(puzzle), limit=300)


def test_rolls_is_exact_where_nothing_can_be_operated() -> None:
    assert rolls(stage(1)).estimate(stage(1).initial) == 7
    assert rolls(stage(3)).estimate(stage(3).initial) == 19
    assert rolls(stage(32)).estimate(stage(32).initial) < 129


def test_rolls_counts_two_cubes_as_the_farther_one() -> None:
    puzzle = Bloxorz(parse_levels("1##@####!#\nsplit 1 to 1,1 1,8")[0])
    estimate = rolls(puzzle).estimate
    far, near = parse_state(puzzle, "1,1/1,8"), parse_state(puzzle, "1,8/1,1")
    assert estimate(far) == estimate(near) == 5  # from 1,1-1,2; from 1,7-1,8 it would be 1
    assert estimate(parse_state(puzzle, "1,8/1,6")) == 2  # 1,6 must still come to 1,7


def test_rolls_sees_the_way_through_a_split() -> None:
    """Two islands: the only way is to be split, and both cubes appear beyond the gap."""
    puzzle = Bloxorz(parse_levels("@##1..#!###\n.......####\nsplit 1 to 2,11 1,9")[0])
    assert 2 < rolls(puzzle).estimate(puzzle.initial) < math.inf
    one_arrives = Bloxorz(parse_levels("@##1..#!###\n\nsplit 1 to 1,1 1,9")[0])
    assert rolls(one_arrives).estimate(one_arrives.initial) == math.inf


def test_rolls_is_infinite_only_without_hope() -> None:
    puzzle = Bloxorz(parse_levels("@##\n...!\n")[0])
    assert rolls(puzzle).estimate(puzzle.initial) == math.inf


def test_halves_adds_both_distances_and_admits_that_it_overestimates() -> None:
    puzzle = stage(1)
    heuristic = halves(puzzle)
    assert not heuristic.admissible
    assert heuristic.estimate(puzzle.initial) == 18
    assert heuristic.estimate(parse_state(puzzle, "7,10")) == 0
    assert heuristic.estimate(parse_state(puzzle, "7,10-7,11")) == 1
    assert heuristic.estimate(parse_state(puzzle, "7,8-7,9")) == 3  # and yet one roll is enough
    assert not is_consistent(puzzle, heuristic, limit=100)


def test_rolls_sees_cubes_that_appear_as_a_block() -> None:
    puzzle = Bloxorz(parse_levels("@##1..#####!\nsplit 1 to 1,8 1,7")[0])
    assert rolls(puzzle).estimate(puzzle.initial) == 5

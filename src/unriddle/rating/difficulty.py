"""Difficulty in five steps, by the work that a level gives to one search.

The measure is the number of states that this search expands: A* with the default heuristic of the
book for Sokoban and Bloxorz, the solver `fast` for FreeCell. The catalogue has the scale of each
puzzle. It says how much there is to look at, not how people feel about it.
"""

from __future__ import annotations

from bisect import bisect_left

from unriddle.catalog import PUZZLES
from unriddle.catalog.puzzle_entry import DifficultyScale
from unriddle.core import BadInput

DIFFICULTIES = ("easy", "medium", "hard", "expert", "master")

MOST = 10**9
"""More than any search here expands."""


def scale_of(puzzle: str) -> DifficultyScale:
    """The scale of a puzzle that has one."""
    scale = PUZZLES[puzzle].difficulty
    assert scale is not None, puzzle
    return scale


def difficulty_of(puzzle: str, expanded: int) -> str:
    """The step of a level of this puzzle, by the number of states that its search expands."""
    return DIFFICULTIES[bisect_left(scale_of(puzzle).up_to, expanded)]


def range_of(puzzle: str, difficulty: str | None) -> range:
    """The expansions that a level of this difficulty takes; any, if it is None."""
    if difficulty is None:
        return range(MOST)
    step = step_of(difficulty)
    bounds = (-1, *scale_of(puzzle).up_to, MOST)
    return range(bounds[step] + 1, bounds[step + 1] + 1)


def step_of(difficulty: str) -> int:
    """Its place in the order, from 0; raises `BadInput` for an unknown word."""
    if difficulty not in DIFFICULTIES:
        raise BadInput(
            f"there is no difficulty '{difficulty}'", hint=f"there are: {', '.join(DIFFICULTIES)}"
        )
    return DIFFICULTIES.index(difficulty)

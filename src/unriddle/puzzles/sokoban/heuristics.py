"""Estimates of the cost that is left.

The first three are the published ones of two course reports. They pair the boxes that are off
goal with the free goals in reading order (row by row, from the left), which is arbitrary: a box
may be paired with a goal that it should not go to, so they can overestimate. The others bound the
number of pushes from below.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial

from unriddle.core import Heuristic, Steps, pickles
from unriddle.puzzles.sokoban.deadlocks import Deadlocks
from unriddle.puzzles.sokoban.distances import push_distances_in_steps
from unriddle.puzzles.sokoban.matching import least_matching
from unriddle.puzzles.sokoban.rules import Sokoban, State


@pickles
def manhattan(puzzle: Sokoban) -> Heuristic[State]:
    """Rows plus columns between boxes and free goals, paired in reading order; may overestimate."""

    @cache
    def estimate(boxes: frozenset[int]) -> int:
        return sum(_rows_and_columns(puzzle, box, goal) for box, goal in _pairs(puzzle, boxes))

    return Heuristic(lambda state: estimate(state.boxes), admissible=False)


@pickles
def euclid(puzzle: Sokoban) -> Heuristic[State]:
    """Straight lines between boxes and free goals, paired in reading order; may overestimate."""

    @cache
    def estimate(boxes: frozenset[int]) -> float:
        total = 0.0
        for box, goal in _pairs(puzzle, boxes):
            down, right = _offset(puzzle, box, goal)
            total += math.sqrt(down * down + right * right)
        return total

    return Heuristic(lambda state: estimate(state.boxes), admissible=False)


@pickles
def player(puzzle: Sokoban) -> Heuristic[State]:
    """Like manhattan, plus the player's distance to each of those boxes; may overestimate."""
    pairs = cache(partial(_pairs, puzzle))
    distance = cache(partial(_rows_and_columns, puzzle))

    def estimate(state: State) -> float:
        total = 0
        for box, goal in pairs(state.boxes):
            total += distance(state.player, box) + distance(box, goal)
        return total

    return Heuristic(estimate, admissible=False)


@pickles
def matching(puzzle: Sokoban) -> Heuristic[State]:
    """The least number of pushes that brings each box, as if alone, to a goal of its own.

    Every push is a move, so this bounds the moves, too, but not the walks. Infinity where a box
    stands on a dead square or the boxes cannot be shared out among the goals. Not consistent: the
    player is taken to be on the best side of each box, so a push may reveal less than was known
    before it.
    """
    return _of_pushes(puzzle)


@pickles
def freeze(puzzle: Sokoban) -> Heuristic[State]:
    """Like matching, and infinity where boxes off goal hold each other for good."""
    return _of_pushes(puzzle, unless_dead=True)


@pickles
def walk(puzzle: Sokoban) -> Heuristic[State]:
    """Like freeze, plus the steps before the player can touch a box; overestimates pushes.

    The walk to the first push comes before all pushes, so their sum bounds the moves.
    """

    def prepare() -> Steps[Callable[[State], float]]:
        pushes = cache((yield from _least_pushes(puzzle, unless_dead=True)))
        distance = cache(partial(_rows_and_columns, puzzle))

        def estimate(state: State) -> float:
            if puzzle.is_goal(state):
                return 0
            nearest = math.inf
            for box in state.boxes:
                nearest = min(nearest, distance(state.player, box))
            return pushes(state.boxes) + nearest - 1

        return estimate

    return Heuristic.prepared(prepare, admissible=puzzle.rules.cost == "moves")


def _of_pushes(puzzle: Sokoban, *, unless_dead: bool = False) -> Heuristic[State]:
    """The least matching alone; with `unless_dead` it is infinity for a deadlock."""

    def prepare() -> Steps[Callable[[State], float]]:
        pushes = cache((yield from _least_pushes(puzzle, unless_dead=unless_dead)))
        return lambda state: pushes(state.boxes)

    return Heuristic.prepared(prepare, admissible=puzzle.rules.cost != "walks")


def _pairs(puzzle: Sokoban, boxes: frozenset[int]) -> list[tuple[int, int]]:
    """The boxes off goal and the free goals, both in reading order; spare goals are left out."""
    return list(zip(sorted(boxes - puzzle.goals), sorted(puzzle.goals - boxes), strict=False))


def _rows_and_columns(puzzle: Sokoban, start: int, end: int) -> int:
    """The Manhattan distance between two squares."""
    down, right = _offset(puzzle, start, end)
    return abs(down) + abs(right)


def _offset(puzzle: Sokoban, start: int, end: int) -> tuple[int, int]:
    """How many rows down and columns to the right `end` is from `start`."""
    width = puzzle.level.width
    return end // width - start // width, end % width - start % width


def _least_pushes(
    puzzle: Sokoban, *, unless_dead: bool = False
) -> Steps[Callable[[frozenset[int]], float]]:
    """The sum of the least matching of boxes and goals, as a function of the boxes.

    With `unless_dead` it is infinity for a deadlock.
    """
    distances = yield from push_distances_in_steps(puzzle)
    to_goals: dict[int, list[float]] = {}
    for square in puzzle.floor:
        to_goals[square] = [distance.get(square, math.inf) for distance in distances.values()]
        yield

    def pushes(boxes: frozenset[int]) -> float:
        return least_matching([to_goals[box] for box in sorted(boxes)])

    if not unless_dead:
        return pushes
    deadlocks = Deadlocks(puzzle, distances)
    return lambda boxes: math.inf if deadlocks.is_dead(boxes) else pushes(boxes)

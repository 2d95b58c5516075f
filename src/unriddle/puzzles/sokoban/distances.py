"""How many pushes a box needs to reach a goal if it is alone on the board.

A lone box is not free to go anywhere: to push it, the player must get to its other side, and the
box itself may be in the way. So the search runs over pairs (square of the box, side of the
player): two neighbours of the box are the same side if the player can walk from one to the other
around the box. The search runs backward from a goal, pulling instead of pushing, and so finds the
distances from every square at once.

These distances never exceed the number of pushes that a box needs among other boxes, and a square
without a distance to any goal is dead: a box that is pushed there will never come home.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from unriddle.core import Steps, finish
from unriddle.puzzles.sokoban.rules import Sokoban

STEP = 1_000
"""Pulls between two looks of the driver."""


def push_distances(puzzle: Sokoban) -> dict[int, dict[int, int]]:
    """For each goal in reading order: the squares that can reach it, and with how many pushes."""
    return finish(push_distances_in_steps(puzzle))


def push_distances_in_steps(puzzle: Sokoban) -> Steps[dict[int, dict[int, int]]]:
    """The same in steps: a large board with many goals takes minutes."""
    sides = yield from _all_sides(puzzle)
    distances: dict[int, dict[int, int]] = {}
    for goal in sorted(puzzle.goals):
        distances[goal] = yield from _distances_to(puzzle, [goal], sides)
    return distances


def live_squares_in_steps(puzzle: Sokoban) -> Steps[frozenset[int]]:
    """The squares from which a lone box can be pushed to some goal, found from all at once."""
    sides = yield from _all_sides(puzzle)
    return frozenset((yield from _distances_to(puzzle, puzzle.goals, sides)))


def _all_sides(puzzle: Sokoban) -> Steps[dict[int, dict[int, int]]]:
    sides: dict[int, dict[int, int]] = {}
    for square in sorted(puzzle.floor):
        sides[square] = _sides(puzzle, square)
        yield
    return sides


def _sides(puzzle: Sokoban, box: int) -> dict[int, int]:
    """Each neighbour of `box` with the first neighbour on the same side of it."""
    sides: dict[int, int] = {}
    neighbours = [box + step for step in puzzle.level.steps.values() if box + step in puzzle.floor]
    for first in neighbours:
        if first not in sides:
            found = _walk_around(puzzle, box, first, set(neighbours) - sides.keys())
            for neighbour in neighbours:
                if neighbour in found:
                    sides[neighbour] = first
    return sides


def _walk_around(puzzle: Sokoban, box: int, start: int, wanted: set[int]) -> set[int]:
    """Which `wanted` squares the player can walk to from `start`; stops when it has them all."""
    steps = puzzle.level.steps.values()
    seen = {box, start}
    missing = wanted - {start}
    queue = deque([start])
    while queue and missing:
        square = queue.popleft()
        for step in steps:
            near = square + step
            if near in puzzle.floor and near not in seen:
                seen.add(near)
                missing.discard(near)
                queue.append(near)
    return wanted - missing


def _distances_to(
    puzzle: Sokoban, goals: Collection[int], sides: dict[int, dict[int, int]]
) -> Steps[dict[int, int]]:
    """The squares from which a lone box can be pushed to a goal, with the least number of pushes.

    The player may stand on whichever side is best, because later it may get there.
    """
    nearest = dict.fromkeys(goals, 0)
    start = [(goal, side) for goal in goals for side in dict.fromkeys(sides[goal].values())]
    distance = dict.fromkeys(start, 0)
    queue = deque(start)
    pulled = 0
    while queue:
        box, side = node = queue.popleft()
        pulled += 1
        if pulled % STEP == 0:
            yield
        for step in puzzle.level.steps.values():
            # The last push went along `step`: the box came from `before`, where the player is now.
            before, player = box - step, box - 2 * step
            if player not in puzzle.floor or sides[box].get(before) != side:
                continue
            earlier = (before, sides[before][player])
            if earlier not in distance:
                distance[earlier] = distance[node] + 1
                nearest.setdefault(before, distance[earlier])
                queue.append(earlier)
    return nearest

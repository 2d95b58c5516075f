"""Rooms for Sokoban: floor within a frame of walls, goals on it, and what is useless in them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from unriddle.generating.pulls import MOST_SQUARES
from unriddle.puzzles.sokoban.rules import Level, Move, Place, State, enclosed
from unriddle.search.rng import SplitMix64

Floor = frozenset[int]
_T = TypeVar("_T")

_PIECES = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1))
"""Walls to put into a room: rows and columns."""
_MOST_PIECES = 400
_LEAST_PERCENT = 55
"""Of a frame that are floor."""


def interior(width: int, height: int) -> Floor:
    """The squares within a frame of walls."""
    return frozenset(
        row * width + column for row in range(1, height - 1) for column in range(1, width - 1)
    )


def is_too_large(width: int, height: int) -> bool:
    """Is a frame so large that no floor fills it?"""
    return len(interior(width, height)) * _LEAST_PERCENT // 100 > MOST_SQUARES


def pick(rng: SplitMix64, things: Sequence[_T]) -> _T:
    """One of several."""
    return things[rng.below(len(things))]


def random_room(rng: SplitMix64, width: int, height: int, boxes: int) -> Floor:
    """Floor that hangs together, with room for the boxes; blocks of wall stand here and there."""
    floor = interior(width, height)
    wanted = len(floor) * (_LEAST_PERCENT + rng.below(31)) // 100
    wanted = min(MOST_SQUARES, max(wanted, min(len(floor), 2 * boxes + 3)))
    for _ in range(_MOST_PIECES):
        if len(floor) <= wanted:
            break
        rows, columns = pick(rng, _PIECES)
        top, left = 1 + rng.below(height - 2), 1 + rng.below(width - 2)
        piece = {
            (top + down) * width + left + right for down in range(rows) for right in range(columns)
        }
        rest = floor - piece
        if len(rest) >= min(wanted, len(floor) - 1) and rest == connected(width, rest, min(rest)):
            floor = rest
    if len(floor) <= MOST_SQUARES:
        return floor
    return connected(width, floor, pick(rng, sorted(floor)), MOST_SQUARES)


def random_goals(rng: SplitMix64, width: int, floor: Floor, count: int) -> Floor:
    """As many goals, each beside another one in half of the cases."""
    goals = {pick(rng, sorted(floor))}
    while len(goals) < count:
        near = {goal + step for goal in goals for step in _steps(width)} & floor - goals
        goals.add(pick(rng, sorted(near if near and rng.below(2) else floor - goals)))
    return frozenset(goals)


def connected(width: int, floor: Floor, start: int, most: int | None = None) -> Floor:
    """The squares that hang together with `start`, or the nearest of them."""
    found = {start}
    queue = deque(found)
    while queue and len(found) != most:
        square = queue.popleft()
        for step in _steps(width):
            if square + step in floor and square + step not in found and len(found) != most:
                found.add(square + step)
                queue.append(square + step)
    return frozenset(found)


def stripped(level: Level, plan: Iterable[Move]) -> Level:
    """The level without useless squares, its walls trimmed to its outline; `plan` solves it."""
    floor = needed(level, plan)
    return walled(level.width, floor, level.goals, level.boxes, level.player, level.title)


def needed(level: Level, plan: Iterable[Move]) -> Floor:
    """The floor without useless squares; `plan` solves the level.

    A square stays if the plan touches it, or if a lone box could be pushed there and brought home
    again, wherever the player is, or if the player can come there and stands there for such a push.
    So a nook in which a box is only lost goes. Fewer squares allow fewer moves, so an optimal plan
    is still one.
    """
    touched = _touched(level, plan)
    floor = level.reach
    while True:
        boxes, player = _useful(level, floor)
        stays = boxes | touched | _entered(level, floor, player - boxes - touched)
        rest = connected(level.width, stays & floor, level.player)
        if rest == floor:
            return floor
        floor = rest


def _useful(level: Level, floor: Floor) -> tuple[Floor, Floor]:
    """Where a lone box can be pushed on this floor without being lost, and the player for that."""
    steps = _steps(level.width)

    def pulled(box: int) -> Iterable[int]:
        return (box + step for step in steps if {box + step, box + 2 * step} <= floor)

    live = _spread(level.goals, pulled)

    def ways(box: int) -> list[int]:
        return [step for step in steps if box + step in live and box - step in floor]

    reached = _spread(level.boxes, lambda box: (box + step for step in ways(box)))
    return reached, frozenset(box - step for box in reached for step in ways(box))


def _entered(level: Level, floor: Floor, squares: Floor) -> Floor:
    """Those of the squares to which the player can come, whichever box is there alone."""
    for start in level.boxes:
        found: set[int] = set()
        seen = {(level.player, start)}
        stack = list(seen)
        while stack and not squares <= found:
            player, box = stack.pop()
            found.add(player)
            for step in _steps(level.width):
                after = player + step, box + step if player + step == box else box
                if {*after} <= floor and after not in seen:
                    seen.add(after)
                    stack.append(after)
        squares &= found
    return squares


def walled(
    width: int, floor: Floor, goals: Floor, boxes: Floor, player: int, title: str = ""
) -> Level:
    """A level whose walls are those that can be seen from its floor."""

    def places(squares: Floor) -> set[Place]:
        return {divmod(square, width) for square in squares}

    return enclosed(places(floor), places(goals), places(boxes), divmod(player, width), title)


def _touched(level: Level, plan: Iterable[Move]) -> set[int]:
    """Every square on which the player or a box is at some time, and the goals."""
    player, boxes = State(level.player, level.boxes)
    touched = {player, *boxes, *level.goals}
    for move in plan:
        step = level.steps[move.direction]
        player += step
        touched |= {player, player + step} if move.push else {player}
    return touched


def _spread(start: Iterable[int], reach: Callable[[int], Iterable[int]]) -> Floor:
    seen = set(start)
    stack = list(seen)
    while stack:
        for square in reach(stack.pop()):
            if square not in seen:
                seen.add(square)
                stack.append(square)
    return frozenset(seen)


def _steps(width: int) -> tuple[int, ...]:
    return (-width, width, -1, 1)

"""Positions that are lost although moves are left: dead squares and frozen boxes.

Both tests are sound (what they call lost is lost) and incomplete (not every lost position is
found). Corners, boxes along a wall without goals, and blocks of two by two are special cases.
"""

from __future__ import annotations

from collections.abc import Mapping

from unriddle.core import Steps, finish
from unriddle.puzzles.sokoban.distances import live_squares_in_steps
from unriddle.puzzles.sokoban.rules import Sokoban


def dead_squares(
    puzzle: Sokoban, distances: Mapping[int, Mapping[int, int]] | None = None
) -> frozenset[int]:
    """The squares from which even a lone box cannot be pushed to any goal.

    `distances` are the puzzle's `push_distances`, if they are known already.
    """
    if distances is None:
        return finish(dead_squares_in_steps(puzzle))
    return puzzle.floor.difference(*distances.values())


def dead_squares_in_steps(puzzle: Sokoban) -> Steps[frozenset[int]]:
    """The same in steps: long corridors take a minute."""
    return puzzle.floor - (yield from live_squares_in_steps(puzzle))


class Deadlocks:
    """The deadlock test of one puzzle; `distances` as for `dead_squares`."""

    def __init__(
        self, puzzle: Sokoban, distances: Mapping[int, Mapping[int, int]] | None = None
    ) -> None:
        self.puzzle = puzzle
        self.dead_squares = dead_squares(puzzle, distances)
        width = puzzle.level.width
        self._axes = {
            square: ((square - width, square + width), (square - 1, square + 1))
            for square in puzzle.floor
        }

    def is_dead(self, boxes: frozenset[int]) -> bool:
        """Is it proved that there is no solution, wherever the player stands?"""
        if not boxes.isdisjoint(self.dead_squares):
            return True
        return not self.frozen(boxes) <= self.puzzle.goals

    def frozen(self, boxes: frozenset[int]) -> frozenset[int]:
        """The boxes that no solution ever moves.

        Suppose that no box can move, and release those that could move although the others stay,
        until nothing changes. The boxes that remain hold each other: to push the first of them,
        one would have to push it against a wall or another of them, or onto a dead square.
        """
        held = set(boxes)
        while released := [box for box in held if self._can_move(box, held)]:
            held.difference_update(released)
        return frozenset(held)

    def _can_move(self, box: int, held: set[int]) -> bool:
        """Is there an axis along which `box` has room, and not only for its ruin?"""
        floor, dead = self.puzzle.floor, self.dead_squares
        return any(
            one in floor
            and other in floor
            and one not in held
            and other not in held
            and not (one in dead and other in dead)
            for one, other in self._axes[box]
        )

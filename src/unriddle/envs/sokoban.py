"""Sokoban as an environment.

An entry of an observation is a sum: 1 a wall, 2 a goal, 4 a box, 8 the player. What is beyond a
smaller board is wall. Actions: up, right, down, left; a player who walks into a box pushes it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unriddle.engines.batches import scan_sokoban
from unriddle.envs.kind import Frame, Grid, Kind, Scene, largest
from unriddle.puzzles.sokoban.rules import Direction, Move, Sokoban, State

WALL, GOAL, BOX, PLAYER = 1, 2, 4, 8
ACTIONS: Final = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)
_NUMBER: Final = {direction: number for number, direction in enumerate(ACTIONS)}


class SokobanScene(Scene):
    """A level within a frame of rows and columns."""

    puzzle: Sokoban

    def __init__(self, puzzle: Sokoban, frame: Frame) -> None:
        super().__init__(puzzle, frame)
        level = puzzle.level
        self._empty = np.full(frame, WALL, np.uint8)
        board = np.zeros(level.squares, np.uint8)
        board[list(level.walls)] = WALL
        board[list(level.goals)] = GOAL
        board[list(puzzle.decoration)] |= BOX
        self._empty[: level.height, : level.width] = board.reshape(level.height, level.width)
        self._width, self._stride = level.width, frame[1]

    def _at(self, square: int) -> int:
        return square // self._width * self._stride + square % self._width

    def grid(self, state: State) -> Grid:
        """Walls, goals, boxes and the player."""
        grid = self._empty.copy()
        flat = grid.ravel()
        for box in state.boxes:
            flat[self._at(box)] |= BOX
        flat[self._at(state.player)] |= PLAYER
        return grid

    def number(self, state: State, move: Move) -> int:
        """Where it goes."""
        return _NUMBER[move.direction]

    def progress(self, state: State) -> int:
        """Boxes on goals."""
        return len(state.boxes & self.puzzle.goals)


def frame_of(puzzle: Any) -> Frame:
    """Rows and columns of the board."""
    return puzzle.level.height, puzzle.level.width


SOKOBAN: Final = Kind(
    "sokoban",
    SokobanScene,
    frame_of,
    largest,
    lambda frame: (frame[0], frame[1]),
    planes=4,
    actions=lambda frame: tuple(direction.name.lower() for direction in ACTIONS),
    levels="sokoban/uit",
    proves=True,
    scan=scan_sokoban,
)

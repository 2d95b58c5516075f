"""Bloxorz as an environment.

An entry of an observation is a sum: 1 what bears the block now, 2 fragile, 4 the goal, 8 a bridge
(off without the 1), 16 a soft switch, 32 a heavy one (a split switch is both), 64 the block or the
cube under control, 128 the other cube. What is beyond a smaller board is void, 0. Actions: up,
right, down, left, and swap, which there is only while there are two cubes. A block that falls ends
the episode.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unriddle.envs.kind import Frame, Grid, Kind, Scene, largest
from unriddle.puzzles.bloxorz.level import FRAGILE, GOAL, VOID
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State

ACTIONS: Final = (Move.UP, Move.RIGHT, Move.DOWN, Move.LEFT, Move.SWAP)
_NUMBER: Final = {move: number for number, move in enumerate(ACTIONS)}
BEARS, BREAKS, EXIT, BRIDGE, SOFT, HEAVY, HERE, OTHER = (1 << bit for bit in range(8))


class BloxorzScene(Scene):
    """A stage within a frame of rows and columns."""

    puzzle: Bloxorz

    def __init__(self, puzzle: Bloxorz, frame: Frame) -> None:
        super().__init__(puzzle, frame)
        level = puzzle.level
        kinds = {VOID: 0, FRAGILE: BEARS | BREAKS, GOAL: BEARS | EXIT}
        kinds.update((bridge.name, BRIDGE) for bridge in level.bridges)
        kinds.update((one.name, BEARS | (HEAVY if one.heavy else SOFT)) for one in level.switches)
        kinds.update((split.name, BEARS | SOFT | HEAVY) for split in level.splits)
        self._empty = np.zeros(frame, np.uint8)
        self._bridges: dict[str, list[tuple[int, int]]] = {one.name: [] for one in level.bridges}
        for cell, square in level.cells():
            self._empty[cell] = kinds.get(square, BEARS)
            if square in self._bridges:
                self._bridges[square].append(cell)

    def grid(self, state: State) -> Grid:
        """Tiles, bridges and what rolls."""
        grid = self._empty.copy()
        for name in state.on:
            for cell in self._bridges[name]:
                grid[cell] |= BEARS
        grid[state.first] |= HERE
        grid[state.second] |= OTHER if state.split else HERE
        return grid

    def number(self, state: State, move: Move) -> int:
        """Its place in `ACTIONS`."""
        return _NUMBER[move]


def frame_of(puzzle: Any) -> Frame:
    """Rows and columns of the map."""
    return len(puzzle.level.rows), len(puzzle.level.rows[0])


BLOXORZ: Final = Kind(
    "bloxorz",
    BloxorzScene,
    frame_of,
    largest,
    lambda frame: (frame[0], frame[1]),
    planes=8,
    actions=lambda frame: tuple(move.name.lower() for move in ACTIONS),
    levels="bloxorz",
    rules={"space": "counted"},
)

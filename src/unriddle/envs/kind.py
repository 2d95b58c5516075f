"""What an environment has to know about a kind of puzzle: how it is shown, and its actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from unriddle.catalog import AnyPuzzle
from unriddle.core import Puzzle

Grid: TypeAlias = NDArray[np.uint8]
Mask: TypeAlias = NDArray[np.int8]
"""1 for each action that is legal, as `gymnasium.spaces.Discrete.sample` takes it."""
Frame: TypeAlias = tuple[int, ...]
"""How large a board is shown: what it means is said by the kind."""


class Scene(ABC):
    """One puzzle within a frame, which may be larger: positions as arrays, moves as numbers."""

    def __init__(self, puzzle: AnyPuzzle, frame: Frame) -> None:
        self.puzzle = puzzle
        self.frame = frame

    @abstractmethod
    def grid(self, state: Any) -> Grid:
        """A position as small numbers, in an array of its own."""

    @abstractmethod
    def number(self, state: Any, move: Any) -> int:
        """The number of a move that can be tried in `state`."""

    def progress(self, state: Any) -> int:
        """How many boxes are on goals, or cards home."""
        return 0

    def widest(self) -> Sequence[Any]:
        """States that need as much room in a picture as any."""
        return (self.puzzle.initial,)

    def moves(self, state: Any) -> dict[int, Any]:
        """What can be tried, by its number."""
        return {self.number(state, move): move for move in self.puzzle.tries(state)}

    def legal(self, state: Any, moves: Mapping[int, Any]) -> list[int]:
        """The numbers of the legal actions; `moves` are what can be tried."""
        if type(self.puzzle).tries is Puzzle.tries:
            return list(moves)
        return [self.number(state, move) for move in self.puzzle.actions(state)]


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle."""

    name: str
    """In the catalogue."""
    scene: Callable[[Any, Frame], Scene]
    frame_of: Callable[[Any], Frame]
    """The smallest frame in which every position of a puzzle can be shown."""
    larger: Callable[[Frame, Frame], Frame]
    """A frame that holds what two frames hold; raises `BadInput` where there is none."""
    shape: Callable[[Frame], tuple[int, int]]
    """Rows and columns of an observation."""
    planes: int
    """How many bits an entry of an observation has."""
    actions: Callable[[Frame], tuple[str, ...]]
    """The names of all actions, by number."""
    levels: str
    """Unless others are named."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    """Rule settings unless told otherwise: such that a step costs 1."""
    same_frames: bool = False
    """Have all levels of one shipped pack the same frame?"""
    proves: bool = False
    """Does the oracle go on for a proof that a plan is optimal? Not where that takes minutes."""
    scan: Callable[[bytes], Frame | None] | None = None
    """Whether the engine can read a file by itself: how many levels, and their frame."""
    text_size: Callable[[Frame], int] = lambda frame: 2 * (frame[0] + 1) * (frame[1] + 1)
    """How long the text of a position may be."""

    def __reduce__(self) -> tuple[object, ...]:
        return _by_name, (self.name,)

    def fits(self, frame: Frame, into: Frame) -> bool:
        """Is everything in `frame` shown in the frame `into`?"""
        return self.larger(frame, into) == into


def _by_name(name: str) -> Kind:
    kind: Kind = getattr(import_module(f"unriddle.envs.{name}"), name.upper())
    return kind


def largest(one: Frame, other: Frame) -> Frame:
    """The frame of boards: rows and columns of the larger one."""
    return max(one[0], other[0]), max(one[1], other[1])

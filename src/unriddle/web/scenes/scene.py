"""What every puzzle says about itself so that a page can draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from unriddle.core import BadInput

Json: TypeAlias = dict[str, Any]
Square: TypeAlias = tuple[int, int]
"""Row and column, counted from 0."""
NOWHERE = (-9, -9)
"""Where a player or a block is drawn that is not on the map: out of sight."""


@dataclass(frozen=True)
class MacroMove:
    """Something that a player wants done by several moves: how a search knows that it is done."""

    done: Callable[[Any], bool]
    allowed: Callable[[Any], bool]
    """May this state be passed on the way?"""
    refusal: str
    """What is said if there is no way."""
    search: str = "bfs"
    """What finds it: by default the fewest moves."""


@dataclass(frozen=True)
class Scene:
    """How the parts of a puzzle become JSON."""

    board: str
    """The module in static/boards/ that draws it."""
    level: Callable[[Any], Json]
    """Of a puzzle: what never changes while it is played."""
    state: Callable[[Any, Any], Json]
    """Of a puzzle and a state."""
    did: Callable[[Any, Any, Any], Json]
    """Of a puzzle, a state and a legal move: what happened on the way, for an animation."""
    draft: Callable[[Any, Any], Json] = lambda draft, puzzle: {}
    """Of what is edited, and the puzzle in it, None as long as there is none."""
    fall: Callable[[Any, Any, Any], Json] | None = None
    """Of a puzzle, a state and a move that loses: what happened."""
    macro_moves: Mapping[str, Callable[[Any, Any, Json], MacroMove]] = field(default_factory=dict)
    """By kind; of a puzzle, a state and what the page asked for."""
    is_run: Callable[[Any, Any], bool] = lambda move, after: False
    """Does the second of two moves in a row go on with the first, so that one undo takes both?"""
    reach: Callable[[Any, Any, Json], Json] | None = None
    """Of a puzzle, a state and what the page asked for: where a piece can be brought."""


def square_in(message: Json, name: str) -> Square:
    """A square that a page named; raises `BadInput`."""
    value = message.get(name)
    if not (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(number, int) and abs(number) < 10**6 for number in value)
    ):
        raise BadInput(f"{name} must be a square: [row, column]")
    return value[0], value[1]

"""Boards by puzzle: what draws a position and understands the keys of a player."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.tui.boards.board import Board
from unriddle.tui.terminal import Support

_BOARDS = {
    "bloxorz": "BloxorzBoard",
    "freecell": "FreeCellBoard",
    "sokoban": "SokobanBoard",
}
"""By the name of the puzzle; each is loaded when it is first needed."""


def board_for(puzzle: AnyPuzzle, support: Support) -> Board:
    """The board of a puzzle; one that has none of its own is shown as its notation draws it."""
    entry = entry_of(puzzle)
    if entry is None or entry.name not in _BOARDS:
        return Board(puzzle, support)
    module = import_module(f"{__name__}.{entry.name}")
    make: Callable[[AnyPuzzle, Support], Board] = getattr(module, _BOARDS[entry.name])
    return make(puzzle, support)

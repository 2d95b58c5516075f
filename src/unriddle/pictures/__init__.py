"""Pictures of puzzles: one description of each board, drawn as SVG, PNG, GIF and HTML.

`shapes` are what a picture is made of, one module per puzzle says where they go, and `svg`,
`raster` and `player` turn them into files. The page has pictures of its own, which can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.pictures import bloxorz, drawn, freecell, sokoban
from unriddle.pictures.shapes import Board

__all__ = ["BOARDS", "board_of"]

BOARDS: Mapping[str, Callable[[Any, Sequence[Any]], Board]] = {
    "bloxorz": bloxorz.board,
    "sokoban": sokoban.board,
    "freecell": freecell.board,
}
"""By the name of the puzzle in the catalogue: those that have a picture of their own."""


def board_of(puzzle: AnyPuzzle, states: Sequence[Any]) -> Board:
    """How `puzzle` is drawn in these states; raises `BadInput` if it is too large."""
    entry = entry_of(puzzle)
    draw = BOARDS.get(entry.name, drawn.board) if entry else drawn.board
    return draw(puzzle, states)

"""Any other puzzle as a picture: the characters that its notation draws, each on a square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from unriddle.catalog import AnyPuzzle, drawing_of
from unriddle.pictures.shapes import Board, Label, Piece, Rect, Shape, box, check_size

WIDTH, HEIGHT = 12, 22
"""Of a character, in pixels."""
MARGIN = 14
TINTS = ("accent", "good", "bad", "warn", "switch-soft", "switch-heavy")
"""Inks for what a character shows: neighbours of one kind look alike."""


def board(puzzle: AnyPuzzle, states: Sequence[Any]) -> Board:
    """The picture of a puzzle that has no other; large enough for all `states`."""
    sprites: dict[str, tuple[Shape, ...]] = {}
    wide, high = 1, 1

    def pieces(state: Any, move: Any) -> Sequence[Piece]:
        nonlocal wide, high
        found = []
        for row, glyphs in enumerate(drawing_of(puzzle, state)):
            column = 0
            for glyph in glyphs:
                for character in glyph.text:
                    if not character.isspace():
                        sprite = f"{character} {glyph.role}"
                        if sprite not in sprites:
                            sprites[sprite] = _character(character, glyph.role)
                        place = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
                        found.append(Piece(sprite, sprite, *place))
                    column += 1
            wide, high = max(wide, column), max(high, row + 1)
            check_size(wide * high, "characters")
        return found

    for state in states:
        pieces(state, None)
    frame = Rect(0, 0, wide * WIDTH + 2 * MARGIN, high * HEIGHT + 2 * MARGIN)
    border = box(1, 1, frame.width - 2, frame.height - 2, radius=8, line="line", thick=1.5)
    return Board(
        frame=frame,
        scale=1,
        background="surface",
        scenery=(border,),
        sprites=sprites,
        pieces=pieces,
    )


def _character(character: str, role: str) -> tuple[Shape, ...]:
    ink = TINTS[crc32(role.encode()) % len(TINTS)] if role else "ink"
    return (Label(WIDTH / 2, HEIGHT / 2, 18, character, ink, mono=True),)

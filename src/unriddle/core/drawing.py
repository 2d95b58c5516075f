"""Pictures of states in characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from unriddle.core.errors import FaultyCode


class Glyph(NamedTuple):
    """A piece of a drawing: some text, and what it shows (a screen chooses the colour)."""

    text: str
    role: str = ""


Drawing: TypeAlias = Sequence[Sequence[Glyph]]
"""A picture of a state in text: rows of glyphs."""


def as_drawing(picture: str | Drawing) -> Drawing:
    """What `Puzzle.draw` may return as rows of glyphs; raises `FaultyCode` for anything else."""
    if isinstance(picture, str):
        return [[Glyph(line)] for line in picture.splitlines()]
    try:
        return [[Glyph(*glyph) for glyph in row] for row in picture]
    except TypeError as error:
        hint = "return a text, or rows of unriddle.Glyph"
        problem = f"draw returned {str(picture)[:60]!r}, which is not a picture"
        raise FaultyCode(problem, hint=hint) from error


def plain(drawing: Drawing) -> str:
    """A drawing as plain text, without trailing blanks."""
    return "\n".join("".join(glyph.text for glyph in row).rstrip() for row in drawing)

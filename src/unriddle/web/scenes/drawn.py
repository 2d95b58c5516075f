"""Any puzzle of the catalogue for the page: the picture that its notation draws."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from unriddle.catalog import AnyPuzzle, drawing_of
from unriddle.web.scenes.scene import Json, Scene


def _state(puzzle: AnyPuzzle, state: Any) -> Json:
    """The rows of the picture: texts with what they show, neighbours of one kind together."""
    rows = []
    for row in drawing_of(puzzle, state):
        runs = groupby(row, key=lambda glyph: glyph.role)
        rows.append([["".join(glyph.text for glyph in run), role] for role, run in runs])
    return {"rows": rows}


SCENE = Scene("drawn", lambda puzzle: {}, _state, lambda puzzle, state, move: {})

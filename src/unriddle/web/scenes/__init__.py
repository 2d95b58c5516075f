"""What a page needs to draw each puzzle: a scene of its own, or the picture of its notation.

A scene turns levels, states and moves into plain JSON values. It explains nothing about legality:
that stays with the puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping

from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.core import BadInput
from unriddle.web.scenes import bloxorz, drawn, freecell, sokoban
from unriddle.web.scenes.scene import Json, Scene

__all__ = ["SCENES", "Json", "Scene", "scene_of"]

SCENES: Mapping[str, Scene] = {
    "bloxorz": bloxorz.SCENE,
    "sokoban": sokoban.SCENE,
    "freecell": freecell.SCENE,
}
"""By the name of the puzzle in the catalogue: those that have a board of their own."""


def scene_of(puzzle: AnyPuzzle) -> Scene:
    """How `puzzle` is drawn; raises `BadInput` for a puzzle that is not in the catalogue."""
    entry = entry_of(puzzle)
    if entry is None:
        raise BadInput("the page shows only puzzles of the catalogue")
    return SCENES.get(entry.name, drawn.SCENE)

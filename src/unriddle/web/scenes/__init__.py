"""What a page needs to draw each puzzle: one entry per puzzle of the catalogue.

A scene turns levels, states and moves into plain JSON values. It explains nothing about legality:
that stays with the puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping

from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.core import BadInput
from unriddle.web.scenes import bloxorz, freecell, sokoban
from unriddle.web.scenes.scene import Json, Scene

__all__ = ["SCENES", "Json", "Scene", "scene_of"]

SCENES: Mapping[str, Scene] = {
    "bloxorz": bloxorz.SCENE,
    "sokoban": sokoban.SCENE,
    "freecell": freecell.SCENE,
}
"""By the name of the puzzle in the catalogue."""


def scene_of(puzzle: AnyPuzzle) -> Scene:
    """How `puzzle` is drawn; raises `BadInput` for a puzzle that no board can show."""
    entry = entry_of(puzzle)
    if entry is None or entry.name not in SCENES:
        raise BadInput("there is no board for this puzzle")
    return SCENES[entry.name]

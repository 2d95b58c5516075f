"""Well-known collections, where they are present: every level gets the verdict that is known.

They are no part of the project. The environment variable UNRIDDLE_COLLECTIONS names their folder;
unless told otherwise it is looked for beside the checkout.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import unriddle
from unriddle.core import Limits, Status
from unriddle.puzzles.sokoban.notation import format_level, parse_levels
from unriddle.puzzles.sokoban.rules import Sokoban

_SHARED = Path(__file__).parents[2].parent / "shared" / "levels" / "sokoban"
FOLDER = Path(os.environ.get("UNRIDDLE_COLLECTIONS", _SHARED))

SOLVED = ("microban.xsb", "boxoban-medium100.xsb", "boxoban-hard.xsb")
"""Every level of these is solved by the default solver."""
UNFINISHED = {"xsokoban.xsb": Limits(nodes=3000, mebibytes=1024)}
"""Levels of these may take long: within the limits they are solved or not, never refused."""


def problems(name: str, part: int = 0, parts: int = 1) -> Iterator[str]:
    """What is wrong with the verdicts on a collection, or on one of so many parts of it."""
    levels = parse_levels((FOLDER / name).read_text("utf-8"), name)
    limits = UNFINISHED.get(name)
    allowed = {Status.SOLVED} if limits is None else {Status.SOLVED, Status.OUT_OF_NODES}
    for number, level in list(enumerate(levels, start=1))[part::parts]:
        puzzle = Sokoban(level, name=f"{name}#{number}")
        try:
            status = unriddle.solve(puzzle, limits=limits).status
        except Exception as error:
            yield f"{puzzle.name}: {type(error).__name__}: {error}\n{format_level(level)}"
            continue
        if status not in allowed:
            yield f"{puzzle.name}: ended as '{status}'\n{format_level(level)}"

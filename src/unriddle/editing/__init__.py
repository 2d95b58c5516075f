r"""Levels that are being made: their text as a sheet of squares, and what is known about them.

>>> from unriddle.editing import advise, sheet_of
>>> sheet = sheet_of("sokoban", "#####\n#@ .#\n#####\n").painted([(1, 2)], "$")
>>> print(sheet.text, end="")
#####
#@$.#
#####
>>> from unriddle.loading import read
>>> advise(*read(sheet.text)).outlook.cost
1

Positions of FreeCell are laid out card by card (`CardTable`).

A sheet need not be a level: it has squares, whatever is wrong with them. Only a reader says what is
a level, and where it is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from unriddle.core import BadInput
from unriddle.editing import bloxorz, sokoban
from unriddle.editing.advice import Advice, advise
from unriddle.editing.freecell import TEMPLATE, CardTable
from unriddle.editing.sheet import Sheet

__all__ = ["EDITORS", "KINDS", "Advice", "CardTable", "Sheet", "advise", "check_kind", "sheet_of"]

KINDS = {"sokoban": sokoban.KIND, "bloxorz": bloxorz.KIND}
"""The puzzles whose levels can be painted."""


class Editor(NamedTuple):
    """How levels of a puzzle are edited."""

    read: Callable[[str], Sheet | CardTable]
    """From a text, whatever is wrong with it."""
    template: str
    """A level to begin with."""


EDITORS = {name: Editor(partial(Sheet.read, kind), kind.template) for name, kind in KINDS.items()}
EDITORS["freecell"] = Editor(CardTable.read, TEMPLATE)


def check_kind(puzzle: str) -> None:
    """Raise `BadInput` if the levels of a puzzle cannot be painted."""
    if puzzle not in KINDS:
        names = " and ".join(KINDS)
        raise BadInput(f"there is no editor for {puzzle[:60]}", hint=f"there is one for {names}")


def sheet_of(puzzle: str, text: str) -> Sheet:
    """The first map in a text as a sheet; without any, one empty square. Raises `BadInput`."""
    check_kind(puzzle)
    return Sheet.read(KINDS[puzzle], text)

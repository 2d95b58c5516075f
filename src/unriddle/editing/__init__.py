r"""Levels that are being made: their text as a sheet of squares, and what is known about them.

>>> from unriddle.editing import EDITORS, advise
>>> sheet = EDITORS["sokoban"].read("#####\n#@ .#\n#####\n").painted([(1, 2)], "$")
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

from unriddle.editing import bloxorz, sokoban
from unriddle.editing.advice import Advice, advise
from unriddle.editing.freecell import TEMPLATE, CardTable
from unriddle.editing.sheet import Sheet

__all__ = ["EDITORS", "Advice", "CardTable", "Sheet", "advise"]


class Editor(NamedTuple):
    """How levels of a puzzle are edited."""

    read: Callable[[str], Sheet | CardTable]
    """From a text, whatever is wrong with it."""
    template: str
    """A level to begin with."""


EDITORS = {
    "sokoban": Editor(partial(Sheet.read, sokoban.KIND), sokoban.KIND.template),
    "bloxorz": Editor(partial(Sheet.read, bloxorz.KIND), bloxorz.KIND.template),
    "freecell": Editor(CardTable.read, TEMPLATE),
}
"""By the name of the puzzle."""

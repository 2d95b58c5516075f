"""Boards of Sokoban as sheets."""

from __future__ import annotations

from collections.abc import Iterable

from unriddle.editing.sheet import Cell, Kind, Sheet
from unriddle.puzzles.sokoban.xsb import board_lines, marks_of

_ON_GOAL = {"@": "+", "$": "*"}
_OFF_GOAL = {"+": "@", "*": "$"}


def _paint(sheet: Sheet, cells: Iterable[Cell], square: str) -> Sheet:
    """Players, boxes and goals share squares; there is one player."""
    cells = list(cells)
    if square == "@":
        cells = cells[-1:]
        for old in sheet.cells("@+"):
            sheet = sheet.having([old], "." if sheet.square(old) == "+" else " ")
    for cell in cells:
        there = sheet.square(cell)
        if square in _ON_GOAL:
            new = _ON_GOAL[square] if there in ".+*" else square
        elif square == ".":
            new = _ON_GOAL.get(there, there if there in _OFF_GOAL else square)
        else:
            new = square
        sheet = sheet.having([cell], new)
    return sheet


def _encoded(row: str) -> str:
    """A row without anything would end the board."""
    return row if row.strip() else "-" + row[1:]


KIND = Kind(
    blank=" ",
    find=board_lines,
    decoded=marks_of,
    paint=_paint,
    squares=lambda sheet: list("# .$@"),
    template="########\n#      #\n# @$ . #\n#      #\n#      #\n########\n",
    encoded=_encoded,
)

"""Boards of Sokoban as sheets."""

from __future__ import annotations

from collections.abc import Iterable

from unriddle.editing.sheet import Cell, Kind, Sheet
from unriddle.puzzles.sokoban.xsb import ALIASES, board_spans

_ON_GOAL = {"@": "+", "$": "*"}
_OFF_GOAL = {"+": "@", "*": "$"}
_WITHOUT_WALL = "@+$*. -_"


def _find(lines: list[str]) -> range:
    """The lines of the first board, also of one without walls."""
    if spans := board_spans(lines):
        return spans[0]
    drawn = [bool(line.strip()) and not line.strip(_WITHOUT_WALL) for line in lines]
    start = drawn.index(True) if True in drawn else len(lines)
    stop = start
    while stop < len(lines) and drawn[stop]:
        stop += 1
    return range(start, stop)


def _decoded(line: str) -> str:
    """One mark a square, each as we write it; what is wrong stays."""
    return "".join(ALIASES.get(mark, mark) for mark in line)


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
    find=_find,
    decoded=_decoded,
    paint=_paint,
    squares=lambda sheet: list("# .$@"),
    template="########\n#      #\n# @$ . #\n#      #\n#      #\n########\n",
    encoded=_encoded,
)

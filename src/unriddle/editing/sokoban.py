"""Boards of Sokoban as sheets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from unriddle.core import BadInput
from unriddle.editing.sheet import Cell, Kind, Lines, Sheet, first_run
from unriddle.puzzles.sokoban import ipc
from unriddle.puzzles.sokoban.collection import Collection
from unriddle.puzzles.sokoban.notation import format_level
from unriddle.puzzles.sokoban.slc import plain_lines
from unriddle.puzzles.sokoban.xsb import ALIASES, HEADING, board_spans, decode

_ON_GOAL = {"@": "+", "$": "*"}
_OFF_GOAL = {"+": "@", "*": "$"}
_WAYS = {(-1, 0): "u", (1, 0): "d", (0, -1): "l", (0, 1): "r"}
_WITHOUT_WALL = "@+$*. -_"


def _plain(lines: Sequence[str]) -> Sequence[str]:
    """A problem in PDDL as a board, XML as plain lines, and run-length encoded rows as rows."""
    if ipc.recognises(text := "\n".join(lines)):
        with suppress(BadInput):
            lines = format_level(ipc.find_levels(text)[0].read()).splitlines()
    lines = plain_lines(lines, in_place=False)
    span = _find(lines)
    rows = [row for index in span for row in _rows(lines[index])]
    return [*lines[: span.start], *rows, *lines[span.stop :]]


def _rows(line: str) -> list[str]:
    if not {*"0123456789|"}.isdisjoint(line):
        with suppress(BadInput):  # what is wrong stays as it is
            return [_encoded("".join(square.mark for square in row)) for row in decode(line, 0)]
    return [line]


def _find(lines: Sequence[str]) -> range:
    """The lines of the first board, also of one without walls."""
    if spans := board_spans(lines):
        return spans[0]
    return first_run([bool(line.strip()) and not line.strip(_WITHOUT_WALL) for line in lines])


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


def _carry(sheet: Sheet, moved: object, ways: Mapping[Cell, Cell]) -> Lines:
    """Solutions and saved games follow the board."""
    letters = {_WAYS[old]: _WAYS[new] for old, new in ways.items()}
    table = str.maketrans(letters | {old.upper(): new.upper() for old, new in letters.items()})
    lines = sheet.text.split("\n")
    for one in next(iter(Collection(sheet.text).attached()), []):
        if not (one.kind or re.search("[a-z][A-Z]", one.moves)):
            continue  # a word, perhaps
        for index in range(one.first, one.end):
            heading = HEADING.match(lines[index])
            head = heading["head"] if heading else ""
            lines[index] = head + lines[index][len(head) :].translate(table)
    return tuple(lines[len(sheet.before) + sheet.height : -1])


KIND = Kind(
    blank=" ",
    find=_find,
    decoded=_decoded,
    paint=_paint,
    squares=lambda sheet: list("# .$@"),
    template="########\n#      #\n# @$ . #\n#      #\n#      #\n########\n",
    carry=_carry,
    is_cut=True,
    encoded=_encoded,
    plain=_plain,
)

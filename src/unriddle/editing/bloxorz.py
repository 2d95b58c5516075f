"""Stages of Bloxorz as sheets: what stands for a name on the map is declared below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase

from unriddle.editing.sheet import Cell, Kind, Lines, Sheet, first_run
from unriddle.puzzles.bloxorz.level import (
    FLOOR,
    FRAGILE,
    GOAL,
    VOID,
    adjacent,
    is_bridge,
    is_split,
    is_switch,
    numbers,
)
from unriddle.puzzles.bloxorz.stage_file import START

_PLACE = re.compile(r"\b([0-9]{1,9}),([0-9]{1,9})\b")
_SPLITS = "123456789"


def _find(lines: Sequence[str]) -> range:
    """The first run of lines without blanks that are no comments."""
    is_row = [bool(line.strip()) and " " not in line.rstrip() and line[0] != ";" for line in lines]
    return first_run(is_row)


def _paint(sheet: Sheet, cells: Iterable[Cell], square: str) -> Sheet:
    """There is one goal and one block, and every name is declared as long as it is used."""
    cells = list(cells)
    if square == GOAL:
        cells = cells[-1:]
        sheet = sheet.having(sheet.cells(GOAL), FLOOR)
    elif square == START:
        cells = cells[-1:]
        sheet = _lifted(sheet, cells)
    return _declared(sheet.having(cells, square))


def _lifted(sheet: Sheet, cells: list[Cell]) -> Sheet:
    """Without the block, but for the end beside which it is put down: then it lies."""
    old = sheet.cells(START)
    lies = len(old) == 1 and any(adjacent(old[0], cell) for cell in cells)
    after = tuple(line for line in sheet.after if not line.startswith("start "))
    return replace(sheet if lies else sheet.having(old, FLOOR), after=after)


def _declared(sheet: Sheet) -> Sheet:
    """What is on the map is declared, in the most usual way; what is not is declared no more."""
    used = {square for row in sheet.rows for square in row if square.isalnum()}
    after: list[str] = []
    known: set[str] = set()
    for line in sheet.after:
        words = line.split()
        if len(words) > 1 and words[0] in ("bridge", "switch", "split"):
            if words[1] not in used:
                continue
            known.add(words[1])
            if words[0] == "switch":
                kept = (word for word in words[3:] if len(word) > 1 or word in used)
                line = " ".join((*words[:3], *kept))
        after.append(line)
    bridges = sorted(name for name in used if is_bridge(name))
    for name in sorted(used - known, key=lambda name: (not name.islower(), name)):
        if is_bridge(name):
            after.append(f"bridge {name} off")
        elif is_switch(name):
            operated = name.lower() if name.lower() in bridges else "".join(bridges[-1:])
            after.append(f"switch {name} soft toggle {operated}".rstrip())
        elif is_split(name):
            one, other = _two_tiles(sheet)
            after.append(f"split {name} to {numbers(one)} {numbers(other)}")
    return replace(sheet, after=tuple(after))


def _two_tiles(sheet: Sheet) -> tuple[Cell, Cell]:
    """Where the cubes of a new split switch go until its author says otherwise."""
    tiles = sheet.cells(FLOOR) or [(0, 0)]
    return tiles[0], tiles[-1]


def _squares(sheet: Sheet) -> list[str]:
    """The plain ones, then names: those in use, and the next one of each kind."""
    used = {square for row in sheet.rows for square in row}
    named: list[str] = []
    for names in (ascii_lowercase, ascii_uppercase, _SPLITS):
        free = next((name for name in names if name not in used), "")
        named += sorted({name for name in names if name in used} | {free} - {""})
    return [FLOOR, VOID, FRAGILE, GOAL, START, *named]


def _carry(sheet: Sheet, moved: Callable[[Cell], Cell], ways: object) -> Lines:
    """Places that are named move."""

    def carried(line: str) -> str:
        if not line.startswith(("split ", "start ")):
            return line
        return _PLACE.sub(
            lambda found: numbers(moved((int(found[1]) - 1, int(found[2]) - 1))), line
        )

    return tuple(map(carried, sheet.after))


KIND = Kind(
    blank=VOID,
    find=_find,
    decoded=lambda line: line.rstrip(),
    paint=_paint,
    squares=_squares,
    template="stage 1\n########\n#@######\n########\n######!#\n########\n",
    carry=_carry,
)

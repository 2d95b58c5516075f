"""A text with a map in it: squares to paint on, and lines before and after them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from unriddle.core import BadInput
from unriddle.lines import lines_of

Cell: TypeAlias = tuple[int, int]
"""Row and column, counted from 0."""
Lines: TypeAlias = tuple[str, ...]

LARGEST_SIDE = 100
"""Of a sheet that is painted on; larger levels can be written as text."""


def first_run(is_row: list[bool]) -> range:
    """The first run of lines that are rows of a map; an empty one at the end if there is none."""
    start = is_row.index(True) if True in is_row else len(is_row)
    stop = is_row.index(False, start) if False in is_row[start:] else len(is_row)
    return range(start, stop)


@dataclass(frozen=True)
class Kind:
    """What is special about the texts of one puzzle."""

    blank: str
    """What a square is where nothing is."""
    find: Callable[[Sequence[str]], range]
    """Of the lines of a text: those of its first map."""
    decoded: Callable[[str], str]
    """A line of the map with one character a square."""
    paint: Callable[[Sheet, Iterable[Cell], str], Sheet]
    """The sheet with another square at some cells, and all else that must change with them."""
    squares: Callable[[Sheet], list[str]]
    """What can be painted."""
    template: str
    """A level to begin with."""
    carry: Callable[[Sheet, Callable[[Cell], Cell], Mapping[Cell, Cell]], Lines] = (
        lambda sheet, moved, ways: sheet.after
    )
    """The lines after the map, when all cells have moved, and the ways to neighbours with them."""
    is_cut: bool = False
    """Do readers leave out what is empty above the map and on its left?"""
    encoded: Callable[[str], str] = lambda row: row
    """A row as it is written, where that is special."""
    plain: Callable[[Sequence[str]], Sequence[str]] = lambda lines: lines
    """The lines of a text that is written in another form, in the form in which it is painted."""


@dataclass(frozen=True)
class Sheet:
    """A map whose rows have one length, and the lines around it."""

    kind: Kind
    before: Lines
    rows: Lines
    after: Lines

    @classmethod
    def read(cls, kind: Kind, text: str) -> Sheet:
        """The first map of a text; without any, one empty square."""
        lines = lines_of(text)
        while lines and not lines[-1].strip():
            lines.pop()
        plain = kind.plain(lines)
        span = kind.find(plain)
        rows = [kind.decoded(plain[index]) for index in span] or [kind.blank]
        return cls(kind, tuple(plain[: span.start]), (), tuple(plain[span.stop :])).of(rows)

    def of(self, rows: Iterable[str]) -> Sheet:
        """The same with other rows, which may differ in length."""
        rows = tuple(rows)
        width = max(map(len, rows))
        return replace(self, rows=tuple(row.ljust(width, self.kind.blank) for row in rows))

    @property
    def text(self) -> str:
        """As it is written: what a reader gets."""
        return "\n".join((*self.before, *map(self.kind.encoded, self.rows), *self.after)) + "\n"

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    @property
    def first(self) -> Cell:
        """Where the level begins: the first row and column with anything, if it is cut."""
        if not self.kind.is_cut:
            return 0, 0
        drawn = [row.replace(self.kind.blank, " ") for row in self.rows]
        top = next((index for index, row in enumerate(drawn) if row.strip()), 0)
        left = min((len(row) - len(row.lstrip()) for row in drawn if row.strip()), default=0)
        return top, left

    def square(self, cell: Cell) -> str:
        """What is there; blank beside the map."""
        row, column = cell
        inside = 0 <= row < self.height and 0 <= column < self.width
        return self.rows[row][column] if inside else self.kind.blank

    def cells(self, squares: str) -> list[Cell]:
        """Where one of these squares is, in reading order."""
        return [
            (row, column)
            for row, text in enumerate(self.rows)
            for column, square in enumerate(text)
            if square in squares
        ]

    def having(self, cells: Iterable[Cell], square: str) -> Sheet:
        """The same with another square at some cells; those beside the map are left out."""
        rows = [list(row) for row in self.rows]
        for row, column in cells:
            if 0 <= row < self.height and 0 <= column < self.width:
                rows[row][column] = square
        return replace(self, rows=tuple(map("".join, rows)))

    def painted(self, cells: Iterable[Cell], square: str) -> Sheet:
        """The same after painting; raises `BadInput` for what is no square."""
        if square not in self.kind.squares(self):
            raise BadInput(f"'{square[:20]}' cannot be painted")
        return self.kind.paint(self, cells, square)

    def resized(self, top: int = 0, right: int = 0, bottom: int = 0, left: int = 0) -> Sheet:
        """The same with more rows and columns at its sides, or fewer; raises `BadInput`."""
        width, height = self.width + left + right, self.height + top + bottom
        if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
            raise BadInput(f"a map that is painted on has sides from 1 to {LARGEST_SIDE}")
        return self._moved(width, height, lambda cell: (cell[0] - top, cell[1] - left))

    def turned(self) -> Sheet:
        """The same, a quarter to the right."""
        return self._moved(
            self.height, self.width, lambda cell: (self.height - 1 - cell[1], cell[0])
        )

    def mirrored(self) -> Sheet:
        """The same, left for right."""
        return self._moved(
            self.width, self.height, lambda cell: (cell[0], self.width - 1 - cell[1])
        )

    def _moved(self, width: int, height: int, origin: Callable[[Cell], Cell]) -> Sheet:
        """Each square from its `origin`; lines that name cells or ways follow."""
        places = product(range(height), range(width))
        cells = {place: origin(place) for place in places}
        rows = (
            "".join(self.square(cells[row, column]) for column in range(width))
            for row in range(height)
        )
        goes = {old: new for new, old in cells.items()}
        top, left = origin((0, 0))
        came = {way: origin(way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1))}
        ways = {(row - top, column - left): way for way, (row, column) in came.items()}
        after = self.kind.carry(self, lambda cell: goes.get(cell, cell), ways)
        return replace(self, rows=tuple(rows), after=after)

"""Boards of squares: the drawing of the notation, enlarged to what the room allows.

Arrows mean the moves of the letters l, r, u and d, in either case; Space means s.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from rich.text import Text

from unriddle.catalog import AnyPuzzle, drawing_of
from unriddle.core import BadInput, Drawing
from unriddle.tui.boards.board import Answer, AnySession, Board, move_from
from unriddle.tui.boards.picture import Picture, Size
from unriddle.tui.styles import style_of
from unriddle.tui.words import t

Cell = tuple[int, int]
"""Row and column."""

EMPTY = frozenset({"void", "outside"})
"""The roles of squares on which nothing ever happens."""
LETTERS = {"left": "l", "right": "r", "up": "u", "down": "d", "space": "s"}
ARROWS = {"l": "←", "r": "→", "u": "↑", "d": "↓"}
WORDS = {"l": "left", "r": "right", "u": "up", "d": "down", "s": "swap with Space"}


LARGE = tuple(Size(2 * height, height) for height in range(8, 1, -1))
"""The sizes of squares that are drawn, not only lettered."""


class GridBoard(Board):
    """Squares drawn in several sizes."""

    controls: tuple[tuple[str, str], ...] = (
        ("arrows", "move"),
        ("click", "move towards the mouse"),
    )
    sizes: tuple[Size, ...] = (*LARGE, Size(2, 1))
    """Of a square, the largest first."""
    moved: frozenset[str] = frozenset()
    """The roles of what the player moves."""

    def picture(self, state: Any, room: Size, hint: Any = None) -> Picture:
        """The largest picture that fits, or else the smallest of what is around the player."""
        grid = drawing_of(self.puzzle, state)
        rows, columns = self._shown
        size = next(
            (
                size
                for size in self.sizes
                if len(columns) * size.width <= room.width
                and len(rows) * size.height <= room.height
            ),
            self.sizes[-1],
        )
        row, column = self.player(state)
        rows = around(row, rows, room.height // size.height)
        columns = around(column, columns, room.width // size.width)
        lines = []
        for y in rows:
            band = [Text() for _ in range(size.height)]
            for x in columns:
                sprite = self.sprite(grid, (y, x), size)
                odd = (y + x) % 2 == 1
                style = style_of(grid[y][x].role, self.support.colours, odd=odd)
                for line, text in zip(band, sprite, strict=True):
                    line.append(text, style)
            lines += band
        across, down = column - columns.start, row - rows.start
        return Picture(
            tuple(lines),
            len(columns) * size.width,
            (across * size.width + size.width // 2, down * size.height + size.height // 2),
            lambda x, y: (rows.start + y // size.height, columns.start + x // size.width),
        )

    @cached_property
    def _shown(self) -> tuple[range, range]:
        """The rows and columns of the map without the empty ones around it."""
        used = [
            (row, column)
            for row, squares in enumerate(drawing_of(self.puzzle, self.puzzle.initial))
            for column, glyph in enumerate(squares)
            if glyph.role not in EMPTY
        ]
        rows, columns = [row for row, _ in used], [column for _, column in used]
        return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)

    def sprite(self, grid: Drawing, cell: Cell, size: Size) -> Sequence[str]:
        """The lines of one square, all of them `size.width` wide."""
        raise NotImplementedError

    def player(self, state: Any) -> Cell:
        """The square that must be seen."""
        for row, squares in enumerate(drawing_of(self.puzzle, state)):
            for column, glyph in enumerate(squares):
                if glyph.role in self.moved:
                    return row, column
        return 0, 0

    def name_of(self, move: Any) -> str:
        """The arrow to press, and its name."""
        letter = str(move).lower()
        arrow = ARROWS.get(letter, "") if self.support.unicode else ""
        return f"{arrow} {t(WORDS.get(letter, str(move)))}".strip()

    def key(self, session: AnySession, key: str, character: str) -> Answer | None:
        """Arrows and Space."""
        letter = LETTERS.get(key)
        if letter is None:
            return None
        try:
            return Answer([directed(self.puzzle, session.state, letter)])
        except BadInput:  # no such move in this puzzle
            return None

    def click(self, session: AnySession, place: Any) -> Answer | None:
        """A step towards the square that was clicked."""
        row, column = self.player(session.state)
        down, right = place[0] - row, place[1] - column
        if (down, right) == (0, 0):
            return None
        vertical, horizontal = ("d" if down > 0 else "u"), ("r" if right > 0 else "l")
        letter = vertical if abs(down) > abs(right) else horizontal
        return Answer([directed(self.puzzle, session.state, letter)])


def directed(puzzle: AnyPuzzle, state: Any, letter: str) -> Any:
    """The move of a letter as it is written here: the rules tell a walk from a push."""
    for move in puzzle.tries(state):
        if str(move).lower() == letter:
            return move
    return move_from(puzzle, letter)


def around(centre: int, numbers: range, most: int) -> range:
    """At most `most` of the numbers, at least one, with `centre` as near the middle as it can."""
    most = max(1, most)
    if len(numbers) <= most:
        return numbers
    start = max(numbers.start, min(numbers.stop - most, centre - most // 2))
    return range(start, start + most)


def role_at(grid: Drawing, cell: Cell) -> str:
    """What a square shows; nothing beyond the edge."""
    row, column = cell
    if 0 <= row < len(grid) and 0 <= column < len(grid[row]):
        return grid[row][column].role
    return ""


def framed(
    size: Size, corners: str, across: str, upright: str, filling: str = " "
) -> tuple[str, ...]:
    """A box of a square's size: corners from the upper left on, in reading order."""
    inner = size.width - 2
    top = corners[0] + across * inner + corners[1]
    bottom = corners[2] + across * inner + corners[3]
    lines = [upright + " " * inner + upright] * (size.height - 2)
    if lines:
        lines[(len(lines) - 1) // 2] = upright + filling.center(inner) + upright
    return (top, *lines, bottom)


def labelled(size: Size, label: str, filling: str = " ") -> tuple[str, ...]:
    """A square that is filled with a character and carries a label in its middle line."""
    blank = filling * size.width
    lines = [blank] * size.height
    lines[(size.height - 1) // 2] = label.center(size.width, filling)[: size.width]
    return tuple(lines)

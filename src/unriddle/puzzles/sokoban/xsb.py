"""Reading level files: boards in XSB characters, plain or run-length encoded, and their titles.

A file is a sequence of boards with other lines between them. A board is a run of lines of squares;
a blank line ends it, so an empty row inside a board is written with `-` or `_`. A line that is no
row of a board is a key with a value (`Title: ...`), a note (`; ...`) or bare text.

A board is named by `Title:` under it, or else right above it; or else by the last line of bare
text above it, or right under it; or else by a note that stands alone above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from unriddle.core import BadInput
from unriddle.puzzles.sokoban.rules import MAX_SIDE, Level, one_line

_ALIASES = {"-": " ", "_": " ", "p": "@", "P": "+", "b": "$", "B": "*"}
_SQUARES = frozenset("#@+$*. -_pPbB")
_PLAYERS_AND_BOXES = frozenset("@+$*pPbB")
_DIGITS = frozenset("0123456789")
_WITHOUT_WALL = frozenset("@+$*. -_")
_ROW_CHARACTERS = _SQUARES | _DIGITS | {"|"}
_ALLOWED = "# wall, @ player (+ on a goal), $ box (* on a goal), . goal, and blank, - or _ floor"

_IN_BOARD = ("row", "wall-less")
_KEY = re.compile(r"\s*([A-Za-z][A-Za-z -]*):(.*)", re.DOTALL)
_SOLUTION = re.compile(r"[udlrUDLR0-9\s]+")


class _Line(NamedTuple):
    """A line of a file.

    `kind` is "blank", "note", "remark", "text", a key in lower case, "row", or "wall-less": the
    squares of a row without a wall, which is a row only if it is next to one.
    """

    kind: str
    text: str
    number: int


@dataclass
class _Board:
    """The lines of a board, and what the lines around it say about it."""

    lines: list[_Line]
    title: str = ""
    text: str = ""
    note: str = ""
    author: str = ""


class _Square(NamedTuple):
    """A square of a board, and where it was written."""

    mark: str
    line: int
    column: int


def recognises(text: str) -> bool:
    """Does some line look like a row of a Sokoban board, with a wall and with a player or a box?"""
    return any(
        "#" in line and _ROW_CHARACTERS.issuperset(line) and not _PLAYERS_AND_BOXES.isdisjoint(line)
        for line in map(str.rstrip, _split(text))
    )


def parse_levels(text: str, source: str = "") -> tuple[Level, ...]:
    """The levels of a file, at least one; raises `BadInput` with the place of what is wrong."""
    boards = _find_boards(list(_classify(_split(text))))
    if not boards:
        raise BadInput(
            "no Sokoban board was found",
            source=source,
            hint=f"a board is drawn with {_ALLOWED}",
        )
    levels = []
    for number, board in enumerate(boards, start=1):
        try:
            levels.append(_build(board))
        except BadInput as error:
            error.source, error.level = source, number
            raise
    return tuple(levels)


def _split(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


# What each line is.


def _classify(lines: Sequence[str]) -> Iterator[_Line]:
    """Every line as what it is, without the lines inside comments."""
    index = 0
    kind = ""
    while index < len(lines):
        kind, text = _kind(lines[index], in_board=kind in _IN_BOARD)
        index += 1
        yield _Line(kind, text, index)
        if kind == "comment" and not text:
            index = _end_of_comment(lines, index)


def _kind(line: str, in_board: bool) -> tuple[str, str]:
    """What `line` is, and its text; `in_board` says that the line before it is part of a board."""
    if not line.strip():
        return "blank", ""
    if line.lstrip().startswith("::"):
        return "remark", ""
    if line.lstrip().startswith(";"):
        return "note", one_line(line.lstrip().lstrip(";"))
    if key := _KEY.fullmatch(line):
        return key[1].strip().lower(), one_line(key[2])
    if _is_row(line.rstrip(), in_board):
        return "row", line.rstrip()
    if _WITHOUT_WALL.issuperset(line.rstrip()):
        return "wall-less", line.rstrip()
    return "text", one_line(line)


def _is_row(line: str, in_board: bool) -> bool:
    """Is this meant as a row of a board? It may hold characters that are wrong."""
    return "#" in line and (
        (in_board and line.endswith("#"))
        or "##" in line
        or "#|" in line
        or "|#" in line
        or line.lstrip("\t -_").startswith("#")
        or _ROW_CHARACTERS.issuperset(line)
    )


def _end_of_comment(lines: Sequence[str], start: int) -> int:
    """Where a comment that begins at `start` ends: at its end mark, or else at a blank line."""
    blank = len(lines)
    for index in range(start, len(lines)):
        key = _KEY.fullmatch(lines[index])
        name = key[1].strip().lower() if key else ""
        if name.startswith("comment-end"):
            return index
        if name == "comment":
            return min(blank, index)
        if not lines[index].strip():
            blank = min(blank, index)
    return blank


# Which lines belong to which board.


def _find_boards(lines: Sequence[_Line]) -> list[_Board]:
    """The boards of a file, with their titles and authors."""
    boards: list[_Board] = []
    gaps: list[list[_Line]] = [[]]
    for in_board, run in groupby(lines, key=lambda line: line.kind in _IN_BOARD):
        part = list(run)
        if in_board and any(line.kind == "row" for line in part):
            boards.append(_Board(part))
            gaps.append([])
        else:
            gaps[-1] += part
    for above, gap, below in zip([None, *boards], gaps, [*boards, None], strict=True):
        _share_out(gap, above, below)
    header = {line.kind: line.text for part in _paragraphs(gaps[0])[:-1] for line in part}
    for board in boards:
        board.author = board.author or header.get("author", "")
        if len(boards) == 1:
            board.title = board.title or header.get("title", "")
    return boards


def _share_out(gap: Sequence[_Line], above: _Board | None, below: _Board | None) -> None:
    """Give the lines between two boards to the one that they speak about."""
    paragraphs = _paragraphs(gap)
    for index, paragraph in enumerate(paragraphs):
        under = index == 0 and above is not None
        over = index == len(paragraphs) - 1 and below is not None
        keys_of = below if over and not under else above
        text_of = above if under and not over else below
        notes = [line.text for line in paragraph if line.kind == "note"]
        if below is not None and len(notes) == 1 and _is_name(notes[0]):
            below.note = notes[0]
        for line in paragraph:
            if line.kind == "title" and keys_of is not None and line.text:
                keys_of.title = line.text
            elif line.kind == "author" and keys_of is not None and line.text:
                keys_of.author = line.text
            elif line.kind == "text" and text_of is not None and _is_name(line.text):
                text_of.text = _unquote(line.text)


def _paragraphs(gap: Iterable[_Line]) -> list[list[_Line]]:
    """The runs of lines between blank lines; the first and the last touch a board, or are empty."""
    paragraphs: list[list[_Line]] = [[]]
    for line in gap:
        if line.kind == "blank":
            paragraphs.append([])
        else:
            paragraphs[-1].append(line)
    return paragraphs


def _is_name(text: str) -> bool:
    """Could this be a name? A line of dashes or a written solution is none."""
    return any(map(str.isalnum, text)) and not _SOLUTION.fullmatch(text.strip("0123456789") or "-")


def _unquote(text: str) -> str:
    inner = text[1:-1].strip()
    return inner if inner and text[0] == text[-1] and text[0] in "'\"" else text


# From lines to a level.


def _build(board: _Board) -> Level:
    """The level that a board shows, cropped to what is drawn."""
    rows: list[list[_Square]] = []
    for line in board.lines:
        for squares in _decode(line):
            if len(rows) == MAX_SIDE:
                raise BadInput(f"a board has at most {MAX_SIDE} rows", line=line.number)
            rows.append(squares)
    drawn = [
        (row, column, square.mark)
        for row, squares in enumerate(rows)
        for column, square in enumerate(squares)
        if square.mark != " "
    ]
    top, bottom = drawn[0][0], drawn[-1][0]
    left, right = min(column for _, column, _ in drawn), max(column for _, column, _ in drawn)
    width = right - left + 1
    found: dict[str, list[int]] = {mark: [] for mark in "#@+$*."}
    for row, column, mark in drawn:
        found[mark].append((row - top) * width + column - left)

    def place(row: int, column: int) -> _Square:
        """What was written for this row and column of the level, or the end of a shorter row."""
        squares = rows[top + row]
        if left + column < len(squares):
            return squares[left + column]
        return _Square(" ", squares[-1].line, squares[-1].column + 1)

    players = sorted(found["@"] + found["+"])
    try:
        if not players:
            raise BadInput(
                "there is no player on the board",
                hint="write the player as @, on a goal as +, and an empty row inside a board as -",
            )
        if len(players) > 1:
            row, column = divmod(players[1], width)
            raise BadInput("there is a second player", line=row + 1, column=column + 1)
        return Level(
            width=width,
            height=bottom - top + 1,
            walls=frozenset(found["#"]),
            goals=frozenset(found["."] + found["+"] + found["*"]),
            boxes=frozenset(found["$"] + found["*"]),
            player=players[0],
            title=board.title or board.text or board.note,
            author=board.author,
        )
    except BadInput as error:
        written = place((error.line or 1) - 1, (error.column or 1) - 1)
        error.line, error.column = written.line, written.column if error.column else None
        raise


def _decode(line: _Line) -> Iterator[list[_Square]]:
    """The row that a line shows, or its rows where it is run-length encoded."""
    row: list[_Square] = []
    count = ""
    for column, mark in enumerate(line.text, start=1):
        problem, hint = "", ""
        if mark in _DIGITS:
            count += mark
        elif mark == "|" and not count:
            yield row or [_Square(" ", line.number, column)]
            row = []
        elif mark in _SQUARES:
            # More digits than any sensible length has need not be read as a number.
            times = int(count[:9] or "1")
            if 1 <= times <= MAX_SIDE - len(row):
                row += [_Square(_ALIASES.get(mark, mark), line.number, column)] * times
            else:
                problem = f"a row has at most {MAX_SIDE} squares, and a count is at least 1"
            count = ""
        elif mark == "|":
            problem = f"the count {count[:9]} has no square after it"
        else:
            problem = f"unknown square {mark!r}; allowed are {_ALLOWED}"
            hint = "replace the tab by blanks" if mark == "\t" else ""
        if problem:
            raise BadInput(problem, line=line.number, column=column, hint=hint)
    if count:
        raise BadInput(
            f"the count {count[:9]} has no square after it",
            line=line.number,
            column=len(line.text),
        )
    yield row or [_Square(" ", line.number, len(line.text))]

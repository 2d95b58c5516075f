"""Reading level files: boards in XSB characters, plain or run-length encoded, and their titles.

A file is a sequence of boards with other lines between them. A board is a run of lines of squares;
a blank line ends it, so an empty row inside a board is written with `-` or `_`. A line that is no
row of a board is a key with a value (`Title: ...`), a note (`; ...`) or bare text.

A board is named by `Title:` under it, or else right above it; or else by the last line of bare
text above it, or right under it; or else by a note that stands alone above it.

A file may also be XML, see `slc`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, zip_longest
from typing import NamedTuple

from unriddle.core import BadInput
from unriddle.lines import Draft, Drafts, lines_of
from unriddle.puzzles.sokoban.rules import MAX_SIDE, Level, one_line
from unriddle.puzzles.sokoban.slc import each_plain_line, plain_lines

ALIASES = {"-": " ", "_": " ", "p": "@", "P": "+", "b": "$", "B": "*"}
_SQUARES = frozenset("#@+$*. -_pPbB")
_DIGITS = frozenset("0123456789")
_WITHOUT_WALL = "@+$*. -_"
_ROW_CHARACTERS = "#@+$*. -_pPbB0123456789|"
_ALLOWED = "# wall, @ player (+ on a goal), $ box (* on a goal), . goal, and blank, - or _ floor"

_IN_BOARD = ("row", "wall-less")
_IN_KEYS = "abcdefghijklmnopqrstuvwxyz -"
_MOVES = re.compile(r"[udlrUDLR0-9()\[\]{}*\s]+")
"""Also games played backwards, with jumps, and the place of a saved game in its moves."""
_WALL_AND_MORE = re.compile(r"(?=[^@+$*pPbB\n]*+[@+$*pPbB])[^#\n]*+#")

HEADING = re.compile(r"(?i)(?P<head>\s*(?P<kind>solution|snapshot)\b[^:]*:?)(?P<moves>.*)")
"""A line above moves, or with moves on it."""
NEAR = 500
"""Lines before and after a board among which its title is looked for."""
LONGEST_TITLE = 1000


class _Line(NamedTuple):
    """A line between boards.

    `kind` is "blank", "note", "remark", "text", "wall-less" or a key in lower case.
    """

    kind: str
    text: str


@dataclass
class _Board:
    """The lines of a board with their numbers, and what the lines around it say about it."""

    lines: Sequence[tuple[int, str]] = ()
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
        _WALL_AND_MORE.match(line) and not line.rstrip().strip(_ROW_CHARACTERS)
        for line in each_plain_line(lines_of(text))
        if "#" in line
    )


def find_levels(text: str, source: str = "") -> Sequence[Draft[Level]]:
    """The boards of a file, at least one, not yet read; raises `BadInput` if there is none."""
    file = _File(plain_lines(lines_of(text, source)), source)
    if not file.ends:
        raise BadInput(
            "no Sokoban board was found",
            source=source,
            hint=f"a board is drawn with {_ALLOWED}",
        )
    return Drafts(len(file.ends), lambda index: _Draft(file, index))


def board_spans(lines: Sequence[str]) -> list[range]:
    """The numbers, counted from 0, of the lines of each board; not of a file in XML."""
    file = _File(lines, "")
    return list(map(range, file.starts, file.ends))


@dataclass
class _File:
    """The lines of a file, and between which of them its boards are."""

    lines: Sequence[str]
    source: str
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Find the boards: runs of rows and of lines that could be rows, with a row among them."""
        start, has_row, in_board, resume = 0, False, False, 0
        for index, line in enumerate(chain(self.lines, ("",))):
            if index < resume:
                continue
            if not line.strip(_ROW_CHARACTERS):  # nearly every line of a board: no further look
                is_row = "#" in line
                belongs = is_row or bool(not line.strip(_WITHOUT_WALL) and line.strip())
            else:
                kind, text = _kind(line, in_board)
                is_row = kind == "row"
                belongs = is_row or kind == "wall-less"
                if kind == "comment" and not text.strip():
                    resume = _end_of_comment(self.lines, index + 1)
            if belongs:
                if not in_board:
                    start, has_row = index, False
                has_row = has_row or is_row
            elif in_board and has_row:
                self.starts.append(start)
                self.ends.append(index)
            in_board = belongs

    def gap(self, index: int) -> list[_Line]:
        """What the lines before the board with this number say, or after the last one."""
        first = self.ends[index - 1] if index else 0
        stop = self.starts[index] if index < len(self.starts) else len(self.lines)
        if stop - first <= 2 * NEAR:
            return list(_classify(self.lines[first:stop]))
        near = self.lines[first : first + NEAR], self.lines[stop - NEAR : stop]
        return list(chain.from_iterable(map(_classify, near)))

    @cached_property
    def header(self) -> dict[str, str]:
        """What stands above the first board and apart from it, by key."""
        parts = _paragraphs(self.gap(0))[:-1]
        return {line.kind: _title(line.text) for part in parts for line in part}


@dataclass(frozen=True)
class _Draft:
    """A board that was found, counted from 0."""

    file: _File
    index: int

    @property
    def text(self) -> str:
        return "\n".join(text for _, text in self._lines())

    def read(self) -> Level:
        board = _Board(self._lines())
        try:
            rows = list(_decode_all(board.lines))  # first, so that broken boards cost little
            self._name(board)
            return _build(rows, board)
        except BadInput as error:
            error.source, error.level = self.file.source, self.index + 1
            raise

    def _name(self, board: _Board) -> None:
        """Find title and author in the lines around the board."""
        file, index = self.file, self.index
        _share_out(file.gap(index), _Board() if index else None, board)
        is_last = index + 1 == len(file.ends)
        _share_out(file.gap(index + 1), board, None if is_last else _Board())
        board.author = board.author or file.header.get("author", "")
        if len(file.ends) == 1:
            board.title = board.title or file.header.get("title", "")

    def _lines(self) -> list[tuple[int, str]]:
        start, end = self.file.starts[self.index], self.file.ends[self.index]
        return [(n + 1, self.file.lines[n].rstrip()) for n in range(start, end)]


# What each line is.


def _classify(lines: Sequence[str]) -> Iterator[_Line]:
    """Lines between boards as what they are, without the lines inside comments."""
    index = 0
    kind = ""
    while index < len(lines):
        kind, text = _kind(lines[index], in_board=kind in _IN_BOARD)
        index += 1
        yield _Line(kind, text)
        if kind == "comment" and not text.strip():
            index = _end_of_comment(lines, index)


def _kind(line: str, in_board: bool) -> tuple[str, str]:
    """What `line` is, and its text; `in_board` says that the line before it is part of a board."""
    content = line.strip()
    if not content:
        return "blank", ""
    if content.startswith("::"):
        return "remark", ""
    if content.startswith(";"):
        return "note", content.lstrip(";")
    if ":" in content:
        key, text = _key(content)
        if key:
            return key, text
    if _is_row(line.rstrip(), in_board):
        return "row", ""
    if not content.strip(_WITHOUT_WALL):
        return "wall-less", ""
    return "text", content


def _key(content: str) -> tuple[str, str]:
    """The key in lower case of a line such as `Title: ...`, and what follows, or nothing."""
    name, _, text = content.partition(":")
    key = name.lower()
    return ("", "") if key.strip(_IN_KEYS) or not key[:1].isalpha() else (key.rstrip(), text)


def _is_row(line: str, in_board: bool) -> bool:
    """Is this meant as a row of a board? It may hold characters that are wrong."""
    return "#" in line and (
        (in_board and line.endswith("#"))
        or "##" in line
        or "#|" in line
        or "|#" in line
        or line.lstrip("\t -_").startswith("#")
        or not line.strip(_ROW_CHARACTERS)
    )


def _end_of_comment(lines: Sequence[str], start: int) -> int:
    """Where a comment that begins at `start` ends: at its end mark, or else at a blank line."""
    blank = len(lines)
    for index in range(start, len(lines)):
        line = lines[index].strip()
        key = _key(line)[0] if ":" in line else ""
        if key.startswith("comment-end"):
            return index
        if key == "comment":
            return min(blank, index)
        if not line:
            blank = min(blank, index)
    return blank


# Which lines belong to which board.


def _share_out(gap: Sequence[_Line], above: _Board | None, below: _Board | None) -> None:
    """Give the lines between two boards to the one that they speak about."""
    paragraphs = _paragraphs(gap)
    for index, paragraph in enumerate(paragraphs):
        under = index == 0 and above is not None
        over = index == len(paragraphs) - 1 and below is not None
        keys_of = below if over and not under else above
        text_of = above if under and not over else below
        notes = [_title(line.text) for line in paragraph if line.kind == "note"]
        if below is not None and len(notes) == 1 and _is_name(notes[0]):
            below.note = notes[0]
        for line, after in zip_longest(paragraph, paragraph[1:]):
            if line.kind not in ("title", "author", "text"):
                continue
            if after is not None and after.kind == "text" and _MOVES.fullmatch(after.text):
                continue  # it names these moves
            text = _title(line.text)
            if line.kind == "title" and keys_of is not None and text:
                keys_of.title = text
            elif line.kind == "author" and keys_of is not None and text:
                keys_of.author = text
            elif line.kind == "text" and text_of is not None and _is_name(text):
                text_of.text = _unquote(text)


def _title(text: str) -> str:
    return one_line(text.strip()[:LONGEST_TITLE])


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
    moves = HEADING.fullmatch(text) or _MOVES.fullmatch(text.strip("0123456789") or "-")
    return any(map(str.isalnum, text)) and not moves


def _unquote(text: str) -> str:
    inner = text[1:-1].strip()
    return inner if inner and text[0] == text[-1] and text[0] in "'\"" else text


# From lines to a level.


def _decode_all(lines: Iterable[tuple[int, str]]) -> Iterator[list[_Square]]:
    """The rows of a board."""
    count = 0
    for number, text in lines:
        for squares in decode(text, number):
            count += 1
            if count > MAX_SIDE:
                raise BadInput(f"a board has at most {MAX_SIDE} rows", line=number)
            yield squares


def _build(rows: Sequence[Sequence[_Square]], board: _Board) -> Level:
    """The level that the rows of a board show, cropped to what is drawn."""
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


def decode(text: str, line: int) -> Iterator[list[_Square]]:
    """The row that a line shows, or its rows where it is run-length encoded; raises `BadInput`."""
    row: list[_Square] = []
    count = ""
    for column, mark in enumerate(text, start=1):
        problem, hint = "", ""
        if mark in _DIGITS and len(count) < 9:
            count += mark
        elif mark == "|" and not count:
            yield row or [_Square(" ", line, column)]
            row = []
        elif mark in _SQUARES:
            times = int(count or "1")
            if 1 <= times <= MAX_SIDE - len(row):
                row += [_Square(ALIASES.get(mark, mark), line, column)] * times
            else:
                problem = f"a row has at most {MAX_SIDE} squares, and a count is at least 1"
            count = ""
        elif mark == "|":
            problem = f"the count {count} has no square after it"
        elif mark in _DIGITS:
            problem = f"a row has at most {MAX_SIDE} squares, not {count}..."
        else:
            problem = f"unknown square {mark!r}; allowed are {_ALLOWED}"
            hint = "replace the tab by blanks" if mark == "\t" else ""
        if problem:
            raise BadInput(problem, line=line, column=column, hint=hint)
    if count:
        raise BadInput(f"the count {count} has no square after it", line=line, column=len(text))
    yield row or [_Square(" ", line, len(text))]

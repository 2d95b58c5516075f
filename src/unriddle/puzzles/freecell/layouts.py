"""Positions in text, in two formats that are told apart by themselves.

The *board* format is that of Freecell Solver: one line per column, its open card last, and, where
needed, what is home and what the cells hold. A lone colon is an empty column; a colon may also
stand before the cards of a column:

    # an optional title
    Foundations: C-3 D-A H-0 S-2
    Freecells: 3H - QC
    4S KD 10H
    :
    JC 9D

The *report* format looks like the table: a first row with the cells and the four foundations, then
rows of cards, one place per column, and `..` for every empty place:

    3H .. QC .. 3C AD .. 2S
    4S .. JC
    KD .. 9D
    TH .. ..

Several positions in one text are separated by blank lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from unriddle.core import BadInput
from unriddle.lines import Draft, Drafts, lines_of
from unriddle.puzzles.freecell.cards import (
    DECK,
    RANK,
    RANKS,
    SUIT,
    SUIT_WORDS,
    SUITS,
    Card,
    card_of,
)
from unriddle.puzzles.freecell.rules import Position
from unriddle.puzzles.freecell.table import MAXIMUM_CELLS, Column, Foundations

GAP: Final = ".."
_NO_CARD: Final = "-"
CARDS: Final[dict[str, Card]] = {
    **{card: card for card in DECK},
    **{f"1{suit}": f"A{suit}" for suit in SUITS},
    **{f"10{suit}": f"T{suit}" for suit in SUITS},
}
RANK_NAMES: Final[dict[str, int]] = {
    **{name: rank for rank, name in enumerate(RANKS, start=1)},
    "0": 0,
    "1": 1,
    "10": 10,
}
HEADER: Final = re.compile(r"\s*(?:(foundations|founds)|freecells|fc)\s*:", re.IGNORECASE)
_CARD_HINT: Final = "a card is a rank (A 2 3 4 5 6 7 8 9 T J Q K, or 10) and a suit (C D H S)"
MOST_LINES_OF_POSITION: Final = 1000
LONGEST_LINE: Final = 10_000
"""Characters; fifty-two cards take less than two hundred."""
_HOME_HINT: Final = "what is home is written as in 'Foundations: C-3 D-A H-0 S-K'"


class Word(NamedTuple):
    """A word of a text, and where it stands; lines and columns are counted from 1."""

    text: str
    line: int
    column: int

    def wrong(self, problem: str, hint: str = "") -> BadInput:
        """The error that something is wrong with this word."""
        return BadInput(problem, line=self.line, column=self.column, hint=hint)

    @property
    def shown(self) -> str:
        """The word as it can be printed: in quotes, short, and without odd characters."""
        return repr(self.text if len(self.text) <= 20 else self.text[:20] + "...")


class Line(NamedTuple):
    """A line of a text, counted from 1."""

    number: int
    text: str

    def words(self, start: int = 0) -> list[Word]:
        """What stands between blanks, from a place in the line on; raises `BadInput`."""
        if len(self.text) > LONGEST_LINE:
            problem = f"the line has more than {LONGEST_LINE:,} characters"
            raise BadInput(problem, line=self.number)
        found = re.compile(r"\S+").finditer(self.text, start)
        return [Word(match.group(), self.number, match.start() + 1) for match in found]


def recognises(text: str) -> bool:
    """Does a text look like a FreeCell position? The first line that says something decides."""
    for line in lines_of(text[:5000]):
        if HEADER.match(line):
            return True
        words = line.replace(":", " ").upper().split()
        words = [word for word in words if word != GAP]
        if words and not words[0].startswith("#"):
            return 2 * sum(word in CARDS for word in words) > len(words)
    return False


def find_levels(text: str, source: str = "") -> Sequence[Draft[Position]]:
    """The positions in a text, at least one, not yet read; raises `BadInput` if there is none."""
    lines = lines_of(text, source)
    blocks = list(_blocks(lines))
    if not blocks:
        raise BadInput("there is no FreeCell position in it", source=source, hint=_CARD_HINT)
    return Drafts(len(blocks), lambda index: _Draft(lines, *blocks[index], index + 1, source))


def parse_levels(text: str, source: str = "") -> tuple[Position, ...]:
    """The positions in a text, at least one, in either format; raises `BadInput`."""
    return tuple(draft.read() for draft in find_levels(text, source))


@dataclass(frozen=True)
class _Draft:
    """A position that was found: between which lines, and its number, counted from 1."""

    lines: Sequence[str]
    start: int
    end: int
    number: int
    source: str

    @property
    def text(self) -> str:
        return "\n".join(self.lines[self.start : self.end])

    def read(self) -> Position:
        try:
            if self.end - self.start > MOST_LINES_OF_POSITION:
                problem = f"a position has at most {MOST_LINES_OF_POSITION} lines"
                raise BadInput(problem, hint="blank lines separate positions")
            numbered = (Line(n + 1, self.lines[n]) for n in range(self.start, self.end))
            return _read_position([line for line in numbered if line.text.strip()])
        except BadInput as error:
            error.source, error.level = self.source, self.number
            error.line = error.line or self.start + 1
            raise


def format_level(level: Position) -> str:
    """A position in the board format; lines that would say nothing are left out."""
    title = f"# {level.title}\n" if level.title else ""
    return title + format_board(level.columns, level.cells, level.foundations)


def format_board(
    columns: Iterable[Column], cells: Sequence[Card | None], foundations: Foundations
) -> str:
    """A table in the board format."""
    lines = []
    if any(foundations):
        ranks = (("0" + RANKS)[rank] for rank in foundations)
        home = (f"{suit}-{rank}" for suit, rank in zip(SUITS, ranks, strict=True))
        lines.append("Foundations: " + " ".join(home))
    if cells:
        lines.append("Freecells: " + " ".join(card or _NO_CARD for card in cells))
    lines += [" ".join(column) or ":" for column in columns]
    return "\n".join(lines) + "\n"


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Between which lines each position is: blank lines separate them.

    A blank line does not yet end a position of which only the title, the header, or the first row
    of a report was seen.
    """
    start, rows, has_content = -1, 0, False
    for index, line in enumerate(lines):
        content = line.strip()
        if content:
            if start < 0:
                start = index
            if not content.startswith("#") and not HEADER.match(content):
                # The first row of a report is not yet a column.
                rows += 2 if rows or GAP not in content or GAP not in content.split() else 1
                has_content = True
            elif not content.startswith("#"):
                has_content = True
        elif rows > 1:
            yield start, index
            start, rows, has_content = -1, 0, False
    if start >= 0 and has_content:
        yield start, len(lines)


def _is_comment(line: Line) -> bool:
    return line.text.lstrip().startswith("#")


def _read_position(lines: list[Line]) -> Position:
    """The position that the lines of one block describe."""
    comments = [line.text.lstrip()[1:].strip() for line in lines if _is_comment(line)]
    lines = [line for line in lines if not _is_comment(line)]
    deck = _Deck()
    is_report = any(word.text == GAP for line in lines for word in line.words())
    columns, cells, foundations = (_read_report if is_report else _read_board)(lines, deck)
    deck.compare(foundations)
    title = next(filter(None, comments), "")
    return Position(columns, cells, foundations, title)


class _Deck:
    """The cards that were read so far, and where."""

    def __init__(self) -> None:
        self._places: dict[Card, Word] = {}

    def read(self, word: Word) -> Card:
        """The card that a word names, for the first time."""
        card = _spelt(word)
        first = self._places.setdefault(card, word)
        if first is not word:
            raise word.wrong(
                f"{card} is here for the second time, "
                f"the first is in line {first.line}, column {first.column}"
            )
        return card

    def compare(self, foundations: Foundations) -> None:
        """Raises `BadInput` if one of the cards ought to be home already."""
        for card, word in self._places.items():
            suit = SUIT[card]
            if RANK[card] <= foundations[suit]:
                top = card_of(foundations[suit], suit)
                raise word.wrong(f"{card} is here, but {SUIT_WORDS[suit]} are home up to {top}")


def _spelt(word: Word) -> Card:
    """The card that a word names."""
    card = CARDS.get(word.text.upper())
    if card is None:
        raise word.wrong(f"{word.shown} is not a card", _CARD_HINT)
    return card


_Table = tuple[tuple[Column, ...], tuple[Card | None, ...], Foundations]


def _read_board(lines: list[Line], deck: _Deck) -> _Table:
    """A table in the board format."""
    columns: list[Column] = []
    cells: list[Card | None] = []
    foundations: Foundations = (0, 0, 0, 0)
    headers: set[str] = set()
    for line in lines:
        header = HEADER.match(line.text)
        if header is None:
            start = line.text.index(":") + 1 if line.text.lstrip().startswith(":") else 0
            columns.append(tuple(deck.read(word) for word in line.words(start)))
            continue
        kind = "foundations" if header[1] else "cells"
        if kind in headers:
            raise BadInput(f"a second line for the {kind}", line=line.number)
        headers.add(kind)
        words = line.words(header.end())
        if header[1]:
            foundations = _read_foundations(words)
        else:
            cells = [None if word.text == _NO_CARD else deck.read(word) for word in words]
    return tuple(columns), tuple(cells), foundations


def _read_foundations(words: list[Word]) -> Foundations:
    """What words such as `H-5` say is home."""
    home: dict[str, int] = {}
    for word in words:
        suit, _, rank = word.text.upper().partition("-")
        if suit not in tuple(SUITS) or rank not in RANK_NAMES:
            raise word.wrong(f"{word.shown} is not a suit and a rank", _HOME_HINT)
        if suit in home:
            raise word.wrong(f"{SUIT_WORDS[SUITS.index(suit)]} are named twice")
        home[suit] = RANK_NAMES[rank]
    clubs, diamonds, hearts, spades = (home.get(suit, 0) for suit in SUITS)
    return clubs, diamonds, hearts, spades


def _read_tops(words: list[Word]) -> Foundations:
    """What the top cards of the foundations say is home."""
    home = [0, 0, 0, 0]
    for word in words:
        card = _spelt(word)
        if home[SUIT[card]]:
            raise word.wrong(f"{SUIT_WORDS[SUIT[card]]} have two foundations")
        home[SUIT[card]] = RANK[card]
    return (home[0], home[1], home[2], home[3])


def _read_report(lines: list[Line], deck: _Deck) -> _Table:
    """A table in the report format."""
    first, *rows = [line.words() for line in lines]
    if not rows:
        raise BadInput("only one row: the rows of cards are missing", line=lines[0].number)
    if not 4 <= len(first) <= 4 + MAXIMUM_CELLS:
        raise first[-1].wrong(
            f"{len(first)} places in the first row: there must be 4 foundations "
            f"and at most {MAXIMUM_CELLS} cells"
        )
    cells = tuple(None if word.text == GAP else deck.read(word) for word in first[:-4])
    home = _read_tops([word for word in first[-4:] if word.text != GAP])
    columns: list[list[Card]] = [[] for _ in rows[0]]
    for depth, row in enumerate(rows):
        if len(row) != len(columns):
            raise row[-1].wrong(f"{len(row)} places in this row, {len(columns)} in the one above")
        for column, word in zip(columns, row, strict=True):
            if word.text == GAP:
                continue
            if len(column) < depth:
                raise word.wrong(f"{word.shown} hangs below an empty place")
            column.append(deck.read(word))
    return tuple(map(tuple, columns)), cells, home

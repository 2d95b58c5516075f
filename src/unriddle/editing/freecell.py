"""Positions of FreeCell that are laid out: a table on which cards may be missing."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import zip_longest

from unriddle.core import BadInput
from unriddle.lines import lines_of
from unriddle.puzzles.freecell.cards import DECK, RANK, SUIT, SUITS, Card
from unriddle.puzzles.freecell.layouts import (
    CARDS,
    GAP,
    HEADER,
    RANK_NAMES,
    format_board,
    parse_levels,
)
from unriddle.puzzles.freecell.table import (
    CELL_NAMES,
    COLUMN_NAMES,
    HOME,
    MAXIMUM_COLUMNS,
    Column,
    Foundations,
)

STOCK = "stock"
"""Where cards are that lie nowhere."""
CELLS = 4
"""As many as the rules have; a text that fills more shows more."""
TEMPLATE = """Foundations: C-6 D-6 H-6 S-6
TC QH JD KD
7H JH KH TS
TD 9S 9D QD
TH JS QS KS
QC JC 8H
7C 9C 9H
7D 8S 8D
7S KC 8C
"""
"""A position to begin with."""


@dataclass(frozen=True)
class CardTable:
    """Where cards lie. Each lies in one place at most; those that lie nowhere are in stock."""

    columns: tuple[Column, ...]
    cells: tuple[Card | None, ...] = (None,) * CELLS
    foundations: Foundations = (0, 0, 0, 0)
    title: str = ""

    @classmethod
    def read(cls, text: str) -> CardTable:
        """The first position in a text; what is wrong in it is left out."""
        try:
            level = parse_levels(text)[0]
        except BadInput:
            return _forgiving(text)
        held = level.cells + (None,) * (CELLS - len(level.cells))
        return cls(level.columns, held, level.foundations, level.title)

    @property
    def text(self) -> str:
        """As it is written: what a reader gets."""
        cells = list(self.cells)
        while cells and cells[-1] is None:
            cells.pop()
        title = f"# {self.title}\n" if self.title else ""
        return title + format_board(self.columns, cells, self.foundations)

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards that lie nowhere, by suit."""
        lying = {*self.cells}.union(*self.columns)
        left = (card for card in DECK if card not in lying and not self._is_home(card))
        return tuple(sorted(left, key=SUIT.__getitem__))

    def moved(self, card: Card, to: str, depth: int | None = None) -> CardTable:
        """The same with a card elsewhere: in a column, by default as its open card, in a cell,
        home, or in stock. What is in the way goes to stock; below a card at home all are.

        Raises `BadInput` if there is no such card or place.
        """
        if card not in RANK:
            raise BadInput(f"'{card[:20]}' is not a card")
        lifted = self._without(card)
        if to == STOCK:
            return lifted
        if to == HOME:
            return lifted._home_up_to(card)
        if to in CELL_NAMES[: len(self.cells)]:
            at = CELL_NAMES.index(to)
            return replace(lifted, cells=(*lifted.cells[:at], card, *lifted.cells[at + 1 :]))
        if to in COLUMN_NAMES[: len(self.columns)]:
            at = COLUMN_NAMES.index(to)
            column = [*lifted.columns[at]]
            column.insert(len(column) if depth is None else depth, card)
            return lifted._with_column(at, tuple(column))
        raise BadInput(f"there is no place '{to[:20]}'")

    def cleared(self) -> CardTable:
        """The same with all cards in stock."""
        return CardTable(((),) * len(self.columns), title=self.title)

    def dealt(self, seed: int) -> CardTable:
        """The same with what is in stock dealt over the columns, the shortest ones first."""
        table, rest = self, list(self.stock)
        random.Random(seed).shuffle(rest)
        for card in rest:
            shortest = min(range(len(table.columns)), key=lambda at: len(table.columns[at]))
            table = table._with_column(shortest, (*table.columns[shortest], card))
        return table

    def widened(self, by: int) -> CardTable:
        """The same with more columns or fewer; raises `BadInput`."""
        count = len(self.columns) + by
        if not 1 <= count <= MAXIMUM_COLUMNS:
            raise BadInput(f"{count} columns: there may be 1 to {MAXIMUM_COLUMNS}")
        return replace(self, columns=(*self.columns, *[()] * by)[:count])

    def _is_home(self, card: Card) -> bool:
        return RANK[card] <= self.foundations[SUIT[card]]

    def _without(self, card: Card) -> CardTable:
        home = list(self.foundations)
        if self._is_home(card):
            home[SUIT[card]] = RANK[card] - 1
        return replace(
            self,
            columns=tuple(tuple(one for one in column if one != card) for column in self.columns),
            cells=tuple(None if one == card else one for one in self.cells),
            foundations=(home[0], home[1], home[2], home[3]),
        )

    def _home_up_to(self, card: Card) -> CardTable:
        table = self
        for lower in DECK:
            if SUIT[lower] == SUIT[card] and RANK[lower] <= RANK[card]:
                table = table._without(lower)
        home = [*table.foundations]
        home[SUIT[card]] = RANK[card]
        return replace(table, foundations=(home[0], home[1], home[2], home[3]))

    def _with_column(self, at: int, column: Column) -> CardTable:
        return replace(self, columns=(*self.columns[:at], column, *self.columns[at + 1 :]))


def _forgiving(text: str) -> CardTable:
    """What can be seen of a text on its way to a position, in either format."""
    rows: list[list[str]] = []
    held: list[str] = []
    home = [0, 0, 0, 0]
    title = ""
    for line in lines_of(text):
        if line.lstrip().startswith("#"):
            title = title or line.strip(" #")
        elif header := HEADER.match(line):
            words = line[header.end() :].upper().split()
            if not header[1]:
                held = words
            for suit, _, rank in (word.partition("-") for word in words if header[1]):
                if suit in [*SUITS] and rank in RANK_NAMES:
                    home[SUITS.index(suit)] = RANK_NAMES[rank]
        elif line.strip():
            rows.append(line.replace(":", " ").upper().split())
    if any(GAP in words for words in rows):
        held = rows[0][:-4]
        for card in filter(None, map(CARDS.get, rows[0][-4:])):
            home[SUIT[card]] = RANK[card]
        rows = [list(column) for column in zip_longest(*rows[1:], fillvalue=GAP)]
    seen = {card for card in DECK if RANK[card] <= home[SUIT[card]]}

    def new(word: str) -> Card | None:
        card = CARDS.get(word)
        if card in seen or card is None:
            return None
        seen.add(card)
        return card

    cells = [new(word) for word in held[: len(CELL_NAMES)]]
    cells += [None] * (CELLS - len(cells))
    columns = [tuple(filter(None, map(new, words))) for words in rows[:MAXIMUM_COLUMNS]]
    foundations = (home[0], home[1], home[2], home[3])
    return CardTable(tuple(columns) or ((),) * 8, tuple(cells), foundations, title)

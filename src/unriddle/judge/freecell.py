"""FreeCell for the judge: single cards move, and safe cards go home at once.

Any move of the game is a sequence of moves of single cards, so what single cards cannot solve
nothing can, under any rules of supermoves, autoplay and cost.

A card of rank r that fits on its foundation is *safe* if r <= 2, or if both suits of the other
colour are home up to r - 1. Sending it home never loses a solution: docs/proofs.md has the proof.
So states in which a safe card waits are never kept: it is sent home first.

A state is the columns in sorted order, the cells in sorted order, and the ranks that are home:
neither the order of columns nor that of cells matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from unriddle.judge.certificate import CELL, EMPTY, HOME
from unriddle.judge.rules import Rules
from unriddle.puzzles.freecell.cards import DECK, KING, LIES_ON, OTHER_COLOUR
from unriddle.puzzles.freecell.rules import FreeCell

Cards: TypeAlias = tuple[int, ...]
"""Numbers as in `DECK`: four suits of each rank, aces first."""

_NUMBER = {card: number for number, card in enumerate(DECK)}
_RANK = tuple(number // 4 + 1 for number in range(len(DECK)))
_SUIT = tuple(number % 4 for number in range(len(DECK)))
_BELOW = tuple(frozenset(_NUMBER[below] for below in LIES_ON[card]) for card in DECK)
"""For each card, the cards on which it may be laid."""


class Table(NamedTuple):
    """Where every card is."""

    columns: tuple[Cards, ...]
    cells: Cards
    home: Cards
    """The rank up to which each suit is home."""


class SingleCards(Rules):
    """The rules of a position as the judge asks for them."""

    def __init__(self, puzzle: FreeCell) -> None:
        columns, cells, foundations = puzzle.initial
        self._cells = len(cells)
        self.start = _settled(
            [tuple(_NUMBER[card] for card in column) for column in columns],
            [_NUMBER[card] for card in cells if card is not None],
            list(foundations),
        )

    def is_goal(self, state: Table) -> bool:
        """Is every card home?"""
        return min(state.home) == KING

    def successors(self, state: Table) -> Iterator[tuple[int, Table]]:
        """What follows from moving one card, with the move, once safe cards have gone home."""
        for card, target in sorted(self._moves(state)):
            yield 64 * card + target, _moved(state, card, target)

    def after(self, state: Table, move: int) -> Table | None:
        """The state after a move; None if it is not legal."""
        card, target = divmod(move, 64)
        return _moved(state, card, target) if (card, target) in self._moves(state) else None

    def describe(self) -> str:
        """The start in one text; what else the rules say does not matter here."""
        return f"freecell {self._cells} {self.start}"

    def _moves(self, state: Table) -> Iterator[tuple[int, int]]:
        """Every open card with every place where it may go."""
        tops = [column[-1] for column in state.columns if column]
        has_empty = () in state.columns
        for card in (*tops, *state.cells):
            if _RANK[card] == state.home[_SUIT[card]] + 1:
                yield card, HOME
            for below in tops:
                if below in _BELOW[card]:
                    yield card, below
            if has_empty:
                yield card, EMPTY
            if card not in state.cells and len(state.cells) < self._cells:
                yield card, CELL


def _moved(state: Table, card: int, target: int) -> Table:
    """The state after a legal move, once safe cards have gone home."""
    columns = [column[:-1] if column[-1:] == (card,) else column for column in state.columns]
    cells = [other for other in state.cells if other != card]
    home = list(state.home)
    if target == HOME:
        home[_SUIT[card]] += 1
    elif target == CELL:
        cells.append(card)
    elif target == EMPTY:
        columns[state.columns.index(())] = (card,)
    else:
        place = next(i for i, column in enumerate(columns) if column[-1:] == (target,))
        columns[place] += (card,)
    return _settled(columns, cells, home)


def _settled(columns: list[Cards], cells: list[int], home: list[int]) -> Table:
    """The state once all safe cards have gone home, in normal form."""
    while True:
        tops = [column[-1] for column in columns if column]
        safe = next((card for card in (*tops, *cells) if _is_safe(card, home)), None)
        if safe is None:
            return Table(tuple(sorted(columns)), tuple(sorted(cells)), tuple(home))
        home[_SUIT[safe]] += 1
        columns = [column[:-1] if column[-1:] == (safe,) else column for column in columns]
        cells = [card for card in cells if card != safe]


def _is_safe(card: int, home: list[int]) -> bool:
    """May the card go home, and is nothing left that would have to be laid on it?"""
    rank, suit = _RANK[card], _SUIT[card]
    if rank != home[suit] + 1:
        return False
    return rank <= 2 or all(home[other] >= rank - 1 for other in OTHER_COLOUR[suit])

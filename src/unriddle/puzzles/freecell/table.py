"""The table: where cards lie, what a move is, and how it is carried out or refused.

Columns are tuples of cards whose last card lies open; a cell holds one card; a foundation is built
up in its suit from the ace, and what has gone home stays there.
A sequence of cards moves as one when empty cells and columns would allow to move its cards one by
one (a supermove).
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

from unriddle.puzzles.freecell.cards import (
    LIES_ON,
    RANK,
    SUIT,
    SUIT_WORDS,
    Card,
    card_of,
    run_length,
)

Column: TypeAlias = tuple[Card, ...]
Foundations: TypeAlias = tuple[int, int, int, int]
"""The rank up to which each suit has gone home, 0 for nothing, in the order of `SUITS`."""

MAXIMUM_COLUMNS: Final = 10
MAXIMUM_CELLS: Final = 8

COLUMN_NAMES: Final = "1234567890"[:MAXIMUM_COLUMNS]
CELL_NAMES: Final = "abcdefgi"[:MAXIMUM_CELLS]
"""The letter h is left out: it means home."""
HOME: Final = "h"

_COLUMN: Final = {name: index for index, name in enumerate(COLUMN_NAMES)}
_CELL: Final = {name: index for index, name in enumerate(CELL_NAMES)}
EMPTY: Final[Column] = ()


class Move(NamedTuple):
    """From a column or a cell to a column, a cell or home, in standard notation.

    `cards` counts only where it is a choice: on the way to an empty column. On another column the
    two open cards decide how many cards go.
    """

    source: str
    target: str
    cards: int = 1

    def __str__(self) -> str:
        return f"{self.source}{self.target}" + (f"v{self.cards:x}" if self.cards > 1 else "")


class State(NamedTuple):
    """Where every card is; an empty cell holds None."""

    columns: tuple[Column, ...]
    cells: tuple[Card | None, ...]
    foundations: Foundations

    def __repr__(self) -> str:
        columns = " / ".join(" ".join(column) for column in self.columns)
        cells = " ".join(card or "-" for card in self.cells)
        return f"State({columns}; cells: {cells}; home: {' '.join(map(str, self.foundations))})"

    def __str__(self) -> str:
        """In the board format."""
        from unriddle.puzzles.freecell.layouts import format_board

        return format_board(*self)


def supermove_limit(cells: int, columns: int) -> int:
    """How many cards move as one on another card, with these numbers of empty cells and columns.

    An empty target column cannot be used on the way: it halves the limit.
    """
    limit: int = (cells + 1) * 2**columns
    return limit


@cache
def single_moves(cards: int, cells: int, columns: int) -> int:
    """The least number of single-card moves that move a sequence, using empty cells and columns.

    Either every card but the lowest waits in a place of its own, or some cards are first piled up
    in one of the empty columns, in just the same manner, and come back at the end.
    """
    if cards <= cells + columns + 1:
        return 2 * cards - 1
    return min(
        2 * single_moves(piled, cells, columns - 1)
        + single_moves(cards - piled, cells, columns - 1)
        for piled in range(1, cards)
        if max(piled, cards - piled) <= supermove_limit(cells, columns - 1)
    )


def cards_moved(state: State, move: Move) -> int:
    """How many cards a legal move carries."""
    if move.source in _CELL or move.target not in _COLUMN:
        return 1
    onto = state.columns[_COLUMN[move.target]]
    if not onto:
        return move.cards
    return RANK[onto[-1]] - RANK[state.columns[_COLUMN[move.source]][-1]]


def into_empty_column(state: State, move: Move) -> bool:
    """Does a move go to a column where nothing lies?"""
    return move.target in _COLUMN and not state.columns[_COLUMN[move.target]]


def carry_out(state: State, move: Move) -> State:
    """The state after a legal move, before anything goes home by itself."""
    source, target, _ = move
    columns, cells, foundations = list(state.columns), list(state.cells), state.foundations
    if source in _COLUMN:
        count = cards_moved(state, move)
        column = columns[_COLUMN[source]]
        columns[_COLUMN[source]], carried = column[:-count], column[-count:]
    else:
        carried = (card_at(state, source),)
        cells[_CELL[source]] = None
    if target in _COLUMN:
        columns[_COLUMN[target]] += carried
    elif target in _CELL:
        cells[_CELL[target]] = carried[0]
    else:
        foundations = one_more(foundations, carried[0])
    return type(state)(tuple(columns), tuple(cells), foundations)


def one_more(foundations: Foundations, card: Card) -> Foundations:
    """The foundations once a card has gone home."""
    ranks = list(foundations)
    ranks[SUIT[card]] += 1
    clubs, diamonds, hearts, spades = ranks
    return clubs, diamonds, hearts, spades


def card_at(state: State, place: str) -> Card:
    """The open card of a column or the card of a cell, where there is one."""
    if place in _COLUMN:
        return state.columns[_COLUMN[place]][-1]
    card = state.cells[_CELL[place]]
    assert card is not None
    return card


def objection(state: State, move: Move) -> str:
    """Why a move is not legal, in words for a player; empty if it is."""
    source, target, count = move
    for place in (source, target):
        if missing := _is_missing(place, len(state.columns), len(state.cells)):
            return missing
    if source == HOME:
        return "a card that is home stays there"
    if source in _COLUMN and not state.columns[_COLUMN[source]]:
        return f"column {source} is empty"
    if source in _CELL and state.cells[_CELL[source]] is None:
        return f"cell {source} is empty"
    if source == target:
        return "the card lies there already"
    if count < 1:
        return "a move carries at least one card"
    if count > 1 and (source in _CELL or target not in _COLUMN):
        return "only between columns do several cards move at once"
    if target == HOME:
        return _objection_home(state, card_at(state, source))
    if target in _CELL:
        held = state.cells[_CELL[target]]
        if source in _CELL:
            return "from a cell a card goes to a column or home"
        return f"cell {target} holds {held}" if held is not None else ""
    return _objection_column(state, move)


@cache
def _is_missing(place: str, columns: int, cells: int) -> str:
    """That a table of this size has no such place; empty if it has."""
    if place in _COLUMN:
        return "" if _COLUMN[place] < columns else f"there is no column {place}"
    if place in _CELL:
        return "" if _CELL[place] < cells else f"there is no cell {place}"
    return "" if place == HOME else f"there is no place {place!r}"


def _objection_home(state: State, card: Card) -> str:
    """Why a card may not go home."""
    suit = SUIT[card]
    needed = state.foundations[suit] + 1
    if RANK[card] == needed:
        return ""
    return f"{card} does not go home yet: {SUIT_WORDS[suit]} need {card_of(needed, suit)}"


def _objection_column(state: State, move: Move) -> str:
    """Why cards may not go from a place that is not empty to another column."""
    source, target, count = move
    onto = state.columns[_COLUMN[target]]
    column: Column = (
        state.columns[_COLUMN[source]] if source in _COLUMN else (card_at(state, source),)
    )
    run = run_length(column)
    if onto:
        fitting = RANK[onto[-1]] - RANK[column[-1]]
        if not 0 < fitting <= run or onto[-1] not in LIES_ON[column[-fitting]]:
            sequence = " ".join(column[-run:])
            which = f"{sequence} does not go" if run == 1 else f"no card of {sequence} goes"
            return f"{which} on {onto[-1]}"
        if count > 1 and count != fitting:
            return f"{' '.join(column[-fitting:])} goes on {onto[-1]}, not {count} cards"
        count = fitting
    elif count > len(column):
        return f"column {source} does not have {count} cards"
    elif count > run:
        return f"the last {count} cards of column {source} are not in sequence"
    limit = supermove_limit(state.cells.count(None), state.columns.count(EMPTY) - (not onto))
    return f"{count} cards, but only {limit} can be moved at once" if count > limit else ""

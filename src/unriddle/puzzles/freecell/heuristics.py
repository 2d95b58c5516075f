"""Estimates of what it still costs to bring all cards home.

The admissible ones rest on one count: every card that is not home makes one move home, and some
cards must first step aside. A card has to step aside when it lies above a lower card of its own
suit: it must leave before that card can, and go home after it. And when two cards each lie above a
lower card of the other's suit, crosswise, at least one of the two has to step aside.

No estimate here is ever infinite: none of them proves that a position is lost.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from unriddle.core import Heuristic, pickles
from unriddle.puzzles.freecell.cards import KING, LIES_ON, RANK, SUIT, Card, card_of
from unriddle.puzzles.freecell.rules import FreeCell, State
from unriddle.puzzles.freecell.table import EMPTY


@pickles
def cards_left(puzzle: FreeCell) -> Heuristic[State]:
    """The number of cards that are not home yet."""
    return Heuristic(_left, admissible=_home_is_counted(puzzle))


@pickles
def deadlock(puzzle: FreeCell) -> Heuristic[State]:
    """Cards left, plus cards that must step aside because cards wait for each other in a circle."""
    home_is_counted = _home_is_counted(puzzle)
    as_one = puzzle.rules.cost != "cards"

    def estimate(state: State) -> int:
        return _deadlock_bound(state, as_one) + (_left(state) if home_is_counted else 0)

    return Heuristic(estimate, admissible=True)


@pickles
def alpha(puzzle: FreeCell) -> Heuristic[State]:
    """Cards left, plus cards above the next card of each suit, doubled when no place is empty."""

    def estimate(state: State) -> int:
        crowded = None not in state.cells and all(state.columns)
        return _covering(state) * (2 if crowded else 1) + _left(state)

    return Heuristic(estimate, admissible=False)


@pickles
def evaluation(puzzle: FreeCell) -> Heuristic[State]:
    """How far from won the table looks, in points: a guide for greedy search, not a count of moves.

    What wins is order in the columns, and room. Points are given for cards that are not home, for
    cards above the next card of each suit, for cards that must step aside, and for neighbours in a
    column that are not in sequence; full cells cost the more the fewer are left, and empty columns
    are a gain.
    """

    def estimate(state: State) -> int:
        breaks = 0
        for column in state.columns:
            for below, card in pairwise(column):
                breaks += below not in LIES_ON[card]
        held = len(state.cells) - state.cells.count(None)
        return (
            12 * _left(state)
            + 11 * breaks
            + 6 * _covering(state)
            + 6 * _above_own_suit(state)
            + 3 * held * held
            - 27 * state.columns.count(EMPTY)
        )

    return Heuristic(estimate, admissible=False)


def _home_is_counted(puzzle: FreeCell) -> bool:
    """Does every card that goes home cost something under these rules?"""
    return puzzle.rules.cost != "player" or puzzle.rules.autoplay == "none"


def _left(state: State) -> int:
    """How many cards are not home."""
    clubs, diamonds, hearts, spades = state.foundations
    return 4 * KING - clubs - diamonds - hearts - spades


def _covering(state: State) -> int:
    """How many cards lie above the next card of each suit, added up over the suits."""
    needed = {card_of(rank + 1, suit) for suit, rank in enumerate(state.foundations) if rank < KING}
    covering = 0
    for column in state.columns:
        for place, card in enumerate(column, start=1):
            if card in needed:
                covering += len(column) - place
    return covering


def _above_own_suit(state: State) -> int:
    """How many cards lie above a lower card of their own suit."""
    count = 0
    for column in state.columns:
        lowest = [KING + 1] * 4
        for card in column:
            suit, rank = SUIT[card], RANK[card]
            if rank > lowest[suit]:
                count += 1
            else:
                lowest[suit] = rank
    return count


class _Waiting(NamedTuple):
    """A card that could go home directly only after others have left."""

    unit: Card
    """What it can step aside with: the lowest card of its sequence, or itself."""
    suit: int
    rank: int
    lowest: tuple[int, ...]
    """For each suit, the lowest rank below it in its column; above the king where there is none."""


def _deadlock_bound(state: State, as_one: bool) -> int:
    """A lower bound on the moves that do not go home.

    Where a sequence moves `as_one`, all its cards together count one. The first moves of two cards
    are the same move only if both lie in one sequence of one column now, so what is counted here
    are different moves.
    """
    forced: set[Card] = set()
    waiting: list[_Waiting] = []
    for column in state.columns:
        lowest = [KING + 1] * 4
        unit = below = ""
        for card in column:
            if not as_one or below not in LIES_ON[card]:
                unit = card
            suit, rank = SUIT[card], RANK[card]
            if rank > lowest[suit]:
                forced.add(unit)
            else:
                waiting.append(_Waiting(unit, suit, rank, tuple(lowest)))
                lowest[suit] = rank
            below = card
    free = [card for card in waiting if card.unit not in forced]
    free.sort(key=lambda card: (card.rank, card.suit))
    return len(forced) + _disjoint_pairs(free)


def _disjoint_pairs(cards: list[_Waiting]) -> int:
    """How many pairs of crosswise waiting cards can be picked, no unit twice.

    Each card in turn takes the first partner that is left, so the order matters: with low cards
    first there are more pairs.
    """
    pairs = 0
    taken: set[Card] = set()
    for place, one in enumerate(cards):
        if one.unit in taken:
            continue
        for other in cards[place + 1 :]:
            if (
                one.rank > other.lowest[one.suit]
                and other.rank > one.lowest[other.suit]
                and other.unit not in taken
            ):
                pairs += 1
                taken.add(one.unit)
                taken.add(other.unit)
                break
    return pairs

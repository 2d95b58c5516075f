"""The deck: a card is a text of two letters, its rank and its suit, such as `AS` or `TD`.

Suits are always listed in the order clubs, diamonds, hearts, spades, and a suit is often meant by
its place in that order (0 to 3). Ranks are numbers from 1 (ace) to 13 (king).
"""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = str

SUITS: Final = "CDHS"
RANKS: Final = "A23456789TJQK"
KING: Final = len(RANKS)
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")

DECK: Final[tuple[Card, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""AC AD AH AS 2C ... KS, the order in which numbered deals start from."""

RANK: Final[dict[Card, int]] = {card: RANKS.index(card[0]) + 1 for card in DECK}
SUIT: Final[dict[Card, int]] = {card: SUITS.index(card[1]) for card in DECK}

SAME_COLOUR: Final = (3, 2, 1, 0)
"""For each suit, the other suit of its colour."""
OTHER_COLOUR: Final = ((1, 2), (0, 3), (0, 3), (1, 2))
"""For each suit, the two suits of the other colour."""

LIES_ON: Final[dict[Card, frozenset[Card]]] = {
    card: frozenset(
        below
        for below in DECK
        if RANK[below] == RANK[card] + 1 and SUIT[below] in OTHER_COLOUR[SUIT[card]]
    )
    for card in DECK
}
"""For each card, the cards it may be laid on: one rank higher and of the other colour."""


def card_of(rank: int, suit: int) -> Card:
    """The card of a rank (1 to 13) and a suit (0 to 3)."""
    return RANKS[rank - 1] + SUITS[suit]


def is_red(card: Card) -> bool:
    """Is it a diamond or a heart?"""
    return card[1] in "DH"


def run_length(column: tuple[Card, ...]) -> int:
    """How many cards at the open end of a column lie in sequence, each on the next as it may."""
    length = min(1, len(column))
    while length < len(column) and column[-length - 1] in LIES_ON[column[-length]]:
        length += 1
    return length

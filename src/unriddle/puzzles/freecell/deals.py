"""Deals by number: the layouts that Microsoft FreeCell and FreeCell Pro show for a number.

A number seeds a small linear congruential generator, the generator draws the cards one by one out
of an ordered deck (the last card fills the hole), and the cards are dealt row by row over the
columns. Microsoft's generator yields 15 bits; FreeCell Pro stretched the numbers beyond 2^31 and,
with another reading of the generator, beyond 2^32.
"""

from __future__ import annotations

from typing import Final

from unriddle.core import BadInput
from unriddle.puzzles.freecell.cards import DECK
from unriddle.puzzles.freecell.rules import MINIMUM_COLUMNS, Position
from unriddle.puzzles.freecell.table import MAXIMUM_COLUMNS

LAST_DEAL: Final = 2**33 - 1


def deal(number: int, columns: int = 8) -> Position:
    """The layout of a numbered deal over so many columns; raises `BadInput` out of range."""
    if not 1 <= number <= LAST_DEAL:
        shown = number if abs(number) < 10**20 else "one of more than 20 digits"
        raise BadInput(f"deals have numbers from 1 to {LAST_DEAL}, not {shown}")
    if not MINIMUM_COLUMNS <= columns <= MAXIMUM_COLUMNS:
        raise BadInput(
            f"a deal has from {MINIMUM_COLUMNS} to {MAXIMUM_COLUMNS} columns, not {columns}"
        )
    deck = list(DECK)
    last = len(deck) - 1
    for random in _randoms(number, len(deck)):
        index = random % (last + 1)
        deck[index], deck[last] = deck[last], deck[index]
        last -= 1
    deck.reverse()  # what was drawn first lies last
    return Position(
        columns=tuple(tuple(deck[first::columns]) for first in range(columns)),
        title=f"FreeCell deal {number}",
    )


def _randoms(number: int, count: int) -> list[int]:
    """The first random numbers that a deal number stands for."""
    if number < 2**31:
        span, least = 2**15, 0
    elif number < 2**32:
        span, least = 2**15, 2**15
    else:
        span, least = 2**16, 1
    state = number % 2**32
    randoms = []
    for _ in range(count):
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        randoms.append((state >> 16) % span + least)
    return randoms

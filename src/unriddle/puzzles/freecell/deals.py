"""Deals by number: the layouts that Microsoft FreeCell and FreeCell Pro show for a number.

A number seeds a small linear congruential generator, the generator draws the cards one by one out
of an ordered deck (the last card fills the hole), and the cards are dealt row by row over the
columns. Microsoft's generator yields 15 bits; FreeCell Pro stretched the numbers beyond 2^31 and,
with another reading of the generator, beyond 2^32.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from unriddle.core import BadInput
from unriddle.puzzles.freecell.cards import DECK, Card
from unriddle.puzzles.freecell.rules import MINIMUM_COLUMNS, Position
from unriddle.puzzles.freecell.table import MAXIMUM_COLUMNS

LAST_DEAL: Final = 2**33 - 1


def deal(
    number: int,
    columns: int = 8,
    *,
    shuffle: Callable[[int], Sequence[Card]] | None = None,
) -> Position:
    """The layout of a numbered deal over a number of columns; raises `BadInput` out of range.

    `shuffle` may stand in for `shuffled`, to the same effect.
    """
    if not 1 <= number <= LAST_DEAL:
        shown = number if abs(number) < 10**20 else "one of more than 20 digits"
        raise BadInput(f"deals have numbers from 1 to {LAST_DEAL}, not {shown}")
    if not MINIMUM_COLUMNS <= columns <= MAXIMUM_COLUMNS:
        raise BadInput(
            f"a deal has from {MINIMUM_COLUMNS} to {MAXIMUM_COLUMNS} columns, not {columns}"
        )
    dealt = (shuffle or shuffled)(number)
    return Position(
        columns=tuple([tuple(dealt[first::columns]) for first in range(columns)]),
        title=f"FreeCell deal {number}",
    )


def shuffled(number: int) -> list[Card]:
    """The deck in the order in which the deal with this number lays it out, row by row."""
    span, least = _reading(number)
    state = number % 2**32
    deck, dealt = list(DECK), []
    for left in range(len(DECK), 0, -1):
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        drawn = ((state >> 16) % span + least) % left
        dealt.append(deck[drawn])
        deck[drawn] = deck[left - 1]
    return dealt


def _reading(number: int) -> tuple[int, int]:
    """How the state of the generator becomes a random number: its span, and the least."""
    if number < 2**31:
        return 2**15, 0
    if number < 2**32:
        return 2**15, 2**15
    return 2**16, 1

"""FreeCell end games in many styles, small enough for exhaustive search.

A game is a position and its rules. Cards that are not on the table are home, so a position is
small where few cards are left; the fewer places are free, the more often it is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from unriddle.puzzles.freecell.cards import KING, LIES_ON, RANK, card_of
from unriddle.puzzles.freecell.rules import Position, Rules

AUTOPLAYS = ("none", "horne", "raymond", "greedy")
COSTS = ("moves", "cards", "player")


class Game(NamedTuple):
    """A position of FreeCell under certain rules."""

    position: Position
    rules: Rules


def random_game(style: str, random: Random) -> Game | None:
    """A game in one of `STYLES`."""
    return STYLES[style](random)


def some_home(random: Random, left: int) -> tuple[int, int, int, int]:
    """Foundations with about so many cards left, even or uneven."""
    home = [KING] * 4
    suits = range(4) if random.random() < 0.6 else [random.randrange(4) for _ in range(2)]
    for _ in range(left):
        suit = random.choice(suits)
        home[suit] = max(0, home[suit] - 1)
    return home[0], home[1], home[2], home[3]


def cards_left(home: tuple[int, int, int, int]) -> list[str]:
    """The cards that are not home, from the lowest."""
    cards = [card_of(rank, suit) for suit in range(4) for rank in range(home[suit] + 1, KING + 1)]
    return sorted(cards, key=lambda card: RANK[card])


def laid_out(
    random: Random,
    cards: list[str],
    home: tuple[int, int, int, int],
    columns: int,
    cells: int,
    used: int,
    held: int,
) -> Game:
    """The cards on the first `used` columns, in turn or anywhere, and `held` of them in cells."""
    in_cells = [cards.pop(random.randrange(len(cards))) for _ in range(min(held, len(cards)))]
    piles: list[list[str]] = [[] for _ in range(columns)]
    in_turn = random.random() < 0.5
    for number, card in enumerate(cards):
        piles[number % used if in_turn else random.randrange(used)].append(card)
    random.shuffle(piles)
    rules = Rules(
        cells=cells,
        columns=max(4, columns),
        autoplay=random.choice(AUTOPLAYS),
        cost=random.choice(COSTS),
    )
    return Game(Position(tuple(map(tuple, piles)), tuple(in_cells), home), rules)


def _strewn(random: Random) -> Game:
    """Cards anywhere on few columns, few cells."""
    home = some_home(random, random.randint(4, 16))
    cards = cards_left(home)
    random.shuffle(cards)
    columns, cells = random.randint(4, 6), random.randint(0, 2)
    return laid_out(random, cards, home, columns, cells, columns, random.randint(0, cells))


def _tight(random: Random) -> Game:
    """Every column is used, and no cell or almost none is free."""
    home = some_home(random, random.randint(8, 22))
    cards = cards_left(home)
    random.shuffle(cards)
    columns, cells = random.randint(4, 5), random.randint(0, 3)
    return laid_out(random, cards, home, columns, cells, columns, cells)


def _cells(random: Random) -> Game:
    """Up to eight cells, most of them full."""
    home = some_home(random, random.randint(8, 16))
    cards = cards_left(home)
    random.shuffle(cards)
    columns, cells = random.randint(4, 6), random.randint(3, 8)
    return laid_out(random, cards, home, columns, cells, columns, cells - random.randint(0, 1))


def _columns(random: Random) -> Game:
    """Up to ten columns with a few cards on each, no cell or one."""
    home = some_home(random, random.randint(6, 12))
    cards = cards_left(home)
    random.shuffle(cards)
    columns, cells = random.randint(6, 10), random.randint(0, 1)
    return laid_out(random, cards, home, columns, cells, columns, random.randint(0, cells))


def _high(random: Random) -> Game:
    """One or two high columns with low cards at the bottom, the other columns empty."""
    home = some_home(random, random.randint(5, 11))
    cards = cards_left(home)
    for _ in range(random.randint(0, 6)):
        i, j = random.randrange(len(cards)), random.randrange(len(cards))
        cards[i], cards[j] = cards[j], cards[i]
    cells = random.randint(0, 2)
    return laid_out(random, cards, home, random.randint(4, 6), cells, random.randint(1, 3), 0)


def _sequences(random: Random) -> Game:
    """Columns that are partly in sequence, so that several cards move at once."""
    home = some_home(random, random.randint(8, 18))
    cards = cards_left(home)
    random.shuffle(cards)
    columns, cells = random.randint(4, 6), random.randint(0, 2)
    piles: list[list[str]] = [[] for _ in range(columns)]
    for card in sorted(cards, key=lambda card: -RANK[card]) if random.random() < 0.7 else cards:
        fitting = [pile for pile in piles if pile and pile[-1] in LIES_ON[card]]
        pile = random.choice(fitting if fitting and random.random() < 0.7 else piles)
        pile.append(card)
    if random.random() < 0.6:  # low cards under high ones
        piles = [pile[-2:] + pile[:-2] for pile in piles]
    rules = Rules(
        cells=cells,
        autoplay=random.choice(AUTOPLAYS),
        cost=random.choice(COSTS),
    )
    return Game(Position(tuple(map(tuple, piles)), (), home), rules)


def _cards_cost(random: Random) -> Game:
    """Sequences, counted by single cards."""
    game = _sequences(random)
    rules = Rules(cells=game.rules.cells, autoplay=game.rules.autoplay, cost="cards")
    return Game(game.position, rules)


STYLES: dict[str, Callable[[Random], Game]] = {
    "strewn": _strewn,
    "tight": _tight,
    "cells": _cells,
    "columns": _columns,
    "high": _high,
    "sequences": _sequences,
    "single cards": _cards_cost,
}
"""By name: what makes a game."""

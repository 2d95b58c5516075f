"""FreeCell for the native engine: positions, states and moves as plain numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from unriddle.engines.native_puzzle import Budget, NativePuzzle, prepare_best
from unriddle.judge.certificate import CARDS
from unriddle.puzzles.freecell.cards import DECK, KING, SUIT, Card
from unriddle.puzzles.freecell.rules import FreeCell, Move, State
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES, HOME

if TYPE_CHECKING:
    from unriddle.native._core import FreeCellGame

_PLACES: Final = COLUMN_NAMES + CELL_NAMES + HOME
_NUMBER: Final[dict[Card | None, int]] = {
    None: -1,
    **{card: number for number, card in enumerate(DECK)},
}


_ENDLESS: Final = 10**12


def plain_start(puzzle: FreeCell, start: State | None = None) -> dict[str, Any]:
    """A position of `puzzle` in numbers, the initial one or another."""
    columns, cells, _ = start or puzzle.initial
    return {
        "columns": [[_NUMBER[card] for card in column] for column in columns],
        "cells": [_NUMBER[card] for card in cells],
    }


def plain_game(puzzle: FreeCell, start: State | None = None) -> dict[str, Any]:
    """The same with its rules."""
    rules = puzzle.rules
    return {**plain_start(puzzle, start), "autoplay": rules.autoplay, "cost": rules.cost}


def game_of(puzzle: FreeCell, start: State | None = None) -> FreeCellGame:
    """The same as the engine wants it."""
    from unriddle.native import _core

    return _core.FreeCellGame(**plain_game(puzzle, start))


def shuffled(number: int) -> list[Card]:
    """The deck as `deals.shuffled` has it, but quickly."""
    from unriddle.native import _core

    return [DECK[card] for card in _core.freecell_shuffled(number)]


@cache
def move_of(code: int) -> Move:
    """An action code of the engine as a move."""
    return Move(_PLACES[code % 32], _PLACES[code // 32 % 32], code // 1024)


@cache
def code_of(move: Move) -> int:
    """The other way round; raises `ValueError` for what no code can say."""
    source, target, cards = move
    if not 0 <= cards < 2**20:
        raise ValueError(f"no code for {cards} cards")
    return _PLACES.index(source) + 32 * _PLACES.index(target) + 1024 * cards


def state_of(puzzle: FreeCell, numbers: Sequence[int]) -> State:
    """A state that the engine describes as the Python rules know it."""
    rest = iter(numbers)
    columns = tuple(
        tuple(DECK[next(rest)] for _ in range(next(rest))) for _ in puzzle.initial.columns
    )
    cells = tuple(DECK[number] if number >= 0 else None for number in rest)
    home = [KING] * 4
    for card in (*cells, *(card for column in columns for card in column)):
        if card is not None:
            home[SUIT[card]] -= 1
    return State(columns, cells, (home[0], home[1], home[2], home[3]))


def _nothing(puzzle: FreeCell, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    return {}


def _short(puzzle: FreeCell, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """Its effort is said in thousands of positions."""
    return {"positions": 1000 * min(settings["effort"], _ENDLESS)}


NATIVE = NativePuzzle(
    "freecell",
    game_of,
    move_of,
    state_of,
    plain_start,
    plain_game,
    code_of,
    games="FreeCellGames",
    add_game=lambda games, puzzle, squares, columns: games.add(game_of(puzzle)),
    form=CARDS,
    budget=Budget(250_000, 2_000_000),
    solvers={
        "best": prepare_best,
        "fast": _nothing,
        "proof": _nothing,
        "short": _short,
        "optimal": _nothing,
    },
)

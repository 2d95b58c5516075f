"""FreeCell for the native engine: positions, states and moves as plain numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from unriddle.puzzles.freecell.cards import DECK, KING, SUIT, Card
from unriddle.puzzles.freecell.rules import FreeCell, Move, State
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES, HOME

if TYPE_CHECKING:
    from unriddle.native._core import Engine, Run

_PLACES: Final = COLUMN_NAMES + CELL_NAMES + HOME
_NUMBER: Final[dict[Card | None, int]] = {
    None: -1,
    **{card: number for number, card in enumerate(DECK)},
}


SHORT_EFFORT: Final = 64
"""Thousands of positions that `short` looks at unless told otherwise: about 20 milliseconds."""
_ENDLESS: Final = 10**12


def plain_position(puzzle: FreeCell, start: State | None = None) -> dict[str, Any]:
    """A position and its rules as the engine wants them: see `_core.freecell`."""
    columns, cells, _ = start or puzzle.initial
    return {
        "columns": [[_NUMBER[card] for card in column] for column in columns],
        "cells": [_NUMBER[card] for card in cells],
        "autoplay": puzzle.rules.autoplay,
        "cost": puzzle.rules.cost,
    }


def shuffled(number: int) -> list[Card]:
    """The deck as `deals.shuffled` has it, but quickly."""
    from unriddle.native import _core

    return [DECK[card] for card in _core.freecell_shuffled(number)]


def engine_of(puzzle: FreeCell, start: State | None = None) -> Engine:
    """The engine of `puzzle`, from its initial state or from another one."""
    from unriddle.native import _core

    return _core.freecell(**plain_position(puzzle, start))


def fast(puzzle: FreeCell, **limits: Any) -> Run:
    """A run of the quickest solver."""
    from unriddle.native import _core

    return _core.freecell_fast(**plain_position(puzzle), **limits)


def proof(puzzle: FreeCell, **limits: Any) -> Run:
    """A run that looks at every state that matters."""
    from unriddle.native import _core

    return _core.freecell_proof(**plain_position(puzzle), **limits)


def short(puzzle: FreeCell, effort: int | None = None, **limits: Any) -> Run:
    """A run that finds short plans; `effort` is in thousands of positions.

    Unless told otherwise it goes on until a limit of time or nodes ends it, if there is one.
    """
    from unriddle.native import _core

    if effort is None:
        endless = limits["seconds"] is not None or limits["nodes"] is not None
        effort = _ENDLESS if endless else SHORT_EFFORT
    return _core.freecell_short(**plain_position(puzzle), positions=1000 * effort, **limits)


def optimal(puzzle: FreeCell, **limits: Any) -> Run:
    """A run that finds a cheapest solution and proves that it is one."""
    from unriddle.native import _core

    return _core.freecell_optimal(**plain_position(puzzle), **limits)


NATIVE_SOLVERS: Final[Mapping[str, Callable[..., Run]]] = {
    "fast": fast,
    "proof": proof,
    "short": short,
    "optimal": optimal,
}
"""By the name in the catalogue: the maker of a run, from the puzzle, the limits and settings."""


def move_of(puzzle: FreeCell, code: int) -> Move:
    """An action code of the engine as a move."""
    return Move(_PLACES[code % 32], _PLACES[code // 32 % 32], code // 1024)


def state_of(puzzle: FreeCell, engine: Engine, packed: bytes) -> State:
    """A packed state of the engine as the Python rules know it."""
    numbers = iter(engine.describe(packed))
    columns = tuple(
        tuple(DECK[next(numbers)] for _ in range(next(numbers))) for _ in puzzle.initial.columns
    )
    cells = tuple(DECK[number] if number >= 0 else None for number in numbers)
    home = [KING] * 4
    for card in (*cells, *(card for column in columns for card in column)):
        if card is not None:
            home[SUIT[card]] -= 1
    return State(columns, cells, (home[0], home[1], home[2], home[3]))

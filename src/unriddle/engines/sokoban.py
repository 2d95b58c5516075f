"""Sokoban for the native engine: puzzles, moves and states to and from plain numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from unriddle.puzzles.sokoban.rules import Direction, Move, Sokoban, State

if TYPE_CHECKING:
    from unriddle.native._core import Engine, Run

_MOVES = tuple(Move(direction, push) for push in (False, True) for direction in Direction)
"""By action code."""

EXPERTS: Final[Mapping[str, Callable[..., Run]]] = {}
"""By the name in the catalogue: the maker of a run, from the puzzle, the limits and settings."""


def engine_of(puzzle: Sokoban, start: State | None = None) -> Engine:
    """The engine of `puzzle`, from its initial state or from another one."""
    from unriddle.native import _core

    player, boxes = start or puzzle.initial
    return _core.sokoban(
        width=puzzle.level.width,
        floor=sorted(puzzle.floor),
        goals=sorted(puzzle.goals),
        boxes=sorted(boxes),
        player=player,
        walk_cost=0 if puzzle.rules.cost == "pushes" else 1,
        push_cost=0 if puzzle.rules.cost == "walks" else 1,
    )


def move_of(puzzle: Sokoban, code: int) -> Move:
    """The move with an action code."""
    return _MOVES[code]


def state_of(puzzle: Sokoban, engine: Engine, packed: bytes) -> State:
    """A packed state as the Python rules know it."""
    player, *boxes = engine.describe(packed)
    return State(player, frozenset(boxes))

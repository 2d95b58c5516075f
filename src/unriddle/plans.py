"""Puzzles and plans in whatever form a program has them: named, written, or as a result."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from unriddle.catalog import Notation, entry_of
from unriddle.catalog.own import OwnNotation
from unriddle.core import A, BadInput, Plan, Puzzle, Replay, Result, S
from unriddle.core import replay as replay_moves
from unriddle.loading import load
from unriddle.wording import verdict

Named = str | os.PathLike[str]
"""An id, or a file with one level."""
Level = Puzzle[S, A] | Named
Moves = Iterable[A] | str | Result[A]
"""A plan: moves, their text, or a result that has one."""


def puzzle_from(given: Level[S, A]) -> Puzzle[S, A]:
    """The puzzle itself, or the one that an id or a file names; raises `BadInput`."""
    puzzle: Any = load(given) if isinstance(given, str | os.PathLike) else given
    if not isinstance(puzzle, Puzzle):
        hint = "name a level, such as 'sokoban/uit/5', or subclass unriddle.Puzzle"
        raise BadInput(f"{str(puzzle)[:60]!r} is not a puzzle", hint=hint)
    if not hasattr(puzzle, "initial"):
        raise BadInput(f"{type(puzzle).__name__} has no initial state", hint="set `initial`")
    return puzzle


def parse_plan(puzzle: Level[S, A], text: str) -> tuple[A, ...]:
    """The moves in a text, in the notation of `puzzle`; raises `BadInput` with the place."""
    game = puzzle_from(puzzle)
    if not isinstance(text, str):
        raise BadInput(f"{str(text)[:60]!r} is not text", hint="pass moves as people write them")
    return Plan(_notation(game).parse_plan(text, "plan"))


def format_plan(puzzle: Level[S, A], plan: Moves[A]) -> str:
    """Moves as people write them."""
    game = puzzle_from(puzzle)
    return _notation(game).format_plan(moves_of(game, plan))


def _notation(puzzle: Puzzle[Any, Any]) -> Notation:
    """How moves of `puzzle` are written; one that nobody has registered is its own sample."""
    entry = entry_of(puzzle)
    return entry.notation if entry else OwnNotation(type(puzzle), lambda: (puzzle,))


def moves_of(puzzle: Puzzle[S, A], plan: Moves[A]) -> tuple[A, ...]:
    """The moves of a plan: themselves, a text in the notation of `puzzle`, or a result.

    Raises `BadInput` for anything else, and for a result without a plan.
    """
    if isinstance(plan, str):
        return parse_plan(puzzle, plan)
    if isinstance(plan, Result):
        if plan.plan is None:
            raise BadInput(f"this result has no plan: {verdict(puzzle, plan)}")
        return plan.plan
    if not isinstance(plan, Iterable):
        raise BadInput(
            f"{str(plan)[:60]!r} is not a plan", hint="pass moves, their text, or a result"
        )
    return tuple(plan)


def replay(puzzle: Level[S, A], plan: Moves[A]) -> Replay[S]:
    """Play a plan (moves, their text, a result) by the rules of `puzzle`: the judge of a solution.

    Raises `IllegalMove`, with the step counted from 1, at the first move that is not legal.
    """
    game = puzzle_from(puzzle)
    return replay_moves(game, moves_of(game, plan))


def trajectory(puzzle: Level[S, A], plan: Moves[A]) -> tuple[S, ...]:
    """The states along a plan, the first and the last included; raises `IllegalMove`."""
    return replay(puzzle, plan).states

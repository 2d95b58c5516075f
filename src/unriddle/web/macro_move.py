"""Several moves at once: a search over the rules finds what a gesture of the player asks for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, IllegalMove, Limits, Puzzle, Step
from unriddle.solving import solve
from unriddle.web.scenes import Json, scene_of
from unriddle.web.scenes.scene import MacroMove

LIMITS = Limits(seconds=0.5, nodes=100_000)
"""A player waits for it."""
MEMORY = 64 << 20
"""Bytes for the states of the search."""


class MacroPuzzle(Puzzle[Any, Any]):
    """The part of a puzzle that a macro move may use; solved when the macro move is done."""

    def __init__(self, puzzle: AnyPuzzle, state: Any, macro: MacroMove) -> None:
        self.initial = state
        self._puzzle = puzzle
        self._macro = macro

    def actions(self, state: Any) -> Sequence[Any]:
        """The moves that stay within the macro move."""
        return [action for action, _, _ in self.successors(state)]

    def apply(self, state: Any, action: Any) -> Any:
        """As in the puzzle."""
        return self._puzzle.apply(state, action)

    def is_goal(self, state: Any) -> bool:
        """Is the macro move done?"""
        return self._macro.done(state)

    def successors(self, state: Any) -> Sequence[Step[Any, Any]]:
        """Those of the puzzle, each counting as one move."""
        allowed = self._macro.allowed
        steps = self._puzzle.successors(state)
        return [(action, after, 1) for action, after, _ in steps if allowed(after)]


def find(puzzle: AnyPuzzle, state: Any, message: Json) -> tuple[Any, ...]:
    """Moves that do what a page asked for; raises `BadInput` or `IllegalMove`."""
    macro_moves = scene_of(puzzle).macro_moves
    kind = message.get("kind")
    if not isinstance(kind, str) or kind not in macro_moves:
        raise BadInput(f"this puzzle has no macro move '{str(kind)[:20]}'")
    macro = macro_moves[kind](puzzle, state, message)
    # A state may hold thousands of boxes, and a search many such states.
    nodes = max(1000, MEMORY // max(map(sys.getsizeof, state)))
    limits = Limits(LIMITS.seconds, min(nodes, LIMITS.nodes or nodes))
    result = solve(MacroPuzzle(puzzle, state, macro), macro.search, limits=limits)
    if result.plan is None:
        raise IllegalMove(kind, macro.refusal)
    return result.plan

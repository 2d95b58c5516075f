"""Several moves at once: a search over the rules finds what a gesture of the player asks for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, IllegalMove, Limits, Puzzle, Step
from unriddle.solving import solve
from unriddle.web.scenes import Json, scene_of
from unriddle.web.scenes.scene import Errand

PATIENCE = Limits(seconds=0.5, nodes=100_000)
"""A player waits for it."""
MEMORY = 64 << 20
"""Bytes for the states of the search."""


class Detour(Puzzle[Any, Any]):
    """The part of a puzzle that an errand may use; solved when the errand is done."""

    def __init__(self, puzzle: AnyPuzzle, state: Any, errand: Errand) -> None:
        self.initial = state
        self._puzzle = puzzle
        self._errand = errand

    def actions(self, state: Any) -> Sequence[Any]:
        """The moves that stay within the errand."""
        return [action for action, _, _ in self.successors(state)]

    def apply(self, state: Any, action: Any) -> Any:
        """As in the puzzle."""
        return self._puzzle.apply(state, action)

    def is_goal(self, state: Any) -> bool:
        """Is the errand done?"""
        return self._errand.done(state)

    def successors(self, state: Any) -> Sequence[Step[Any, Any]]:
        """Those of the puzzle, each counting as one move."""
        allowed = self._errand.allowed
        steps = self._puzzle.successors(state)
        return [(action, after, 1) for action, after, _ in steps if allowed(after)]


def find(puzzle: AnyPuzzle, state: Any, wish: Json) -> tuple[Any, ...]:
    """The fewest moves that do what a page asked for; raises `BadInput` or `IllegalMove`."""
    errands = scene_of(puzzle).errands
    kind = wish.get("kind")
    if not isinstance(kind, str) or kind not in errands:
        raise BadInput(f"this puzzle has no errand '{str(kind)[:20]}'")
    errand = errands[kind](puzzle, state, wish)
    # A state may hold thousands of boxes, and a search many such states.
    nodes = max(1000, MEMORY // max(map(sys.getsizeof, state)))
    limits = Limits(PATIENCE.seconds, min(nodes, PATIENCE.nodes or nodes))
    result = solve(Detour(puzzle, state, errand), "bfs", limits=limits)
    if result.plan is None:
        raise IllegalMove(kind, errand.refusal)
    return result.plan

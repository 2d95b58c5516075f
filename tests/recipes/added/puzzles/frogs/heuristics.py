"""Estimates for frogs and toads."""

from __future__ import annotations

from unriddle.core import Heuristic
from unriddle.puzzles.frogs.rules import FREE, Frogs, State


def displaced(puzzle: Frogs) -> Heuristic[State]:
    """How many are not yet where they want to be."""
    goal = puzzle.goal.stones

    def estimate(state: State) -> float:
        return sum(
            who not in (FREE, wanted) for who, wanted in zip(state.stones, goal, strict=True)
        )

    return Heuristic(estimate, admissible=True)

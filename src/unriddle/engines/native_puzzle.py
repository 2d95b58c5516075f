"""What connects a kind of puzzle to the native engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from unriddle.core import Limits

if TYPE_CHECKING:
    from unriddle.native._core import Engine, Problem

Preparation = Callable[[Any, Mapping[str, Any], Limits], Mapping[str, Any]]
"""From a puzzle, the settings that a user chose and the limits to the settings of the engine."""


@dataclass(frozen=True)
class NativePuzzle:
    """How puzzles of one kind, their moves and states are told in numbers, and what there is."""

    name: str
    """That the engine lists its searches, heuristics and solvers under."""
    problem_of: Callable[..., Problem]
    """A puzzle, from its initial state or from another one; raises `ValueError`, `BadInput`."""
    plain_game: Callable[[Any], Mapping[str, Any]]
    """The start and the rules of a puzzle, for its compiled judge of plans."""
    plain_plan: Callable[[Any, Sequence[Any]], Mapping[str, Any]]
    """A plan, for the same; raises `ValueError` for moves that have no number."""
    move_of: Callable[[int], Any]
    """The move with an action code."""
    state_of: Callable[[Any, Engine, bytes], Any]
    """A packed state of a puzzle as the Python rules know it."""
    solvers: Mapping[str, Preparation] = field(default_factory=dict)
    """By name: the solvers that only the engine has."""

    def engine_of(self, puzzle: Any, start: Any = None) -> Engine:
        """What carries out searches on `puzzle`, from its initial state or from another one."""
        return self.problem_of(puzzle, start).engine()

    def why_not(self, search: str, heuristic: str | None) -> str:
        """What the engine, which must be there, lacks for a search, in words; empty for nothing."""
        from unriddle.native import _core

        if search not in _core.SEARCHES[self.name]:
            return f"it has no search named {search}"
        if heuristic is not None and heuristic not in _core.HEURISTICS[self.name]:
            return f"it has no heuristic named {heuristic}"
        return ""

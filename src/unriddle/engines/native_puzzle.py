"""What connects a kind of puzzle to the native engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from unriddle import native

if TYPE_CHECKING:
    from unriddle.native._core import Engine, Problem

Preparation = Callable[[Any, Mapping[str, Any]], Mapping[str, Any]]
"""From a puzzle and the settings that users know to the settings of the engine."""


def prepare_best(puzzle: Any, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """How long `best` improves its plan."""
    return {"seconds": float(min(settings["improve"], _ENDLESS))}


_ENDLESS = 1e9
"""Seconds, for the engine."""


class Budget(NamedTuple):
    """What a certificate and its judgement may take unless the caller says otherwise.

    Not measured in seconds, so that the same level gets the same answer on every machine.
    """

    states: int
    """That a prover may look at."""
    work: int
    """That a judge may do, see `check`."""

    def part(self, of_states: float, of_work: float) -> Budget:
        """A part of it, at least one of each."""
        return Budget(1 + int(self.states * of_states), 1 + int(self.work * of_work))


@dataclass(frozen=True)
class NativePuzzle:
    """How puzzles of one kind, their moves and states are written in numbers, and what there is."""

    name: str
    """That the engine lists its searches, heuristics and solvers under."""
    problem_of: Callable[..., Problem]
    """A puzzle, from its initial state or from another one; raises `ValueError`, `BadInput`."""
    move_of: Callable[[int], Any]
    """The move with an action code."""
    state_of: Callable[[Any, Sequence[int]], Any]
    """A state of a puzzle that the engine describes in numbers, as the Python rules know it."""
    plain_start: Callable[[Any], dict[str, Any]]
    """The start of a puzzle in numbers, for the judge."""
    plain_game: Callable[[Any], dict[str, Any]]
    """The same with its rules, for the judge of plans."""
    code_of: Callable[[Any], int]
    """The action code of a move; raises `LookupError` or `ValueError` where there is none."""
    games: str
    """The class of the engine that holds many levels of it, for vector environments."""
    add_game: Callable[[Any, Any, bytes, int], None]
    """Adds a puzzle to one of these; its first observation, and the columns of that."""
    form: str
    """Of the certificates that the engine makes and judges."""
    budget: Budget
    """With which that takes about a second."""
    budget_of: Callable[[Any, Budget], Budget] = lambda puzzle, usual: usual
    """What an instance gets of a usual budget, in which a state may take longer than elsewhere."""
    is_within_limits: Callable[[Any], bool] = lambda puzzle: True
    """Is a puzzle small enough for the engine?"""
    solvers: Mapping[str, Preparation] = field(default_factory=dict)
    """By name: the solvers that only the engine has."""

    def engine_of(self, puzzle: Any, start: Any = None) -> Engine:
        """What carries out searches on `puzzle`, from its initial state or from another one."""
        return self.problem_of(puzzle, start).engine()

    def certifies(self, puzzle: Any, form: str) -> bool:
        """Can the engine make and judge certificates of this form for `puzzle`?"""
        return native.available and form == self.form and self.is_within_limits(puzzle)

    def why_not(self, search: str, heuristic: str | None) -> str:
        """What the engine, which must be there, lacks for a search, in words; empty for nothing."""
        from unriddle.native import _core

        if search not in _core.SEARCHES[self.name]:
            return f"the native engine has no search named {search}"
        if heuristic is not None and heuristic not in _core.HEURISTICS[self.name]:
            return f"the native engine has no heuristic named {heuristic}"
        return ""

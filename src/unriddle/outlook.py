"""Can it still be won, why not, and what does it cost at least?

    >>> import unriddle
    >>> unriddle.is_winnable(unriddle.load("freecell/617")).solvable
    True
    >>> unriddle.is_winnable(unriddle.load("freecell/11982")).solvable
    False

For FreeCell a yes typically takes a fraction of a millisecond. The plan behind it is replayed by
the rules when you ask for it, which takes longer than finding it. Before a no, a proof is made and
judged, if that takes no more than about a second: `checked` says whether the judge accepted it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic

from unriddle.core import A, Limits, Proof, Puzzle, Result, Run, S, Stats, Status
from unriddle.plans import Level, puzzle_from
from unriddle.solving import start, start_default
from unriddle.wording import counted

WINNABLE: Final = Limits(nodes=500_000, mebibytes=256)
"""For `is_winnable` unless told otherwise: enough to prove that a deal of FreeCell is lost."""
OPTIMUM: Final = Limits(seconds=5.0, mebibytes=1024)
"""For `least_cost` unless told otherwise."""

Started = Callable[[Run[Any]], None]
"""Is handed the search behind an answer as it begins, so that a screen can stop it."""


def unwatched(run: Run[Any]) -> None:
    """For a caller that never stops it."""


@dataclass(frozen=True)
class Outlook(Generic[A]):
    """Can a game be won, what proves it, and what is known about the cost."""

    solvable: bool | None
    """None if it is not known. A yes has a plan, which the rules have replayed or will."""
    cost: int | None = None
    """If yes: what the cheapest solution costs that was found; None if that was not worked out."""
    lower: int = 0
    """No solution costs less."""
    unit: str = "move"
    """What the cost counts."""
    reason: str = ""
    """If no: what is wrong, where a quick look can tell."""
    checked: bool = False
    """If no: has a judge accepted a proof, or do the rules themselves say so?"""
    proof: Proof | None = None
    """If no: the proof in figures."""
    stats: Stats = field(default_factory=Stats)
    """How much the search looked at."""
    run: Run[A] | None = field(default=None, repr=False, compare=False)
    """The search behind it, if any."""

    @property
    def proved(self) -> bool:
        """Is `cost` the optimum?"""
        return self.cost is not None and self.cost == self.lower

    @cached_property
    def plan(self) -> tuple[A, ...] | None:
        """If yes: a solution, replayed by the rules."""
        return self.run.result().plan if self.run and self.solvable else None

    def __getstate__(self) -> dict[str, Any]:
        """For another process: with its plan instead of the search behind it."""
        return {**self.__dict__, "plan": self.plan, "run": None}

    def __bool__(self) -> bool:
        """Is it certain that it can be won?"""
        return self.solvable is True

    def __str__(self) -> str:
        if self.solvable:
            if self.cost is None:
                return "still solvable"
            are = "is" if self.cost == 1 else "are"
            return f"still solvable: {counted(self.cost, self.unit)} {are} enough"
        if self.solvable is None:
            return "not known: neither a solution nor a proof was found in time"
        if self.reason:
            return f"lost: {self.reason}" + ("" if self.checked else " (not checked)")
        if self.checked and self.proof:
            return f"lost, proof checked: {counted(self.proof.states, 'state')}"
        return "lost, not checked: the solver found no way"


def is_winnable(puzzle: Level[S, A], *, limits: Limits = WINNABLE) -> Outlook[A]:
    """Can this puzzle be won?

    Ask about another state of a puzzle by `is_winnable(unriddle.starting_from(puzzle, state))`. In
    an `if`, the answer is true only if it is certain that the game can be won.
    """
    puzzle = puzzle_from(puzzle)
    run = start_default(puzzle, limits, improve=0)
    status, stats = run.ending()
    if status is Status.UNSOLVABLE:
        return outlook_of(puzzle, run.result(), run=run)
    known = True if status is Status.SOLVED else None
    return Outlook(known, unit=puzzle.cost_unit, stats=stats, run=run)


def least_cost(
    puzzle: Level[S, A], limits: Limits = OPTIMUM, *, started: Started = unwatched
) -> Outlook[A]:
    """What the cheapest solution of `puzzle` costs, found within the limits."""
    puzzle = puzzle_from(puzzle)
    run = start(puzzle, limits=limits)
    started(run)
    return outlook_of(puzzle, run.result(), run=run)


def outlook_of(
    puzzle: Puzzle[S, A], result: Result[A], *, reason: str = "", run: Run[A] | None = None
) -> Outlook[A]:
    """What a result says about `puzzle`; `reason` is why the game is lost, where that is known."""
    solvable = {Status.SOLVED: True, Status.UNSOLVABLE: False}.get(result.status)
    lower = result.cost if result.optimal else result.stats.lower
    return Outlook(
        False if solvable is None and reason else solvable,
        result.cost,
        lower or 0,
        puzzle.cost_unit,
        "" if solvable else reason,
        solvable is False and result.checked,
        result.proof,
        result.stats,
        run,
    )

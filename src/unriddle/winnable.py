"""Can it still be won? A light for every move of a player: yes, no, or not known.

    >>> import unriddle
    >>> light = unriddle.is_winnable(unriddle.load("freecell/617"))
    >>> light.answer, unriddle.is_winnable(unriddle.load("freecell/11982")).answer
    (True, False)

For FreeCell a yes typically takes a fraction of a millisecond. The plan behind it is replayed by
the rules when you ask for it, which takes longer than finding it. Before a no, a proof is made and
judged, if that takes no more than about a second: `checked` says whether the judge accepted it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, Generic

from unriddle.core import A, Limits, Proof, Puzzle, Run, Stats, Status
from unriddle.puzzles.freecell.rules import FreeCell, Position
from unriddle.solving import start

LIGHT: Final = Limits(nodes=500_000, mebibytes=256)
"""What an answer may use unless told otherwise: enough to prove that a deal of FreeCell is lost."""


class Light(Generic[A]):
    """An answer with its evidence."""

    answer: bool | None
    """None if it is not known within the limits."""
    checked: bool
    """Of a no: has a judge accepted a proof of it? A yes is checked when its plan is asked for."""
    proof: Proof | None
    """Of a no: the proof in figures."""
    stats: Stats
    """How much the search looked at."""

    def __init__(self, run: Run[A]) -> None:
        self._run = run
        status, self.stats = run.ending()
        self.answer = {Status.SOLVED: True, Status.UNSOLVABLE: False}.get(status)
        lost = run.result() if self.answer is False else None
        self.checked = lost is not None and lost.checked
        self.proof = lost.proof if lost else None

    @cached_property
    def plan(self) -> tuple[A, ...] | None:
        """Of a yes: a solution, replayed by the rules."""
        return self._run.result().plan if self.answer else None

    def __repr__(self) -> str:
        return f"<Light {self.answer}, {self.stats.expanded} states>"

    def __bool__(self) -> bool:
        """Is it certain that it can be won?"""
        return self.answer is True


def is_winnable(game: Puzzle[Any, Any] | Position, *, limits: Limits = LIGHT) -> Light[Any]:
    """Can this puzzle, or this position of FreeCell, be won?

    Ask about another state of a puzzle by `is_winnable(play.starting_from(puzzle, state))`. The
    answer has `answer` (True, False or None: not known), `plan`, `checked` and `proof`, and counts
    as true only if it is certain that the game can be won.
    """
    puzzle: Puzzle[Any, Any] = FreeCell(game) if isinstance(game, Position) else game
    return Light(start(puzzle, limits=limits))

"""What an author wants to know of a level: its optimum, and what in it is of no use."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, TypeVar

from unriddle.bloxorz_analysis import start_analysis
from unriddle.core import Limits, Puzzle, Steps
from unriddle.editing.sheet import Cell
from unriddle.generating.rooms import needed
from unriddle.outlook import Outlook, Started, least_cost, outlook_of, unwatched
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.sokoban.deadlocks import dead_squares_in_steps
from unriddle.puzzles.sokoban.rules import Sokoban

T = TypeVar("T")

QUICK = Limits(seconds=1.0, mebibytes=128.0)
"""For one look at a level that changes all the time."""


@dataclass(frozen=True)
class Advice:
    """Squares by row and column of the level, in reading order."""

    outlook: Outlook[Any]
    """Can it be solved, and at what cost?"""
    useless: tuple[Cell, ...] = ()
    """Bloxorz: tiles that no solution touches. Sokoban: squares that neither the optimal plan
    touches nor a lone box that can still be brought home, nor who pushes it
    (`generating.rooms.needed`)."""
    unused: tuple[str, ...] = ()
    """Bloxorz: switches and bridges that no solution touches."""
    dead: tuple[Cell, ...] = ()
    """Sokoban: where a box is lost, if that is found within the limits."""


@singledispatch
def advise(
    puzzle: Puzzle[Any, Any], limits: Limits = QUICK, *, started: Started = unwatched
) -> Advice:
    """What can be found out about a level within the limits."""
    return Advice(least_cost(puzzle, limits, started=started))


@advise.register
def _(puzzle: Sokoban, limits: Limits = QUICK, *, started: Started = unwatched) -> Advice:
    outlook = least_cost(puzzle, limits, started=started)
    level = puzzle.level

    def places(squares: frozenset[int]) -> tuple[Cell, ...]:
        return tuple(divmod(square, level.width) for square in sorted(squares))

    plan = outlook.plan if outlook.proved else None
    useless = frozenset[int]() if plan is None else level.reach - needed(level, plan)
    dead = _within(dead_squares_in_steps(puzzle), limits.seconds)
    return Advice(outlook, places(useless), dead=places(dead or frozenset()))


@advise.register
def _(puzzle: Bloxorz, limits: Limits = QUICK, *, started: Started = unwatched) -> Advice:
    run = start_analysis(puzzle, limits)
    started(run)
    analysis = run.analysis()
    outlook = outlook_of(puzzle, analysis.result, run=run)
    unneeded = analysis.unneeded if analysis.complete else None
    if unneeded is None:
        return Advice(outlook)
    return Advice(outlook, unneeded.tiles, unneeded.switches + unneeded.bridges)


def _within(steps: Steps[T], seconds: float | None) -> T | None:
    """What the steps come to, None if that takes too long."""
    until = math.inf if seconds is None else time.monotonic() + seconds
    while time.monotonic() <= until:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
    return None

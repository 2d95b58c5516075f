"""Deals of FreeCell that can be won, by their difficulty: numbers are drawn, and `fast` decides.

The least moves of a deal take minutes to prove, so the plan of a deal is one that wins, no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from unriddle import engines
from unriddle.core import BadInput, Limits, Status
from unriddle.generating.wish import Candidate, Wish
from unriddle.loading import shipped
from unriddle.puzzles.freecell.rules import Rules
from unriddle.rating.difficulty import MEASURES, range_of
from unriddle.search.rng import SplitMix64
from unriddle.solving import start

LAST = 1_000_000
"""Deals are drawn from 1 to this number: those of Microsoft FreeCell."""
_PATIENCE = 50_000
"""Expansions after which a deal is passed over."""


def candidates(wish: Wish, rng: SplitMix64) -> Iterator[Candidate | None]:
    """Deals that `fast` wins, without end; None for one that it does not, or not within a limit."""
    if engines.why_not:
        raise BadInput(
            f"deals are measured by the native engine: {engines.why_not}",
            hint="name a deal by its number, such as freecell/1",
        )
    limits = Limits(nodes=min(_PATIENCE, range_of("freecell", wish.difficulty)[-1]))

    def endless() -> Iterator[Candidate | None]:
        while True:
            puzzle: Any = shipped(f"freecell/{1 + rng.below(LAST)}", Rules())
            run = start(puzzle, MEASURES["freecell"], limits=limits)
            status, stats = run.ending()
            won = status is Status.SOLVED
            yield Candidate(puzzle, run.result(), stats.expanded) if won else None

    return endless()


def winnable_deal(difficulty: str | None = None, *, seed: int = 0) -> int:
    """The number of a deal that can be won, of this difficulty; the same for a seed."""
    wanted = range_of("freecell", difficulty)
    for found in candidates(Wish(difficulty=difficulty), SplitMix64(seed)):
        if found is not None and found.expanded in wanted:
            return int(found.puzzle.name.rpartition("/")[2])
    raise AssertionError("there are deals of every difficulty")


def deal_of_the_day(day: date, difficulty: str | None = None) -> int:
    """The number of the deal of a day, which can be won: the same for all on this day."""
    return winnable_deal(difficulty, seed=SplitMix64(day.toordinal()).next())

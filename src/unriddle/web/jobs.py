"""What is worked out for a page and may take long: jobs, to be carried out anywhere.

Each takes all it needs and the `Observer` that it reports to. A session that was thought about is a
copy where the job is done elsewhere; so a job gives back the plans that the session has learned.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from unriddle import editing, play
from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.core import Limits, Result
from unriddle.editing.advice import Advice
from unriddle.engines.run import NativeRun
from unriddle.outlook import Outlook, least_cost
from unriddle.play import Session, WhereLost
from unriddle.solving import Choice, choose
from unriddle.web import limits
from unriddle.web.executor import Observer

Plans = Sequence[play.Advice[Any, Any]]


class NamedChoice(NamedTuple):
    """A solver with all that was chosen about it, by names."""

    solver: str
    heuristic: str | None
    engine: str
    settings: Mapping[str, Any]

    @classmethod
    def of(cls, choice: Choice) -> NamedChoice:
        """The names of a choice."""
        return cls(choice.solver.name, choice.heuristic, choice.engine, choice.settings)

    def choice(self, puzzle: AnyPuzzle) -> Choice:
        """The same choice again."""
        return choose(
            entry_of(puzzle),
            self.solver,
            heuristic=self.heuristic,
            engine=self.engine,
            settings=self.settings,
        )


def search(
    puzzle: AnyPuzzle, chosen: NamedChoice, allowed: Limits, with_states: bool, observer: Observer
) -> Result[Any]:
    """Search, and say how it ended; reports from time to time, `with_states` or without."""
    run = chosen.choice(puzzle).start(puzzle, allowed)
    if isinstance(run.search, NativeRun):
        run.search.interval = limits.INTERVAL  # twenty that wake more often keep us busy
    reported = time.monotonic()
    for stats in observer.statistics(run):
        now = time.monotonic()
        if now - reported >= limits.INTERVAL / 2:
            reported = now
            observer.report(stats, getattr(run.search, "latest", None) if with_states else None)
    return run.result()


def hint(session: Session[Any, Any], observer: Observer) -> tuple[Any, Outlook[Any], Plans]:
    """The next move of a solution, and the outlook."""
    move = session.hint(limits=limits.HINT, started=observer.started)
    return move, session.outlook(limits.OUTLOOK, started=observer.started), session.plans


def outlook(session: Session[Any, Any], observer: Observer) -> tuple[Outlook[Any], Plans]:
    """Can the game still be won?"""
    return session.outlook(limits.OUTLOOK, started=observer.started), session.plans


def where_lost(session: Session[Any, Any], observer: Observer) -> WhereLost[Any]:
    """Which of the moves made lost the game, as far as it can be proved in a few seconds."""
    deadline = time.monotonic() + limits.WHERE_LOST_SECONDS

    def go_on() -> bool:
        return observer.is_wanted() and time.monotonic() < deadline

    return play.where_lost(session, limits.OUTLOOK, started=observer.started, go_on=go_on)


def optimum(puzzle: AnyPuzzle, observer: Observer) -> Outlook[Any]:
    """What the cheapest solution costs, if that is found out quickly."""
    return least_cost(puzzle, limits.HINT, started=observer.started)


def advice(puzzle: AnyPuzzle, most: Limits, observer: Observer) -> Advice:
    """What the author of a level wants to know about it."""
    return editing.advise(puzzle, most, started=observer.started)

"""What carries out work for a page: threads of a server, or workers of a browser.

What may take long is a job: a function that can be pickled, with all it needs. It may be carried
out in another process, so what it has to say is what it returns and what it reports.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from unriddle.core import Run, Stats, UnriddleError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Report = Callable[[Stats, Any], None]
"""Is told the latest statistics of a search and a state that it was at; None if it tells none."""


class Observer:
    """What a job says of its searches; this one listens to nothing."""

    def started(self, run: Run[Any]) -> None:
        """A search is about to begin (an `outlook.Started`)."""

    def statistics(self, run: Run[Any]) -> Iterator[Stats]:
        """Begin a search that reports: its statistics, until it ends."""
        return iter(run)

    def report(self, stats: Stats, state: Any) -> None:
        """Tell how far a search is."""

    def is_wanted(self) -> bool:
        """Is the job to go on? A job that goes on without a search has to ask."""
        return True


Job = Callable[[Observer], T]


class Stopped(UnriddleError):
    """Work was stopped, and has nothing to say about how far it came."""


class Work(Protocol[T_co]):
    """A job that is running or about to begin."""

    def stop(self) -> None:
        """Ask it to end soon; also before it has begun."""

    async def outcome(self) -> T_co:
        """Carry it out; raises what it raises, and `Stopped` where it was ended from outside."""


class Executor(Protocol):
    """What carries out the work of a page."""

    async def moment(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do what takes a moment, and may use anything of the page."""

    def begin(self, job: Job[T], report: Report | None = None) -> Work[T]:
        """A job that is carried out when its outcome is waited for; `report` is called where
        messages are answered.
        """


class InTurn:
    """The executor of one page: of what takes a moment it does one thing after the other, so that
    a page that asks for many has no more threads than others.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._turn = asyncio.Lock()

    async def moment(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do what takes a moment."""
        async with self._turn:
            return await self._executor.moment(work, *arguments)

    def begin(self, job: Job[T], report: Report | None = None) -> Work[T]:
        """A job, as ever."""
        return self._executor.begin(job, report)


class AdviceRuns:
    """The jobs behind hints and outlooks of one game, so that they can be stopped."""

    def __init__(self) -> None:
        self._works: set[Work[Any]] = set()
        self._closed = False

    def stop(self) -> None:
        """End all that is being thought about."""
        for work in self._works:
            work.stop()

    def close(self) -> None:
        """End all, also what is about to begin."""
        self._closed = True
        self.stop()

    async def run(self, executor: Executor, job: Job[T]) -> T:
        """Do what may search; raises `Stopped`."""
        work = executor.begin(job)
        self._works.add(work)
        if self._closed:
            work.stop()
        try:
            return await work.outcome()
        finally:
            self._works.discard(work)

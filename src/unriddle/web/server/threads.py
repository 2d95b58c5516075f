"""The work of pages in threads: jobs in threads of their own, stopped from the event loop.

Native searches let go of the interpreter, so the server stays free. Where a thread has a priority
of its own they run below the priority of the server, all alike, so that many of them on few cores
delay the move of a player less.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from anyio import CapacityLimiter, to_thread

from unriddle.core import Run, Stats
from unriddle.engines.run import NativeRun
from unriddle.web.executor import Job, Observer, Report

THREADS = 8
"""Threads for moves, level lists and other short work."""
NICE = 5
"""How much less urgent than the server a native search is."""

THREAD = "search"
"""The name of every thread that searches."""

T = TypeVar("T")


async def in_own_thread(work: Callable[[], T], stop: Callable[[], None]) -> T:
    """The result of `work`, done in a thread of its own; who stops waiting calls `stop`.

    Also then it returns only when the thread has ended: until then the work takes its slot.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[T] = loop.create_future()

    def conclude(settle: Callable[[Any], None], outcome: Any) -> None:
        if not ended.done():
            settle(outcome)

    def run() -> None:
        settle: Callable[[Any], None] = ended.set_result
        outcome: Any
        try:
            outcome = work()
        except BaseException as error:  # it is raised again where the caller waits
            settle, outcome = ended.set_exception, error
        with contextlib.suppress(RuntimeError):  # the server may have closed by now
            loop.call_soon_threadsafe(conclude, settle, outcome)

    threading.Thread(target=run, name=THREAD, daemon=True).start()
    try:
        return await asyncio.shield(ended)
    except asyncio.CancelledError:
        stop()
        with contextlib.suppress(Exception):
            await ended
        raise


def wait_for_ends(seconds: float) -> None:
    """Wait until searches that were stopped have let go of what they hold, but not for long."""
    deadline = time.monotonic() + seconds
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join(max(0.0, deadline - time.monotonic()))


class ThreadWork(Observer, Generic[T]):
    """A job in a thread of its own (an `executor.Work`)."""

    def __init__(self, job: Job[T], report: Report | None) -> None:
        self._job = job
        self._report = report
        self._runs: WeakSet[Run[Any]] = WeakSet()
        self._lock = threading.Lock()
        self._stopped = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def stop(self) -> None:
        """End its searches; a job that goes on without them asks whether it is wanted."""
        with self._lock:
            self._stopped = True
            for run in self._runs:
                run.stop()

    async def outcome(self) -> T:
        """Carry it out; raises what it raises."""
        self._loop = asyncio.get_running_loop()
        return await in_own_thread(lambda: self._job(self), self.stop)

    def started(self, run: Run[Any]) -> None:
        """A search is about to begin."""
        self._note(run)
        if isinstance(run, NativeRun):
            _begin_below(iter(run))

    def statistics(self, run: Run[Any]) -> Iterator[Stats]:
        """Begin a search that reports."""
        self._note(run)
        statistics = iter(run)
        if isinstance(getattr(run, "search", run), NativeRun):
            _begin_below(statistics)
        return statistics

    def report(self, stats: Stats, state: Any) -> None:
        """Tell the event loop how far a search is."""
        if self._report is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(self._report, stats, state)

    def is_wanted(self) -> bool:
        """Has nobody stopped it?"""
        return not self._stopped

    def _note(self, run: Run[Any]) -> None:
        with self._lock:
            self._runs.add(run)
            if self._stopped:
                run.stop()


class ThreadExecutor:
    """The threads of a server (an `executor.Executor`), shared by all its pages."""

    def __init__(self) -> None:
        self._limiter = CapacityLimiter(THREADS)

    async def moment(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do what takes a moment, in one of a few threads."""
        return await to_thread.run_sync(work, *arguments, limiter=self._limiter)

    def begin(self, job: Job[T], report: Report | None = None) -> ThreadWork[T]:
        """A job for a thread of its own."""
        return ThreadWork(job, report)


def _begin_below(statistics: Iterator[Stats]) -> None:
    """Start a native search below our own priority, where that is possible.

    A native search that is watched has a thread of its own, which inherits the priority of the
    thread that starts it; a thread cannot raise its own again, so another one starts the search.
    """

    def begin() -> None:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        next(statistics, None)

    if sys.platform == "linux":
        starter = threading.Thread(target=begin, name=THREAD, daemon=True)
        starter.start()
        starter.join()

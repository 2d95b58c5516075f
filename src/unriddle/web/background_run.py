"""Searches in threads of their own, watched from the event loop and stopped from there.

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
from typing import Any, TypeVar
from weakref import WeakSet

from unriddle.catalog import AnyPuzzle
from unriddle.core import Limits, Result, Run, Stats
from unriddle.engines.run import NativeRun
from unriddle.solving import Choice
from unriddle.web import limits

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

    def conclude(results: list[T], error: BaseException | None) -> None:
        if ended.done():
            return
        if error is not None:
            ended.set_exception(error)
        else:
            ended.set_result(results[0])

    def run() -> None:
        results: list[T] = []
        failure: BaseException | None = None
        try:
            results.append(work())
        except BaseException as error:  # it is raised again where the caller waits
            failure = error
        with contextlib.suppress(RuntimeError):  # the server may have closed by now
            loop.call_soon_threadsafe(conclude, results, failure)

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


class BackgroundRun:
    """One search: `await outcome()` drives it to its end, `stop()` ends it early.

    `report` is called in the event loop, from time to time, with the latest statistics and the
    state that the search is at: None unless it is `watched`, and where it does not tell.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        choice: Choice,
        limits: Limits,
        report: Callable[[Stats, Any], None],
        *,
        watched: bool = False,
    ) -> None:
        self._puzzle = puzzle
        self._choice = choice
        self._limits = limits
        self._report = report
        self._watched = watched
        self._run: Run[Any] | None = None
        self._stopped = False

    def stop(self) -> None:
        """Ask the search to end soon; also before it has begun."""
        self._stopped = True
        if self._run is not None:
            self._run.stop()

    async def outcome(self) -> Result[Any]:
        """Search, and say how it ended; raises what the search raises."""
        loop = asyncio.get_running_loop()
        return await in_own_thread(lambda: self._drive(loop), self.stop)

    def _drive(self, loop: asyncio.AbstractEventLoop) -> Result[Any]:
        run = self._choice.start(self._puzzle, self._limits)
        self._run = run
        if isinstance(run.search, NativeRun):
            run.search.beat = limits.BEAT  # twenty watchers that wake more often would keep us busy
        if self._stopped:
            run.stop()
        reported = time.monotonic()
        beats = iter(run)
        if self._choice.engine == "native":
            _begin_below(beats)
        for stats in beats:
            now = time.monotonic()
            if now - reported >= limits.BEAT / 2:
                reported = now
                state = getattr(run.search, "latest", None) if self._watched else None
                loop.call_soon_threadsafe(self._report, stats, state)
        return run.result()


class AdviceRuns:
    """The searches behind hints and outlooks of one game, so that they can be stopped."""

    def __init__(self) -> None:
        self._runs: WeakSet[Run[Any]] = WeakSet()
        self._lock = threading.Lock()
        self._closed = False

    def started(self, run: Run[Any]) -> None:
        """A search is about to begin (a `play.Started`)."""
        with self._lock:
            self._runs.add(run)
            if self._closed:
                run.stop()
        if isinstance(run, NativeRun):
            _begin_below(iter(run))

    def stop(self) -> None:
        """End all that is being thought about."""
        with self._lock:
            for run in self._runs:
                run.stop()

    def close(self) -> None:
        """End all, also what is about to begin."""
        self._closed = True
        self.stop()

    async def run(self, work: Callable[[], T]) -> T:
        """Do what may search, in a thread."""
        return await in_own_thread(work, self.stop)


def _begin_below(beats: Iterator[Stats]) -> None:
    """Start a native search below our own priority, where that is possible.

    A native search that is watched has a thread of its own, which inherits the priority of the
    thread that starts it; a thread cannot raise its own again, so another one starts the search.
    """

    def begin() -> None:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        next(beats, None)

    if sys.platform == "linux":
        starter = threading.Thread(target=begin, name=THREAD, daemon=True)
        starter.start()
        starter.join()

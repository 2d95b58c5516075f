"""The driver of the textbook searches: the only place that looks at clocks, counters and limits.

Memory is measured from outside, the same way for every search: how far the resident memory of the
process has grown since the search began, at its highest. It is read at every interval, so small
searches may show nothing: a page of memory is the least that can be seen.
"""

from __future__ import annotations

import gc
import math
import os
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Generic

from unriddle.core import A, Limits, Puzzle, Result, S, Stats, Status, Steps, certify
from unriddle.out_of_memory import is_out_of_memory
from unriddle.search.node import Ending, Expansion, Node, Search

if TYPE_CHECKING:
    import psutil

INTERVAL = 0.02
"""Seconds between two looks at the memory, and between two statistics for a watcher."""

BROWSER_MEBIBYTES = 1024.0
"""What a search may use in a browser: a quarter of what WebAssembly can have."""


class SearchRun(Generic[S, A]):
    """A running textbook search (a `core.Run`), driven by iterating it.

    `begin` makes the search, after all steps of `prepare`; both are called within the measured
    time, so that what a heuristic prepares is counted, and the limits hold there too. `optimal`
    says whether a plan of this search is proved to be cheapest.
    """

    def __init__(
        self,
        puzzle: Puzzle[S, A],
        begin: Callable[[], Search[S, A]],
        limits: Limits | None = None,
        *,
        optimal: bool = False,
        prepare: Callable[[], Steps[object]] | None = None,
    ) -> None:
        self._puzzle = puzzle
        self._begin = begin
        self._prepare = prepare
        self._limits = limits or Limits()
        self._optimal = optimal
        self._stopped = False
        self._ended: tuple[Any, Stats] | None = None
        """The goal node, or how it ended without one; of what a user wrote, see `own_run`."""
        self._result: Result[A] | None = None
        self.latest: S | None = None
        """The state that was expanded last, as of the latest statistics; None at the end."""
        self._statistics = self._drive()

    def __iter__(self) -> Iterator[Stats]:
        """Drive the search; statistics at every interval."""
        return self._statistics

    def stop(self) -> None:
        """End the search before its next expansion."""
        self._stopped = True

    def result(self) -> Result[A]:
        """Drive the search to its end, and have the plan replayed."""
        ending, stats = self._drive_to_the_end()
        if self._result is None:
            self._result = self._conclude(ending, stats)
        return self._result

    def ending(self) -> tuple[Status, Stats]:
        """Drive the search to its end; a plan is not replayed."""
        ending, stats = self._drive_to_the_end()
        return status_of(ending), stats

    def _drive_to_the_end(self) -> tuple[Any, Stats]:
        with gc_paused():
            for _ in self._statistics:
                pass
        if self._ended is None:
            raise RuntimeError("the run was broken off by an exception: it has no result")
        return self._ended

    def _drive(self) -> Generator[Stats, None, None]:
        limits = self._limits
        node_limit = math.inf if limits.nodes is None else limits.nodes
        meter = MemoryMeter(limits.mebibytes)
        clock = time.perf_counter
        started = clock()
        deadline = started + (math.inf if limits.seconds is None else limits.seconds)
        next_report = min(started + INTERVAL, deadline)
        expanded = generated = frontier = 0
        ending: Node[S, A] | Ending | Status | None = None
        search: Search[S, A] | None = None
        expansion: Expansion[S, A] | None = None

        def limit_passed(now: float) -> Status | None:
            if now >= deadline:
                return Status.OUT_OF_TIME
            return Status.OUT_OF_MEMORY if meter.is_over() else None

        collects = gc.isenabled()  # while we search it rests, while others are at work it does not
        gc.disable()
        try:
            for _ in self._prepare() if self._prepare else ():
                now = clock()
                if self._stopped:
                    ending = Status.STOPPED
                elif now >= next_report and (ending := limit_passed(now)) is None:
                    if collects:
                        gc.enable()
                    yield Stats(seconds=now - started, memory=meter.peak)
                    gc.disable()
                    next_report = min(clock() + INTERVAL, deadline)
                if ending is not None:
                    break
            else:
                search = self._begin()
            while search is not None:
                try:
                    expansion = next(search)
                except StopIteration as end:
                    ending = end.value
                    break
                if self._stopped:
                    ending = Status.STOPPED
                    break
                if expanded == node_limit:  # this expansion would be one too many
                    ending = Status.OUT_OF_NODES
                    break
                expanded += 1
                generated += len(expansion.successors)
                frontier = expansion.frontier
                now = clock()
                if now >= next_report:
                    if (ending := limit_passed(now)) is not None:
                        break
                    if collects:
                        gc.enable()
                    self.latest = expansion.node.state
                    yield Stats(expanded, generated, frontier, now - started, meter.peak)
                    gc.disable()
                    next_report = min(clock() + INTERVAL, deadline)
        except MemoryError:
            search = expansion = None  # even to measure takes memory
            ending = Status.OUT_OF_MEMORY
        finally:
            seconds = clock() - started
            meter.is_over()
            # Let go of its nodes before the collector looks at them.
            search = expansion = self.latest = None
            if collects:
                gc.enable()
        assert ending is not None
        self._ended = ending, Stats(expanded, generated, frontier, seconds, meter.peak)

    def _conclude(self, ending: Any, stats: Stats) -> Result[A]:
        if isinstance(ending, (Ending, Status)):
            return Result(status_of(ending), stats)
        return certify(self._puzzle, ending.plan(), ending.cost, stats, optimal=self._optimal)


def status_of(ending: object) -> Status:
    """What it means that a search has ended like that."""
    if isinstance(ending, Status):
        return ending
    if isinstance(ending, Ending):
        return Status.UNSOLVABLE if ending is Ending.EXHAUSTED else Status.GAVE_UP
    return Status.SOLVED


@contextmanager
def gc_paused() -> Iterator[None]:
    """Without the garbage collector.

    Nodes that are all in use keep it busy without use: a fifth of the time of a search of a tenth
    of a second, half of that of a long one.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@cache
def usable_mebibytes() -> float:
    """What a search may use without a limit: most of the memory of this machine.

    A process that takes more than there is would be killed, and its answer with it. A browser does
    not tell how much there is.
    """
    if sys.platform == "emscripten":
        return BROWSER_MEBIBYTES
    try:
        return 0.8 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (AttributeError, ValueError, OSError):  # not every system tells
        return math.inf


@cache
def _process(number: int) -> psutil.Process:
    """A process by its number; to ask who it is takes longer than many a search."""
    import psutil  # only a process that searches has to load it

    return psutil.Process(number)


def _resident_bytes() -> int:
    """The resident memory of this process; at its highest, where the system tells only that."""
    import psutil

    try:
        return int(_process(os.getpid()).memory_info().rss)
    except psutil.Error:  # without /proc
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class MemoryMeter:
    """How far the resident memory of this process has grown since the meter was made.

    Measuring takes some memory too. Where there is none left, the limit is passed.
    """

    def __init__(self, limit_mebibytes: float | None = None) -> None:
        self._limit = (limit_mebibytes or usable_mebibytes()) * 2**20
        self.peak = 0
        self._start = self._resident()

    def is_over(self) -> bool:
        """Measure, and say whether the limit is passed."""
        now = self._resident()
        if now is None or self._start is None:
            return True
        self.peak = max(self.peak, now - self._start)
        return self.peak > self._limit

    def _resident(self) -> int | None:
        """The resident memory of this process in bytes; None if there is none left to ask."""
        try:
            if sys.platform == "emscripten":
                from pyodide_js import _module  # type: ignore[import-not-found]

                return int(_module.HEAPU8.length)
            return _resident_bytes()
        except (MemoryError, ImportError, OSError) as error:
            if is_out_of_memory(error):
                return None
            raise

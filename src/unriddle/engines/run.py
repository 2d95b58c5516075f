"""A native search that is running, as the rest of the program sees it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Generic

from unriddle.core import A, Limits, Puzzle, Result, S, Stats, Status, certify
from unriddle.engines.native_puzzle import NativePuzzle
from unriddle.engines.plans import judge_plan
from unriddle.search.drive import usable_mebibytes

if TYPE_CHECKING:
    from unriddle.native import _core

INTERVAL = 0.02
"""Seconds between two statistics for a watcher."""

_MOST = 2**62
"""As good as no limit, and small enough for 64 bits."""

_STATUS = {
    "exhausted": Status.UNSOLVABLE,
    "stuck": Status.GAVE_UP,
    **{str(status): status for status in Status},
}
"""What the endings of a search mean."""


def limits_of(limits: Limits) -> _core.Limits:
    """Limits as the engine wants them; without one for memory, what the machine can bear."""
    from unriddle.native import _core

    usable = limits.mebibytes or usable_mebibytes()
    return _core.Limits(
        seconds=limits.seconds,
        nodes=None if limits.nodes is None else min(limits.nodes, _MOST),
        bytes=int(min(usable * 2**20, _MOST)),
    )


class NativeRun(Generic[S, A]):
    """A native search (a `core.Run`): in a thread of its own if it is watched, else in ours.

    Its memory is what the search has reserved for its nodes, tables and queues. With `optimal` its
    plans are optimal by what the search is; without, it is as the search itself says.
    """

    def __init__(
        self,
        puzzle: Puzzle[S, A],
        run: _core.Run,
        native: NativePuzzle,
        *,
        optimal: bool = False,
    ) -> None:
        self._puzzle = puzzle
        self._run = run
        self._native = native
        self._optimal = optimal
        self.interval = INTERVAL
        """Seconds between two statistics; each costs the watcher a moment of Python."""
        self.tell: Callable[[Stats], None] | None = None
        """Hears the statistics at every interval of a search in the thread that waits for it. Where
        there are no threads, as in a browser, all are, and nothing is iterated before the end."""
        self._result: Result[A] | None = None

    def __iter__(self) -> Iterator[Stats]:
        """Statistics at every interval until the search ends."""
        self._run.start()
        seconds = 0.0
        while not self._wait(self.interval):
            seconds += self.interval
            yield self._stats(seconds)

    @property
    def latest(self) -> S | None:
        """A state that the search was at a moment ago; None if it does not tell.

        To ask is what makes it tell, at its next report: the first answer is None.
        """
        numbers = self._run.latest()
        return self._native.state_of(self._puzzle, numbers) if numbers else None

    def stop(self) -> None:
        """Ask the search to end; it does so within some milliseconds."""
        self._run.stop()

    def result(self) -> Result[A]:
        """Search to the end, or wait for it, and have the plan judged."""
        if self._result is None:
            self._wait()
            self._result = self._conclude()
        return self._result

    def ending(self) -> tuple[Status, Stats]:
        """Search to the end, or wait for it; a plan is not replayed."""
        self._wait()
        ending, _, _ = self._run.result()
        return _STATUS[ending], self._stats(self._run.seconds)

    def _wait(self, seconds: float | None = None) -> bool:
        return self._run.wait(seconds, self.tell and self._telling(self.tell))

    def _telling(self, tell: Callable[[Stats], None]) -> Callable[[], bool]:
        """What the engine calls now and then, to tell the statistics at every interval."""
        started = told = time.perf_counter()

        def pulse() -> bool:
            nonlocal told
            now = time.perf_counter()
            if now - told >= self.interval:
                told = now
                tell(self._stats(now - started))
            return False

        return pulse

    def _stats(self, seconds: float) -> Stats:
        expanded, generated, frontier, memory, _ = self._run.poll()
        return Stats(expanded, generated, frontier, seconds, memory, *self._run.bounds())

    def _conclude(self) -> Result[A]:
        ending, codes, cost = self._run.result()
        stats = self._stats(self._run.seconds)
        if codes is None or cost is None:
            return Result(_STATUS[ending], stats)
        plan = list(map(self._native.move_of, codes))
        optimal = self._optimal or self._run.proved
        judge = partial(judge_plan, self._native, self._run.seconds)
        return certify(self._puzzle, plan, cost, stats, optimal=optimal, judge=judge)

"""A live line about a search that takes longer than half a second, and a clean end on Ctrl-C.

Ctrl-C stops the search, and what it has found is shown; then the whole command ends, also if the
search had a plan, which its result does not show. A second Ctrl-C waits for nothing.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any, Protocol

from rich.console import Console
from rich.live import Live
from rich.text import Text

from unriddle.cli.output import shows_progress
from unriddle.core import Limits, Result, Run, Stats, Status
from unriddle.wording import bounds, mebibytes

DELAY = 0.5
"""Seconds before the line appears."""
REFRESH = 0.1


class Work(Protocol):
    """What can be followed: a run, or a proving pass."""

    def stop(self) -> None:
        """Ask it to end soon."""

    def __iter__(self) -> Iterator[Stats]:
        """Statistics from time to time until it ends."""

    def ending(self) -> tuple[Status, Stats]:
        """How it ended; waits for the end."""


def follow(
    run: Run[Any], limits: Limits, label: str, console: Console, unit: str = ""
) -> tuple[Result[Any], bool]:
    """Wait for `run`, showing how it goes if `console` is a terminal; Ctrl-C stops it.

    `unit` is what a plan costs, for a search that gives bounds. The flag says whether Ctrl-C has
    ended it.
    """
    with stopped_by_interrupt(run.stop) as interrupts:
        if shows_progress(console):
            _watch(run, limits, label, console, unit)
        result = run.result()
    return result, bool(interrupts)


def finish(work: Work, limits: Limits, label: str, console: Console) -> None:
    """The same for work that has no result of its own."""
    with stopped_by_interrupt(work.stop):
        if shows_progress(console):
            _watch(work, limits, label, console)
        work.ending()


def _watch(run: Work, limits: Limits, label: str, console: Console, unit: str = "") -> None:
    started = shown = time.monotonic()
    with ExitStack() as screen:
        live: Live | None = None
        for stats in run:
            now = time.monotonic()
            if now - started < DELAY or now - shown < REFRESH:
                continue
            if live is None:  # a quick search leaves no trace on the terminal
                live = screen.enter_context(
                    Live(console=console, transient=True, auto_refresh=False)
                )
            shown = now
            text = Text(line(stats, limits, label, unit), "dim", no_wrap=True, overflow="ellipsis")
            live.update(text, refresh=True)


def line(stats: Stats, limits: Limits, label: str, unit: str = "") -> str:
    """What there is to know about a running search, in one line."""
    rate = stats.expanded / stats.seconds if stats.seconds else 0.0
    parts = [
        f"{label}: {stats.expanded:,} nodes",
        f"{rate:,.0f}/s",
        f"{stats.seconds:.1f} s",
        f"frontier {stats.frontier:,}",
        mebibytes(stats.memory),
    ]
    if unit and (known := bounds(stats, unit)):
        parts.append(known)
    if limits.seconds is not None:
        parts[2] += f", {max(0.0, limits.seconds - stats.seconds):.1f} s left"
    return " · ".join(parts)


@contextmanager
def stopped_by_interrupt(stop: Callable[[], None]) -> Iterator[list[int]]:
    """Within this block Ctrl-C stops the work, so that what it has is kept.

    The list holds the signals that came.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came  # only the main thread may handle signals
        return

    def interrupted(number: int, frame: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)
        stop()

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)

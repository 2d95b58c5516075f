"""One run of one solver on one level, and what is measured of it.

Memory is measured the same way for every solver, Python or native: the run gets a fresh process,
forked from one that has the program loaded and has never searched. Once the level is loaded, the
allocator gives back what it holds in reserve, and the kernel's record of the largest resident
memory is reset; what the record shows after the search, less what was resident before it, is the
memory of the search. It counts whole pages, 4 KiB each, and only a system with `/proc` tells it.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from unriddle import engines
from unriddle.catalog import PUZZLES, entry_of, lookup
from unriddle.core import BadInput, IllegalMove, Limits, Result, Run, Status, replay
from unriddle.experiments.reports import PREFIX, SEARCHES
from unriddle.loading import locate, locate_text
from unriddle.plugins import load_sources
from unriddle.solving import Choice, choose
from unriddle.wording import status, unsolvable

CRASHED = "crashed"
"""The status of a run whose process has died."""
REFUSED = "refused"
"""The status of a run that could not begin; all others are a `core.Status`."""

BEYOND = frozenset({Status.OUT_OF_TIME, Status.OUT_OF_NODES, Status.OUT_OF_MEMORY})
"""How a run ends that was cut short by a limit."""


@dataclass(frozen=True)
class Job:
    """What to run; only plain values, so that it can be sent to another process."""

    level: str
    solver: str
    engine: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    copy: str | None = None
    """The level as a report had it, as text."""
    own: Mapping[str, str] = field(default_factory=dict)
    """The files that a user wrote, by path, with their text."""
    memory: bool = False
    """Is the memory to be measured? Then the run gets a process of its own."""


@dataclass(frozen=True)
class Measurement:
    """How a run ended."""

    status: str
    moves: int | None = None
    cost: int | None = None
    optimal: bool = False
    """Is it proved that no plan costs less?"""
    checked: bool = False
    """Was the plan replayed, or the proof that there is none accepted by the judge?"""
    verdict: str = ""
    """How it ended, and how far its proof came, in a few words."""
    nodes: int = 0
    """As the report counts them; for our own solvers the expanded states."""
    expanded: int = 0
    generated: int = 0
    seconds: float = 0.0
    memory: int | None = None
    """None where it was not measured."""
    legal: bool = True
    """False for a plan that only the rules of a report allow."""
    plan: str | None = None
    error: str = ""
    """What went wrong, for a run that has crashed or was refused, or whose code is faulty."""

    @property
    def is_solved(self) -> bool:
        """Was a plan found?"""
        return self.status == Status.SOLVED

    @property
    def is_beyond(self) -> bool:
        """Was it cut short by a limit?"""
        return self.status in BEYOND

    @property
    def ended(self) -> str:
        """How it ended, in words for a table: of a level that is proved unsolvable only that."""
        if self.status == Status.UNSOLVABLE and not self.checked:
            return self.verdict or unsolvable(None, accepted=False)
        return self.status


def measure(job: Job) -> Measurement:
    """Carry out a job in this process; its plan is replayed by the rules, or it is no plan."""
    load_sources(job.own)
    puzzle = _puzzle(job.level, job.copy, tuple(sorted(job.rules.items())))
    report = SEARCHES.get(job.solver)
    run: Run[Any] = (report or choice_of(job)).start(puzzle, job.limits)
    meter = _PeakMeter() if job.memory else None
    run.ending()
    memory = meter.growth() if meter else None  # of the search, not of the check
    result: Result[Any] = run.result()
    stats = result.stats
    entry = entry_of(puzzle)
    return Measurement(
        status=str(result.status),
        moves=None if result.plan is None else len(result.plan),
        cost=result.cost,
        optimal=result.optimal,
        checked=result.checked,
        verdict=status(result),
        nodes=report.nodes(stats) if report else stats.expanded,
        expanded=stats.expanded,
        generated=stats.generated,
        seconds=stats.seconds,
        memory=memory,
        legal=result.plan is None or not report or _is_legal(job, result.plan),
        plan=entry.notation.format_plan(result.plan) if entry and result.plan is not None else None,
    )


def choice_of(job: Job) -> Choice:
    """What a job is solved with that is no search of a report; raises `BadInput`."""
    puzzle = _puzzle(job.level, job.copy, tuple(sorted(job.rules.items())))
    return choose(entry_of(puzzle), job.solver, engine=job.engine, settings=job.settings)


@lru_cache(maxsize=8)
def _puzzle(level: str, copy: str | None, rules: tuple[tuple[str, Any], ...]) -> Any:
    return puzzle_for(level, copy, dict(rules))


def _is_legal(job: Job, plan: tuple[Any, ...]) -> bool:
    """Does the plan of a report's search solve the true level by the true rules?"""
    try:
        return replay(puzzle_for(job.level, None, {}), plan).solved
    except IllegalMove:
        return False


class _PeakMeter:
    """How far the resident memory of this process grows, at its highest, by the kernel's record."""

    def __init__(self) -> None:
        gc.collect()
        _give_back_free_memory()
        try:
            Path("/proc/self/clear_refs").write_text("5")  # forgets the record
        except OSError:
            self._start: int | None = None
        else:
            self._start = _resident("VmRSS")

    def growth(self) -> int | None:
        """Bytes; None on a system that does not tell."""
        if self._start is None:
            return None
        return max(0, _resident("VmHWM") - self._start)


def _give_back_free_memory() -> None:
    """Make the allocator forget what it keeps in reserve, or a small search would cost nothing."""
    import ctypes

    with contextlib.suppress(OSError, AttributeError):  # other C libraries have no such function
        ctypes.CDLL(None).malloc_trim(0)


def _resident(word: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(word):
            return int(line.split()[1]) * 1024
    return 0


def puzzle_for(level: str, copy: str | None, rules: Mapping[str, Any]) -> Any:
    """The puzzle of a level, or of a report's copy of it; raises `BadInput`."""
    located = locate(level) if copy is None else locate_text(copy, level)
    return located.only(level, rules)


def check_run(
    level: str,
    copy: str | None,
    solver: str,
    engine: str | None,
    settings: Mapping[str, Any],
    rules: Mapping[str, Any],
) -> None:
    """Raise `BadInput` if this solver cannot be run on this level like that."""
    entry = entry_of(puzzle_for(level, copy, rules))
    if not solver.startswith(PREFIX):
        native = entry.native_solvers.get(solver.partition(":")[0]) if entry else None
        if not (native and engines.why_not):  # a spec is sound also where the engine is missing
            choose(entry, solver, engine=engine, settings=settings)
        return
    search = lookup(SEARCHES, "search", solver)
    if entry is not PUZZLES[search.puzzle]:
        raise BadInput(
            f"{solver} knows only {search.puzzle}", hint=f"take levels of {search.puzzle}"
        )
    if settings or engine == "native":
        raise BadInput(f"{solver} has no settings and no native engine", hint="leave them out")

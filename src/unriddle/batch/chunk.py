"""What a worker does: solve the levels of a chunk, one after the other.

An exception while a level is solved is a result as well (FAILED); only the death of the whole
process is not, and for that the crew and the conductor are there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from unriddle.batch.work import Setup, Task
from unriddle.catalog import PUZZLES, AnyPuzzle, entry_of
from unriddle.core import Limits, Result
from unriddle.loading import checked_rules, in_text, locate
from unriddle.settings import Settings
from unriddle.solving import Choice, choose

FAILED = "failed"
"""The status of a level whose solver raised an exception."""
CRASHED = "crashed"
"""The status of a level that ended the process of its worker, twice."""


class Row(NamedTuple):
    """A result as the store keeps it."""

    level: str
    digest: str
    status: str
    optimal: bool | None = None
    moves: int | None = None
    cost: int | None = None
    lower_bound: int | None = None
    plan: str | None = None
    expanded: int | None = None
    generated: int | None = None
    seconds: float | None = None
    memory_bytes: int | None = None
    error: str | None = None


class Answer(NamedTuple):
    """What a worker has done with a chunk."""

    rows: Sequence[Row]
    solving: float
    """CPU seconds within the solver, replay of the plans included."""
    working: float
    """CPU seconds altogether."""


def solve_chunk(setup_json: str, tasks: Sequence[Task]) -> Answer:
    """Solve every level of a chunk; never raises."""
    keep_freed_memory()
    started = time.process_time()
    solving = 0.0
    rows = []
    for task in tasks:
        row, spent = _solve(setup_json, task)
        rows.append(row)
        solving += spent
    return Answer(rows, solving, time.process_time() - started)


def _solve(setup_json: str, task: Task) -> tuple[Row, float]:
    started = time.process_time()
    try:
        choice, rules, limits, kind = _prepared(setup_json)
        if task.text:
            (puzzle,) = in_text(task.text, task.level, puzzle=kind).puzzles(rules)
        else:
            (puzzle,) = locate(task.level).puzzles(rules)
        started = time.process_time()
        result = choice.start(puzzle, limits).result()
        spent = time.process_time() - started
        row = _row(task, puzzle, result)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return Row(task.level, task.digest, FAILED, error=text), time.process_time() - started
    return row, spent


def _row(task: Task, puzzle: AnyPuzzle, result: Result[Any]) -> Row:
    stats, plan = result.stats, result.plan
    entry = entry_of(puzzle)
    return Row(
        task.level,
        task.digest,
        str(result.status),
        result.optimal,
        None if plan is None else len(plan),
        result.cost,
        result.cost if result.optimal else stats.lower,
        None if plan is None or entry is None else entry.notation.format_plan(plan),
        stats.expanded,
        stats.generated,
        round(stats.seconds, 6),
        stats.memory,
    )


@cache
def _prepared(setup_json: str) -> tuple[Choice, Settings, Limits, str]:
    """What a setup says, worked out once for all chunks, and the kind of puzzle."""
    setup = Setup.from_json(setup_json)
    entry = PUZZLES[setup.puzzle]
    choice = choose(
        entry,
        setup.solver,
        heuristic=setup.heuristic,
        engine=setup.engine,
        settings=setup.settings,
    )
    return choice, checked_rules(entry, setup.rules), Limits(**setup.limits), setup.puzzle


@cache
def keep_freed_memory() -> None:
    """Tell the C library to keep what solvers free for the next level.

    Dask starts its workers with MALLOC_TRIM_THRESHOLD_=65536, with which every solver that frees a
    table gives its pages back to the system and waits for the next ones to be cleared.
    """
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    trim_threshold, mmap_threshold = -1, -3
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another C library
        return
    mallopt(trim_threshold, 256 * 2**20)
    mallopt(mmap_threshold, 64 * 2**20)

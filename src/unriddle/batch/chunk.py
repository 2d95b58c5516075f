"""What a worker does: solve the levels of a chunk, one after the other.

An exception while a level is solved is a result as well (FAILED); only a crash of the whole
process is not, and for that `runner.py` and the executor are there.
"""

from __future__ import annotations

import json
import sys
import time
from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar, cast

from unriddle.batch.jobs import Setup, Task, storable
from unriddle.catalog import PUZZLES, AnyPuzzle, PuzzleEntry, lookup
from unriddle.core import JudgesDiffer, Limits, Result, Status
from unriddle.figures import COLUMNS, figures
from unriddle.loading import checked_rules, locate_text, shipped
from unriddle.out_of_memory import is_out_of_memory
from unriddle.plugins import fault_of, load_sources
from unriddle.settings import Settings
from unriddle.solving import Choice, choose

P = TypeVar("P")
R = TypeVar("R")

FAILED = "failed"
"""The status of a level whose solver raised an exception."""
CRASHED = "crashed"
"""The status of a level that ended the process of its worker, twice."""


ROW = ("level", "digest", *(column.name for column in COLUMNS), "plan", "error")
"""What stands in a row of the store; a digest tells levels of one name apart."""
Row: Callable[..., Any] = cast("Any", namedtuple)("Row", ROW, defaults=[None] * (len(ROW) - 3))
"""A result as the store keeps it; the figures of a proof are JSON."""


class Answer(NamedTuple):
    """What a worker has done with a chunk."""

    rows: Sequence[tuple[Any, ...]]
    """A `Row` for each task, as plain tuples, which cross to another process for a third."""
    solving: float
    """CPU seconds within the solver, with the judgement of its answers."""
    working: float
    """CPU seconds altogether."""
    alarm: str = ""
    """Why nothing of this batch can be trusted: then there are no rows."""


def solve_chunk(setup_json: str, tasks: Sequence[Task]) -> Answer:
    """Solve every level of a chunk; never raises, but may give the alarm.

    First all levels are read, then all are solved, then all results are written down: the caches of
    the processor serve one kind of work at a time, which costs half of going level by level.
    """
    keep_freed_memory()
    started = time.process_time()
    puzzles = [
        _Failure(task.problem) if task.problem else _attempt(_load, setup_json, task)
        for task in tasks
    ]
    before = time.process_time()
    try:
        solved = [_attempt(_solve, setup_json, puzzle) for puzzle in puzzles]
    except JudgesDiffer as error:
        return Answer([], 0.0, 0.0, str(error))
    solving = time.process_time() - before
    rows = [tuple(_row(setup_json, task, one)) for task, one in zip(tasks, solved, strict=True)]
    return Answer(rows, solving, time.process_time() - started)


class _Failure(NamedTuple):
    """What a step has raised."""

    text: str
    status: str = FAILED


def _attempt(step: Callable[[str, P], R], setup_json: str, given: P | _Failure) -> R | _Failure:
    """Carry out one step with a level, unless an earlier one has failed."""
    if isinstance(given, _Failure):
        return given
    try:
        return step(setup_json, given)
    except JudgesDiffer:
        raise
    except Exception as error:
        fault = fault_of(error)  # says itself what was raised
        text = storable(str(fault) if fault else f"{type(error).__name__}: {error}")
        if is_out_of_memory(error):
            return _Failure(text, str(Status.OUT_OF_MEMORY))
        return _Failure(text)


def _load(setup_json: str, task: Task) -> AnyPuzzle:
    entry, _, rules, _ = _prepared(setup_json)
    named, text, _ = task
    if not text:
        return shipped(named, rules)
    (puzzle,) = locate_text(text, named, puzzle=entry.name).puzzles(rules)
    return puzzle


def _solve(setup_json: str, puzzle: AnyPuzzle) -> Result[Any]:
    _, choice, _, limits = _prepared(setup_json)
    return choice.start(puzzle, limits).result()


def _row(setup_json: str, task: Task, result: Result[Any] | _Failure) -> Any:
    if isinstance(result, _Failure):
        return Row(task.level, task.digest, result.status, error=result.text)
    entry, *_ = _prepared(setup_json)
    plan = None if result.plan is None else storable(entry.notation.format_plan(result.plan))
    values = figures(result, plan)
    values["proof"] = values["proof"] and json.dumps(values["proof"])
    return Row(task.level, task.digest, **values)


@cache
def _prepared(setup_json: str) -> tuple[PuzzleEntry, Choice, Settings, Limits]:
    """What a setup says, worked out once for all chunks."""
    setup = Setup.from_json(setup_json)
    load_sources(setup.own)
    entry: PuzzleEntry = lookup(PUZZLES, "puzzle", setup.puzzle)
    choice = choose(
        entry,
        setup.solver,
        heuristic=setup.heuristic,
        engine=setup.engine,
        settings=setup.settings,
    )
    return entry, choice, checked_rules(entry, setup.rules), Limits(**setup.limits)


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

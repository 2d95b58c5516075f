"""Workers of a batch that go wrong in every way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from unriddle.batch.chunk import Answer, solve_chunk
from unriddle.batch.jobs import Task

POISON = "bloxorz/13"


def poisoned(setup_json: str, tasks: Sequence[Task]) -> Answer:
    """Dies with one level, always."""
    if any(task.level == POISON for task in tasks):
        os.kill(os.getpid(), signal.SIGKILL)
    return solve_chunk(setup_json, tasks)


def mortal(mark: Path, setup_json: str, tasks: Sequence[Task]) -> Answer:
    """Dies with one level, but only the first time: the file `mark` says that it has happened."""
    if any(task.level == POISON for task in tasks) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return solve_chunk(setup_json, tasks)


def asleep(setup_json: str, tasks: Sequence[Task]) -> Answer:
    """Hangs with one level."""
    if any(task.level == POISON for task in tasks):
        time.sleep(600)
    return solve_chunk(setup_json, tasks)


def untidy() -> str:
    """Has no memory left to tidy up what it has begun."""

    def begun() -> Iterator[None]:
        try:
            yield
        finally:
            raise MemoryError

    next(begun())
    return "answered"

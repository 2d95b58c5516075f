"""Bring the work, a crew and a store together.

Chunks are made so large that handing them out costs next to nothing and so small that at the end
no worker waits long for another: about `CHUNK_SECONDS` of work. When a worker dies, the levels of
its chunk are tried again one by one; a level that takes a second worker with it is recorded as
crashed, and the rest goes on.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from unriddle.batch.chunk import CRASHED, Answer, Row
from unriddle.batch.crew import Chunk, Crew
from unriddle.batch.store import Store, status_of
from unriddle.batch.work import Setup, Task, blocks

CHUNK_SECONDS = 0.5
"""How long a chunk should take."""
LARGEST_CHUNK = 2_000
BLOCK = 500
"""Tasks that are looked up in the store together."""
BEAT = 0.2
"""Seconds between two reports."""
GRACE = 30.0
"""Seconds that a chunk may take beyond the limits of its levels before its worker is ended."""


@dataclass
class Progress:
    """How far a batch has come."""

    total: int | None = None
    """Levels altogether, if somebody has counted them."""
    skipped: int = 0
    """Levels that had a result before."""
    counts: Counter[str] = field(default_factory=Counter)
    """New results by status."""
    deaths: int = 0
    """Workers that died."""
    solving: float = 0.0
    """CPU seconds within the solver."""
    working: float = 0.0
    """CPU seconds of the workers altogether."""
    started: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> int:
        """How many results are new."""
        return self.counts.total()

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self.started

    @property
    def rate(self) -> float:
        """New results a second."""
        return self.done / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """Seconds to the end at this rate; None if that is not known."""
        if self.total is None or not self.rate:
            return None
        return max(0.0, self.total - self.skipped - self.done) / self.rate


def conduct(
    setup: Setup,
    tasks: Iterable[Task],
    store: Store,
    crew: Crew,
    *,
    progress: Progress | None = None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Progress:
    """Solve what has no result yet, and keep every result; raises `BadInput` for the store."""
    progress = progress or Progress()
    number = store.setup_id(setup)
    text = setup.as_json()
    waiting = _missing(tasks, store, number, progress)
    again: deque[Chunk] = deque()
    size = _ChunkSize(setup.limits.get("seconds"))
    at_work = 0
    while True:
        while crew.vacancies() > 0:
            chunk = again.popleft() if again else size.cut(text, waiting)
            if chunk is None:
                break
            crew.submit(chunk)
            at_work += 1
        if at_work == 0:
            report(progress)
            return progress
        for chunk, answer, death in crew.collect(BEAT):
            at_work -= 1
            if answer is not None:
                store.add(number, answer.rows)
                progress.counts.update(map(status_of, answer.rows))
                progress.solving += answer.solving
                progress.working += answer.working
                size.learn(answer)
                continue
            progress.deaths += 1
            if chunk.deaths == 0:
                again.extend(size.singles(chunk))
                continue
            (task,) = chunk.tasks
            store.add(number, [Row(task.level, task.digest, CRASHED, error=death)])
            progress.counts[CRASHED] += 1
        report(progress)


def _missing(tasks: Iterable[Task], store: Store, setup: int, progress: Progress) -> Iterator[Task]:
    """The tasks without a result, looked up as they are needed."""
    for block in blocks(tasks, BLOCK):
        missing = store.missing(setup, block)
        progress.skipped += len(block) - len(missing)
        yield from missing


class _ChunkSize:
    """Learns how long a level takes, and cuts the chunks accordingly."""

    def __init__(self, level_seconds: float | None) -> None:
        self._level_seconds = level_seconds
        """The time limit of a level."""
        self._mean: float | None = None

    def learn(self, answer: Answer) -> None:
        """A chunk is done: the mean follows slowly, so that one hard level changes little."""
        mean = answer.working / len(answer.rows)
        self._mean = mean if self._mean is None else 0.8 * self._mean + 0.2 * mean

    def cut(self, setup: str, tasks: Iterator[Task]) -> Chunk | None:
        """The next chunk; None when there is nothing left."""
        size = 1 if self._mean is None else CHUNK_SECONDS / max(self._mean, 1e-6)
        wanted = int(min(max(size, 1), LARGEST_CHUNK))
        taken = tuple(islice(tasks, wanted))
        return self._chunk(setup, taken) if taken else None

    def singles(self, chunk: Chunk) -> list[Chunk]:
        """Each task of a chunk whose worker died, alone."""
        return [self._chunk(chunk.setup_json, (task,), chunk.deaths + 1) for task in chunk.tasks]

    def _chunk(self, setup: str, tasks: tuple[Task, ...], deaths: int = 0) -> Chunk:
        limit = self._level_seconds
        patience = None if limit is None else 2 * limit * len(tasks) + GRACE
        return Chunk(setup, tasks, deaths, patience)

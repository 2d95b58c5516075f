"""Run a batch: bring its jobs, an executor and a store together.

Chunks are made so large that handing them out costs next to nothing and so small that at the end
no worker waits long for another: about `CHUNK_SECONDS` of work. When a worker dies, the levels of
its chunk are tried again one by one; a level that takes a second worker with it is recorded as
crashed, and the rest goes on. Levels that another batch on the same store is at are left to it,
and looked at again at the end: it may have been killed (`leases.py`).
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from unriddle.batch.chunk import CRASHED, FAILED, Answer, Row
from unriddle.batch.executor import Chunk, Executor
from unriddle.batch.jobs import Setup, Task
from unriddle.batch.leases import Leases
from unriddle.batch.store import Store, batched, status_of
from unriddle.core import JudgesDiffer

CHUNK_SECONDS = 0.5
"""How long a chunk should take."""
LARGEST_CHUNK = 2_000
INTERVAL = 0.2
"""Seconds between two reports."""
LOOK_AGAIN = 1.0
"""Seconds between two looks at levels that other batches are at."""
GRACE = 30.0
"""Seconds that a chunk may take beyond the limits of its levels before its worker is ended."""

_NO_ANSWER = (CRASHED, FAILED)


@dataclass
class Progress:
    """How far a batch has come."""

    total: int | None = None
    """Levels altogether; None if they were not counted."""
    before: Counter[str] = field(default_factory=Counter)
    """Levels that had a result before, or got one from another batch since, by status."""
    counts: Counter[str] = field(default_factory=Counter)
    """New results by status."""
    crashes: int = 0
    """Workers that died."""
    solving: float = 0.0
    """CPU seconds within the solver."""
    working: float = 0.0
    """CPU seconds of the workers altogether."""
    started: float = field(default_factory=time.monotonic)

    @property
    def skipped(self) -> int:
        """How many levels were done before, or by another batch."""
        return self.before.total()

    @property
    def unanswered(self) -> int:
        """How many levels crashed or failed, now or before: they have a result, but no answer."""
        return sum(counts[status] for counts in (self.counts, self.before) for status in _NO_ANSWER)

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


def run_batch(
    setup: Setup,
    tasks: Iterable[Task],
    store: Store,
    executor: Executor,
    *,
    progress: Progress | None = None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Progress:
    """Solve what has no result yet, and keep every result; raises `BadInput` for the store.

    A worker in which the judges of plans differ ends the batch with `JudgesDiffer`.
    """
    progress = progress or Progress()
    number = store.setup_id(setup)
    with Leases(store, number) as leases:
        _run(setup, _TaskQueue(tasks, store, number, leases, progress), executor, progress, report)
    return progress


def _run(
    setup: Setup,
    queue: _TaskQueue,
    executor: Executor,
    progress: Progress,
    report: Callable[[Progress], None],
) -> None:
    text = setup.as_json()
    again: deque[Chunk] = deque()
    size = _ChunkSize(setup.limits.get("seconds"))
    at_work = 0
    while True:
        while executor.free_slots() > 0:
            chunk = again.popleft() if again else size.cut(text, queue)
            if chunk is None:
                break
            executor.submit(chunk)
            at_work += 1
        if at_work == 0:
            if queue.is_done():
                report(progress)
                return
            time.sleep(INTERVAL)  # another batch is at all that is left
        for chunk, answer, crash in executor.collect(INTERVAL) if at_work else ():
            at_work -= 1
            if answer is not None:
                if answer.alarm:
                    raise JudgesDiffer(answer.alarm)
                queue.keep(answer.rows)
                progress.solving += answer.solving
                progress.working += answer.working
                size.learn(answer)
                continue
            progress.crashes += 1
            if chunk.crashes == 0:
                again.extend(size.singles(chunk))
                continue
            (task,) = chunk.tasks
            queue.keep([Row(task.level, task.digest, CRASHED, error=crash)])
        queue.leases.renew()
        report(progress)


class _TaskQueue:
    """What is to be done: tasks without a result are leased as they are needed."""

    def __init__(
        self, tasks: Iterable[Task], store: Store, setup: int, leases: Leases, progress: Progress
    ) -> None:
        self._store = store
        self._setup = setup
        self.leases = leases
        self._progress = progress
        self._missing: Iterator[Task] | None = self._without_result(tasks)
        """Those that have not been looked at; None when there are no more."""
        self._busy: list[Task] = []
        """Those that other batches were at."""
        self._look_again = 0.0

    def take(self, number: int) -> tuple[Task, ...]:
        """Up to `number` tasks that are ours now; none also where others are at all of them."""
        taken: list[Task] = []
        while self._missing is not None and len(taken) < number:
            tasks = list(islice(self._missing, number - len(taken)))
            if not tasks:
                self._missing = None
            taken += self._claim(tasks)
        if not taken and self._busy and time.monotonic() >= self._look_again:
            self._look_again = time.monotonic() + LOOK_AGAIN
            busy, self._busy = self._busy, []
            taken = self._claim(busy, number)
        return tuple(taken)

    def is_done(self) -> bool:
        """Has every task a result, or is it handed out?"""
        return self._missing is None and not self._busy

    def keep(self, rows: Sequence[tuple[object, ...]]) -> None:
        """Store the results of a chunk."""
        self._store.add(self._setup, rows)
        self._progress.counts.update(map(status_of, rows))

    def _claim(self, tasks: list[Task], most: int | None = None) -> list[Task]:
        ours, busy, done = self.leases.claim(tasks, most)
        self._busy += busy
        self._progress.before.update(done)
        return ours

    def _without_result(self, tasks: Iterable[Task]) -> Iterator[Task]:
        for block in batched(tasks):
            done = self._store.statuses(self._setup, block)
            self._progress.before.update(done.values())
            yield from (task for task in block if (task.level, task.digest) not in done)


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

    def cut(self, setup: str, queue: _TaskQueue) -> Chunk | None:
        """The next chunk; None when there is nothing left, or nothing just now."""
        size = 1 if self._mean is None else CHUNK_SECONDS / max(self._mean, 1e-6)
        wanted = int(min(max(size, 1), LARGEST_CHUNK))
        taken = queue.take(wanted)
        return self._chunk(setup, taken) if taken else None

    def singles(self, chunk: Chunk) -> list[Chunk]:
        """Each task of a chunk whose worker died, alone."""
        return [self._chunk(chunk.setup_json, (task,), chunk.crashes + 1) for task in chunk.tasks]

    def _chunk(self, setup: str, tasks: tuple[Task, ...], crashes: int = 0) -> Chunk:
        limit = self._level_seconds
        timeout = None if limit is None else 2 * limit * len(tasks) + GRACE
        return Chunk(setup, tasks, crashes, timeout)

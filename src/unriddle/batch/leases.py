"""How several batches share the work on one store.

Before a batch hands out levels, it leases them, so that no other takes them. A batch that
lives renews all its leases together; those of one that has been killed, or that has stood still for
`LEASE` seconds, go to the next worker. Nothing depends on it but who does the work: whatever two
batches do twice all the same is kept once.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from unriddle.batch.jobs import Task
from unriddle.batch.store import Store, batched

LEASE = 30.0
"""Seconds after which the leases of a batch that does not renew them expire."""

_UNKNOWN = "-"
"""In place of when a process started, where the machine does not tell."""


class LeaseResult(NamedTuple):
    """What became of tasks that a batch asked for."""

    ours: list[Task]
    """Leased to this batch."""
    busy: list[Task]
    """Leased to another batch that lives."""
    done: list[str]
    """The statuses of those that have a result."""


class Leases:
    """The leases of one batch on the levels of one setup. Use it in a `with` block."""

    def __init__(self, store: Store, setup: int, *, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._setup = setup
        self._clock = clock
        self._process = this_process()
        self._renewed = clock()
        self._batch = store.enter_batch(self._process, self._renewed + LEASE)

    def __enter__(self) -> Leases:
        return self

    def __exit__(self, *failure: object) -> None:
        self._store.leave_batch(self._batch)

    def claim(self, tasks: Sequence[Task], most: int | None = None) -> LeaseResult:
        """Lease those of the tasks that have no result and no living holder, `most` of them.

        Those beyond `most` count as busy.
        """
        found = LeaseResult([], [], [])
        for block in batched(tasks):
            room = None if most is None else most - len(found.ours)
            self._claim_block(block, room, found)
        return found

    def _claim_block(self, tasks: Sequence[Task], room: int | None, found: LeaseResult) -> None:
        now = self._clock()
        with self._store.transaction():
            for number, process, expires in self._store.batches():
                if number != self._batch and (expires < now or is_gone(process)):
                    self._store.leave_batch(number)
            done = self._store.statuses(self._setup, tasks)
            held = self._store.held(self._setup, tasks)
            free: list[Task] = []
            for task in tasks:
                key = (task.level, task.digest)
                if key in done:
                    found.done.append(done[key])
                elif held.get(key, self._batch) != self._batch or len(free) == room:
                    found.busy.append(task)
                else:
                    free.append(task)
            self._store.lease(self._batch, self._setup, free)
            found.ours.extend(free)

    def renew(self) -> None:
        """Keep the leases, if it is time for it; to be called several times within `LEASE`.

        A batch that stood still may have lost them: then it goes on under another number, and what
        it has at hand may be done twice.
        """
        now = self._clock()
        if now - self._renewed < LEASE / 4:
            return
        self._renewed = now
        if not self._store.renew_batch(self._batch, now + LEASE):
            self._batch = self._store.enter_batch(self._process, now + LEASE)


def this_process() -> str:
    """Names this process among all of all machines, now and later."""
    import psutil

    try:
        started = f"{psutil.Process().create_time():.2f}"
    except psutil.Error:  # there is no /proc
        started = _UNKNOWN
    return f"{_machine()}/{os.getpid()}/{started}"


def is_gone(process: str) -> bool:
    """Is it certain that a process has ended? Only those of this machine can be asked after."""
    import psutil

    machine, number, started = process.rsplit("/", 2)
    if machine != _machine() or started == _UNKNOWN:
        return False
    try:
        found = psutil.Process(int(number))
        return f"{found.create_time():.2f}" != started or found.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:
        return False


def _machine() -> str:
    """Tells machines apart, and containers, whose processes do not see each other."""
    try:
        container = Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        container = 0
    return f"{socket.gethostname()}/{container}"

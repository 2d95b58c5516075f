"""How several batches share the work on one store.

Before a batch hands out levels, it leases them, so that no other takes them. A batch that
lives renews all its leases together; those of one that has been killed, or that has stood still for
`LEASE` seconds, go to the next worker. Each batch measures these seconds itself, from one change of
the other's entry to the next: clocks differ between machines, and somebody may set them. Nothing
depends on it but who does the work: whatever two batches do twice all the same is kept once.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil

from unriddle.batch.jobs import Task
from unriddle.batch.store import Store, batched

LEASE = 30.0
"""Seconds after which the leases of a batch that does not renew them expire."""


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

    def __init__(
        self, store: Store, setup: int, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._setup = setup
        self._clock = clock
        self._process = this_process()
        self._renewed = clock()
        self._batch = store.enter_batch(self._process, time.time() + LEASE)
        self._others: dict[int, tuple[float, float]] = {}
        """The entries of other batches, and since when we have seen each as it is."""

    def __enter__(self) -> Leases:
        return self

    def __exit__(self, *failure: object) -> None:
        with self._store.transaction():
            self._store.leave_batch(self._batch)
            self._forget_the_dead()

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
        with self._store.transaction():
            self._forget_the_dead()
            done = self._store.statuses(self._setup, tasks)
            held = self._store.held(self._setup, tasks)
            free: list[Task] = []
            for task in tasks:
                key = (task.level, task.digest)
                if key in done:
                    found.done.append(done[key])
                elif held.get(key) in self._others or len(free) == room:
                    found.busy.append(task)
                else:
                    free.append(task)
            self._store.lease(self._batch, self._setup, free)
            found.ours.extend(free)

    def _forget_the_dead(self) -> None:
        now = self._clock()
        before, self._others = self._others, {}
        for number, process, entry in self._store.batches():
            if number == self._batch:
                continue
            seen, since = before.get(number, (entry, now))
            if seen != entry:
                since = now
            if now - since > LEASE or is_gone(process):
                self._store.leave_batch(number)
            else:
                self._others[number] = entry, since

    def renew(self) -> None:
        """Keep the leases, if it is time for it; to be called several times within `LEASE`.

        A batch that stood still may have lost them: then it goes on under another number, and what
        it has at hand may be done twice.
        """
        now = self._clock()
        if now - self._renewed < LEASE / 4:
            return
        self._renewed = now
        expires = time.time() + LEASE
        if not self._store.renew_batch(self._batch, expires):
            self._batch = self._store.enter_batch(self._process, expires)


def this_process() -> str:
    """Names this process among all of all machines, now and later."""
    try:
        started = _started(psutil.Process())
    except (psutil.Error, OSError):  # without /proc no process is seen
        started = time.time()
    return f"{_machine()}/{os.getpid()}/{started:.2f}"


def is_gone(process: str) -> bool:
    """Is it certain that a process has ended? Only those of this machine can be asked after."""
    try:
        machine, number, started = process.rsplit("/", 2)
    except (ValueError, TypeError, AttributeError):  # no batch of ours has written that
        return True
    if machine != _machine():
        return False
    try:
        found = psutil.Process(int(number))
        return f"{_started(found):.2f}" != started or found.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return _sees_processes()
    except (psutil.Error, OSError):
        return False


def _started(process: psutil.Process) -> float:
    """Seconds from the start of the machine to that of a process, however its clock is set."""
    booted = psutil.boot_time()  # the next line counts from it
    return process.create_time() - booted


def _sees_processes() -> bool:
    """Without /proc a process sees none, not even itself."""
    try:
        psutil.Process()
    except psutil.Error:
        return False
    return True


def _machine() -> str:
    """Tells machines apart, and containers, whose processes do not see each other."""
    try:
        container = Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        container = 0
    return f"{socket.gethostname()}/{container}"

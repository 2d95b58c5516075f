"""Case after case, on all cores: which they are, what comes of them, and crashes survived.

A case is its puzzle, the seed of the campaign and a number: it is the same whatever the number of
processes, and whatever was tried before it.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Any

from soundness.checking import Check, Failure, Kind, Tally
from soundness.kinds import KINDS
from soundness.shrinking import shrink

TRIES = 50
"""Throws for one level before its number is passed over."""
SHRUNK = 3
"""Failures of one check that a process makes small; the others are only counted."""
INTERVAL = 0.5
"""Seconds between two reports of a process."""
HANGING = 300.0
"""Seconds after which a case is taken to run for ever."""


def make_case(kind: Kind, seed: int, number: int) -> tuple[str, Any, list[Check]] | None:
    """Style, level and checks of a case; None where no throw makes a level."""
    style = kind.schedule[number % len(kind.schedule)]
    random = Random(f"{kind.name}/{seed}/{number}")
    for _ in range(TRIES):
        level = kind.generate(style, random)
        if level is not None:
            return style, level, list(kind.checks(random, number))
    return None


def run_case(kind: Kind, seed: int, number: int, tally: Tally, *, small: bool = True) -> None:
    """Make all checks of one case and count them; of each check the first failures are shrunk."""
    case = make_case(kind, seed, number)
    if case is None:
        return
    style, level, checks = case
    subject = kind.subject(level)
    for check in checks:
        name = check.make.__name__
        tally.checks[name] += 1
        problem = check.fault(subject)
        if not problem:
            continue
        failure = Failure(kind.name, style, number, str(check), problem, level=kind.describe(level))
        known = sum(other.check.split()[0] == name for other in tally.failures)
        if small and known < SHRUNK:
            smaller, failure.shrunk_problem = shrink(kind, level, check)
            failure.shrunk = kind.describe(smaller)
        tally.failures.append(failure)
    tally.levels[style, subject.verdict] += 1


@dataclass
class Worker:
    """A process that takes case after case, and where it is."""

    process: Any
    reports: Connection
    current: Any
    """The number of its case; -1 before the first."""
    since: float = 0.0
    seen: int = -1


def campaign(
    name: str,
    seed: int,
    *,
    jobs: int,
    first: int = 0,
    levels: int | None = None,
    seconds: float | None = None,
    progress: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Run cases of one puzzle until so many were tried or the time is over."""
    context = multiprocessing.get_context("spawn")
    counter = context.Value("q", first)
    end = first + levels if levels is not None else 2**62
    deadline = time.time() + seconds if seconds is not None else float("inf")

    def begin() -> Worker:
        reports, theirs = context.Pipe(duplex=False)
        current = context.Value("q", -1)
        process = context.Process(
            target=_work, args=(name, seed, counter, end, deadline, current, theirs), daemon=True
        )
        process.start()
        theirs.close()
        return Worker(process, reports, current, time.time())

    total = Tally()
    workers = [begin() for _ in range(jobs)]
    while workers:
        ready = wait([worker.reports for worker in workers], timeout=INTERVAL)
        for worker in list(workers):
            if worker.reports in ready and not _received(worker, total):
                workers.remove(worker)
                worker.process.join()
                if worker.process.exitcode:
                    total.failures.append(_death(name, seed, worker))
                    workers.append(begin())
            elif _hangs(worker):
                worker.process.kill()  # its pipe then ends, and it counts as a crash
        progress(total)
    return total


def _received(worker: Worker, total: Tally) -> bool:
    """Add what a process reports; False if it has ended."""
    try:
        total.add(worker.reports.recv())
    except EOFError:
        return False
    return True


def _hangs(worker: Worker) -> bool:
    """Has the process been at the same case for very long?"""
    if worker.current.value != worker.seen:
        worker.seen, worker.since = worker.current.value, time.time()
    return time.time() - worker.since > HANGING


def _death(name: str, seed: int, worker: Worker) -> Failure:
    """A process that crashed, or was ended because it hung, as a failure of its case."""
    number, code = worker.current.value, worker.process.exitcode
    end = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    case = make_case(KINDS[name], seed, number) if number >= 0 else None
    style, level = (case[0], KINDS[name].describe(case[1])) if case else ("", "")
    return Failure(name, style, number, "crash", f"the process ended with {end}", level)


def _work(
    name: str,
    seed: int,
    counter: Any,
    end: int,
    deadline: float,
    current: Any,
    reports: Connection,
) -> None:
    """What a process does: the next case that nobody has taken, until there is none."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    kind = KINDS[name]
    known: list[Failure] = []
    more = True
    while more:
        tally = Tally(failures=list(known))  # so that what was shrunk before counts
        reported = time.time()
        while more and time.time() - reported < INTERVAL:
            with counter.get_lock():
                number = counter.value
                counter.value += 1
            more = number < end and time.time() < deadline
            if more:
                current.value = number
                run_case(kind, seed, number, tally)
        fresh = tally.failures[len(known) :]
        known += fresh
        try:
            reports.send(Tally(tally.levels, tally.checks, fresh))
        except BrokenPipeError:  # the parent was ended
            return

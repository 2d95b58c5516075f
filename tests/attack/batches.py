"""Batches under faults: whatever happens to their processes, nothing is lost and nothing twice.

A round is a store that is to hold the answers to some deals. A batch works at it, sometimes two;
then something happens to them, and they are started again, a few times; at last a batch is let
through. After that every deal must have its answer, once, the same as without faults, the file must
be whole, no lease may be left, and no process.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import psutil
from attack.process_group import ProcessGroup
from attack.report import Report

DEALS = 1000
FAULTS = ("kill", "term", "int", "stop", "worker", "full")
Answers = dict[str, tuple[object, ...]]


def run(seconds: float, seed: int, *, faults: int | None = None) -> Report:
    """Attack for some seconds, or with a number of faults."""
    report = Report("batches")
    rng = random.Random(seed)
    deadline = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "undisturbed.sqlite"
        _batch(plain, ProcessGroup()).communicate()
        expected = _answers(plain)
        if len(expected) != DEALS:
            report.failures.append(f"an undisturbed batch answered {len(expected)} of {DEALS}")
            return report
        while report.tried < faults if faults is not None else time.monotonic() < deadline:
            number = rng.randrange(2**32)
            problems = _round(Path(folder) / f"{number}.sqlite", number, expected, report)
            report.failures += [f"round {number}: {problem}" for problem in problems]
    return report


def _round(path: Path, number: int, expected: Answers, report: Report) -> list[str]:
    rng = random.Random(number)
    group = ProcessGroup()
    problems = []
    for _ in range(rng.randrange(2, 6)):
        fault = rng.choice(FAULTS)
        report.tried += 1
        report.figures[fault] = report.figures.get(fault, 0) + 1
        problems += _disturbed(path, fault, group, rng)
    last = _batch(path, group, "--json", stdout=subprocess.PIPE)
    out, talk = last.communicate()
    if last.returncode != 0:
        problems.append(f"the last batch ended with {last.returncode}: {talk[-300:]}")
    elif (summary := json.loads(out))["new"] + summary["skipped"] != DEALS:
        problems.append(f"the last batch counts {summary}")
    problems += _wrong_with(path, expected)
    if orphans := group.wait_and_kill():
        problems.append(f"{len(orphans)} processes were left")
    for file in path.parent.glob(path.name + "*"):
        file.unlink()
    return problems


def _disturbed(path: Path, fault: str, group: ProcessGroup, rng: random.Random) -> list[str]:
    """Let a batch, or two of them, run into a fault; what they say that they should not."""
    limit = _small_files(rng.randrange(20, 200)) if fault == "full" else None
    together = [_batch(path, group, preexec=limit) for _ in range(rng.choice((1, 1, 2)))]
    time.sleep(rng.choice((rng.uniform(0, 0.5), rng.uniform(0.5, 3.0))))
    victim = rng.choice(together)
    match fault:
        case "kill" | "term" | "int":
            numbers = {"kill": signal.SIGKILL, "term": signal.SIGTERM, "int": signal.SIGINT}
            if fault == "int" and rng.random() < 0.5:  # as the key of a terminal does it
                with suppress(psutil.Error):
                    for child in psutil.Process(victim.pid).children(recursive=True):
                        child.send_signal(signal.SIGINT)
            victim.send_signal(numbers[fault])
        case "stop":
            victim.send_signal(signal.SIGSTOP)
            time.sleep(rng.uniform(0, 2))
            victim.send_signal(signal.SIGCONT)
        case "worker":
            with suppress(psutil.Error):
                workers = psutil.Process(victim.pid).children(recursive=True)
                if workers:
                    rng.choice(workers).kill()
    if fault != "worker" and rng.random() < 0.5:  # the others are ended in the middle, too
        for batch in together:
            batch.kill()
    problems = []
    for batch in together:
        _, talk = batch.communicate()
        # Python itself, interrupted before its first line of ours, cannot be helped.
        if "Traceback" in talk and not (fault == "int" and "unriddle" not in talk):
            problems.append(f"{fault}: {talk[-1500:]}")
    return problems


def _batch(
    path: Path,
    group: ProcessGroup,
    *words: str,
    stdout: int = subprocess.DEVNULL,
    preexec: Callable[[], None] | None = None,
) -> subprocess.Popen[str]:
    line = [sys.executable, "-m", "unriddle", "batch", f"freecell/1-{DEALS}", "--workers", "2"]
    return subprocess.Popen(
        [*line, "--store", str(path), *words],
        env={**os.environ, **group.environment},
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=preexec,
    )


def _small_files(kibibytes: int) -> Callable[[], None]:
    """No file may grow beyond this: a disk that is full."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (kibibytes * 1024,) * 2)

    return limit


def _answers(path: Path) -> Answers:
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT level, status, cost, plan, expanded FROM results")
        return {row[0]: row[1:] for row in rows}


def _wrong_with(path: Path, expected: Answers) -> list[str]:
    problems = []
    with closing(sqlite3.connect(path)) as database:
        (health,) = database.execute("PRAGMA integrity_check").fetchone()
        if health != "ok":
            problems.append(f"the store is damaged: {health}")
        for what in ("leases", "batches"):
            (left,) = database.execute(f"SELECT count(*) FROM {what}").fetchone()
            if left:
                problems.append(f"{left} {what} are left")
        (rows,) = database.execute("SELECT count(*) FROM results").fetchone()
    found = _answers(path)
    if rows != len(found):
        problems.append(f"{rows - len(found)} levels have two results")
    if lost := len(expected.keys() - found.keys()):
        problems.append(f"{lost} levels have no result")
    other = [level for level in found if found[level] != expected[level]]
    if other:
        problems.append(f"{len(other)} levels have another result, {other[0]}: {found[other[0]]}")
    return problems

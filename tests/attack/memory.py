"""Little memory: every command under limits of many sizes on its address space.

Out of memory is a status and an exit code; it is never a traceback, and no process dies of it. What
Python itself needs before it comes to the program is not ours: `least` finds it out.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time

from attack.process_group import ProcessGroup
from attack.report import Report

COMMANDS = (
    "levels",
    "levels sokoban/uit",
    "show bloxorz/1 --text",
    "solvers",
    "check sokoban/uit/1 rrULdlUruRdrUlldlU",
    "solve bloxorz/1-5",
    "solve bloxorz/8 --engine python --solver ucs",
    "solve sokoban/uit/1-5 --json",
    "solve sokoban/uit/18 --solver bfs --time 1",
    "solve sokoban/uit/18 --solver bfs --engine python --time 1",
    "solve sokoban/uit/18 --solver optimal --cost pushes --time 1",
    "solve sokoban/uit/18 --solver expert:threads=2 --time 1",
    "solve freecell/1-3",
    "solve freecell/1 --solver short --time 1",
    "solve freecell/1 --solver optimal --time 1",
    "solve freecell/3 --solver astar --engine python --time 1",
    "compare sokoban/uit/5 --solvers all --time 0.2",
    "analyse bloxorz/23",
    "analyse bloxorz/23 --engine python",
    "polish sokoban/uit/1 rrULdlUruRdrUlldlU --time 1",
    "table sokoban-1 --levels 2",
    "table sokoban-1 --levels 2 --out {folder}/report",
    "batch bloxorz/1-3 --workers 1 --store {folder}/runs.sqlite",
    "batch sokoban/uit/1 --workers 1 --store {folder}/runs.sqlite --dataset {folder}/optima",
    "batch bloxorz/1 --workers 1 --store {folder}/runs.sqlite --export csv",
    "completion bash",
    "export sokoban/uit/1 --out {folder}/level.png",
    "export sokoban/uit/1 --solver astar --out {folder}/plan.gif",
    "export bloxorz/1 --out {folder}/plan.html",
    "generate sokoban --seed 1 --boxes 2",
    "generate freecell --seed 1",
    "heuristic-check freeze sokoban/uit/1",
    "prove sokoban/uit/1 --time 1",
    "rate sokoban/uit/1",
    "records",
    "trace bloxorz/1 --solver bfs",
    "play bloxorz/1",
)
CODES = frozenset({0, 1, 10, 12, 22, 23, 24, 33})
LARGEST = 600 * 2**20
PATIENCE = 300
"""Seconds after which a command hangs, however slow the machine is."""


def run(seconds: float, seed: int, *, tries: int | None = None) -> Report:
    """Attack for some seconds, or a number of times."""
    report = Report("memory")
    rng = random.Random(seed)
    start = least()
    report.figures["least that Python needs, MiB"] = round(start / 2**20, 1)
    deadline = time.monotonic() + seconds
    while report.tried < tries if tries is not None else time.monotonic() < deadline:
        words = rng.choice(COMMANDS)
        # Most that can go wrong goes wrong where there is little.
        size = int(start + (LARGEST - start) * rng.random() ** 4)
        report.tried += 1
        with tempfile.TemporaryDirectory() as folder:
            wrong = problem(words.format(folder=folder).split(), size)
        if wrong:
            report.failures.append(f"{words}, {size} bytes: {wrong}")
    return report


def problem(words: list[str], size: int) -> str:
    """What is wrong with how a command ends under a limit; empty if nothing is."""
    group = ProcessGroup()
    try:
        code, talk = _limited(["-m", "unriddle", *words], size, group)
    except subprocess.TimeoutExpired:
        return f"it has not ended after {PATIENCE} s"
    if left := group.wait_and_kill():
        return f"{len(left)} processes were left"
    if "Traceback" in talk or "not installed" in talk or code not in CODES:
        return f"it ended with {code}: {talk[-1000:]}"
    return ""


def least() -> int:
    """Bytes of address space with which Python gets as far as our first line, and a little more."""
    size = 8 * 2**20
    while not _starts(size):
        size += 2**20
    return size + 2**20


def _starts(size: int) -> bool:
    script = "import unriddle.__main__, traceback; b'1' * 2**20"
    try:
        return _limited(["-c", script], size, ProcessGroup(), patience=20)[0] == 0
    except subprocess.TimeoutExpired:  # Python may also wait for ever, short of memory
        return False


def _limited(
    words: list[str], size: int, group: ProcessGroup, *, patience: float = PATIENCE
) -> tuple[int, str]:
    # The shell sets the limit: our own process, forked, is larger than most of these limits.
    limit = f'ulimit -v {size // 1024} && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", limit, "sh", sys.executable, *words],
        env={**os.environ, **group.environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=patience,
    )
    return done.returncode, done.stderr

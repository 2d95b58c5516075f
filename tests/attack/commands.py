"""Abusive command lines: random words that make little sense, in every combination.

Each ends with a documented exit code; bad input is named in a few lines, and nothing is a
traceback. They are carried out in this process, which is quick; now and then one is carried out in
a process of its own, where also its streams and its environment are odd.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from attack.report import Report

from unriddle.cli import COMMANDS
from unriddle.cli import run as run_command

NOT_HERE = ("play", "serve", "table")
"""Commands that open a screen or a server, or take long; they have attacks of their own."""
CODES = frozenset({0, 1, 10, 12, 22, 23, 24, 33})
PATIENCE = 300
"""Seconds after which a command that should take one or two hangs, however slow the machine is."""
ALONE = 40
"""One of this many is carried out in a process of its own."""

LEVELS = (
    *("bloxorz/1", "bloxorz/33", "sokoban/uit/2", "freecell/1", "freecell/8589934591"),
    *("bloxorz/0", "bloxorz/34", "bloxorz/1-2", "bloxorz/2-1", "bloxorz/1,,2", "bloxorz/-1"),
    *("freecell/0", "freecell/1-99999999999", "freecell", "sokoban", "sokoban/uit/1-", "/", "-"),
    *("", " ", ".", "..", "~", "#", "#1", "a#b#c", "bloxorz/\u0661", "bloxorz/1\n", "\udcff"),
    *("{folder}", "{folder}/none.xsb", "{folder}/good.xsb", "{folder}/good.xsb#2"),
    *("{folder}/bad.xsb", "{folder}/empty", "{folder}/bytes", "{folder}/good.xsb#0"),
    "9" * 5000,
)
VALUES = (
    *("1", "0", "-1", "1e3", "1e999", "nan", "inf", "-inf", "0x10", "1_000", "\u0662", "1.5"),
    *("", " ", "true", "none", "None", "[]", "{}", "=", "--", "-", "a,b", ",", "'", '"', "%s"),
    *("native", "python", "bfs", "astar", "wastar:weight=3", "wastar:weight", "bfs:", ":", "::"),
    *("pushes", "moves", "counted", "greedy", "rolls", "freeze", "all", "sokoban", "csv", "\u2603"),
    *("svg", "png", "gif", "html", "txt", "sok", "dark", "RR", "picture.gif", "picture.pdf"),
    "9" * 400,
    "x" * 3000,
)
OPTIONS = (
    *("--solver", "--solvers", "--heuristic", "--engine", "--time", "--nodes", "--memory"),
    *("--puzzle", "--json", "--steps", "--text", "--cost", "--weight", "--seed", "--width"),
    *("--depth", "--cells", "--columns", "--autoplay", "--space", "--without", "--threads"),
    *("--workers", "--export", "--out", "--retry", "--cluster", "--help", "--version", "-h"),
    *("--to", "--plan", "--step", "--theme", "--scale", "--pace", "--pictures"),
    *("--", "---", "--=", "--x.y", "--settings", "--limit", "--limit.time", "--no-json", "-j"),
)
ALWAYS = {
    "solve": ("--nodes=300", "--time=5"),
    "compare": ("--nodes=300", "--time=1"),
    "analyse": ("--nodes=300", "--time=5"),
    "polish": ("--nodes=300", "--time=1"),
    "export": ("--nodes=300", "--time=1"),
    "batch": ("--workers=1", "--nodes=300", "--store={folder}/runs.sqlite"),
}
"""So that none of them takes long."""
FILES = {
    "good.xsb": b"#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n",
    "bad.xsb": b"#####\n#@$?#\n#####\n",
    "empty": b"",
    "bytes": bytes(range(256)) * 8,
}


def run(seconds: float, seed: int, *, tries: int | None = None) -> Report:
    """Attack for some seconds, or a number of times."""
    report = Report("commands")
    rng = random.Random(seed)
    deadline = time.monotonic() + seconds
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name, content in FILES.items():
            (Path(folder) / name).write_bytes(content)
        while report.tried < tries if tries is not None else time.monotonic() < deadline:
            words = [word.replace("{folder}", folder) for word in _line(rng)]
            report.tried += 1
            started = time.monotonic()
            alone = rng.randrange(ALONE) == 0
            problem = _alone(words, folder, rng) if alone else _here(words, folder)
            slowest = max(slowest, time.monotonic() - started)
            if problem:
                report.failures.append(f"unriddle {words!r}: {problem}")
    report.figures["slowest, s"] = round(slowest, 2)
    return report


def _line(rng: random.Random) -> list[str]:
    """A command line; most begin with a command, or nothing deeper would be reached."""
    command = rng.choice([name for name in COMMANDS if name not in NOT_HERE])
    words = [command if rng.random() < 0.95 else rng.choice((*VALUES, *OPTIONS))]
    words += rng.choices(LEVELS, k=rng.choice((0, 1, 1, 1, 2, 3)))
    if command in ("check", "polish"):
        words.append(rng.choice(("rrULdlUruRdrUlldlU", "RRDRRRD", "2a", "?", *VALUES)))
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        option, value = rng.choice(OPTIONS), rng.choice(VALUES)
        words += rng.choice(([option], [option, value], [f"{option}={value}"]))
    if rng.random() < 0.1:
        rng.shuffle(words)
    if words[0] == "batch" or "batch" in words:
        # A deal has many neighbours; a range of them would be work, not an attack.
        words = [word for word in words if not word.startswith(("freecell/1-", "--cluster"))]
    return [*words, *ALWAYS.get(words[0] if words else "", ())]


def _here(words: list[str], folder: str) -> str:
    """Carry a command line out in this process; what is wrong with how it ends."""
    out, talk = io.StringIO(), io.StringIO()
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(FILES["good.xsb"]))
    before = os.getcwd()
    try:
        os.chdir(folder)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(talk):
            code = run_command(words)
    except BaseException:
        return traceback.format_exc(limit=-4)
    finally:
        sys.stdin = stdin
        os.chdir(before)
    return _judge(code, talk.getvalue())


def _alone(words: list[str], folder: str, rng: random.Random) -> str:
    """The same in a process with an odd environment."""
    odd = {
        "COLUMNS": rng.choice(("0", "1", "20", "-5", "x", "100000")),
        "LC_ALL": rng.choice(("C", "C.UTF-8", "nonsense")),
        "PYTHONIOENCODING": rng.choice(("ascii", "utf-8", "latin-1")),
        "TERM": rng.choice(("dumb", "xterm", "")),
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "unriddle", *words],
            env={**os.environ, **odd},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return f"it has not ended after {PATIENCE} s, with {odd}"
    return _judge(done.returncode, done.stderr)


def _judge(code: int, talk: str) -> str:
    if "Traceback" in talk:
        return talk[-1500:]
    if code not in CODES:
        return f"it ended with {code}: {talk[-300:]}"
    if code == 33 and not talk.startswith("error: "):
        return f"bad input is not named: {talk[:300]!r}"
    if code == 33 and len(talk.splitlines()) > 5:
        return f"too many words: {talk[:1000]!r}"
    return ""

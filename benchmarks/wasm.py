"""The engine as WebAssembly beside the native one: the same jobs, CPU time of both.

    ./dev python benchmarks/wasm.py [--json] [--xsokoban FILE] [--repeat N]

Needs `./dev wasm` and `./dev site`, which leave the engine and Pyodide in build/, and Node. Every
figure is CPU time of a search, the best of N runs, with what Node's compiler does at the same time;
and both engines must come to the same end after as many expansions. What Python does before and
after is not measured. The last row is the geometric mean of the ratios.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bloxorz import rooms
from measuring import Row, parser, show

from unriddle.bloxorz_analysis import start_analysis
from unriddle.catalog import entry_of
from unriddle.core import Limits
from unriddle.engines import proving
from unriddle.judge.forms import best_form
from unriddle.loading import load
from unriddle.solving import choose

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "build" / "wasm-engine" / "native" / "wasm" / "unriddle-engine.mjs"
PYODIDE = ROOT / "build" / "website-parts" / "pyodide" / "package"

NODES = Limits(nodes=300_000)
"""The most expansions of a search."""

Job = Callable[[], list[Any]]
"""Prepares runs, of which only what comes then is measured."""


def solving(solver: str, *levels: str, **choice: Any) -> Job:
    """A solver on some levels."""
    puzzles = [load(level) for level in levels]

    def runs() -> list[Any]:
        return [
            choose(entry_of(one), solver, engine="native", **choice).start(one, NODES).search
            for one in puzzles
        ]

    return runs


def jobs(xsokoban: str) -> Iterator[tuple[str, Job]]:
    """All that is measured, by name."""
    board = rooms(38, 39, 9)
    yield "Bloxorz: a board of 2 million states analysed", lambda: [start_analysis(board).search]
    yield "Bloxorz: stage 23, ids", solving("ids", "bloxorz/23")
    yield "Bloxorz: stage 20, mcts", solving("mcts", "bloxorz/20")
    yield "Sokoban: map 5, bfs", solving("bfs", "sokoban/uit/5")
    yield "Sokoban: map 18, astar", solving("astar", "sokoban/uit/18")
    if xsokoban:
        screens = [f"{xsokoban}#{number}" for number in range(1, 21)]
        yield "Sokoban: XSokoban 1 to 20, expert", solving("expert", *screens)
    yield "FreeCell: deal 11982, fast", solving("fast", "freecell/11982")
    yield "FreeCell: deal 1, short", solving("short", "freecell/1")
    yield "FreeCell: deal 617, astar", solving("astar", "freecell/617")
    proof = load("freecell/11982")
    form = best_form(proof)
    yield "FreeCell: deal 11982 proved", lambda: [proving.start(proof, form, Limits(nodes=10**7))]


def measured(xsokoban: str, repeat: int) -> Iterator[Row]:
    """The jobs by the engine that is here."""
    for name, job in jobs(xsokoban):
        best = math.inf
        for _ in range(repeat):
            runs = job()
            started = clock()
            endings = [run.ending() for run in runs]
            best = min(best, clock() - started)
        answer = [(str(status), stats.expanded) for status, stats in endings]
        yield {"job": name, "seconds": best, "answer": answer}


def clock() -> float:
    """CPU seconds of this process; under Node, where Python does not know, of that."""
    if sys.platform != "emscripten":
        return time.process_time()
    from js import process  # type: ignore[import-not-found]

    used = process.cpuUsage()
    return float(used.user + used.system) / 1e6


def compared(native: list[Row], browser: list[Row]) -> Iterator[Row]:
    """The table."""
    ratios = []
    for one, other in zip(native, browser, strict=True):
        if json.dumps(one["answer"]) != json.dumps(other["answer"]):
            sys.exit(f"error: {one['job']}: {one['answer']} natively, {other['answer']} in Node")
        ratios.append(other["seconds"] / one["seconds"])
        yield {
            "job": one["job"],
            "native_ms": one["seconds"] * 1e3,
            "wasm_ms": other["seconds"] * 1e3,
            "ratio": ratios[-1],
        }
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    yield {"job": "geometric mean", "native_ms": None, "wasm_ms": None, "ratio": mean}


def main() -> None:
    """Measure both, and print the table."""
    options = parser(__doc__, native=True)
    options.add_argument("--xsokoban", default="", help="the file of its 90 screens")
    options.add_argument("--repeat", type=int, default=3, help="runs of each job")
    options.add_argument("--alone", action="store_true", help="only the engine that is here")
    options.add_argument("--engine", default=ENGINE, help="unriddle-engine.mjs")
    options.add_argument("--pyodide", default=PYODIDE, help="the folder of its npm package")
    given = options.parse_args()
    if given.alone:
        for row in measured(given.xsokoban, given.repeat):
            print(json.dumps(row), flush=True)
        return
    script = ROOT / "tests" / "native" / "in_pyodide.mjs"
    words = ["node", script, given.engine, given.pyodide, __file__, "--alone"]
    words += ["--repeat", str(given.repeat)]
    if given.xsokoban:
        words += ["--xsokoban", "/host" + str(Path(given.xsokoban).resolve())]
    native = list(measured(given.xsokoban, given.repeat))
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    browser = [json.loads(line) for line in done.stdout.splitlines()]
    show(compared(native, browser), as_json=given.json)


if __name__ == "__main__":
    main()

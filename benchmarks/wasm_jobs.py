"""What benchmarks/wasm.py measures, by the engine that is here: run by it, and in a browser.

    python wasm_jobs.py REPEAT [XSOKOBAN]

A line of JSON for each job: CPU seconds, the best of some runs, and how it ended.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from bloxorz import rooms
from measuring import Row

from unriddle.bloxorz_analysis import start_analysis
from unriddle.catalog import entry_of
from unriddle.core import Limits
from unriddle.engines import proving
from unriddle.judge.forms import best_form
from unriddle.loading import load
from unriddle.solving import choose

NODES = Limits(nodes=300_000)
"""The most expansions of a search."""

ENOUGH = 5.0
"""CPU seconds after which a job is not repeated."""

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
        spent: list[float] = []
        while len(spent) < repeat and sum(spent) < ENOUGH:
            runs = job()
            started = clock()
            endings = [run.ending() for run in runs]
            spent.append(clock() - started)
        answer = [(str(status), stats.expanded) for status, stats in endings]
        yield {"job": name, "seconds": min(spent), "answer": answer}


def clock() -> float:
    """CPU seconds of this process; in a browser, where Python does not know, of that."""
    if sys.platform != "emscripten":
        return time.process_time()
    from js import XMLHttpRequest  # type: ignore[import-not-found]

    request = XMLHttpRequest.new()
    request.open("GET", "/cpu", False)
    request.send()
    return float(request.responseText)


if __name__ == "__main__":
    for row in measured(sys.argv[2] if len(sys.argv) > 2 else "", int(sys.argv[1])):
        print(json.dumps(row), flush=True)

"""How fast the readable Python is: expansions a second, and seconds beside the published ones.

    ./dev python benchmarks/book.py [--json]

The published seconds are those of the reports that this project starts from, measured by their
authors on their own machines: two on Bloxorz, two on Sokoban, one on FreeCell. Ours are CPU seconds
of the Python engine in this run, the best of several for anything under a second, because the
figures of small levels are all noise.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import unriddle

BREADTH_FIRST = {"bloxorz": "bloxorz/1-33", "sokoban": "sokoban/uit/1-17"}

PUBLISHED: list[tuple[str, str, str, dict[str, str], dict[int, float]]] = [
    ("bloxorz", "dfs", "", {}, {
        1: 0.001, 2: 0.022, 3: 0.009, 5: 0.017, 14: 0.030, 9: 0.095, 15: 0.185,
    }),
    ("bloxorz", "astar", "halves", {}, {
        1: 0.002, 2: 0.007, 3: 0.004, 5: 0.022, 14: 0.050, 9: 0.065, 15: 0.628,
    }),
    ("sokoban/uit", "ucs", "", {}, {
        1: 0.05, 2: 0.004, 3: 0.08, 4: 0.003, 5: 66.4, 6: 0.01, 7: 0.5, 8: 0.196, 9: 0.007,
        10: 0.014, 11: 0.015, 12: 0.08, 13: 0.167, 14: 2.86, 15: 0.265, 16: 15.4, 17: 25.12,
    }),
    ("sokoban/uit", "astar", "manhattan", {}, {
        1: 0.006, 2: 0.0035, 3: 0.008, 4: 0.0025, 5: 0.072, 6: 0.01, 7: 0.06, 8: 0.19, 9: 0.002,
        10: 0.0136, 11: 0.014, 12: 0.04, 13: 0.125, 14: 0.8, 15: 0.24, 16: 0.253, 17: 25.9,
    }),
    ("sokoban/uit", "astar", "euclid", {}, {
        1: 0.02, 3: 0.01, 5: 0.06, 6: 0.01, 7: 0.12, 8: 0.23, 10: 0.02, 11: 0.02, 12: 0.05,
        13: 0.16, 14: 1.25, 15: 0.30, 16: 0.46, 17: 27.09,
    }),
    ("sokoban/uit", "astar", "player", {}, {
        1: 0.0037, 2: 0.0037, 3: 0.0041, 4: 0.0021, 5: 0.086, 6: 0.019, 7: 0.012, 8: 0.295,
        9: 0.0065, 10: 0.038, 11: 0.03, 12: 0.033, 13: 0.141, 14: 0.26, 15: 0.485, 16: 0.265,
    }),
    ("freecell", "hybrid:plies=4", "alpha", {}, {31465: 2.7, 29596: 4.3, 14212: 2.2, 11982: 8.1}),
]  # fmt: skip
"""Levels, solver, heuristic and rules, and the least published seconds of each level."""


class Timing(NamedTuple):
    """One search: what it was, its published seconds, ours, and what it did."""

    level: str
    solver: str
    heuristic: str
    published: float | None
    seconds: float
    expanded: int
    status: str


def main() -> None:
    """Run everything and print it."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--json", action="store_true", help="one object a line")
    as_json = options.parse_args().json
    rates: dict[str, list[Timing]] = {
        puzzle: [measure(name.name, "bfs") for name in unriddle.load_all(levels)]
        for puzzle, levels in BREADTH_FIRST.items()
    }
    beside = list(published())
    if as_json:
        for timing in (*(t for timings in rates.values() for t in timings), *beside):
            print(json.dumps(timing._asdict()))
        return
    for puzzle, timings in rates.items():
        expanded = sum(timing.expanded for timing in timings)
        seconds = sum(timing.seconds for timing in timings)
        print(
            f"{puzzle}: breadth first, {expanded:,} expansions, {expanded / seconds:,.0f} a second"
        )
    print(f"\n{'level':18}{'solver':16}{'heuristic':12}{'published':>10}{'ours':>10}  ratio")
    for timing in beside:
        ratio = timing.seconds / (timing.published or 1.0)
        print(
            f"{timing.level:18}{timing.solver:16}{timing.heuristic:12}"
            f"{timing.published:10.4f}{timing.seconds:10.4f}  {ratio:.3f}"
        )


def published() -> Iterator[Timing]:
    """Every published figure with ours beside it."""
    for levels, solver, heuristic, rules, figures in PUBLISHED:
        for number, seconds in figures.items():
            yield measure(f"{levels}/{number}", solver, heuristic, rules, seconds)


def measure(
    level: str,
    solver: str,
    heuristic: str = "",
    rules: dict[str, str] | None = None,
    published: float | None = None,
) -> Timing:
    """Our CPU seconds for one search, the heuristic's preparation included."""
    times: list[float] = []
    result: Any = None
    while len(times) < 3 or (len(times) < 20 and sum(times) < 0.3):
        puzzle = unriddle.load(level, **(rules or {}))
        run = unriddle.start(puzzle, solver, heuristic=heuristic or None, engine="python")
        started = time.process_time()
        result = run.result()
        times.append(time.process_time() - started)
        if times[0] > 1.0:
            break
    status, expanded = str(result.status), result.stats.expanded
    return Timing(level, solver, heuristic, published, min(times), expanded, status)


if __name__ == "__main__":
    main()

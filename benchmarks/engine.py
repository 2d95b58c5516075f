"""The native engine beside the readable Python: every search of the catalogue, in one run.

    ./dev python benchmarks/engine.py [--json] [--quick]

A search is run by both engines in turn, equally often, and the best CPU time of each counts; that
includes what a heuristic prepares. It must expand and generate as many nodes in both. A plan is
not replayed, because that is work of Python in both. In turn means that the native engine finds the
caches full of what Python needs, which is nearly half of the time of a run of 0.2 milliseconds;
several native runs in a row are faster. Below the table: uniform cost on course map 5, the
published experiments with Monte Carlo tree search (20 seeds each), a whole call for a small stage,
and the import. `--quick` takes a twentieth of the nodes, one run of each, and two seeds.
"""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from measuring import Row, cpu, parser, show

import unriddle
from unriddle.catalog import SOLVERS

LEVELS = ("bloxorz/23", "bloxorz/20", "sokoban/uit/16", "sokoban/uit/17", "freecell/11982")
"""Where every search runs that is not listed below."""

MORE_LEVELS = {
    "bfs": ("sokoban/uit/5", "freecell/31465"),
    "ucs": ("sokoban/uit/5", "freecell/31465"),
    "dfs": ("freecell/617",),
    "greedy": ("freecell/31465",),
    "astar": ("sokoban/uit/5", "freecell/617"),
    "wastar": ("freecell/31465",),
    "hill": ("freecell/617",),
    "hybrid": ("freecell/31465", "freecell/617"),
}

CLIMBED = ("bloxorz/19", "freecell/164")
"""Simple and steepest hill climbing end after a few steps; these are their longest ways."""

NODES = {"bloxorz": 60_000, "sokoban": 500_000, "freecell": 8_000}
"""The most expansions, which keeps Python below some seconds; long simulations get fewer."""

PUBLISHED = {
    "1: stage 1": ("bloxorz/1", "depth=30:previous=2"),
    "1: stage 4, unique": ("bloxorz/4", "depth=30:previous=2:unique=yes"),
    "2: stage 8, mean": ("bloxorz/8", "depth=20:previous=0:selection=mean"),
    "2: stage 8, maximum": ("bloxorz/8", "depth=20:previous=0"),
    "3a: stage 11, unique": ("bloxorz/11", "depth=20:previous=2:unique=yes"),
    "3b: stage 14, points": ("bloxorz/14", "depth=30:previous=4:points=0,0.5,-0.5"),
    "4: stage 4, previous 2": ("bloxorz/4", "depth=30:previous=2"),
    "5: stage 2, no points": ("bloxorz/2", "depth=30:previous=0"),
    "5: stage 2, points": ("bloxorz/2", "depth=30:previous=0:points=0,0.5,-0.5"),
}
"""The Monte Carlo experiments of the report on Bloxorz that finish at all."""


def figure(what: str, value: float, unit: str, note: str = "") -> Row:
    """One number about the engine."""
    return {"figure": what, "value": value, "unit": unit, "": note}


def cases() -> Iterator[tuple[str, str, int]]:
    """Every search: its level, its solver, and the most nodes that it may expand."""
    for solver in SOLVERS:
        climbs = solver in ("hill-simple", "hill-steepest")
        for level in CLIMBED if climbs else LEVELS + MORE_LEVELS.get(solver, ()):
            nodes = NODES[level.split("/")[0]]
            yield level, solver, nodes // 20 if solver == "mcts" else nodes


def twins(level: str, solver: str, nodes: int, *, quick: bool) -> Row:
    """Run one search in turn by both engines."""
    puzzle = unriddle.load(level)

    def run(engine: str) -> tuple[float, unriddle.Stats]:
        begun = unriddle.start(puzzle, solver, engine=engine, limits=unriddle.Limits(nodes=nodes))
        started = time.process_time()
        _, stats = begun.ending()
        return time.process_time() - started, stats

    nodes = nodes // 20 if quick else nodes
    best = {"python": math.inf, "native": math.inf}
    counts = set()
    rounds, spent = 0, 0.0
    while rounds < (1 if quick else 4) or (not quick and rounds < 50 and spent < 1.0):
        for engine in best:
            seconds, stats = run(engine)
            best[engine] = min(best[engine], seconds)
            counts.add((stats.expanded, stats.generated))
            spent += seconds
        rounds += 1
    if len(counts) > 1:
        raise SystemExit(f"error: {solver} on {level} expanded and generated {counts}: not twins")
    ratio = best["python"] / best["native"]
    of = {"search": f"{solver} {level}", "expanded": stats.expanded}
    return of | {"Python s": best["python"], "native s": best["native"], "ratio": ratio}


def summary(rows: list[Row]) -> Iterator[Row]:
    """How fast breadth first is in Python, and the smallest ratio of each search and of all."""
    for puzzle in ("bloxorz", "sokoban"):
        found = [row for row in rows if row["search"].startswith(f"bfs {puzzle}")]
        rate = sum(row["expanded"] for row in found) / sum(row["Python s"] for row in found)
        yield figure(f"bfs in Python, {puzzle}", rate, "a second")
    ratios: dict[str, list[float]] = {}
    for row in rows:
        ratios.setdefault(row["search"].split()[0], []).append(row["ratio"])
    for solver, some in ratios.items():
        yield figure(f"{solver}, smallest ratio", min(some), "times", f"largest {max(some):.0f}")
    every = [row["ratio"] for row in rows]
    middle = statistics.geometric_mean(every)
    yield figure("smallest ratio of all", min(every), "times", f"geometric mean {middle:.0f}")


def figures(*, quick: bool) -> Iterator[Row]:
    """What stands below the table."""
    yield uniform_cost_on_map_5()
    experiments = [published(name, quick=quick) for name in PUBLISHED]
    yield from experiments
    total = sum(one["value"] for one in experiments)
    yield figure("mcts, all of these together", total, "s CPU")
    yield call(1_000)
    yield imported("import unriddle", "import unriddle")
    yield imported("import unriddle, all that solves", "import unriddle; unriddle.solve")


def uniform_cost_on_map_5() -> Row:
    """The search of the reports that took longest, native, with its plan replayed."""
    puzzle = unriddle.load("sokoban/uit/5")
    seconds, result = cpu(lambda: unriddle.solve(puzzle, "ucs", engine="native"), 5)
    note = f"cost {result.cost}, {result.stats.expanded:,} expanded"
    return figure("ucs, sokoban/uit/5", seconds, "s CPU", note)


def published(name: str, *, quick: bool) -> Row:
    """The runs of one published experiment, native, with the limits of the report."""
    level, settings = PUBLISHED[name]
    puzzle = unriddle.load(level)
    limits = unriddle.Limits(seconds=1000, mebibytes=1024)
    seeds = range(2 if quick else 20)
    started = time.process_time()
    results = [
        unriddle.solve(puzzle, f"mcts:{settings}:seed={seed}", engine="native", limits=limits)
        for seed in seeds
    ]
    seconds = time.process_time() - started
    lengths = [len(result.plan) for result in results if result.plan is not None]
    note = f"{len(lengths)} of {len(seeds)} runs solved"
    if lengths:
        mean = statistics.mean(lengths)
        note += f", path {min(lengths)} to {max(lengths)}, mean {mean:.1f}"
    return figure(f"mcts {name}", seconds, "s CPU", note)


def call(repeat: int) -> Row:
    """The library call for a stage that is loaded, with its plan replayed."""
    puzzle = unriddle.load("bloxorz/1")
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        unriddle.solve(puzzle, engine="native")
        times.append(time.perf_counter() - started)
    middle = statistics.median(times) * 1e6
    return figure("solve(bloxorz/1)", middle, "microseconds", f"median of {repeat:,} calls")


def imported(what: str, statement: str) -> Row:
    """The CPU time of an import in a fresh interpreter, without what the interpreter takes."""
    script = f"import time; a = time.process_time(); {statement}; print(time.process_time() - a)"
    line = [sys.executable, "-c", script]
    times = [float(subprocess.run(line, check=True, capture_output=True).stdout) for _ in range(9)]
    return figure(what, min(times) * 1e3, "ms CPU", "best of 9")


def main() -> None:
    """Run everything and print it."""
    options = parser(__doc__, native=True)
    options.add_argument("--quick", action="store_true", help="rough figures in a minute")
    given = options.parse_args()
    rows: list[Row] = []

    def searches() -> Iterator[Row]:
        for case in cases():
            rows.append(twins(*case, quick=given.quick))
            yield rows[-1]

    show(searches(), as_json=given.json)
    show(summary(rows), as_json=given.json)
    show(figures(quick=given.quick), as_json=given.json)


if __name__ == "__main__":
    main()

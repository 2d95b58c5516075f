"""The textbook searches in readable Python, beside the seconds that the reports have published.

    ./dev python benchmarks/book.py [--json]

The published seconds stand in `experiments/specs/`; their authors measured them on their own
machines, and where two reports have measured the same, the less counts. Ours are CPU seconds of the
Python engine, the heuristic's preparation included, the best of several runs.
"""

from __future__ import annotations

from collections.abc import Iterator

from measuring import Row, cpu, parser, show

import unriddle
from unriddle.experiments.spec_file import find

SPECS = ("bloxorz-dfs-astar", "sokoban-1", "sokoban-2", "freecell-hard")
OURS = {
    "report/bloxorz-dfs": ("dfs", None),
    "report/bloxorz-astar": ("astar", "halves"),
    "report/sokoban-1-ucs": ("ucs", None),
    "report/sokoban-1-manhattan": ("astar", "manhattan"),
    "report/sokoban-1-euclid": ("astar", "euclid"),
    "report/sokoban-2-ucs": ("ucs", None),
    "report/sokoban-2-astar": ("astar", "manhattan"),
    "report/sokoban-2-new": ("astar", "player"),
    "hybrid:plies=6:heuristic=alpha": ("hybrid:plies=4", "alpha"),
}
"""What the reports ran: our solver and its heuristic."""


def published() -> dict[tuple[str, str, str | None], float]:
    """The least published seconds of each level, solver and heuristic."""
    least: dict[tuple[str, str, str | None], float] = {}
    for name in SPECS:
        for solver in (solver for block in find(name).blocks for solver in block.solvers):
            for level, figures in solver.published.items():
                seconds = figures.get("seconds")
                if solver.solver in OURS and isinstance(seconds, int | float) and seconds > 0:
                    key = (level, *OURS[solver.solver])
                    least[key] = min(seconds, least.get(key, seconds))
    return least


def timed(level: str, solver: str, heuristic: str | None) -> tuple[float, unriddle.Result]:
    """Our search on a level that was just read."""
    puzzle = unriddle.load(level)
    return cpu(lambda: unriddle.solve(puzzle, solver, heuristic=heuristic, engine="python"))


def rows() -> Iterator[Row]:
    """Every published figure with ours beside it."""
    for (level, solver, heuristic), seconds in published().items():
        first, result = timed(level, solver, heuristic)
        again = range(2 if first > 0.1 else 15)
        ours = min(first, *(timed(level, solver, heuristic)[0] for _ in again))
        yield {
            "search": f"{solver} {heuristic or ''} {level}",
            "expanded": result.stats.expanded,
            "published": seconds,
            "ours": ours,
            "times faster": seconds / ours,
        }


if __name__ == "__main__":
    show(rows(), as_json=parser(__doc__).parse_args().json)

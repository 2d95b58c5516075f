"""What the engine answers, a line of JSON each: to be the same compiled natively and in a browser.

    python tests/native/both_engines.py [--all]

A line is a job, and how it ended: status, cost, plan, states expanded and generated, and the like.
Limits are numbers of states, so that every machine comes equally far, and nothing that depends on
the clock is told. `--all` lets the searches go further.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from unriddle import native
from unriddle.bloxorz_analysis import analyse
from unriddle.catalog import SOLVERS, entry_of
from unriddle.core import Limits
from unriddle.engines import proving
from unriddle.loading import load
from unriddle.plans import format_plan
from unriddle.solving import choose

Answer = tuple[Any, ...]

FEW = {
    "bloxorz": ["bloxorz/4", "bloxorz/23"],
    "sokoban": ["sokoban/uit/3", "sokoban/uit/8"],
    "freecell": ["freecell/3", "freecell/164"],
}
"""Of each puzzle, levels for every search."""


def every_search(nodes: int) -> Iterator[Answer]:
    """Every search of the engine, with every heuristic that it has."""
    from unriddle.native import _core

    for kind, levels in FEW.items():
        for search in _core.SEARCHES[kind]:
            guides = _core.HEURISTICS[kind] if SOLVERS[search].informed else [None]
            for number, heuristic in enumerate(guides):
                level = levels[number % len(levels)]
                yield solved(level, search, Limits(nodes=nodes), heuristic=heuristic)


def quickest(levels: Iterable[str], nodes: int) -> Iterator[Answer]:
    """The quickest solver and the default one."""
    for level in levels:
        entry = entry_of(load(level))
        assert entry is not None
        for solver in (entry.quickest_solver or "astar", entry.solver):
            yield solved(level, solver, Limits(nodes=nodes))


def solved(level: str, solver: str, limits: Limits, **choice: Any) -> Answer:
    """How a solver ends on a level."""
    puzzle = load(level)
    result = (
        choose(entry_of(puzzle), solver, engine="native", **choice).start(puzzle, limits).result()
    )
    plan = None if result.plan is None else format_plan(puzzle, result.plan)
    stats = result.stats
    ended = (str(result.status), result.cost, plan, result.optimal)
    words = [level, solver, *(str(word) for word in choice.values() if word)]
    return (" ".join(words), *ended, stats.expanded, stats.generated, stats.frontier)


def analysed(level: str) -> Answer:
    """What is found out about all states of a stage."""
    found = analyse(load(level, puzzle="bloxorz"))
    return (f"{level} analysis", found.states, found.dead, found.optimum, found.optimal_solutions)


def proved(level: str, states: int, **rules: Any) -> Answer:
    """The certificate of a level, and what the judge says of it."""
    puzzle = load(level, **rules)
    proof = proving.prove(puzzle, Limits(nodes=states))
    status, stats = proof.ending()
    if proof.certificate is None:
        return (f"{level} proof", str(status), stats.expanded)
    judgement = proving.judge(puzzle, proof.certificate, work=10**9)
    return (f"{level} proof", str(status), stats.expanded, judgement.accepted, judgement.states)


def answers(everything: bool) -> Iterator[Answer]:
    """All jobs."""
    yield from every_search(30_000 if everything else 2_000)
    nodes = 100_000 if everything else 5_000
    for pack, count in (("bloxorz", 33), ("sokoban/uit", 18), ("freecell", 100)):
        yield from quickest((f"{pack}/{number}" for number in range(1, count + 1)), nodes)
    deals = 33 if everything else 1
    yield from (solved(f"freecell/{number}", "short", Limits()) for number in range(1, deals + 1))
    yield from (analysed(f"bloxorz/{number}") for number in range(1, 34))
    yield proved("freecell/11982", 5_000_000 if everything else 1_000)


def main() -> None:
    """Print the answers."""
    if native.why_not:
        sys.exit(native.why_not)
    for one in answers("--all" in sys.argv):
        print(json.dumps(one), flush=True)


if __name__ == "__main__":
    main()

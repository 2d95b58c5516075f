"""What makes a search a twin of its Python function: same expansions, same plan, same ending.

A run is compared at several node limits. Expanded, generated and frontier agree at each of them
only if both searches look at the same nodes in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from unriddle.catalog import SOLVERS, SolverEntry
from unriddle.core import Heuristic, Puzzle, replay
from unriddle.engines.native_puzzle import NativePuzzle
from unriddle.search.node import Ending


class Case(NamedTuple):
    """A search by its name, its settings, and how many nodes the comparison may cost."""

    search: str
    settings: Mapping[str, Any] = MappingProxyType({})
    nodes: int = 600

    @property
    def entry(self) -> SolverEntry:
        """What the catalogue says about the search."""
        return SOLVERS[self.search]

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.settings.items()]
        return "-".join([self.search, *words])


CASES = [
    Case("bfs"),
    Case("dfs-tree"),
    Case("dfs"),
    Case("ids"),
    Case("ucs"),
    Case("greedy"),
    Case("astar"),
    Case("wastar"),
    Case("wastar", {"weight": 1.3}),
    Case("idastar"),
    Case("beam"),
    Case("beam", {"width": 3}),
    Case("hill-simple"),
    Case("hill-steepest"),
    Case("hill"),
    Case("hybrid"),
    Case("hybrid", {"plies": 3, "record": 20}),
    Case("hybrid", {"plies": 1}),
    Case("mcts", nodes=60),
    Case("mcts", settings={"seed": 7, "selection": "mean", "points": (0.0, 0.5, -0.5)}, nodes=60),
    Case("mcts", settings={"seed": 2**64 - 1, "unique": True, "previous": 0}, nodes=60),
    Case(
        "mcts",
        settings={"threshold": False, "depth": 5, "c": 0.7, "previous": 5, "unique": True},
        nodes=200,
    ),
]


class Report(NamedTuple):
    """What is compared."""

    ending: str
    plan: list[Any] | None
    cost: int | None
    expanded: int
    generated: int
    frontier: int


class Twin(NamedTuple):
    """A puzzle of both engines: how it is translated, and what its searches can be told."""

    native: NativePuzzle
    heuristics: Mapping[str, Callable[[Any], Heuristic[Any]]]
    points: tuple[float, ...]
    """What its events are worth, in the cases of Monte Carlo tree search with points."""

    def compare(self, case: Case, puzzle: Puzzle[Any, Any], heuristic: str, nodes: int) -> None:
        """Run a search by both engines, up to `nodes` expansions, and compare them on the way."""
        if "points" in case.settings:
            case = case._replace(settings={**case.settings, "points": self.points})
        reports = self.python_reports(case, puzzle, heuristic, nodes)
        last = len(reports) - 1
        for limit in sorted({0, 1, 2, 3, 5, 10, last // 3, last // 2, last - 1, last}):
            if 0 <= limit <= last:
                assert self.native_report(case, puzzle, heuristic, limit) == reports[limit]
        end = self.native_report(case, puzzle, heuristic, nodes)
        assert end == reports[-1]
        if end.plan is not None:
            played = replay(puzzle, end.plan)
            assert played.solved
            assert played.cost == end.cost

    def python_reports(
        self, case: Case, puzzle: Puzzle[Any, Any], heuristic: str, nodes: int
    ) -> list[Report]:
        """Where the Python search stands after 0, 1, 2 ... expansions, and how it ends, at the
        latest when it wants more than `nodes`."""
        estimates = [self.heuristics[heuristic](puzzle).estimate] if case.entry.informed else []
        assert case.entry.search is not None
        search = case.entry.search(puzzle, *estimates, **case.settings)
        expanded = generated = frontier = 0
        reports = []
        while True:
            reports.append(Report("out of nodes", None, None, expanded, generated, frontier))
            try:
                expansion = next(search)
            except StopIteration as stop:
                end = stop.value
                break
            if expanded == nodes:
                return reports
            expanded += 1
            generated += len(expansion.successors)
            frontier = expansion.frontier
        if isinstance(end, Ending):
            ending, plan, cost = end.name.lower(), None, None
        else:
            ending, plan, cost = "solved", list(end.plan()), end.cost
        reports[-1] = Report(ending, plan, cost, expanded, generated, frontier)
        return reports

    def native_report(
        self, case: Case, puzzle: Puzzle[Any, Any], heuristic: str, nodes: int
    ) -> Report:
        """How the native search ends within `nodes`."""
        from unriddle.native import _core

        entry = case.entry
        settings = {**entry.defaults, **case.settings}
        if entry.informed:
            settings["heuristic"] = heuristic
        limits = _core.Limits(nodes=nodes)
        run = self.native.engine_of(puzzle).search(entry.name, settings, limits)
        assert run.wait()
        ending, codes, cost = run.result()
        expanded, generated, frontier, _, done = run.poll()
        assert done
        plan = None if codes is None else [self.native.move_of(code) for code in codes]
        return Report(ending, plan, cost, expanded, generated, frontier)


def case_of(name: str) -> Case:
    """The first case of the search with this name."""
    return next(case for case in CASES if case.search == name)

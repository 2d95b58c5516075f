"""What a submission is compared with: the optimum, our search, our heuristic and exact distances.

All of it is worked out in the process of the grader, by solvers of ours, once for a level.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from unriddle.catalog import entry_of
from unriddle.core import BadInput, Heuristic, Limits, Puzzle, Result, Status
from unriddle.grading.recorder import Recorder
from unriddle.grading.states import states_of
from unriddle.heuristic_check import (
    Distances,
    HeuristicReport,
    all_distances,
    compare_with_distances,
    distances_along,
)
from unriddle.search.best_first import astar
from unriddle.search.drive import SearchRun
from unriddle.solving import Choice, choose, start

PATIENCE = Limits(seconds=30, nodes=5_000_000, mebibytes=2048)
"""What our own solvers may take for a level."""
BLINK = 0.05
"""Seconds; who takes no longer is as fast as one can be measured."""


@dataclass(frozen=True)
class Figures:
    """What a run of ours took."""

    expansions: int
    seconds: float
    trace: tuple[str, ...] = ()


class Reference:
    """What is known about one level, worked out when it is asked for."""

    def __init__(self, puzzle: Puzzle[Any, Any], states: int) -> None:
        self.puzzle = puzzle
        self._states = states
        self._runs: dict[tuple[str, int], Figures] = {}
        self._reports: dict[str, HeuristicReport] = {}

    @cached_property
    def best(self) -> Result[Any]:
        """A plan that is proved optimal, or that there is none; or else the best that we know."""
        entry = entry_of(self.puzzle)
        solvers = ["optimal"] if entry and "optimal" in entry.native_solvers else []
        found: Result[Any] | None = None
        for solver in (*solvers, "astar", "ucs"):
            try:
                result = start(self.puzzle, solver, limits=PATIENCE).result()
            except BadInput:  # it does not take this level, or there is no engine
                continue
            if result.optimal or result.status is Status.UNSOLVABLE:
                return result
            if result.cost is not None and (
                found is None or found.cost is None or result.cost < found.cost
            ):
                found = result
            found = found or result
        if found is None:
            raise BadInput(f"{self.puzzle.name}: no solver of ours takes it", hint="name others")
        return found

    @cached_property
    def distances(self) -> Distances:
        """The exact distances."""
        known = all_distances(self.puzzle, self._states)
        if known is not None:
            return Distances(known, complete=True)
        return Distances(distances_along(self.puzzle, self.best), complete=False)

    @cached_property
    def states(self) -> list[Any]:
        """The states that a heuristic is asked about, in order."""
        return states_of(self.puzzle, self._states, self.plan)

    @property
    def plan(self) -> tuple[Any, ...]:
        """Along which states are compared, where there are too many of them."""
        return self.best.plan or () if not self.distances.complete else ()

    def search(self, solver: str, trace: int = 0) -> Figures:
        """A run of a solver of ours, in Python, counted as the one that is handed in."""
        if (solver, trace) not in self._runs:
            choice = choose(entry_of(self.puzzle), solver, engine="python")
            self._runs[solver, trace] = _run(self.puzzle, choice, trace)
        return self._runs[solver, trace]

    def heuristic(self, name: str) -> HeuristicReport:
        """How a heuristic of ours compares with the distances."""
        if name not in self._reports:
            made = self.ours(name)
            report = compare_with_distances(self.puzzle, name, made, self.distances)
            self._reports[name] = report
        return self._reports[name]

    def ours(self, name: str) -> Heuristic[Any]:
        """The heuristic of ours with that name."""
        entry = entry_of(self.puzzle)
        assert entry is not None
        return entry.heuristics[name](self.puzzle)

    def estimating(self, name: str) -> float:
        """The seconds in which a heuristic of ours estimates the states."""
        before = time.process_time()
        estimate = self.ours(name).estimate
        for state in self.states:
            estimate(state)
        return time.process_time() - before

    def expansions_with(self, heuristic: Heuristic[Any]) -> int:
        """How many states A* expands with this heuristic."""
        recorder = Recorder(self.puzzle, nodes=1 << 62)
        for _ in astar(recorder.puzzle, heuristic.estimate):
            pass
        return recorder.asked


def _run(puzzle: Puzzle[Any, Any], choice: Choice, trace: int) -> Figures:
    recorder = Recorder(puzzle, nodes=1 << 62, trace=trace)
    heuristic = choice.maker(puzzle) if choice.solver.informed else None
    before = time.process_time()
    result = SearchRun(
        puzzle,
        lambda: choice.begin(recorder.puzzle, heuristic),
        PATIENCE,
        prepare=heuristic.preparing if heuristic else None,
    ).result()
    if result.status not in (Status.SOLVED, Status.UNSOLVABLE):
        raise BadInput(
            f"{puzzle.name}: the reference {choice.solver.name} ended {result.status}",
            hint="take another reference, or a smaller level",
        )
    seconds = time.process_time() - before
    return Figures(recorder.asked, seconds, tuple(recorder.trace))

"""How searches with a stack or by priority are read, and which reading each search has."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from unriddle.tracing.layered_readings import Bursts, Climb, Layers, SteepestClimb
from unriddle.tracing.reading import Json, Reading, TracedExpansion, Variables, short
from unriddle.tracing.tree_reading import Tree


class Stack(Reading):
    """Depth-first search on the tree."""

    order = instrument = opening = "stack"
    closes = False
    goal_ends = False

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """The last one that came is the next."""
        return (-turn,)

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """Nothing is ever skipped."""
        return {
            "start": int(traced.first),
            "take": 1,
            "expand": 1,
            "queue": traced.count("new"),
        }


class ClosedStack(Stack):
    """Depth-first search, and hill climbing that steps back."""

    closes = True

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """States that were explored meanwhile are taken and skipped."""
        skipped = self.skipped(traced, frontier)
        return {
            "start": int(traced.first),
            "take": 1 + skipped,
            "skip": skipped,
            "remember": 1,
            "expand": 1,
            "known": traced.count("known"),
            "queue": traced.count("new"),
        }


class Backtracking(ClosedStack):
    """Hill climbing that steps back."""

    instrument = opening = "climb"

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """As depth-first search, with estimates."""
        return {**super().lines(traced, frontier), "estimate": traced.count("new", "dead")}


class Priority(Reading):
    """A*."""

    order = instrument = "priority"
    opening = "astar"
    reopens = True
    asks_at_start = True
    goal_ends = False

    def f(self, g: int, h: float | None) -> float | None:
        """Cost so far and estimate."""
        return None if h is None else g + h

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """By f, then by h, then by age."""
        return (f or 0, h or 0, turn)

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """Entries to which a cheaper way was found are taken and skipped."""
        skipped = self.skipped(traced, frontier)
        kept, dead = traced.count("new", "cheaper"), traced.count("dead")
        return {
            "start": int(traced.first),
            "take": 1 + skipped,
            "skip": skipped,
            "expand": 1,
            "known": traced.count("known"),
            "estimate": kept + dead,
            "dead": dead,
            "queue": kept,
        }


class UniformCost(Priority):
    """Dijkstra's algorithm."""

    opening = "ucs"

    def f(self, g: int, h: float | None) -> float | None:
        """Only the cost counts."""
        return g


class Greedy(Priority):
    """Greedy best-first search."""

    opening = "greedy"
    reopens = False

    def f(self, g: int, h: float | None) -> float | None:
        """Only the estimate counts."""
        return h


class Weighted(Priority):
    """Weighted A*."""

    opening = "wastar"

    def f(self, g: int, h: float | None) -> float | None:
        """The estimate counts more."""
        return None if h is None else g + self.settings["weight"] * h


class Deepening(Stack):
    """Iterative deepening."""

    instrument = opening = "deepening"
    variables: ClassVar[tuple[str, ...]] = ("limit", "on_path", "path")
    goal_ends = True
    last_line = "end"

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._limit = 0
        self._iteration = 0
        self._on_path: set[Hashable] = set()
        self._path: Sequence[Hashable] = ()

    def read_variables(self, variables: Variables, traced: TracedExpansion) -> None:
        """The limit, and the states on the path."""
        self._iteration += self.starts_iteration(traced)
        self._limit = variables["limit"]
        self._on_path, self._path = variables["on_path"], variables["path"]

    def starts_iteration(self, traced: TracedExpansion) -> bool:
        """Every iteration begins with a root of its own."""
        return traced.node.parent is None

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """It goes round in a circle, or too deep."""
        if after_goal:
            return "cut"
        return "cycle" if there in self._on_path else "depth"

    def shown(self, traced: TracedExpansion, frontier: int) -> Json | None:
        """How deep it may go, and how deep it is."""
        return {"limit": self._limit, "iteration": self._iteration, "depth": len(self._path) - 1}

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """An iteration begins with a new limit."""
        begins = int(self.starts_iteration(traced))
        return {
            "deepen": begins,
            "start": begins,
            "take": 1,
            "expand": 1,
            "cycle": traced.count("cycle"),
            "goal": int(traced.goal),
            "cut": traced.count("depth"),
            "queue": traced.count("new") - traced.goal,
        }


class Bounded(Deepening):
    """IDA*."""

    instrument = opening = "bound"
    last_line = "fail"
    asks_at_start = asks_all = True
    variables = ("beyond", "bound", "on_path", "path")
    goal_ends = False

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._bound = self._beyond = self._before = math.inf

    def f(self, g: int, h: float | None) -> float | None:
        """As in A*."""
        return None if h is None else g + h

    def read_variables(self, variables: Variables, traced: TracedExpansion) -> None:
        """The bound, and the least value beyond it."""
        begins = self.starts_iteration(traced)
        self._iteration += begins
        self._before = math.inf if begins else self._beyond
        self._bound, self._beyond = variables["bound"], variables["beyond"]
        self._on_path, self._path = variables["on_path"], variables["path"]

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """It goes round in a circle, is lost, or seems to cost too much."""
        if there in self._on_path:
            return "cycle"
        return "dead" if h == math.inf else "bound"

    def shown(self, traced: TracedExpansion, frontier: int) -> Json | None:
        """The bound and the next one."""
        beyond = None if self._beyond == math.inf else short(self._beyond)
        return {
            "bound": short(self._bound),
            "next_bound": beyond,
            "iteration": self._iteration,
            "depth": len(self._path) - 1,
        }

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """The next bound falls only where a smaller value is met."""
        begins = self.starts_iteration(traced)
        beyond, fell = self._before, 0
        for fate, _, f in traced.successors:
            if fate == "bound" and f is not None and f < beyond:
                beyond, fell = f, fell + 1
        return {
            "raise": int(begins and not traced.first),
            "start": int(begins),
            "take": 1,
            "expand": 1,
            "cycle": traced.count("cycle"),
            "estimate": traced.count("new", "bound", "dead"),
            "queue": traced.count("new"),
            "beyond": fell,
        }


READINGS: Mapping[str, Callable[[Mapping[str, Any]], Reading]] = {
    "bfs": Reading,
    "dfs-tree": Stack,
    "dfs": ClosedStack,
    "ids": Deepening,
    "ucs": UniformCost,
    "greedy": Greedy,
    "astar": Priority,
    "wastar": Weighted,
    "idastar": Bounded,
    "beam": Layers,
    "hill-simple": Climb,
    "hill-steepest": SteepestClimb,
    "hill": Backtracking,
    "mcts": Tree,
    "hybrid": Bursts,
}
"""By the name of the solver."""

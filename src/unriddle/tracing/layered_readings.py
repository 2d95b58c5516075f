"""How the searches are read that go in layers, climb, or search in bursts."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from unriddle.search.node import Node
from unriddle.tracing.reading import Json, Reading, TracedExpansion, Variables


class Layers(Reading):
    """Beam search."""

    order = instrument = opening = "layers"
    line = "expand"
    variables = ("candidates", "layer", "place", "width")

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._number = 0
        self._layer: Sequence[Node[Any, Any]] = ()
        self._place = self._candidates = self._width = 0
        self._lost = 0

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """Layer by layer, the best first."""
        return (self._number + 1, h or 0, turn)

    def read_variables(self, variables: Variables, traced: TracedExpansion) -> None:
        """Where in the layer it is."""
        self._place, self._layer = variables["place"], variables["layer"]
        self._candidates, self._width = len(variables["candidates"]), variables["width"]
        self._number += self._place == 1

    def dropped(self, traced: TracedExpansion) -> list[Node[Any, Any]]:
        """The candidates that did not fit into the layer that begins."""
        if self._place != 1:
            return []
        layer = set(self._layer)
        lost = [node for node in traced.numbers if node not in layer and node is not traced.node]
        self._lost = len(lost)
        return lost

    def shown(self, traced: TracedExpansion, frontier: int) -> Json | None:
        """How far the layer is, and how many want to be in the next one."""
        return {
            "layer": self._number,
            "place": self._place,
            "kept": len(self._layer),
            "of": self._candidates,
            "width": self._width,
        }

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """A layer is sorted before its first node is expanded."""
        begins = self._place == 1 and not traced.first
        kept = traced.count("new") - traced.goal
        return {
            "start": int(traced.first),
            "drop": int(begins and self._lost > 0),
            "sort": int(begins),
            "expand": 1,
            "known": traced.count("known"),
            "goal": int(traced.goal),
            "estimate": kept + traced.count("dead"),
            "queue": kept,
        }


class Climb(Reading):
    """Hill climbing that never looks back: to the first better successor."""

    order = "single"
    instrument = opening = "climb"
    asks_at_start = asks_all = True
    closes = False
    goal_ends = False
    line = "expand"

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """What was not asked for an estimate was not looked at."""
        return "cut" if h is None else "worse"

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """It looks at successors until one is better."""
        return {
            "start": int(traced.first),
            "step": int(not traced.first),
            "expand": 1,
            "estimate": traced.count("new", "worse"),
            "better": traced.count("new"),
        }


class SteepestClimb(Climb):
    """Hill climbing to the best successor."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._here = math.inf

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """One that is better than those before it is chosen, until a better one comes."""
        looked_at = [h for _, h, _ in traced.successors if h is not None]
        chosen, here = 0, self._here
        for h in looked_at:
            if h < here:
                here, chosen = h, chosen + 1
        self._here = here
        return {
            "start": int(traced.first),
            "step": int(not traced.first),
            "expand": 1,
            "goal": int(traced.goal),
            "estimate": len(looked_at),
            "better": chosen,
        }

    def begin(self, h: float | None) -> None:
        """No step leads to where the estimate is not lower."""
        self._here = math.inf if h is None else h


class Bursts(Reading):
    """Hybrid search."""

    order = instrument = opening = "bursts"
    variables = ("plies", "ply", "queue", "record", "recorded", "stack")

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._burst = self._ply = self._plies = self._recorded = self._before = self._record = 0
        self._queue = self._stack = 0

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """The stack first, its top before the rest; then the queue, by estimate and age."""
        return (0, -turn, 0) if self._ply < self._plies else (1, h or 0, turn)

    def read_variables(self, variables: Variables, traced: TracedExpansion) -> None:
        """Where in the short search it is, and how full the record is."""
        self._ply, self._plies = variables["ply"], variables["plies"]
        self._burst += self._ply == 1
        self._before, self._recorded = self._recorded, len(variables["recorded"])
        self._record = variables["record"]
        self._queue, self._stack = len(variables["queue"]), len(variables["stack"])

    def shown(self, traced: TracedExpansion, frontier: int) -> Json | None:
        """Which short search it is, and what it remembers."""
        return {
            "burst": self._burst,
            "ply": self._ply,
            "plies": self._plies,
            "queue": self._queue,
            "stack": self._stack,
            "record": self._recorded,
        }

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """The record is emptied where it is full."""
        new, dead = traced.count("new"), traced.count("dead")
        size, emptied = self._before, 0
        for _ in range(new + dead):
            if size >= self._record:
                size, emptied = 0, emptied + 1
            size += 1
        kept = new - traced.goal
        pushes = self._ply < self._plies
        return {
            "start": int(traced.first),
            "burst": int(self._ply == 1),
            "take": 1,
            "expand": 1,
            "known": traced.count("known"),
            "forget": emptied,
            "remember": new + dead,
            "goal": int(traced.goal),
            "push": kept if pushes else 0,
            "join": 0 if pushes else kept,
        }

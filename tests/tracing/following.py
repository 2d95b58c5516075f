"""Traces of searches on small graphs, and a player that keeps the open list as docs/formats.md
says: what a page does with a trace.
"""

from __future__ import annotations

from typing import Any

from generators.graphs import Guess

from unriddle.catalog import SOLVERS
from unriddle.core import Status, finish
from unriddle.solving import Choice, choose
from unriddle.tracing.readings import READINGS
from unriddle.tracing.tracer import Tracer

VARIANTS: dict[str, str] = {
    **{name: name for name in READINGS},
    "narrow beam": "beam:width=1",
    "beam of two": "beam:width=2",
    "forgetful hybrid": "hybrid:plies=2:record=2",
    "hybrid of one ply": "hybrid:plies=1:record=1",
    "short mcts": "mcts:depth=3",
    "unique mcts": "mcts:unique=yes:depth=3",
    "mean mcts": "mcts:selection=mean:depth=2:threshold=no",
}
"""Every search that has a reading, some with settings that make more of its lines run."""


def choice_of(solver: str, guess: Guess) -> Choice:
    informed = SOLVERS[solver.partition(":")[0]].informed
    return choose(None, solver, heuristic=guess.estimate if informed else None, engine="python")


def traced(solver: str, guess: Guess, most: int = 60) -> tuple[Tracer, list[dict[str, Any]]]:
    """A search on a graph, at most so many steps of it: all lines of its trace."""
    tracer = Tracer(guess.puzzle, choice_of(solver, guess))
    finish(tracer.prepare())
    lines = [tracer.header()]
    while (line := tracer.step()) is not None:
        lines.append(line)
        if len(lines) > most:
            tracer.stop(Status.OUT_OF_NODES)
    return tracer, [*lines, tracer.ended()]


class Player:
    """Reads a trace line by line, and knows which nodes there are and which of them wait."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.nodes = {0: header["root"]}
        self.open: dict[int, list[float]] = {0: [float("-inf")]}

    def take(self, step: dict[str, Any]) -> None:
        """A step: its node leaves the open list, and whatever else should have been before it."""
        if "added" in step:
            self.nodes[step["added"]["id"]] = step["added"]
            self.open[step["added"]["id"]] = [float("-inf")]
        for number in step.get("dropped", ()):
            del self.open[number]
        key = self.open.pop(step["node"])
        self.open = {number: one for number, one in self.open.items() if one > key}
        for successor in step["successors"]:
            node = successor.get("node")
            if node is None:
                continue
            assert node["id"] not in self.nodes
            self.nodes[node["id"]] = node
            if successor["fate"] == "cheaper":
                self.open.pop(successor["same"], None)
            if successor["fate"] in ("new", "cheaper"):
                self.open[node["id"]] = node["key"]

    def way(self, number: int) -> list[str]:
        """The moves from a root to a node."""
        moves = []
        node = self.nodes[number]
        while node["parent"] is not None:
            moves.append(node["move"])
            node = self.nodes[node["parent"]]
        return moves[::-1]

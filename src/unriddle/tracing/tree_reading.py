"""How Monte Carlo tree search is read: its tree, and the game that it has just played."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Any

from unriddle.core import Plan
from unriddle.search.mcts import Branch
from unriddle.search.node import Node
from unriddle.tracing.reading import Json, Reading, TracedExpansion, Variables, short

MOST_ON_PATH = 64
"""Nodes of the tree of Monte Carlo tree search, from the leaf upwards, that a step tells of."""


class Tree(Reading):
    """Monte Carlo tree search."""

    order = instrument = opening = "tree"
    line = "simulate"
    variables = ("c", "last", "leaf", "reward", "threshold")
    closes = False
    keeps = True

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._leaf: Branch[Any, Any]
        self._last: Node[Any, Any]
        self._reward = self._c = 0.0
        self._threshold = False
        self._waiting = 0
        self.untried = 0
        """How many of what was generated are successors of the new node."""

    def read_variables(self, variables: Variables, traced: TracedExpansion) -> None:
        """The new leaf, and what the simulation has shown."""
        self._leaf, self._last = variables["leaf"], variables["last"]
        self._reward, self._c = variables["reward"], variables["c"]
        self._threshold = variables["threshold"]
        self.untried = len(self._leaf.untried)

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """All wait to be drawn by lot."""
        return "untried"

    @property
    def simulation(self) -> Plan[Any]:
        """The moves of the simulation."""
        moves = []
        node = self._last
        while node is not self._leaf.node and node.parent is not None:
            moves.append(node.action)
            node = node.parent
        return Plan(reversed(moves))

    def shown(self, traced: TracedExpansion, frontier: int) -> Json | None:
        """The path to the leaf, what is known along it, and what the selection chose among."""
        path: list[Branch[Any, Any]] = []
        branch: Branch[Any, Any] | None = self._leaf
        while branch is not None:
            path.append(branch)
            branch = branch.parent
        path.reverse()
        told = path[-MOST_ON_PATH:]
        simulation = self.simulation
        chooser = path[max(0, len(path) - 3)]
        return {
            "path": [traced.numbers[one.node] for one in told],
            "depth": len(path) - 1,
            "visits": [one.visits for one in told],
            "values": [_value(one) for one in told],
            "children": self._children(chooser, traced),
            "reward": short(self._reward),
            "simulation": str(simulation),
            "simulated": len(simulation),
            "c": self._c,
        }

    def _children(self, parent: Branch[Any, Any], traced: TracedExpansion) -> list[Json]:
        """What the selection chose among last; the leaf's parent had untried successors left."""
        curious = not (
            self._threshold and any(one.visits and one.value != 0 for one in parent.children)
        )
        c = self._c if curious else 0.0
        logarithm = math.log(max(1, parent.visits))
        return [
            {
                "node": traced.numbers[one.node],
                "move": str(one.node.action),
                "visits": one.visits,
                "value": _value(one),
                "uct": short(one.value + c * math.sqrt(logarithm / one.visits))
                if one.visits
                else None,
            }
            for one in parent.children
        ]

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """Between two expansions a reward is told, the tree walked down, and a lot drawn.

        What was selected and then pruned is left out: `select` is how far down the leaf is.
        """
        depth = 0
        branch = self._leaf.parent
        while branch is not None and branch.parent is not None:
            branch, depth = branch.parent, depth + 1
        drawn = 0 if traced.first else self._waiting + self.untried - frontier
        self._waiting = frontier
        later = int(not traced.first)
        return {
            "start": int(traced.first),
            "tell": later,
            "select": depth,
            "draw": drawn,
            "known": max(0, drawn - 1),
            "grow": later,
            "expand": 1,
            "simulate": 1,
        }


def _value(branch: Branch[Any, Any]) -> Any:
    """What a node of the tree is worth; None before its first simulation is told."""
    return short(branch.value) if branch.visits else None

"""A search of your own: recursive best-first search, which remembers only the path it is on.

unriddle solve bloxorz/3 --with examples/own_search.py --solver rbfs
unriddle compare bloxorz/3 --with examples/own_search.py --solvers astar,idastar,rbfs
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from typing import Any

import unriddle
from unriddle import Ending, Expansion, Node

Found = tuple[Node[Any, Any] | None, float]  # the goal, or how much it costs at least


@unriddle.search(optimal=True, complete="yes, if the number of states is finite")
def rbfs(
    puzzle: unriddle.Puzzle[Any, Any], estimate: Callable[[Any], float]
) -> Generator[Expansion[Any, Any], None, Node[Any, Any] | Ending]:
    """Follow the best path until another seems better, then forget it and keep what it costs.

    Optimal with an admissible estimate (Korf 1993). Its memory is that of one path; states that it
    has forgotten are expanded again.
    """
    path = {puzzle.key(puzzle.initial)}

    def visit(
        node: Node[Any, Any], least: float, limit: float
    ) -> Generator[Expansion[Any, Any], None, Found]:
        if puzzle.is_goal(node.state):
            return node, least
        steps = puzzle.successors(node.state)
        yield Expansion(node, steps, len(path))
        children: list[tuple[float, int, Node[Any, Any]]] = []
        for action, state, price in steps:
            if puzzle.key(state) not in path:
                child = Node(state, node, action, node.cost + price)
                children.append((max(least, child.cost + estimate(state)), len(children), child))
        while children:
            children.sort()
            cost, number, child = children[0]
            if cost > limit or cost == math.inf:
                return None, cost
            rival = children[1][0] if len(children) > 1 else math.inf
            path.add(puzzle.key(child.state))
            goal, cost = yield from visit(child, cost, min(limit, rival))
            path.discard(puzzle.key(child.state))
            if goal is not None:
                return goal, cost
            children[0] = (cost, number, child)
        return None, math.inf

    root: Node[Any, Any] = Node(puzzle.initial)
    goal, _ = yield from visit(root, estimate(root.state), math.inf)
    return goal or Ending.EXHAUSTED

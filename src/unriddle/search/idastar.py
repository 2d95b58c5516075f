"""IDA*: iterative deepening by cost, the A* that needs hardly any memory."""

from __future__ import annotations

import math
from collections.abc import Generator, Hashable

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search


def idastar(puzzle: Puzzle[S, A], estimate: Estimate[S]) -> Search[S, A]:
    """Search depth first where cost so far + estimate is within a bound, and raise the bound.

    Complete where the states are finite; EXHAUSTED, when nothing finite is left beyond the bound,
    is a proof. Optimal if the estimate is admissible, consistent or not. Memory: the waiting
    siblings along one path; the price is time, because a state is expanded again in every
    iteration and on every path that leads to it. Estimates with many different values make many
    iterations.

    Order: the first bound is the estimate of the initial state; each next one is the smallest
    value that went beyond the last. Every iteration starts again from the initial state, see
    `_within`, and each of its expansions is reported.
    """
    bound = estimate(puzzle.initial)
    while bound < math.inf:
        outcome = yield from _within(puzzle, estimate, bound)
        if isinstance(outcome, Node):
            return outcome
        bound = outcome
    return Ending.EXHAUSTED


def _within(
    puzzle: Puzzle[S, A], estimate: Estimate[S], bound: float
) -> Generator[Expansion[S, A], None, Node[S, A] | float]:
    """The goal node within `bound`, or the smallest value beyond it (infinity: there is none).

    Order: the stack is last in, first out, and a node is tested for the goal when it is popped.
    Successors are taken in the order of the actions; one that is on the path to its parent is
    skipped, so that steps that cost nothing cannot go round in circles; one beyond the bound is
    cut off; the others are pushed in reverse, so that the first action is explored first.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    beyond = math.inf
    path: list[Hashable] = []
    on_path: set[Hashable] = set()
    stack = [(Node[S, A](puzzle.initial), key(puzzle.initial), 0)]
    while stack:
        node, here, depth = stack.pop()
        if is_goal(node.state):
            return node
        while len(path) > depth:
            on_path.remove(path.pop())
        path.append(here)
        on_path.add(here)
        successors = successors_of(node.state)
        children = []
        for action, state, step in successors:
            there = key(state)
            if there in on_path:
                continue
            cost = node.cost + step
            value = cost + estimate(state)
            if value <= bound:
                children.append((Node(state, node, action, cost), there, depth + 1))
            elif value < beyond:
                beyond = value
        stack.extend(reversed(children))
        yield Expansion(node, successors, len(stack))
    return beyond

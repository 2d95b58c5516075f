"""Depth-first search: follow the first way to its end, then step back and try the next."""

from __future__ import annotations

from collections.abc import Hashable

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Expansion, Node, Search


def depth_first_tree(puzzle: Puzzle[S, A]) -> Search[S, A]:
    """Go deep first and remember nothing: may run in circles for ever.

    Not complete: one cycle before the goal is enough to go round in for ever. If it does end,
    EXHAUSTED is a proof. Not optimal. Memory: the waiting siblings along one path.

    Order: the stack is last in, first out. A node is tested for the goal when it is popped; its
    successors are pushed in reverse, so that the first action is explored first.
    """
    successors_of, is_goal = puzzle.successors, puzzle.is_goal
    stack = [Node[S, A](puzzle.initial)]
    while stack:
        node = stack.pop()
        if is_goal(node.state):
            return node
        successors = successors_of(node.state)
        for action, state, cost in reversed(successors):
            stack.append(Node(state, node, action, node.cost + cost))
        yield Expansion(node, successors, len(stack))
    return Ending.EXHAUSTED


def depth_first(puzzle: Puzzle[S, A]) -> Search[S, A]:
    """Go deep first and expand no state twice.

    Complete where the states are finite, and EXHAUSTED is then a proof. Not optimal: the plan can
    be very long. Memory: every expanded state, and the waiting siblings.

    Order: the stack is last in, first out, and a state is explored when it is popped, not when it
    is generated, which makes this the true depth-first order of the recursive textbook version. A
    popped state that has been explored since is skipped; otherwise it is recorded, tested for
    the goal and expanded. Its successors that are not explored yet are pushed in reverse, so that
    the first action is explored first. One state may wait several times, and the frontier counts
    it each time.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    explored: set[Hashable] = set()
    stack = [(key(puzzle.initial), Node[S, A](puzzle.initial))]
    while stack:
        here, node = stack.pop()
        if here in explored:
            continue
        explored.add(here)
        if is_goal(node.state):
            return node
        successors = successors_of(node.state)
        for action, state, cost in reversed(successors):
            there = key(state)
            if there not in explored:
                stack.append((there, Node(state, node, action, node.cost + cost)))
        yield Expansion(node, successors, len(stack))
    return Ending.EXHAUSTED

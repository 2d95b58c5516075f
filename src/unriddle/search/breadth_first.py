"""Breadth-first search: everything one step away, then everything two steps away, and so on."""

from __future__ import annotations

from collections import deque

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Expansion, Node, Search


def breadth_first(puzzle: Puzzle[S, A]) -> Search[S, A]:
    """Look at the nearest states first, counting steps.

    Complete, and EXHAUSTED is a proof. The plan has the fewest steps, so it is optimal where every
    action costs the same. Memory: every state that was generated.

    Order: the queue is first in, first out. Successors are taken in the order of the actions; a
    state that was generated before is skipped, a new one is recorded, then tested for the goal,
    then queued. The first goal ends the search, after the expansion that produced it.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    root = Node[S, A](puzzle.initial)
    if is_goal(root.state):
        return root
    visited = {key(root.state)}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        successors = successors_of(node.state)
        goal = None
        for action, state, cost in successors:
            there = key(state)
            if there in visited:
                continue
            visited.add(there)
            child = Node(state, node, action, node.cost + cost)
            if is_goal(state):
                goal = child
                break
            queue.append(child)
        yield Expansion(node, successors, len(queue))
        if goal is not None:
            return goal
    return Ending.EXHAUSTED

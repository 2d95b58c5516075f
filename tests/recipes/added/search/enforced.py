"""Enforced hill climbing: from each peak, look around breadth-first until something is better."""

from __future__ import annotations

from collections import deque

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search


def enforced(puzzle: Puzzle[S, A], estimate: Estimate[S]) -> Search[S, A]:
    """Climb; where no neighbour is better, look for the nearest state that is.

    Not complete: it never steps back to an earlier peak. Not optimal. Memory: the states around one
    peak. Order: breadth-first around each peak, in the order of the actions.
    """
    peak = Node[S, A](puzzle.initial)
    best = estimate(peak.state)
    queue, seen = deque([peak]), {puzzle.key(peak.state)}
    while queue:
        node = queue.popleft()
        if puzzle.is_goal(node.state):
            return node
        successors = puzzle.successors(node.state)
        for action, state, cost in successors:
            if puzzle.key(state) in seen:
                continue
            child = Node(state, node, action, node.cost + cost)
            if puzzle.is_goal(state) or estimate(state) < best:
                best = estimate(state)
                queue, seen = deque([child]), {puzzle.key(state)}
                break
            seen.add(puzzle.key(state))
            queue.append(child)
        yield Expansion(node, successors, len(queue))
    return Ending.STUCK

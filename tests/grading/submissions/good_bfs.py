"""Breadth first, as the assignments describe it."""

from collections import deque

import unriddle
from unriddle import Ending, Expansion, Node


@unriddle.search(optimal=True)
def mine(puzzle):
    """The nearest states first."""
    root = Node(puzzle.initial)
    seen = {puzzle.key(root.state)}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        steps = puzzle.successors(node.state)
        yield Expansion(node, steps, len(queue))
        for action, state, cost in steps:
            if puzzle.key(state) not in seen:
                seen.add(puzzle.key(state))
                child = Node(state, node, action, node.cost + cost)
                if puzzle.is_goal(state):
                    return child
                queue.append(child)
    return Ending.EXHAUSTED

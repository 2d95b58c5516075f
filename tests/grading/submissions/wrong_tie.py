from collections import deque

import unriddle
from unriddle import Expansion, Node


@unriddle.search
def mine(puzzle):
    """Breadth first, but the last action first."""
    seen = {puzzle.initial}
    queue = deque([Node(puzzle.initial)])
    while queue:
        node = queue.popleft()
        steps = puzzle.successors(node.state)
        yield Expansion(node, steps, len(queue))
        for action, state, cost in reversed(steps):
            if state not in seen:
                seen.add(state)
                child = Node(state, node, action, node.cost + cost)
                if puzzle.is_goal(state):
                    return child
                queue.append(child)

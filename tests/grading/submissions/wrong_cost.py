import unriddle
from unriddle import Node


@unriddle.search
def mine(puzzle):
    """It forgets to add up what the steps cost."""
    queue, seen = [Node(puzzle.initial)], {puzzle.initial}
    for node in queue:
        if puzzle.is_goal(node.state):
            return node
        for action, state, cost in puzzle.successors(node.state):
            if state not in seen:
                seen.add(state)
                queue.append(Node(state, node, action, cost))

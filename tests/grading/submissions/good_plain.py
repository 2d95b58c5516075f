"""Breadth first without a generator, by actions and apply, and without a decorator."""

from collections import deque


def mine(puzzle):
    ways = {puzzle.initial: ()}
    queue = deque([puzzle.initial])
    while queue:
        state = queue.popleft()
        for action in puzzle.actions(state):
            after = puzzle.apply(state, action)
            if after not in ways:
                ways[after] = (*ways[state], action)
                if puzzle.is_goal(after):
                    return ways[after]
                queue.append(after)
    return None

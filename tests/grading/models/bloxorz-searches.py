"""A model answer to the assignment bloxorz-searches."""

import heapq
from collections import deque

import unriddle
from unriddle import Ending, Expansion, Node


@unriddle.search(optimal=True)
def bfs(puzzle):
    root = Node(puzzle.initial)
    if puzzle.is_goal(root.state):
        return root
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


@unriddle.search
def dfs(puzzle):
    seen = {puzzle.initial}
    stack = [(puzzle.initial, ())]
    while stack:
        state, plan = stack.pop()
        if puzzle.is_goal(state):
            return plan
        for action in reversed(puzzle.actions(state)):
            after = puzzle.apply(state, action)
            if after not in seen:
                seen.add(after)
                stack.append((after, (*plan, action)))
    return None


@unriddle.search(optimal=True)
def astar(puzzle, estimate):
    cheapest = {puzzle.key(puzzle.initial): 0}
    first = estimate(puzzle.initial)
    queue = [(first, first, 0, 0, puzzle.initial, ())]
    number = 0
    while queue:
        _, _, _, cost, state, plan = heapq.heappop(queue)
        if cost > cheapest[puzzle.key(state)]:
            continue
        if puzzle.is_goal(state):
            return plan
        for action, after, price in puzzle.successors(state):
            g, there = cost + price, puzzle.key(after)
            if g < cheapest.get(there, g + 1):
                cheapest[there] = g
                h = estimate(after)
                number += 1
                heapq.heappush(queue, (g + h, h, number, g, after, (*plan, action)))
    return None


@unriddle.search
def hill(puzzle, estimate):
    seen = {puzzle.initial}
    stack = [(puzzle.initial, ())]
    while stack:
        state, plan = stack.pop()
        if puzzle.is_goal(state):
            return " ".join(map(str, plan))
        steps = [(after, (*plan, a)) for a, after, _ in puzzle.successors(state)]
        fresh = [step for step in steps if step[0] not in seen]
        seen.update(after for after, _ in fresh)
        stack += sorted(fresh, key=lambda step: -estimate(step[0]))
    return None

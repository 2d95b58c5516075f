"""The exact distances, with a mistake."""

import heapq
import math

import unriddle


def distances(puzzle):
    states, before = {puzzle.initial: 0}, {}
    queue = [puzzle.initial]
    for state in queue:
        for _, after, cost in puzzle.successors(state):
            before.setdefault(after, []).append((state, cost))
            if after not in states:
                states[after] = 0
                queue.append(after)
    left = {state: 0 for state in states if puzzle.is_goal(state)}
    heap = [(0, number, state) for number, state in enumerate(left)]
    while heap:
        far, number, state = heapq.heappop(heap)
        for one, cost in before.get(state, ()):
            if far + cost < left.get(one, math.inf):
                left[one] = far + cost
                heapq.heappush(heap, (far + cost, number, one))
    return left


@unriddle.heuristic(puzzle="bloxorz", admissible=False)
def mine(puzzle):
    left = distances(puzzle)
    return lambda state: left.get(state, math.inf) + (state == puzzle.initial)

"""A model answer to the assignment sokoban-heuristics."""

import math
from collections import deque
from itertools import permutations

import unriddle


def pairs(puzzle, state):
    return zip(sorted(state.boxes - puzzle.goals), sorted(puzzle.goals - state.boxes), strict=False)


def offset(puzzle, one, other):
    (row, column), (down, right) = (divmod(square, puzzle.level.width) for square in (one, other))
    return abs(row - down), abs(column - right)


@unriddle.heuristic(puzzle="sokoban")
def manhattan(puzzle, state):
    return sum(sum(offset(puzzle, box, goal)) for box, goal in pairs(puzzle, state))


@unriddle.heuristic(puzzle="sokoban")
def euclid(puzzle, state):
    return sum(math.hypot(*offset(puzzle, box, goal)) for box, goal in pairs(puzzle, state))


@unriddle.heuristic(puzzle="sokoban")
def player(puzzle, state):
    return sum(
        sum(offset(puzzle, state.player, box)) + sum(offset(puzzle, box, goal))
        for box, goal in pairs(puzzle, state)
    )


@unriddle.heuristic(puzzle="sokoban", admissible=True)
def mine(puzzle):
    """The cheapest way to share out the boxes among the goals, and the way to the nearest box."""
    pushes = {goal: distances(puzzle, goal) for goal in puzzle.goals}
    known = {}

    def shared_out(boxes):
        if boxes not in known:
            ways = permutations(sorted(puzzle.goals), len(boxes))
            order = sorted(boxes)
            known[boxes] = min(
                sum(pushes[goal].get(box, math.inf) for box, goal in zip(order, way, strict=True))
                for way in ways
            )
        return known[boxes]

    def estimate(state):
        if puzzle.is_goal(state):
            return 0
        near = min(sum(offset(puzzle, state.player, box)) for box in state.boxes)
        return shared_out(state.boxes) + near - 1

    return estimate


def distances(puzzle, goal):
    """How many pushes a lone box needs, backwards from the goal."""
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        square = queue.popleft()
        for step in puzzle.level.steps.values():
            box, player = square - step, square - 2 * step
            if box in puzzle.floor and player in puzzle.floor and box not in found:
                found[box] = found[square] + 1
                queue.append(box)
    return found

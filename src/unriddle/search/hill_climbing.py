"""Hill climbing: always step to where the goal seems nearer. The estimate is the map."""

from __future__ import annotations

import math
from collections.abc import Hashable
from operator import itemgetter

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search


def simple_hill_climbing(puzzle: Puzzle[S, A], estimate: Estimate[S]) -> Search[S, A]:
    """Step to the first successor that is better, and never look back.

    Not complete: STUCK where no successor is better, be it a dead end, a local optimum or a
    plateau. It cannot go round in circles, because the estimate falls with every step. Never
    EXHAUSTED. Not optimal. Memory: one path.

    Order: successors are looked at in the order of the actions until one is a goal or has an
    estimate strictly below the present one; that one is the next node.
    """
    successors_of, is_goal = puzzle.successors, puzzle.is_goal
    node = Node[S, A](puzzle.initial)
    here = estimate(node.state)
    while not is_goal(node.state):
        successors = successors_of(node.state)
        better = None
        for action, state, cost in successors:
            there = estimate(state)
            if there < here or is_goal(state):
                here = there
                better = Node(state, node, action, node.cost + cost)
                break
        yield Expansion(node, successors, 0 if better is None else 1)
        if better is None:
            return Ending.STUCK
        node = better
    return node


def steepest_hill_climbing(puzzle: Puzzle[S, A], estimate: Estimate[S]) -> Search[S, A]:
    """Step to the best of all successors if it is better, and never look back.

    Not complete: STUCK where no successor is better, be it a dead end, a local optimum or a
    plateau. It cannot go round in circles, because the estimate falls with every step. Never
    EXHAUSTED. Not optimal. Memory: one path.

    Order: successors are looked at in the order of the actions. The first goal is the next node;
    without one it is the successor with the smallest estimate, if that is strictly below the
    present one; of equal ones, the first.
    """
    successors_of, is_goal = puzzle.successors, puzzle.is_goal
    node = Node[S, A](puzzle.initial)
    here = estimate(node.state)
    while not is_goal(node.state):
        successors = successors_of(node.state)
        better = None
        for action, state, cost in successors:
            if is_goal(state):
                better = Node(state, node, action, node.cost + cost)
                break
            there = estimate(state)
            if there < here:
                here = there
                better = Node(state, node, action, node.cost + cost)
        yield Expansion(node, successors, 0 if better is None else 1)
        if better is None:
            return Ending.STUCK
        node = better
    return node


def backtracking_hill_climbing(puzzle: Puzzle[S, A], estimate: Estimate[S]) -> Search[S, A]:
    """Step to the best successor, better or not, and step back from every dead end.

    This is depth-first search that tries first what seems nearest to the goal. Complete where the
    states are finite, and EXHAUSTED is then a proof. Not optimal. Memory: every expanded state, and
    the waiting siblings.

    Order: as `depth_first`, a state is explored when it is popped, and then tested for the goal and
    expanded. Its successors that are not explored yet and whose estimates are finite are sorted by
    estimate, equal ones staying in the order of the actions, and pushed in reverse, so that the
    best is explored first.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    explored: set[Hashable] = set()
    stack = [(0.0, key(puzzle.initial), Node[S, A](puzzle.initial))]
    while stack:
        _, here, node = stack.pop()
        if here in explored:
            continue
        explored.add(here)
        if is_goal(node.state):
            return node
        successors = successors_of(node.state)
        children = []
        for action, state, cost in successors:
            there = key(state)
            if there in explored:
                continue
            h = estimate(state)
            if h < math.inf:
                children.append((h, there, Node(state, node, action, node.cost + cost)))
        children.sort(key=itemgetter(0))
        stack.extend(reversed(children))
        yield Expansion(node, successors, len(stack))
    return Ending.EXHAUSTED

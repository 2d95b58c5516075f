"""IDA*: iterative deepening by cost, the A* that needs hardly any memory."""

from __future__ import annotations

import math
from collections.abc import Generator, Hashable

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search
from unriddle.search.pseudocode import explain


def idastar(puzzle: Puzzle[S, A], estimate: Estimate[S]) -> Search[S, A]:
    """Search depth first where cost so far + estimate is within a bound, and raise the bound.

    Complete where the states are finite; EXHAUSTED, when nothing finite is left beyond the bound,
    is a proof. Optimal if the estimate is admissible, consistent or not. Memory: the waiting
    siblings along one path; the price is time, because a state is expanded again in every
    iteration and on every path that leads to it. Estimates with many different values make many
    iterations.

    Order: the first bound is the estimate of the initial state; each next one is the smallest
    value that went beyond the last. Every iteration starts again from the initial state, see
    `_within`, and each of its expansions is reported.
    """
    bound = estimate(puzzle.initial)
    while bound < math.inf:
        outcome = yield from _within(puzzle, estimate, bound)
        if isinstance(outcome, Node):
            return outcome
        bound = outcome  # raise
    return Ending.EXHAUSTED  # fail


def _within(
    puzzle: Puzzle[S, A], estimate: Estimate[S], bound: float
) -> Generator[Expansion[S, A], None, Node[S, A] | float]:
    """The goal node within `bound`, or the smallest value beyond it (infinity: there is none).

    Order: the stack is last in, first out, and a node is tested for the goal when it is popped.
    Successors are taken in the order of the actions; one that is on the path to its parent is
    skipped, so that steps that cost nothing cannot go round in circles; one beyond the bound is
    cut off; the others are pushed in reverse, so that the first action is explored first.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    beyond = math.inf
    path: list[Hashable] = []
    on_path: set[Hashable] = set()
    stack = [(Node[S, A](puzzle.initial), key(puzzle.initial), 0)]  # start
    while stack:
        node, here, depth = stack.pop()  # take
        if is_goal(node.state):
            return node  # found
        while len(path) > depth:
            on_path.remove(path.pop())
        path.append(here)
        on_path.add(here)
        successors = successors_of(node.state)  # expand
        children = []
        for action, state, step in successors:
            there = key(state)
            if there in on_path:
                continue  # cycle
            cost = node.cost + step
            value = cost + estimate(state)  # estimate
            if value <= bound:
                child = Node(state, node, action, cost)
                children.append((child, there, depth + 1))  # queue
            elif value < beyond:
                beyond = value  # beyond
        children.reverse()
        stack += children
        yield Expansion(node, successors, len(stack), [child for child, _, _ in children])
    return beyond


explain(
    idastar,
    (
        "raise",
        "bound ← h(start), then the least f beyond it",
        "ngưỡng ← h(đầu), sau đó là f nhỏ nhất vượt ngưỡng",
    ),
    ("start", "  open ← a stack with the start", "open ← ngăn xếp chứa trạng thái đầu"),
    (
        "take",
        "  while open is not empty: n ← take its top",
        "khi open chưa rỗng: n ← lấy nút trên cùng",
    ),
    ("found", "    if n is a goal: return the way to n", "nếu n là đích: trả về đường tới n"),
    ("expand", "    for each successor s of n:", "với mỗi trạng thái kế s của n:"),
    ("cycle", "      if s is on the way to n: skip it", "nếu s nằm trên đường tới n: bỏ qua"),
    ("estimate", "      f ← the cost of this way + h(s)", "f ← chi phí của đường này + h(s)"),
    ("queue", "      if f ≤ bound: put s on top of open", "nếu f ≤ ngưỡng: đặt s lên đỉnh open"),
    (
        "beyond",
        "      otherwise the next bound is at most f",
        "nếu không: ngưỡng tiếp theo không quá f",
    ),
    (
        "fail",
        "if the bound is ∞: return: no solution",
        "nếu ngưỡng là ∞: trả về: không có lời giải",
    ),
)

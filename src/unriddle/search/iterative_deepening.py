"""Iterative deepening: depth-first searches to depth 0, 1, 2 and so on, until one succeeds."""

from __future__ import annotations

from collections.abc import Hashable

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Expansion, Node, Search
from unriddle.search.pseudocode import explain


def iterative_deepening(puzzle: Puzzle[S, A]) -> Search[S, A]:
    """Search depth first with a limit of 0 steps, then 1, then 2, and so on.

    Complete where the states are finite; EXHAUSTED, when an iteration was cut nowhere, is a proof.
    The plan has the fewest steps, so it is optimal where every action costs the same. Memory: the
    waiting siblings along one path; the price is time, because a state is expanded again in every
    iteration and on every path that leads to it.

    Order: see `depth_limited`. Every iteration starts again from the initial state, and each of its
    expansions is reported.
    """
    limit = 0
    while (outcome := (yield from depth_limited(puzzle, limit))) is Ending.STUCK:
        limit += 1  # deepen
    return outcome  # end


def depth_limited(puzzle: Puzzle[S, A], limit: int) -> Search[S, A]:
    """Look depth first at every path of at most `limit` steps that meets no state twice.

    Returns STUCK if the limit cut something off, and EXHAUSTED, a proof, if it did not.

    Order: the stack is last in, first out. Successors are taken in the order of the actions; one
    that is on the path to its parent is skipped, a goal ends the search (after the expansion that
    produced it), one at the limit is cut off, and the others are pushed in reverse, so that the
    first action is explored first.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    root = Node[S, A](puzzle.initial)
    if is_goal(root.state):
        return root
    if limit == 0:
        return Ending.STUCK
    ending = Ending.EXHAUSTED
    path: list[Hashable] = []
    on_path: set[Hashable] = set()
    stack = [(root, key(root.state), 0)]  # start
    while stack:
        node, here, depth = stack.pop()  # take
        while len(path) > depth:
            on_path.remove(path.pop())
        path.append(here)
        on_path.add(here)
        successors = successors_of(node.state)  # expand
        goal = None
        children = []
        for action, state, cost in successors:
            there = key(state)
            if there in on_path:
                continue  # cycle
            if is_goal(state):
                goal = Node(state, node, action, node.cost + cost)  # goal
                break
            if depth + 1 == limit:
                ending = Ending.STUCK  # cut
            else:
                child = Node(state, node, action, node.cost + cost)
                children.append((child, there, depth + 1))  # queue
        children.reverse()
        stack += children
        kept = [child for child, _, _ in children]
        if goal is not None:
            kept.append(goal)
        yield Expansion(node, successors, len(stack), kept)
        if goal is not None:
            return goal  # found
    return ending


explain(
    iterative_deepening,
    ("deepen", "for limit = 1, 2, 3 and so on:", "với giới hạn = 1, 2, 3, …:"),
    ("start", "  open ← a stack with the start", "open ← ngăn xếp chứa trạng thái đầu"),
    (
        "take",
        "  while open is not empty: n ← take its top",
        "khi open chưa rỗng: n ← lấy nút trên cùng",
    ),
    ("expand", "    for each successor s of n:", "với mỗi trạng thái kế s của n:"),
    ("cycle", "      if s is on the way to n: skip it", "nếu s nằm trên đường tới n: bỏ qua"),
    ("goal", "      if s is a goal:", "nếu s là đích:"),
    ("found", "        return the way to s", "trả về đường tới s"),
    ("cut", "      if s is at the limit: cut it off", "nếu s ở mức giới hạn: cắt bỏ"),
    ("queue", "      otherwise put s on top of open", "nếu không: đặt s lên đỉnh open"),
    ("end", "until nothing was cut off: no solution", "đến khi không cắt gì: không có lời giải"),
)

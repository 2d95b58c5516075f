"""Depth-first search: follow the first way to its end, then step back and try the next."""

from __future__ import annotations

from collections.abc import Hashable

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Expansion, Node, Search
from unriddle.search.pseudocode import explain


def depth_first_tree(puzzle: Puzzle[S, A]) -> Search[S, A]:
    """Go deep first and remember nothing: may run in circles for ever.

    Not complete: one cycle before the goal is enough to go round in for ever. If it does end,
    EXHAUSTED is a proof. Not optimal. Memory: the waiting siblings along one path.

    Order: the stack is last in, first out. A node is tested for the goal when it is popped; its
    successors are pushed in reverse, so that the first action is explored first.
    """
    successors_of, is_goal = puzzle.successors, puzzle.is_goal
    stack = [Node[S, A](puzzle.initial)]  # start
    while stack:
        node = stack.pop()  # take
        if is_goal(node.state):
            return node  # found
        successors = successors_of(node.state)  # expand
        kept = []
        for action, state, cost in reversed(successors):
            kept.append(Node(state, node, action, node.cost + cost))  # queue
        stack += kept
        yield Expansion(node, successors, len(stack), kept)
    return Ending.EXHAUSTED  # fail


explain(
    depth_first_tree,
    ("start", "open ← a stack with the start", "open ← ngăn xếp chứa trạng thái đầu"),
    ("", "while open is not empty:", "khi open chưa rỗng:"),
    ("take", "  n ← take the top of open", "n ← lấy nút trên cùng của open"),
    ("found", "  if n is a goal: return the way to n", "nếu n là đích: trả về đường tới n"),
    (
        "expand",
        "  for each successor s of n, the last first:",
        "với mỗi trạng thái kế s của n, từ cuối về đầu:",
    ),
    ("queue", "    put s on top of open", "đặt s lên đỉnh open"),
    ("fail", "return: there is no solution", "trả về: không có lời giải"),
)


def depth_first(puzzle: Puzzle[S, A]) -> Search[S, A]:
    """Go deep first and expand no state twice.

    Complete where the states are finite, and EXHAUSTED is then a proof. Not optimal: the plan can
    be very long. Memory: every expanded state, and the waiting siblings.

    Order: the stack is last in, first out, and a state is explored when it is popped, not when it
    is generated, which makes this the true depth-first order of the recursive textbook version. A
    popped state that has been explored since is skipped; otherwise it is recorded, tested for
    the goal and expanded. Its successors that are not explored yet are pushed in reverse, so that
    the first action is explored first. One state may wait several times, and the frontier counts
    it each time.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    explored: set[Hashable] = set()
    stack = [(key(puzzle.initial), Node[S, A](puzzle.initial))]  # start
    while stack:
        here, node = stack.pop()  # take
        if here in explored:
            continue  # skip
        explored.add(here)  # remember
        if is_goal(node.state):
            return node  # found
        successors = successors_of(node.state)  # expand
        kept: tuple[Node[S, A], ...] = ()
        for action, state, cost in reversed(successors):
            there = key(state)
            if there in explored:
                continue  # known
            child = Node(state, node, action, node.cost + cost)
            kept += (child,)
            stack.append((there, child))  # queue
        yield Expansion(node, successors, len(stack), kept)
    return Ending.EXHAUSTED  # fail


explain(
    depth_first,
    ("start", "open ← a stack with the start", "open ← ngăn xếp chứa trạng thái đầu"),
    ("", "while open is not empty:", "khi open chưa rỗng:"),
    ("take", "  n ← take the top of open", "n ← lấy nút trên cùng của open"),
    ("skip", "  if n is explored: take the next", "nếu n đã được xét: lấy nút tiếp theo"),
    ("remember", "  n is explored now", "đánh dấu n đã được xét"),
    ("found", "  if n is a goal: return the way to n", "nếu n là đích: trả về đường tới n"),
    (
        "expand",
        "  for each successor s of n, the last first:",
        "với mỗi trạng thái kế s của n, từ cuối về đầu:",
    ),
    ("known", "    if s is explored: skip it", "nếu s đã được xét: bỏ qua"),
    ("queue", "    put s on top of open", "đặt s lên đỉnh open"),
    ("fail", "return: there is no solution", "trả về: không có lời giải"),
)

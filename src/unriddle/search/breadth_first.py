"""Breadth-first search: everything one step away, then everything two steps away, and so on."""

from __future__ import annotations

from collections import deque

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Expansion, Node, Search
from unriddle.search.pseudocode import explain


def breadth_first(puzzle: Puzzle[S, A]) -> Search[S, A]:
    """Look at the nearest states first, counting steps.

    Complete, and EXHAUSTED is a proof. The plan has the fewest steps, so it is optimal where every
    action costs the same. Memory: every state that was generated.

    Order: the queue is first in, first out. Successors are taken in the order of the actions; a
    state that was generated before is skipped, a new one is recorded, then tested for the goal,
    then queued. The first goal ends the search, after the expansion that produced it.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    root = Node[S, A](puzzle.initial)
    if is_goal(root.state):
        return root
    visited = {key(root.state)}
    queue = deque([root])  # start
    while queue:
        node = queue.popleft()  # take
        successors = successors_of(node.state)  # expand
        goal = None
        kept: tuple[Node[S, A], ...] = ()
        for action, state, cost in successors:
            there = key(state)
            if there in visited:
                continue  # known
            visited.add(there)  # remember
            child = Node(state, node, action, node.cost + cost)
            kept += (child,)
            if is_goal(state):
                goal = child  # goal
                break
            queue.append(child)  # queue
        yield Expansion(node, successors, len(queue), kept)
        if goal is not None:
            return goal  # found
    return Ending.EXHAUSTED  # fail


explain(
    breadth_first,
    ("start", "open ← a queue with the start", "open ← hàng đợi chứa trạng thái đầu"),
    ("", "while open is not empty:", "khi open chưa rỗng:"),
    ("take", "  n ← take the oldest of open", "n ← lấy nút vào sớm nhất khỏi open"),
    ("expand", "  for each successor s of n:", "với mỗi trạng thái kế s của n:"),
    ("known", "    if s was generated before: skip it", "nếu s đã được sinh ra: bỏ qua"),
    ("remember", "    remember s", "ghi nhớ s"),
    ("goal", "    if s is a goal:", "nếu s là đích:"),
    ("found", "      return the way to s", "trả về đường tới s"),
    ("queue", "    put s at the end of open", "đưa s vào cuối open"),
    ("fail", "return: there is no solution", "trả về: không có lời giải"),
)

"""Hybrid search: a queue decides where to look, and short depth-first searches do the looking."""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heappop, heappush
from math import inf

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search
from unriddle.search.pseudocode import explain


def hybrid(
    puzzle: Puzzle[S, A], estimate: Estimate[S], plies: int = 6, record: int = 2_000_000
) -> Search[S, A]:
    """Take the most promising state from a queue and search depth first, `plies` steps, from it.

    The states at the end of those steps join the queue. Generated states are recorded, at most
    `record` of them; when the record is full it is emptied, and the search may see states again.
    States that have joined the queue are never forgotten and never join it twice.

    Complete where the states are finite, with any `record`: there are finitely many states to start
    a short search from, and each of those ends. EXHAUSTED is a proof: a state is passed over only
    if it was generated before, and all that was generated is expanded on the way or joins the
    queue, so an empty queue means that all were expanded. Not optimal. Memory: the record, and
    every state that ever joined the queue with the path to it.

    Order: of equal estimates the state that joined first leaves first. In the short search the
    stack is last in, first out. Successors are taken in the order of the actions; one that is
    recorded or has ever joined the queue is passed over; the record is emptied if it is full, and
    the new state enters it; a goal ends the search (after the expansion that produced it); a state
    `plies` steps from its start joins the queue, unless its estimate is infinite; the others are
    pushed in reverse, so that the first action is explored first. Estimates are asked only for
    states that are about to join the queue.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    root = Node[S, A](puzzle.initial)
    if is_goal(root.state):
        return root
    starts = {key(root.state)}
    recorded: set[Hashable] = set()
    queue: list[tuple[float, int, Node[S, A]]] = [(0.0, 0, root)]  # start
    joined = 0
    while queue:
        stack = [(heappop(queue)[2], 1)]  # burst
        while stack:
            node, ply = stack.pop()  # take
            successors = successors_of(node.state)  # expand
            goal = None
            kept = []
            children = []
            for action, state, cost in successors:
                there = key(state)
                if there in recorded or there in starts:
                    continue  # known
                if len(recorded) >= record:
                    recorded.clear()  # forget
                recorded.add(there)  # remember
                child = Node(state, node, action, node.cost + cost)
                if is_goal(state):
                    goal = child  # goal
                    break
                if ply < plies:
                    children.append((child, ply + 1))  # push
                elif (h := estimate(state)) < inf:
                    joined += 1
                    starts.add(there)
                    kept.append(child)
                    heappush(queue, (h, joined, child))  # join
            children.reverse()
            stack += children
            kept += [child for child, _ in children]
            if goal is not None:
                kept.append(goal)
            yield Expansion(node, successors, len(stack) + len(queue), kept)
            if goal is not None:
                return goal  # found
    return Ending.EXHAUSTED  # fail


explain(
    hybrid,
    ("start", "queue ← the start", "hàng ← trạng thái đầu"),
    (
        "burst",
        "while the queue is not empty: stack ← take the least h",
        "khi hàng chưa rỗng: ngăn xếp ← lấy nút có h nhỏ nhất",
    ),
    (
        "take",
        "  while the stack is not empty: n ← take its top",
        "khi ngăn xếp chưa rỗng: n ← lấy nút trên cùng",
    ),
    ("expand", "    for each successor s of n:", "với mỗi trạng thái kế s của n:"),
    (
        "known",
        "      if s is recorded or was ever in the queue: skip it",
        "nếu s đã ghi hoặc từng vào hàng: bỏ qua",
    ),
    ("forget", "      if the record is full: empty it", "nếu sổ ghi đã đầy: xóa sạch"),
    ("remember", "      record s", "ghi s vào sổ"),
    ("goal", "      if s is a goal:", "nếu s là đích:"),
    ("found", "        return the way to s", "trả về đường tới s"),
    (
        "push",
        "      if s is fewer than plies away: put s on the stack",
        "nếu s cách chưa đủ số bước: đặt s lên ngăn xếp",
    ),
    (
        "join",
        "      otherwise, if h(s) is finite: put s into the queue",
        "nếu không, khi h(s) hữu hạn: đưa s vào hàng",
    ),
    ("fail", "return: there is no solution", "trả về: không có lời giải"),
)

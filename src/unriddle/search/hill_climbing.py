"""Hill climbing: always step to where the goal seems nearer. The estimate is the map."""

from __future__ import annotations

import math
from collections.abc import Hashable
from operator import itemgetter

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search
from unriddle.search.pseudocode import explain


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
    here = estimate(node.state)  # start
    while not is_goal(node.state):
        successors = successors_of(node.state)  # expand
        better = None
        for action, state, cost in successors:
            there = estimate(state)  # estimate
            if there < here or is_goal(state):
                here = there  # better
                better = Node(state, node, action, node.cost + cost)
                break
        kept = () if better is None else (better,)
        yield Expansion(node, successors, len(kept), kept)
        if better is None:
            return Ending.STUCK  # fail
        node = better  # step
    return node  # found


explain(
    simple_hill_climbing,
    ("start", "n ← the start", "n ← trạng thái đầu"),
    ("", "while n is no goal:", "khi n chưa phải là đích:"),
    ("expand", "  for each successor s of n:", "với mỗi trạng thái kế s của n:"),
    ("estimate", "    h(s)", "h(s)"),
    (
        "better",
        "    if h(s) < h(n) or s is a goal: choose s, look no further",
        "nếu h(s) < h(n) hoặc s là đích: chọn s, dừng xét",
    ),
    ("fail", "  if none was chosen: give up", "nếu không chọn được: bỏ cuộc"),
    ("step", "  n ← the chosen one", "n ← nút đã chọn"),
    ("found", "return the way to n", "trả về đường tới n"),
)


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
    here = estimate(node.state)  # start
    while not is_goal(node.state):
        successors = successors_of(node.state)  # expand
        better = None
        for action, state, cost in successors:
            if is_goal(state):
                better = Node(state, node, action, node.cost + cost)  # goal
                break
            there = estimate(state)  # estimate
            if there < here:
                here = there  # better
                better = Node(state, node, action, node.cost + cost)
        kept = () if better is None else (better,)
        yield Expansion(node, successors, len(kept), kept)
        if better is None:
            return Ending.STUCK  # fail
        node = better  # step
    return node  # found


explain(
    steepest_hill_climbing,
    ("start", "n ← the start", "n ← trạng thái đầu"),
    ("", "while n is no goal:", "khi n chưa phải là đích:"),
    ("expand", "  for each successor s of n:", "với mỗi trạng thái kế s của n:"),
    ("goal", "    if s is a goal: choose s, look no further", "nếu s là đích: chọn s, dừng xét"),
    ("estimate", "    h(s)", "h(s)"),
    ("better", "    if h(s) is the least so far: choose s", "nếu h(s) nhỏ nhất đến giờ: chọn s"),
    ("fail", "  if none was chosen: give up", "nếu không chọn được: bỏ cuộc"),
    ("step", "  n ← the chosen one", "n ← nút đã chọn"),
    ("found", "return the way to n", "trả về đường tới n"),
)


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
    stack = [(0.0, key(puzzle.initial), Node[S, A](puzzle.initial))]  # start
    while stack:
        _, here, node = stack.pop()  # take
        if here in explored:
            continue  # skip
        explored.add(here)  # remember
        if is_goal(node.state):
            return node  # found
        successors = successors_of(node.state)  # expand
        children = []
        for action, state, cost in successors:
            there = key(state)
            if there in explored:
                continue  # known
            h = estimate(state)  # estimate
            if h < math.inf:
                child = Node(state, node, action, node.cost + cost)
                children.append((h, there, child))  # queue
        children.sort(key=itemgetter(0))
        children.reverse()
        stack += children
        yield Expansion(node, successors, len(stack), [child for _, _, child in children])
    return Ending.EXHAUSTED  # fail


explain(
    backtracking_hill_climbing,
    ("start", "open ← a stack with the start", "open ← ngăn xếp chứa trạng thái đầu"),
    (
        "take",
        "while open is not empty: n ← take its top",
        "khi open chưa rỗng: n ← lấy nút trên cùng",
    ),
    ("skip", "  if n is explored: take the next", "nếu n đã được xét: lấy nút tiếp theo"),
    ("remember", "  n is explored now", "đánh dấu n đã được xét"),
    ("found", "  if n is a goal: return the way to n", "nếu n là đích: trả về đường tới n"),
    ("expand", "  for each successor s of n:", "với mỗi trạng thái kế s của n:"),
    ("known", "    if s is explored: skip it", "nếu s đã được xét: bỏ qua"),
    ("estimate", "    h(s)", "h(s)"),
    (
        "queue",
        "    if h(s) is finite: put s onto open, the least h on top",
        "nếu h(s) hữu hạn: đặt s vào open, h nhỏ nhất ở đỉnh",
    ),
    ("fail", "return: there is no solution", "trả về: không có lời giải"),
)

"""Beam search: breadth first, but only the most promising states of every layer live on."""

from __future__ import annotations

import math
from collections.abc import Hashable
from operator import itemgetter

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search
from unriddle.search.pseudocode import explain


def beam(puzzle: Puzzle[S, A], estimate: Estimate[S], width: int = 100) -> Search[S, A]:
    """Go layer by layer and keep the `width` states of each that seem nearest to the goal.

    Not complete: what was dropped may have been the only way, and then the end is STUCK. EXHAUSTED,
    when nothing was ever dropped, is a proof. Not optimal, unless nothing was dropped and every
    action costs the same. Memory: at most `width` states for each layer, and what one layer
    generates.

    Order: the nodes of a layer are expanded from the best to the worst. Successors are taken in
    the order of the actions; a state that was kept in any layer, or was already generated in this
    one, is skipped; a goal ends the search (after the expansion that produced it); a state whose
    estimate is infinite goes no further. When the layer is done, the new states are sorted by
    their estimates, equal ones staying in the order in which they were generated, and the first
    `width` are kept. A dropped state may come back in a later layer.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    root = Node[S, A](puzzle.initial)
    if is_goal(root.state):
        return root
    kept = {key(root.state)}
    layer = [root]  # start
    ending = Ending.EXHAUSTED
    while layer:
        fresh: set[Hashable] = set()
        candidates: list[tuple[float, Hashable, Node[S, A]]] = []
        for place, node in enumerate(layer, start=1):
            successors = successors_of(node.state)  # expand
            goal = None
            new = []
            for action, state, cost in successors:
                there = key(state)
                if there in kept or there in fresh:
                    continue  # known
                fresh.add(there)
                child = Node(state, node, action, node.cost + cost)
                if is_goal(state):
                    goal = child  # goal
                    new.append(child)
                    break
                h = estimate(state)  # estimate
                if h < math.inf:
                    new.append(child)
                    candidates.append((h, there, child))  # queue
            yield Expansion(node, successors, len(layer) - place + len(candidates), new)
            if goal is not None:
                return goal  # found
        if len(candidates) > width:
            ending = Ending.STUCK  # drop
        candidates.sort(key=itemgetter(0))  # sort
        layer = []
        for _, there, child in candidates[:width]:
            kept.add(there)
            layer.append(child)
    return ending  # fail


explain(
    beam,
    ("start", "layer ← the start", "lớp ← trạng thái đầu"),
    ("", "while the layer is not empty:", "khi lớp chưa rỗng:"),
    (
        "expand",
        "  for each n of the layer, for each successor s:",
        "với mỗi n của lớp, với mỗi trạng thái kế s:",
    ),
    ("known", "    if s is known: skip it", "nếu đã biết s: bỏ qua"),
    ("goal", "    if s is a goal:", "nếu s là đích:"),
    ("found", "      return the way to s", "trả về đường tới s"),
    ("estimate", "    h(s)", "h(s)"),
    ("queue", "    if h(s) is finite: s is a candidate", "nếu h(s) hữu hạn: s là ứng viên"),
    (
        "drop",
        "  if there are more than width: drop the worst",
        "nếu nhiều hơn độ rộng: bỏ những ứng viên kém nhất",
    ),
    ("sort", "  layer ← the best candidates, by h", "lớp ← các ứng viên tốt nhất, theo h"),
    ("fail", "return: nothing found", "trả về: không tìm thấy"),
)

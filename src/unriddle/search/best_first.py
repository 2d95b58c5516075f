"""Best-first search: always expand the most promising node that is waiting.

Uniform cost, greedy, A* and weighted A* differ only in what they call promising: how much the cost
g of the way so far counts, and how much the estimate h of the way that is left.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from heapq import heappop, heappush

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search
from unriddle.search.pseudocode import explain


def uniform_cost(puzzle: Puzzle[S, A]) -> Search[S, A]:
    """Expand the node that is cheapest to reach: f = g (Dijkstra's algorithm).

    Complete, and EXHAUSTED is a proof. Optimal for all costs. Memory: every state that was
    generated. Order: see `_best_first`, with every h = 0.
    """
    return _best_first(puzzle, lambda state: 0.0)


def greedy(puzzle: Puzzle[S, A], estimate: Estimate[S]) -> Search[S, A]:
    """Expand the node that seems nearest to the goal, however it was reached: f = h.

    Complete where the states are finite, and EXHAUSTED is then a proof. Not optimal. Memory: every
    state that was generated. Order: see `_best_first`; the first way to a state is kept, because a
    cheaper one would not change the order, so no state is expanded twice.
    """
    return _best_first(puzzle, estimate, g_counts=0, reopen=False)


def astar(puzzle: Puzzle[S, A], estimate: Estimate[S]) -> Search[S, A]:
    """Expand the node whose whole path seems cheapest: f = g + h.

    Complete, and EXHAUSTED is a proof. Optimal if the estimate is admissible, consistent or not.
    Memory: every state that was generated. Order: see `_best_first`.
    """
    return _best_first(puzzle, estimate)


def weighted_astar(
    puzzle: Puzzle[S, A], estimate: Estimate[S], weight: float = 2.0
) -> Search[S, A]:
    """Trust the estimate more than A* does, for speed: f = g + weight * h.

    Complete, and EXHAUSTED is a proof. If the estimate is admissible and the weight at least 1, the
    plan costs at most `weight` times the optimum; with a weight from 0 to 1 it is optimal. Memory:
    every state that was generated. Order: see `_best_first`; f is rounded twice, after the product
    and after the sum.
    """
    return _best_first(puzzle, estimate, h_counts=weight)


def _best_first(
    puzzle: Puzzle[S, A],
    estimate: Estimate[S],
    *,
    g_counts: int = 1,
    h_counts: float = 1.0,
    reopen: bool = True,
) -> Search[S, A]:
    """Expand the waiting node with the smallest f = g_counts * g + h_counts * h.

    Order: of equal f the smaller h goes first (in A* that is the larger g: nearest to the goal), of
    equal h the one that was queued first. A node is tested for the goal when it leaves the queue.
    Successors are taken in the order of the actions; a state that is known at the same cost or
    less is skipped; with `reopen`, one that is known at a higher cost is queued again, expanded
    before or not, and without it every known state is skipped. A state whose estimate is infinite
    is recorded and not queued. A cheaper way leaves the dearer entry in the queue, where the
    frontier still counts it; it is thrown away when it comes out.
    """
    successors_of, key, is_goal = puzzle.successors, puzzle.key, puzzle.is_goal
    root = Node[S, A](puzzle.initial)
    h = estimate(root.state)
    if h == math.inf:
        return Ending.EXHAUSTED
    start = key(root.state)
    cheapest = {start: 0}  # start
    turn = 0
    queue: list[tuple[float, float, int, Hashable, Node[S, A]]] = [(0, h, turn, start, root)]
    while queue:
        _, _, _, here, node = heappop(queue)  # take
        g = node.cost
        if g > cheapest[here]:
            continue  # skip
        if is_goal(node.state):
            return node  # found
        successors = successors_of(node.state)  # expand
        kept: tuple[Node[S, A], ...] = ()
        for action, state, step in successors:
            there = key(state)
            cost = g + step
            known = cheapest.get(there)
            if known is not None and (cost >= known or not reopen):
                continue  # known
            cheapest[there] = cost
            h = estimate(state)  # estimate
            if h == math.inf:
                continue  # dead
            turn += 1
            f = g_counts * cost + h_counts * h
            child = Node(state, node, action, cost)
            kept += (child,)
            heappush(queue, (f, h, turn, there, child))  # queue
        yield Expansion(node, successors, len(queue), kept)
    return Ending.EXHAUSTED  # fail


def _pseudocode(value: str, *, reopens: bool = True) -> Iterable[tuple[str, str, str]]:
    """The lines of `_best_first` for one way to reckon f."""
    known = ("    if s is known: skip it", "nếu đã biết s: bỏ qua")
    if reopens:
        known = (
            "    if s is known and this way is no cheaper: skip it",
            "nếu đã biết s và đường này không rẻ hơn: bỏ qua",
        )
    return (
        ("start", "open ← the start", "open ← trạng thái đầu"),
        ("", "while open is not empty:", "khi open chưa rỗng:"),
        (
            "take",
            "  n ← take the node of open with the least f",
            "n ← lấy nút có f nhỏ nhất khỏi open",
        ),
        (
            "skip",
            "  if a cheaper way to n is known: take the next",
            "nếu đã biết đường rẻ hơn tới n: lấy nút tiếp theo",
        ),
        ("found", "  if n is a goal: return the way to n", "nếu n là đích: trả về đường tới n"),
        ("expand", "  for each successor s of n:", "với mỗi trạng thái kế s của n:"),
        ("known", *known),
        (
            "estimate",
            f"    g ← the cost of this way; {value}",
            f"g ← chi phí của đường này; {value}",
        ),
        ("dead", "    if h = ∞: s is dead, skip it", "nếu h = ∞: s là ngõ cụt, bỏ qua"),
        ("queue", "    put s into open", "đưa s vào open"),
        ("fail", "return: there is no solution", "trả về: không có lời giải"),
    )


explain(uniform_cost, *_pseudocode("f ← g"))
explain(greedy, *_pseudocode("f ← h(s)", reopens=False))
explain(astar, *_pseudocode("f ← g + h(s)"))
explain(weighted_astar, *_pseudocode("f ← g + w · h(s)"))

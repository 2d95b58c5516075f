"""Hybrid search: a queue decides where to look, and short depth-first searches do the looking."""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heappop, heappush
from math import inf

from unriddle.core import A, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search


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
    queue: list[tuple[float, int, Node[S, A]]] = [(0.0, 0, root)]
    joined = 0
    while queue:
        stack = [(heappop(queue)[2], 1)]
        while stack:
            node, ply = stack.pop()
            successors = successors_of(node.state)
            goal = None
            children = []
            for action, state, cost in successors:
                there = key(state)
                if there in recorded or there in starts:
                    continue
                if len(recorded) >= record:
                    recorded.clear()
                recorded.add(there)
                child = Node(state, node, action, node.cost + cost)
                if is_goal(state):
                    goal = child
                    break
                if ply < plies:
                    children.append((child, ply + 1))
                elif (h := estimate(state)) < inf:
                    joined += 1
                    starts.add(there)
                    heappush(queue, (h, joined, child))
            stack.extend(reversed(children))
            yield Expansion(node, successors, len(stack) + len(queue))
            if goal is not None:
                return goal
    return Ending.EXHAUSTED

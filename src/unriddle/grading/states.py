"""The states of a level on which heuristics are compared, the same for the grader and the child."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable
from typing import Any

from unriddle.core import Puzzle


def states_of(puzzle: Puzzle[Any, Any], most: int, plan: Iterable[Any]) -> list[Any]:
    """Every state of a level that is compared, in an order that depends on nothing but the rules.

    If there are more than `most`, those along a plan and one step beside it.
    """
    states: dict[Any, None] = {puzzle.initial: None}
    seen: set[Hashable] = {puzzle.key(puzzle.initial)}
    queue = deque([puzzle.initial])
    while queue:
        for _, after, _ in puzzle.successors(queue.popleft()):
            states.setdefault(after)
            there = puzzle.key(after)
            if there not in seen:
                seen.add(there)
                queue.append(after)
        if len(seen) > most:
            break
    else:
        return list(states)
    states = {puzzle.initial: None}
    state = puzzle.initial
    for action in (*plan, None):
        for _, after, _ in puzzle.successors(state):
            states.setdefault(after)
        if action is not None:
            state = puzzle.apply(state, action)
            states.setdefault(state)
    return list(states)

"""What is true, found out by looking at everything.

`explore` walks all states of any puzzle by its readable rules, knows no deadlock and no estimate,
and shares no code with a solver. `SokobanOracle` does not even use the rules of the program: it
plays Sokoban by itself. Native breadth-first and uniform-cost search, which throw nothing away,
are the oracles for the bulk of the levels; `checks` compare them with these two.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

import unriddle
from unriddle.core import Limits, Puzzle, Result, Status
from unriddle.puzzles.sokoban.rules import Level


def exhaustive(puzzle: Puzzle[Any, Any], search: str, limits: Limits) -> Result[Any]:
    """How a native search that throws nothing away ends; its plan, if any, has been replayed."""
    run = unriddle.start(puzzle, search, limits=limits)
    status, stats = run.ending()
    return run.result() if status is Status.SOLVED else Result(status, stats)


class TooLarge(Exception):
    """There are more states than somebody wanted to look at."""


class Space(NamedTuple):
    """Every state within reach of the first one, and what it costs to solve it."""

    states: list[Any]
    """In the order in which they were found."""
    distance: dict[Hashable, int]
    """By the key of a state: the least cost of a solution; dead states are left out."""
    key: Callable[[Any], Hashable]

    @property
    def optimum(self) -> int | None:
        """What the cheapest solution costs; None if there is none."""
        return self.of(self.states[0])

    def of(self, state: Any) -> int | None:
        """What it costs at least to solve a state; None if that cannot be done."""
        return self.distance.get(self.key(state))


def explore(puzzle: Puzzle[Any, Any], most: int) -> Space:
    """All states of a puzzle and their distances; raises `TooLarge` beyond `most` states."""
    return _explore(
        puzzle.initial,
        lambda state: [(after, cost) for _, after, cost in puzzle.successors(state)],
        puzzle.is_goal,
        puzzle.key,
        most,
    )


def _explore(
    start: Any,
    successors: Callable[[Any], Iterable[tuple[Any, int]]],
    is_goal: Callable[[Any], bool],
    key: Callable[[Any], Hashable],
    most: int,
) -> Space:
    states = [start]
    before: dict[Hashable, list[tuple[Hashable, int]]] = {key(start): []}
    for state in states:
        here = key(state)
        for after, cost in successors(state):
            there = key(after)
            if there not in before:
                if len(states) >= most:
                    raise TooLarge(most)
                before[there] = []
                states.append(after)
            before[there].append((here, cost))
    return Space(states, _distances([key(s) for s in states if is_goal(s)], before), key)


def _distances(
    goals: list[Hashable], before: dict[Hashable, list[tuple[Hashable, int]]]
) -> dict[Hashable, int]:
    """Least costs to the nearest goal: layer by layer of equal cost, backwards."""
    distance: dict[Hashable, int] = {}
    waiting: dict[int, deque[Hashable]] = {0: deque(goals)}
    while waiting:
        cost = min(waiting)
        layer = waiting.pop(cost)
        while layer:
            state = layer.popleft()
            if state in distance:
                continue
            distance[state] = cost
            for earlier, price in before[state]:
                if earlier not in distance:
                    if price == 0:
                        layer.append(earlier)
                    else:
                        waiting.setdefault(cost + price, deque()).append(earlier)
    return distance


class SokobanOracle:
    """Sokoban played from the picture of a level alone; a state is (player, boxes)."""

    def __init__(self, level: Level) -> None:
        self._walls = level.walls
        self._goals = level.goals
        self._steps = (-level.width, level.width, -1, 1)
        self._start = (level.player, level.boxes)

    def explore(self, cost: str, most: int) -> Space:
        """All states and their distances; raises `TooLarge` beyond `most` states."""
        walk, push = {"moves": (1, 1), "pushes": (0, 1), "walks": (1, 0)}[cost]

        def successors(
            state: tuple[int, frozenset[int]],
        ) -> Iterable[tuple[tuple[int, frozenset[int]], int]]:
            player, boxes = state
            for step in self._steps:
                ahead = player + step
                if ahead in self._walls:
                    continue
                if ahead not in boxes:
                    yield (ahead, boxes), walk
                elif ahead + step not in self._walls and ahead + step not in boxes:
                    yield (ahead, boxes - {ahead} | {ahead + step}), push

        return _explore(
            self._start,
            successors,
            lambda state: state[1] <= self._goals,
            lambda state: state,
            most,
        )

"""The analysis as a textbook would do it: forwards through all states, then back from the goals.

It takes about 20 microseconds a state, and the native engine has to say the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from unriddle.core import Step
from unriddle.puzzles.bloxorz.level import Cell
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State
from unriddle.search.node import Ending, Expansion, Node, Search

Steps: TypeAlias = Sequence[Step[Move, State]]
Distances: TypeAlias = Mapping[State, int]
"""Of the states that can be solved."""


class Exploration:
    """What is known about a stage once `search` has seen all its states."""

    def __init__(self, puzzle: Bloxorz) -> None:
        self.puzzle = puzzle
        self.complete = False
        self.steps: dict[State, Steps] = {}
        """Every state that was expanded, with every way out of it."""
        self.distances: Distances = {}

    def search(self) -> Search[State, Move]:
        """Expand every state breadth first; the goal node that is returned has the optimal plan."""
        seen = {self.puzzle.initial}
        queue = deque(seen)
        while queue:
            state = queue.popleft()
            self.steps[state] = steps = self.puzzle.successors(state)
            for _, after, _ in steps:
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
            yield Expansion(Node(state), steps, len(queue))
        self.distances = self._measured(self._swap_cost)
        self.complete = True
        return self._first_plan() if self.puzzle.initial in self.distances else Ending.EXHAUSTED

    @property
    def states(self) -> int:
        """How many states can be reached."""
        return len(self.steps)

    @property
    def dead(self) -> int:
        """How many of them cannot be solved."""
        return len(self.steps) - len(self.distances)

    @cached_property
    def arrows(self) -> tuple[int, int] | None:
        """The least arrow moves and the number of plans with that many; None without a solution."""
        return self._cheapest(0)

    @cached_property
    def with_space(self) -> tuple[int, int] | None:
        """The same with Space counted."""
        return self._cheapest(1)

    def touched(self, by: str) -> tuple[frozenset[Cell], frozenset[str]]:
        """The tiles and the switches touched by all there is: `reached`, `solving`, `optimal`."""
        ways: Iterable[tuple[State, Move, State]] = (
            (state, move, after) for state in self.steps for move, after, _ in self.steps[state]
        )
        if by == "solving":
            ways = (way for way in ways if way[2] in self.distances)
        elif by == "optimal":
            ways = self._optimal_ways()
        cells = {self.puzzle.initial.first, self.puzzle.initial.second}
        switches: set[str] = set()
        for state, move, after in ways:
            cells.update((after.first, after.second))
            if move != Move.SWAP and not self._is_quiet(state, move):
                roll = self.puzzle.roll(state, move)
                cells.update(roll.landing)
                switches.update(roll.fired)
        if by != "reached" and self.puzzle.initial not in self.distances:
            return frozenset(), frozenset()
        return frozenset(cells), frozenset(switches)

    def changing(self) -> frozenset[str]:
        """The bridges that are on in some states and off in others."""
        sets = {state.on for state in self.steps}
        return frozenset.union(*sets) - frozenset.intersection(*sets)

    def distance(self, state: State) -> int | None:
        """What it costs to solve `state`; None if it is dead. Raises `KeyError`."""
        if state not in self.steps:
            raise KeyError(state)
        return self.distances.get(state)

    @property
    def _swap_cost(self) -> int:
        return 1 if self.puzzle.rules.space == "counted" else 0

    def _measured(self, swap_cost: int) -> Distances:
        """How far each state is from the goal: breadth first and backwards, free moves first."""
        before: dict[State, list[tuple[State, int]]] = {state: [] for state in self.steps}
        for state, steps in self.steps.items():
            for move, after, _ in steps:
                before[after].append((state, swap_cost if move == Move.SWAP else 1))
        queue = deque((state, 0) for state in self.steps if self.puzzle.is_goal(state))
        distances: dict[State, int] = {}
        while queue:
            state, distance = queue.popleft()
            if state in distances:
                continue
            distances[state] = distance
            for earlier, cost in before[state]:
                if cost:
                    queue.append((earlier, distance + cost))
                else:
                    queue.appendleft((earlier, distance))
        return distances

    def _cheapest(self, swap_cost: int) -> tuple[int, int] | None:
        """The cost of the cheapest plans, and how many there are."""
        distances = self.distances
        if swap_cost != self._swap_cost:
            distances = self._measured(swap_cost)
        if self.puzzle.initial not in distances:
            return None
        plans: dict[State, int] = {}

        def through(state: State, *, swap: bool) -> int:
            """How many cheapest plans there are from `state`; `swap` lets Space come first."""
            if self.puzzle.is_goal(state):
                return 1
            total = 0
            for move, after, _ in self.steps[state]:
                if move != Move.SWAP:
                    total += plans[after] if distances.get(after) == distances[state] - 1 else 0
                elif swap and swap_cost == 0:
                    total += through(after, swap=False)
                elif swap and distances.get(after) == distances[state] - 1:
                    total += plans[after]
            return total

        for state in sorted(distances, key=distances.__getitem__):
            plans[state] = through(state, swap=True)
        return distances[self.puzzle.initial], plans[self.puzzle.initial]

    def _tight(self, state: State) -> Iterator[Step[Move, State]]:
        """The steps by which the goal comes nearer by what they cost."""
        if state in self.distances:
            for step in self.steps[state]:
                if self.distances.get(step[1]) == self.distances[state] - step[2]:
                    yield step

    def _first_plan(self) -> Node[State, Move]:
        """The goal, by the tight steps that come first; Space comes last, so it is never idle."""
        node = Node[State, Move](self.puzzle.initial)
        while not self.puzzle.is_goal(node.state):
            move, after, cost = next(self._tight(node.state))
            node = Node(after, node, move, node.cost + cost)
        return node

    def _optimal_ways(self) -> Iterator[tuple[State, Move, State]]:
        """Every tight step from the initial state on."""
        seen = {self.puzzle.initial}
        stack = [self.puzzle.initial]
        while stack:
            state = stack.pop()
            for move, after, _ in self._tight(state):
                yield state, move, after
                if after not in seen:
                    seen.add(after)
                    stack.append(after)

    def _is_quiet(self, state: State, move: Move) -> bool:
        """Does nothing fire on this roll?"""
        parts = (state.first,) if state.split else (state.first, state.second)
        return any(way.move == move and way.quiet for way in self.puzzle.ways(parts))

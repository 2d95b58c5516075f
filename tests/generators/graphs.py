"""Small directed graphs with costs, as puzzles, and an oracle that knows the answers.

A `GraphPuzzle` may come in several copies: every step also moves on to the next copy, and the key
of a state forgets which copy it is in, so that a search that compares states instead of keys sees
too much.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic

from hypothesis import strategies as st

from unriddle.core import A, IllegalMove, Puzzle, S
from unriddle.search.node import Ending, Estimate, Expansion, Node, Search

Edge = tuple[int, int]
"""Where an edge leads, and what it costs."""


class GraphPuzzle(Puzzle[int, int]):
    """Vertex 0 is the start; action i follows the i-th edge. A state is vertex + n * copy."""

    initial = 0

    def __init__(
        self, edges: Sequence[Sequence[Edge]], goals: frozenset[int] = frozenset(), copies: int = 1
    ) -> None:
        self.edges = tuple(tuple(out) for out in edges)
        self.goals = goals
        self.copies = copies
        self.unit_cost = all(cost == 1 for out in self.edges for _, cost in out)

    def __repr__(self) -> str:
        return f"GraphPuzzle({self.edges}, {self.goals}, {self.copies})"

    def actions(self, state: int) -> Sequence[int]:
        return range(len(self.edges[self.key(state)]))

    def apply(self, state: int, action: int) -> int:
        if action not in self.actions(state):
            raise IllegalMove(action, "there is no such edge")
        copy, vertex = divmod(state, len(self.edges))
        target, _ = self.edges[vertex][action]
        return target + len(self.edges) * ((copy + 1) % self.copies)

    def cost(self, state: int, action: int) -> int:
        return self.edges[self.key(state)][action][1]

    def is_goal(self, state: int) -> bool:
        return self.key(state) in self.goals

    def key(self, state: int) -> int:
        return state % len(self.edges)


def distances(puzzle: GraphPuzzle, *, steps: bool = False) -> tuple[float, ...]:
    """The cost (or the number of steps) from each vertex to a goal, by Bellman and Ford's way."""
    left = [0.0 if vertex in puzzle.goals else math.inf for vertex in range(len(puzzle.edges))]
    for _ in left:
        for vertex, out in enumerate(puzzle.edges):
            for target, cost in out:
                left[vertex] = min(left[vertex], left[target] + (1 if steps else cost))
    return tuple(left)


@dataclass(frozen=True)
class SearchRecord(Generic[S, A]):
    """What a search did; the outcome is None if it was still at work."""

    expansions: list[Expansion[S, A]]
    outcome: Node[S, A] | Ending | None

    @property
    def states(self) -> list[S]:
        """The expanded states in their order."""
        return [expansion.node.state for expansion in self.expansions]

    @property
    def goal(self) -> Node[S, A]:
        """The goal node; the search must have found it."""
        assert isinstance(self.outcome, Node)
        return self.outcome


def run_search(search: Search[S, A], most: int = 1_000_000) -> SearchRecord[S, A]:
    """Let a search run to its end, or for so many expansions."""
    outcome: Node[S, A] | Ending | None = None

    def to_the_end() -> Search[S, A]:
        nonlocal outcome
        outcome = yield from search
        return outcome

    return SearchRecord(list(islice(to_the_end(), most)), outcome)


@st.composite
def graphs(draw: st.DrawFn, *, max_size: int = 8, unit: bool = False) -> GraphPuzzle:
    """Graphs with loops, parallel edges, free steps, dead ends, and any number of goals."""
    size = draw(st.integers(1, max_size))
    vertices = st.integers(0, size - 1)
    costs = st.just(1) if unit else st.integers(0, 4)
    out = st.lists(st.tuples(vertices, costs), max_size=3)
    edges = draw(st.lists(out, min_size=size, max_size=size))
    goals = draw(st.frozensets(vertices, max_size=2))
    return GraphPuzzle(edges, goals, copies=draw(st.integers(1, 3)))


@dataclass(frozen=True)
class Guess:
    """A puzzle with an estimate for it, given for each vertex."""

    puzzle: GraphPuzzle
    guesses: tuple[float, ...]

    @property
    def estimate(self) -> Estimate[int]:
        return lambda state: self.guesses[self.puzzle.key(state)]


@st.composite
def guesses(draw: st.DrawFn, *, admissible: bool, unit: bool = False) -> Guess:
    """Estimates that are honest about infinity; the admissible ones need not be consistent."""
    puzzle = draw(graphs(unit=unit))
    estimates: list[float] = []
    for left in distances(puzzle):
        if left == math.inf:
            estimates.append(draw(st.sampled_from([0.0, 1.5, 7.0, math.inf])))
        elif admissible:
            estimates.append(left * draw(st.sampled_from([0.0, 0.3, 0.5, 1.0])))
        else:
            estimates.append(draw(st.sampled_from([0.0, 0.5, 1.0, 3.0, 20.0])))
    return Guess(puzzle, tuple(estimates))

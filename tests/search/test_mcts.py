"""Monte Carlo tree search: its formulas, its lots, its rewards, and its proofs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from generators.graphs import GraphPuzzle, graphs, run_search
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core import BadInput, replay
from unriddle.search.mcts import Branch, mcts, most_promising, propagate, scored
from unriddle.search.node import Ending, Node


class Eventful(GraphPuzzle):
    """A graph in which entering some vertices is noteworthy."""

    event_names = ("good", "better", "bad")

    def __init__(
        self,
        edges: Sequence[Sequence[tuple[int, int]]],
        goals: frozenset[int] = frozenset(),
        happens: dict[int, str] | None = None,
    ) -> None:
        super().__init__(edges, goals)
        self.happens = happens or {}

    def events(self, before: int, after: int) -> Sequence[str]:
        return (self.happens[after],) if after in self.happens else ()


def corridor(length: int) -> GraphPuzzle:
    """A line of cells to walk along, both ways; the goal is at its end."""
    edges = [[(cell - 1, 1), (cell + 1, 1)] for cell in range(length)] + [[]]
    edges[0] = [(1, 1)]
    return GraphPuzzle(edges, goals=frozenset({length}))


def two_ways(happens: dict[int, str]) -> Eventful:
    """From 0 to 1 or 2, and on from each through a binary tree of its own; no goal."""
    edges = [[(1, 1), (2, 1)], *([(2 * v + 1, 1), (2 * v + 2, 1)] for v in range(1, 31))]
    return Eventful([*edges, *([] for _ in range(32))], happens=happens)


def side(puzzle: Eventful, **parameters: Any) -> list[int]:
    """On which side, 1 or 2, the tree grew once both sides were in it."""

    def top(vertex: int) -> int:
        while vertex > 2:
            vertex = (vertex - 1) // 2
        return vertex

    record = run_search(mcts(puzzle, depth=0, **parameters), most=11)
    return [top(state) for state in record.states[3:]]


def grown(branch: Branch[int, int], *children: tuple[int, float]) -> Branch[int, int]:
    for visits, value in children:
        child = Branch(Node[int, int](len(branch.children)), branch)
        child.visits, child.value = visits, value
        branch.children.append(child)
    branch.visits = 1 + sum(visits for visits, _ in children)
    return branch


def test_selection_weighs_value_and_curiosity() -> None:
    root = grown(Branch(Node[int, int](0)), (10, 0.5), (2, 0.3), (5, 0.4))
    curious = [0.5 + 1.4 * math.sqrt(math.log(18) / 10), 0.3 + 1.4 * math.sqrt(math.log(18) / 2)]
    assert curious[0] < curious[1]
    assert most_promising(root, 1.4, threshold=False) is root.children[1]
    assert most_promising(root, 0.0, threshold=False) is root.children[0]
    assert most_promising(root, 1.4, threshold=True) is root.children[0]
    even = grown(Branch(Node[int, int](0)), (10, 0.0), (2, 0.0), (2, 0.0))
    assert most_promising(even, 1.4, threshold=True) is even.children[1]
    warned = grown(Branch(Node[int, int](0)), (1, -0.5), (10, 0.0), (2, 0.0))
    assert most_promising(warned, 1.4, threshold=True) is warned.children[1]
    # Where the two terms balance: 0.5 + c * sqrt(ln 18 / 10) = 0.3 + c * sqrt(ln 18 / 2).
    balance = 0.2 / (math.sqrt(math.log(18) / 2) - math.sqrt(math.log(18) / 10))
    assert most_promising(root, balance - 0.01, threshold=False) is root.children[0]
    assert most_promising(root, balance + 0.01, threshold=False) is root.children[1]


@pytest.mark.parametrize(
    ("events", "worth"),
    [
        ([], 0.0),
        (["dull"], 0.0),
        (["good"], 0.3),
        (["good", "better", "good"], 0.8),
        (["good", "bad"], 0.3),
        (["bad", "good"], -0.5),
        (["dull", "bad", "better"], -0.5),
        (["bad", "worse"], -0.5),
        (["dull", "better", "worse"], 0.8),
    ],
)
def test_the_first_event_that_counts_decides(events: list[str], worth: float) -> None:
    values = {"dull": 0.0, "good": 0.3, "better": 0.8, "bad": -0.5, "worse": -0.9}
    assert scored(0.0, events, values) == worth
    piecemeal = 0.0
    for event in events:
        piecemeal = scored(piecemeal, [event], values)
    assert piecemeal == worth


@pytest.mark.parametrize("selection", ["max", "mean"])
@pytest.mark.parametrize("seed", range(5))
def test_the_tree_grows_where_events_are_good(selection: str, seed: int) -> None:
    points = (0.3, 0.8, -0.5)
    settings = {"points": points, "selection": selection, "seed": seed}
    assert set(side(two_ways({2: "good"}), **settings)) == {2}
    assert set(side(two_ways({1: "good"}), **settings)) == {1}
    # An event counts once, so the mean of a side fades, and its maximum does not.
    fading = {2} if selection == "max" else {1, 2}
    assert set(side(two_ways({1: "good", 2: "better"}), **settings)) == fading
    assert set(side(two_ways({2: "bad"}), **settings)) == {1}
    assert set(side(two_ways({1: "good", 2: "bad"}), **settings)) == {1}
    # Worthless events, no events, or no threshold: curiosity looks at both sides.
    assert set(side(two_ways({2: "good"}), selection=selection, seed=seed)) == {1, 2}
    assert set(side(two_ways({2: "good"}), **settings | {"points": (0.0, 0.0, 0.0)})) == {1, 2}
    assert set(side(two_ways({2: "good"}), **settings, threshold=False)) == {1, 2}


def test_events_of_the_simulation_count_too() -> None:
    # Only below 2, out of the tree's sight but not of the simulations', something good happens.
    puzzle = two_ways(dict.fromkeys(range(11, 15), "good"))
    record = run_search(mcts(puzzle, depth=3, points=(1.0, 0.0, 0.0)), most=6)
    assert set(record.states[3:]) <= {5, 6, *range(11, 15)}


@pytest.mark.parametrize(
    ("selection", "values"), [("max", [0.2, 0.8, 0.8]), ("mean", [0.2, 0.5, 1 / 6])]
)
def test_the_maximum_remembers_and_the_mean_forgets(selection: str, values: list[float]) -> None:
    root = Branch(Node[int, int](0))
    leaf, other = Branch(Node[int, int](1), root), Branch(Node[int, int](2), root)
    propagate(other, -0.5, selection)
    assert (root.value, other.value) == (-0.5, -0.5)
    for visits, (reward, value) in enumerate(zip([0.2, 0.8, -0.5], values, strict=True), start=1):
        propagate(leaf, reward, selection)
        assert leaf.value == pytest.approx(value)
        assert (leaf.visits, other.visits, root.visits) == (visits, 1, visits + 1)
    assert root.value == pytest.approx(0.8 if selection == "max" else 0.0)


@pytest.mark.parametrize("seed", range(5))
def test_a_simulation_does_not_step_back_while_it_can_go_on(seed: int) -> None:
    straight = run_search(mcts(corridor(20), previous=2, depth=20, seed=seed))
    assert len(straight.expansions) == 1
    assert len(straight.goal.plan()) == 20
    # The present state is one of the previous ones, so one is none.
    drunk = [
        run_search(mcts(corridor(20), previous=n, depth=20, seed=seed), most=3) for n in (0, 1)
    ]
    assert len(drunk[0].expansions) == 3
    assert drunk[0].states == drunk[1].states


def test_a_simulation_steps_back_from_a_dead_end() -> None:
    # 1 leads only back to 0, and the goal is behind the other door.
    puzzle = GraphPuzzle([[(1, 1), (2, 1)], [(0, 1)], []], goals=frozenset({2}))
    for seed in range(10):
        goal = run_search(mcts(puzzle, previous=2, depth=200, seed=seed)).goal
        assert replay(puzzle, goal.plan()).solved
        assert set(goal.plan()[:-1]) <= {0}


def test_a_simulation_is_no_longer_than_its_depth() -> None:
    assert len(run_search(mcts(corridor(10), depth=10)).expansions) == 1
    first = run_search(mcts(corridor(10), depth=9), most=1)
    assert first.outcome is None
    assert len(first.expansions[0].successors) == 1 + 8 * 2
    nothing = run_search(mcts(corridor(10), depth=0, unique=True))
    assert nothing.states == list(range(10))
    assert nothing.goal.plan() == (0,) + (1,) * 9


def test_the_frontier_counts_untried_successors() -> None:
    record = run_search(mcts(two_ways({}), depth=0), most=4)
    assert [expansion.frontier for expansion in record.expansions] == [2, 3, 4, 5]


@given(graphs(), st.integers(0, 2**64 - 1))
def test_same_seed_same_run(puzzle: GraphPuzzle, seed: int) -> None:
    def run() -> list[tuple[int, int, int]]:
        record = run_search(mcts(puzzle, seed=seed, depth=5), most=30)
        return [(one.node.state, len(one.successors), one.frontier) for one in record.expansions]

    assert run() == run()


def test_every_parameter_matters() -> None:
    puzzle = Eventful(
        [[((5 * v + 1) % 40, 1), ((3 * v + 2) % 40, 1), ((v + 39) % 40, 1)] for v in range(40)],
        happens={7: "good", 20: "bad", 33: "better"},
    )
    base: dict[str, Any] = {"points": (0.3, 0.8, -0.5), "depth": 4}

    def run(**changed: Any) -> list[int]:
        return run_search(mcts(puzzle, **base | changed), most=200).states

    runs = [
        run(),
        run(selection="mean"),
        run(threshold=False),
        run(threshold=False, c=0.1),
        run(unique=True),
        run(previous=4),
        run(points=()),
        run(depth=2),
        run(seed=1),
    ]
    assert len({tuple(states) for states in runs}) == len(runs)


def test_a_used_up_tree_is_a_proof() -> None:
    acyclic = GraphPuzzle([[(1, 1), (2, 1)], [(2, 1)], []])
    record = run_search(mcts(acyclic))
    assert record.outcome is Ending.EXHAUSTED
    assert sorted(record.states) == [0, 1, 2, 2]
    circle = GraphPuzzle([[(1, 1)], [(0, 1), (2, 1)], [(0, 1)]])
    assert run_search(mcts(circle), most=1000).outcome is None
    record = run_search(mcts(circle, unique=True))
    assert record.outcome is Ending.EXHAUSTED
    assert record.states == [0, 1, 2]


def test_what_cannot_be_meant() -> None:
    with pytest.raises(BadInput, match="must be max or mean"):
        next(mcts(corridor(3), selection="median"))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(BadInput, match="2 points for 3 events") as caught:
        next(mcts(two_ways({}), points=(0.5, -0.5)))
    assert "good, better, bad" in caught.value.hint

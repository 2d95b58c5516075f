"""In which order the searches look at things: on graphs drawn by hand, and on very deep ones."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from generators.graphs import GraphPuzzle, run_search

from unriddle.search.beam import beam
from unriddle.search.best_first import astar, greedy, uniform_cost, weighted_astar
from unriddle.search.breadth_first import breadth_first
from unriddle.search.depth_first import depth_first, depth_first_tree
from unriddle.search.hill_climbing import (
    backtracking_hill_climbing,
    simple_hill_climbing,
    steepest_hill_climbing,
)
from unriddle.search.hybrid import hybrid
from unriddle.search.idastar import idastar
from unriddle.search.iterative_deepening import depth_limited, iterative_deepening
from unriddle.search.mcts import mcts
from unriddle.search.node import Ending, Search

#          0
#      1       2
#    3   4   5   6
#   7         8 9
TREE = (
    ((1, 1), (2, 1)),
    ((3, 1), (4, 1)),
    ((5, 1), (6, 1)),
    ((7, 1),),
    (),
    ((8, 1), (9, 1)),
    (),
    (),
    (),
    (),
)
GOAL = 9
PUZZLE = GraphPuzzle(TREE, frozenset({GOAL}))
STEPS_LEFT = (3.0, math.inf, 2.0, math.inf, math.inf, 1.0, math.inf, math.inf, math.inf, 0.0)


def blind(state: int) -> float:
    return 0.0


def by_number(state: int) -> float:
    """The larger the number, the nearer it seems; the goal is nearest."""
    return float(GOAL - state)


@pytest.mark.parametrize(
    ("search", "order"),
    [
        (lambda: breadth_first(PUZZLE), [0, 1, 2, 3, 4, 5]),
        (lambda: depth_first_tree(PUZZLE), [0, 1, 3, 7, 4, 2, 5, 8]),
        (lambda: depth_first(PUZZLE), [0, 1, 3, 7, 4, 2, 5, 8]),
        (lambda: depth_limited(PUZZLE, 2), [0, 1, 2]),
        (lambda: depth_limited(PUZZLE, 3), [0, 1, 3, 4, 2, 5]),
        (lambda: iterative_deepening(PUZZLE), [0, 0, 1, 2, 0, 1, 3, 4, 2, 5]),
        (lambda: uniform_cost(PUZZLE), [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (lambda: greedy(PUZZLE, blind), [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (lambda: greedy(PUZZLE, by_number), [0, 2, 6, 5]),
        (lambda: astar(PUZZLE, lambda s: STEPS_LEFT[s]), [0, 2, 5]),
        (lambda: weighted_astar(PUZZLE, by_number, weight=0.1), [0, 2, 1, 6, 5, 4, 3]),
        (lambda: idastar(PUZZLE, blind), [0, 0, 1, 2, 0, 1, 3, 4, 2, 5, 6, 0, 1, 3, 7, 4, 2, 5, 8]),
        (lambda: idastar(PUZZLE, lambda s: STEPS_LEFT[s]), [0, 2, 5]),
        (lambda: beam(PUZZLE, blind, width=2), [0, 1, 2, 3, 4, 7]),
        (lambda: beam(PUZZLE, by_number, width=2), [0, 2, 1, 6, 5]),
        (lambda: beam(PUZZLE, blind, width=4), [0, 1, 2, 3, 4, 5]),
        (lambda: simple_hill_climbing(PUZZLE, by_number), [0, 1, 3, 7]),
        (lambda: steepest_hill_climbing(PUZZLE, by_number), [0, 2, 6]),
        (lambda: steepest_hill_climbing(PUZZLE, lambda s: STEPS_LEFT[s]), [0, 2, 5]),
        (lambda: steepest_hill_climbing(PUZZLE, blind), [0]),
        (lambda: backtracking_hill_climbing(PUZZLE, by_number), [0, 2, 6, 5]),
        (lambda: backtracking_hill_climbing(PUZZLE, blind), [0, 1, 3, 7, 4, 2, 5, 8]),
        (lambda: hybrid(PUZZLE, by_number, plies=1), [0, 2, 6, 5]),
        (lambda: hybrid(PUZZLE, by_number, plies=2), [0, 1, 2, 6, 5]),
        (lambda: hybrid(PUZZLE, blind, plies=2), [0, 1, 2, 3, 7, 4, 5]),
        (lambda: hybrid(PUZZLE, blind, plies=3), [0, 1, 3, 4, 2, 5]),
        (lambda: hybrid(PUZZLE, blind), [0, 1, 3, 7, 4, 2, 5]),
    ],
)
def test_order_of_expansion(search: Callable[[], Search[int, int]], order: list[int]) -> None:
    assert run_search(search()).states == order


def test_frontiers() -> None:
    def frontiers(search: Search[int, int]) -> list[int]:
        return [expansion.frontier for expansion in run_search(search).expansions]

    assert frontiers(breadth_first(PUZZLE)) == [2, 3, 4, 4, 3, 3]
    assert frontiers(depth_first(PUZZLE)) == [2, 3, 3, 2, 1, 2, 3, 2]
    assert frontiers(uniform_cost(PUZZLE)) == [2, 3, 4, 4, 3, 4, 3, 2, 1]
    assert frontiers(beam(PUZZLE, blind, width=4)) == [2, 3, 4, 4, 3, 3]
    assert frontiers(hybrid(PUZZLE, blind, plies=2)) == [2, 3, 4, 4, 3, 2, 2]
    assert frontiers(simple_hill_climbing(PUZZLE, by_number)) == [1, 1, 1, 0]


def test_stuck_is_no_proof() -> None:
    assert run_search(beam(PUZZLE, blind, width=2)).outcome is Ending.STUCK
    assert run_search(simple_hill_climbing(PUZZLE, by_number)).outcome is Ending.STUCK
    assert run_search(steepest_hill_climbing(PUZZLE, by_number)).outcome is Ending.STUCK
    assert run_search(depth_limited(PUZZLE, 2)).outcome is Ending.STUCK


def test_tree_search_goes_round_for_ever_where_graph_search_ends() -> None:
    circle = GraphPuzzle([[(1, 1), (2, 1)], [(0, 1)], []], goals=frozenset({2}))
    endless = run_search(depth_first_tree(circle), most=1000)
    assert endless.outcome is None
    assert endless.states == [0, 1] * 500
    assert run_search(depth_first(circle)).goal.plan() == (1,)


def test_breadth_first_looks_at_steps_and_uniform_cost_at_costs() -> None:
    shortcut = GraphPuzzle([[(2, 5), (1, 1)], [(2, 1)], []], goals=frozenset({2}))
    assert run_search(breadth_first(shortcut)).goal.plan() == (0,)
    assert run_search(uniform_cost(shortcut)).goal.plan() == (1, 0)


def test_astar_reopens_what_an_inconsistent_estimate_closed_too_early() -> None:
    # The way 0-1-2 costs 2 and 0-2 costs 3, but the estimate scares A* away from 1 at first.
    puzzle = GraphPuzzle([[(2, 3), (1, 1)], [(2, 1)], [(3, 3)], [(4, 3)], []], goals=frozenset({4}))
    estimates = (0.0, 7.0, 0.0, 0.0, 0.0)
    record = run_search(astar(puzzle, lambda state: estimates[state]))
    assert record.states == [0, 2, 3, 1, 2, 3]
    assert record.goal.cost == 8
    assert run_search(greedy(puzzle, lambda state: estimates[state])).goal.cost == 9


def test_equal_values_prefer_the_smaller_estimate_then_the_first() -> None:
    # All f are 2: vertex 3 has the smallest estimate, 1 was queued before 2.
    puzzle = GraphPuzzle([[(1, 0), (2, 0), (3, 1), (4, 3)], [], [], [], []], goals=frozenset({4}))
    estimates = (2.0, 2.0, 2.0, 1.0, 0.0)
    assert run_search(astar(puzzle, lambda state: estimates[state])).states == [0, 3, 1, 2]


def test_a_dearer_way_that_still_waits_is_thrown_away() -> None:
    puzzle = GraphPuzzle([[(2, 3), (1, 1)], [(2, 1)], [(3, 9)], []], goals=frozenset({3}))
    assert run_search(uniform_cost(puzzle)).states == [0, 1, 2]


def test_deepening_forgets_a_path_that_it_has_left() -> None:
    # Vertex 4 is met at depth 3 first, too deep for the limit of 4, and then again at depth 2.
    edges = [[(1, 1), (2, 1)], [(3, 1)], [(4, 1)], [(4, 1)], [(5, 1)], [(6, 1)], []]
    puzzle = GraphPuzzle(edges, goals=frozenset({6}))
    assert run_search(iterative_deepening(puzzle)).goal.plan() == (1, 0, 0, 0)
    assert run_search(idastar(puzzle, blind)).goal.plan() == (1, 0, 0, 0)


def test_free_steps_do_not_go_round_in_circles() -> None:
    circle = GraphPuzzle([[(1, 0)], [(0, 0), (2, 1)], []], goals=frozenset({2}))
    hopeless = GraphPuzzle(circle.edges)
    for search in (idastar, astar):
        assert run_search(search(circle, blind), most=100).goal.plan() == (0, 1)
        assert run_search(search(hopeless, blind), most=100).outcome is Ending.EXHAUSTED


def test_an_infinite_estimate_at_the_start_is_a_proof() -> None:
    for search in (greedy, astar, weighted_astar, idastar):
        record = run_search(search(GraphPuzzle(TREE), lambda state: math.inf))
        assert record.expansions == []
        assert record.outcome is Ending.EXHAUSTED


def test_a_beam_takes_back_what_it_dropped_when_it_comes_again() -> None:
    # Vertex 2 is dropped in favour of 1, and comes back below 3.
    puzzle = GraphPuzzle([[(1, 1), (2, 1)], [(3, 1)], [(4, 1)], [(2, 1)], []], goals=frozenset({4}))
    assert run_search(beam(puzzle, lambda s: float(s), width=1)).goal.plan() == (0, 0, 0, 0)


def test_hybrid_forgets_and_still_ends() -> None:
    # Two states a layer, each leading to both of the next layer, and the last back to the first.
    layers = 30
    edges = [[((v // 2 * 2 + 2 + i) % (2 * layers), 1) for i in (0, 1)] for v in range(2 * layers)]
    hopeless = GraphPuzzle(edges)
    for kept in (0, 1, 5, 1000):
        record = run_search(hybrid(hopeless, blind, plies=3, record=kept), most=10_000)
        assert record.outcome is Ending.EXHAUSTED
        assert {hopeless.key(state) for state in record.states} >= set(range(2, 2 * layers))
    remembering = len(run_search(hybrid(hopeless, blind, plies=3)).expansions)
    forgetting = len(run_search(hybrid(hopeless, blind, plies=3, record=1)).expansions)
    assert remembering < forgetting


def chain(length: int) -> GraphPuzzle:
    edges = [[(vertex + 1, 1)] for vertex in range(length)] + [[]]
    return GraphPuzzle(edges, goals=frozenset({length}))


def test_deep_plans() -> None:
    length = 5000
    puzzle = chain(length)

    def left(state: int) -> float:
        return float(length - state)

    for search in (
        breadth_first(puzzle),
        depth_first_tree(puzzle),
        depth_first(puzzle),
        uniform_cost(puzzle),
        greedy(puzzle, left),
        astar(puzzle, left),
        idastar(puzzle, left),
        beam(puzzle, left, width=1),
        simple_hill_climbing(puzzle, left),
        steepest_hill_climbing(puzzle, left),
        backtracking_hill_climbing(puzzle, left),
        hybrid(puzzle, left),
        mcts(puzzle, depth=length),
    ):
        assert len(run_search(search).goal.plan()) == length


def test_deep_iterations() -> None:
    assert len(run_search(depth_limited(chain(3000), 3000)).goal.plan()) == 3000
    assert len(run_search(iterative_deepening(chain(200))).expansions) == 200 * 201 // 2

"""Every search against an oracle on random graphs: right plans, right proofs, right costs."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from generators.graphs import (
    GraphPuzzle,
    Guess,
    SearchRecord,
    distances,
    graphs,
    guesses,
    run_search,
)
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core import replay
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
from unriddle.search.iterative_deepening import iterative_deepening
from unriddle.search.mcts import mcts
from unriddle.search.node import Ending, Node, Search

Start = Callable[[Guess], Search[int, int]]

COMPLETE: dict[str, Start] = {
    "breadth first": lambda g: breadth_first(g.puzzle),
    "depth first": lambda g: depth_first(g.puzzle),
    "iterative deepening": lambda g: iterative_deepening(g.puzzle),
    "uniform cost": lambda g: uniform_cost(g.puzzle),
    "greedy": lambda g: greedy(g.puzzle, g.estimate),
    "A*": lambda g: astar(g.puzzle, g.estimate),
    "weighted A*": lambda g: weighted_astar(g.puzzle, g.estimate),
    "IDA*": lambda g: idastar(g.puzzle, g.estimate),
    "wide beam": lambda g: beam(g.puzzle, g.estimate),
    "backtracking hill climbing": lambda g: backtracking_hill_climbing(g.puzzle, g.estimate),
    "hybrid": lambda g: hybrid(g.puzzle, g.estimate),
    "forgetful hybrid": lambda g: hybrid(g.puzzle, g.estimate, plies=2, record=2),
    "hybrid without record": lambda g: hybrid(g.puzzle, g.estimate, plies=3, record=0),
    "hybrid of one ply": lambda g: hybrid(g.puzzle, g.estimate, plies=1, record=1),
    "unique MCTS": lambda g: mcts(g.puzzle, unique=True, depth=3),
}
INCOMPLETE: dict[str, Start] = {
    "depth first tree": lambda g: depth_first_tree(g.puzzle),
    "narrow beam": lambda g: beam(g.puzzle, g.estimate, width=1),
    "simple hill climbing": lambda g: simple_hill_climbing(g.puzzle, g.estimate),
    "steepest hill climbing": lambda g: steepest_hill_climbing(g.puzzle, g.estimate),
    "MCTS": lambda g: mcts(g.puzzle, depth=3),
}
ALL = COMPLETE | INCOMPLETE
ENDLESS = {"depth first tree", "MCTS"}
"""Where the graph has cycles, these may never end."""
AT_MOST_ONCE = {
    "breadth first",
    "depth first",
    "uniform cost",
    "greedy",
    "wide beam",
    "narrow beam",
    "simple hill climbing",
    "steepest hill climbing",
    "backtracking hill climbing",
    "hybrid",
    "unique MCTS",
}
NEVER_TWICE_ON_A_PATH = {"iterative deepening", "IDA*"}
DROP_THE_HOPELESS = {
    "greedy",
    "A*",
    "weighted A*",
    "IDA*",
    "wide beam",
    "narrow beam",
    "backtracking hill climbing",
    "hybrid of one ply",
}


def cost_of(record: SearchRecord[int, int], puzzle: GraphPuzzle) -> float:
    """What the plan costs by the rules; infinity if it was proved that there is none."""
    if isinstance(record.outcome, Node):
        played = replay(puzzle, record.outcome.plan())
        assert played.solved
        assert played.states[-1] == record.outcome.state
        assert played.cost == record.outcome.cost
        return played.cost
    assert record.outcome is Ending.EXHAUSTED
    return math.inf


@pytest.mark.parametrize("name", ALL)
@given(guess=guesses(admissible=False))
def test_plans_replay_proofs_are_true_and_expansions_tell_what_happened(
    name: str, guess: Guess
) -> None:
    puzzle = guess.puzzle
    record = run_search(ALL[name](guess), most=100 if name in ENDLESS else 1_000_000)
    if record.outcome is None:
        assert name in ENDLESS
    elif record.outcome is Ending.STUCK:
        assert name in INCOMPLETE
    else:
        solvable = distances(puzzle)[0] < math.inf
        assert (cost_of(record, puzzle) < math.inf) == solvable
    for node, successors, frontier, kept in record.expansions:
        assert kept is not None
        for child in kept:
            assert child.parent is node
            assert (child.action, child.state, child.cost - node.cost) in successors
        played = replay(puzzle, node.plan())
        assert (played.states[-1], played.cost) == (node.state, node.cost)
        here = puzzle.successors(node.state)
        assert list(successors)[: len(here)] == here
        assert frontier >= 0
        assert not puzzle.is_goal(node.state)
        if name in DROP_THE_HOPELESS and node.parent is not None:
            assert guess.estimate(node.state) < math.inf
        if name in NEVER_TWICE_ON_A_PATH:
            on_path = [puzzle.key(state) for state in played.states]
            assert len(on_path) == len(set(on_path))
    if name in AT_MOST_ONCE:
        keys = [puzzle.key(state) for state in record.states]
        assert len(keys) == len(set(keys))


@given(guesses(admissible=True))
def test_costs_are_optimal_with_an_admissible_estimate(guess: Guess) -> None:
    puzzle, estimate = guess.puzzle, guess.estimate
    optimum = distances(puzzle)[0]
    assert cost_of(run_search(uniform_cost(puzzle)), puzzle) == optimum
    assert cost_of(run_search(astar(puzzle, estimate)), puzzle) == optimum
    assert cost_of(run_search(idastar(puzzle, estimate)), puzzle) == optimum


@given(guesses(admissible=True), st.sampled_from([0.0, 0.7, 1.0, 1.5, 2.0, 5.0]))
def test_weighted_astar_keeps_its_promise(guess: Guess, weight: float) -> None:
    optimum = distances(guess.puzzle)[0]
    cost = cost_of(run_search(weighted_astar(guess.puzzle, guess.estimate, weight)), guess.puzzle)
    if optimum == math.inf:
        assert cost == math.inf
    else:
        assert cost <= max(1.0, weight) * optimum + 1e-9


@given(graphs())
def test_fewest_steps(puzzle: GraphPuzzle) -> None:
    steps = distances(puzzle, steps=True)[0]
    for search in (breadth_first, iterative_deepening):
        outcome = run_search(search(puzzle)).outcome
        assert steps == (len(outcome.plan()) if isinstance(outcome, Node) else math.inf)


@given(guesses(admissible=False, unit=True))
def test_a_beam_that_drops_nothing_takes_the_fewest_steps(guess: Guess) -> None:
    record = run_search(beam(guess.puzzle, guess.estimate, width=8))
    assert cost_of(record, guess.puzzle) == distances(guess.puzzle)[0]


@given(guesses(admissible=True))
def test_astar_without_an_estimate_is_uniform_cost(guess: Guess) -> None:
    puzzle = guess.puzzle
    assert (
        run_search(astar(puzzle, lambda state: 0)).states == run_search(uniform_cost(puzzle)).states
    )
    heavy = run_search(weighted_astar(puzzle, guess.estimate, weight=1.0))
    assert heavy.states == run_search(astar(puzzle, guess.estimate)).states


@given(guesses(admissible=False))
def test_depth_first_is_the_recursive_textbook_version(guess: Guess) -> None:
    puzzle, estimate = guess.puzzle, guess.estimate

    def recursive(by_estimate: bool) -> tuple[list[int], int | None]:
        order: list[int] = []
        explored: set[int] = set()

        def visit(state: int) -> int | None:
            if puzzle.key(state) in explored:
                return None
            explored.add(puzzle.key(state))
            if puzzle.is_goal(state):
                return state
            order.append(state)
            children = [child for _, child, _ in puzzle.successors(state)]
            if by_estimate:
                children = [child for child in children if estimate(child) < math.inf]
                children.sort(key=estimate)
            for child in children:
                if (goal := visit(child)) is not None:
                    return goal
            return None

        goal = visit(puzzle.initial)
        return order, goal

    for by_estimate, search in (
        (False, depth_first(puzzle)),
        (True, backtracking_hill_climbing(puzzle, estimate)),
    ):
        order, goal = recursive(by_estimate)
        record = run_search(search)
        assert record.states == order
        assert (record.goal.state if isinstance(record.outcome, Node) else None) == goal


@pytest.mark.parametrize("name", ["simple hill climbing", "steepest hill climbing"])
@given(guess=guesses(admissible=False))
def test_hill_climbing_only_climbs(name: str, guess: Guess) -> None:
    record = run_search(INCOMPLETE[name](guess))
    heights = [guess.estimate(state) for state in record.states]
    assert all(after < before for before, after in pairwise(heights))
    if record.outcome is Ending.STUCK:
        around = [state for _, state, _ in record.expansions[-1].successors]
        assert all(guess.estimate(state) >= heights[-1] for state in around)
        assert not any(guess.puzzle.is_goal(state) for state in around)

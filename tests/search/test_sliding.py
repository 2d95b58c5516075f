"""One real puzzle, written here in a few lines, solved by every search: sliding tiles, 3 x 3."""

from __future__ import annotations

from collections.abc import Sequence

from generators.graphs import run_search

from unriddle.core import IllegalMove, Puzzle, replay
from unriddle.search.beam import beam
from unriddle.search.best_first import astar, greedy, uniform_cost, weighted_astar
from unriddle.search.breadth_first import breadth_first
from unriddle.search.depth_first import depth_first
from unriddle.search.hill_climbing import (
    backtracking_hill_climbing,
    simple_hill_climbing,
    steepest_hill_climbing,
)
from unriddle.search.hybrid import hybrid
from unriddle.search.idastar import idastar
from unriddle.search.iterative_deepening import iterative_deepening
from unriddle.search.mcts import mcts
from unriddle.search.node import Ending, Search

Tiles = tuple[int, ...]
SOLVED = tuple(range(9))
STEP = {"up": -3, "down": 3, "left": -1, "right": 1}
"""Where the gap goes."""


class Sliding(Puzzle[Tiles, str]):
    def __init__(self, initial: Tiles) -> None:
        self.initial = initial

    def actions(self, state: Tiles) -> Sequence[str]:
        row, column = divmod(state.index(0), 3)
        possible = {"up": row > 0, "down": row < 2, "left": column > 0, "right": column < 2}
        return [action for action, legal in possible.items() if legal]

    def apply(self, state: Tiles, action: str) -> Tiles:
        if action not in self.actions(state):
            raise IllegalMove(action, "the gap is at the edge")
        gap = state.index(0)
        tiles = list(state)
        tiles[gap], tiles[gap + STEP[action]] = tiles[gap + STEP[action]], 0
        return tuple(tiles)

    def is_goal(self, state: Tiles) -> bool:
        return state == SOLVED


def manhattan(state: Tiles) -> float:
    total = 0
    for place, tile in enumerate(state):
        if tile != 0:
            total += abs(place // 3 - tile // 3) + abs(place % 3 - tile % 3)
    return float(total)


EASY = Sliding((1, 4, 2, 3, 7, 5, 6, 8, 0))
HARDER = Sliding((7, 2, 4, 5, 0, 6, 8, 3, 1))
"""The example of a well-known textbook; 26 moves."""


def find(puzzle: Sliding, search: Search[Tiles, str]) -> tuple[str, ...]:
    plan = run_search(search).goal.plan()
    assert replay(puzzle, plan).solved
    return plan


def test_optimal_searches_agree() -> None:
    assert run_search(breadth_first(EASY)).goal.cost == 4
    assert run_search(uniform_cost(EASY)).goal.cost == 4
    assert run_search(iterative_deepening(EASY)).goal.cost == 4
    assert run_search(astar(EASY, manhattan)).goal.cost == 4
    assert run_search(idastar(EASY, manhattan)).goal.cost == 4


def test_a_hard_one() -> None:
    best = run_search(astar(HARDER, manhattan))
    assert best.goal.cost == 26
    deepened = run_search(idastar(HARDER, manhattan))
    assert deepened.goal.cost == 26
    faster = run_search(weighted_astar(HARDER, manhattan, 2.0))
    assert 26 <= faster.goal.cost <= 52
    assert len(faster.expansions) < len(best.expansions) < len(deepened.expansions)


def test_the_others_find_a_way() -> None:
    for search in (
        greedy(HARDER, manhattan),
        beam(HARDER, manhattan, width=20),
        backtracking_hill_climbing(HARDER, manhattan),
        hybrid(HARDER, manhattan),
        hybrid(HARDER, manhattan, plies=3, record=50),
    ):
        assert len(find(HARDER, search)) >= 26
    for search in (
        depth_first(EASY),
        mcts(EASY),
        mcts(EASY, selection="mean", unique=True, previous=0),
        simple_hill_climbing(EASY, manhattan),
        steepest_hill_climbing(EASY, manhattan),
    ):
        assert len(find(EASY, search)) >= 4


def test_climbers_get_stuck() -> None:
    for search in (simple_hill_climbing, steepest_hill_climbing):
        assert run_search(search(HARDER, manhattan)).outcome is Ending.STUCK


def test_half_of_all_arrangements_cannot_be_solved() -> None:
    odd = Sliding((0, 2, 1, 3, 4, 5, 6, 7, 8))
    record = run_search(breadth_first(odd))
    assert record.outcome is Ending.EXHAUSTED
    assert len(record.expansions) == 181_440

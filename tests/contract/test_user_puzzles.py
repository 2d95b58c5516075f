"""A puzzle that somebody writes in twenty lines is solved by every solver of the catalogue."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Literal

import pytest

import unriddle
from unriddle.catalog import SOLVERS, Optimal, SolverEntry
from unriddle.core import BadInput, Heuristic, IllegalMove, Limits, Puzzle, Status, replay

EVERY_SOLVER = pytest.mark.parametrize("solver", SOLVERS.values(), ids=list(SOLVERS))


class Counter(Puzzle[int, str]):
    """From 0 to 11 by adding 1 or 3; above 11 there is no way on."""

    initial = 0

    def actions(self, state: int) -> Sequence[str]:
        return ("+1", "+3") if state <= 11 else ()

    def apply(self, state: int, action: str) -> int:
        if action not in self.actions(state):
            raise IllegalMove(action, "the counter is full")
        return state + int(action)

    def is_goal(self, state: int) -> bool:
        return state == 11


class NeverCounter(Counter):
    """It can be counted through, and there is no solution."""

    def is_goal(self, state: int) -> bool:
        return False


class Toll(Counter):
    """The long step costs as much as twelve short ones; nothing is said about `unit_cost`."""

    def cost(self, state: int, action: str) -> int:
        return 1 if action == "+1" else 12


class OtherToll(Toll):
    """Inherits its costs."""


Square = tuple[int, int]


class Maze(Puzzle[Square, Literal["N", "E", "S", "W"]]):
    """Walk from the top left to the `x`."""

    initial = (0, 0)
    rows = (
        "  #   ",
        "# # # ",
        "    # ",
        " ###  ",
        "   # x",
    )
    steps = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}  # noqa: RUF012

    def actions(self, state: Square) -> Sequence[Literal["N", "E", "S", "W"]]:
        return [letter for letter in ("N", "E", "S", "W") if self._leads(state, letter)]

    def apply(self, state: Square, action: str) -> Square:
        if not self._leads(state, action):
            raise IllegalMove(action, "there is a wall")
        down, right = self.steps[action]
        return state[0] + down, state[1] + right

    def is_goal(self, state: Square) -> bool:
        return self.rows[state[0]][state[1]] == "x"

    def _leads(self, state: Square, letter: str) -> bool:
        row, column = state[0] + self.steps[letter][0], state[1] + self.steps[letter][1]
        return 0 <= row < 5 and 0 <= column < 6 and self.rows[row][column] != "#"


def to_the_corner(state: Square) -> float:
    return float(4 - state[0] + 5 - state[1])


@EVERY_SOLVER
def test_a_counter_is_solved_without_any_heuristic(solver: SolverEntry) -> None:
    result = unriddle.solve(Counter(), solver.name, limits=Limits(nodes=20_000))
    if solver.name in ("hill-simple", "hill-steepest"):
        # All states seem equally good without a heuristic, and these two want a better one.
        assert result.status is Status.GAVE_UP
        return
    assert result.status is Status.SOLVED
    assert result.plan is not None
    assert replay(Counter(), result.plan).solved
    assert result.optimal is (solver.optimal is not Optimal.NEVER)
    if result.optimal:
        assert result.cost == 5


@EVERY_SOLVER
def test_a_maze_is_solved_with_a_function_as_heuristic(solver: SolverEntry) -> None:
    heuristic = Heuristic(to_the_corner, admissible=True) if solver.informed else None
    result = unriddle.solve(Maze(), solver.name, heuristic=heuristic, limits=Limits(nodes=20_000))
    if solver.complete.startswith("yes") or solver.name in ("beam", "mcts"):
        assert result.status is Status.SOLVED
    else:
        assert result.status in (Status.SOLVED, Status.GAVE_UP, Status.OUT_OF_NODES)
    if solver.optimal is not Optimal.NEVER:
        assert result.optimal
        assert result.cost == 13


@EVERY_SOLVER
def test_no_solution_is_proved_or_not_claimed(solver: SolverEntry) -> None:
    result = unriddle.solve(NeverCounter(), solver.name, limits=Limits(nodes=20_000))
    if solver.complete.startswith("yes"):
        assert result.status is Status.UNSOLVABLE
    else:
        assert result.status is not Status.SOLVED
    assert result.plan is None


@pytest.mark.parametrize("puzzle", [Toll(), OtherToll()], ids=["toll", "inherited"])
@EVERY_SOLVER
def test_costs_of_a_user_are_never_called_optimal_by_mistake(
    solver: SolverEntry, puzzle: Toll
) -> None:
    result = unriddle.solve(puzzle, solver.name, limits=Limits(nodes=20_000))
    if result.optimal:
        assert result.cost == 11


def test_a_bare_function_promises_nothing() -> None:
    result = unriddle.solve(Maze(), "astar", heuristic=to_the_corner)
    assert result.status is Status.SOLVED
    assert not result.optimal


def test_a_user_puzzle_has_no_heuristics_by_name() -> None:
    with pytest.raises(BadInput, match="no heuristic 'rolls'"):
        unriddle.solve(Maze(), "astar", heuristic="rolls")


def test_the_default_solver_solves_it() -> None:
    result = unriddle.solve(Maze())
    assert result.status is Status.SOLVED
    assert result.cost == 13


def test_a_heuristic_alone_asks_for_a_solver_that_uses_it() -> None:
    result = unriddle.solve(Maze(), heuristic=Heuristic(to_the_corner, admissible=True))
    assert result.optimal
    assert result.cost == 13
    assert result.stats.expanded <= unriddle.solve(Maze(), "ucs").stats.expanded


def test_a_function_takes_the_place_of_a_heuristic_of_the_catalogue() -> None:
    puzzle = unriddle.load("bloxorz/1")
    result = unriddle.solve(puzzle, heuristic=lambda state: 0.0)
    assert result.cost == 7
    assert not result.optimal  # nobody said that it is admissible


def test_the_native_engine_says_that_it_does_not_know_a_puzzle_of_a_user() -> None:
    with pytest.raises(BadInput, match="the native engine") as refused:
        unriddle.solve(Maze(), engine="native")
    assert "python" in refused.value.hint


SOLVE_EVERYTHING = """
from unriddle import Limits, load, solve
from unriddle.catalog import SOLVERS
for level in ("bloxorz/9", "sokoban/uit/1", "freecell/1"):
    for solver in SOLVERS:
        result = solve(load(level), solver, limits=Limits(nodes=60))
        stats = result.stats
        plan = " ".join(map(str, result.plan or ()))
        print(level, solver, result.status, stats.expanded, stats.generated, stats.frontier, plan)
"""


def test_the_order_of_hashing_decides_nothing() -> None:
    """Another hash seed is another order in every set of strings; results must not notice."""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SOLVE_EVERYTHING],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=300,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0]
    assert outputs[0] == outputs[1]

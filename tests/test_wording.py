"""What is counted is named, and the same everywhere."""

from __future__ import annotations

import pytest

from unriddle.core import Limits, Puzzle, Result, Stats, Status
from unriddle.loading import load
from unriddle.solving import solve
from unriddle.wording import bounds, counted, verdict


def test_nouns_have_their_plural() -> None:
    assert counted(1, "push") == "1 push"
    assert counted(1204, "push") == "1,204 pushes"
    assert counted(2, "player move") == "2 player moves"


@pytest.mark.parametrize(
    ("level", "rules", "words"),
    [
        ("sokoban/uit/1", {}, "solved in 12 moves (6 pushes), proved optimal"),
        ("sokoban/uit/1", {"cost": "pushes"}, "solved in 6 pushes (12 moves), proved optimal"),
        ("bloxorz/1", {}, "solved in 7 moves, proved optimal"),
        ("bloxorz/8", {}, "solved in 10 moves (1 swap), proved optimal"),
        ("bloxorz/8", {"space": "counted"}, "solved in 11 moves, proved optimal"),
    ],
)
def test_a_plan_is_measured_in_what_it_costs(level: str, rules: dict[str, str], words: str) -> None:
    puzzle = load(level, **rules)
    assert verdict(puzzle, solve(puzzle)) == words


def test_a_plan_without_a_proof_is_measured_by_the_bound() -> None:
    puzzle = load("sokoban/uit/1")
    plan = solve(puzzle).plan
    said = Result(Status.SOLVED, Stats(lower=10), plan, 12)
    assert verdict(puzzle, said) == (
        "solved in 12 moves (6 pushes), at most 20 % above the optimum (>= 10 moves)"
    )
    assert verdict(puzzle, Result(Status.SOLVED, Stats(), plan, 12)) == (
        "solved in 12 moves (6 pushes)"
    )
    over = solve(load("sokoban/uit/18"), "optimal", limits=Limits(nodes=100))
    assert verdict(puzzle, over).startswith("out of nodes; proved: every solution takes at least ")


def test_bounds_close_in_words() -> None:
    assert bounds(Stats(), "move") == ""
    assert bounds(Stats(lower=0), "move") == ""
    assert bounds(Stats(lower=293), "move") == "at least 293 moves"
    assert bounds(Stats(upper=1), "push") == "at most 1 push"
    assert bounds(Stats(lower=293, upper=1491), "move") == "between 293 and 1,491 moves"


@pytest.mark.parametrize(
    ("level", "rules", "units"),
    [
        ("sokoban/uit/1", {}, ["move", "push"]),
        ("sokoban/uit/1", {"cost": "pushes"}, ["push", "move"]),
        ("sokoban/uit/1", {"cost": "walks"}, ["walk", "move", "push"]),
        ("bloxorz/1", {}, ["move"]),
        ("bloxorz/8", {}, ["move", "swap"]),
        ("freecell/1", {"cost": "player"}, ["player move"]),
        ("freecell/1", {"cost": "moves"}, ["move", "player move"]),
        ("freecell/1", {"cost": "cards"}, ["card move", "player move"]),
    ],
)
def test_what_is_minimised_is_counted_first(
    level: str, rules: dict[str, str], units: list[str]
) -> None:
    assert list(load(level, **rules).counts((), 0)) == units


def test_a_cost_that_nobody_named_is_counted_in_points() -> None:
    puzzle = Weighted()
    assert puzzle.counts("ab", 7) == {"point": 7, "move": 2}
    assert OneEach().counts("ab", 2) == {"move": 2}


class OneEach(Puzzle[int, str]):
    """A puzzle whose moves count as moves."""

    initial = 0

    def actions(self, state: int) -> str:
        return "ab"

    def apply(self, state: int, action: str) -> int:
        return state + 1

    def is_goal(self, state: int) -> bool:
        return state == 2


class Weighted(OneEach):
    """The same with a price."""

    def cost(self, state: int, action: str) -> int:
        return 3 if action == "a" else 4

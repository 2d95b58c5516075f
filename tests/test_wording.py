"""What is counted is named, and the same everywhere."""

from __future__ import annotations

import pytest

from unriddle.core import Limits, Result, Stats, Status
from unriddle.loading import load
from unriddle.solving import solve
from unriddle.wording import counted, verdict


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

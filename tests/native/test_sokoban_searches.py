"""Every native search is the twin of its Python function on Sokoban, too."""

from __future__ import annotations

import pytest
from engines.test_sokoban import HEURISTICS, PACK, RULES, course_map
from generators.sokoban import levels
from hypothesis import given, settings
from hypothesis import strategies as st
from native.sokoban_halls import hall
from native.twins import CASES, Case, Twin, case_of

from unriddle import native
from unriddle.engines.sokoban import NATIVE
from unriddle.puzzles.sokoban.rules import Level, Rules, Sokoban

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

NAMES = sorted(HEURISTICS)
SOKOBAN = Twin(NATIVE, HEURISTICS, (0.5, -0.5))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_searches_are_twins_on_every_course_map(case: Case) -> None:
    for number in PACK.numbers:
        heuristic = NAMES[(number + CASES.index(case)) % len(NAMES)]
        SOKOBAN.compare(case, course_map(number, RULES[number % 2]), heuristic, case.nodes)


@pytest.mark.parametrize("case", CASES, ids=str)
@given(levels(), st.sampled_from(RULES), st.sampled_from(NAMES))
@settings(max_examples=12)
def test_the_searches_are_twins_on_random_levels(
    case: Case, level: Level, variant: Rules, heuristic: str
) -> None:
    SOKOBAN.compare(case, Sokoban(level, variant), heuristic, min(case.nodes, 200))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_searches_are_twins_in_large_halls(case: Case) -> None:
    SOKOBAN.compare(case, Sokoban(hall(11, 11, 9)), "freeze", min(case.nodes, 100))
    SOKOBAN.compare(case, Sokoban(hall(18, 16, 4)), "walk", min(case.nodes, 100))


@pytest.mark.parametrize("number", [3, 7, 8, 10, 14, 15])
def test_maps_are_solved_alike(number: int) -> None:
    for name, heuristic in [("astar", "freeze"), ("astar", "walk"), ("ucs", "")]:
        SOKOBAN.compare(case_of(name), course_map(number), heuristic, 10**5)


@pytest.mark.parametrize("name", ["ucs", "astar"])
def test_searches_that_look_ahead_are_twins(name: str) -> None:
    """From 65,536 nodes on, best-first searches of the engine prepare what they guess is next."""
    SOKOBAN.compare(case_of(name), course_map(18), "freeze", 75_000)


@pytest.mark.parametrize("number", [5, 16])
@pytest.mark.parametrize("variant", RULES, ids=str)
def test_uniform_cost_keeps_to_first_ways_whatever_is_counted(number: int, variant: Rules) -> None:
    SOKOBAN.compare(case_of("ucs"), course_map(number, variant), "", 30_000)


def test_a_map_without_solution_is_exhausted_alike() -> None:
    for name in ("astar", "greedy", "hill"):
        SOKOBAN.compare(case_of(name), course_map(17), "freeze", 10**6)


def test_estimates_that_are_forgotten_are_worked_out_again() -> None:
    """The engine remembers estimates by where the boxes are, in a table of at most 32 MiB.

    On a board of this size the places of the boxes take 2 KiB in it, so it holds 8,192 estimates:
    the cellar below map 18 cannot be entered, it only makes the board large. The map has 60 squares
    without a box, so 600,000 states have the boxes in 10,000 places at least.
    """
    from unriddle.native import _core

    puzzle = course_map(18)
    width, height = puzzle.level.width, puzzle.level.height
    assert len(puzzle.floor) - len(puzzle.initial.boxes) == 60
    cellar = [
        row * width + column
        for row in range(height + 1, height + 20)
        for column in range(1, width - 1)
    ]

    def ending(floor: list[int]) -> tuple[object, ...]:
        level = _core.SokobanLevel(
            width=width,
            floor=floor,
            goals=sorted(puzzle.goals),
            boxes=sorted(puzzle.initial.boxes),
            player=puzzle.initial.player,
            walk_cost=1,
            push_cost=1,
        )
        settings = {"heuristic": "matching", "weight": 0.1}
        run = level.engine().search("wastar", settings, _core.Limits(nodes=600_000))
        assert run.wait()
        return *run.result(), *run.poll()[:3]

    small, large = ending(sorted(puzzle.floor)), ending(sorted(puzzle.floor) + cellar)
    assert small == large
    assert small[0] == "out of nodes"

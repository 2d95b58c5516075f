"""Every native search is the twin of its Python function on Sokoban, too."""

from __future__ import annotations

import native.test_searches as twins
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native.sokoban_halls import hall
from native.test_searches import CASES, Case
from native.test_sokoban_twin import HEURISTICS, PACK, RULES, course_map
from strategies.sokoban import levels

import unriddle.native
from unriddle.engines.sokoban import engine_of, move_of
from unriddle.puzzles.sokoban.rules import Level, Rules, Sokoban

pytestmark = pytest.mark.skipif(not unriddle.native.available, reason=unriddle.native.why_not)

NAMES = sorted(HEURISTICS)


def compare(case: Case, puzzle: Sokoban, heuristic: str, nodes: int) -> None:
    if "points" in case.settings:
        case = case._replace(settings={**case.settings, "points": (0.5, -0.5)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(twins, "HEURISTICS", HEURISTICS)
        patch.setattr(twins, "MOVES", tuple(move_of(puzzle, code) for code in range(8)))
        patch.setattr(twins, "engine_of", engine_of)
        twins.compare(case, puzzle, heuristic, nodes)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_searches_are_twins_on_every_course_map(case: Case) -> None:
    for number in PACK.numbers:
        heuristic = NAMES[(number + CASES.index(case)) % len(NAMES)]
        compare(case, course_map(number, RULES[number % 2]), heuristic, case.nodes)


@pytest.mark.parametrize("case", CASES, ids=str)
@given(levels(), st.sampled_from(RULES), st.sampled_from(NAMES))
@settings(max_examples=12)
def test_the_searches_are_twins_on_random_levels(
    case: Case, level: Level, variant: Rules, heuristic: str
) -> None:
    compare(case, Sokoban(level, variant), heuristic, min(case.nodes, 200))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_searches_are_twins_in_large_halls(case: Case) -> None:
    compare(case, Sokoban(hall(11, 11, 9)), "freeze", min(case.nodes, 100))
    compare(case, Sokoban(hall(18, 16, 4)), "walk", min(case.nodes, 100))


@pytest.mark.parametrize("number", [3, 7, 8, 10, 14, 15])
def test_maps_are_solved_alike(number: int) -> None:
    for name, heuristic in [("astar", "freeze"), ("astar", "walk"), ("uniform_cost", "")]:
        case = next(case for case in CASES if case.search.__name__ == name)
        compare(case, course_map(number), heuristic, 10**5)


def test_a_map_without_solution_is_exhausted_alike() -> None:
    for name in ("astar", "greedy", "backtracking_hill_climbing"):
        case = next(case for case in CASES if case.search.__name__ == name)
        compare(case, course_map(17), "freeze", 10**6)

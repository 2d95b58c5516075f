"""Every native search is the twin of its Python function on FreeCell, too."""

from __future__ import annotations

import pytest
from engines.test_freecell import HEURISTICS
from generators.freecell import endgames, rules
from hypothesis import given, settings
from hypothesis import strategies as st
from native.twins import CASES, Case, Twin, case_of

from unriddle import native
from unriddle.engines.freecell import NATIVE
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

FREECELL = Twin(NATIVE, HEURISTICS, (0.5,))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_searches_are_twins_on_deals(case: Case) -> None:
    for number, variant, heuristic in [
        (617, Rules(), "evaluation"),
        (31465, Rules(cells=6, autoplay="horne", cost="cards"), "deadlock"),
        (11982, Rules(columns=9, cost="player"), "alpha"),
        (164, Rules(columns=10, cells=5, autoplay="greedy"), "cards-left"),
    ]:
        puzzle = FreeCell(deal(number, variant.columns), variant)
        FREECELL.compare(case, puzzle, heuristic, case.nodes // 3)


@pytest.mark.parametrize("case", CASES, ids=str)
@given(endgames(left=14, columns=4, cells=2), rules, st.sampled_from(sorted(HEURISTICS)))
@settings(max_examples=12)
def test_the_searches_are_twins_near_the_end(
    case: Case, position: Position, variant: Rules, heuristic: str
) -> None:
    variant = Rules(max(2, variant.cells), variant.columns, variant.autoplay, variant.cost)
    FREECELL.compare(case, FreeCell(position, variant), heuristic, case.nodes // 4)


@pytest.mark.parametrize("name", ["greedy", "wastar", "hill"])
@pytest.mark.parametrize("number", [3, 8, 18, 28])
def test_deals_are_solved_alike(name: str, number: int) -> None:
    solve_both(name, FreeCell(deal(number)))


@pytest.mark.parametrize("name", ["beam", "hybrid"])
def test_a_deal_is_solved_alike_in_thousands_of_steps(name: str) -> None:
    solve_both(name, FreeCell(deal(28)))


def solve_both(name: str, puzzle: FreeCell) -> None:
    FREECELL.compare(case_of(name), puzzle, "evaluation", 10**6)


def test_a_deal_without_solution_is_exhausted_alike() -> None:
    puzzle = FreeCell(deal(11982), Rules(cells=1))
    for name in ("bfs", "dfs", "ucs"):
        FREECELL.compare(case_of(name), puzzle, "", 10**6)

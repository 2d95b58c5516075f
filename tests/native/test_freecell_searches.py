"""Every native search is the twin of its Python function on FreeCell, too."""

from __future__ import annotations

from dataclasses import dataclass

import native.test_searches as twins
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native.test_freecell_twin import HEURISTICS
from native.test_searches import CASES, Case
from strategies.freecell import endgames, patient, rules

import unriddle.native
from unriddle.engines.freecell import engine_of, move_of
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Move, Position, Rules
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES, HOME

pytestmark = pytest.mark.skipif(not unriddle.native.available, reason=unriddle.native.why_not)

PLACES = COLUMN_NAMES + CELL_NAMES + HOME


@dataclass
class Moves:
    """The moves of a puzzle by their codes, and the other way round."""

    puzzle: FreeCell

    def __getitem__(self, code: int) -> Move:
        return move_of(self.puzzle, code)

    def index(self, move: Move) -> int:
        return PLACES.index(move.source) + 32 * PLACES.index(move.target) + 1024 * move.cards


def compare(case: Case, puzzle: FreeCell, heuristic: str, nodes: int) -> None:
    if "points" in case.settings:
        case = case._replace(settings={**case.settings, "points": (0.5,)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(twins, "HEURISTICS", HEURISTICS)
        patch.setattr(twins, "MOVES", Moves(puzzle))
        patch.setattr(twins, "engine_of", engine_of)
        twins.compare(case, puzzle, heuristic, nodes)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_searches_are_twins_on_deals(case: Case) -> None:
    for number, variant, heuristic in [
        (617, Rules(), "evaluation"),
        (31465, Rules(cells=6, autoplay="horne", cost="cards"), "deadlock"),
        (11982, Rules(columns=9, cost="player"), "alpha"),
        (164, Rules(columns=10, cells=5, autoplay="greedy"), "cards-left"),
    ]:
        puzzle = FreeCell(deal(number, variant.columns), variant)
        compare(case, puzzle, heuristic, case.nodes // 3)


@pytest.mark.parametrize("case", CASES, ids=str)
@given(endgames(left=14, columns=4, cells=2), rules, st.sampled_from(sorted(HEURISTICS)))
@settings(patient, max_examples=12)
def test_the_searches_are_twins_near_the_end(
    case: Case, position: Position, variant: Rules, heuristic: str
) -> None:
    variant = Rules(max(2, variant.cells), variant.columns, variant.autoplay, variant.cost)
    compare(case, FreeCell(position, variant), heuristic, case.nodes // 4)


@pytest.mark.parametrize("name", ["greedy", "weighted_astar", "backtracking_hill_climbing"])
@pytest.mark.parametrize("number", [3, 8, 18, 28])
def test_deals_are_solved_alike(name: str, number: int) -> None:
    solve_both(name, FreeCell(deal(number)))


@pytest.mark.parametrize("name", ["beam", "hybrid"])
def test_a_deal_is_solved_alike_in_thousands_of_steps(name: str) -> None:
    solve_both(name, FreeCell(deal(28)))


def solve_both(name: str, puzzle: FreeCell) -> None:
    case = next(case for case in CASES if case.search.__name__ == name)
    compare(case, puzzle, "evaluation", 10**6)


def test_a_deal_without_solution_is_exhausted_alike() -> None:
    puzzle = FreeCell(deal(11982), Rules(cells=1))
    for case in CASES:
        if case.search.__name__ in ("breadth_first", "depth_first", "uniform_cost"):
            compare(case, puzzle, "", 10**6)

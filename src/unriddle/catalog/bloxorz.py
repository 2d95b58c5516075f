"""Bloxorz in the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from unriddle.catalog.planners import PLANNERS
from unriddle.catalog.puzzle_entry import DifficultyScale, PuzzleEntry, ShippedPack
from unriddle.catalog.solver_entry import best_solver
from unriddle.engines import bloxorz as engine
from unriddle.puzzles.bloxorz import heuristics, notation, rules


def _places(puzzle: rules.Bloxorz, state: rules.State) -> Iterable[tuple[int, int]]:
    """The squares under the block, or under both cubes."""
    first, second = state.first, state.second
    return (first,) if first == second else (first, second)


BLOXORZ = PuzzleEntry(
    name="bloxorz",
    summary="Roll a block over a platform until it falls into the hole.",
    build=rules.Bloxorz,
    rules=rules.Rules,
    notation=notation,
    packs={
        "": ShippedPack("the 33 stages", "bloxorz.txt", notation.parse_levels),
        "generated": ShippedPack(
            "60 generated stages, from easy to master",
            "bloxorz-generated.txt",
            notation.parse_levels,
        ),
    },
    heuristics={
        "rolls": heuristics.rolls,
        "halves": heuristics.halves,
    },
    textbook_solver="astar",
    default_heuristics={"": "rolls"},
    native_solvers={
        "best": best_solver(
            "Find a plan at once, then prove a shortest one: greedy search where A* takes long."
        )
    },
    difficulty=DifficultyScale("astar", (100, 200, 400, 1_600)),
    native=engine.NATIVE,
    planners=PLANNERS,
    places=_places,
)

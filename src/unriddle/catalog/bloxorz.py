"""Bloxorz in the catalogue."""

from __future__ import annotations

from unriddle.catalog.puzzle_entry import PuzzleEntry, ShippedPack
from unriddle.engines import bloxorz as engine
from unriddle.puzzles.bloxorz import heuristics, notation, rules

BLOXORZ = PuzzleEntry(
    name="bloxorz",
    summary="Roll a block over a platform until it falls into the hole.",
    build=rules.Bloxorz,
    rules=rules.Rules,
    notation=notation,
    packs={
        "": ShippedPack("the 33 stages", "bloxorz.txt", notation.parse_levels),
    },
    heuristics={
        "rolls": heuristics.rolls,
        "halves": heuristics.halves,
    },
    textbook_solver="astar",
    default_heuristics={"": "rolls"},
    optimal_solver="astar",
    native=engine.NATIVE,
)

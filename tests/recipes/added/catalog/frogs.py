"""Frogs and toads in the catalogue."""

from __future__ import annotations

from unriddle.catalog.puzzle_entry import PuzzleEntry, ShippedPack
from unriddle.puzzles.frogs import heuristics, notation, rules

FROGS = PuzzleEntry(
    name="frogs",
    summary="Frogs and toads change places on a row of stones.",
    build=rules.Frogs,
    rules=rules.Rules,
    notation=notation,
    packs={"": ShippedPack("rows of stones", "frogs.txt", notation.parse_levels)},
    heuristics={"displaced": heuristics.displaced},
    textbook_solver="astar",
    default_heuristics={"": "displaced"},
)

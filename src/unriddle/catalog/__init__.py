"""Two tables that everything reads: the puzzles and the solvers, with every name a user types.

Command line, screens, experiments and tests find here what there is, what it accepts and what it
promises. What only one puzzle has is asked for by that puzzle's name, all else is found here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from unriddle.catalog.bloxorz import BLOXORZ
from unriddle.catalog.freecell import FREECELL
from unriddle.catalog.planners import PLANNERS as PLANNERS
from unriddle.catalog.puzzle_entry import AnyPuzzle as AnyPuzzle
from unriddle.catalog.puzzle_entry import Deadlock as Deadlock
from unriddle.catalog.puzzle_entry import HeuristicMaker as HeuristicMaker
from unriddle.catalog.puzzle_entry import Notation as Notation
from unriddle.catalog.puzzle_entry import Pack as Pack
from unriddle.catalog.puzzle_entry import PuzzleEntry as PuzzleEntry
from unriddle.catalog.searches import SOLVERS as SOLVERS
from unriddle.catalog.sokoban import SOKOBAN
from unriddle.catalog.solver_entry import Optimal as Optimal
from unriddle.catalog.solver_entry import SolverEntry as SolverEntry
from unriddle.catalog.solver_entry import summary_of as summary_of
from unriddle.core import BadInput, Drawing, as_drawing
from unriddle.settings import Value

LONGEST_NAME = 100
"""Characters of a name that nobody knows, as it is told."""

_ENTRIES = (
    BLOXORZ,
    SOKOBAN,
    FREECELL,
)
PUZZLES: dict[str, PuzzleEntry] = {entry.name: entry for entry in _ENTRIES}


OWN_PACKS = "mine/"
"""What the names of packs begin with that hold a user's own collections (`remembered`)."""


def packs() -> dict[str, tuple[PuzzleEntry, Pack]]:
    """Every pack of levels by what its ids begin with: `sokoban/uit`."""
    return {prefix: (entry, pack) for entry in PUZZLES.values() for prefix, pack in entry.ids()}


def entry_of(puzzle: AnyPuzzle) -> PuzzleEntry | None:
    """The entry that `puzzle` was built by, or None for a puzzle that a user wrote."""
    kind = type(puzzle)
    return next((one for one in PUZZLES.values() if (one.kind or one.build) is kind), None)


def kind_name(puzzle: AnyPuzzle) -> str:
    """The name of its entry, or of the class that a user wrote."""
    entry = entry_of(puzzle)
    return entry.name if entry else type(puzzle).__name__


def drawing_of(puzzle: AnyPuzzle, state: Any) -> Drawing:
    """The picture of a state in characters, by the notation of the puzzle or its own `draw`."""
    entry = entry_of(puzzle)
    return entry.notation.draw(puzzle, state) if entry else as_drawing(puzzle.draw(state))


def rules_in_force(puzzle: AnyPuzzle) -> dict[str, Value]:
    """The rule settings of `puzzle`, by name; none for a puzzle that a user wrote."""
    entry = entry_of(puzzle)
    names = [setting.name for setting in entry.rules.settings()] if entry else []
    return {name: getattr(getattr(puzzle, "rules"), name) for name in names}  # noqa: B009


def load_installed() -> int:
    """Import what installed packages name as entry points of `unriddle.plugins`, once.

    They register themselves. It takes no time as long as names are known: it is called when a
    name is not known, and before all names are listed. Returns how many were imported now; a
    package that cannot be imported is told by a warning, and the others are imported.
    """
    global _installed
    if _installed:
        return 0
    _installed = True
    if not any(map(_has_plugins, sys.path)):
        return 0
    from importlib.metadata import entry_points

    found = 0
    for point in entry_points(group=_GROUP):
        try:
            point.load()
            found += 1
        except Exception as error:
            import warnings

            problem = f"{type(error).__name__}: {error}"
            warnings.warn(f"the plugin {point.name} cannot be used: {problem}", stacklevel=2)
    return found


_installed = False
_GROUP = "unriddle.plugins"


def _has_plugins(folder: str) -> bool:
    """Names a package in this folder an entry point of ours? In a hundredth of the time that
    `importlib.metadata` takes to be loaded and to say so.
    """
    with suppress(OSError), os.scandir(folder or ".") as found:
        for item in found:
            if item.name.endswith((".dist-info", ".egg-info")):
                with suppress(OSError), open(f"{item.path}/entry_points.txt", "rb") as file:
                    if f"[{_GROUP}]".encode() in file.read():
                        return True
    return False


def find_solver(entry: PuzzleEntry | None, name: str) -> SolverEntry | None:
    """The solver of that name for a kind of puzzle (None for one that is in no table)."""
    table = entry.named_solvers if entry else SOLVERS
    if name not in table:
        load_installed()
    return table.get(name)


def lookup(table: Mapping[str, Any], kind: str, name: str) -> Any:
    """The value of `name` in a table; raises `BadInput` that names what there is."""
    if not isinstance(name, str):
        raise BadInput(f"{str(name)[:60]!r} is not a {kind}", hint="pass its name, a text")
    try:
        return table[name]
    except KeyError:
        if load_installed() and name in table:
            return table[name]
    from difflib import get_close_matches

    shown = name[:LONGEST_NAME]  # to compare names takes time in proportion to their square
    close = get_close_matches(shown, table, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(table)}"
    raise BadInput(f"unknown {kind} '{shown}'", hint=hint)

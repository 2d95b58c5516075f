"""What there is: levels and solvers by name."""

from __future__ import annotations

import os
from itertools import chain

from unriddle.catalog import (
    PUZZLES,
    SOLVERS,
    AnyPuzzle,
    PuzzleEntry,
    SolverEntry,
    entry_of,
    load_installed,
    lookup,
    packs,
)
from unriddle.core import BadInput, Puzzle
from unriddle.loading import locate


def levels(pack: str | os.PathLike[str] | None = None) -> tuple[str, ...]:
    """The ids of all levels in a pack, or in a file; without one, the packs: `sokoban/uit`.

    The name of a puzzle stands for all its packs, unless a pack has that name: `bloxorz`.
    """
    if pack is None:
        load_installed()
        return tuple(packs())
    if not isinstance(pack, str | os.PathLike):
        raise BadInput(f"{str(pack)[:60]!r} is not a pack", hint="name one, such as 'sokoban/uit'")
    if pack in PUZZLES and pack not in packs():
        return tuple(chain.from_iterable(levels(prefix) for prefix, _ in PUZZLES[pack].ids()))
    return tuple(name for name, _ in locate(os.fspath(pack)).levels)


def solvers(puzzle: str | AnyPuzzle | None = None) -> dict[str, SolverEntry]:
    """The solvers by name, with what they accept and promise: those for any puzzle, or for one.

    `puzzle` is a kind by its name, or any puzzle of it.
    """
    load_installed()
    entry: PuzzleEntry | None = None
    if isinstance(puzzle, Puzzle):
        entry = entry_of(puzzle)
    elif puzzle is not None:
        entry = lookup(PUZZLES, "puzzle", puzzle)
    return dict(entry.solvers if entry else SOLVERS)

"""`unriddle levels`: what there is to solve."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from cyclopts import Parameter

from unriddle import remembered
from unriddle.catalog import PUZZLES, AnyPuzzle, load_installed
from unriddle.cli import options
from unriddle.cli.output import print_json, print_rows, talk
from unriddle.loading import locate, squares_of

MOST = 1000
"""The most levels that are listed at once: there are eight thousand million deals."""
MOST_SQUARES = 1_000_000
"""Of the levels that are listed: each is read, and these take a second."""


def levels(
    level: Annotated[
        str | None,
        Parameter(help="An id, a pack such as sokoban/uit, a file, or -."),
    ] = None,
    /,
    *,
    add: Annotated[
        str | None, Parameter(help="Remember a file or a folder of your own as a pack.")
    ] = None,
    forget: Annotated[
        str | None,
        Parameter(help="Forget a pack of your own, by its name or file; its files stay."),
    ] = None,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each level or pack.")] = False,
) -> int:
    """List the packs of levels that come with the program, or the levels of one pack or file."""
    common.apply()
    broken = options.BrokenLevels()
    if forget is not None:
        gone = remembered.forget(forget)
        talk().print(f"{gone.pack} is forgotten; {gone.path} stays")
    if add is not None:
        pack = remembered.remember(add, puzzle, broken=broken).pack
        talk().print(f"{add} is remembered as {pack}")
        if next(islice(locate(add, puzzle=puzzle).levels, remembered.MOST, None), None):
            talk().print(f"note: the pack has its first {remembered.MOST:,} levels")
    if forget is not None or add is not None:
        return broken.exit_code(0)
    if level is None:
        _list_packs(json=json)
        return 0
    found = locate(level, puzzle=puzzle)
    _list_levels(found.puzzles({}, broken=broken), json=json)
    return broken.exit_code(0)


def _list_packs(*, json: bool) -> None:
    load_installed()
    rows = [("levels", "numbers", "contents")]
    for entry in PUZZLES.values():
        for prefix, pack in entry.ids():
            first, last = pack.numbers[0], pack.numbers[-1]
            if json:
                print_json({"levels": prefix, "first": first, "last": last, "about": pack.about})
            rows.append((prefix, f"{first}-{last}", pack.about))
    if not json:
        print_rows(rows)


def _list_levels(puzzles: Iterator[AnyPuzzle], *, json: bool) -> None:
    rows = [("level", "title")]
    squares = 0
    for puzzle in islice(puzzles, MOST):
        if json:
            print_json({"level": puzzle.name, "title": puzzle.title})
        rows.append((puzzle.name, puzzle.title))
        squares += squares_of(puzzle)
        if squares > MOST_SQUARES:
            break
    if not json:
        print_rows(rows)
    if next(puzzles, None) is not None:
        shown = len(rows) - 1
        talk().print(f"hint: the first {shown} are shown; name a range to see others, such as 5-9")

"""`unriddle levels`: what there is to solve."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from cyclopts import Parameter

from unriddle import remembered
from unriddle.catalog import PUZZLES, AnyPuzzle, load_installed
from unriddle.cli.options import COMMON, BrokenLevels, Common, PuzzleName
from unriddle.cli.output import print_json, print_rows, talk
from unriddle.loading import locate

MOST = 1000
"""The most levels that are listed at once: there are eight thousand million deals."""


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
        str | None, Parameter(help="Forget a pack of your own; its files stay.")
    ] = None,
    puzzle: PuzzleName = None,
    common: Common = COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each level or pack.")] = False,
) -> int:
    """List the packs of levels that come with the program, or the levels of one pack or file."""
    common.apply()
    if forget is not None:
        remembered.forget(forget)
        talk().print(f"{forget} is forgotten")
    if add is not None:
        talk().print(f"{add} is remembered as {remembered.remember(add, puzzle).pack}")
    if forget is not None or add is not None:
        return 0
    if level is None:
        _list_packs(json=json)
        return 0
    found = locate(level, puzzle=puzzle)
    broken = BrokenLevels()
    _list_levels(found.puzzles({}, broken=broken), json=json)
    return broken.exit_code(0)


def _list_packs(*, json: bool) -> None:
    load_installed()
    rows = [("levels", "numbers", "what")]
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
    for puzzle in islice(puzzles, MOST):
        if json:
            print_json({"level": puzzle.name, "title": puzzle.title})
        rows.append((puzzle.name, puzzle.title))
    if not json:
        print_rows(rows)
    if next(puzzles, None) is not None:
        talk().print(f"hint: the first {MOST} are shown; name a range to see others, such as 5-9")

"""`unriddle show`: a level as a picture, or as text to be saved."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from unriddle.cli import board
from unriddle.cli.options import (
    COMMON,
    AnyRule,
    BrokenLevels,
    Common,
    PuzzleName,
    check_names,
    locate_all,
    rules_of,
)
from unriddle.cli.output import data


def show(
    *levels: Annotated[str, Parameter(help="Ids, files, or -.")],
    text: Annotated[bool, Parameter(help="Write the format of level files.")] = False,
    puzzle: PuzzleName = None,
    common: Common = COMMON,
    **settings: AnyRule,
) -> int:
    """Show levels as they start."""
    common.heed()
    located = locate_all(levels, puzzle)
    check_names(settings, [found.entry for found in located], ())
    console = data()
    broken = BrokenLevels()
    for found in located:
        for instance in found.puzzles(rules_of(found.entry, settings), broken=broken):
            if text:
                level = instance.level  # type: ignore[attr-defined]  # all in the catalogue have it
                print(found.entry.notation.format_level(level))
                continue
            title = f"  {instance.title}" if instance.title else ""
            console.print(Text.assemble((instance.name, "bold"), title), soft_wrap=True)
            board.show(console, instance, instance.initial)
            console.print()
    return broken.exit_code(0)

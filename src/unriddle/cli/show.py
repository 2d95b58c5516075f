"""`unriddle show`: a level as a picture, or as text to be saved."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from unriddle.cli import board, options
from unriddle.cli.output import data


def show(
    *levels: Annotated[str, Parameter(help="Ids, files, or -.")],
    text: Annotated[bool, Parameter(help="Write the format of level files.")] = False,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    **settings: options.AnyRule,
) -> int:
    """Show levels as they start."""
    common.apply()
    named = options.NamedLevels(levels, puzzle, settings)
    console = data()
    for entry, instance in named:
        if text:
            level = instance.level  # type: ignore[attr-defined]  # all in the catalogue have it
            print(entry.notation.format_level(level))
            continue
        board.show_level(console, instance)
        console.print()
    return named.exit_code(0)

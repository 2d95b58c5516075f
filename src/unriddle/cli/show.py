"""`unriddle show`: a level as a picture, or as text to be saved."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from unriddle.cli import board
from unriddle.cli.options import COMMON, AnyRule, Common, NamedLevels, PuzzleName
from unriddle.cli.output import data


def show(
    *levels: Annotated[str, Parameter(help="Ids, files, or -.")],
    text: Annotated[bool, Parameter(help="Write the format of level files.")] = False,
    puzzle: PuzzleName = None,
    common: Common = COMMON,
    **settings: AnyRule,
) -> int:
    """Show levels as they start."""
    common.apply()
    named = NamedLevels(levels, puzzle, settings)
    console = data()
    for entry, instance in named:
        if text:
            level = instance.level  # type: ignore[attr-defined]  # all in the catalogue have it
            print(entry.notation.format_level(level))
            continue
        title = f"  {instance.title}" if instance.title else ""
        console.print(Text.assemble((instance.name, "bold"), title), soft_wrap=True)
        board.show(console, instance, instance.initial)
        console.print()
    return named.exit_code(0)

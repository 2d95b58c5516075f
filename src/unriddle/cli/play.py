"""`unriddle play`: the terminal app."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from unriddle.catalog import PUZZLES
from unriddle.cli import options
from unriddle.tui.launch import launch


def play(
    level: Annotated[
        str | None,
        Parameter(help="An id such as sokoban/uit/5, or a file; without it, the menu opens."),
    ] = None,
    /,
    *,
    ascii: Annotated[bool, Parameter(help="Draw with plain characters only.")] = False,
    language: Annotated[
        str | None, Parameter(help="en or vi; by default the language of the environment.")
    ] = None,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    **settings: options.AnyRule,
) -> int:
    """Open the app; returns the exit code."""
    common.apply()
    options.check_names(settings, list(PUZZLES.values()), ())
    return launch(level, ascii=ascii, puzzle=puzzle, rules=settings, language=language)

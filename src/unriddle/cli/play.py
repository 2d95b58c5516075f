"""`unriddle play`: the terminal app."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from unriddle.cli.options import AnySetting, PuzzleName
from unriddle.core import BadInput


def play(
    level: Annotated[
        str | None, Parameter(help="An id such as sokoban/uit/5, or a file; else the menu.")
    ] = None,
    /,
    *,
    ascii: Annotated[bool, Parameter(help="Draw with plain characters only.")] = False,
    puzzle: PuzzleName = None,
    **settings: AnySetting,
) -> int:
    """Open the app; returns the exit code."""
    from unriddle.tui.shelves import check
    from unriddle.tui.terminal import look_here, why_not

    check(settings)
    if problem := why_not():
        wanted = level or "bloxorz/1"
        raise BadInput(
            f"play needs a terminal: {problem}",
            hint=f"unriddle show {wanted} draws a level, unriddle solve {wanted} solves it",
        )
    from unriddle.tui.app import UnriddleApp

    app = UnriddleApp(level, look=look_here(ascii=ascii), puzzle=puzzle, rules=settings)
    app.run()
    return app.return_code or 0

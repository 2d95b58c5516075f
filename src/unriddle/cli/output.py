"""Where the commands write: data to standard output, talk to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from shutil import get_terminal_size
from typing import Any

from rich.box import HORIZONTALS
from rich.console import Console
from rich.table import Table
from rich.text import Text

from unriddle.core import BadInput, Status
from unriddle.engines import why_not
from unriddle.solving import Choice
from unriddle.wording import aligned

NARROW = 20
"""Columns; a screen that says it has fewer is taken to have this many: Rich folds texts to one or
two columns for ever."""
WIDE = 200
"""Columns; more than any table of ours needs."""
WIDEST = 1000
"""Columns that a screen may have."""


def data() -> Console:
    """Standard output; colours only on a terminal, and none if NO_COLOR is set.

    Where it is no terminal nothing is folded or cut to fit a screen.
    """
    if sys.stdout is None:
        raise BadInput("standard output is closed")
    return _Console(width=get_terminal_size().columns if sys.stdout.isatty() else WIDE)


def help_page() -> Console:
    """Standard output for texts that are folded to fit a screen, terminal or not."""
    console = data()
    console.width = max(NARROW, min(get_terminal_size().columns, WIDE))
    return console


_quiet = False


def be_quiet(quiet: bool) -> None:
    """Say nothing but errors from now on, or talk again."""
    global _quiet
    _quiet = quiet


def talk() -> Console:
    """Standard error, for all but errors."""
    console = _Console(stderr=True)
    if not console.is_terminal:
        console.width = WIDEST  # nothing is folded
    console.quiet = _quiet
    return console


def shows_progress(console: Console) -> bool:
    """Is it a terminal, wide enough for a line that is written over and over?"""
    return console.is_terminal and Console(file=console.file).width >= NARROW


def tell_engine(console: Console, wanted: str | None, choices: Iterable[Choice] = ()) -> None:
    """Say once that searches run in Python although the user has not asked for it, and why."""
    if wanted is not None:
        return
    if why_not:
        console.print(f"note: engine: python ({why_not})", soft_wrap=True)
    for lack in dict.fromkeys(choice.missing_twin for choice in choices):
        if lack:
            console.print(f"note: engine: python ({lack})", soft_wrap=True)


class _Console(Console):
    """Prints text as it is, without markup, and leaves a closed pipe to `cli.run`."""

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        super().__init__(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)
        if not NARROW <= self.width <= WIDEST:
            self.width = max(NARROW, min(self.width, WIDEST))

    def on_broken_pipe(self) -> None:
        """Rich would leave the program here with exit code 1."""
        raise BrokenPipeError


def titled_table(title: str, caption: str | None = None) -> Table:
    """A table below its title, without lines around it."""
    return Table(
        title=Text(title),
        title_justify="left",
        caption=caption,
        caption_justify="left",
        box=HORIZONTALS,
        show_edge=False,
        padding=(0, 1, 0, 0),
    )


def print_table(console: Console, table: Table) -> None:
    """A table, or on a screen that is too narrow for it the same row by row, a figure a line.

    Rich itself would leave out columns without a word.
    """
    least, most = console.measure(table, options=console.options.update(width=_ANY_WIDTH))
    may_fold = any(not column.no_wrap for column in table.columns)
    if (least if may_fold else most) <= console.width:
        console.print(table)
        return
    headings = [" ".join(str(column.header).split()) for column in table.columns]
    console.print(table.title or "", soft_wrap=True)
    for cells in zip(*(column.cells for column in table.columns), strict=True):
        first, *rest = (cell if isinstance(cell, Text) else Text(str(cell)) for cell in cells)
        if first:  # a level is named once for all its rows
            console.print(first, soft_wrap=True)
        for heading, text in zip(headings[1:], rest, strict=True):
            if text.plain.strip():
                console.print(Text.assemble("  ", (heading, "dim"), " ", text), soft_wrap=True)
    console.print(table.caption or "", soft_wrap=True)


_ANY_WIDTH = 10_000


def colour_of(status: Status) -> str:
    """The colour of a verdict."""
    return {Status.SOLVED: "green", Status.UNSOLVABLE: "red"}.get(status, "yellow")


def print_plan(console: Console, plan: str) -> None:
    """Moves as people write them, folded only where somebody looks."""
    console.print(Text(plan, overflow="fold"), soft_wrap=not console.is_terminal)


def print_json(record: Mapping[str, Any]) -> None:
    """One object on a line of its own, seen at once by the reader."""
    sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def print_rows(rows: Sequence[Sequence[str]]) -> None:
    """Rows of words in columns, one row a line, nothing cut or folded."""
    for line in aligned(rows):
        print(line)

"""Where the commands write: data to standard output, talk to standard error, numbers for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from shutil import get_terminal_size
from typing import Any

from rich.console import Console

from unriddle.core import BadInput, Result, Status
from unriddle.engines import why_not

WIDE = 200
"""Columns; more than any table of ours needs."""


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
    console.width = get_terminal_size().columns
    return console


def talk() -> Console:
    """Standard error."""
    return _Console(stderr=True)


def tell_engine(console: Console, wanted: str | None) -> None:
    """Say that searches run in Python where nobody has asked for it."""
    if why_not and wanted is None:
        console.print(f"note: searching in Python, because {why_not}")


class _Console(Console):
    """Prints text as it is, without markup, and leaves a closed pipe to `cli.run`."""

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        super().__init__(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Rich would leave the program here with exit code 1."""
        raise BrokenPipeError


def print_json(record: Mapping[str, Any]) -> None:
    """One object on a line of its own, seen at once by whoever reads."""
    sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def print_rows(rows: Sequence[Sequence[str]]) -> None:
    """Rows of words in columns, one row a line, nothing cut or folded."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print(
            "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        )


def seconds(value: float) -> str:
    """A duration with three figures that matter."""
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    if value < 1:
        return f"{value * 1e3:.3g} ms"
    if value < 100:
        return f"{value:.3g} s"
    return f"{int(value) // 60}:{int(value) % 60:02d} min"


def mebibytes(value: int) -> str:
    """Memory in the unit that limits use."""
    return f"{value / 2**20:.1f} MiB"


def verdict(result: Result[Any]) -> str:
    """How a search ended, in a sentence for people."""
    stats = result.stats
    match result.status:
        case Status.SOLVED:
            moves = len(result.plan or ())
            counted = f", cost {result.cost}" if result.cost != moves else ""
            proof = ", proved optimal" if result.optimal else ""
            if not result.optimal and stats.lower is not None:
                proof = f"; no solution costs less than {stats.lower}"
            return f"solved in {moves} {'move' if moves == 1 else 'moves'}{counted}{proof}"
        case Status.UNSOLVABLE:
            return f"unsolvable, proved: all {stats.expanded:,} states that matter were seen"
        case Status.GAVE_UP:
            return "gave up: this solver does not look everywhere; it proves nothing"
        case Status.STOPPED:
            return "stopped; nothing is proved"
        case _ if stats.lower is not None:
            return f"{result.status}; proved: no solution costs less than {stats.lower}"
        case _:
            return f"{result.status}; nothing is proved"

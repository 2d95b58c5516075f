"""Rows of results: what each column holds, how it is shown and sorted, and the file of them all."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from unriddle.core import BadInput, Status
from unriddle.figures import plan_counts
from unriddle.tui.background import BackgroundRun
from unriddle.wording import plural, seconds, status

Figure = str | int | float | None


class Column(NamedTuple):
    """A column of the table."""

    name: str
    figure: Callable[[BackgroundRun], Figure]
    """The value itself, for sorting and for the file; None where there is none."""
    shown: Callable[[Any], str] = str
    is_number: bool = True


def _status(search: BackgroundRun) -> str:
    if search.problem:
        return "failed"
    if search.result is not None:
        return status(search.result)
    return "running" if search.stats.seconds else "waiting"


def _optimal(search: BackgroundRun) -> str | None:
    if search.result is None:
        return None
    return "yes" if search.result.optimal else ""


def _settings(search: BackgroundRun) -> str:
    choice = search.choice
    return ":".join(
        [choice.solver.name, *(f"{name}={value}" for name, value in choice.settings.items())]
    )


def _count(unit: str) -> Column:
    """How many of what is counted the plan has, named after it."""

    def count(search: BackgroundRun) -> Figure:
        found = search.result and plan_counts(search.puzzle, search.result)
        return (found or {}).get(unit)

    return Column(plural(unit), count, "{:,}".format)


def columns_of(searches: Sequence[BackgroundRun]) -> tuple[Column, ...]:
    """The columns for some searches: what is counted in a plan depends on the puzzles.

    Solvers that run in Python are marked among others, because Python makes them slower.
    """
    units = dict.fromkeys(unit for search in searches for unit in search.puzzle.counts((), 0))
    mixed = len({search.choice.engine for search in searches}) > 1

    def solver(search: BackgroundRun) -> str:
        is_marked = mixed and search.choice.engine == "python"
        return _settings(search) + (" (python)" if is_marked else "")

    return (
        Column("level", lambda search: search.puzzle.name, is_number=False),
        Column("solver", solver, is_number=False),
        Column("status", _status, is_number=False),
        Column("opt.", _optimal, is_number=False),
        *map(_count, units),
        Column("expanded", lambda search: search.stats.expanded, "{:,}".format),
        Column("time", lambda search: search.stats.seconds, seconds),
        Column("MiB", lambda search: search.stats.memory / 2**20, "{:.1f}".format),
    )


def cells(columns: Sequence[Column], search: BackgroundRun) -> list[str]:
    """A row as it is shown."""
    figures = [column.figure(search) for column in columns]
    return [
        "" if figure is None else column.shown(figure)
        for column, figure in zip(columns, figures, strict=True)
    ]


def sort_key(column: Column, search: BackgroundRun) -> tuple[bool, Any]:
    """Values in their order, rows without one behind them; numbers inside names count as such."""
    figure = column.figure(search)
    if isinstance(figure, str):
        parts = figure.replace("#", "/").split("/")
        return False, [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]
    return figure is None, 0 if figure is None else figure


def write_csv(path: str, columns: Sequence[Column], searches: Sequence[BackgroundRun]) -> None:
    """Write all rows to a new file; raises `BadInput` if that cannot be done."""
    names = [*(column.name for column in columns), "heuristic", "engine", "generated", "plan"]
    try:
        with open(
            os.path.expanduser(path), "x", newline="", encoding="utf-8", errors="backslashreplace"
        ) as file:
            writer = csv.writer(file)
            writer.writerow(names)
            for search in searches:
                writer.writerow([*(column.figure(search) for column in columns), *_rest(search)])
    except FileExistsError:
        raise BadInput(f"{path} exists already", hint="choose another name") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def _rest(search: BackgroundRun) -> list[Figure]:
    from unriddle.catalog import entry_of

    entry = entry_of(search.puzzle)
    plan = search.result.plan if search.result else None
    written = entry.notation.format_plan(plan) if entry and plan is not None else None
    choice = search.choice
    return [choice.heuristic, choice.engine, search.stats.generated, written]


def solved(searches: Sequence[BackgroundRun]) -> int:
    """How many searches found a solution."""
    return sum(
        search.result is not None and search.result.status is Status.SOLVED for search in searches
    )

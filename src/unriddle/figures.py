"""The figures of a result: `--json`, the store of a batch and its exports have the same columns."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from unriddle.core import Puzzle, Result


class Column(NamedTuple):
    """One figure."""

    name: str
    kind: type
    """Of its values, which may also be None: str, bool, int, float or dict."""


COLUMNS: Final = (
    Column("status", str),
    Column("checked", bool),
    Column("optimal", bool),
    Column("moves", int),
    Column("cost", int),
    Column("lower_bound", int),
    Column("expanded", int),
    Column("generated", int),
    Column("seconds", float),
    Column("memory_bytes", int),
    Column("proof", dict),
)
"""What `Result.to_dict` has, but for the plan."""


def plan_counts(puzzle: Puzzle[Any, Any], result: Result[Any]) -> dict[str, int] | None:
    """What is counted in the plan of a result, by unit; None without a plan."""
    if result.plan is None or result.cost is None:
        return None
    return puzzle.counts(result.plan, result.cost)


def figures(result: Result[Any], plan: str | None) -> dict[str, Any]:
    """The figures of a result by name, and its plan in the notation of its puzzle."""
    return {**result.to_dict(), "plan": plan}


def some_figures(result: Result[Any], *names: str) -> dict[str, Any]:
    """Those with these names."""
    every = result.to_dict()
    return {column.name: every[column.name] for column in COLUMNS if column.name in names}

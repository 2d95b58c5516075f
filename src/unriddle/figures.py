"""The figures of a result: `--json`, the store of a batch and its exports have the same columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from unriddle.core import Result


class Column(NamedTuple):
    """One figure."""

    name: str
    kind: type
    """Of its values, which may also be None: str, bool, int, float or dict."""
    of: Callable[[Result[Any]], Any]


COLUMNS: Final = (
    Column("status", str, lambda result: str(result.status)),
    Column("checked", bool, lambda result: result.checked),
    Column("optimal", bool, lambda result: result.optimal),
    Column("moves", int, lambda result: None if result.plan is None else len(result.plan)),
    Column("cost", int, lambda result: result.cost),
    Column(
        "lower_bound", int, lambda result: result.cost if result.optimal else result.stats.lower
    ),
    Column("expanded", int, lambda result: result.stats.expanded),
    Column("generated", int, lambda result: result.stats.generated),
    Column("seconds", float, lambda result: round(result.stats.seconds, 6)),
    Column("memory_bytes", int, lambda result: result.stats.memory),
    Column("proof", dict, lambda result: None if result.proof is None else asdict(result.proof)),
)
"""All but the plan, which is written in the notation of its puzzle."""


def figures(result: Result[Any], plan: str | None) -> dict[str, Any]:
    """The figures of a result by name, and its plan as text."""
    return {**{column.name: column.of(result) for column in COLUMNS}, "plan": plan}


def some_figures(result: Result[Any], *names: str) -> dict[str, Any]:
    """Those with these names."""
    return {column.name: column.of(result) for column in COLUMNS if column.name in names}

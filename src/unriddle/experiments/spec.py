"""What an experiment is: levels, solvers, settings, seeds, limits, and what others have published.

`spec_file` reads one from a TOML file, `running` carries it out, `table` sets it in rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unriddle.core import Limits

SPECS = Path(__file__).parent / "specs"
"""The experiments that come with the program."""

TOTAL = "total"
"""Stands for all levels of a block where a figure was published for all of them together."""

FIGURES: Mapping[str, str] = {
    "moves": "the length of the plan",
    "cost": "what the plan costs under the rules of the block",
    "nodes": "nodes as the report counts them; expanded states for our own solvers",
    "expanded": "states whose successors were looked at",
    "generated": "successors produced",
    "seconds": "wall-clock time of the search",
    "memory": "bytes by which a fresh process grew, at its highest",
    "optimal": "is the plan as short as the proved optimum?",
    "solved": "levels solved (of all levels together)",
    "percent": "levels solved, in percent (of all levels together)",
    "unsolvable": "levels found to be unsolvable (of all levels together)",
    "checked": "of these, levels whose proof the judge has accepted",
    "unfinished": "levels on which a limit was exceeded (of all levels together)",
}
"""What can be measured; the last five only of all levels together."""
OF_ALL_LEVELS = frozenset({"solved", "percent", "unsolvable", "checked", "unfinished"})

Figure = float | tuple[float, float, float] | str
"""A published value: a number, min/max/mean of several runs, or words such as `#`."""


@dataclass(frozen=True)
class Solver:
    """One column of a comparison: a solver with all that is chosen about it."""

    name: str
    solver: str
    """As on the command line, `wastar:weight=3`, or a search of a report, `report/...`."""
    engine: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    levels: tuple[str, ...] = ()
    """The ids of its levels."""
    reference: bool = False
    """Do its proved optima stand beside the figures of all others?"""
    copies: bool = False
    """Does it get the report's copies of levels, where there are any, or the true levels?"""
    exact: tuple[str, ...] = ()
    """The figures that come out exactly as they were published."""
    published: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    """By level, then by figure."""


@dataclass(frozen=True)
class Block:
    """A part of a table: solvers on levels under the same limits."""

    title: str
    solvers: tuple[Solver, ...]
    figures: tuple[str, ...]
    rows: tuple[str, ...] = ("levels",)
    """`levels`: a row for each; `total`: one for all of them together."""
    limits: Limits = field(default_factory=Limits)
    runs: int = 1
    seed: int = 1
    """Of the first of several runs; the others follow."""
    hopeless: int = 0
    """After this number of runs in a row beyond a limit, the rest is not tried; 0: never."""
    every: int = 1
    """Only one level in this many is run, unless all are asked for."""


@dataclass(frozen=True)
class Experiment:
    """A table to be made."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    source: str = ""
    about: str = ""
    counting: str = ""
    notes: tuple[str, ...] = ()
    level_notes: Mapping[str, str] = field(default_factory=dict)
    copies: Mapping[str, str] = field(default_factory=dict)
    """Levels as a report had them, as text, where they differ from ours."""

"""Planners that may be installed beside this program: how they are called and understood."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from unriddle.core import Status

Search: TypeAlias = Literal["landmarks", "blind", "greedy"]
"""A* guided by landmark cuts or by nothing, which proves a cheapest plan, or any plan, greedily."""


class Step(NamedTuple):
    """A program that a planner consists of."""

    command: Sequence[str]
    folder: str = ""
    """Of modules that it needs."""
    reads: str = ""
    """The file that it gets as its standard input."""


@dataclass(frozen=True)
class Planner:
    """A planner, how it is called and how its answers are understood."""

    name: str
    title: str
    package: str
    """The module by which it is found."""
    install: str
    """What `pip install` takes."""
    costs: bool
    """Does it know action costs?"""
    steps: Callable[[Path, Search], Sequence[Step]]
    """The programs to run one after the other, from the folder of the package, and how to search.
    They find the files domain.pddl and problem.pddl in the folder where they run."""
    plan: str
    """The file that the plan is written to."""
    statuses: dict[int, Status]
    """What an exit code means."""
    counts: dict[str, re.Pattern[str]]
    """Figures in what it prints."""
    unsolvable: str = ""
    """What it prints if there is no plan and the exit code does not say it."""

    @property
    def why_not(self) -> str:
        """That it is not installed, and the way out; empty if it is."""
        if find_spec(self.package) is not None:
            return ""
        return f"it is not installed: pip install {self.install}"


def _fast_downward(folder: Path, search: Search) -> Sequence[Step]:
    programs = folder / "downward/builds/release/bin"
    script = programs / "translate/translate.py"  # where older releases have it
    translate = [str(script)] if script.exists() else ["-m", "fast_downward.translate"]
    how = {
        "landmarks": "astar(lmcut())",
        "blind": "astar(blind())",
        "greedy": "let(h, ff(), lazy_greedy([h], preferred=[h]))",
    }[search]
    files = ["domain.pddl", "problem.pddl", "--sas-file", "task.sas"]
    return (
        Step([sys.executable, *translate, *files], str(programs)),
        Step(
            [str(programs / "downward"), "--search", how, "--internal-plan-file", "plan"],
            reads="task.sas",
        ),
    )


def _pyperplan(folder: Path, search: Search) -> Sequence[Step]:
    how = {
        "landmarks": ["-s", "astar", "-H", "lmcut"],
        "blind": ["-s", "astar", "-H", "blind"],
        "greedy": ["-s", "gbf", "-H", "hff"],
    }[search]
    return (Step([sys.executable, "-m", "pyperplan", *how, "domain.pddl", "problem.pddl"]),)


FAST_DOWNWARD: Final = Planner(
    "fast-downward",
    "Fast Downward",
    "up_fast_downward",
    "up-fast-downward",
    costs=True,
    steps=_fast_downward,
    plan="plan",
    statuses={
        0: Status.SOLVED,
        10: Status.UNSOLVABLE,
        11: Status.UNSOLVABLE,
        12: Status.GAVE_UP,
        20: Status.OUT_OF_MEMORY,
        21: Status.OUT_OF_TIME,
        22: Status.OUT_OF_MEMORY,
        23: Status.OUT_OF_TIME,
    },
    counts={
        "expanded": re.compile(r"\] Expanded (\d+) state"),
        "generated": re.compile(r"\] Generated (\d+) state"),
        "cost": re.compile(r"\] Plan cost: (\d+)$", re.MULTILINE),
    },
)
PYPERPLAN: Final = Planner(
    "pyperplan",
    "pyperplan",
    "pyperplan",
    "pyperplan",
    costs=False,
    steps=_pyperplan,
    plan="problem.pddl.soln",
    statuses={0: Status.SOLVED},
    counts={
        "expanded": re.compile(r"(\d+) Nodes expanded"),
        "cost": re.compile(r"Plan length: (\d+)"),
    },
    unsolvable="No solution could be found",
)
INSTALLABLE: Final = {one.name: one for one in (FAST_DOWNWARD, PYPERPLAN)}

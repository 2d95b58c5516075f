"""What an assignment is: tasks, the levels they are tested on, limits and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unriddle.core import Limits

ASSIGNMENTS = Path(__file__).parent / "assignments"

SEARCH, HEURISTIC, BOTH = "search", "heuristic", "both"
HAND_IN = (SEARCH, HEURISTIC, BOTH)
"""What a task asks for; of both, the search is run with the heuristic."""

OF_SEARCHES = ("correct", "optimal", "expansions", "time", "order")
OF_HEURISTICS = (
    *("correct", "admissible", "consistent", "equal", "informed", "expansions", "time"),
)
"""What there can be points for; docs/grading.md says what each means."""
BESIDE_REFERENCE = ("equal", "informed", "expansions", "time", "order")
"""What needs a reference."""

VISIBILITY = ("visible", "after_due_date", "after_published", "hidden")
"""When students see something, in the words of Gradescope."""

FIGURES = {
    "score": "desc",
    "expansions": "asc",
    "seconds": "asc",
    "cost": "asc",
    "informed": "desc",
}
"""What a leaderboard can show, and whether less is better."""

DEFAULT_LIMITS = Limits(seconds=10, nodes=1_000_000, mebibytes=512)


@dataclass(frozen=True, eq=False)
class Task:
    """One thing to hand in, and what it is tested on."""

    name: str
    """What the report calls it."""
    hand_in: str
    called: str = ""
    """The name of the search that is handed in; empty: the only one."""
    heuristic_called: str = ""
    """Likewise the heuristic."""
    levels: tuple[str, ...] = ()
    hidden_levels: tuple[str, ...] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)
    reference: str = ""
    """Our solver that a search is compared with, or our heuristic that one is compared with."""
    heuristic: str = ""
    """Our heuristic, which is given to a search that takes an estimate; empty for none."""
    limits: Limits = DEFAULT_LIMITS
    states: int = 100_000
    """Heuristics: a level with more states is compared along an optimal plan."""
    points: Mapping[str, float] = field(default_factory=dict)
    """For each level."""
    within: Mapping[str, float] = field(default_factory=dict)
    """Of expansions and time: how many times as much as the reference still has all points."""

    @property
    def most(self) -> float:
        """The points of one level."""
        return sum(self.points.values())

    @property
    def needs_estimates(self) -> bool:
        """Are the estimates of the heuristic looked at one by one?"""
        wanted = "admissible" in self.points or "consistent" in self.points
        return self.hand_in == HEURISTIC or (self.hand_in == BOTH and wanted)


@dataclass(frozen=True)
class Board:
    """A line of a leaderboard."""

    name: str
    figure: str
    order: str
    """`asc` if less is better, else `desc`."""


@dataclass(frozen=True)
class Assignment:
    """What is handed in, and how it is graded."""

    name: str
    title: str
    tasks: tuple[Task, ...]
    about: str = ""
    hidden: str = "after_published"
    """When students see what came of hidden levels."""
    stdout: str = "hidden"
    """When students see what the grader printed."""
    files: tuple[str, ...] = ()
    """Python files of the teacher, with puzzles of their own."""
    allow: tuple[str, ...] = ()
    """Modules of unriddle that may be imported besides the rules."""
    hopeless: int = 2
    """Levels on which a task may run out of time before it is run on no others; 0: no limit."""
    leaderboard: tuple[Board, ...] = ()
    source: str = ""
    """The file that it was read from, which a submission must not read."""

    @property
    def most(self) -> float:
        """All points that there are."""
        return sum(task.most * (len(task.levels) + len(task.hidden_levels)) for task in self.tasks)

"""What came of grading: tests with their parts, each in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from unriddle.grading.assignment import Assignment, Task
from unriddle.grading.faults import Fault


@dataclass(frozen=True)
class Part:
    """What there are points for in a test."""

    name: str
    earned: float
    most: float
    words: str

    def __str__(self) -> str:
        return f"{self.name} {points(self.earned)} of {points(self.most)}: {self.words}"


@dataclass
class Outcome:
    """One task on one level."""

    number: str
    """As `2.3`: the task, and which of its levels."""
    task: Task
    level: str
    hidden: bool
    parts: list[Part] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)
    """What was measured: cost, expansions, seconds, informed; only of an answer that is right."""
    printed: str = ""

    @property
    def score(self) -> float:
        """The points of this test."""
        return round(sum(part.earned for part in self.parts), 2)

    @property
    def most(self) -> float:
        """The points that it could have."""
        return self.task.most

    @property
    def passed(self) -> bool:
        """Is nothing wrong with it? There may be fewer points than possible all the same."""
        return not self.faults

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.task.name}, {self.level}"

    def give_nothing(self) -> None:
        """No points for what has none yet, and why."""
        earned = {part.name for part in self.parts}
        why = str(self.faults[0].kind) if self.faults else "no right answer"
        self.parts += [
            Part(name, 0, most, why)
            for name, most in self.task.points.items()
            if name not in earned
        ]


@dataclass(frozen=True)
class Grade:
    """An assignment, and what came of a submission."""

    assignment: Assignment
    submission: str
    """The file that was handed in."""
    tests: tuple[Outcome, ...]
    protection: tuple[str, ...]
    """What held the submission, in words."""
    seconds: float
    """How long grading took."""

    @property
    def score(self) -> float:
        """All points."""
        return round(sum(test.score for test in self.tests), 2)

    @property
    def most(self) -> float:
        """The points that there are."""
        return round(self.assignment.most, 2)


def points(value: float) -> str:
    """Points as people write them."""
    return f"{value:.2f}".rstrip("0").rstrip(".")

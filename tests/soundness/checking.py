"""The words of the campaign: a case, a check that can be made on it, and what a campaign counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from unriddle.core import Result, Status


class Fault(Exception):
    """A check has found something that is not true."""


def demand(holds: bool, problem: str) -> None:
    """Raise `Fault` unless it holds."""
    if not holds:
        raise Fault(problem)


def demand_a_judge(found: Result[Any], verdict: str) -> None:
    """Where exhaustive search could see all states, a judge must have accepted a proof."""
    if found.status is Status.UNSOLVABLE and verdict == "unsolvable":
        demand(found.checked, "unsolvable, and no judge has accepted a proof")


@dataclass(frozen=True)
class Check:
    """Something that must hold of a subject, with all that was chosen about it."""

    make: Callable[..., None]
    """Takes the subject and the settings; raises `Fault`, or whatever a bug makes it raise."""
    settings: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.settings.items()]
        return " ".join([self.make.__name__, *words])

    def fault(self, subject: Any) -> str:
        """What is wrong; empty if it holds. Any exception is a fault."""
        try:
            self.make(subject, **self.settings)
        except Fault as fault:
            return str(fault)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return ""


class Subject(Protocol):
    """A level with what is true of it."""

    @property
    def verdict(self) -> str:
        """For the table: solvable, unsolvable or not known."""


class Kind(Protocol):
    """A puzzle with its generators, checks and ways to make a level smaller."""

    name: str
    schedule: tuple[str, ...]
    """Which styles come one after the other, again and again: the costly ones less often."""

    def generate(self, style: str, random: Random) -> Any | None:
        """A level with its rules; None where the throw makes none."""

    def subject(self, level: Any) -> Subject:
        """The level with what is true of it, found out when first asked."""

    def checks(self, random: Random, number: int) -> Iterator[Check]:
        """What is to be checked of the level with this number in the campaign."""

    def smaller(self, level: Any) -> Iterator[Any]:
        """Levels that are a little simpler, the simplest first; some may not be valid."""

    def describe(self, level: Any) -> str:
        """The level as a file, with its rules in the notes."""


@dataclass
class Failure:
    """A level on which a check has failed."""

    puzzle: str
    style: str
    number: int
    check: str
    problem: str
    level: str = ""
    shrunk: str = ""
    shrunk_problem: str = ""


@dataclass
class Tally:
    """What was done."""

    levels: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By style and verdict."""
    checks: Counter[str] = field(default_factory=Counter)
    """By the name of the check."""
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what another one has counted, too."""
        self.levels += other.levels
        self.checks += other.checks
        self.failures += other.failures

    @property
    def total(self) -> int:
        """How many levels there were."""
        return sum(self.levels.values())

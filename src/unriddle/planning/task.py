"""A planning task: a domain and a problem in PDDL, and what every encoding offers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from string import Template
from typing import Any, NamedTuple, Protocol

from unriddle.core import BadInput, label_of

MOST_FACTS = 500_000
"""Facts of a problem; planners give up long before."""


class Task(NamedTuple):
    """The two texts that a planner reads."""

    domain: str
    problem: str

    def __repr__(self) -> str:
        return f"<Task: {len(self.domain)} and {len(self.problem)} characters of PDDL>"


class Action(NamedTuple):
    """One action of a plan, in lower case, and the line on which it stands."""

    name: str
    arguments: tuple[str, ...]
    line: int

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"


class Encoding(Protocol):
    """What the module of a puzzle offers."""

    def task(self, puzzle: Any, *, costs: bool = True) -> Task:
        """The puzzle from its initial state; raises `BadInput` where it cannot be written."""

    def moves(self, puzzle: Any, actions: Sequence[Action]) -> list[Any]:
        """The moves that the actions of a plan stand for; raises `BadInput` with the line."""

    def same_cost(self, puzzle: Any, *, costs: bool = True) -> bool:
        """Does the task, with or without costs, count what the rules of the puzzle count?"""


def domain(text: str, *, costs: bool, **prices: int) -> str:
    """The text of a domain with its prices; without costs, each action counts the same."""
    written = Template(text).substitute({name: str(price) for name, price in prices.items()})
    if costs:
        return written
    lines = [line for line in written.splitlines() if "total-cost" not in line]
    return "\n".join(lines).replace(" :action-costs", "") + "\n"


def action_text(
    name: str,
    parameters: str,
    needs: Iterable[str],
    takes: Iterable[str],
    gives: Iterable[str],
    *,
    price: str,
) -> str:
    """The text of an action of a domain; facts are written without their parentheses."""
    return "\n".join(
        [
            f"\n  (:action {name}",
            f"    :parameters ({parameters})",
            "    :precondition (and",
            *(f"      ({fact})" for fact in needs),
            "    )",
            "    :effect (and",
            *(f"      (not ({fact}))" for fact in takes),
            *(f"      ({fact})" for fact in gives),
            f"      (increase (total-cost) {price})",
            "    ))",
        ]
    )


def problem(
    puzzle: Any,
    domain: str,
    objects: Mapping[str, Iterable[str]],
    facts: Iterable[str],
    goals: Iterable[str],
    *,
    costs: bool,
    note: str = "",
) -> str:
    """The text of a problem; `objects` by type, facts and goals without their parentheses."""
    about = " ".join((puzzle.name, puzzle.title, note)).split()
    lines = [f"; {' '.join(about)}".encode("ascii", "backslashreplace").decode().rstrip()]
    lines += [f"(define (problem {name_of(puzzle.name)})", f"  (:domain {domain})", "  (:objects"]
    for kind, names in objects.items():
        if listed := " ".join(names):
            lines.append(f"    {listed} - {kind}")
    lines += ["  )", "  (:init"]
    given = [f"    ({fact})" for fact in facts]
    if len(given) > MOST_FACTS:
        raise too_large(puzzle)
    lines += given
    if costs:
        lines.append("    (= (total-cost) 0)")
    lines += ["  )", "  (:goal (and", *(f"    ({goal})" for goal in goals), "  ))"]
    if costs:
        lines.append("  (:metric minimize (total-cost))")
    return "\n".join([*lines, ")", ""])


def too_large(puzzle: Any) -> BadInput:
    """That nobody wants this as PDDL."""
    what = f"{label_of(puzzle)} would have more than {MOST_FACTS:,} facts in PDDL"
    return BadInput(what, hint="planners take small levels")


def name_of(text: str) -> str:
    """A text as a name that every planner reads: letters, digits and hyphens."""
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[-60:].strip("-")
    return plain if plain[:1].isalpha() else f"level-{plain}".rstrip("-")


def unknown(action: Action, known: Iterable[str]) -> BadInput:
    """That a plan has an action that no domain of ours has."""
    what = f"there is no action {action.name[:40]}"
    return BadInput(what, line=action.line, hint=f"actions are: {', '.join(known)}")


def misplaced(action: Action, said: str, true: str) -> BadInput:
    """That an action of a plan begins where nothing is."""
    return BadInput(f"{action}: it begins at {said}, not at {true}", line=action.line)

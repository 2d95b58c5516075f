"""How the expansions of each search are read: what became of every successor, in which order nodes
wait, which lines of its pseudo-code ran, and what its own instrument shows.

The search knows nothing of this. What an `Expansion` does not say is read like a debugger does it,
from the variables of the paused generator. The names that a reading looks at stand in its
`variables`, and a test finds them in the code.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from unriddle.search.node import Node

Json = dict[str, Any]
Variables = Mapping[str, Any]


@dataclass(slots=True, eq=False)
class TracedExpansion:
    """One expansion, as far as it has been read."""

    node: Node[Any, Any]
    numbers: Mapping[Node[Any, Any], int]
    """The numbers of the nodes that wait, or of all where the reading `keeps` them."""
    first: bool
    """Is it the first one of the search?"""
    open_before: int
    fates: dict[str, int] = field(default_factory=dict)
    """How many successors had each fate."""
    goal: bool = False
    """Is one of those that are kept a goal?"""
    successors: list[tuple[str, float | None, float | None]] = field(default_factory=list)
    """Fate, h and f of each, in the order of the actions."""

    def count(self, *fates: str) -> int:
        """How many successors had one of these fates."""
        count = 0
        for fate in fates:
            count += self.fates.get(fate, 0)
        return count


class Reading:
    """Breadth-first search, and what the others have in common with it."""

    order: ClassVar[str] = "queue"
    """In what order nodes wait."""
    instrument: ClassVar[str] = "queue"
    variables: ClassVar[tuple[str, ...]] = ()
    """The variables of the search that are looked at."""
    closes: ClassVar[bool] = True
    """Does it expand no state twice, unless a cheaper way comes up?"""
    reopens: ClassVar[bool] = False
    """Is a known state kept because this way is cheaper?"""
    asks_at_start: ClassVar[bool] = False
    """Is the estimate of the initial state the first that it asks for?"""
    asks_all: ClassVar[bool] = False
    """Does it ask for estimates of successors that it then leaves out, finite ones too?"""
    keeps: ClassVar[bool] = False
    """Are nodes asked for again after they were expanded?"""
    goal_ends: ClassVar[bool] = True
    """Does a goal end the search as soon as it is generated?"""
    opening: ClassVar[str] = "queue"
    """How its sentences begin: a name in `sentences`."""
    line: ClassVar[str] = "take"
    """The line of its pseudo-code where a step begins,"""
    last_line: ClassVar[str] = "fail"
    """and the one where a search ends that has found nothing."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings

    def f(self, g: int, h: float | None) -> float | None:
        """What the search orders nodes by, beside the order in which they come."""
        return None

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """What decides when a node is taken: the smallest is next. `turn` counts all nodes."""
        return (turn,)

    def begin(self, h: float | None) -> None:
        """Take note of the estimate of the initial state."""

    def read_variables(self, variables: Variables, traced: TracedExpansion) -> None:
        """Take note of the variables, before the successors are read."""

    def starts_iteration(self, traced: TracedExpansion) -> bool:
        """Does the search begin again from the start with this expansion?"""
        return False

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """What became of a successor that was not kept."""
        if h == math.inf:
            return "dead"
        return "cut" if after_goal else "known"

    def dropped(self, traced: TracedExpansion) -> list[Node[Any, Any]]:
        """Nodes that ceased to wait before this expansion without being expanded."""
        return []

    def shown(self, traced: TracedExpansion, frontier: int) -> Json | None:
        """What the instrument shows, after the successors were read."""
        return None

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """How often each line ran since the expansion before."""
        kept = traced.count("new")
        return {
            "start": int(traced.first),
            "take": 1,
            "expand": 1,
            "known": traced.count("known"),
            "remember": kept,
            "goal": int(traced.goal),
            "queue": kept - traced.goal,
        }

    def skipped(self, traced: TracedExpansion, frontier: int) -> int:
        """How many entries were taken and thrown away before the one that was expanded."""
        return traced.open_before + traced.count("new", "cheaper") - frontier - 1


class Own(Reading):
    """A search that a user wrote: nothing is known of its order."""

    order = instrument = opening = "own"
    keeps = True
    goal_ends = False
    line = ""

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """Nobody knows what it takes next."""
        return ()

    def lines(self, traced: TracedExpansion, frontier: int) -> dict[str, int]:
        """Its code is its own."""
        return {}


def short(value: float | None) -> Any:
    """A number for JSON: whole where it is, and `inf` where it is infinite."""
    if type(value) is int or value is None:
        return value
    if value == math.inf:
        return "inf"
    if value == -math.inf:
        return "-inf"
    whole = int(value)
    return whole if whole == value else round(value, 6)

"""What a search may use, what it has done, and how it ended."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Generic, Protocol, SupportsIndex, overload

from unriddle.core.errors import BadInput
from unriddle.core.puzzle import A, Puzzle, shown_in_notebook


class Status(enum.StrEnum):
    """How a search ended. Giving up is never mixed up with a proof."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """The solver says that there is no solution, because nothing is left to look at.
    `Result.checked` says whether that is proved."""
    GAVE_UP = "gave up"
    """A search that does not look everywhere ended without a solution."""
    OUT_OF_TIME = "out of time"
    OUT_OF_NODES = "out of nodes"
    OUT_OF_MEMORY = "out of memory"
    STOPPED = "stopped"
    """Somebody asked it to stop."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; `None` means no limit but that of the machine."""

    seconds: float | None = None
    nodes: int | None = None
    """Expanded nodes."""
    mebibytes: float | None = None

    @classmethod
    def of(cls, given: Limits | float | None) -> Limits | None:
        """The limits themselves, or a number of seconds; raises `BadInput`."""
        if given is None or isinstance(given, Limits):
            return given
        if isinstance(given, bool) or not isinstance(given, int | float):
            hint = "pass seconds, or unriddle.Limits(seconds=5)"
            raise BadInput(f"{given!r} are not limits", hint=hint)
        return cls(seconds=given)

    def __post_init__(self) -> None:
        for word, value in (
            ("time", self.seconds),
            ("node", self.nodes),
            ("memory", self.mebibytes),
        ):
            if value is None:
                continue
            if not isinstance(value, int | float) or not 0 < value < math.inf:
                raise BadInput(f"the {word} limit must be a number above 0, not {value!r}")
        if isinstance(self.nodes, float) and not self.nodes.is_integer():
            raise BadInput(f"the node limit must be a whole number, not {self.nodes}")


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search has done so far."""

    expanded: int = 0
    """States whose successors were looked at."""
    generated: int = 0
    """Successors produced, known ones included."""
    frontier: int = 0
    """States waiting to be expanded."""
    seconds: float = 0.0
    """Wall-clock time."""
    memory: int = 0
    """Bytes by which the memory of the process has grown, at its highest."""
    lower: int | None = None
    """Proved: no plan costs less. Only some solvers know it."""
    upper: int | None = None
    """The cost of the cheapest plan so far, from a solver that goes on to improve it."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A certificate that there is no solution, in figures."""

    states: int
    """How many states it keeps; of one that is not finished, so far."""
    claims: int = 0
    """How many claims it makes about states that it does not keep."""
    judged: int = 0
    """How many of its states the judge has found to be in order."""
    complete: bool = True
    """False if it became too large before it was finished, or was stopped."""
    stopped: bool = False
    """True if the proving pass or the judge was stopped before the end."""


class Plan(tuple[A, ...]):
    """Actions, one after the other; `str` writes them as people do. A part of a plan is a plan."""

    __slots__ = ()

    def __str__(self) -> str:
        moves = [str(move) for move in self]
        letters = all(len(move) == 1 and move.isalpha() for move in moves)
        return ("" if letters else " ").join(moves)

    @overload
    def __getitem__(self, at: SupportsIndex) -> A: ...
    @overload
    def __getitem__(self, at: slice) -> Plan[A]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> A | Plan[A]:
        found: Any = super().__getitem__(at)
        return Plan(found) if isinstance(at, slice) else found


@dataclass(frozen=True, slots=True)
class Result(Generic[A]):
    """How a search ended. There is a plan and a cost if and only if the status is SOLVED."""

    status: Status
    stats: Stats
    plan: tuple[A, ...] | None = None
    cost: int | None = None
    optimal: bool = False
    """True only where it is proved that no plan costs less."""
    checked: bool = False
    """SOLVED: the plan was replayed. UNSOLVABLE: a judge that knows the rules and no solver has
    accepted a certificate."""
    proof: Proof | None = None
    """Of UNSOLVABLE, where a certificate was tried: how large it is, how far its check came."""
    puzzle: Puzzle[Any, A] | None = field(default=None, compare=False)
    """What was solved, so that a notebook can draw it; not pickled, and None if nobody said so."""

    def __repr__(self) -> str:
        """How it ended, and the plan in its notation."""
        said = [str(self.status)]
        if self.plan is not None:
            said += [f"cost={self.cost}", f"optimal={self.optimal}", f"plan={str(self.plan)!r}"]
        said += [f"checked={self.checked}", f"expanded={self.stats.expanded}"]
        return f"<Result {', '.join(said)}>"

    def __str__(self) -> str:
        if self.plan is None:
            return str(self.status)
        return f"{self.status}, cost {self.cost}{', optimal' * self.optimal}: {self.plan}"

    def to_dict(self) -> dict[str, Any]:
        """Its figures by the names that `--json` has, in plain values; the plan as text."""
        stats = self.stats
        return {
            "status": str(self.status),
            "checked": self.checked,
            "optimal": self.optimal,
            "moves": None if self.plan is None else len(self.plan),
            "cost": self.cost,
            "lower_bound": self.cost if self.optimal else stats.lower,
            "expanded": stats.expanded,
            "generated": stats.generated,
            "seconds": round(stats.seconds, 6),
            "memory_bytes": stats.memory,
            "proof": None if self.proof is None else asdict(self.proof),
            "plan": None if self.plan is None else str(self.plan),
        }

    def __post_init__(self) -> None:
        solved = self.status is Status.SOLVED
        if (self.plan is not None) != solved or (self.cost is not None) != solved:
            raise ValueError("a result has a plan and a cost if and only if it is solved")
        if self.optimal and not solved:
            raise ValueError("only a plan can be optimal")
        if self.checked and self.status not in (Status.SOLVED, Status.UNSOLVABLE):
            raise ValueError("only an answer can be checked")
        if self.plan is not None and not isinstance(self.plan, Plan):
            object.__setattr__(self, "plan", Plan(self.plan))

    def __reduce__(self) -> tuple[object, ...]:  # Python 3.11.2 heeds no __getstate__ here
        kept = (None if one.name == "puzzle" else getattr(self, one.name) for one in fields(self))
        return type(self), tuple(kept)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: the board, and a player for the plan."""
        if self.puzzle is None:
            return {"text/plain": repr(self)}
        return {**shown_in_notebook(self.puzzle, plan=self), "text/plain": repr(self)}


class Run(Protocol[A]):
    """A running search: iterate it for statistics, stop it, ask for its result."""

    def __iter__(self) -> Iterator[Stats]:
        """Statistics from time to time until the search ends."""

    def stop(self) -> None:
        """Ask the search to end soon; safe from any thread and from a signal handler."""

    def result(self) -> Result[A]:
        """How it ended; waits for the end."""

    def ending(self) -> tuple[Status, Stats]:
        """How it ended, without plan or proof: nothing is checked yet, so do not rely on it."""

"""The vocabulary that all of unriddle shares.

A `Puzzle` says what is legal, a search chooses what to look at next, a `Run` is a search one can
watch and stop, and a `Result` is how it ended. Nothing here knows a particular puzzle, a clock or
a screen, and nothing here imports anything else of this package.
"""

from __future__ import annotations

import copy
import enum
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property, wraps
from importlib import import_module
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    Protocol,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    overload,
)

if TYPE_CHECKING:  # of a level that is only named, a checker of types knows neither
    import typing_extensions

    S = typing_extensions.TypeVar("S", bound=Hashable, default=Any)
    A = typing_extensions.TypeVar("A", default=Any)
else:
    S = TypeVar("S", bound=Hashable)
    """A state: an immutable value."""
    A = TypeVar("A")
    """An action: an immutable value whose `str` is the notation that people use."""
T = TypeVar("T")
P = TypeVar("P")

Step: TypeAlias = tuple[A, S, int]
"""One way out of a state: the action, the state it leads to, and what it costs."""


class Puzzle(ABC, Generic[S, A]):
    """The rules of one instance: where it starts, what is legal, and when it is solved.

    Write `initial`, `actions`, `apply` and `is_goal`, and every search can solve it. The other
    methods have defaults; a puzzle overrides them to be faster or to say more, never to say
    something else.
    """

    initial: S
    """The state the puzzle starts from."""
    name: str = ""
    """The id it was loaded by, such as `sokoban/uit/5`, or where it was read."""
    title: str = ""
    """What people call it."""
    unit_cost: bool = True
    """True when every action of this instance costs exactly 1; a class with a `cost` of its own
    has to say so."""
    cost_unit: str = "move"
    """What the cost counts: one `move`, several `moves`; a class with a `cost` of its own that
    does not say counts a `point`, several `points`."""
    event_names: tuple[str, ...] = ()
    """The noteworthy things that `events` may report, in the order in which they are scored."""

    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__(**keywords)
        if "cost" in vars(cls):
            if "unit_cost" not in vars(cls):
                cls.unit_cost = False
            if "cost_unit" not in vars(cls) and not cls.unit_cost:
                cls.cost_unit = "point"

    def __repr__(self) -> str:
        """Its kind, its name, how large it is, and the board below."""
        about = ": ".join(part for part in (self.name, self.size) if part)
        board = f"\n{self}" if hasattr(self, "initial") else ""
        return f"<{type(self).__name__}{f' {about}' if about else ''}>{board}"

    def __str__(self) -> str:
        """The board as it is at the start."""
        return text_of(self, self.initial)

    def __eq__(self, other: object) -> bool:
        """Are both the same game, whatever they are called?"""
        if not isinstance(other, Puzzle) or type(self) is not type(other):
            return NotImplemented
        return self is other or self._content() == other._content()

    def __hash__(self) -> int:
        return hash((type(self), self.initial))

    def _content(self) -> dict[str, object]:
        """What makes it the game that it is: the start, the level and the rules, or else all that
        was set, but for names and what only it itself uses.
        """
        known = {"initial": self.initial, **vars(self)}
        if "level" in known:
            return {name: known.get(name) for name in ("initial", "level", "rules")}
        return {
            name: value
            for name, value in known.items()
            if name not in ("name", "title")
            and not name.startswith("_")
            and not isinstance(getattr(type(self), name, None), cached_property)
        }

    @property
    def size(self) -> str:
        """How large it is, in a few words; empty if it does not say."""
        return ""

    @abstractmethod
    def actions(self, state: S) -> Sequence[A]:
        """The legal actions, always in the same order."""

    @abstractmethod
    def apply(self, state: S, action: A) -> S:
        """The state after `action`; raises `IllegalMove` with the reason if it is not legal."""

    @abstractmethod
    def is_goal(self, state: S) -> bool:
        """Is the puzzle solved here?"""

    def cost(self, state: S, action: A) -> int:
        """What the legal `action` costs in `state`: a whole number, zero or more."""
        return 1

    def step(self, state: S, action: A) -> tuple[S, int]:
        """What `apply` and `cost` say, for a puzzle that finds out both at once."""
        return self.apply(state, action), self.cost(state, action)

    def successors(self, state: S) -> Sequence[Step[A, S]]:
        """Every legal action with its state and cost, in the order of `actions`."""
        return [(action, *self.step(state, action)) for action in self.actions(state)]

    def key(self, state: S) -> Hashable:
        """What identifies a state for a search.

        States with equal keys are both goals or neither, and their steps lead to the same keys at
        the same costs.
        """
        return state

    def other_counts(self, plan: Sequence[A], cost: int) -> dict[str, int]:
        """What people count in a plan besides its cost, by unit: `{"push": 12}`.

        The units are the same for every plan.
        """
        return {} if self.cost_unit == "move" else {"move": len(plan)}

    def counts(self, plan: Sequence[A], cost: int) -> dict[str, int]:
        """What is counted in a plan, by unit: its cost, which is minimised, then the rest."""
        return {self.cost_unit: cost, **self.other_counts(plan, cost)}

    def draw(self, state: S) -> str | Drawing:
        """A picture of a state: lines of text, or glyphs, which have colours."""
        return str(state)

    def tries(self, state: S) -> Sequence[A]:
        """What a player may attempt here: the legal actions and those that lose the game."""
        return self.actions(state)

    def events(self, before: S, after: S) -> Sequence[str]:
        """Which of `event_names` happened between two neighbouring states."""
        return ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: the board."""
        return _shown(self)


class OnBoard:
    """What a state of a puzzle in the catalogue is too: it knows its puzzle.

    So a notebook shows the board. States are equal if their values are, wherever they are from.
    """

    __slots__ = ()
    puzzle: Puzzle[Any, Any]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {**_shown(self.puzzle, state=self), "text/plain": repr(self)}

    def __copy__(self) -> OnBoard:
        return self

    def __deepcopy__(self, memo: object) -> OnBoard:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        kind: Any = type(self).__base__
        return on_board, (self.puzzle, kind._make(self))


def on_board(puzzle: Puzzle[S, A], state: S) -> S:
    """The same state, a named tuple, as one that knows its puzzle.

    That costs nothing but a class: a state that follows is of the class of the one before it.
    """
    kind: Any = type(state)
    about = {"__slots__": (), "__module__": kind.__module__, "puzzle": puzzle}
    known: Any = type(kind.__name__, (kind, OnBoard), about)
    made: S = known._make(state)
    return made


class UnriddleError(ValueError):
    """Something is wrong with what was given, and the message says what."""


class IllegalMove(UnriddleError):
    """An action that the rules do not allow; `step` counts from 1 where a whole plan was played."""

    def __init__(self, action: object, reason: str, *, step: int | None = None) -> None:
        super().__init__(action, reason)
        self.action = action
        self.reason = reason
        self.step = step

    def __str__(self) -> str:
        place = f"move {self.step}, " if self.step is not None else ""
        return f"{place}{self.action}: {self.reason}"


class LosingMove(IllegalMove):
    """An action that a player can make and that ends the game lost; for a search it is illegal."""


class FaultyCode(UnriddleError):
    """Code that a user wrote does what it must not: the message says what, and shows where.

    `shown` is a board, or the traceback in the user's file.
    """

    def __init__(self, problem: str, shown: str = "", hint: str = "") -> None:
        super().__init__(problem, shown, hint)
        self.problem = problem
        self.shown = shown
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.problem}\n{self.shown}" if self.shown else self.problem


class BadInput(UnriddleError):
    """An input that cannot be read or used: names the place, what is wrong and the way out."""

    def __init__(
        self,
        problem: str,
        *,
        source: str = "",
        level: int | str | None = None,
        line: int | None = None,
        column: int | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.source = source
        self.level = level
        self.line = line
        self.column = column
        self.hint = hint

    def __str__(self) -> str:
        named = (("level", self.level), ("line", self.line), ("column", self.column))
        place = ", ".join(f"{word} {value}" for word, value in named if value is not None)
        return ": ".join(part for part in (self.source, place, self.problem) if part)


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
        return {**_shown(self.puzzle, plan=self), "text/plain": repr(self)}


def _shown(puzzle: Puzzle[S, A], **what: object) -> dict[str, str]:
    """What a notebook shows of a puzzle.

    By name, because pictures are made far above this module: they are loaded where one is asked
    for, and nowhere else.
    """
    shown: dict[str, str] = import_module("unriddle.pictures.view").view(puzzle, **what).bundle()
    return shown


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


Steps: TypeAlias = Generator[None, None, T]
"""Work that takes long, in steps of some milliseconds, between which its driver may stop."""


def finish(steps: Steps[T]) -> T:
    """What the steps come to, all of them at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: T = end.value
            return value


class Heuristic(Generic[S]):
    """An estimate of what it still costs to reach the goal.

    `estimate` may return `math.inf` only where the goal is proved to be out of reach, so that
    every search may drop such a state, and running out of states is still a proof.
    """

    admissible: bool
    """True only if `estimate` never exceeds the true cost under the rules of this instance."""

    consistent: bool
    """True only if no step lowers `estimate` by more than it costs."""

    def __init__(
        self, estimate: Callable[[S], float], *, admissible: bool, consistent: bool = False
    ) -> None:
        self._estimate: Callable[[S], float] | None = estimate
        self._prepare: Callable[[], Steps[Callable[[S], float]]] | None = None
        self._made_by: tuple[object, ...] | None = None
        self.admissible = admissible
        self.consistent = consistent

    @classmethod
    def prepared(
        cls,
        prepare: Callable[[], Steps[Callable[[S], float]]],
        *,
        admissible: bool,
        consistent: bool = False,
    ) -> Heuristic[S]:
        """A heuristic that needs tables: they are made when the estimate is first asked for.

        `prepare` yields often while it makes them, so that limits hold meanwhile, and returns the
        function from states to estimates.
        """
        heuristic = cls(_unprepared, admissible=admissible, consistent=consistent)
        heuristic._estimate = None
        heuristic._prepare = prepare
        return heuristic

    def __repr__(self) -> str:
        claims = ("" if self.admissible else "not ") + "admissible"
        return f"<Heuristic, {claims}{', consistent' if self.consistent else ''}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """One that a function of this package made is made again, the others are taken along."""
        return self._made_by or super().__reduce_ex__(protocol)

    def preparing(self) -> Steps[Callable[[S], float]]:
        """Make what the estimate needs, step by step, if it is not there yet; returns it."""
        if self._estimate is None:
            assert self._prepare is not None
            self._estimate = yield from self._prepare()
        return self._estimate

    @property
    def estimate(self) -> Callable[[S], float]:
        """The function from states to estimates."""
        return finish(self.preparing())


def _unprepared(state: object) -> float:
    return math.nan


def pickles(make: Callable[[P], Heuristic[S]]) -> Callable[[P], Heuristic[S]]:
    """What makes heuristics, such that they can be pickled: they are made again from the puzzle."""

    @wraps(make)
    def remembered(puzzle: P) -> Heuristic[S]:
        heuristic = make(puzzle)
        heuristic._made_by = (remembered, (puzzle,))
        return heuristic

    return remembered


class Replay(NamedTuple, Generic[S]):
    """A plan played by the rules: every state on the way, its cost, and whether it ends solved."""

    states: tuple[S, ...]
    cost: int
    solved: bool

    def __repr__(self) -> str:
        return f"<Replay {'solved' if self.solved else 'not solved'}, cost={self.cost}>"


def replay(puzzle: Puzzle[S, A], plan: Iterable[A]) -> Replay[S]:
    """Play `plan` by the rules of `puzzle`: the judge of a solution.

    Raises `IllegalMove`, with the step counted from 1, at the first move that is not legal.
    """
    if isinstance(plan, str):
        raise BadInput("a plan is a sequence of moves, not a text", hint="see unriddle.parse_plan")
    states = [puzzle.initial]
    cost = 0
    for number, action in enumerate(plan, start=1):
        try:
            after, price = puzzle.step(states[-1], action)
        except IllegalMove as error:
            error.step = number
            raise
        if not 0 <= price < math.inf or price != int(price):
            raise BadInput(f"move {number} costs {price!r}: a cost is a whole number, zero or more")
        states.append(after)
        cost += price
    return Replay(tuple(states), cost, puzzle.is_goal(states[-1]))


def label_of(puzzle: Puzzle[Any, Any]) -> str:
    """What to call a puzzle: its name, or that of its class if it has none."""
    return puzzle.name or type(puzzle).__name__


def starting_from(puzzle: Puzzle[S, A], state: S) -> Puzzle[S, A]:
    """The same puzzle, begun at another of its states."""
    moved = copy.copy(puzzle)
    moved.initial = state
    return moved


class WrongAnswer(RuntimeError):
    """A solver returned a plan that the rules refuse, or called a solvable puzzle unsolvable.

    A bug of the solver, never of the user.
    """


class JudgesDiffer(WrongAnswer):
    """A quick judge of plans says something else than the readable rules: do not trust either."""


class Verdict(NamedTuple):
    """What a quick judge, which keeps no states, says of a legal plan; see `Replay`."""

    cost: int
    solved: bool


def certify(
    puzzle: Puzzle[S, A],
    plan: Sequence[A],
    claimed_cost: int,
    stats: Stats,
    *,
    optimal: bool,
    judge: Callable[[Puzzle[S, A], Sequence[A]], Replay[S] | Verdict] = replay,
) -> Result[A]:
    """The SOLVED result of a plan that a judge has replayed; raises `WrongAnswer`.

    A plan that costs no more than the proved bound is optimal, no matter who found it; one
    that costs less shows that the bound is false.
    """
    name = label_of(puzzle)
    try:
        played = judge(puzzle, plan)
    except IllegalMove as error:
        raise WrongAnswer(f"{name}: a solver returned an illegal plan: {error}") from error
    if not played.solved or played.cost != claimed_cost:
        raise WrongAnswer(
            f"{name}: a solver claimed a solution of cost {claimed_cost}; "
            f"replayed, it costs {played.cost} and ends {'' if played.solved else 'un'}solved"
        )
    if stats.lower is not None and played.cost < stats.lower:
        raise WrongAnswer(
            f"{name}: a solver claimed that no plan costs less than {stats.lower}; "
            f"its own costs {played.cost}"
        )
    proved = optimal or played.cost == stats.lower
    return Result(Status.SOLVED, stats, tuple(plan), played.cost, proved, checked=True)


class Glyph(NamedTuple):
    """A piece of a drawing: some text, and what it shows (a screen chooses the colour)."""

    text: str
    role: str = ""


Drawing: TypeAlias = Sequence[Sequence[Glyph]]
"""A picture of a state in text: rows of glyphs."""


def as_drawing(picture: str | Drawing) -> Drawing:
    """What `Puzzle.draw` may return as rows of glyphs; raises `FaultyCode` for anything else."""
    if isinstance(picture, str):
        return [[Glyph(line)] for line in picture.splitlines()]
    try:
        return [[Glyph(*glyph) for glyph in row] for row in picture]
    except TypeError as error:
        hint = "return a text, or rows of unriddle.Glyph"
        problem = f"draw returned {str(picture)[:60]!r}, which is not a picture"
        raise FaultyCode(problem, hint=hint) from error


def plain(drawing: Drawing) -> str:
    """A drawing as plain text, without trailing blanks."""
    return "\n".join("".join(glyph.text for glyph in row).rstrip() for row in drawing)


def text_of(puzzle: Puzzle[S, A], state: S) -> str:
    """A state as people read it: as the puzzle draws it, in plain text."""
    return plain(as_drawing(puzzle.draw(state)))

"""From a puzzle and the name of a solver to a run, and to its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from unriddle import engines
from unriddle.catalog import (
    PUZZLES,
    SOLVERS,
    Optimal,
    PuzzleEntry,
    SolverEntry,
    entry_of,
    lookup,
    rules_in_force,
)
from unriddle.checking import CheckedRun
from unriddle.core import A, BadInput, Heuristic, Limits, Puzzle, Result, Run, S
from unriddle.engines.native_puzzle import NativePuzzle
from unriddle.figures import figures
from unriddle.search.drive import SearchRun
from unriddle.search.node import Search

Estimator = str | Callable[[Any], float] | Heuristic[Any]
"""A heuristic by name, by its function (taken as inadmissible), or with all it promises."""

Solver = str | Callable[..., Search[Any, Any]]
"""A solver by name, or a search: a generator function of the puzzle, and of the estimate if it
takes two arguments."""

ENGINES = ("native", "python")
"""What can carry out a search: compiled code, or the readable Python that it reproduces."""

NO_ESTIMATE: Heuristic[Any] = Heuristic(lambda state: 0.0, admissible=True)
"""For puzzles that come without a heuristic."""


@dataclass(frozen=True)
class Choice:
    """A solver with everything that was chosen about it."""

    solver: SolverEntry
    native: NativePuzzle | None
    """The engine that carries it out; None for Python."""
    heuristic: str | None
    """By name; None where the solver uses none."""
    maker: Callable[[Any], Heuristic[Any]]
    settings: Mapping[str, Any] = field(default_factory=dict)
    missing_twin: str = ""
    """Why it runs in Python although the native engine is there and nobody asked for Python."""

    @property
    def engine(self) -> str:
        """What carries it out, one of `ENGINES`."""
        return "python" if self.native is None else "native"

    def start(self, puzzle: Puzzle[S, A], limits: Limits | None = None) -> CheckedRun[A]:
        """A run of the solver on `puzzle`, which begins when it is iterated or asked."""
        return CheckedRun(puzzle, self._search(puzzle, limits))

    def _search(self, puzzle: Puzzle[S, A], limits: Limits | None) -> Run[A]:
        search, native = self.solver.search, self.native
        limits = limits or Limits()
        if search is None:
            assert native is not None
            return engines.start_native_solver(
                puzzle, native, self.solver.name, settings=self.settings, limits=limits
            )
        heuristic = self.maker(puzzle) if self.solver.informed else None
        optimal = self.solver.proves_optimal(puzzle, heuristic)
        if native is not None:
            settings = {**self.solver.defaults, **self.settings}
            if self.heuristic is not None:
                settings["heuristic"] = self.heuristic
            return engines.start(
                puzzle, native, self.solver.name, settings=settings, limits=limits, optimal=optimal
            )

        def begin() -> Search[S, A]:
            if heuristic is None:
                return search(puzzle, **self.settings)
            return search(puzzle, heuristic.estimate, **self.settings)

        prepare = heuristic.preparing if heuristic else None
        return SearchRun(puzzle, begin, limits, optimal=optimal, prepare=prepare)


def choose(
    entry: PuzzleEntry | None,
    solver: Solver | None = None,
    *,
    heuristic: Estimator | None = None,
    engine: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Choice:
    """Work out what to solve with; raises `BadInput` for what is unknown or unfit.

    `entry` is that of the puzzle, None for one that a user wrote. `solver` is a search function,
    or a name that may carry settings, which then go before the others:
    `wastar:weight=3:heuristic=manhattan`.
    """
    if callable(solver):
        written: dict[str, str] = {}
        chosen: SolverEntry = _own_search(solver)
    else:
        name, written = _spelt_out(solver or default_solver(entry, heuristic, engine))
        chosen = lookup(entry.solvers if entry else SOLVERS, "solver", name)
    heuristic = written.pop("heuristic", None) or heuristic
    wanted: dict[str, Any] = {**(settings or {}), **written}
    known = {setting.name: setting for setting in chosen.settings}
    for word in wanted:
        if word not in known:
            accepted = ", ".join(known) or "none"
            raise BadInput(
                f"solver {chosen.name} has no setting '{word}'", hint=f"its settings: {accepted}"
            )
    values = {word: known[word].read(value) for word, value in wanted.items()}
    heuristic_name, maker = _heuristic(entry, chosen, heuristic)
    native, missing_twin = _native(entry, chosen, heuristic_name, engine)
    if chosen.search is None and native is None:
        why = engines.why_not or "it was told to use Python"
        raise BadInput(
            f"solver {chosen.name} needs the native engine: {why}",
            hint=f"use a textbook solver, such as {default_solver(entry, heuristic, 'python')}",
        )
    return Choice(chosen, native, heuristic_name, maker, values, missing_twin)


def default_solver(
    entry: PuzzleEntry | None,
    heuristic: Estimator | None = None,
    engine: str | None = None,
    *,
    quickest: bool = False,
) -> str:
    """The name of the solver that is used unless one is named.

    A native-only solver if the puzzle has one, `best` or the quickest; a textbook solver where
    Python or a heuristic is asked for, which those do not take, or where there is no native engine.
    For a puzzle that a user wrote (no `entry`), one that uses the heuristic if there is one.
    """
    if entry is None:
        return "bfs" if heuristic is None else "astar"
    by_the_book = engine == "python" or heuristic is not None or engines.why_not
    if by_the_book:
        return entry.textbook_solver
    return (quickest and entry.quickest_solver) or entry.solver


def start(
    puzzle: Puzzle[S, A],
    solver: Solver | None = None,
    *,
    heuristic: Estimator | None = None,
    limits: Limits | None = None,
    engine: str | None = None,
    **settings: Any,
) -> CheckedRun[A]:
    """A run that can be watched and stopped: iterate it for statistics, then ask its result.

    Without `solver` the puzzle's default one, or a textbook one where that does not take a level of
    this size, in Python where no other engine takes it; `unriddle solvers` lists all, with their
    settings.
    """
    _check_arguments(puzzle, limits)
    choice = choose(entry_of(puzzle), solver, heuristic=heuristic, engine=engine, settings=settings)
    if solver is not None or settings:
        return choice.start(puzzle, limits)
    return start_or_replace(puzzle, choice, limits, heuristic=heuristic, engine=engine)[1]


def start_or_replace(
    puzzle: Puzzle[S, A],
    default: Choice,
    limits: Limits | None,
    *,
    heuristic: Estimator | None = None,
    engine: str | None = None,
) -> tuple[Choice, CheckedRun[A]]:
    """A run of the default choice, or of what takes its place for a level of this size.

    That is a textbook solver, in Python where no other engine takes the level.
    """
    entry = entry_of(puzzle)
    try:
        return default, default.start(puzzle, limits)
    except BadInput:
        if entry is None:
            raise
    try:
        other = choose(entry, entry.textbook_solver, heuristic=heuristic, engine=engine)
        return other, other.start(puzzle, limits)
    except BadInput:
        if engine is not None:
            raise
    other = choose(entry, entry.textbook_solver, heuristic=heuristic, engine="python")
    return other, other.start(puzzle, limits)


def start_default(puzzle: Puzzle[S, A], limits: Limits | None = None, *, improve: float) -> Run[A]:
    """A run of the default solver that is content with its best plan after so many seconds.

    A textbook solver, where that is the default, ends with its first plan anyway.
    """
    entry = entry_of(puzzle)
    solver = entry.solvers.get(default_solver(entry)) if entry else None
    if solver and any(setting.name == "improve" for setting in solver.settings):
        try:
            return start(puzzle, limits=limits, improve=improve)
        except BadInput:  # it does not take a level of this size
            pass
    return start(puzzle, limits=limits)


def solve(
    puzzle: Puzzle[S, A],
    solver: Solver | None = None,
    *,
    heuristic: Estimator | None = None,
    limits: Limits | None = None,
    engine: str | None = None,
    **settings: Any,
) -> Result[A]:
    """Solve `puzzle` and return how it ended.

    A plan has been replayed by the rules. For "unsolvable", `checked` says whether a judge has
    accepted a proof.
    """
    return start(
        puzzle, solver, heuristic=heuristic, limits=limits, engine=engine, **settings
    ).result()


def record(puzzle: Puzzle[Any, Any], choice: Choice, result: Result[Any]) -> dict[str, Any]:
    """A result with all that led to it, as `--json` says it and as a store keeps it."""
    entry = entry_of(puzzle)
    plan = None if result.plan is None else format_plan(puzzle, result.plan)
    return {
        "puzzle": entry.name if entry else type(puzzle).__name__,
        "level": puzzle.name,
        "solver": choice.solver.name,
        "engine": choice.engine,
        "heuristic": choice.heuristic,
        "settings": dict(choice.settings),
        "rules": rules_in_force(puzzle),
        **figures(result, plan),
    }


def parse_plan(puzzle: Puzzle[S, A], text: str) -> tuple[A, ...]:
    """The moves in a text, in the notation of `puzzle`; raises `BadInput` with the place."""
    entry = entry_of(puzzle)
    if entry is None:
        raise BadInput(f"{puzzle!r} has no notation", hint="it is for puzzles of the catalogue")
    return tuple(entry.notation.parse_plan(text, "plan"))


def format_plan(puzzle: Puzzle[S, A], plan: Iterable[A]) -> str:
    """Moves as people write them."""
    entry = entry_of(puzzle)
    return entry.notation.format_plan(plan) if entry else " ".join(map(str, plan))


def polish(puzzle: Puzzle[S, A], plan: Iterable[A], *, limits: Limits | None = None) -> Result[A]:
    """A plan that costs no more than `plan`, which must solve `puzzle`, and less if possible.

    Raises `BadInput` for a puzzle without a solver for that; Sokoban has one.
    """
    return choose_polish(puzzle, plan).start(puzzle, limits).result()


def choose_polish(puzzle: Puzzle[S, A], plan: Iterable[A]) -> Choice:
    """The solver that makes a plan of `puzzle` shorter; raises `BadInput` if there is none."""
    entry = entry_of(puzzle)
    if entry is None or "polish" not in entry.native_solvers:
        able = [one.name for one in PUZZLES.values() if "polish" in one.native_solvers]
        raise BadInput("there is no polish for this puzzle", hint=f"it is for {', '.join(able)}")
    return choose(entry, "polish", settings={"solution": entry.notation.format_plan(plan)})


def _check_arguments(puzzle: object, limits: object) -> None:
    """Raise `BadInput` for what is no puzzle, or no limits."""
    if not isinstance(puzzle, Puzzle):
        hint = "load one: unriddle.load('sokoban/uit/5'), or subclass unriddle.Puzzle"
        raise BadInput(f"{str(puzzle)[:60]!r} is no puzzle", hint=hint)
    if not hasattr(puzzle, "initial"):
        raise BadInput(f"{puzzle!r} has no initial state", hint="set `initial`")
    try:
        hash(puzzle.key(puzzle.initial))
    except TypeError as error:
        hint = "make states of tuples and frozensets, or give `key`"
        raise BadInput(f"the states of {puzzle!r} cannot be hashed: {error}", hint=hint) from error
    if limits is not None and not isinstance(limits, Limits):
        raise BadInput(f"{limits!r} are no limits", hint="pass unriddle.Limits(seconds=5)")


def _own_search(search: Callable[..., Search[Any, Any]]) -> SolverEntry:
    """The entry of a search that a user wrote, which promises nothing."""
    from inspect import Parameter, signature

    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    taken = [
        one
        for one in signature(search).parameters.values()
        if one.kind in kinds and one.default is Parameter.empty
    ]
    name = getattr(search, "__name__", type(search).__name__)
    return SolverEntry(name, search, len(taken) > 1, "not known", Optimal.NEVER)


def _spelt_out(text: object) -> tuple[str, dict[str, str]]:
    """`wastar:weight=3` as a name and settings."""
    if not isinstance(text, str):
        raise BadInput(
            f"{text!r} is no solver", hint="pass a name, such as 'astar', or a search function"
        )
    name, *parts = text.split(":")
    settings = {}
    for part in parts:
        word, equals, value = part.partition("=")
        if not (word and equals):
            raise BadInput(
                f"'{part}' in '{text}' is not a setting", hint=f"write {name}:name=value"
            )
        settings[word] = value
    return name, settings


def _native(
    entry: PuzzleEntry | None, solver: SolverEntry, heuristic: str | None, wanted: str | None
) -> tuple[NativePuzzle | None, str]:
    """The native engine, if it was asked for or nothing was and it can; else None.

    The text says what the engine lacks, where it is there and was not declined.
    """
    if wanted is not None and wanted not in ENGINES:
        raise BadInput(f"there is no engine '{wanted}'", hint=f"there are: {', '.join(ENGINES)}")
    native = entry.native if entry else None
    if wanted == "python":
        return None, ""
    lack = ""
    if not engines.why_not:
        if native is None:
            lack = f"it does not know {entry.name}" if entry else "it knows no puzzle of your own"
        elif SOLVERS.get(solver.name) is not solver and solver.search is not None:
            lack = "it knows no search of your own"
        elif solver.search is not None:
            lack = native.why_not(solver.name, heuristic)
    why_not = engines.why_not or lack
    if wanted == "native" and why_not:
        raise BadInput(f"the native engine cannot be used: {why_not}", hint="use the engine python")
    return None if why_not else native, lack


def _numbers_of(estimate: Callable[[Any], float]) -> Callable[[Any], float]:
    """The estimate of a user, which may return anything; `BadInput` for what is no number."""

    def checked(state: Any) -> float:
        value = estimate(state)
        if not isinstance(value, int | float) or value != value or value < 0:
            raise BadInput(
                f"the heuristic returned {str(value)[:60]!r} for {str(state)[:200]}",
                hint="return a number, zero or more, or math.inf",
            )
        return value

    return checked


def _heuristic(
    entry: PuzzleEntry | None, solver: SolverEntry, wanted: Estimator | None
) -> tuple[str | None, Callable[[Any], Heuristic[Any]]]:
    """The name of the heuristic that is used, and what makes it."""
    if not solver.informed:
        if wanted is not None:
            raise BadInput(
                f"solver {solver.name} uses no heuristic",
                hint="leave the heuristic out, or use an informed solver such as astar",
            )
        return None, lambda puzzle: NO_ESTIMATE
    if isinstance(wanted, Heuristic):
        return "custom", lambda puzzle: wanted
    if callable(wanted):
        return "custom", lambda puzzle: Heuristic(_numbers_of(wanted), admissible=False)
    if wanted is not None and not isinstance(wanted, str):
        raise BadInput(f"{wanted!r} is no heuristic", hint="pass a name, a function or a Heuristic")
    if entry is None:
        if wanted is not None:
            raise BadInput(f"this puzzle has no heuristic '{wanted}'", hint="pass a function")
        return "none", lambda puzzle: NO_ESTIMATE
    name = wanted or entry.heuristic_for(solver.name)
    return name, lookup(entry.heuristics, f"{entry.name} heuristic", name)

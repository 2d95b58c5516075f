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
    kind_name,
    lookup,
    rules_in_force,
)
from unriddle.catalog.own import is_own, no_estimate, search_entry
from unriddle.checking import CheckedRun
from unriddle.confirming import confirmed, key_confirmed
from unriddle.core import A, BadInput, Heuristic, Limits, Puzzle, Result, Run, S
from unriddle.engines.native_puzzle import NativePuzzle
from unriddle.figures import figures, plan_counts
from unriddle.plans import Level, Moves, format_plan, moves_of, parse_plan, puzzle_from
from unriddle.search.drive import SearchRun
from unriddle.search.own_checks import checked_heuristic, checked_puzzle
from unriddle.search.own_heuristic import OwnHeuristic

Estimator = str | Callable[..., Any] | Heuristic[Any]
"""A heuristic by name, by its function (taken as inadmissible unless `unriddle.heuristic` has
registered it), or with all it promises."""

Solver = str | Callable[..., Any]
"""A solver by name, or a search: a function of the puzzle, and of the estimate if it takes two
arguments, that yields expansions or returns a plan."""

Within = Limits | float | None
"""Limits, or seconds."""

ENGINES = ("native", "python")
"""What can carry out a search: compiled code, or the readable Python that it reproduces."""


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
    own: bool = False
    """Does it run code that a user wrote?"""

    @property
    def engine(self) -> str:
        """What carries it out, one of `ENGINES`, or a planner."""
        if self.solver.planner is not None:
            return "planner"
        return "python" if self.native is None else "native"

    def start(self, puzzle: Puzzle[S, A], limits: Limits | None = None) -> CheckedRun[A]:
        """A run of the solver on `puzzle`, which begins when it is iterated or asked."""
        search, confirm = self._search(puzzle, limits), self._confirm(puzzle)
        return CheckedRun(puzzle, search, confirm, solver=self.solver.name)

    def _confirm(self, puzzle: Puzzle[S, A]) -> Callable[[Result[A]], Result[A]] | None:
        """What looks once more at a verdict that rests on a user's code; None for our own."""
        if not self.own:
            return None
        uses_own = isinstance(self.maker, OwnHeuristic | _Given)
        if not (self.solver.own or uses_own):
            return lambda result: key_confirmed(puzzle, result, start)
        name = self.solver.name + (f" with {self.heuristic}" if self.heuristic else "")
        hint = "`unriddle heuristic-check` tests whether a heuristic is admissible"

        def confirm(result: Result[A]) -> Result[A]:
            claims = self.solver.optimal is Optimal.CLAIMED and (
                not self.solver.informed or self.maker(puzzle).admissible
            )
            return confirmed(
                puzzle, result, name, start, claims=claims, hint=hint if uses_own else ""
            )

        return confirm

    def begin(self, puzzle: Puzzle[S, A], heuristic: Heuristic[S] | None) -> Any:
        """The search itself, in Python: what its function returns."""
        assert self.solver.search is not None
        informed = () if heuristic is None else (heuristic.estimate,)
        return self.solver.search(puzzle, *informed, **self.settings)

    def _search(self, puzzle: Puzzle[S, A], limits: Limits | None) -> Run[A]:
        native = self.native
        limits = limits or Limits()
        settings = self.solver.with_defaults(self.settings, limits)
        if self.solver.planner is not None:
            from unriddle.planning.run import PlannerRun  # most people have no planner

            return PlannerRun(puzzle, self.solver.planner, limits, **settings)
        if self.solver.search is None:
            assert native is not None
            return engines.start_native_solver(
                puzzle, native, self.solver.name, settings=settings, limits=limits
            )
        heuristic = self.maker(puzzle) if self.solver.informed else None
        optimal = self.solver.proves_optimal(puzzle, heuristic)
        if native is not None:
            if self.heuristic is not None:
                settings["heuristic"] = self.heuristic
            return engines.start(
                puzzle, native, self.solver.name, settings=settings, limits=limits, optimal=optimal
            )
        prepare = heuristic.preparing if heuristic else None
        if not self.own:
            return SearchRun(
                puzzle,
                lambda: self.begin(puzzle, heuristic),
                limits,
                optimal=optimal,
                prepare=prepare,
            )
        from unriddle.search.own_run import OwnRun  # most people have no code of their own

        return OwnRun(
            checked_puzzle(puzzle) if is_own(entry_of(puzzle)) else puzzle,
            lambda game: self.begin(game, heuristic),
            limits,
            name=self.solver.name,
            optimal=optimal,
            prepare=prepare,
            read_plan=lambda text: parse_plan(puzzle, text),
        )


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
        registered = (one for one in SOLVERS.values() if one.own and one.search is solver)
        chosen: SolverEntry = next(registered, None) or search_entry(solver)
    else:
        name, written = _spelt_out(solver or default_solver(entry, heuristic, engine))
        chosen = lookup(entry.named_solvers if entry else SOLVERS, "solver", name)
    heuristic = written.pop("heuristic", None) or heuristic
    wanted: dict[str, Any] = {**(settings or {}), **written}
    known = {setting.name: setting for setting in chosen.settings}
    for word in wanted:
        if word not in known:
            from difflib import get_close_matches

            close = get_close_matches(word, known, n=1)
            hint = f"did you mean {close[0]}? " if close else ""
            raise BadInput(
                f"solver {chosen.name} has no setting '{word}'",
                hint=f"{hint}its settings: {', '.join(known) or 'none'}",
            )
    values = {word: known[word].read(value) for word, value in wanted.items()}
    heuristic_name, maker = _heuristic(entry, chosen, heuristic)
    if chosen.planner is not None:
        if engine not in (None, "planner"):
            hint = "leave the engine out"
            raise BadInput(f"{chosen.name} is a planner, and uses no engine of ours", hint=hint)
        return Choice(chosen, None, None, no_estimate, values)
    native, missing_twin = _native(entry, chosen, heuristic_name, engine)
    if chosen.search is None and native is None:
        why = engines.why_not or "there is no version of it in Python"
        raise BadInput(
            f"solver {chosen.name} needs the native engine: {why}",
            hint=f"use a textbook solver, such as {default_solver(entry, heuristic, 'python')}",
        )
    own = chosen.own or is_own(entry) or isinstance(maker, OwnHeuristic | _Given)
    return Choice(chosen, native, heuristic_name, maker, values, missing_twin, own)


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
    puzzle: Level[S, A],
    solver: Solver | None = None,
    *,
    heuristic: Estimator | None = None,
    limits: Within = None,
    engine: str | None = None,
    **settings: Any,
) -> CheckedRun[A]:
    """A run that can be watched and stopped: iterate it for statistics, then ask its result.

    The puzzle may be named by its id, and limits may be a number of seconds. Without `solver` the
    puzzle's default solver runs; a textbook solver replaces it if the level is too large for it.
    `unriddle solvers` lists all solvers, with their settings.
    """
    game, within = puzzle_from(puzzle), Limits.of(limits)
    choice = choose(entry_of(game), solver, heuristic=heuristic, engine=engine, settings=settings)
    replace = solver is None and not settings
    return start_or_replace(
        game, choice, within, replace=replace, heuristic=heuristic, engine=engine
    )[1]


def start_or_replace(
    puzzle: Puzzle[S, A],
    choice: Choice,
    limits: Limits | None,
    *,
    replace: bool,
    heuristic: Estimator | None = None,
    engine: str | None = None,
) -> tuple[Choice, CheckedRun[A]]:
    """A run of the choice, or, with `replace`, of what takes its place for a level of this size.

    That is a textbook solver, in Python where no other engine takes the level.
    """
    entry = entry_of(puzzle)
    try:
        return choice, choice.start(puzzle, limits)
    except BadInput:
        if entry is None or not replace:
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
    """A run of the default solver that ends with its best plan after `improve` seconds.

    A textbook solver, where that is the default, ends with its first plan anyway.
    """
    entry = entry_of(puzzle)
    solver = entry.solvers.get(default_solver(entry)) if entry else None
    if solver and "improve" in solver.defaults:
        try:
            return start(puzzle, limits=limits, improve=improve)
        except BadInput:  # it does not take a level of this size
            pass
    return start(puzzle, limits=limits)


def solve(
    puzzle: Level[S, A],
    solver: Solver | None = None,
    *,
    heuristic: Estimator | None = None,
    limits: Within = None,
    engine: str | None = None,
    **settings: Any,
) -> Result[A]:
    """Solve `puzzle` and return how it ended: `solve("sokoban/uit/5", "astar", limits=3)`.

    A plan has been replayed by the rules. For "unsolvable", `checked` says whether a judge has
    accepted a proof.
    """
    return start(
        puzzle, solver, heuristic=heuristic, limits=limits, engine=engine, **settings
    ).result()


def record(puzzle: Puzzle[Any, Any], choice: Choice, result: Result[Any]) -> dict[str, Any]:
    """A result with all that led to it, as `--json` says it."""
    plan = None if result.plan is None else format_plan(puzzle, result.plan)
    return {
        "puzzle": kind_name(puzzle),
        "level": puzzle.name,
        "solver": choice.solver.name,
        "engine": choice.engine,
        "heuristic": choice.heuristic,
        "settings": dict(choice.settings),
        "rules": rules_in_force(puzzle),
        **figures(result, plan),
        "counts": plan_counts(puzzle, result),
    }


def polish(puzzle: Level[S, A], plan: Moves[A], *, limits: Within = None) -> Result[A]:
    """A plan that costs no more than `plan`, which must solve `puzzle`, and less if possible.

    Raises `BadInput` for a puzzle without a solver for that; Sokoban has one.
    """
    game = puzzle_from(puzzle)
    return choose_polish(game, moves_of(game, plan)).start(game, Limits.of(limits)).result()


def choose_polish(puzzle: Puzzle[S, A], plan: Iterable[A]) -> Choice:
    """The solver that makes a plan of `puzzle` shorter; raises `BadInput` if there is none."""
    entry = entry_of(puzzle)
    if entry is None or "polish" not in entry.native_solvers:
        able = [one.name for one in PUZZLES.values() if "polish" in one.native_solvers]
        raise BadInput("there is no polish for this puzzle", hint=f"it is for {', '.join(able)}")
    return choose(entry, "polish", settings={"solution": entry.notation.format_plan(plan)})


def _spelt_out(text: object) -> tuple[str, dict[str, str]]:
    """`wastar:weight=3` as a name and settings."""
    if not isinstance(text, str):
        raise BadInput(
            f"{text!r} is not a solver", hint="pass a name, such as 'astar', or a search function"
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
            which = f"named {entry.name}" if entry else "of your own"
            lack = f"the native engine has no puzzle {which}"
        elif solver.own:
            lack = "the native engine has no search of your own"
        elif solver.search is not None:
            lack = native.why_not(solver.name, heuristic)
    why_not = engines.why_not or lack
    if wanted == "native" and why_not:
        problem = lack or f"the native engine cannot be used: {why_not}"
        raise BadInput(problem, hint="use the engine python")
    return None if why_not else native, lack


@dataclass(frozen=True)
class _Given:
    """Makes the heuristic that was given as an object: itself, watched."""

    heuristic: Heuristic[Any]

    def __call__(self, puzzle: Puzzle[Any, Any]) -> Heuristic[Any]:
        return checked_heuristic(puzzle, self.heuristic)


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
        return None, no_estimate
    if wanted is not None and wanted != "":
        return estimator(entry, wanted)
    return estimator(entry, entry.heuristic_for(solver.name)) if entry else ("none", no_estimate)


def estimator(
    entry: PuzzleEntry | None, wanted: Estimator
) -> tuple[str, Callable[[Any], Heuristic[Any]]]:
    """What a heuristic is called, and what makes it for a puzzle; raises `BadInput`."""
    if isinstance(wanted, str):
        if entry is None:
            raise BadInput(f"this puzzle has no heuristic '{wanted}'", hint="pass a function")
        return wanted, lookup(entry.heuristics, f"{entry.name} heuristic", wanted)
    if isinstance(wanted, Heuristic):
        return "custom", _Given(wanted)
    if not callable(wanted):
        raise BadInput(
            f"{wanted!r} is not a heuristic", hint="pass a name, a function or a Heuristic"
        )
    for name, maker in entry.heuristics.items() if entry else ():
        if isinstance(maker, OwnHeuristic) and maker.function is wanted:
            return name, maker
    return "custom", OwnHeuristic(wanted)

"""What several commands accept: references to levels, limits, and settings by name."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from cyclopts import Group, Parameter, Token

from unriddle.catalog import PUZZLES, SOLVERS, AnyPuzzle, PuzzleEntry, find_solver
from unriddle.cli.exits import BAD_INPUT, UnknownOption, with_hint
from unriddle.cli.output import be_quiet, talk, tell_engine
from unriddle.core import BadInput, Limits
from unriddle.loading import Located, locate
from unriddle.settings import Setting
from unriddle.solving import Choice, choose, default_solver
from unriddle.text_files import STANDARD_INPUT
from unriddle.wording import counted

_SETTINGS = Group(
    "Settings",
    help="Rules of the puzzle and settings of the solver, by name: --cost pushes, --weight 3. "
    "`unriddle solvers` lists them all.",
)


def _value(kind: object, tokens: Sequence[Token]) -> str:
    """The value of a setting. It may begin with a hyphen, as numbers do, but is no option."""
    value = tokens[0].value
    if value.startswith("--"):
        raise ValueError("it needs a value")
    return value


_ANY = Parameter(help="Any of these.", allow_leading_hyphen=True, converter=_value)
AnySetting = Annotated[str, _ANY, Parameter(group=_SETTINGS)]
_RULES = Group(
    "Rules",
    help="Rules of the puzzle, by name: --cost pushes. `unriddle solvers` lists them all.",
)
AnyRule = Annotated[str, _ANY, Parameter(group=_RULES)]


def whole(kind: object, tokens: Sequence[Token]) -> int:
    """A whole number; Cyclopts itself would round 1.5."""
    try:
        return int(tokens[0].value)
    except ValueError:
        raise ValueError(f"'{tokens[0].value}' is not a whole number") from None


def _file(kind: object, tokens: Sequence[Token]) -> Path | None:
    """A file to write, none for standard output."""
    name = tokens[0].value
    return None if name == STANDARD_INPUT else Path(name)


Output = Annotated[
    Path | None, Parameter(help="The file; by default, or as -, standard output.", converter=_file)
]


@dataclass(frozen=True)
class LimitOptions:
    """Limits of a search."""

    time: Annotated[float | None, Parameter(help="Stop each search after this many seconds.")] = (
        None
    )
    nodes: Annotated[
        int | None, Parameter(help="The most nodes for each search to expand.", converter=whole)
    ] = None
    memory: Annotated[float | None, Parameter(help="The most memory, in MiB.")] = None

    def limits(self) -> Limits:
        """The limits themselves; raises `BadInput`."""
        return Limits(self.time, self.nodes, self.memory)


Limit = Annotated[LimitOptions, Parameter(name="*")]
NO_LIMIT = LimitOptions()


@dataclass(frozen=True)
class CommonOptions:
    """What every command takes."""

    own: Annotated[
        tuple[str, ...],
        Parameter(
            name="--with",
            help="A Python file with searches, heuristics or puzzles of your own; can be repeated.",
        ),
    ] = ()
    quiet: Annotated[
        bool, Parameter(help="Print answers and errors only: no notes, no progress.")
    ] = False

    def apply(self) -> None:
        """Load the files, before any name is looked up; raises `BadInput`, `FaultyCode`."""
        be_quiet(self.quiet)
        if self.own:
            from unriddle.plugins import load_file  # most people have none

            for file in self.own:
                load_file(file)


Common = Annotated[CommonOptions, Parameter(name="*")]
COMMON = CommonOptions()

EngineName = Annotated[
    Literal["native", "python"] | None,
    Parameter(help="What carries out the search: compiled code, or the readable Python."),
]
HeuristicName = Annotated[
    str | None,
    Parameter(
        help="The estimate that guides it. "
        + "; ".join(f"{name}: {', '.join(one.heuristics)}" for name, one in PUZZLES.items())
        + "."
    ),
]
NAMES_OF_SOLVERS = (
    f"Any puzzle: {', '.join(SOLVERS)}; "
    + "; ".join(f"{name}: {', '.join(one.native_solvers)}" for name, one in PUZZLES.items())
    + "."
)
"""For the help of options that take one."""


MOST_NAMED = 100
"""Broken levels, or refused games, that are named one by one."""


class BrokenLevels:
    """Levels of a file that cannot be read: they are named, and the others go on."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, name: str, error: BadInput) -> None:
        """Name one (a `loading.Broken`)."""
        self.number += 1
        if self.number > MOST_NAMED:
            return
        problem = error if error.source else f"{name}: {error}"
        print(f"error: {with_hint(problem, error.hint)}", file=sys.stderr)

    def exit_code(self, others: int) -> int:
        """The exit code, given that of the other levels; says how many were not named."""
        if (more := self.number - MOST_NAMED) > 0:
            print(f"error: {counted(more, 'more level')} cannot be read", file=sys.stderr)
        return others or (BAD_INPUT if self.number else 0)


class NamedLevels:
    """The levels that a command was given; iterate it for each with the kind of puzzle it is.

    Those that cannot be read are named, and the others go on.
    """

    def __init__(
        self, references: Sequence[str], puzzle: str | None, given: Mapping[str, Any]
    ) -> None:
        """`given` are rules by name. Raises `BadInput` for what names no level."""
        self._located = locate_all(references, puzzle)
        self._given = given
        self._broken = BrokenLevels()
        self.entries = [found.entry for found in self._located]

    def __iter__(self) -> Iterator[tuple[PuzzleEntry, AnyPuzzle]]:
        check_names(self._given, self.entries, ())
        for found in self._located:
            rules = rules_of(found.entry, self._given)
            for instance in found.puzzles(rules, broken=self._broken):
                yield found.entry, instance

    def exit_code(self, others: int) -> int:
        """The exit code, given that of the levels that were read."""
        return self._broken.exit_code(others)


def locate_all(references: Sequence[str], puzzle: str | None) -> list[Located]:
    """What the references name; raises `BadInput` before any work is done."""
    if not references:
        raise BadInput("no level was named", hint="name some, such as bloxorz/1, or a file, or -")
    return [locate(reference, puzzle=puzzle) for reference in references]


class ChosenLevels(NamedTuple):
    """Levels that were named, with the rules and the solver for them."""

    located: Located
    rules: dict[str, Any]
    choice: Choice

    @property
    def entry(self) -> PuzzleEntry:
        """The kind of puzzle that the levels are."""
        return self.located.entry


def choose_for(
    located: Sequence[Located],
    solvers: Sequence[str | None],
    given: Mapping[str, Any],
    *,
    heuristic: str | None,
    engine: str | None,
    side_by_side: bool = False,
    quickest: bool = False,
    solves: bool = True,
) -> list[ChosenLevels]:
    """Every solver for all levels in turn, None for the default or `quickest` one of the puzzle.

    `given` are the rules of the puzzles and the settings of the solvers, each of which takes its
    own; where solvers run `side_by_side`, a heuristic is for those that use one. The engine Python
    is told if anything `solves`. Raises `BadInput` before any work is done.
    """
    entries = [found.entry for found in located]
    pairs = [
        (found, name or default_solver(found.entry, heuristic, engine, quickest=quickest))
        for name in solvers
        for found in located
    ]
    check_names(given, entries, [name for _, name in pairs])
    # Side by side, a heuristic is for those that use one; if none does, it is refused.
    some_use_it = side_by_side and any(_uses_one(*pair) for pair in pairs)
    chosen = [
        ChosenLevels(
            found,
            rules_of(found.entry, given),
            choose(
                found.entry,
                name,
                heuristic=None if some_use_it and not _uses_one(found, name) else heuristic,
                engine=engine,
                settings=_among(given, _settings(found.entry, name)),
            ),
        )
        for found, name in pairs
    ]
    if solves:
        tell_engine(talk(), engine, (one.choice for one in chosen))
    return chosen


def refuse_twice(solver: str | None, given: Mapping[str, Any], heuristic: str | None) -> None:
    """Raise `BadInput` if a setting of the only solver is given by its name and by an option."""
    options = {**given, **({} if heuristic is None else {"heuristic": heuristic})}
    for part in (solver or "").split(":")[1:]:
        name, _, value = part.partition("=")
        if name in options and options[name] != value:
            raise BadInput(
                f"{part} and --{name} {options[name]} contradict each other",
                hint="leave out one of them",
            )


def _uses_one(found: Located, solver: str) -> bool:
    known = find_solver(found.entry, solver.partition(":")[0])
    return known is not None and known.informed


def check_names(
    given: Iterable[str], entries: Sequence[PuzzleEntry], solvers: Iterable[str]
) -> None:
    """Raise `BadInput` for a setting that neither a puzzle nor a solver in play knows."""
    known: dict[str, Setting] = {}
    for entry in entries:
        known |= {setting.name: setting for setting in entry.rules.settings()}
    for name in solvers:
        for entry in entries:
            known |= {setting.name: setting for setting in _settings(entry, name)}
    for name in given:
        if name not in known:
            raise UnknownOption(name, known)


def rules_of(entry: PuzzleEntry, given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings among `given` that are rules of this puzzle."""
    return _among(given, entry.rules.settings())


def _settings(entry: PuzzleEntry, solver: str) -> Sequence[Setting]:
    known = find_solver(entry, solver.partition(":")[0])
    return known.settings if known else ()


def _among(given: Mapping[str, Any], known: Iterable[Setting]) -> dict[str, Any]:
    names = {setting.name for setting in known}
    return {name: value for name, value in given.items() if name in names}


PuzzleName = Annotated[
    str | None,
    Parameter(
        help=f"Which puzzle a file holds, if its content does not show it: {', '.join(PUZZLES)}."
    ),
]

"""What the catalogue says about a kind of puzzle."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from unriddle.catalog.searches import SOLVERS
from unriddle.catalog.solver_entry import SolverEntry
from unriddle.core import Drawing, Heuristic, Puzzle
from unriddle.engines.native_puzzle import NativePuzzle
from unriddle.levels import read_pack
from unriddle.lines import Draft
from unriddle.settings import Settings

AnyPuzzle = Puzzle[Any, Any]
HeuristicMaker = Callable[[Any], Heuristic[Any]]


class Notation(Protocol):
    """What the notation module of a puzzle offers: text to levels, states and moves, and back."""

    def recognises(self, text: str) -> bool:
        """Does the text look like levels of this puzzle?"""

    def find_levels(self, text: str, source: str = "") -> Sequence[Draft[Any]]:
        """The levels in a text, at least one, not yet read; raises `BadInput`."""

    def format_level(self, level: Any) -> str:
        """A level as text that `find_levels` finds."""

    def parse_move(self, text: str) -> Any:
        """A move from what people write."""

    def parse_plan(self, text: str, source: str = "") -> Sequence[Any]:
        """The moves in a text; raises `BadInput` with the place."""

    def format_plan(self, plan: Iterable[Any]) -> str:
        """Moves as people write them."""

    def parse_state(self, puzzle: Any, text: str) -> Any:
        """A position of `puzzle` from its text."""

    def format_state(self, puzzle: Any, state: Any) -> str:
        """A position as text that `parse_state` reads."""

    def draw(self, puzzle: Any, state: Any) -> Drawing:
        """A picture of a position in plain characters."""


class Pack(Protocol):
    """Numbered levels of a puzzle."""

    @property
    def about(self) -> str:
        """What is in it, in a few words."""

    @property
    def numbers(self) -> range:
        """The numbers of its levels."""

    @property
    def drawn_from(self) -> range | None:
        """Numbers to take one of at random, where there are too many levels to list."""

    def level(self, number: int, rules: Any) -> Any:
        """The level of a number in `numbers`."""


class InOrder:
    """A pack whose levels count from 1, in their order."""

    levels: Sequence[Any]
    drawn_from: range | None = None

    @property
    def numbers(self) -> range:
        """From 1 on."""
        return range(1, len(self.levels) + 1)

    def level(self, number: int, rules: Any) -> Any:
        """The level with this number."""
        return self.levels[number - 1]


@dataclass(frozen=True)
class ShippedPack(InOrder):
    """A text file that comes with the program."""

    about: str
    path: str
    parse: Callable[[str, str], Sequence[Any]]

    @cached_property
    def levels(self) -> Sequence[Any]:  # type: ignore[override]
        """Read when the first of them is asked for."""
        return self.parse(read_pack(self.path), self.path)


@dataclass(frozen=True)
class ListedPack(InOrder):
    """Levels that a user has: in a file of levels, or beside a puzzle of their own."""

    about: str
    levels: Sequence[Any]


class Deadlock(NamedTuple):
    """That a game is lost, as a quick look can tell."""

    reason: str
    """In words for players."""
    checked: bool
    """Has a judge accepted that it is?"""


class DifficultyScale(NamedTuple):
    """How the difficulty of a level is measured: by what one solver expands."""

    solver: str
    up_to: tuple[int, int, int, int]
    """The most expansions of every step but the last."""


@dataclass(frozen=True)
class PuzzleEntry:
    """A kind of puzzle: its rules, notation, levels and heuristics, and what it is solved with."""

    name: str
    summary: str
    build: Callable[..., AnyPuzzle]
    """Makes a puzzle of a level, its rules and `name=`."""
    rules: type[Settings]
    notation: Notation
    packs: dict[str, Pack]
    """By name; the pack without a name is reached by `puzzle/number`."""
    heuristics: dict[str, HeuristicMaker]
    textbook_solver: str
    """The default textbook solver by name, with settings where they help: `hybrid:plies=4`."""
    default_heuristics: dict[str, str]
    """By the name of the solver; the one without a name is for all the others."""
    native_solvers: dict[str, SolverEntry] = field(default_factory=dict)
    """Native solvers for this puzzle alone, by name; the first is the default solver."""
    quickest_solver: str = ""
    """Finds any solution soonest, by name, if the default solver does not: for many levels."""
    native: NativePuzzle | None = None
    """How the native engine is asked; None where only Python knows the puzzle."""
    suffixes: tuple[str, ...] = ()
    """Of files that hold its levels, for those whose content does not show it: `.xsb`."""
    find_deadlock: Callable[[Any, Any], Deadlock | None] = lambda puzzle, state: None
    """A quick look at a state of a puzzle: why it is lost; None if that cannot be seen."""
    attached: Callable[[str], Sequence[Sequence[Any]]] = lambda text: ()
    """Solutions that a text holds, a list for each of its levels."""
    heuristic_titles: Mapping[str, str] = field(default_factory=dict)
    """What people call a heuristic, by its name, where that is not its name."""
    planners: dict[str, SolverEntry] = field(default_factory=dict)
    """Programs of others that may be installed and take this puzzle, by name."""
    places: Callable[[Any, Any], Iterable[tuple[int, int]]] = lambda puzzle, state: ()
    """Where what moves is, in a state of a puzzle: squares, row and column counted from 0, for the
    heat map of a search; none where positions have no places, as in a game of cards."""
    difficulty: DifficultyScale | None = None
    """None where levels are not called easy or hard."""
    kind: type[AnyPuzzle] | None = None
    """The class of a puzzle that a user wrote, which `build` is not."""

    @property
    def solver(self) -> str:
        """The default solver where the native engine is at hand."""
        return next(iter(self.native_solvers), self.textbook_solver)

    @cached_property
    def solvers(self) -> Mapping[str, SolverEntry]:
        """All that can solve this puzzle, by name: native-only solvers and textbook solvers.

        It knows also what is registered later.
        """
        return ChainMap(SOLVERS, self.native_solvers)

    @cached_property
    def named_solvers(self) -> Mapping[str, SolverEntry]:
        """The same and the planners: what may be named, not what is listed or tried in turn."""
        return ChainMap(self.planners, SOLVERS, self.native_solvers)

    def shown_heuristic(self, name: str) -> str:
        """What people call a heuristic."""
        return self.heuristic_titles.get(name, name)

    def heuristic_for(self, solver: str) -> str:
        """The name of the heuristic that a solver uses unless told otherwise."""
        return self.default_heuristics.get(solver, self.default_heuristics[""])

    def ids(self) -> Iterable[tuple[str, Pack]]:
        """What stands before the number in an id, with its pack."""
        return (
            (f"{self.name}/{pack}" if pack else self.name, self.packs[pack]) for pack in self.packs
        )

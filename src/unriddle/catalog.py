"""Two tables that everything reads: the puzzles and the solvers, with every name a user types.

Command line, screens, experiments and tests find here what there is, what it accepts and what it
promises. Nothing above this module asks which puzzle it has in hand.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from unriddle import engines
from unriddle.core import BadInput, Drawing, Heuristic, Puzzle
from unriddle.engines import freecell as freecell_engine
from unriddle.levels import read_pack
from unriddle.lines import Draft
from unriddle.puzzles.bloxorz import heuristics as bloxorz_heuristics
from unriddle.puzzles.bloxorz import notation as bloxorz_notation
from unriddle.puzzles.bloxorz import rules as bloxorz_rules
from unriddle.puzzles.freecell import deals as freecell_deals
from unriddle.puzzles.freecell import heuristics as freecell_heuristics
from unriddle.puzzles.freecell import notation as freecell_notation
from unriddle.puzzles.freecell import rules as freecell_rules
from unriddle.puzzles.sokoban import heuristics as sokoban_heuristics
from unriddle.puzzles.sokoban import notation as sokoban_notation
from unriddle.puzzles.sokoban import rules as sokoban_rules
from unriddle.search.beam import beam
from unriddle.search.best_first import astar, greedy, uniform_cost, weighted_astar
from unriddle.search.breadth_first import breadth_first
from unriddle.search.depth_first import depth_first, depth_first_tree
from unriddle.search.hill_climbing import (
    backtracking_hill_climbing,
    simple_hill_climbing,
    steepest_hill_climbing,
)
from unriddle.search.hybrid import hybrid
from unriddle.search.idastar import idastar
from unriddle.search.iterative_deepening import iterative_deepening
from unriddle.search.mcts import mcts
from unriddle.search.node import Search
from unriddle.settings import Setting, Settings, Value

AnyPuzzle = Puzzle[Any, Any]
LONGEST_NAME = 100
"""Characters of a name that nobody knows, as it is told."""
HeuristicMaker = Callable[[Any], Heuristic[Any]]


class Notation(Protocol):
    """What the notation module of a puzzle offers: text to levels, states and moves, and back."""

    def recognises(self, text: str) -> bool:
        """Does the text look like levels of this puzzle?"""

    def find_levels(self, text: str, source: str = "") -> Sequence[Draft[Any]]:
        """The levels in a text, at least one, not yet read; raises `BadInput`."""

    def parse_levels(self, text: str, source: str = "") -> Sequence[Any]:
        """The levels in a text, at least one; raises `BadInput`."""

    def format_level(self, level: Any) -> str:
        """A level as text that `parse_levels` reads."""

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

    def level(self, number: int, rules: Any) -> Any:
        """The level of a number in `numbers`."""


@dataclass(frozen=True)
class ShippedPack:
    """A text file that comes with the program."""

    about: str
    path: str
    parse: Callable[[str, str], Sequence[Any]]

    @cached_property
    def _levels(self) -> Sequence[Any]:
        return self.parse(read_pack(self.path), self.path)

    @property
    def numbers(self) -> range:
        """Levels count from 1 in the order of the file."""
        return range(1, len(self._levels) + 1)

    def level(self, number: int, rules: Any) -> Any:
        """The level with this number."""
        return self._levels[number - 1]


@dataclass(frozen=True)
class FreeCellDeals:
    """The numbered deals of Microsoft FreeCell and FreeCell Pro."""

    about: str = "deals of Microsoft FreeCell (1-32000, 1-1000000) and FreeCell Pro"
    numbers: range = range(1, freecell_deals.LAST_DEAL + 1)

    def level(self, number: int, rules: freecell_rules.Rules) -> freecell_rules.Position:
        """The deal with this number, over as many columns as the rules say."""
        quick = None if engines.why_not else freecell_engine.shuffled
        return freecell_deals.deal(number, rules.columns, shuffle=quick)


class Loss(NamedTuple):
    """Why a game is lost."""

    reason: str
    """In words for players."""
    checked: bool
    """Has a judge accepted that it is?"""


@dataclass(frozen=True)
class PuzzleEntry:
    """A kind of puzzle: its rules, notation, levels and heuristics, and what it is solved with."""

    name: str
    summary: str
    build: Callable[..., AnyPuzzle]
    """Makes a puzzle of a level, its rules and `name=`."""
    rules: type[Settings]
    notation: Notation
    packs: Mapping[str, Pack]
    """By name; the pack without a name is reached by `puzzle/number`."""
    heuristics: Mapping[str, HeuristicMaker]
    book_solver: str
    """The default textbook solver by name, with settings where they help: `hybrid:plies=4`."""
    default_heuristics: Mapping[str, str]
    """By the name of the solver; the one without a name is for all the others."""
    optimal_solver: str
    """The solver to ask for the least cost, by name."""
    experts: Mapping[str, SolverEntry] = field(default_factory=dict)
    """Native solvers for this puzzle alone, by name; the first is the default solver."""
    why_lost: Callable[[Any, Any], Loss | None] = lambda puzzle, state: None
    """A quick look at a state of a puzzle: why it is lost; None if that cannot be seen."""

    @property
    def solver(self) -> str:
        """The default solver where the native engine is at hand."""
        return next(iter(self.experts), self.book_solver)

    @cached_property
    def solvers(self) -> Mapping[str, SolverEntry]:
        """All that can solve this puzzle, by name: its experts and the textbook solvers."""
        return {**self.experts, **SOLVERS}

    def heuristic_for(self, solver: str) -> str:
        """The name of the heuristic that a solver uses unless told otherwise."""
        return self.default_heuristics.get(solver, self.default_heuristics[""])

    def ids(self) -> Iterable[tuple[str, Pack]]:
        """What stands before the number in an id, with its pack."""
        return (
            (f"{self.name}/{pack}" if pack else self.name, self.packs[pack]) for pack in self.packs
        )


def summary_of(documented: Callable[..., object]) -> str:
    """The first sentence of a docstring, as users read it."""
    return (documented.__doc__ or "").strip().split("\n", 1)[0]


class Optimal(enum.Enum):
    """When a plan of a solver is proved to be the cheapest, in words for users."""

    ALWAYS = "always"
    UNIT_COST = "if every move costs 1"
    ADMISSIBLE = "with an admissible heuristic"
    PROVED = "if it ends with a proof"
    NEVER = "never"


@dataclass(frozen=True)
class SolverEntry:
    """A way to solve puzzles, what it accepts and what it promises."""

    name: str
    search: Callable[..., Search[Any, Any]] | None
    """Takes the puzzle, then the estimate if `informed`, then the settings by name.

    None for an expert, which only the native engine has."""
    informed: bool
    complete: str
    """Does it always find a solution or prove that there is none? In words for users."""
    optimal: Optimal
    settings: tuple[Setting, ...] = ()
    about: str = ""
    """What an expert does, in one sentence."""

    @property
    def summary(self) -> str:
        """What it does, in one sentence."""
        return summary_of(self.search) if self.search else self.about

    def proves_optimal(self, puzzle: AnyPuzzle, heuristic: Heuristic[Any] | None) -> bool:
        """Is any plan that it finds for `puzzle` the cheapest?

        An expert whose promise is PROVED says it of each plan itself.
        """
        if self.optimal is Optimal.UNIT_COST:
            return puzzle.unit_cost
        if self.optimal is Optimal.ADMISSIBLE:
            return heuristic is not None and heuristic.admissible
        return self.optimal is Optimal.ALWAYS


def expert(
    name: str, about: str, *, complete: str, optimal: Optimal, settings: tuple[Setting, ...] = ()
) -> SolverEntry:
    """The entry of a solver that only the native engine has, for one kind of puzzle."""
    return SolverEntry(name, None, False, complete, optimal, settings, about)


def _why_sokoban_is_lost(puzzle: sokoban_rules.Sokoban, state: sokoban_rules.State) -> Loss | None:
    from unriddle.engines.sokoban_lost import is_dead, is_proved

    lost = is_dead(puzzle, state)
    return Loss(lost.reason, is_proved(puzzle, state, lost)) if lost else None


_FINITE = "yes, if the number of states is finite"
_WITHOUT = Setting("without", "", "rules to leave out, joined by +: freeze+matching")

_PUZZLES = (
    PuzzleEntry(
        name="bloxorz",
        summary="Roll a block over a platform until it falls into the hole.",
        build=bloxorz_rules.Bloxorz,
        rules=bloxorz_rules.Rules,
        notation=bloxorz_notation,
        packs={
            "": ShippedPack("the 33 stages", "bloxorz.txt", bloxorz_notation.parse_levels),
        },
        heuristics={
            "rolls": bloxorz_heuristics.rolls,
            "halves": bloxorz_heuristics.halves,
        },
        book_solver="astar",
        default_heuristics={"": "rolls"},
        optimal_solver="astar",
    ),
    PuzzleEntry(
        name="sokoban",
        summary="Push every box onto a goal.",
        build=sokoban_rules.Sokoban,
        rules=sokoban_rules.Rules,
        notation=sokoban_notation,
        packs={
            "uit": ShippedPack("18 course maps", "sokoban/uit.xsb", sokoban_notation.parse_levels),
        },
        heuristics={
            "freeze": sokoban_heuristics.freeze,
            "walk": sokoban_heuristics.walk,
            "matching": sokoban_heuristics.matching,
            "manhattan": sokoban_heuristics.manhattan,
            "euclid": sokoban_heuristics.euclid,
            "player": sokoban_heuristics.player,
        },
        book_solver="astar",
        default_heuristics={"": "freeze"},
        optimal_solver="optimal",
        experts={
            "expert": expert(
                "expert",
                "Find any solution, quickly: take boxes all the way, guided by a packing plan.",
                complete=_FINITE,
                optimal=Optimal.NEVER,
                settings=(
                    _WITHOUT,
                    Setting(
                        "threads",
                        1,
                        "how many threads search at the same time; with more than one, the "
                        "solution and the counts may differ from run to run",
                        minimum=1,
                        maximum=16,
                    ),
                ),
            ),
            "optimal": expert(
                "optimal",
                "Prove the cheapest solution, or give the best bounds: A* over pushes.",
                complete="yes",
                optimal=Optimal.PROVED,
                settings=(_WITHOUT,),
            ),
            "polish": expert(
                "polish",
                "Make a solution shorter, never longer; find one first if none is given.",
                complete="yes, given time",
                optimal=Optimal.NEVER,
                settings=(Setting("solution", "", "the moves of the solution to start from"),),
            ),
        },
        why_lost=_why_sokoban_is_lost,
    ),
    PuzzleEntry(
        name="freecell",
        summary="Bring all 52 cards home, by suit from ace to king.",
        build=freecell_rules.FreeCell,
        rules=freecell_rules.Rules,
        notation=freecell_notation,
        packs={"": FreeCellDeals()},
        heuristics={
            "evaluation": freecell_heuristics.evaluation,
            "deadlock": freecell_heuristics.deadlock,
            "cards-left": freecell_heuristics.cards_left,
            "alpha": freecell_heuristics.alpha,
        },
        book_solver="hybrid:plies=4",
        default_heuristics={
            "": "evaluation",
            "astar": "deadlock",
            "wastar": "deadlock",
            "idastar": "deadlock",
            "hybrid": "alpha",
        },
        optimal_solver="optimal",
        experts={
            "fast": expert(
                "fast",
                "Try short searches with different strategies, then look at every state.",
                complete="yes",
                optimal=Optimal.NEVER,
            ),
            "proof": expert(
                "proof",
                "Look at every state in which safe cards are home, the most promising first.",
                complete="yes",
                optimal=Optimal.NEVER,
            ),
            "short": expert(
                "short",
                "Find a short plan quickly, then shorter ones, by wider and wider beams.",
                complete="yes",
                optimal=Optimal.PROVED,
                settings=(
                    Setting(
                        "effort",
                        64,
                        "thousands of positions to look at; if not set, a time limit ends it",
                        minimum=1,
                        maximum=10**9,
                    ),
                ),
            ),
            "optimal": expert(
                "optimal",
                "Prove a cheapest plan, or give bounds: A* with an exact deadlock estimate.",
                complete="yes",
                optimal=Optimal.PROVED,
            ),
        },
    ),
)

_SOLVERS = (
    SolverEntry("bfs", breadth_first, False, _FINITE, Optimal.UNIT_COST),
    SolverEntry("dfs-tree", depth_first_tree, False, "no: it can run in circles", Optimal.NEVER),
    SolverEntry("dfs", depth_first, False, _FINITE, Optimal.NEVER),
    SolverEntry("ids", iterative_deepening, False, _FINITE, Optimal.UNIT_COST),
    SolverEntry("ucs", uniform_cost, False, _FINITE, Optimal.ALWAYS),
    SolverEntry("greedy", greedy, True, _FINITE, Optimal.NEVER),
    SolverEntry("astar", astar, True, _FINITE, Optimal.ADMISSIBLE),
    SolverEntry(
        "wastar",
        weighted_astar,
        True,
        _FINITE,
        Optimal.NEVER,
        (Setting("weight", 2.0, "how much more the estimate counts than the cost", minimum=0),),
    ),
    SolverEntry("idastar", idastar, True, _FINITE, Optimal.ADMISSIBLE),
    SolverEntry(
        "beam",
        beam,
        True,
        "no: it forgets states",
        Optimal.NEVER,
        (Setting("width", 100, "how many states each layer keeps", minimum=1, maximum=10**9),),
    ),
    SolverEntry(
        "hill-simple", simple_hill_climbing, True, "no: it stops on a local peak", Optimal.NEVER
    ),
    SolverEntry(
        "hill-steepest", steepest_hill_climbing, True, "no: it stops on a local peak", Optimal.NEVER
    ),
    SolverEntry("hill", backtracking_hill_climbing, True, _FINITE, Optimal.NEVER),
    SolverEntry(
        "mcts",
        mcts,
        False,
        "no: it plays at random",
        Optimal.NEVER,
        (
            Setting("seed", 0, "the same seed gives the same run", minimum=0, maximum=2**64 - 1),
            Setting(
                "depth", 30, "how many moves a simulation has at most", minimum=1, maximum=10_000
            ),
            Setting("c", 1.4, "how much the selection explores", minimum=0),
            Setting(
                "selection",
                "max",
                "max: a node is worth the best simulation through it; mean: their mean",
                choices=("max", "mean"),
            ),
            Setting("threshold", True, "stop exploring once something good or bad is known"),
            Setting("unique", False, "a state enters the tree only once"),
            Setting(
                "previous",
                2,
                "how many of its last states a simulation avoids",
                minimum=0,
                maximum=10_000,
            ),
            Setting("points", (), "what the events of the puzzle are worth, in their order"),
        ),
    ),
    SolverEntry(
        "hybrid",
        hybrid,
        True,
        _FINITE,
        Optimal.NEVER,
        (
            Setting("plies", 6, "how deep the short searches go", minimum=1, maximum=10**6),
            Setting(
                "record",
                2_000_000,
                "how many states it remembers at once",
                minimum=1,
                maximum=10**10,
            ),
        ),
    ),
)

PUZZLES: Mapping[str, PuzzleEntry] = {entry.name: entry for entry in _PUZZLES}
SOLVERS: Mapping[str, SolverEntry] = {entry.name: entry for entry in _SOLVERS}


def entry_of(puzzle: AnyPuzzle) -> PuzzleEntry | None:
    """The entry that `puzzle` was built by, or None for a puzzle that a user wrote."""
    return next((entry for entry in _PUZZLES if entry.build is type(puzzle)), None)


def rules_in_force(puzzle: AnyPuzzle) -> dict[str, Value]:
    """The rule settings of `puzzle`, by name; none for a puzzle that a user wrote."""
    entry = entry_of(puzzle)
    names = [setting.name for setting in entry.rules.settings()] if entry else []
    return {name: getattr(getattr(puzzle, "rules"), name) for name in names}  # noqa: B009


def lookup(table: Mapping[str, Any], kind: str, name: str) -> Any:
    """The value of `name` in a table; raises `BadInput` that names what there is."""
    if name in table:
        return table[name]
    from difflib import get_close_matches

    shown = name[:LONGEST_NAME]  # to compare names takes time in proportion to their square
    close = get_close_matches(shown, table, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(table)}"
    raise BadInput(f"unknown {kind} '{shown}'", hint=hint)

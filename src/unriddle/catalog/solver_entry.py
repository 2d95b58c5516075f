"""What the catalogue says about a solver."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any

from unriddle.core import Heuristic, Limits, Puzzle
from unriddle.planning.planners import Planner
from unriddle.search.node import Search
from unriddle.search.pseudocode import Pseudocode, pseudocode_of
from unriddle.settings import Setting, Value

FINITE = "yes, if the number of states is finite"
"""How complete most solvers are, in words for users."""


class Optimal(enum.Enum):
    """When a plan of a solver is proved to be the cheapest, in words for users."""

    ALWAYS = "always"
    UNIT_COST = "if every move costs 1"
    ADMISSIBLE = "with an admissible heuristic"
    PROVED = "if it ends with a proof"
    CLAIMED = "if a quick proof confirms what it claims"
    NEVER = "never"


@dataclass(frozen=True)
class SolverEntry:
    """A way to solve puzzles, what it accepts and what it promises."""

    name: str
    search: Callable[..., Search[Any, Any]] | None
    """Takes the puzzle, then the estimate if `informed`, then the settings by name.

    None for a native-only solver and for a planner."""
    informed: bool
    complete: str
    """Does it always find a solution or prove that there is none? In words for users."""
    optimal: Optimal
    settings: tuple[Setting, ...] = ()
    about: str = ""
    """What a native-only solver or a planner does, in one sentence."""
    own: bool = False
    """Did a user write it?"""
    title: str = ""
    """What people call it, where that is not its name: `A*`."""
    planner: Planner | None = None
    """A program of others that carries it out."""

    def __repr__(self) -> str:
        return f"<SolverEntry {self.name}: {self.summary}>"

    @property
    def shown(self) -> str:
        """What people call it."""
        return self.title or self.name

    @property
    def pseudocode(self) -> Pseudocode:
        """A textbook search in a dozen lines."""
        return pseudocode_of(None if self.own else self.search)

    @property
    def defaults(self) -> dict[str, Value]:
        """The settings that it has unless told otherwise, by name."""
        return {setting.name: setting.default for setting in self.settings}

    @property
    def summary(self) -> str:
        """What it does, in one sentence."""
        return summary_of(self.search) if self.search else self.about

    def with_defaults(self, chosen: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
        """All its settings: what a user chose, and the defaults of the others."""
        is_limited = limits.seconds is not None or limits.nodes is not None
        endless = {one.name: math.inf for one in self.settings if one.until_limit and is_limited}
        return {**self.defaults, **endless, **chosen}

    def proves_optimal(self, puzzle: Puzzle[Any, Any], heuristic: Heuristic[Any] | None) -> bool:
        """Is any plan that it finds for `puzzle` the cheapest?

        A native-only solver whose promise is PROVED says it of each plan itself.
        """
        if self.optimal is Optimal.UNIT_COST:
            return puzzle.unit_cost
        if self.optimal is Optimal.ADMISSIBLE:
            return heuristic is not None and heuristic.admissible
        return self.optimal is Optimal.ALWAYS


def native_solver(
    name: str, about: str, *, complete: str, optimal: Optimal, settings: tuple[Setting, ...] = ()
) -> SolverEntry:
    """The entry of a solver that only the native engine has, for one kind of puzzle."""
    return SolverEntry(name, None, False, complete, optimal, settings, about)


def best_solver(about: str, *settings: Setting) -> SolverEntry:
    """The entry of the default solver: a plan at once, then better ones, then the proof."""
    improve = Setting(
        "improve",
        1.0,
        "it ends with the best plan after this many seconds, 0: with the first plan; if not set, "
        "it uses all of a limit of time or nodes",
        minimum=0,
        until_limit=True,
    )
    return native_solver(
        "best", about, complete=FINITE, optimal=Optimal.PROVED, settings=(improve, *settings)
    )


def parameter(search: Callable[..., Any], name: str, help: str, **limits: Any) -> Setting:
    """A setting of a search; its default is that of the function."""
    return Setting(name, signature(search).parameters[name].default, help, **limits)


def summary_of(documented: Callable[..., object]) -> str:
    """The first sentence of a docstring, as users read it."""
    return (documented.__doc__ or "").strip().split("\n", 1)[0]

"""unriddle plays, solves and explains Bloxorz, Sokoban and FreeCell.

>>> import unriddle
>>> result = unriddle.solve(unriddle.load("sokoban/uit/5"), "astar")
>>> result.status, result.cost, result.optimal
(<Status.SOLVED: 'solved'>, 20, True)

The names below are all that a program needs; each is loaded when it is first used, so that
`import unriddle` costs next to nothing.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` would have to be loaded
import sys


def _is_the_program() -> bool:
    """Are we `python -m unriddle` or the command `unriddle`, and not used by another program?"""
    if sys.argv[:1] == ["-m"]:  # as long as Python looks for the module
        module = sys.orig_argv[-len(sys.argv) :][:1]
        return module in ([__name__], [f"-m{__name__}"])
    file = getattr(sys.modules.get("__main__"), "__file__", None) or ""
    return file.rpartition("/")[2] == __name__


if _is_the_program() and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # Ctrl-C just ends it: see __main__.py

from importlib import import_module  # noqa: E402 - what was said first, goes first
from types import ModuleType  # noqa: E402
from typing import TYPE_CHECKING, Any  # noqa: E402

from unriddle.version import __version__  # noqa: E402

if TYPE_CHECKING:
    from unriddle.bloxorz_analysis import Analysis, analyse
    from unriddle.catalog.solver_entry import SolverEntry
    from unriddle.checking import CheckedRun
    from unriddle.comparing import Comparison, compare, to_pandas, to_polars
    from unriddle.core import (
        BadInput,
        FaultyCode,
        Glyph,
        Heuristic,
        IllegalMove,
        Limits,
        LosingMove,
        Plan,
        Proof,
        Puzzle,
        Replay,
        Result,
        Run,
        Stats,
        Status,
        UnriddleError,
        WrongAnswer,
    )
    from unriddle.engines.sokoban_deadlock import SokobanDeadlock, find_deadlock
    from unriddle.experiments.table import Finished, repeat
    from unriddle.generating import Made, generate, random_level
    from unriddle.heuristic_check import HeuristicReport, check_heuristic
    from unriddle.listing import levels, solvers
    from unriddle.loading import load, load_all, read
    from unriddle.outlook import Outlook, is_winnable, least_cost
    from unriddle.pictures.export import export
    from unriddle.pictures.view import View, view
    from unriddle.planning.encodings import plan_from_pddl, to_pddl, to_unified_planning
    from unriddle.planning.task import Task
    from unriddle.plans import format_plan, parse_plan, replay, trajectory
    from unriddle.play import Session, WhereLost, starting_from, where_lost
    from unriddle.plugins import heuristic, puzzle, search
    from unriddle.puzzles.bloxorz.rules import Bloxorz
    from unriddle.puzzles.freecell.rules import FreeCell
    from unriddle.puzzles.sokoban.rules import Sokoban
    from unriddle.rating import Rating, rate
    from unriddle.search.node import Ending, Expansion, Node
    from unriddle.solving import polish, solve, start
    from unriddle.tracing.trace import Trace, trace

__all__ = [
    "Analysis",
    "BadInput",
    "Bloxorz",
    "CheckedRun",
    "Comparison",
    "Ending",
    "Expansion",
    "FaultyCode",
    "Finished",
    "FreeCell",
    "Glyph",
    "Heuristic",
    "HeuristicReport",
    "IllegalMove",
    "Limits",
    "LosingMove",
    "Made",
    "Node",
    "Outlook",
    "Plan",
    "Proof",
    "Puzzle",
    "Rating",
    "Replay",
    "Result",
    "Run",
    "Session",
    "Sokoban",
    "SokobanDeadlock",
    "SolverEntry",
    "Stats",
    "Status",
    "Task",
    "Trace",
    "UnriddleError",
    "View",
    "WhereLost",
    "WrongAnswer",
    "__version__",
    "analyse",
    "check_heuristic",
    "compare",
    "export",
    "find_deadlock",
    "format_plan",
    "generate",
    "heuristic",
    "is_winnable",
    "least_cost",
    "levels",
    "load",
    "load_all",
    "parse_plan",
    "plan_from_pddl",
    "polish",
    "puzzle",
    "random_level",
    "rate",
    "read",
    "repeat",
    "replay",
    "search",
    "solve",
    "solvers",
    "start",
    "starting_from",
    "to_pandas",
    "to_pddl",
    "to_polars",
    "to_unified_planning",
    "trace",
    "trajectory",
    "view",
    "where_lost",
]

_HOMES = {
    name: f"unriddle.{module}"
    for module, names in {
        "bloxorz_analysis": "Analysis analyse",
        "catalog.solver_entry": "SolverEntry",
        "checking": "CheckedRun",
        "comparing": "Comparison compare to_pandas to_polars",
        "engines.sokoban_deadlock": "SokobanDeadlock find_deadlock",
        "experiments.table": "Finished repeat",
        "generating": "Made generate random_level",
        "heuristic_check": "HeuristicReport check_heuristic",
        "listing": "levels solvers",
        "loading": "load load_all read",
        "outlook": "Outlook is_winnable least_cost",
        "play": "Session WhereLost starting_from where_lost",
        "plugins": "heuristic puzzle search",
        "puzzles.bloxorz.rules": "Bloxorz",
        "puzzles.freecell.rules": "FreeCell",
        "puzzles.sokoban.rules": "Sokoban",
        "pictures.export": "export",
        "pictures.view": "View view",
        "planning.encodings": "plan_from_pddl to_pddl to_unified_planning",
        "planning.task": "Task",
        "rating": "Rating rate",
        "search.node": "Ending Expansion Node",
        "plans": "format_plan parse_plan replay trajectory",
        "solving": "polish solve start",
        "tracing.trace": "Trace trace",
    }.items()
    for name in names.split()
}
"""Where a public name lives, if not in `unriddle.core`."""


_NAMES = frozenset(__all__)
"""All of them; `__all__` is what `import *` gives, which is less while a submission is graded."""
_PARTS = ("levels", "search")
"""Parts of this package that have the name of a public function."""


class _CallablePart(ModuleType):
    """A part of this package that has the name of a public function, and is called like it.

    Python puts the part `unriddle.search` where the decorator `unriddle.search` is looked for.
    """

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        name = self.__name__.rpartition(".")[2]
        return getattr(import_module(_HOMES[name]), name)(*arguments, **keywords)


class _Package(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        if name in _PARTS and isinstance(value, ModuleType):
            value.__class__ = _CallablePart
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module 'unriddle' has no attribute '{name}'")
    if name in _PARTS:
        return import_module(f"unriddle.{name}")
    value = getattr(import_module(_HOMES.get(name, "unriddle.core")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

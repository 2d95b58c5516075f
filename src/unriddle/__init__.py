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
    from unriddle.bloxorz_analysis import Analysis as Analysis
    from unriddle.bloxorz_analysis import analyse as analyse
    from unriddle.catalog.solver_entry import SolverEntry as SolverEntry
    from unriddle.checking import CheckedRun as CheckedRun
    from unriddle.comparing import Comparison as Comparison
    from unriddle.comparing import compare as compare
    from unriddle.comparing import to_pandas as to_pandas
    from unriddle.comparing import to_polars as to_polars
    from unriddle.core import BadInput as BadInput
    from unriddle.core import FaultyCode as FaultyCode
    from unriddle.core import Glyph as Glyph
    from unriddle.core import Heuristic as Heuristic
    from unriddle.core import IllegalMove as IllegalMove
    from unriddle.core import Limits as Limits
    from unriddle.core import LosingMove as LosingMove
    from unriddle.core import Plan as Plan
    from unriddle.core import Proof as Proof
    from unriddle.core import Puzzle as Puzzle
    from unriddle.core import Replay as Replay
    from unriddle.core import Result as Result
    from unriddle.core import Run as Run
    from unriddle.core import Stats as Stats
    from unriddle.core import Status as Status
    from unriddle.core import UnriddleError as UnriddleError
    from unriddle.core import WrongAnswer as WrongAnswer
    from unriddle.engines.sokoban_deadlock import SokobanDeadlock as SokobanDeadlock
    from unriddle.engines.sokoban_deadlock import find_deadlock as find_deadlock
    from unriddle.experiments.table import FinishedTable as FinishedTable
    from unriddle.experiments.table import repeat as repeat
    from unriddle.generating import GeneratedLevel as GeneratedLevel
    from unriddle.generating import generate as generate
    from unriddle.generating import random_level as random_level
    from unriddle.heuristic_check import HeuristicReport as HeuristicReport
    from unriddle.heuristic_check import check_heuristic as check_heuristic
    from unriddle.listing import levels as levels
    from unriddle.listing import solvers as solvers
    from unriddle.loading import load as load
    from unriddle.loading import load_all as load_all
    from unriddle.loading import read as read
    from unriddle.outlook import Outlook as Outlook
    from unriddle.outlook import is_winnable as is_winnable
    from unriddle.outlook import least_cost as least_cost
    from unriddle.pictures.export import export as export
    from unriddle.pictures.view import View as View
    from unriddle.pictures.view import view as view
    from unriddle.planning.encodings import plan_from_pddl as plan_from_pddl
    from unriddle.planning.encodings import to_pddl as to_pddl
    from unriddle.planning.encodings import to_unified_planning as to_unified_planning
    from unriddle.planning.task import Task as Task
    from unriddle.plans import format_plan as format_plan
    from unriddle.plans import parse_plan as parse_plan
    from unriddle.plans import replay as replay
    from unriddle.plans import trajectory as trajectory
    from unriddle.play import Session as Session
    from unriddle.play import WhereLost as WhereLost
    from unriddle.play import starting_from as starting_from
    from unriddle.play import where_lost as where_lost
    from unriddle.plugins import heuristic as heuristic
    from unriddle.plugins import puzzle as puzzle
    from unriddle.plugins import search as search
    from unriddle.puzzles.bloxorz.rules import Bloxorz as Bloxorz
    from unriddle.puzzles.freecell.rules import FreeCell as FreeCell
    from unriddle.puzzles.sokoban.rules import Sokoban as Sokoban
    from unriddle.rating import Rating as Rating
    from unriddle.rating import rate as rate
    from unriddle.search.node import Ending as Ending
    from unriddle.search.node import Expansion as Expansion
    from unriddle.search.node import Node as Node
    from unriddle.solving import polish as polish
    from unriddle.solving import solve as solve
    from unriddle.solving import start as start
    from unriddle.tracing.trace import Trace as Trace
    from unriddle.tracing.trace import trace as trace

_HOMES = {
    name: f"unriddle.{module}"
    for module, names in {
        "bloxorz_analysis": "Analysis analyse",
        "catalog.solver_entry": "SolverEntry",
        "checking": "CheckedRun",
        "comparing": "Comparison compare to_pandas to_polars",
        "core": "BadInput FaultyCode Glyph Heuristic IllegalMove Limits LosingMove Plan Proof "
        "Puzzle Replay Result Run Stats Status UnriddleError WrongAnswer",
        "engines.sokoban_deadlock": "SokobanDeadlock find_deadlock",
        "experiments.table": "FinishedTable repeat",
        "generating": "GeneratedLevel generate random_level",
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
"""Where each public name lives."""

__all__ = ["__version__", *sorted(_HOMES)]
"""What `import *` gives, which is less while a submission is graded."""
_PARTS = ("levels", "search")
"""Parts of this package that have the name of a public function."""


class _CallablePart(ModuleType):
    """A part of this package that has the name of a public function, and is called like it.

    Python puts the part `unriddle.search` where the decorator `unriddle.search` is looked for.
    """

    @property
    def _function(self) -> Any:
        name = self.__name__.rpartition(".")[2]
        return getattr(import_module(_HOMES[name]), name)

    @property
    def __doc__(self) -> Any:  # type: ignore[override]
        """What `help` says: that of the function."""
        return self._function.__doc__

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._function(*arguments, **keywords)


class _Package(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        if name in _PARTS and isinstance(value, ModuleType):
            value.__class__ = _CallablePart
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'unriddle' has no attribute '{name}'")
    if name in _PARTS:
        return import_module(f"unriddle.{name}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

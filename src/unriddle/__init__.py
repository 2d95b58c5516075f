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
from typing import TYPE_CHECKING, Any  # noqa: E402

from unriddle.version import __version__  # noqa: E402

if TYPE_CHECKING:
    from unriddle.core import (
        BadInput,
        Heuristic,
        IllegalMove,
        Limits,
        LosingMove,
        Proof,
        Puzzle,
        Replay,
        Result,
        Run,
        Stats,
        Status,
        UnriddleError,
        WrongAnswer,
        replay,
    )
    from unriddle.loading import load, load_all, read
    from unriddle.outlook import Outlook, is_winnable, least_cost
    from unriddle.pictures.export import export
    from unriddle.pictures.view import View, view
    from unriddle.play import Session, starting_from
    from unriddle.puzzles.bloxorz.rules import Bloxorz
    from unriddle.puzzles.freecell.rules import FreeCell
    from unriddle.puzzles.sokoban.rules import Sokoban
    from unriddle.solving import format_plan, parse_plan, polish, solve, start

__all__ = [
    "BadInput",
    "Bloxorz",
    "FreeCell",
    "Heuristic",
    "IllegalMove",
    "Limits",
    "LosingMove",
    "Outlook",
    "Proof",
    "Puzzle",
    "Replay",
    "Result",
    "Run",
    "Session",
    "Sokoban",
    "Stats",
    "Status",
    "UnriddleError",
    "View",
    "WrongAnswer",
    "__version__",
    "export",
    "format_plan",
    "is_winnable",
    "least_cost",
    "load",
    "load_all",
    "parse_plan",
    "polish",
    "read",
    "replay",
    "solve",
    "start",
    "starting_from",
    "view",
]

_HOMES = {
    "Outlook": "unriddle.outlook",
    "is_winnable": "unriddle.outlook",
    "least_cost": "unriddle.outlook",
    "load": "unriddle.loading",
    "load_all": "unriddle.loading",
    "read": "unriddle.loading",
    "Session": "unriddle.play",
    "Bloxorz": "unriddle.puzzles.bloxorz.rules",
    "FreeCell": "unriddle.puzzles.freecell.rules",
    "Sokoban": "unriddle.puzzles.sokoban.rules",
    "starting_from": "unriddle.play",
    "export": "unriddle.pictures.export",
    "View": "unriddle.pictures.view",
    "view": "unriddle.pictures.view",
    "format_plan": "unriddle.solving",
    "parse_plan": "unriddle.solving",
    "polish": "unriddle.solving",
    "solve": "unriddle.solving",
    "start": "unriddle.solving",
}
"""Where a public name lives, if not in `unriddle.core`."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'unriddle' has no attribute '{name}'")
    value = getattr(import_module(_HOMES.get(name, "unriddle.core")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

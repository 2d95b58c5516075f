"""The native engine as a carrier of searches: from a puzzle object to a run in compiled code.

One module per puzzle translates between the Python objects and plain numbers; nothing else passes
the native door.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from unriddle.core import A, BadInput, Limits, Puzzle, S, UnriddleError
from unriddle.engines.run import NativeRun, plain_limits
from unriddle.native import why_not
from unriddle.search.mcts import worth_of

if TYPE_CHECKING:
    from unriddle.native._core import Engine

__all__ = ["start", "start_expert", "why_not"]

_MODULES = {
    "Bloxorz": "unriddle.engines.bloxorz",
    "Sokoban": "unriddle.engines.sokoban",
    "FreeCell": "unriddle.engines.freecell",
}
"""By the class of the puzzle: the module with its `engine_of`, `move_of` and, if any, `EXPERTS`."""

_engines: WeakKeyDictionary[Puzzle[Any, Any], Engine] = WeakKeyDictionary()
"""Puzzles do not change, so each is translated once."""


def start_expert(
    puzzle: Puzzle[S, A], name: str, *, settings: Mapping[str, Any], limits: Limits
) -> NativeRun[S, A]:
    """A run of a solver that only the engine has, by its name in the catalogue."""
    module = _module_of(puzzle)
    with _refusals(puzzle):
        run = module.EXPERTS[name](puzzle, **plain_limits(limits), **settings)
    return NativeRun(puzzle, run, partial(module.move_of, puzzle))


def start(
    puzzle: Puzzle[S, A],
    search: str,
    *,
    heuristic: str,
    settings: Mapping[str, Any],
    limits: Limits,
    optimal: bool,
) -> NativeRun[S, A]:
    """A native run of the search with the name of its Python function and the same settings."""
    if "points" in settings:
        worth_of(puzzle.event_names, settings["points"])  # refuses a wrong number of them
    module = _module_of(puzzle)
    with _refusals(puzzle):
        engine = _engines.get(puzzle)
        if engine is None:
            engine = _engines[puzzle] = module.engine_of(puzzle)
        run = engine.search(
            search,
            heuristic=heuristic,
            **plain_limits(limits),
            **settings,
        )
    move_of: Callable[[int], A] = partial(module.move_of, puzzle)
    return NativeRun(puzzle, run, move_of, optimal=optimal)


@contextmanager
def _refusals(puzzle: Puzzle[Any, Any]) -> Iterator[None]:
    """What the engine does not take, such as too many boxes, is refused with its reason."""
    try:
        yield
    except UnriddleError:
        raise
    except ValueError as error:
        raise BadInput(
            str(error), source=puzzle.name, hint="use the other engine: --engine python"
        ) from error


def _module_of(puzzle: Puzzle[Any, Any]) -> Any:
    return import_module(_MODULES[type(puzzle).__name__])

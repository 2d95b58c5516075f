"""The native engine as a carrier of searches: from a puzzle object to a run in compiled code.

One module per puzzle translates between the Python objects and plain numbers; nothing else
imports the native engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from unriddle.core import A, BadInput, Limits, Puzzle, S, UnriddleError
from unriddle.engines.native_puzzle import NativePuzzle
from unriddle.engines.run import NativeRun, limits_of
from unriddle.native import why_not
from unriddle.search.mcts import worth_of

if TYPE_CHECKING:
    from unriddle.native._core import Engine

__all__ = ["start", "start_native_solver", "why_not"]

_engines: WeakKeyDictionary[Puzzle[Any, Any], Engine] = WeakKeyDictionary()
"""Puzzles do not change, so each is translated once."""


def start_native_solver(
    puzzle: Puzzle[S, A],
    native: NativePuzzle,
    name: str,
    *,
    settings: Mapping[str, Any],
    limits: Limits,
) -> NativeRun[S, A]:
    """A run of a solver that only the engine has, by its name in the catalogue."""
    with _refusals(puzzle):
        if not native.is_within_limits(puzzle):
            native.engine_of(puzzle)  # raises now, not in the run, if it does not take the puzzle
        prepared = native.solvers[name](puzzle, settings)
        run = native.problem_of(puzzle).solve(name, dict(prepared), limits_of(limits))
    return NativeRun(puzzle, run, native)


def start(
    puzzle: Puzzle[S, A],
    native: NativePuzzle,
    search: str,
    *,
    settings: Mapping[str, Any],
    limits: Limits,
    optimal: bool,
) -> NativeRun[S, A]:
    """A run of the twin of a search, by its name in the catalogue.

    `settings` are all that the search reads, and for an informed one the name of its `heuristic`.
    """
    if "points" in settings:
        worth_of(puzzle.event_names, settings["points"])  # refuses a wrong number of them
    with _refusals(puzzle):
        engine = _engines.get(puzzle)
        if engine is None:
            engine = _engines[puzzle] = native.engine_of(puzzle)
        run = engine.search(search, dict(settings), limits_of(limits))
    return NativeRun(puzzle, run, native, optimal=optimal)


@contextmanager
def _refusals(puzzle: Puzzle[Any, Any]) -> Iterator[None]:
    """What the engine does not take, such as too many boxes, is refused with its reason."""
    try:
        yield
    except UnriddleError:
        raise
    except ValueError as error:
        raise BadInput(
            str(error), source=puzzle.name, hint="use the other engine, python"
        ) from error

"""A function that a user wrote, as the heuristic of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from inspect import Parameter, isasyncgenfunction, iscoroutinefunction, signature
from typing import Any

from unriddle.core import BadInput, FaultyCode, Heuristic, Puzzle, Steps
from unriddle.search.own_checks import checked_heuristic
from unriddle.search.own_thread import promptly


class OwnHeuristic:
    """Makes the heuristic that a user's function is, for one puzzle; claims are believed.

    The function takes `(state)`, or `(puzzle, state)`. One whose only argument is called `puzzle`
    returns a function of the state, after it has made its tables; it may be a generator that yields
    while it does so.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        admissible: bool | Callable[[Any], bool] = False,
        consistent: bool | Callable[[Any], bool] = False,
    ) -> None:
        for name, claim in (("admissible", admissible), ("consistent", consistent)):
            if not (isinstance(claim, bool) or callable(claim)):
                raise BadInput(
                    f"{name}={claim!r} is not a claim",
                    hint="say True, False or a function of puzzles",
                )
        self._names = required_arguments(function, "heuristic")
        self.function = function
        self.admissible = admissible
        self.consistent = consistent
        self.__doc__ = function.__doc__

    def __call__(self, puzzle: Puzzle[Any, Any]) -> Heuristic[Any]:
        """The heuristic for `puzzle`; raises `FaultyCode` where it returns what is no number."""
        names = self._names
        claims = {
            "admissible": _claim(self.admissible, puzzle),
            "consistent": _claim(self.consistent, puzzle),
        }
        if names == ["puzzle"]:
            heuristic = Heuristic.prepared(partial(self._prepare, puzzle), **claims)
        elif len(names) == 2:
            heuristic = Heuristic(partial(self.function, puzzle), **claims)
        else:
            heuristic = Heuristic(self.function, **claims)
        checked = checked_heuristic(puzzle, heuristic)
        # What travels says what it claims for this puzzle: a function that says so may be a lambda.
        checked._made_by = (OwnHeuristic(self.function, **claims), (puzzle,))
        return checked

    def _prepare(self, puzzle: Puzzle[Any, Any]) -> Steps[Callable[[Any], float]]:
        made: Any = self.function(puzzle)
        if isinstance(made, Generator):
            made = yield from made
        if not callable(made):
            raise FaultyCode(
                f"the heuristic returned {str(made)[:60]!r} for a puzzle, which is not a function",
                hint="return a function of the state, or take (puzzle, state)",
            )
        estimate: Callable[[Any], float] = made
        return estimate


def _claim(claim: bool | Callable[[Any], bool], puzzle: Puzzle[Any, Any]) -> bool:
    return promptly(lambda: bool(claim(puzzle)), "a claim") if callable(claim) else claim


def name_of(function: Callable[..., Any]) -> str:
    """What a function is called, or the class of an object that is one."""
    return str(getattr(function, "__name__", type(function).__name__))


def required_arguments(function: Callable[..., Any], what: str) -> list[str]:
    """The arguments that must be given, by name: one or two; raises `BadInput`."""
    called = name_of(function)
    if iscoroutinefunction(function) or isasyncgenfunction(function):
        hint = "write def without async"
        raise BadInput(f"{called} is an async function, no {what}", hint=hint)
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    try:
        parameters = signature(function).parameters
    except ValueError:  # some functions of C do not tell
        return ["state"]
    names = [
        name
        for name, one in parameters.items()
        if one.kind in kinds and one.default is Parameter.empty
    ]
    if not names and any(one.kind is Parameter.VAR_POSITIONAL for one in parameters.values()):
        return ["state"]
    if not 1 <= len(names) <= 2:
        takes = ", ".join(names) or "nothing"
        raise BadInput(f"{called} takes ({takes})", hint=f"a {what} takes one argument or two")
    return names

"""What a puzzle and a heuristic of a user must keep to, checked wherever a search asks them.

A search that is told something impossible fails far from the mistake, or never ends. So what is
wrong is told where it is said, with the board (`core.FaultyCode`).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

from unriddle.core import A, FaultyCode, Heuristic, Puzzle, S, Step, Steps, as_drawing, plain


def checked_puzzle(puzzle: Puzzle[S, A]) -> Puzzle[S, A]:
    """The same puzzle; raises `FaultyCode` for a state that cannot be hashed, or a bad cost."""
    checked = copy.copy(puzzle)

    def successors(state: S) -> Sequence[Step[A, S]]:
        try:
            steps = puzzle.successors(state)
        except TypeError as error:
            raise _misfit(puzzle, state, error) or error from error
        for action, after, cost in steps:
            check_cost(puzzle, state, action, cost)
            check_state(puzzle, after, f"after {action} ")
        return steps

    check_state(puzzle, puzzle.initial, "at the start ")
    vars(checked).update(successors=successors)
    return checked


def _misfit(puzzle: Puzzle[S, A], state: S, error: TypeError) -> FaultyCode | None:
    """What a puzzle returns that is of the wrong kind; None if the error is in its own code."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or trace.tb_frame.f_code.co_filename != Puzzle.successors.__code__.co_filename:
        return None
    return FaultyCode(
        f"what can be done here cannot be listed: {error}",
        shown=board(puzzle, state),
        hint="`actions` returns a list of moves, and `apply` the next state",
    )


def check_cost(puzzle: Puzzle[S, A], state: S, action: A, cost: Any) -> None:
    """Raise `FaultyCode` if `cost` is none."""
    if not _is_number(cost) or not 0 <= cost < math.inf or cost != int(cost):
        raise FaultyCode(
            f"{action} costs {cost!r}: a cost is a whole number, zero or more",
            shown=f"in the position:\n{board(puzzle, state)}",
        )


def check_state(puzzle: Puzzle[S, A], state: S, where: str) -> None:
    """Raise `FaultyCode` if a search could not remember the state."""
    try:
        hash(puzzle.key(state))
    except TypeError as error:
        raise FaultyCode(
            f"the state {where}cannot be hashed: {error}",
            shown=board(puzzle, state),
            hint="make states of tuples and frozensets, or give the puzzle a `key`",
        ) from error


def checked_heuristic(puzzle: Puzzle[S, A], heuristic: Heuristic[S]) -> Heuristic[S]:
    """The same heuristic; raises `FaultyCode` for an estimate that is none."""

    def prepare() -> Steps[Callable[[S], float]]:
        estimate = yield from heuristic.preparing()

        def checked(state: S) -> float:
            value: Any = estimate(state)
            if not _is_number(value) or value != value or value < 0:
                raise FaultyCode(
                    f"the heuristic returned {str(value)[:60]!r}",
                    shown=f"for the position:\n{board(puzzle, state)}",
                    hint="return a number, zero or more, or math.inf where no plan is left",
                )
            number: float = value
            return number

        return checked

    return Heuristic.prepared(
        prepare, admissible=heuristic.admissible, consistent=heuristic.consistent
    )


def board(puzzle: Puzzle[S, A], state: S) -> str:
    """A state as the puzzle draws it, as text; one that it cannot draw as Python writes it."""
    try:
        return plain(as_drawing(puzzle.draw(state)))
    except Exception:  # what is wrong with the state is told by whoever asks
        return repr(state)


def _is_number(value: object) -> bool:
    return isinstance(value, Real)

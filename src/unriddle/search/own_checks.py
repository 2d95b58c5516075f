"""What a puzzle and a heuristic of a user must keep to, checked wherever a search asks them.

A search that is told something impossible fails far from the mistake, or never ends. So what is
wrong is told where it is said, with the board (`core.FaultyCode`).
"""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from numbers import Real
from typing import Any, Generic

from unriddle.core import A, FaultyCode, Heuristic, Puzzle, S, Step, Steps, as_drawing, text_of
from unriddle.search.node import Expansion, Node
from unriddle.search.own_thread import NotEnded, promptly

OFTEN = 100
"""The first questions to a puzzle, of which each is checked, ..."""
RARELY = 50
"""... and the interval at which later ones are."""


def checked_puzzle(puzzle: Puzzle[S, A]) -> Puzzle[S, A]:
    """The same puzzle; raises `FaultyCode` for a state that cannot be hashed, or a bad cost.

    Also for a state that is changed in place, and for moves that lead elsewhere when they are made
    once more. That is looked for in a sample of the questions.
    """
    checked = copy.copy(puzzle)
    asked = count()

    def is_sample() -> bool:
        number = next(asked)
        return number < OFTEN or number % RARELY == 0

    def listed(state: S) -> list[Step[A, S]]:
        try:
            return list(puzzle.successors(state))
        except TypeError as error:
            raise _misfit(puzzle, state, error) or error from error

    def successors(state: S) -> Sequence[Step[A, S]]:
        before = _Snapshot(state) if is_sample() else None
        steps = listed(state)
        for step in steps:
            if not isinstance(step, tuple | list) or len(step) != 3:
                raise FaultyCode(
                    f"`successors` returned {str(step)[:60]!r}, which is not (action, state, cost)",
                    shown=f"in the position:\n{board(puzzle, state)}",
                )
            action, after, cost = step
            check_cost(puzzle, state, action, cost)
            check_state(puzzle, after, f"after {action} ")
        if before is not None:
            before.compare(puzzle, state)
            _compare(puzzle, state, steps, listed(state))
        return steps

    def apply(state: S, action: A) -> S:
        before = _Snapshot(state) if is_sample() else None
        after = puzzle.apply(state, action)
        if before is not None:
            before.compare(puzzle, state)
        return after

    check_state(puzzle, puzzle.initial, "at the start ")
    vars(checked).update(successors=successors, apply=apply)
    return checked


class _Snapshot(Generic[S]):
    """A state as it is now, to find out later whether it has been changed."""

    def __init__(self, state: S) -> None:
        self._copy = _copy_that_is_equal(state)
        self._written = None if self._copy is not None else _written(state)

    def compare(self, puzzle: Puzzle[S, A], state: S) -> None:
        """Raise `FaultyCode` if the state is no longer what it was."""
        is_kept = (
            _written(state) == self._written
            if self._copy is None
            else _is_equal(self._copy[0], state)
        )
        if not is_kept:
            raise FaultyCode(
                "a move changed the state that it was made in",
                shown=f"the state afterwards:\n{board(puzzle, state)}",
                hint="`actions`, `apply` and `cost` leave the state alone; `apply` returns a new "
                "one",
            )


def _compare(
    puzzle: Puzzle[S, A], state: S, first: Sequence[Step[A, S]], again: Sequence[Step[A, S]]
) -> None:
    """Raise `FaultyCode` if a state was not followed by the same when it was asked again."""
    told = ""
    if len(first) != len(again):
        told = f"first {len(first)} moves, then {len(again)}"
    for (action, one, cost), (_, other, price) in zip(first, again, strict=False):
        if cost != price:
            told = told or f"{action} first costs {cost}, then {price}"
        is_same = _is_equal(one, other) or _is_equal(puzzle.key(one), puzzle.key(other))
        if not is_same and _copy_that_is_equal(one) is not None:
            told = told or f"{action} leads to one state, then to another"
    if told:
        raise FaultyCode(
            f"the puzzle contradicts itself: {told}",
            shown=f"in the position:\n{board(puzzle, state)}",
            hint="`actions`, `apply` and `cost` depend on the state alone",
        )


def _copy_that_is_equal(value: S) -> tuple[S] | None:
    """A copy in depth; None of what has no copy, or is equal only to itself."""
    try:
        copied = copy.deepcopy(value)
    except Exception:  # whatever a class of a user raises
        return None
    return (copied,) if _is_equal(copied, value) else None


def _is_equal(one: object, other: object) -> bool:
    try:
        return bool(one == other)
    except Exception:  # such as for arrays
        return False


def _written(state: object) -> bytes | str:
    """All that a state consists of."""
    try:
        return pickle.dumps(state)
    except Exception:  # a class inside a function, for one
        return repr((state, getattr(state, "__dict__", None)))


def has_own_key(puzzle: Puzzle[Any, Any]) -> bool:
    """Does a user say which states are the same?"""
    return type(puzzle).key is not Puzzle.key and "key" not in vars(puzzle)


def by_value(puzzle: Puzzle[S, A]) -> Puzzle[S, A]:
    """The same puzzle, in which only equal states are the same, whatever its `key` says."""
    plainly = copy.copy(puzzle)
    vars(plainly)["key"] = _value
    return plainly


def _value(state: Any) -> Any:
    try:
        hash(state)
    except TypeError:
        return _written(state)
    return state


def _misfit(puzzle: Puzzle[S, A], state: S, error: TypeError) -> FaultyCode | None:
    """What a puzzle returns that is of the wrong kind; None if the error is in its own code."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    ours = (Puzzle.successors.__code__.co_filename, __file__)
    if trace is None or trace.tb_frame.f_code.co_filename not in ours:
        return None
    return FaultyCode(
        f"the actions here cannot be listed: {error}",
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
    if puzzle.unit_cost and cost != 1:
        raise FaultyCode(
            f"{action} costs {cost!r}, but the puzzle says that every move costs 1",
            shown=f"in the position:\n{board(puzzle, state)}",
            hint="set `unit_cost = False`",
        )


def check_expansion(name: str, expansion: object) -> None:
    """Raise `FaultyCode` if what the search of this name has yielded is no expansion."""
    problem = ""
    if not isinstance(expansion, Expansion):
        problem = f"{str(expansion)[:60]!r}, which is not an expansion"
    elif not isinstance(expansion.node, Node):
        problem = f"an expansion of {str(expansion.node)[:60]!r}, which is not an unriddle.Node"
    elif not isinstance(expansion.successors, Sequence):
        problem = f"{str(expansion.successors)[:60]!r} as successors, which is not a list of them"
    elif not isinstance(expansion.frontier, int):
        problem = f"{str(expansion.frontier)[:60]!r} as the frontier, which is not a number"
    elif odd := [one for one in expansion.successors if not _is_step(one)]:
        problem = f"the successor {str(odd[0])[:60]!r}, which is not (action, state, cost)"
    elif not isinstance(expansion.kept, Sequence | None) or not all(
        isinstance(one, Node) for one in expansion.kept or ()
    ):
        problem = f"{str(expansion.kept)[:60]!r} as kept, which is not a list of unriddle.Node"
    if problem:
        raise FaultyCode(
            f"{name} yielded {problem}",
            hint="yield unriddle.Expansion(node, puzzle.successors(node.state), frontier)",
        )


def _is_step(given: object) -> bool:
    return isinstance(given, tuple | list) and len(given) == 3 and _is_number(given[2])


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
            if not _is_number(value) or not value >= 0 or _is_too_large(value):
                raise FaultyCode(
                    f"the heuristic returned {str(value)[:60]!r} ({type(value).__name__})",
                    shown=f"for the position:\n{board(puzzle, state)}",
                    hint="return a number, zero or more, or math.inf where no plan is left",
                )
            number: float = value
            return number

        return checked

    return Heuristic.prepared(
        prepare, admissible=heuristic.admissible, consistent=heuristic.consistent
    )


RULES: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("actions", "tries", "successors"), list),  # a generator may have no end either
    **dict.fromkeys(("apply", "is_goal", "cost", "step", "events", "counts"), lambda said: said),
    "draw": as_drawing,
}
"""What a screen asks a puzzle, and how the answer is taken."""
PATIENCE = 3.0
"""Seconds for the answer to a player, ..."""
IMPATIENCE = 0.2
"""... and for a puzzle that has once not given it."""


def watched_puzzle(puzzle: Puzzle[S, A]) -> Puzzle[S, A]:
    """The same puzzle for a screen, which must live on, whatever the rules of a user do.

    A question to them that does not end is a `NotEnded`; what would end the program is a
    `FaultyCode`; other exceptions are raised as they are.
    """
    if "_is_watched" in vars(puzzle):
        return puzzle
    watched = copy.copy(puzzle)
    patience = PATIENCE

    def ask(name: str, *given: Any) -> Any:
        nonlocal patience

        def answer() -> Any:
            said = getattr(puzzle, name)(*given)
            try:
                return RULES[name](said)
            except TypeError as error:
                raise _misfit(puzzle, given[0], error) or error from error

        try:
            return promptly(answer, f"`{name}` of {type(puzzle).__name__}", patience)
        except NotEnded:
            patience = IMPATIENCE
            raise

    vars(watched).update({name: partial(ask, name) for name in RULES}, _is_watched=True)
    return watched


def board(puzzle: Puzzle[S, A], state: S) -> str:
    """A state as the puzzle draws it, as text; one that it cannot draw as Python writes it."""
    try:
        return text_of(watched_puzzle(puzzle), state)
    except Exception:  # the caller says what is wrong with the state
        return repr(state)


def _is_number(value: object) -> bool:
    return isinstance(value, Real)


def _is_too_large(value: Any) -> bool:
    """Can it not be reckoned with?"""
    try:
        float(value)
    except OverflowError:
        return True
    return False

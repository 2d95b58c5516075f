"""Results that rest on a user's code, looked at once more: nothing of them is believed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from unriddle.catalog import entry_of
from unriddle.catalog.own import is_own
from unriddle.core import A, BadInput, FaultyCode, Limits, Puzzle, Result, Run, S, Status
from unriddle.search.own_checks import by_value, has_own_key

Start = Callable[..., Run[Any]]
"""`solving.start`, which is above this module."""

MOMENT = Limits(seconds=1.0, nodes=100_000, mebibytes=512)
"""What a look may take at whether a user's code is right that calls a plan optimal, or a level
unsolvable."""


def confirmed(
    puzzle: Puzzle[S, A], result: Result[A], name: str, start: Start, *, claims: bool, hint: str
) -> Result[A]:
    """The result, compared with what our own solvers find in a moment; raises `FaultyCode`.

    Nothing of it is believed: a plan is optimal, or a puzzle unsolvable, only if they say so too,
    or if the judge has accepted a proof. Else the plan is a plan, and the search gave up.
    """
    is_unsolvable = result.status is Status.UNSOLVABLE
    is_optimal = result.cost is not None and (claims or result.optimal)
    if not (is_unsolvable and not result.checked) and not is_optimal:
        return key_confirmed(puzzle, result, start) if is_unsolvable else result
    solver = "ucs" if is_own(entry_of(puzzle)) else None  # nothing of the user's is relied on
    try:
        ours: Result[A] | None = start(puzzle, solver, limits=MOMENT).result()
    except BadInput:  # no solver takes a level of this size
        ours = None
    if is_unsolvable:
        if ours is not None and ours.cost is not None:
            raise FaultyCode(
                f"{name} said unsolvable, but there is a plan of cost {ours.cost}: "
                f"{str(ours.plan)[:400]}",
                hint=hint,
            )
        if ours is not None and ours.status is Status.UNSOLVABLE:
            return replace(result, checked=ours.checked, proof=ours.proof or result.proof)
        return replace(result, status=Status.GAVE_UP, proof=None)
    if ours is None or result.cost is None:
        return replace(result, optimal=False)
    if ours.cost is not None and ours.cost < result.cost:
        raise FaultyCode(
            f"{name} calls a plan optimal that costs {result.cost}; there is one of cost "
            f"{ours.cost}: {str(ours.plan)[:400]}",
            hint=hint,
        )
    least = ours.cost if ours.optimal else ours.stats.lower
    return replace(result, optimal=least == result.cost)


def key_confirmed(puzzle: Puzzle[S, A], result: Result[A], start: Start) -> Result[A]:
    """The same result of a search that left out the states that a user's `key` calls the same.

    Raises `FaultyCode` if a moment's search that leaves out none but equal ones finds more.
    """
    is_strong = result.optimal or result.status is Status.UNSOLVABLE
    if not (is_strong and is_own(entry_of(puzzle)) and has_own_key(puzzle)):
        return result
    ours = start(by_value(puzzle), "ucs", limits=MOMENT).result()
    if ours.cost is not None and (result.cost is None or ours.cost < result.cost):
        said = "no plan" if result.cost is None else f"none below cost {result.cost}"
        raise FaultyCode(
            f"the `key` of the puzzle calls different states the same: with it there is {said}, "
            f"but there is one of cost {ours.cost}: {str(ours.plan)[:400]}",
            hint="states with the same key can be solved by plans of the same cost",
        )
    return result

"""Estimates of what it still costs to reach the goal."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from functools import wraps
from typing import Any, Generic, SupportsIndex, TypeAlias, TypeVar

from unriddle.core.puzzle import S

T = TypeVar("T")
P = TypeVar("P")


Steps: TypeAlias = Generator[None, None, T]
"""Work that takes long, in steps of some milliseconds, between which its driver may stop."""


def finish(steps: Steps[T]) -> T:
    """What the steps come to, all of them at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: T = end.value
            return value


class Heuristic(Generic[S]):
    """An estimate of what it still costs to reach the goal.

    `estimate` may return `math.inf` only where the goal is proved to be out of reach, so that
    every search may drop such a state, and running out of states is still a proof.
    """

    admissible: bool
    """True only if `estimate` never exceeds the true cost under the rules of this instance."""

    consistent: bool
    """True only if no step lowers `estimate` by more than it costs."""

    def __init__(
        self, estimate: Callable[[S], float], *, admissible: bool, consistent: bool = False
    ) -> None:
        self._estimate: Callable[[S], float] | None = estimate
        self._prepare: Callable[[], Steps[Callable[[S], float]]] | None = None
        self._made_by: tuple[object, ...] | None = None
        self.admissible = admissible
        self.consistent = consistent

    @classmethod
    def prepared(
        cls,
        prepare: Callable[[], Steps[Callable[[S], float]]],
        *,
        admissible: bool,
        consistent: bool = False,
    ) -> Heuristic[S]:
        """A heuristic that needs tables: they are made when the estimate is first asked for.

        `prepare` yields often while it makes them, so that limits hold meanwhile, and returns the
        function from states to estimates.
        """
        heuristic = cls(_unprepared, admissible=admissible, consistent=consistent)
        heuristic._estimate = None
        heuristic._prepare = prepare
        return heuristic

    def __repr__(self) -> str:
        claims = ("" if self.admissible else "not ") + "admissible"
        return f"<Heuristic, {claims}{', consistent' if self.consistent else ''}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """One that a function of this package made is made again, the others are taken along."""
        return self._made_by or super().__reduce_ex__(protocol)

    def preparing(self) -> Steps[Callable[[S], float]]:
        """Make what the estimate needs, step by step, if it is not there yet; returns it."""
        if self._estimate is None:
            assert self._prepare is not None
            self._estimate = yield from self._prepare()
        return self._estimate

    @property
    def estimate(self) -> Callable[[S], float]:
        """The function from states to estimates."""
        return finish(self.preparing())


def _unprepared(state: object) -> float:
    return math.nan


def pickles(make: Callable[[P], Heuristic[S]]) -> Callable[[P], Heuristic[S]]:
    """What makes heuristics, such that they can be pickled: they are made again from the puzzle."""

    @wraps(make)
    def remembered(puzzle: P) -> Heuristic[S]:
        heuristic = make(puzzle)
        heuristic._made_by = (remembered, (puzzle,))
        return heuristic

    return remembered

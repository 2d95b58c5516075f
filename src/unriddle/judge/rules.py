"""What the judge asks of the rules of a puzzle; one class for each form of certificates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeAlias

Spend: TypeAlias = Callable[[], None]
"""Is called for every position that is looked at, and ends the judgement when it is enough."""


class Rules(ABC):
    """The rules of one puzzle."""

    start: Any

    @abstractmethod
    def is_goal(self, state: Any) -> bool:
        """Is it solved?"""

    def key(self, state: Any) -> Hashable:
        """The same for states that do not differ in what matters: a state in normal form itself."""
        hashable: Hashable = state
        return hashable

    @abstractmethod
    def successors(self, state: Any) -> Iterable[tuple[int, Any]]:
        """Every legal move, as a number, with what follows."""

    @abstractmethod
    def after(self, state: Any, move: int) -> Any | None:
        """What follows from one move; None if it is not legal."""

    @abstractmethod
    def describe(self) -> str:
        """The start and what matters of the rules, in one text."""

    def cover(self, state: Any) -> int | None:
        """The number of the first claim that speaks of this state; None if there is none."""
        return None

    def objection(self, number: int, spend: Spend) -> str:
        """Why the claim with this number does not hold; empty if it does."""
        raise NotImplementedError("there are no claims about this puzzle")

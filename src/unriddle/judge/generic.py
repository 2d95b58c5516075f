"""Any puzzle, by its own Python rules; K holds every state that can be reached."""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from unriddle.core import LosingMove, Puzzle
from unriddle.judge.rules import Rules

_NAMES = frozenset({"title", "author", "passcode", "number"})
"""Fields that say what a level is called, not what it is."""


class Actions(Rules):
    """The rules of a puzzle as the judge asks for them."""

    def __init__(self, puzzle: Puzzle[Any, Any]) -> None:
        self._puzzle = puzzle
        self.start = puzzle.initial

    def is_goal(self, state: Any) -> bool:
        """Is it solved?"""
        return self._puzzle.is_goal(state)

    def key(self, state: Any) -> Hashable:
        """What is the same for equivalent states: what the puzzle says."""
        return self._puzzle.key(state)

    def successors(self, state: Any) -> Iterator[tuple[int, Any]]:
        """What follows, with the number of the action among those that do not lose.

        `tries` and `apply` define what is legal; what `successors` of the puzzle says, which
        searches use, is not asked.
        """
        number = 0
        for action in self._puzzle.tries(state):
            try:
                after = self._puzzle.apply(state, action)
            except LosingMove:
                continue
            yield number, after
            number += 1

    def after(self, state: Any, move: int) -> Any | None:
        """The state after the action with this number; None if there is no such action."""
        return next((after for number, after in self.successors(state) if number == move), None)

    def describe(self) -> str:
        """The start and the rules in one text, from the fields of dataclasses."""
        puzzle = self._puzzle
        known = [getattr(puzzle, word, None) for word in ("level", "rules")]
        return _text([type(puzzle).__name__, puzzle.initial, *filter(is_dataclass, known)])


def _text(value: object) -> str:
    """A value as text that is the same in every process: sets have no order of their own."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, (set, frozenset)):
        return f"{{{' '.join(sorted(map(_text, value)))}}}"
    if isinstance(value, (tuple, list)):
        return f"({' '.join(map(_text, value))})"
    if is_dataclass(value):
        said = [
            f"{field.name}={_text(getattr(value, field.name))}"
            for field in fields(value)
            if field.name not in _NAMES
        ]
        return f"{type(value).__name__}({' '.join(said)})"
    return repr(value)

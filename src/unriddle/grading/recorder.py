"""A puzzle that notices what a search asks of it.

To ask what follows a state is to expand it, whether by `successors`, by `actions`, or by trying
moves with `apply` and `step`. The same is counted of the reference, so that both counts mean the
same for every kind of search.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from itertools import count
from typing import Any

from unriddle.core import OnBoard, Puzzle, Step

MOST_STATES = 20_000
"""How many states that could be changed are remembered as they were."""


class LimitReached(SystemExit):
    """Ends a search that has expanded as many states as it may."""


class Recorder:
    """Counts what is asked of `puzzle`, which is handed out as another object that looks alike."""

    def __init__(self, puzzle: Puzzle[Any, Any], *, nodes: int, trace: int = 0) -> None:
        self._nodes = nodes
        self._trace_length = trace
        self.asked = 0
        """How many states were expanded."""
        self.counter = count()
        """The same, which only this module can set back."""
        self.trace: list[str] = []
        """The first of them, in order, as text."""
        self.over = False
        """Were there too many?"""
        self._last: object = None
        """The state that was expanded last: to try its moves is no new expansion."""
        self._handed_out: list[tuple[Any, bytes]] | None = (
            None if is_immutable(puzzle.initial) else []
        )
        self.puzzle = self._recorded(puzzle)
        self._as_given = dict(vars(self.puzzle))
        self._remember(puzzle.initial)

    def changed_part(self) -> str:
        """What of the puzzle that was handed out is not what it was; empty if all is."""
        now = vars(self.puzzle)
        for name, value in self._as_given.items():
            if now.get(name) is not value:
                return name
        shadowed = (
            name
            for name, value in now.items()
            if name not in self._as_given and callable(value) and hasattr(type(self.puzzle), name)
        )
        return next(shadowed, "")

    def changed_state(self) -> str:
        """A state that is not what it was when it was handed out, as text; empty if none is."""
        for state, before in self._handed_out or ():
            if pickle.dumps(state) != before:
                return f"{pickle.loads(before)} became {state}"
        return ""

    def _expand(self, state: Any) -> None:
        if self.asked >= self._nodes:
            self.over = True
            raise LimitReached
        self.asked += 1
        next(self.counter)
        self._last = state
        if len(self.trace) < self._trace_length:
            self.trace.append(self._text(state))

    def _text(self, state: Any) -> str:
        """As the puzzle writes it, also if the search has made the state itself."""
        kind: Any = type(self.puzzle.initial)
        is_plain = isinstance(self.puzzle.initial, OnBoard) and type(state) is kind.__base__
        return str(kind._make(state) if is_plain else state)

    def _remember(self, state: Any) -> None:
        if self._handed_out is not None and len(self._handed_out) < MOST_STATES:
            self._handed_out.append((state, pickle.dumps(state)))

    def _recorded(self, puzzle: Puzzle[Any, Any]) -> Puzzle[Any, Any]:
        recorded = copy.copy(puzzle)

        def successors(state: Any) -> Sequence[Step[Any, Any]]:
            self._expand(state)
            steps = list(puzzle.successors(state))
            if self._handed_out is not None:
                for _, after, _ in steps:
                    self._remember(after)
            return steps

        def actions(state: Any) -> Sequence[Any]:
            self._expand(state)
            return list(puzzle.actions(state))

        def step(state: Any, action: Any) -> tuple[Any, int]:
            if state is not self._last and state != self._last:
                self._expand(state)
            after, cost = puzzle.step(state, action)
            self._remember(after)
            return after, cost

        def apply(state: Any, action: Any) -> Any:
            return step(state, action)[0]

        vars(recorded).update(successors=successors, actions=actions, step=step, apply=apply)
        for name in ("cost", "is_goal", "key", "draw", "events"):  # what they ask is not counted
            vars(recorded)[name] = getattr(puzzle, name)
        return recorded


def is_immutable(value: object) -> bool:
    """Can nobody change it, nor what it is made of?"""
    if isinstance(value, tuple | frozenset):
        return all(map(is_immutable, value))
    return value is None or isinstance(value, int | float | str | bytes)

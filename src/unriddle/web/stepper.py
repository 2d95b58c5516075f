"""A stepper of a textbook search: where it has been and where it waits, step by step.

The search is the generator of the book itself, driven in small portions as the page asks. What its
heuristic has to prepare first is done in the same portions, so that no page waits for another.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Hashable
from inspect import isgeneratorfunction
from typing import Any

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, Status, Steps
from unriddle.search.node import Ending, Expansion, Node, Search
from unriddle.search.own_thread import OwnThread
from unriddle.solving import Choice, parse_plan
from unriddle.web import limits
from unriddle.web.game import new_bytes
from unriddle.web.scenes import Json, scene_of
from unriddle.web.scenes.scene import Place

_BYTES_OF_STATE = 500
"""Of a node of a search, and of what we remember of it, beside the state itself."""
PORTION = 0.05
"""Seconds of searching before the page hears of it."""


class _TooSlow(Exception):
    """An expansion takes longer than a search view may."""


class Stepper:
    """A search that waits for the page to ask for its next expansions."""

    def __init__(self, puzzle: AnyPuzzle, choice: Choice) -> None:
        self._puzzle = puzzle
        self._scene = scene_of(puzzle)
        search = choice.solver.search
        if search is None:
            raise BadInput(
                f"{choice.solver.name} is not a textbook search: the search view cannot show it"
            )
        if choice.solver.own and not isgeneratorfunction(search):
            raise BadInput(
                f"{choice.solver.name} returns a plan: the search view shows searches that yield "
                "their expansions"
            )
        self._own = choice.own
        self._steps = self._preparing(search, choice)
        self._search: Search[Any, Any] | None = None
        self._prepared_for = 0.0
        self._too_slow = False
        self._deadline = math.inf
        self._expanded: Counter[Place] = Counter()
        self._waiting: Counter[Place] = Counter()
        self._open: dict[Hashable, tuple[Place, ...]] = {}
        self._seen: set[Hashable] = set()
        self._node: Node[Any, Any] = Node(puzzle.initial)
        self._count = 0
        self._generated = 0
        self._bytes = 0
        self._frontier = 0
        self._ending: Node[Any, Any] | Ending | None = None

    def step(self, count: int) -> Json:
        """Expand up to `count` nodes, not longer than a moment, and say how it looks.

        As long as something is to be prepared, that is done instead.
        """
        started = time.monotonic()
        if self._search is None and not self._too_slow:
            self._prepare(started)
        now = time.monotonic()
        for _ in range(count):
            is_over = self._ending is not None or self._too_slow or self._is_full()
            if self._search is None or is_over or now - started > PORTION:
                break
            self._deadline = now + limits.STEPPER_EXPANDS
            try:
                expansion = self._next(self._search)
            except _TooSlow:
                self._too_slow = True
                break
            if not isinstance(expansion, Expansion):
                self._ending = self._ended_with(expansion)
                break
            self._note(expansion)
            now = time.monotonic()
        return self._report()

    def _next(self, search: Search[Any, Any]) -> Any:
        """The next expansion, or what the search returns; raises `_TooSlow`."""

        def advance() -> Any:
            try:
                return next(search)
            except StopIteration as end:
                return end.value

        if not self._own:
            return advance()
        thread = OwnThread(advance)  # code of a user may never come back
        thread.start()
        if thread.is_alive(limits.STEPPER_EXPANDS):
            thread.end()
            raise _TooSlow
        if thread.error is not None:
            raise thread.error
        return thread.value

    def _ended_with(self, found: Any) -> Node[Any, Any] | Ending:
        """What a search has returned; one that a user wrote may return a plan, or nothing."""
        if isinstance(found, Node | Ending):
            return found
        node: Node[Any, Any] = Node(self._puzzle.initial)
        plan = parse_plan(self._puzzle, found) if isinstance(found, str) else found or ()
        for action in plan:
            state, cost = self._puzzle.step(node.state, action)
            node = Node(state, node, action, node.cost + cost)
        return node if self._puzzle.is_goal(node.state) else Ending.STUCK

    def _preparing(
        self, search: Callable[..., Search[Any, Any]], choice: Choice
    ) -> Steps[Search[Any, Any]]:
        """The search, once its heuristic is ready."""
        if not choice.solver.informed:
            return search(self._puzzle, **choice.settings)
        estimate = yield from choice.maker(self._puzzle).preparing()

        def in_time(state: Any) -> float:
            if time.monotonic() > self._deadline:
                raise _TooSlow
            return estimate(state)

        return search(self._puzzle, in_time, **choice.settings)

    def _prepare(self, started: float) -> None:
        """Go on with the preparation for a moment; `_search` is there when it is done."""
        while time.monotonic() - started <= PORTION:
            try:
                next(self._steps)
            except StopIteration as end:
                self._search = end.value
                break
        self._prepared_for += time.monotonic() - started
        if self._search is None and self._prepared_for > limits.STEPPER_PREPARES:
            self._too_slow = True
            self._steps.close()

    def _note(self, expansion: Expansion[Any, Any]) -> None:
        node = expansion.node
        self._node = node
        self._count += 1
        self._generated += len(expansion.successors)
        self._frontier = expansion.frontier
        key = self._puzzle.key(node.state)
        self._seen.add(key)
        self._expanded.update(self._places(node.action, node.state))
        self._waiting.subtract(self._open.pop(key, ()))
        for action, state, _ in expansion.successors:
            after = self._puzzle.key(state)
            if after not in self._seen and after not in self._open:
                places = self._open[after] = self._places(action, state)
                self._waiting.update(places)
                self._bytes += _BYTES_OF_STATE + new_bytes(node.state, state)

    def _is_full(self) -> bool:
        return self._count >= limits.STEPPED or self._bytes > limits.STEPPER_BYTES

    def _places(self, action: Any, state: Any) -> tuple[Place, ...]:
        return tuple(self._scene.places(self._puzzle, action, state))

    def _report(self) -> Json:
        found = self._ending if isinstance(self._ending, Node) else None
        node = found or self._node
        plan = node.plan()
        return {
            "state": self._scene.state(self._puzzle, node.state),
            "depth": len(plan),
            "expanded": self._count,
            "generated": self._generated,
            "frontier": self._frontier,
            "heat": self._heat(),
            "status": self._status(),
            "preparing": self._search is None and not self._too_slow,
            "plan": [str(move) for move in plan] if found else None,
            "counts": self._puzzle.counts(plan, node.cost) if found else None,
        }

    def _heat(self) -> Json:
        """How often the search was at each place, and how much waits there, from 0 to 1."""
        expanded, waiting = _scaled(self._expanded), _scaled(self._waiting)
        squares = [
            [*place, expanded.get(place, 0), waiting.get(place, 0)]
            for place in sorted(expanded.keys() | waiting.keys(), key=str)
            if not isinstance(place, str)
        ]
        names = {place: value for place, value in expanded.items() if isinstance(place, str)}
        return {"cells": squares, "places": names}

    def _status(self) -> str:
        if isinstance(self._ending, Node):
            return Status.SOLVED
        if self._ending is not None:
            exhausted = self._ending is Ending.EXHAUSTED
            return Status.UNSOLVABLE if exhausted else Status.GAVE_UP
        if self._too_slow:
            return Status.OUT_OF_TIME
        if self._bytes > limits.STEPPER_BYTES:
            return Status.OUT_OF_MEMORY
        return Status.OUT_OF_NODES if self._count >= limits.STEPPED else ""


def _scaled(counts: Counter[Place]) -> dict[Place, float]:
    """Counts as shares of the largest, on a logarithmic scale; those of nothing are left out."""
    most = max(counts.values(), default=0)
    return {
        place: round(math.log1p(count) / math.log1p(most), 3)
        for place, count in counts.items()
        if count > 0
    }

"""What no player sees: can the position still be solved, how far is it, what is the best action?

Nothing is claimed that is not proved. `solvable` is told only if a plan was replayed, or if a judge
has accepted a proof that there is none. `distance` is what the cheapest plan costs that is known,
and `proved` says whether there is none cheaper. What is not known is left out.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any, Protocol

from unriddle.bloxorz_analysis import analyse
from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.core import Limits, Status
from unriddle.envs.kind import Kind, Scene
from unriddle.play import starting_from
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.solving import start_default

PATIENCE = 1.0
"""Seconds that a position may take unless told otherwise."""
MOST_KEPT = 1_000_000
"""Positions that an oracle remembers of one level."""


class Oracle(Protocol):
    """What is known about the positions of one puzzle."""

    def info(self, scene: Scene, state: Any) -> dict[str, Any]:
        """What is known about a position, as entries of `info`."""


@singledispatch
def oracle_for(puzzle: AnyPuzzle, kind: Kind, seconds: float) -> Oracle:
    """The oracle of a puzzle; `seconds` is what one position may take."""
    return PlanOracle(puzzle, seconds, improve=seconds if kind.proves else 0.0)


@oracle_for.register
def _(puzzle: Bloxorz, kind: Kind, seconds: float) -> Oracle:
    table = TableOracle(puzzle, seconds)
    if table.complete:
        return table
    return PlanOracle(puzzle, seconds, improve=seconds if kind.proves else 0.0)


class TableOracle:
    """All states of a Bloxorz stage, explored once."""

    def __init__(self, puzzle: Bloxorz, seconds: float) -> None:
        self._analysis = analyse(puzzle, seconds)
        self._known: dict[Any, dict[str, Any]] = {}

    @property
    def complete(self) -> bool:
        """Were all states seen in time?"""
        return self._analysis.complete

    def info(self, scene: Scene, state: Any) -> dict[str, Any]:
        """Always all of it: every state is known."""
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._looked_up(scene, state)
        return known

    def _looked_up(self, scene: Scene, state: Any) -> dict[str, Any]:
        distance = self._analysis.distance(state)
        if distance is None:
            return {"solvable": False}
        known = {"solvable": True, "distance": distance, "proved": True}
        for move in self._analysis.best_moves(state)[:1]:
            known["expert_action"] = scene.number(state, move)
        return known


class PlanOracle:
    """The positions of plans: what is left of an optimal plan is optimal as well."""

    def __init__(self, puzzle: AnyPuzzle, seconds: float, *, improve: float) -> None:
        self._puzzle = puzzle
        self._limits = Limits(seconds=seconds, mebibytes=512)
        self._improve = improve
        self._known: dict[Any, dict[str, Any]] = {}

    def info(self, scene: Scene, state: Any) -> dict[str, Any]:
        """From a plan that comes through here, or from a new one."""
        if state not in self._known:
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            self._ask(scene, state)
        return self._known[state]

    def _ask(self, scene: Scene, state: Any) -> None:
        puzzle = starting_from(self._puzzle, state)
        entry = entry_of(puzzle)
        deadlock = entry.find_deadlock(puzzle, state) if entry else None
        if deadlock is not None and deadlock.checked:
            self._known[state] = {"solvable": False}
            return
        result = start_default(puzzle, self._limits, improve=self._improve).result()
        if result.plan is None or result.cost is None:
            lost = result.status is Status.UNSOLVABLE and result.checked
            self._known[state] = {"solvable": False} if lost else {}
            return
        left = result.cost
        for move in result.plan:
            self._learn(scene, state, left, result.optimal, move)
            state, cost = puzzle.step(state, move)
            left -= cost
        self._learn(scene, state, left, result.optimal, None)

    def _learn(self, scene: Scene, state: Any, distance: int, proved: bool, move: Any) -> None:
        before = self._known.get(state, {})
        if "distance" in before and (before["proved"] or before["distance"] <= distance):
            if proved and before["distance"] == distance:
                before["proved"] = True
            return
        self._known[state] = {"solvable": True, "distance": distance, "proved": proved}
        if move is not None:
            self._known[state]["expert_action"] = scene.number(state, move)

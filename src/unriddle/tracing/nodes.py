"""The nodes that a trace has told of: their records, their ways, and their boards once more."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from typing import Any

from unriddle.catalog import AnyPuzzle, PuzzleEntry, drawing_of
from unriddle.core import BadInput, plain
from unriddle.search.node import Node
from unriddle.tracing.reading import Json, Own, Reading, short

ROOT = -1
"""The parent of a node that has none."""


class TracedNodes:
    """Nodes by number: of each its parent and the action that led to it, not its state.

    `boards` puts a drawing into every record.
    """

    def __init__(
        self, puzzle: AnyPuzzle, entry: PuzzleEntry | None, reading: Reading, *, boards: bool
    ) -> None:
        self.puzzle = puzzle
        self.reading = reading
        self._places = entry.places if entry else None
        self._boards = boards
        self.parents = array("q")
        self._actions: list[Any] = []
        self.latest: dict[Hashable, int] = {}
        """The number of the node by which each state was reached last."""
        self.numbers: dict[Node[Any, Any], int] = {}
        """Of the nodes that wait, or of all."""
        self.estimate: Callable[[Any], float] | None = None
        """The heuristic, once it is prepared."""
        self._reckoned: dict[int, float] = {}
        """The estimates of the nodes that wait, where there are any."""
        self.reckoned_here: float | None = None
        """The estimate of the node that is expanded."""

    def __len__(self) -> int:
        return len(self._actions)

    def introduce(
        self,
        parent: int,
        action: Any,
        state: Any,
        there: Hashable,
        g: int,
        h: float | None,
        turn: int | None = None,
        move: str | None = None,
    ) -> Json:
        """The record of a new node; with a `turn`, of one that waits.

        `move` is the action in words, if the caller has them.
        """
        number = len(self._actions)
        self.parents.append(parent)
        self._actions.append(action)
        self.latest[there] = number
        record: Json = {
            "id": number,
            "parent": None if parent == ROOT else parent,
            "move": move if move or action is None else str(action),
            "g": g,
        }
        f = self.reading.f(g, h)
        if h is not None:
            record["h"] = short(h)
        if f is not None:
            record["f"] = short(f)
        if turn is not None:
            key = self.reading.key(turn, h, f)
            if key:
                record["key"] = [short(part) for part in key]
        if self._places is not None:
            places = self._places(self.puzzle, state)
            if places:
                record["places"] = places
        if self._boards:
            record["board"] = plain(drawing_of(self.puzzle, state)).splitlines()
        return record

    def number_of(self, node: Node[Any, Any], line: Json, *, first: bool) -> int:
        """The number of the node that is expanded; who sees it first introduces it."""
        known = (self.numbers.get if self.reading.keeps else self.numbers.pop)(node, None)
        if known is None and first and node.parent is None:
            known = 0
            if self.reading.keeps:
                self.numbers[node] = 0
        if known is None:
            known = self._awaited(node)
        if known is None:
            line["added"] = self._add(node)
            known = int(line["added"]["id"])
        self.reckoned_here = self._reckoned.pop(known, None)
        return known

    def _awaited(self, node: Node[Any, Any]) -> int | None:
        """The node of a search that does not say what it keeps: told as a successor before."""
        if not isinstance(self.reading, Own) or node.parent is None:
            return None
        parent = self.numbers.get(node.parent)
        number = self.latest.get(self.puzzle.key(node.state))
        if parent is None or number is None or self.parents[number] != parent:
            return None
        self.numbers[node] = number
        return number

    def _add(self, node: Node[Any, Any]) -> Json:
        """The record of a node that no line has introduced."""
        h = None
        if node.parent is None and self.estimate is not None:
            h = self.estimate(node.state)
        parent = ROOT if node.parent is None else self.numbers.get(node.parent, ROOT)
        there = self.puzzle.key(node.state)
        record = self.introduce(parent, node.action, node.state, there, node.cost, h)
        if self.reading.keeps:
            self.numbers[node] = record["id"]
        self.reckon(record["id"], h)
        return record

    def way_added(self, goal: Node[Any, Any]) -> list[Json]:
        """The records of the nodes on the way to the goal that no line has introduced."""
        missing: list[Node[Any, Any]] = []
        node = goal
        while node.parent is not None and node not in self.numbers:
            missing.append(node)
            node = node.parent
        if node.parent is None:
            self.numbers.setdefault(node, 0)
        added = []
        for one in reversed(missing):
            added.append(self._add(one))
            self.numbers[one] = added[-1]["id"]
        if added:
            added[-1]["goal"] = True
        return added

    def reckon(self, number: int, h: float | None) -> None:
        """Remember the estimate of a node that waits, where its expansion is told with it."""
        if h is not None and self.reading.order == "single":
            self._reckoned[number] = h

    def way_to(self, number: int) -> list[Any]:
        """The actions from the start to a node; raises `BadInput` if there is none."""
        if not 0 <= number < len(self._actions):
            raise BadInput(f"there is no node {number}", hint=f"there are {len(self._actions)}")
        actions = []
        while (parent := self.parents[number]) != ROOT:
            actions.append(self._actions[number])
            number = parent
        actions.reverse()
        return actions

    def state_of(self, number: int) -> Any:
        """The state of a node, found again by the rules."""
        state = self.puzzle.initial
        for action in self.way_to(number):
            state = self.puzzle.apply(state, action)
        return state

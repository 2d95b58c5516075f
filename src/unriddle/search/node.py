"""What the textbook searches are made of: nodes, expansions, and how a search can end."""

from __future__ import annotations

import enum
from collections.abc import Callable, Generator, Sequence
from typing import Generic, NamedTuple, TypeAlias

from unriddle.core import A, S, Step


class Node(Generic[S, A]):
    """A state, and the way by which a search came to it."""

    __slots__ = ("action", "cost", "parent", "state")

    def __init__(
        self,
        state: S,
        parent: Node[S, A] | None = None,
        action: A | None = None,
        cost: int = 0,
    ) -> None:
        self.state = state
        self.parent = parent
        self.action = action
        self.cost = cost
        """What the way from the initial state to here costs."""

    def __repr__(self) -> str:
        return f"Node({self.state!r}, cost={self.cost})"

    def plan(self) -> tuple[A, ...]:
        """The actions from the initial state to this node."""
        actions: list[A] = []
        node = self
        while node.parent is not None and node.action is not None:
            actions.append(node.action)
            node = node.parent
        return tuple(reversed(actions))


class Expansion(NamedTuple, Generic[S, A]):
    """One step of a search: a node whose successors were looked at."""

    node: Node[S, A]
    successors: Sequence[Step[A, S]]
    """All that was generated in this step, also what was already known."""
    frontier: int
    """How many nodes wait to be expanded now."""
    kept: Sequence[Node[S, A]] | None = None
    """The nodes among the successors that the search goes on with, in the order in which they
    joined its frontier, or the goal that ends it; None if a search does not say."""


class Ending(enum.Enum):
    """How a search ends that finds no goal."""

    EXHAUSTED = "every reachable state was seen"
    STUCK = "some states were left out on purpose"


Search: TypeAlias = Generator[Expansion[S, A], None, Node[S, A] | Ending]
"""A search yields each expansion and returns the goal node, or how it ended without one.

It never looks at a clock, a counter or a screen: its driver does.
"""

Estimate: TypeAlias = Callable[[S], float]
"""The estimate of a `Heuristic`; infinity drops the state (see `core.Heuristic`)."""

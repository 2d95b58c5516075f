"""The rules of one instance, and states that know them."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from unriddle.core.drawing import Drawing, as_drawing, plain

if TYPE_CHECKING:  # of a level that is only named, a checker of types knows neither
    import typing_extensions

    S = typing_extensions.TypeVar("S", bound=Hashable, default=Any)
    A = typing_extensions.TypeVar("A", default=Any)
else:
    S = TypeVar("S", bound=Hashable)
    """A state: an immutable value."""
    A = TypeVar("A")
    """An action: an immutable value whose `str` is the notation that people use."""

Step: TypeAlias = tuple[A, S, int]
"""One way out of a state: the action, the state it leads to, and what it costs."""


class Puzzle(ABC, Generic[S, A]):
    """The rules of one instance: where it starts, what is legal, and when it is solved.

    Write `initial`, `actions`, `apply` and `is_goal`, and every search can solve it. The other
    methods have defaults; a puzzle overrides them to be faster or to say more, never to say
    something else.
    """

    initial: S
    """The state the puzzle starts from."""
    name: str = ""
    """The id it was loaded by, such as `sokoban/uit/5`, or where it was read."""
    title: str = ""
    """What people call it."""
    unit_cost: bool = True
    """True when every action of this instance costs exactly 1; a class with a `cost` of its own
    has to say so."""
    cost_unit: str = "move"
    """What the cost counts: one `move`, several `moves`; a class with a `cost` of its own that
    does not say counts a `point`, several `points`."""
    event_names: tuple[str, ...] = ()
    """The noteworthy things that `events` may report, in the order in which they are scored."""

    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__(**keywords)
        if "cost" in vars(cls):
            if "unit_cost" not in vars(cls):
                cls.unit_cost = False
            if "cost_unit" not in vars(cls) and not cls.unit_cost:
                cls.cost_unit = "point"

    def __repr__(self) -> str:
        """Its kind, its name, how large it is, and the board below."""
        about = ": ".join(part for part in (self.name, self.size) if part)
        board = f"\n{self}" if hasattr(self, "initial") else ""
        return f"<{type(self).__name__}{f' {about}' if about else ''}>{board}"

    def __str__(self) -> str:
        """The board as it is at the start."""
        return text_of(self, self.initial)

    def __eq__(self, other: object) -> bool:
        """Are both the same game, whatever they are called?"""
        if not isinstance(other, Puzzle) or type(self) is not type(other):
            return NotImplemented
        return self is other or self._content() == other._content()

    def __hash__(self) -> int:
        return hash((type(self), self.initial))

    def _content(self) -> dict[str, object]:
        """What makes it the game that it is: the start, the level and the rules, or else all that
        was set, but for names and what only it itself uses.
        """
        known = {"initial": self.initial, **vars(self)}
        if "level" in known:
            return {name: known.get(name) for name in ("initial", "level", "rules")}
        return {
            name: value
            for name, value in known.items()
            if name not in ("name", "title")
            and not name.startswith("_")
            and not isinstance(getattr(type(self), name, None), cached_property)
        }

    @property
    def size(self) -> str:
        """How large it is, in a few words; empty if it does not say."""
        return ""

    @abstractmethod
    def actions(self, state: S) -> Sequence[A]:
        """The legal actions, always in the same order."""

    @abstractmethod
    def apply(self, state: S, action: A) -> S:
        """The state after `action`; raises `IllegalMove` with the reason if it is not legal."""

    @abstractmethod
    def is_goal(self, state: S) -> bool:
        """Is the puzzle solved here?"""

    def cost(self, state: S, action: A) -> int:
        """What the legal `action` costs in `state`: a whole number, zero or more."""
        return 1

    def step(self, state: S, action: A) -> tuple[S, int]:
        """What `apply` and `cost` say, for a puzzle that finds out both at once."""
        return self.apply(state, action), self.cost(state, action)

    def successors(self, state: S) -> Sequence[Step[A, S]]:
        """Every legal action with its state and cost, in the order of `actions`."""
        return [(action, *self.step(state, action)) for action in self.actions(state)]

    def key(self, state: S) -> Hashable:
        """What identifies a state for a search.

        States with equal keys are both goals or neither, and their steps lead to the same keys at
        the same costs.
        """
        return state

    def other_counts(self, plan: Sequence[A], cost: int) -> dict[str, int]:
        """What people count in a plan besides its cost, by unit: `{"push": 12}`.

        The units are the same for every plan.
        """
        return {} if self.cost_unit == "move" else {"move": len(plan)}

    def counts(self, plan: Sequence[A], cost: int) -> dict[str, int]:
        """What is counted in a plan, by unit: its cost, which is minimised, then the rest."""
        return {self.cost_unit: cost, **self.other_counts(plan, cost)}

    def draw(self, state: S) -> str | Drawing:
        """A picture of a state: lines of text, or glyphs, which have colours."""
        return str(state)

    def tries(self, state: S) -> Sequence[A]:
        """What a player may attempt here: the legal actions and those that lose the game."""
        return self.actions(state)

    def events(self, before: S, after: S) -> Sequence[str]:
        """Which of `event_names` happened between two neighbouring states."""
        return ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: the board."""
        return shown_in_notebook(self)


class OnBoard:
    """What a state of a puzzle in the catalogue is too: it knows its puzzle.

    So a notebook shows the board. States are equal if their values are, wherever they are from.
    """

    __slots__ = ()
    puzzle: Puzzle[Any, Any]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {**shown_in_notebook(self.puzzle, state=self), "text/plain": repr(self)}

    def __copy__(self) -> OnBoard:
        return self

    def __deepcopy__(self, memo: object) -> OnBoard:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        kind: Any = type(self).__base__
        return on_board, (self.puzzle, kind._make(self))


def on_board(puzzle: Puzzle[S, A], state: S) -> S:
    """The same state, a named tuple, as one that knows its puzzle.

    That costs nothing but a class: a state that follows is of the class of the one before it.
    """
    kind: Any = type(state)
    about = {"__slots__": (), "__module__": kind.__module__, "puzzle": puzzle}
    known: Any = type(kind.__name__, (kind, OnBoard), about)
    made: S = known._make(state)
    return made


def label_of(puzzle: Puzzle[Any, Any]) -> str:
    """What to call a puzzle: its name, or that of its class if it has none."""
    return puzzle.name or type(puzzle).__name__


def starting_from(puzzle: Puzzle[S, A], state: S) -> Puzzle[S, A]:
    """The same puzzle, begun at another of its states."""
    moved = copy.copy(puzzle)
    moved.initial = state
    return moved


def text_of(puzzle: Puzzle[S, A], state: S) -> str:
    """A state as people read it: as the puzzle draws it, in plain text."""
    return plain(as_drawing(puzzle.draw(state)))


def shown_in_notebook(puzzle: Puzzle[S, A], **what: object) -> dict[str, str]:
    """What a notebook shows of a puzzle.

    By name, because pictures are made far above this module: they are loaded where one is asked
    for, and nowhere else.
    """
    shown: dict[str, str] = import_module("unriddle.pictures.view").view(puzzle, **what).bundle()
    return shown

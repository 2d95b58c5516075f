"""The rules of frogs and toads: each goes one way only, to a free stone or over one neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unriddle.core import IllegalMove, Puzzle
from unriddle.settings import Settings, setting

FROG, TOAD, FREE = "FT_"


@dataclass(frozen=True)
class Level:
    """A row of stones, such as `FF_TT`."""

    stones: str
    title: str = ""


@dataclass(frozen=True)
class Rules(Settings):
    """What can be chosen about the game."""

    leap: int = setting(1, "how many neighbours one may leap over", minimum=1, maximum=3)


@dataclass(frozen=True)
class State:
    """Who sits where."""

    stones: str


class Move(NamedTuple):
    """The frog or toad on a stone, counted from 1, goes."""

    stone: int

    def __str__(self) -> str:
        return str(self.stone)


class Frogs(Puzzle[State, Move]):
    """Frogs go right and toads go left until they have changed places."""

    def __init__(self, level: Level, rules: Rules | None = None, *, name: str = "") -> None:
        self.level = level
        self.rules = rules or Rules()
        self.name = name
        self.title = level.title
        self.initial = State(level.stones)
        self.goal = State(level.stones[::-1])

    def actions(self, state: State) -> Sequence[Move]:
        """Those who can go, from left to right."""
        moves = map(Move, range(1, len(state.stones) + 1))
        return [move for move in moves if self._target(state, move) is not None]

    def apply(self, state: State, action: Move) -> State:
        """The row after somebody has gone."""
        target = self._target(state, action)
        if target is None:
            raise IllegalMove(action, "nobody can go from there")
        stones = list(state.stones)
        stones[target], stones[action.stone - 1] = stones[action.stone - 1], FREE
        return State("".join(stones))

    def is_goal(self, state: State) -> bool:
        """Have all changed places?"""
        return state == self.goal

    def _target(self, state: State, move: Move) -> int | None:
        """Where the one on a stone goes, counted from 0; None if there is no way."""
        start = move.stone - 1
        if not 0 <= start < len(state.stones) or state.stones[start] == FREE:
            return None
        step = 1 if state.stones[start] == FROG else -1
        for distance in range(1, self.rules.leap + 2):
            target = start + step * distance
            if 0 <= target < len(state.stones) and state.stones[target] == FREE:
                return target
        return None

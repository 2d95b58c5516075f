"""What is asked of a generator, and what it gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, Result
from unriddle.generating.pulls import MOST_SQUARES
from unriddle.generating.rooms import is_too_large
from unriddle.rating.difficulty import difficulty_of, step_of
from unriddle.wording import counted


@dataclass(frozen=True)
class Wish:
    """What the levels should be like; what is None is left to the generator."""

    difficulty: str | None = None
    moves: tuple[int, int] | None = None
    """The least and the most moves of an optimal solution."""
    size: tuple[int, int] | None = None
    """Columns and rows of the frame, walls included."""
    boxes: int | None = None

    def __post_init__(self) -> None:
        if self.difficulty is not None:
            step_of(self.difficulty)
        if self.moves is not None and not 1 <= self.moves[0] <= self.moves[1]:
            least, most = self.moves
            raise BadInput(f"no optimum is in {least}-{most} moves", hint="ask for 40-60, say")

    def wider(self) -> Iterator[Wish]:
        """Itself, then the same with more and more other numbers of moves, if any are asked for."""
        yield self
        if self.moves is not None:
            least, most = self.moves
            for times in (2, 4, 8, 16):
                yield replace(self, moves=(max(1, least // times), most * times))

    def misses(self, made: Made) -> tuple[int, int]:
        """How far a level is from the wish: steps of difficulty, then moves; (0, 0) fulfils it."""
        steps = moves = 0
        if self.difficulty is not None:
            steps = abs(step_of(self.difficulty) - step_of(made.difficulty))
        if self.moves is not None:
            least, most = self.moves
            moves = max(least - made.optimum, made.optimum - most, 0)
        return steps, moves


class Candidate(NamedTuple):
    """A level that may fulfil a wish: solved, its plan replayed."""

    puzzle: AnyPuzzle
    result: Result[Any]
    """Of Sokoban and Bloxorz its plan is proved optimal."""
    expanded: int
    """By the search that measures the difficulty, or before a limit ended it."""


@dataclass(frozen=True)
class Made:
    """A level that was made: solved, its plan replayed."""

    kind: str
    """The name of the puzzle."""
    puzzle: AnyPuzzle
    result: Result[Any]
    """Of Sokoban and Bloxorz its plan is proved optimal."""
    expanded: int
    """By the search that measures the difficulty, or before a limit ended it."""
    seed: int
    number: int
    """Which level of this seed it is, from 1."""
    note: str = ""
    """What of the wish is not met, in words; empty if all is."""

    @property
    def optimum(self) -> int:
        """The cost of the plan: the optimum if `result.optimal`."""
        assert self.result.cost is not None
        return self.result.cost

    @property
    def difficulty(self) -> str:
        """One of `DIFFICULTIES`, by the expansions of the search that measures it."""
        return difficulty_of(self.kind, self.expanded)


def told(wish: Wish, made: Made) -> str:
    """What of the wish a level does not meet, in words."""
    steps, moves = wish.misses(made)
    parts = []
    large = ""
    if made.kind == "sokoban" and wish.size is not None and is_too_large(*wish.size):
        large = f"no floor has more than {MOST_SQUARES} squares, so it does not fill its frame"
    if moves and wish.moves is not None:
        parts.append(f"an optimum of {wish.moves[0]}-{wish.moves[1]} moves was asked for")
    if steps:
        parts.append(f"{wish.difficulty} was asked for")
    if not parts:
        return large
    found = f"{made.difficulty}, {counted(made.optimum, 'move')}"
    nearest = f"the nearest that was found is {found}: {' and '.join(parts)}"
    return f"{nearest}; {large}" if large else nearest

"""What is asked of a generator, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, Result
from unriddle.rating.difficulty import difficulty_of, step_of
from unriddle.search.rng import SplitMix64
from unriddle.wording import counted


@dataclass(frozen=True)
class Criteria:
    """What the levels should be like; what is None is left to the generator."""

    difficulty: str | None = None
    moves: tuple[int, int] | None = None
    """The least and the most moves of an optimal solution."""
    size: tuple[int, int] | None = None
    """The most columns and rows, walls included."""
    boxes: int | None = None

    def __post_init__(self) -> None:
        if self.difficulty is not None:
            step_of(self.difficulty)
        if self.moves is not None and not 1 <= self.moves[0] <= self.moves[1]:
            least, most = self.moves
            raise BadInput(
                f"{least}-{most} is not a range of moves", hint="ask for 40-60, for example"
            )

    def wider(self) -> Iterator[Criteria]:
        """Itself, then the same with more and more other numbers of moves, if any are asked for."""
        yield self
        if self.moves is not None:
            least, most = self.moves
            for times in (2, 4, 8, 16):
                yield replace(self, moves=(max(1, least // times), most * times))

    def misses(self, made: GeneratedLevel) -> tuple[int, int]:
        """How far a level is from them: steps of difficulty, then moves; (0, 0) meets them."""
        steps = moves = 0
        if self.difficulty is not None:
            steps = abs(step_of(self.difficulty) - step_of(made.difficulty))
        if self.moves is not None:
            least, most = self.moves
            moves = max(least - made.optimum, made.optimum - most, 0)
        return steps, moves


class Candidate(NamedTuple):
    """A level that may meet the criteria: solved, its plan replayed and proved optimal."""

    puzzle: AnyPuzzle
    result: Result[Any]
    expanded: int
    """By the search that measures the difficulty, or before a limit ended it."""


class Maker(NamedTuple):
    """How levels of one puzzle are made."""

    candidates: Callable[[Criteria, SplitMix64], Iterator[Candidate | None]]
    """Raises `BadInput` at once for what cannot be asked for."""
    tries: Callable[[Criteria], int]
    """How many candidates it may make for one level."""
    unused: tuple[str, ...] = ()
    """What cannot be asked of it."""
    if_none: str = "ask for other moves, or try another seed"
    """What to do where no level was found."""
    note: Callable[[Criteria], str] = lambda criteria: ""
    """Which criteria no level meets, in words."""
    has_longest: bool = False
    """Does `generate_longest` make them?"""


@dataclass(frozen=True)
class GeneratedLevel:
    """A level that was made: solved, its plan replayed and proved optimal."""

    kind: str
    """The name of the puzzle."""
    puzzle: AnyPuzzle
    result: Result[Any]
    expanded: int
    """By the search that measures the difficulty, or before a limit ended it."""
    seed: int
    number: int
    """Which level of this seed it is, from 1."""
    note: str = ""
    """Which criteria are not met, in words; empty if all are."""

    def __repr__(self) -> str:
        about = f"optimum={self.optimum}, difficulty={self.difficulty}, seed={self.seed}"
        return f"<GeneratedLevel {self.puzzle.name or self.kind}: {about}>\n{self.puzzle}"

    @property
    def optimum(self) -> int:
        """The cost of the plan, which is the least; of a deal in moves, moves home included."""
        assert self.result.cost is not None
        return self.result.cost

    @property
    def difficulty(self) -> str:
        """One of `DIFFICULTIES`, by the expansions of the search that measures it."""
        return difficulty_of(self.kind, self.expanded)


def told(criteria: Criteria, made: GeneratedLevel, note: str) -> str:
    """Which criteria a level does not meet, in words; `note` is what no level meets."""
    steps, moves = criteria.misses(made)
    parts = []
    if moves and criteria.moves is not None:
        parts.append(f"an optimum of {criteria.moves[0]}-{criteria.moves[1]} moves was asked for")
    if steps:
        parts.append(f"{criteria.difficulty} was asked for")
    if not parts:
        return note
    found = f"{made.difficulty}, {counted(made.optimum, 'move')}"
    nearest = f"the nearest that was found is {found}: {' and '.join(parts)}"
    return f"{nearest}; {note}" if note else nearest

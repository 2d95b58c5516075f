"""Everything about a stage of Bloxorz, from one exploration of all its states.

>>> from unriddle import load
>>> from unriddle.bloxorz_analysis import analyse
>>> stage = analyse(load("bloxorz/8"))
>>> stage.states, stage.dead, stage.optimum, stage.optimum_with_space, stage.optimal_solutions
(1283, 0, 10, 11, 10)

What the answers mean, exactly:

- A *state* counts if it can be reached from the start, goals included. It is *dead* if no goal can
  be reached from it any more. Its *distance* is what it costs to solve it under the rules of the
  stage.
- A *solution* is a plan from the start to the goal, however long, and an *optimal* one costs least.
  When Space is free, nothing tells a plan from the same plan with Space pressed twice more. So
  plans count as different if their rolls differ: only plans that never press Space twice in a row
  are counted. When Space counts, an optimal plan never does.
- `plan` is the optimal solution that comes first in the order of the moves: L, R, U, D, S.
- A plan *touches* the tiles on which something lands, appears or rests, and the switches that it
  fires. A tile or a switch that no solution touches could be missing: every solution would still be
  one. A bridge is touched when one of its tiles is.
- If there is no solution, none of the `states` is a goal. `result.checked` says whether the judge
  has gone through them as well.

The engine finds all this out where it is at hand. `exploration.py` is the same in a few lines of
Python, to be read, and to check the engine by.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from unriddle.bloxorz_analysis.exploration import Exploration
from unriddle.checking import CheckedRun
from unriddle.core import BadInput, Limits, LosingMove, Result, Run, Stats, Status, label_of
from unriddle.engines import why_not
from unriddle.engines.bloxorz import NATIVE
from unriddle.plans import Level, puzzle_from
from unriddle.puzzles.bloxorz.level import VOID, Cell
from unriddle.puzzles.bloxorz.notation import format_state
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State
from unriddle.search.drive import SearchRun
from unriddle.solving import Within

if TYPE_CHECKING:
    from unriddle.engines.bloxorz_analysis import NativeKnowledge

__all__ = ["Analysis", "AnalysisRun", "Untouched", "analyse", "start_analysis"]

Knowledge: TypeAlias = "Exploration | NativeKnowledge"
"""What an exploration that has seen all states leaves behind; both answer the same questions."""


class Untouched(NamedTuple):
    """What certain plans never touch."""

    tiles: tuple[Cell, ...]
    """In reading order; bridges and switches are tiles too."""
    switches: tuple[str, ...]
    """Switches and split switches, in the order of the stage."""
    bridges: tuple[str, ...]
    """On which nothing ever rests, in the order of the stage."""


@dataclass(frozen=True)
class Analysis:
    """What is known about a stage. All is known if `complete`, else only `status` and `stats`."""

    puzzle: Bloxorz
    ask: Callable[[], Result[Move]]
    """For the result, which may take a moment: its plan is replayed, or its proof judged."""
    knowledge: Knowledge | None

    def __repr__(self) -> str:
        known = f", {self.states} states, optimum={self.optimum}" if self.complete else ""
        return f"<Analysis {label_of(self.puzzle)}: {self.status}{known}>"

    def __reduce__(self) -> tuple[object, ...]:
        """The result travels; the states, which an engine may hold, are explored again there."""
        return _restored, (self.puzzle, self.result, self.complete)

    @property
    def complete(self) -> bool:
        """Were all states seen?"""
        return self.knowledge is not None

    @cached_property
    def result(self) -> Result[Move]:
        """How the exploration ended, with `plan`, which the rules have replayed."""
        return self.ask()

    @property
    def status(self) -> Status:
        """SOLVED if there is a solution, UNSOLVABLE if not: see `result.checked`."""
        return self.result.status

    @property
    def stats(self) -> Stats:
        """What the exploration took."""
        return self.result.stats

    @property
    def plan(self) -> tuple[Move, ...] | None:
        """The first optimal solution; None if there is none."""
        return self.result.plan

    @property
    def states(self) -> int:
        """How many states can be reached."""
        return self._known.states

    @property
    def dead(self) -> int:
        """How many of them cannot be solved any more."""
        return self._known.dead

    @property
    def optimum(self) -> int | None:
        """The fewest arrow moves that solve the stage; None if nothing does."""
        return _part(self._known.arrows, 0)

    @property
    def optimum_with_space(self) -> int | None:
        """The fewest moves, arrows and Space, that solve the stage."""
        return _part(self._known.with_space, 0)

    @property
    def optimal_solutions(self) -> int | None:
        """How many plans have the fewest arrow moves."""
        return _part(self._known.arrows, 1)

    @property
    def optimal_solutions_with_space(self) -> int | None:
        """How many plans have the fewest moves, arrows and Space."""
        return _part(self._known.with_space, 1)

    @cached_property
    def unreached(self) -> Untouched:
        """What nothing ever touches, whatever is played."""
        return self._untouched("reached")

    @cached_property
    def unneeded(self) -> Untouched | None:
        """What no solution touches; None if there is no solution."""
        return self._untouched("solving") if self._known.arrows else None

    @cached_property
    def unneeded_by_optimal(self) -> Untouched | None:
        """What no optimal solution touches, under the cost that the rules of the stage say."""
        return self._untouched("optimal") if self._known.arrows else None

    @cached_property
    def fixed_bridges(self) -> tuple[str, ...]:
        """The bridges that nothing ever changes."""
        changing = self._known.changing()
        names = (bridge.name for bridge in self.puzzle.level.bridges)
        return tuple(name for name in names if name not in changing)

    def distance(self, state: State) -> int | None:
        """What it costs to solve `state` under the rules of the stage; None if it is dead.

        Raises `BadInput` if the state cannot be reached.
        """
        try:
            return self._known.distance(state)
        except KeyError:
            raise BadInput(f"{format_state(self.puzzle, state)} cannot be reached") from None

    def best_moves(self, state: State) -> tuple[Move, ...]:
        """The moves that begin an optimal solution of `state`; none if it is solved or dead.

        Always making the first of them solves the stage.
        """
        left = self.distance(state)
        if left is None:
            return ()

        def rolls(here: State) -> list[Move]:
            steps = self.puzzle.successors(here)
            return [
                move
                for move, after, cost in steps
                if move != Move.SWAP and self.distance(after) == left - cost
            ]

        best = rolls(state)
        if state.split:
            after = State(state.second, state.first, True, state.on)
            free = self.puzzle.cost(state, Move.SWAP) == 0
            if rolls(after) if free else self.distance(after) == left - 1:
                best.append(Move.SWAP)
        return tuple(best)

    def loss(self, state: State, move: Move) -> int | None:
        """By how much `move` makes the cheapest solution longer: 0 for a best move.

        None if the stage cannot be solved after it. Raises `IllegalMove`, and `BadInput` for a
        state that cannot be reached or that is dead itself.
        """
        before = self.distance(state)
        if before is None:
            raise BadInput(f"{format_state(self.puzzle, state)} is dead: there is nothing to lose")
        try:
            after = self.distance(self.puzzle.apply(state, move))
        except LosingMove:
            return None
        return None if after is None else self.puzzle.cost(state, move) + after - before

    @property
    def _known(self) -> Knowledge:
        if self.knowledge is None:
            raise RuntimeError(f"the analysis is not complete: {self.status}")
        return self.knowledge

    def _untouched(self, by: str) -> Untouched:
        level = self.puzzle.level
        cells, switches = self._known.touched(by)
        walked = {level.square(cell) for cell in cells}
        names = [switch.name for switch in level.switches] + [split.name for split in level.splits]
        return Untouched(
            tuple(cell for cell, square in level.cells() if square != VOID and cell not in cells),
            tuple(name for name in names if name not in switches),
            tuple(bridge.name for bridge in level.bridges if bridge.name not in walked),
        )


def _part(pair: tuple[int, int] | None, index: int) -> int | None:
    return None if pair is None else pair[index]


class AnalysisRun(CheckedRun[Move]):
    """A running exploration, which ends in an `Analysis`."""

    def __init__(
        self, stage: Bloxorz, run: Run[Move], knowledge: Callable[[], Knowledge | None]
    ) -> None:
        super().__init__(stage, run)
        self._stage = stage
        self._knowledge = knowledge

    def analysis(self) -> Analysis:
        """What was found out; waits for the end."""
        return Analysis(self._stage, self.result, self._knowledge())


def _restored(puzzle: Bloxorz, result: Result[Move], complete: bool) -> Analysis:
    knowledge = analyse(puzzle).knowledge if complete else None
    return Analysis(puzzle, lambda: result, knowledge)


def analyse(
    puzzle: Level[Any, Any], limits: Within = None, *, engine: str | None = None
) -> Analysis:
    """Explore every state of a Bloxorz stage; `engine` is `native` or `python`.

    The stage may be an id or a file, the limits a number of seconds. Raises `BadInput` for other
    puzzles.
    """
    return start_analysis(puzzle, limits, engine=engine).analysis()


def start_analysis(
    puzzle: Level[Any, Any], limits: Within = None, *, engine: str | None = None
) -> AnalysisRun:
    """The same as a run that can be watched and stopped; raises `BadInput` for other puzzles."""
    puzzle, within = puzzle_from(puzzle), Limits.of(limits) or Limits()
    if not isinstance(puzzle, Bloxorz):
        raise BadInput(
            f"only stages of Bloxorz can be analysed, not {label_of(puzzle)}",
            hint="other puzzles have too many states; solve them instead",
        )
    if engine not in ("native", "python", None):
        raise BadInput(f"there is no engine '{engine}'", hint="there are: native, python")
    if engine == "native" and why_not:
        raise BadInput("there is no native engine", hint=why_not)
    if engine == "python" or why_not or not NATIVE.is_within_limits(puzzle):
        book = Exploration(puzzle)
        run = SearchRun(puzzle, book.search, within, optimal=True)

        def knowledge() -> Knowledge | None:
            run.result()
            return book if book.complete else None

        return AnalysisRun(puzzle, run, knowledge)
    from unriddle.engines.bloxorz_analysis import NativeAnalysisRun

    native = NativeAnalysisRun(puzzle, within)
    return AnalysisRun(puzzle, native, native.knowledge)

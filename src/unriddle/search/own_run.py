"""The driver of whatever runs code of a user: a search, a heuristic or a puzzle of their own.

It runs in a thread of its own, and the limits are kept from outside, so that they hold also where
the code never comes back.

A search may return the goal node or how it ended, a plan, a plan as text, or None if it has found
nothing. None of that is trusted. A plan that the rules refuse, a cost that is wrong and a value
that means nothing are told as faults of the code (`core.FaultyCode`), with the board.
"""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from unriddle.core import (
    A,
    BadInput,
    FaultyCode,
    IllegalMove,
    Limits,
    Puzzle,
    Result,
    S,
    Stats,
    Status,
    Step,
    Steps,
    replay,
)
from unriddle.search.drive import INTERVAL, MemoryMeter, SearchRun
from unriddle.search.node import Ending, Node
from unriddle.search.own_checks import board, check_expansion
from unriddle.search.own_thread import Ended, OwnThread, promptly

LONGEST = 2_000_000
"""Moves of a plan: one with more has no end."""
REPLAYED = 60.0
"""Seconds in which a plan must be read and played."""


class OwnRun(SearchRun[S, A]):
    """A run (a `core.Run`) with code of a user in it.

    `begin` is given the puzzle and returns a search, which is driven, or what one may return. A
    function that returns a plan is given a puzzle that counts what is asked of it. `name` is what
    messages call the search, `read_plan` reads a plan from text.
    """

    def __init__(
        self,
        puzzle: Puzzle[S, A],
        begin: Callable[[Puzzle[S, A]], Any],
        limits: Limits | None = None,
        *,
        name: str,
        optimal: bool = False,
        prepare: Callable[[], Steps[object]] | None = None,
        read_plan: Callable[[str], Sequence[A]],
    ) -> None:
        super().__init__(
            puzzle, lambda: begin(self._counting()), limits, optimal=optimal, prepare=prepare
        )
        self._name = name
        self._read_plan = read_plan
        self._expanded = self._generated = self._frontier = 0
        self._counts_calls = False
        """Are expansions what is asked of the puzzle? In a search that yields none."""
        self._status: Status | None = None
        """Why the code was ended."""

    # The thread that keeps the limits.

    def _drive(self) -> Generator[Stats, None, None]:
        meter = MemoryMeter(self._limits.mebibytes)
        clock = time.perf_counter
        started = clock()
        seconds = self._limits.seconds
        deadline = math.inf if seconds is None else started + seconds
        thread = OwnThread(self._search)
        thread.start()
        try:
            while thread.is_alive(max(0.0, min(INTERVAL, deadline - clock()))):
                now = clock()
                over = meter.is_over()
                if self._stopped:
                    self._status = Status.STOPPED
                elif now >= deadline:
                    self._status = Status.OUT_OF_TIME
                elif over:
                    self._status = Status.OUT_OF_MEMORY
                if self._status is not None:
                    break
                yield self._stats_at(now - started, meter.peak)
        finally:
            seconds = clock() - started
            thread.end()
            meter.is_over()
        if isinstance(thread.error, MemoryError):
            self._status = self._status or Status.OUT_OF_MEMORY
        elif thread.error is not None and self._status is None:
            raise thread.error
        found = thread.value if self._status is None else self._status
        self._ended = Ending.STUCK if found is None else found, self._stats_at(seconds, meter.peak)

    def _stats_at(self, seconds: float, memory: int) -> Stats:
        return Stats(self._expanded, self._generated, self._frontier, seconds, memory)

    # The thread of the code.

    def _search(self) -> Any:
        for _ in self._prepare() if self._prepare else ():
            pass
        self._counts_calls = True
        found: Any = self._begin()
        if not isinstance(found, Generator):
            return found
        self._counts_calls = False
        while True:
            try:
                expansion = next(found)
            except StopIteration as end:
                return end.value
            check_expansion(self._name, expansion)
            self._count(len(expansion.successors))
            self._frontier = expansion.frontier

    def _count(self, generated: int) -> None:
        if self._expanded == self._limits.nodes:  # this expansion would be one too many
            self._status = Status.OUT_OF_NODES
            raise Ended
        self._expanded += 1
        self._generated += generated

    def _counting(self) -> Puzzle[S, A]:
        """The same puzzle; to ask it what follows a state is to expand that state."""
        puzzle = self._puzzle
        counting = copy.copy(puzzle)

        def successors(state: S) -> Sequence[Step[A, S]]:
            steps = puzzle.successors(state)
            if self._counts_calls:
                self._count(len(steps))
            return steps

        def actions(state: S) -> Sequence[A]:
            actions = puzzle.actions(state)
            if self._counts_calls:
                self._count(len(actions))
            return actions

        vars(counting).update(successors=successors, actions=actions)
        for name in ("apply", "step", "cost", "is_goal", "key"):  # what they ask is not counted
            vars(counting)[name] = getattr(puzzle, name)
        return counting

    # What it has found.

    def _conclude(self, ending: Any, stats: Stats) -> Result[A]:
        if isinstance(ending, Ending | Status):
            return super()._conclude(ending, stats)
        return promptly(
            lambda: self._certified(ending, stats),
            f"to read and play the plan of {self._name}",
            REPLAYED,
        )

    def _certified(self, found: Node[S, A] | Iterable[A] | str, stats: Stats) -> Result[A]:
        try:
            plan = self._plan(found)
        except BadInput as error:
            raise FaultyCode(
                f"{self._name} returned a plan that cannot be read: {error}"
            ) from error
        try:
            played = replay(self._puzzle, plan)
        except (FaultyCode, MemoryError):
            raise
        except Exception as error:
            raise self._unplayable(plan, error) from error
        if not played.solved:
            raise FaultyCode(
                f"{self._name} returned a plan of {len(plan)} moves that does not solve the puzzle",
                shown=f"the position after it:\n{board(self._puzzle, played.states[-1])}",
            )
        if isinstance(found, Node) and found.cost != played.cost:
            raise FaultyCode(
                f"{self._name} says that its plan costs {found.cost}; played, it costs "
                f"{played.cost}"
            )
        return Result(Status.SOLVED, stats, tuple(plan), played.cost, self._optimal, checked=True)

    def _plan(self, found: Any) -> Sequence[A]:
        if isinstance(found, Node):
            return self._listed(_way_back(found))[::-1]
        if isinstance(found, str):
            return self._read_plan(found)
        if not isinstance(found, Iterable):
            raise FaultyCode(
                f"{self._name} returned {str(found)[:60]!r}, which is not a plan",
                hint="return the moves, or the goal node, or None if there is no plan",
            )
        plan = self._listed(found)
        as_text = bool(plan) and all(type(move) is str for move in plan)
        if as_text and not any(
            type(one) is str for one in self._puzzle.actions(self._puzzle.initial)
        ):
            return self._read_plan(" ".join(map(str, plan)))
        return plan

    def _listed(self, moves: Iterable[A]) -> list[A]:
        plan = list(islice(moves, LONGEST + 1))
        if len(plan) > LONGEST:
            raise FaultyCode(f"{self._name} returned a plan of more than {LONGEST:,} moves")
        return plan

    def _unplayable(self, plan: Sequence[A], error: Exception) -> FaultyCode:
        """The first move that cannot be made, and the position before it."""
        state, made = self._puzzle.initial, 0
        try:
            for action in plan:
                state = self._puzzle.apply(state, action)
                made += 1
        except Exception:  # the same one
            pass
        reason = (
            error.reason if isinstance(error, IllegalMove) else f"{type(error).__name__}: {error}"
        )
        return FaultyCode(
            f"{self._name} returned a plan that cannot be played: move {made + 1} of {len(plan)}, "
            f"{plan[made]}: {reason}",
            shown=f"the position before it:\n{board(self._puzzle, state)}",
        )


def _way_back(node: Node[S, A]) -> Iterator[A]:
    """The actions from a node back to the initial state; endless if its parents go in a circle."""
    while node.parent is not None and node.action is not None:
        yield node.action
        node = node.parent
        if not isinstance(node, Node):
            raise FaultyCode(f"the parent of a node is {str(node)[:60]!r}, which is not a node")

"""A game in progress: the only game model, shared by every screen.

A `Session` remembers what the player did. It holds no rules: what is legal, lost or solved comes
from the puzzle, and hints come from the solvers.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Generic, NamedTuple

from unriddle.catalog import entry_of
from unriddle.core import A, IllegalMove, Limits, LosingMove, Puzzle, Result, Run, S, Status, replay
from unriddle.solving import start
from unriddle.wording import counted

PATIENCE = Limits(seconds=5.0, mebibytes=1024)
"""What a hint may use unless told otherwise."""
GLANCE = Limits(seconds=1.0, mebibytes=512)
"""What a look at whether the game can still be won may use unless told otherwise."""

Started = Callable[[Run[Any]], None]
"""Is handed the search behind an answer as it begins, so that a screen can stop it."""


def _unwatched(run: Run[Any]) -> None:
    """Nobody wants to stop it."""


class Outlook(NamedTuple):
    """Can the game still be won? With the evidence."""

    solvable: bool | None
    """None if it is not known. A yes has a plan that was replayed; see `checked` for a no."""
    cost: int | None = None
    """If yes: what the solution costs that was found, counted as the moves made are."""
    states: int = 0
    """If no: how large the proof is, or how many states the solver has seen if it has none."""
    reason: str = ""
    """If no: what is wrong, where a quick look can tell."""
    checked: bool = False
    """If no: has a judge accepted a proof, or do the rules themselves say so?"""

    def __str__(self) -> str:
        if self.solvable:
            return f"still solvable: {self.cost} moves are enough"
        if self.solvable is None:
            return "not known: no solution was found in the time, and no proof"
        if self.reason:
            return f"lost: {self.reason}" + ("" if self.checked else " (not checked)")
        if self.checked:
            return f"lost, proof checked: {counted(self.states, 'state')}"
        return "lost, not checked: the solver found no way"


class Par(NamedTuple):
    """What a solution costs at least, as far as known."""

    cost: int
    """Of the cheapest solution that was found."""
    lower: int
    """No solution costs less."""

    @property
    def proved(self) -> bool:
        """Is `cost` the optimum?"""
        return self.cost == self.lower

    def __str__(self) -> str:
        return str(self.cost) if self.proved else f"{self.cost} or less"


class Made(NamedTuple, Generic[S, A]):
    """A move that was made, where it led, and what it cost."""

    action: A
    state: S
    cost: int


def starting_from(puzzle: Puzzle[S, A], state: S) -> Puzzle[S, A]:
    """The same puzzle, begun at another of its states."""
    moved = copy.copy(puzzle)
    moved.initial = state
    return moved


class Session(Generic[S, A]):
    """One player at one puzzle, with undo, redo and hints."""

    def __init__(self, puzzle: Puzzle[S, A]) -> None:
        self.puzzle = puzzle
        self.lost = ""
        """Why the last attempt ended the game; empty while it goes on."""
        self._made: list[Made[S, A]] = []
        self._undone: list[Made[S, A]] = []
        self._advice: tuple[S, tuple[A, ...]] | None = None
        """A position of this game and a plan that solves it from there."""

    @property
    def state(self) -> S:
        """The position now."""
        return self._made[-1].state if self._made else self.puzzle.initial

    @property
    def moves(self) -> tuple[A, ...]:
        """The moves made so far."""
        return tuple(made.action for made in self._made)

    @property
    def cost(self) -> int:
        """What the moves made so far cost."""
        return sum(made.cost for made in self._made)

    @property
    def solved(self) -> bool:
        """Is the puzzle solved?"""
        return self.puzzle.is_goal(self.state)

    @property
    def can_redo(self) -> bool:
        """Is there a move that was taken back and can be made again?"""
        return bool(self._undone) and not self.lost

    def legal(self) -> tuple[A, ...]:
        """The moves that can be made now; none when the game is lost."""
        return () if self.lost else tuple(self.puzzle.actions(self.state))

    def play(self, action: A) -> bool:
        """Make a move. False if it loses the game, and then `lost` says why.

        Raises `IllegalMove`, and changes nothing, if the rules do not allow it or the game is lost.
        """
        if self.lost:
            raise IllegalMove(action, f"the game is lost ({self.lost}): undo or restart")
        try:
            made = Made(action, *self.puzzle.step(self.state, action))
        except LosingMove as fall:
            self.lost = fall.reason
            return False
        if self._undone and self._undone[-1].action == action:
            self._undone.pop()
        else:
            self._undone.clear()
        self._made.append(made)
        return True

    def undo(self) -> bool:
        """Take the last move back, or the one that lost the game; False if there is none."""
        if self.lost:
            self.lost = ""
            return True
        if self._made:
            self._undone.append(self._made.pop())
            return True
        return False

    def redo(self) -> bool:
        """Make the move again that was taken back last; False if there is none."""
        if self.lost or not self._undone:
            return False
        self._made.append(self._undone.pop())
        return True

    def restart(self) -> None:
        """Take all moves back; they can be made again by `redo`."""
        while self.undo():
            pass

    def jump(self, count: int) -> None:
        """Go to the position after `count` of the moves that were made or taken back."""
        self.lost = ""
        while len(self._made) > count and self.undo():
            pass
        while len(self._made) < count and self.redo():
            pass

    def advise(
        self,
        solver: str | None = None,
        limits: Limits = PATIENCE,
        *,
        started: Started = _unwatched,
    ) -> Result[A]:
        """Solve the puzzle from here; the result says whether it still can be solved."""
        here = self.state  # the player may go on while we think
        run = start(starting_from(self.puzzle, here), solver, limits=limits)
        started(run)
        result = run.result()
        if result.plan is not None:
            self._advice = (here, result.plan)
        return result

    def outlook(self, limits: Limits = GLANCE, *, started: Started = _unwatched) -> Outlook:
        """Can the game still be won from here? The plan that shows it serves hints as well."""
        if self.lost:
            return Outlook(False, reason=self.lost, checked=True)
        plan = () if self.solved else self._rest_of_advice()
        if plan is not None:
            return Outlook(True, replay(starting_from(self.puzzle, self.state), plan).cost)
        entry = entry_of(self.puzzle)
        loss = entry.why_lost(self.puzzle, self.state) if entry else None
        reason = loss.reason if loss else ""
        if loss and loss.checked:
            return Outlook(False, reason=reason, checked=True)
        result = self.advise(limits=limits, started=started)
        if result.plan is not None:
            return Outlook(True, result.cost)
        states = result.proof.states if result.proof else result.stats.expanded
        is_lost = result.status is Status.UNSOLVABLE or loss is not None
        return Outlook(False if is_lost else None, None, states, reason, result.checked)

    def hint(
        self,
        solver: str | None = None,
        limits: Limits = PATIENCE,
        *,
        started: Started = _unwatched,
    ) -> A | None:
        """The next move of a solution; None if it is solved, or none was found within the limits.

        A player who follows a hint is led on by the same plan.
        """
        if self.lost or self.solved:
            return None
        plan = self._rest_of_advice()
        if not plan:
            result = self.advise(solver, limits, started=started)
            plan = result.plan if result.status is Status.SOLVED else None
        return plan[0] if plan else None

    def _rest_of_advice(self) -> tuple[A, ...] | None:
        """What is left of the last plan if the player has followed it to here."""
        if self._advice is None:
            return None
        here, plan = self._advice
        for index, action in enumerate(plan):
            if here == self.state:
                return plan[index:]
            here = self.puzzle.apply(here, action)
        return None


def par(
    puzzle: Puzzle[S, A], limits: Limits = PATIENCE, *, started: Started = _unwatched
) -> Par | None:
    """What the cheapest solution of `puzzle` costs; None if none was found within the limits."""
    entry = entry_of(puzzle)
    run = start(puzzle, entry.optimal_solver if entry else None, limits=limits)
    started(run)
    result = run.result()
    if result.cost is None:
        return None
    return Par(result.cost, result.cost if result.optimal else result.stats.lower or 0)

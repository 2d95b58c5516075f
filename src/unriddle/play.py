"""A game in progress: the only game model, shared by every screen.

A `Session` remembers what the player did. It holds no rules: what is legal, lost or solved comes
from the puzzle, and hints come from the solvers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple

from unriddle.catalog import entry_of
from unriddle.catalog.own import is_own
from unriddle.core import A, IllegalMove, Limits, LosingMove, Puzzle, Result, S, label_of, replay
from unriddle.core import starting_from as starting_from
from unriddle.outlook import Outlook, Started, outlook_of, unwatched
from unriddle.plans import Level, puzzle_from
from unriddle.search.own_checks import watched_puzzle
from unriddle.solving import start, start_default

HINT_LIMITS = Limits(seconds=5.0, mebibytes=1024)
"""What a hint may use unless told otherwise."""
OUTLOOK_LIMITS = Limits(seconds=1.0, mebibytes=512)
"""What a look at whether the game can still be won may use unless told otherwise."""


IMPROVE_HINT = 1.0
"""Seconds that the plan behind a hint is worth."""
IMPROVE_OUTLOOK = 0.1
"""Seconds that the plan is worth which only shows that the game can be won."""


PLANS = 4
"""How many plans a session remembers."""

Help = Literal["hint", "solver", "link"]
"""What helped a player: a hint, a solution that a solver found, moves that came from elsewhere."""


class Advice(NamedTuple, Generic[S, A]):
    """A position of a game, and a plan that solves it from there."""

    state: S
    plan: tuple[A, ...]
    is_good: bool
    """Is it good enough for a hint?"""


class PlayedMove(NamedTuple, Generic[S, A]):
    """A move that was made, where it led, and what it cost."""

    action: A
    state: S
    cost: int
    help: frozenset[Help] = frozenset()
    """What had helped the player by then."""


class Stopwatch:
    """Seconds of play; it stands still until it is started, and while it is paused."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._before = 0.0
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        return self._before + (0.0 if self._since is None else self._clock() - self._since)

    def start(self) -> None:
        """Go on."""
        if self._since is None:
            self._since = self._clock()

    def pause(self) -> None:
        """Stand still."""
        self._before, self._since = self.seconds, None

    def reset(self, seconds: float = 0.0) -> None:
        """Begin again, standing still."""
        self._before, self._since = seconds, None


def as_the_rules_name_it(puzzle: Puzzle[S, A], state: S, action: A, after: S) -> A:
    """The same move as `actions` lists it: a player may have written a push in lower case."""
    if action in puzzle.actions(state):
        return action
    same = (named for named, there, _ in puzzle.successors(state) if there == after)
    return next(same, action)


class Session(Generic[S, A]):
    """One player at one puzzle, with undo, redo and hints."""

    def __init__(self, puzzle: Level[S, A]) -> None:
        puzzle = puzzle_from(puzzle)
        self.puzzle = watched_puzzle(puzzle) if is_own(entry_of(puzzle)) else puzzle
        self.lost = ""
        """Why the last attempt ended the game; empty while it goes on."""
        self.stopwatch = Stopwatch()
        """Runs from the first move to the solution; a screen pauses it while nobody looks."""
        self._made: list[PlayedMove[S, A]] = []
        self._undone: list[PlayedMove[S, A]] = []
        self.fatal: A | None = None
        """The attempt that ended the game, while `lost` says why."""
        self._help: frozenset[Help] = frozenset()
        """What has helped since the last start."""
        self.attempts = 0
        """How many moves the player has made, also those that were taken back."""
        self._advice: list[Advice[S, A]] = []
        """The latest plans."""

    def __repr__(self) -> str:
        return f"<Session {label_of(self.puzzle)}: {len(self._made)} moves, cost {self.cost}>"

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
    def counts(self) -> dict[str, int]:
        """What is counted in the moves made so far, by unit, the cost first."""
        return self.puzzle.counts(self.moves, self.cost)

    @property
    def solved(self) -> bool:
        """Is the puzzle solved?"""
        return self.puzzle.is_goal(self.state)

    @property
    def help(self) -> frozenset[Help]:
        """What helped with the moves made so far.

        Help counts until the player restarts. If `redo` repeats moves that were made with help,
        they keep it.
        """
        return self._help.union(*(made.help for made in self._made))

    def take_help(self, *kinds: Help) -> None:
        """Note that something helps the player from now on."""
        self._help = self._help.union(kinds)

    @property
    def can_redo(self) -> bool:
        """Is there a move that was taken back and can be made again?"""
        return bool(self._undone) and not self.lost

    def legal(self) -> tuple[A, ...]:
        """The moves that can be made now; none when the game is lost."""
        return () if self.lost else tuple(self.puzzle.actions(self.state))

    def play(self, action: A | str, *, own: bool = True) -> bool:
        """Make a move, also one in its notation. False if it loses the game; `lost` says why.

        `own` says whether the player makes it; it may come from a link or a plan instead. Raises
        `IllegalMove`, and changes nothing, if the rules do not allow it or the game is lost.
        """
        move: Any = action
        if type(action) is str and (entry := entry_of(self.puzzle)):
            named = (one for one in self.puzzle.tries(self.state) if str(one) == action)
            move = next(named, None) or entry.notation.parse_move(action)
        if self.lost:
            raise IllegalMove(move, f"the game is lost ({self.lost}): undo or restart")
        try:
            after, cost = self.puzzle.step(self.state, move)
        except LosingMove as fall:
            self.lost, self.fatal = fall.reason, move
            return False
        move = as_the_rules_name_it(self.puzzle, self.state, move, after)
        made = PlayedMove(move, after, cost, self._help if own else self._help | {"link"})
        if self._undone and self._undone[-1].action == move:
            self._undone.pop()
        else:
            self._undone.clear()
        self._made.append(made)
        self.attempts += own
        self._run_stopwatch()
        return True

    def _run_stopwatch(self) -> None:
        if self.solved:
            self.stopwatch.pause()
        else:
            self.stopwatch.start()

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
        self._run_stopwatch()
        return True

    def restart(self) -> None:
        """Take all moves back; they can be made again by `redo`. Help and time start again, too."""
        while self.undo():
            pass
        self._help = frozenset()
        self.stopwatch.reset()

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
        limits: Limits = HINT_LIMITS,
        *,
        improve: float = IMPROVE_HINT,
        started: Started = unwatched,
    ) -> Result[A]:
        """Solve the puzzle from here; the result says whether it still can be solved.

        `improve` is for the default solver: for how many seconds it looks for a better plan.
        """
        here = self.state  # the player may go on while we think
        puzzle = starting_from(self.puzzle, here)
        run = (
            start_default(puzzle, limits, improve=improve)
            if solver is None
            else start(puzzle, solver, limits=limits)
        )
        started(run)
        result = run.result()
        if result.plan is not None:
            is_good = result.optimal or solver is not None or improve >= IMPROVE_HINT
            self._remember(Advice(here, result.plan, is_good))
        return result

    def learn(self, plan: Sequence[A]) -> None:
        """Take a good plan of the whole puzzle, which was found elsewhere, for hints."""
        self._remember(Advice(self.puzzle.initial, tuple(plan), True))

    @property
    def plans(self) -> tuple[Advice[S, A], ...]:
        """The plans that hints know, for a copy of this session to `take_plans`."""
        return tuple(self._advice)

    def take_plans(self, plans: Iterable[Advice[S, A]]) -> None:
        """Learn what a copy of this session has found, which thought about it elsewhere."""
        for plan in plans:
            if plan not in self._advice:
                self._remember(plan)

    def _remember(self, advice: Advice[S, A]) -> None:
        self._advice.append(advice)  # also while another thread looks at them
        del self._advice[:-PLANS]

    def outlook(
        self, limits: Limits = OUTLOOK_LIMITS, *, started: Started = unwatched
    ) -> Outlook[A]:
        """Can the game still be won from here? The plan that shows it serves hints as well."""
        if self.lost:
            return Outlook(False, reason=self.lost, checked=True)
        unit = self.puzzle.cost_unit
        if self.solved:
            return Outlook(True, 0, unit=unit)
        if (known := self._best_known(self.state)) is not None:
            return Outlook(True, self._cost_of(known), unit=unit)
        entry = entry_of(self.puzzle)
        deadlock = entry.find_deadlock(self.puzzle, self.state) if entry else None
        if deadlock and deadlock.checked:
            return Outlook(False, reason=deadlock.reason, checked=True)
        result = self.advise(limits=limits, improve=IMPROVE_OUTLOOK, started=started)
        return outlook_of(self.puzzle, result, reason=deadlock.reason if deadlock else "")

    def hint(
        self,
        solver: str | None = None,
        limits: Limits = HINT_LIMITS,
        *,
        started: Started = unwatched,
    ) -> A | None:
        """The next move of a solution; None if it is solved, or none was found within the limits.

        A player who follows a hint is led on by the same plan.
        """
        if self.lost or self.solved:
            return None
        here = self.state  # the player may go on while we think
        known = self._best_known(here)
        if known is None or not known.is_good:
            self.advise(solver, limits, started=started)
            known = self._best_known(here)
        if known:
            self.take_help("hint")
        return known.plan[0] if known else None

    def _best_known(self, state: S) -> Advice[S, A] | None:
        """The cheapest of what is left of the plans that come to `state`.

        It is good enough for a hint if one of them is.
        """
        rests = [
            rest for plan in tuple(self._advice) if (rest := self._rest_of(plan, state)) is not None
        ]
        if not rests:
            return None
        return min(rests, key=self._cost_of)._replace(is_good=any(rest.is_good for rest in rests))

    def _rest_of(self, advice: Advice[S, A], state: S) -> Advice[S, A] | None:
        """What is left of a plan at `state`, if it comes there before the end."""
        here, plan, is_good = advice
        for index, action in enumerate(plan):
            if here == state:
                return Advice(here, plan[index:], is_good)
            here = self.puzzle.apply(here, action)
        return None

    def _cost_of(self, advice: Advice[S, A]) -> int:
        return replay(starting_from(self.puzzle, advice.state), advice.plan).cost


@dataclass(frozen=True)
class WhereLost(Generic[A]):
    """Which move of a game lost it, as far as that is proved."""

    won_until: int | None
    """The number of moves after which it could still be won; None if it is known of no position."""
    lost_from: int | None
    """The number of moves after which it was lost; None if that is proved of no position."""
    move: A | None = None
    """The losing move, if it is known; it is move number `lost_from`."""

    def __str__(self) -> str:
        if self.lost_from is None:
            return (
                "it can still be won"
                if self.won_until is not None
                else "not known: no position of this game is proved to be lost"
            )
        if self.lost_from == 0:
            return "it could not be won from the start"
        if self.move is not None:
            return f"it was won until move {self.lost_from}: {self.move}"
        first = 1 if self.won_until is None else self.won_until + 1
        return (
            f"it was lost by one of the moves {first} to {self.lost_from}; which one is not known"
        )


def where_lost(
    session: Session[S, A],
    limits: Limits = OUTLOOK_LIMITS,
    *,
    started: Started = unwatched,
    go_on: Callable[[], bool] = lambda: True,
) -> WhereLost[A]:
    """Which of the moves made lost the game? Only proofs count, of a win and of a loss.

    `limits` hold for each position. A lost game stays lost, so few positions have to be searched.
    If some cannot be decided in time, or `go_on` says no between two, the answer is a range of
    moves.
    """
    is_lost = bool(session.lost)
    moves = [*session.moves]  # once: the player may go on while we look
    won, lost = -1, len(moves) + 1
    follower = Session(session.puzzle)
    for move in moves:
        follower.play(move)
    if is_lost and session.fatal is not None:
        moves.append(session.fatal)
    asked: set[int] = set()
    while go_on() and (
        open_ones := [index for index in range(won + 1, lost) if index not in asked]
    ):
        # The last position first: players ask when the outlook says that it is lost.
        index = open_ones[len(open_ones) // 2] if asked else open_ones[-1]
        asked.add(index)
        follower.jump(index)
        outlook = follower.outlook(limits, started=started)
        if outlook.solvable:
            won = index
        elif outlook.solvable is False and outlook.checked:
            lost, is_lost = index, True
    return WhereLost(
        None if won < 0 else won,
        lost if is_lost else None,
        moves[lost - 1] if is_lost and 0 < lost == won + 1 else None,
    )

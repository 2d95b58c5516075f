"""The judge of a solution: a plan is played by the rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple

from unriddle.core.errors import BadInput, IllegalMove, WrongAnswer
from unriddle.core.puzzle import A, Puzzle, S, label_of
from unriddle.core.result import Result, Stats, Status


class Replay(NamedTuple, Generic[S]):
    """A plan played by the rules: every state on the way, its cost, and whether it ends solved."""

    states: tuple[S, ...]
    cost: int
    solved: bool

    def __repr__(self) -> str:
        return f"<Replay {'solved' if self.solved else 'not solved'}, cost={self.cost}>"


def replay(puzzle: Puzzle[S, A], plan: Iterable[A]) -> Replay[S]:
    """Play `plan` by the rules of `puzzle`: the judge of a solution.

    Raises `IllegalMove`, with the step counted from 1, at the first move that is not legal.
    """
    if isinstance(plan, str):
        raise BadInput("a plan is a sequence of moves, not a text", hint="see unriddle.parse_plan")
    states = [puzzle.initial]
    cost = 0
    for number, action in enumerate(plan, start=1):
        try:
            after, price = puzzle.step(states[-1], action)
        except IllegalMove as error:
            error.step = number
            raise
        if not 0 <= price < math.inf or price != int(price):
            raise BadInput(f"move {number} costs {price!r}: a cost is a whole number, zero or more")
        states.append(after)
        cost += price
    return Replay(tuple(states), cost, puzzle.is_goal(states[-1]))


class Verdict(NamedTuple):
    """What a quick judge, which keeps no states, says of a legal plan; see `Replay`."""

    cost: int
    solved: bool


def certify(
    puzzle: Puzzle[S, A],
    plan: Sequence[A],
    claimed_cost: int,
    stats: Stats,
    *,
    optimal: bool,
    judge: Callable[[Puzzle[S, A], Sequence[A]], Replay[S] | Verdict] = replay,
) -> Result[A]:
    """The SOLVED result of a plan that a judge has replayed; raises `WrongAnswer`.

    A plan that costs no more than the proved bound is optimal, no matter who found it; one
    that costs less shows that the bound is false.
    """
    name = label_of(puzzle)
    try:
        played = judge(puzzle, plan)
    except IllegalMove as error:
        raise WrongAnswer(f"{name}: a solver returned an illegal plan: {error}") from error
    if not played.solved or played.cost != claimed_cost:
        raise WrongAnswer(
            f"{name}: a solver claimed a solution of cost {claimed_cost}; "
            f"replayed, it costs {played.cost} and ends {'' if played.solved else 'un'}solved"
        )
    if stats.lower is not None and played.cost < stats.lower:
        raise WrongAnswer(
            f"{name}: a solver claimed that no plan costs less than {stats.lower}; "
            f"its own costs {played.cost}"
        )
    proved = optimal or played.cost == stats.lower
    return Result(Status.SOLVED, stats, tuple(plan), played.cost, proved, checked=True)

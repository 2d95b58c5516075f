"""What must hold of every textbook solver, puzzle and heuristic alike."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

import unriddle
from soundness.checking import Check, demand, demand_a_judge
from unriddle.catalog import Optimal, PuzzleEntry
from unriddle.core import Limits, Puzzle, Status
from unriddle.play import Session, starting_from


class Known(Protocol):
    """A subject of any puzzle: the puzzle itself, and the truth about any of its states."""

    @property
    def verdict(self) -> str:
        """solvable, unsolvable or not known."""

    @property
    def game(self) -> Puzzle[Any, Any]:
        """What is to be solved."""

    def cost_from(self, state: Any) -> tuple[bool | None, int | None]:
        """Can a state be solved (None: not known), and what does it cost at least?"""


LIMITS = Limits(nodes=4000, mebibytes=1024)
WINNABLE = Limits(nodes=20_000, mebibytes=256)
PLAYED = 8
"""The most random moves before a player asks."""


def some_solver(random: Random, entry: PuzzleEntry) -> dict[str, str]:
    """Any textbook solver with any heuristic that it takes."""
    solver = random.choice(list(unriddle.catalog.SOLVERS.values()))
    settings = {"solver": solver.name}
    if solver.informed:
        settings["heuristic"] = random.choice(list(entry.heuristics))
    return settings


def textbook(subject: Known, solver: str, heuristic: str | None = None) -> None:
    """A plan can be played, `unsolvable` is true, and what is called optimal is."""
    found = unriddle.solve(subject.game, solver, heuristic=heuristic, limits=LIMITS)
    solvable, optimum = subject.cost_from(subject.game.initial)
    _compare(found, solvable, optimum)
    demand_a_judge(found, subject.verdict)
    chosen = unriddle.catalog.SOLVERS[solver]
    if chosen.optimal is Optimal.ALWAYS and found.status is Status.SOLVED:
        demand(found.optimal, "it does not call its plan optimal")


def _compare(found: Any, solvable: bool | None, optimum: int | None) -> None:
    if found.status is Status.UNSOLVABLE:
        demand(solvable is not True, "called unsolvable, and there is a solution")
    if found.status is Status.SOLVED:
        demand(solvable is not False, "solved what the oracle calls unsolvable")
        if optimum is not None:
            demand(found.cost >= optimum, f"cost {found.cost} below the optimum {optimum}")
            demand(
                not found.optimal or found.cost == optimum,
                f"cost {found.cost} called optimal, it is {optimum}",
            )


def native_solver(
    subject: Known, solver: str, nodes: int = 200_000, settings: dict[str, Any] | None = None
) -> None:
    """The same of a solver for this puzzle alone; its bounds are bounds, also if it is stopped."""
    limits = Limits(nodes=nodes, mebibytes=1024)
    found = unriddle.solve(subject.game, solver, limits=limits, **(settings or {}))
    solvable, optimum = subject.cost_from(subject.game.initial)
    _compare(found, solvable, optimum)
    demand_a_judge(found, subject.verdict)
    demand(
        found.status in (Status.SOLVED, Status.UNSOLVABLE, Status.OUT_OF_NODES),
        f"ended as '{found.status}'",
    )
    lower, upper = found.stats.lower, found.stats.upper
    if optimum is not None:
        demand(lower is None or lower <= optimum, f"lower bound {lower}, the optimum is {optimum}")
        demand(upper is None or upper >= optimum, f"upper bound {upper}, the optimum is {optimum}")


def hints(subject: Known, seed: int) -> None:
    """After some moves the outlook is right, and whoever follows the hints wins."""
    session = Session(subject.game)
    random = Random(seed)
    for _ in range(random.randint(0, PLAYED)):
        if legal := session.legal():
            session.play(random.choice(legal))
    solvable, _ = subject.cost_from(session.state)
    outlook = session.outlook(WINNABLE).solvable
    demand(
        None in (outlook, solvable) or outlook == solvable,
        f"the outlook says {outlook}, it is {solvable}",
    )
    while (hint := session.hint(limits=WINNABLE)) is not None:
        session.play(hint)
    demand(session.solved or not solvable, "the hints end before it is solved")


def winnable(subject: Known, seed: int) -> None:
    """`is_winnable` says what is true of the start and of a state played to, and has a plan."""
    state, random = subject.game.initial, Random(seed)
    for _ in range(random.randint(0, PLAYED)):
        if steps := subject.game.successors(state):
            state = random.choice(steps)[1]
    outlook = unriddle.is_winnable(starting_from(subject.game, state), limits=WINNABLE)
    solvable, _ = subject.cost_from(state)
    demand(
        None in (outlook.solvable, solvable) or outlook.solvable == solvable,
        f"is_winnable says {outlook.solvable}",
    )
    demand(not outlook.solvable or outlook.plan is not None, "a yes without a plan")


def common_checks(random: Random, entry: PuzzleEntry, share: int = 2) -> list[Check]:
    """One of `share` levels gets each of these."""
    checks = (
        Check(textbook, some_solver(random, entry)),
        Check(hints, {"seed": random.getrandbits(32)}),
        Check(winnable, {"seed": random.getrandbits(32)}),
    )
    return [check for check in checks if random.randrange(share) == 0]

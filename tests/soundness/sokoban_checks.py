"""What must hold of every Sokoban level: no false verdict, no false bound, no plan that fails.

The truth comes from native breadth-first and uniform-cost search, which throw nothing away, and
which `whole_space` compares with a search of this package. Where a level is too large for them,
a claim is only compared with what others have found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

import unriddle
from soundness.checking import Check, demand, demand_a_judge
from soundness.oracles import SokobanOracle, TooLarge, exhaustive
from soundness.shrinking import smaller_sokoban
from soundness.sokoban_styles import SCHEDULE, random_level
from soundness.solver_checks import common_checks
from unriddle.catalog import PUZZLES
from unriddle.checking import CheckedRun
from unriddle.core import Limits, Result, Status
from unriddle.engines.run import NativeRun
from unriddle.engines.sokoban import NATIVE, level_of, rules
from unriddle.engines.sokoban_deadlock import find_deadlock
from unriddle.play import starting_from
from unriddle.puzzles.sokoban import heuristics
from unriddle.puzzles.sokoban.notation import format_level, format_state
from unriddle.puzzles.sokoban.rules import Level, Move, Rules, Sokoban, State

COSTS = ("moves", "pushes", "walks")
MEMORY = 1024
BULK = Limits(nodes=60_000, mebibytes=MEMORY)
"""For the truth about a level that nobody doubts yet."""
DOUBT = Limits(nodes=100_000, mebibytes=MEMORY)
"""For the truth about a verdict that must not be wrong."""
WORK = Limits(nodes=5000, mebibytes=MEMORY)
"""For a solver under test; running out is no fault."""
WHOLE = 1500
"""States of a level that are all looked at in Python."""

HEURISTICS: dict[str, Callable[[Sokoban], Any]] = {
    "matching": heuristics.matching,
    "freeze": heuristics.freeze,
    "walk": heuristics.walk,
}
"""Those that say they never overestimate, under some cost."""


class SokobanSubject:
    """A level with what is true of it."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._puzzles: dict[str, Sokoban] = {}
        self._optima: dict[str, Result[Move]] = {}

    def puzzle(self, cost: str = "moves") -> Sokoban:
        """The level under a cost."""
        if cost not in self._puzzles:
            self._puzzles[cost] = Sokoban(self.level, Rules(cost=cost))
        return self._puzzles[cost]

    @cached_property
    def truth(self) -> Result[Move]:
        """What breadth-first search says."""
        return exhaustive(self.puzzle(), "bfs", BULK)

    @property
    def game(self) -> Sokoban:
        """What is to be solved unless something else is said."""
        return self.puzzle()

    @property
    def verdict(self) -> str:
        """For the table."""
        return {Status.SOLVED: "solvable", Status.UNSOLVABLE: "unsolvable"}.get(
            self.truth.status, "not known"
        )

    def optimum(self, cost: str) -> int | None:
        """What the cheapest solution costs; None if there is none, or it is not known."""
        if cost == "moves":
            return self.truth.cost
        if self.verdict != "solvable":
            return None
        if cost not in self._optima:
            self._optima[cost] = exhaustive(self.puzzle(cost), "ucs", BULK)
        return self._optima[cost].cost

    def cost_from(self, state: State) -> tuple[bool | None, int | None]:
        """What exhaustive search says of a state; None if it is too much."""
        found = self.truth
        if state != self.game.initial or self.verdict == "not known":
            found = exhaustive(starting_from(self.game, state), "bfs", DOUBT)
        return {Status.SOLVED: True, Status.UNSOLVABLE: False}.get(found.status), found.cost

    def solvable_from(self, state: State) -> bool | None:
        """Can it be solved?"""
        return self.cost_from(state)[0]


def agree(subject: SokobanSubject, found: Result[Move], start: State | None = None) -> None:
    """The ending of a solver is true; its plan, if any, has been replayed."""
    if found.status is Status.UNSOLVABLE:
        if start is None and subject.verdict == "unsolvable":
            return
        truth = subject.solvable_from(start or subject.puzzle().initial)
        demand(truth is not True, "called unsolvable, and there is a solution")
    elif found.status is Status.SOLVED:
        if start is None:
            demand(subject.verdict != "unsolvable", "solved what the oracle calls unsolvable")
    else:
        demand(found.status is Status.OUT_OF_NODES, f"ended as '{found.status}'")


def expert(
    subject: SokobanSubject,
    plain_first: int = 2000,
    without: str = "",
    threads: int = 1,
    start: State | None = None,
) -> None:
    """The expert solves what can be solved, and only that, by plans that can be played.

    It is not called by `solve`, which has no setting for the plain search in front, but its answer
    goes the way of all others: what it calls unsolvable is proved and judged.
    """
    from unriddle.native import _core

    puzzle = subject.puzzle()
    if start is not None:
        moved = starting_from(puzzle, start)
        assert isinstance(moved, Sokoban)
        puzzle = moved
    settings = {
        "plain_first": plain_first,
        "without": [name for name in without.split("+") if name],
        "threads": threads,
    }
    limits = _core.Limits(nodes=WORK.nodes, bytes=MEMORY << 20)
    run = level_of(puzzle).solve("expert", settings, limits)
    found = CheckedRun(puzzle, NativeRun(puzzle, run, NATIVE)).result()
    agree(subject, found, start)
    verdict = subject.verdict
    if start is not None and found.status is Status.UNSOLVABLE:
        verdict = "unsolvable" if subject.solvable_from(start) is False else "not known"
    demand_a_judge(found, verdict)


def expert_in_play(subject: SokobanSubject, seed: int, plain_first: int = 0) -> None:
    """The same from a state that somebody has played to."""
    *_, state = played(subject, seed)
    if not subject.puzzle().is_goal(state):
        expert(subject, plain_first, start=state)


def optimal(subject: SokobanSubject, cost: str, without: str = "") -> None:
    """The optimum is that of uniform-cost search, and the bounds meet there."""
    found = unriddle.solve(subject.puzzle(cost), "optimal", limits=WORK, without=without)
    agree(subject, found)
    demand_a_judge(found, subject.verdict)
    if found.status is not Status.SOLVED:
        return
    optimum = subject.optimum(cost)
    _between_bounds(found, optimum)
    if found.optimal and optimum is not None:
        demand(found.cost == optimum, f"optimal says {found.cost}, it is {optimum}")


def bounds(subject: SokobanSubject, cost: str, nodes: int) -> None:
    """A search that is stopped early knows less, but nothing wrong."""
    limits = Limits(nodes=nodes, mebibytes=MEMORY)
    found = unriddle.solve(subject.puzzle(cost), "optimal", limits=limits)
    agree(subject, found)
    _between_bounds(found, subject.optimum(cost))


def _between_bounds(found: Result[Move], optimum: int | None) -> None:
    lower, upper = found.stats.lower, found.stats.upper
    if found.cost is not None:
        demand(lower is None or lower <= found.cost, f"bound {lower} above the plan {found.cost}")
        demand(not found.optimal or (lower or 0) == found.cost, f"optimal, but bound {lower}")
    if optimum is None:
        return
    demand(lower is None or lower <= optimum, f"lower bound {lower}, the optimum is {optimum}")
    demand(upper is None or upper >= optimum, f"upper bound {upper}, the optimum is {optimum}")
    demand(found.cost is None or found.cost >= optimum, f"{found.cost} below the optimum {optimum}")


def polish(subject: SokobanSubject, cost: str, by: str) -> None:
    """Polished plans are no dearer, and not cheaper than the optimum."""
    puzzle = subject.puzzle(cost)
    first = unriddle.solve(puzzle, by, limits=WORK)
    if first.plan is None or first.cost is None or len(first.plan) > 2000:
        return
    limits = Limits(nodes=2000, mebibytes=MEMORY)
    found = unriddle.polish(puzzle, first.plan, limits=limits)
    agree(subject, found)
    _between_bounds(found, subject.optimum(cost))
    demand(found.cost is not None and found.cost <= first.cost, f"{found.cost} after {first.cost}")


def polish_alone(subject: SokobanSubject, cost: str) -> None:
    """Without a plan it looks for one."""
    limits = Limits(nodes=5000, mebibytes=MEMORY)
    found = unriddle.solve(subject.puzzle(cost), "polish", limits=limits)
    agree(subject, found)
    _between_bounds(found, subject.optimum(cost))


def astar(subject: SokobanSubject, cost: str, heuristic: str) -> None:
    """A* is exact with every heuristic that says it never overestimates."""
    puzzle = subject.puzzle(cost)
    if not HEURISTICS[heuristic](puzzle).admissible:
        return
    found = unriddle.solve(puzzle, "astar", heuristic=heuristic, limits=WORK)
    agree(subject, found)
    optimum = subject.optimum(cost)
    if found.status is Status.SOLVED and optimum is not None:
        demand(found.optimal and found.cost == optimum, f"A* says {found.cost}, it is {optimum}")


def dead_at_start(subject: SokobanSubject) -> None:
    """What is called lost is lost."""
    _not_dead_by_mistake(subject, subject.puzzle().initial, known=subject.verdict)


def dead_on_the_way(subject: SokobanSubject) -> None:
    """No state of a solution is called lost."""
    puzzle = subject.puzzle()
    if subject.truth.plan is None:
        return
    states = unriddle.replay(puzzle, subject.truth.plan).states
    pushed = [after for before, after in pairwise(states) if before.boxes != after.boxes]
    for state in pushed[:: 1 + len(pushed) // 4]:
        _not_dead_by_mistake(subject, state, known="solvable")


def dead_in_play(subject: SokobanSubject, seed: int) -> None:
    """The same for states that somebody has played to."""
    states = played(subject, seed)
    for state in states[:: 1 + len(states) // 3]:
        _not_dead_by_mistake(subject, state)


def _not_dead_by_mistake(subject: SokobanSubject, state: State, known: str = "") -> None:
    puzzle = subject.puzzle()
    lost = find_deadlock(puzzle, state)
    if lost is None:
        return
    said = f"'{lost.rule}' of boxes {lost.boxes} in {format_state_of(subject, state)}"
    demand(set(lost.boxes) <= state.boxes, f"{said}: there are no such boxes")
    demand(known != "solvable", f"{said}: there is a solution")
    if known != "unsolvable":
        demand(subject.solvable_from(state) is not True, f"{said}: there is a solution")
    if lost.rule != "goal room":
        alone = State(state.player, frozenset(lost.boxes))
        demand(subject.solvable_from(alone) is not True, f"{said}: alone they come home")


def format_state_of(subject: SokobanSubject, state: State) -> str:
    """A state in one line, rows divided by |."""
    return "|".join(format_state(subject.puzzle(), state).rstrip("\n").split("\n"))


def played(subject: SokobanSubject, seed: int) -> list[State]:
    """The states of a random game after its pushes, at least the first one."""
    random, puzzle = Random(seed), subject.puzzle()
    state = puzzle.initial
    states = [state]
    for _ in range(random.randint(3, 40)):
        steps = puzzle.successors(state)
        pushes = [step for step in steps if step[0].push]
        if not steps:
            break
        action, state, _ = random.choice(pushes if pushes and random.random() < 0.7 else steps)
        if action.push:
            states.append(state)
    return states


def whole_space(subject: SokobanSubject, cost: str, seed: int) -> None:
    """The oracles agree; of all states, none that can be solved is called dead or too dear."""
    try:
        space = SokobanOracle(subject.level).explore(cost, WHOLE)
    except TooLarge:
        return
    demand(
        (space.optimum is not None) == (subject.verdict == "solvable"),
        f"the oracles do not agree: {space.optimum} and {subject.verdict}",
    )
    demand(space.optimum == subject.optimum(cost), "the oracles do not agree on the optimum")
    puzzle, decoration = subject.puzzle(cost), subject.puzzle().decoration
    estimates = [
        (name, made.estimate)
        for name, made in ((name, make(puzzle)) for name, make in HEURISTICS.items())
        if made.admissible
    ]
    random = Random(seed)
    for player, boxes in random.sample(space.states, min(len(space.states), 25)):
        state = State(player, boxes - decoration)
        distance = space.of((player, boxes))
        if distance is None:
            continue
        lost = find_deadlock(puzzle, state)
        demand(lost is None, f"{lost!r} of {format_state_of(subject, state)}: it can be solved")
        for name, estimate in estimates:
            demand(estimate(state) <= distance, f"{name} says more than {distance}")


class SokobanKind:
    """Sokoban for the campaign."""

    name = "sokoban"
    schedule = SCHEDULE

    def generate(self, style: str, random: Random) -> Level | None:
        """A level of a style."""
        return random_level(style, random)

    def subject(self, level: Level) -> SokobanSubject:
        """The level with what is true of it."""
        return SokobanSubject(level)

    def checks(self, random: Random, number: int) -> Iterator[Check]:
        """Always the verdicts and an optimum; of the expensive rest, each level gets a share."""
        cost, other = random.choice(COSTS), random.choice(COSTS)
        seed = random.getrandbits(32)
        yield Check(expert, {"plain_first": 0})
        yield Check(expert)
        yield Check(dead_at_start)
        yield Check(dead_on_the_way)
        yield Check(dead_in_play, {"seed": seed})
        yield Check(optimal, {"cost": cost})
        shares: list[tuple[int, Callable[[], Check]]] = [
            (3, lambda: Check(expert, {"plain_first": 0, "without": _some(random, "expert")})),
            (3, lambda: Check(optimal, {"cost": other, "without": _some(random, "optimal")})),
            (3, lambda: Check(expert_in_play, {"seed": seed})),
            (4, lambda: Check(bounds, {"cost": other, "nodes": random.randint(1, 60)})),
            (4, lambda: Check(astar, {"cost": cost, "heuristic": random.choice([*HEURISTICS])})),
            (8, lambda: Check(expert, {"plain_first": random.choice((0, 20)), "threads": 2})),
            (8, lambda: Check(polish, {"cost": other, "by": random.choice(("expert", "bfs"))})),
            (12, lambda: Check(polish_alone, {"cost": other})),
            (12, lambda: Check(whole_space, {"cost": cost, "seed": seed})),
        ]
        for share, check in shares:
            if random.randrange(share) == 0:
                yield check()
        yield from common_checks(random, PUZZLES["sokoban"], 8)

    def smaller(self, level: Level) -> Iterator[Level]:
        """The level with something taken away."""
        return smaller_sokoban(level)

    def describe(self, level: Level) -> str:
        """The level in XSB."""
        return format_level(level)


def _some(random: Random, solver: str) -> str:
    """Rules to leave out: one, some, or all of them."""
    known = rules(solver)
    count = random.choice((1, 1, 1, 2, 4, len(known)))
    return "+".join(sorted(random.sample(known, min(count, len(known)))))

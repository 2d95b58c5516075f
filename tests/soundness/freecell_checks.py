"""What must hold of every FreeCell position.

The truth comes from native uniform-cost search, which throws nothing away; `whole_space` compares
it with an exploration of all states by the readable rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from soundness.checking import Check, demand
from soundness.freecell_styles import STYLES, Game, random_game
from soundness.oracles import TooLarge, exhaustive, explore
from soundness.shrinking import smaller_game
from soundness.solver_checks import common_checks, native_solver, textbook
from unriddle.catalog import PUZZLES
from unriddle.core import Limits, Result, Status
from unriddle.engines.freecell import NATIVE, move_of, state_of
from unriddle.play import starting_from
from unriddle.puzzles.freecell.notation import format_level
from unriddle.puzzles.freecell.rules import FreeCell, Move, Rules, State

BULK = Limits(nodes=30_000, mebibytes=1024)
WHOLE = 400
"""States of a position that are all looked at in Python."""
ENTRY = PUZZLES["freecell"]
SAFE = ("none", "horne", "raymond")
"""The rules of autoplay that lose nothing."""


class FreeCellSubject:
    """A position with what is true of it."""

    def __init__(self, game: Game) -> None:
        self.position, self.rules = game
        self.game = FreeCell(game.position, game.rules)
        self._truths: dict[State, tuple[bool | None, int | None]] = {}

    @cached_property
    def truth(self) -> Result[Move]:
        """What uniform-cost search says."""
        return exhaustive(self.game, "ucs", BULK)

    @property
    def verdict(self) -> str:
        """For the table."""
        return {Status.SOLVED: "solvable", Status.UNSOLVABLE: "unsolvable"}.get(
            self.truth.status, "not known"
        )

    def cost_from(self, state: State) -> tuple[bool | None, int | None]:
        """What is true of a state."""
        if state not in self._truths:
            found = self.truth
            if state != self.game.initial:
                found = exhaustive(starting_from(self.game, state), "ucs", BULK)
            solvable = {Status.SOLVED: True, Status.UNSOLVABLE: False}.get(found.status)
            self._truths[state] = solvable, found.cost
        return self._truths[state]


def autoplays(subject: FreeCellSubject, cost: str) -> None:
    """Safe autoplay loses no solution and makes none longer, whichever rule is followed."""
    costs = {}
    for autoplay in SAFE:
        rules = Rules(cells=subject.rules.cells, autoplay=autoplay, cost=cost)
        found = exhaustive(FreeCell(subject.position, rules), "ucs", BULK)
        if found.status not in (Status.SOLVED, Status.UNSOLVABLE):
            return
        costs[autoplay] = found.cost
    demand(len(set(costs.values())) == 1, f"the optimum depends on safe autoplay: {costs}")


def same_rules(subject: FreeCellSubject, seed: int) -> None:
    """Both engines know the same successors and estimates, along a random game."""
    game = subject.game
    engine = NATIVE.engine_of(game)
    estimates = {name: make(game).estimate for name, make in ENTRY.heuristics.items()}
    random = Random(seed)
    packed = engine.initial()
    for _ in range(15):
        state = state_of(game, engine.describe(packed))
        native = engine.successors(packed)
        seen = [
            (move_of(code), state_of(game, engine.describe(p)), cost) for code, p, cost in native
        ]
        demand(seen == list(game.successors(state)), f"the engines differ in {state}")
        for name, estimate in estimates.items():
            ours, theirs = estimate(state), engine.estimate(name, packed)
            demand(ours == theirs, f"{name} of {state}: {ours} and {theirs}")
        if not native:
            break
        packed = random.choice(native)[1]


def whole_space(subject: FreeCellSubject) -> None:
    """The oracles agree, and no estimate that says it is admissible is above the true cost."""
    try:
        space = explore(subject.game, WHOLE)
    except TooLarge:
        return
    truth = subject.truth
    demand(
        truth.cost == space.optimum and subject.verdict != "not known",
        f"the oracles do not agree: {truth.status}, {truth.cost}, and {space.optimum}",
    )
    for name, make in ENTRY.heuristics.items():
        heuristic = make(subject.game)
        if not heuristic.admissible:
            continue
        for state in space.states:
            cost, said = space.of(state), heuristic.estimate(state)
            demand(cost is None or said <= cost, f"{name} of {state}: {said}, it costs {cost}")


class FreeCellKind:
    """FreeCell for the campaign."""

    name = "freecell"
    schedule = tuple(STYLES)

    def generate(self, style: str, random: Random) -> Game | None:
        """A game of a style under some rules."""
        return random_game(style, random)

    def subject(self, level: Game) -> FreeCellSubject:
        """The game with what is true of it."""
        return FreeCellSubject(level)

    def checks(self, random: Random, number: int) -> Iterator[Check]:
        """Always the native solvers; the rest by turns."""
        for solver in ("fast", "proof", "optimal"):
            yield Check(native_solver, {"solver": solver})
        yield Check(native_solver, {"solver": "short", "settings": {"effort": 1}})
        yield Check(native_solver, {"solver": "optimal", "nodes": random.randint(1, 40)})
        heuristic = random.choice(("deadlock", "cards-left"))
        yield Check(textbook, {"solver": "astar", "heuristic": heuristic})
        yield from common_checks(random, ENTRY, 3)
        for share, check in (
            (4, Check(same_rules, {"seed": random.getrandbits(32)})),
            (4, Check(whole_space)),
            (6, Check(autoplays, {"cost": random.choice(("moves", "cards"))})),
        ):
            if random.randrange(share) == 0:
                yield check

    def smaller(self, level: Game) -> Iterator[Game]:
        """The game with something taken away."""
        return smaller_game(level)

    def describe(self, level: Game) -> str:
        """The position as a file; the rules in a note."""
        rules = level.rules
        note = f"# --cells {rules.cells} --autoplay {rules.autoplay} --cost {rules.cost}\n"
        return note + format_level(level.position)

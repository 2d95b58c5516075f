"""What must hold of every Bloxorz stage. The truth: all its states, by the readable rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

from soundness.bloxorz_styles import STYLES, Stage, random_stage
from soundness.checking import Check, demand
from soundness.oracles import Space, TooLarge, explore
from soundness.shrinking import smaller_stage
from soundness.solver_checks import common_checks, textbook
from unriddle.bloxorz_analysis import Analysis, analyse
from unriddle.catalog import PUZZLES
from unriddle.core import IllegalMove, Status
from unriddle.engines.bloxorz import NATIVE, state_of
from unriddle.puzzles.bloxorz.notation import format_level
from unriddle.puzzles.bloxorz.rules import Bloxorz, State

WHOLE = 2000
"""States that the oracle looks at; larger stages are not known."""
ENTRY = PUZZLES["bloxorz"]


class BloxorzSubject:
    """A stage with what is true of it."""

    def __init__(self, stage: Stage) -> None:
        self.game = Bloxorz(stage.level, stage.rules)

    @cached_property
    def space(self) -> Space | None:
        """All states; None if there are too many."""
        try:
            return explore(self.game, WHOLE)
        except TooLarge:
            return None

    @property
    def verdict(self) -> str:
        """For the table."""
        if self.space is None:
            return "not known"
        return "unsolvable" if self.space.optimum is None else "solvable"

    def cost_from(self, state: State) -> tuple[bool | None, int | None]:
        """What is true of a state that can be reached."""
        if self.space is None:
            return None, None
        cost = self.space.of(state)
        return cost is not None, cost


def analysis(subject: BloxorzSubject) -> None:
    """The native analysis knows the same states, dead ones, optimum and distances."""
    space = subject.space
    found = analyse(subject.game, engine="native")
    if space is None:
        return
    demand(found.states == len(space.states), f"{found.states} states, not {len(space.states)}")
    dead = len(space.states) - len(space.distance)
    demand(found.dead == dead, f"{found.dead} dead states, not {dead}")
    solved = found.status is Status.SOLVED
    demand(solved == (space.optimum is not None), f"called {found.status}")
    demand(found.result.cost == space.optimum, f"optimum {found.result.cost}, not {space.optimum}")
    for state in space.states:
        distance = found.distance(state)
        demand(distance == space.of(state), f"{state}: {distance}, not {space.of(state)}")


def both_analyses(subject: BloxorzSubject) -> None:
    """The native analysis and the readable one agree in everything that they count."""
    if subject.space is None:
        return
    native, book = (_facts(analyse(subject.game, engine=name)) for name in ("native", "python"))
    for word, fact in native.items():
        demand(fact == book[word], f"{word}: {fact}, not {book[word]}")


def _facts(found: Analysis) -> dict[str, Any]:
    names = (
        "optimum",
        "optimum_with_space",
        "optimal_solutions",
        "optimal_solutions_with_space",
        "plan",
        "unreached",
        "unneeded",
        "unneeded_by_optimal",
        "fixed_bridges",
    )
    return {name: getattr(found, name) for name in names}


def same_rules(subject: BloxorzSubject, seed: int) -> None:
    """Both engines and `roll` know the same successors, in the same order, of many states."""
    game = subject.game
    engine = NATIVE.engine_of(game)
    estimates = {name: make(game).estimate for name, make in ENTRY.heuristics.items()}
    random = Random(seed)
    packed = engine.initial()
    for _ in range(40):
        state = state_of(game, engine.describe(packed))
        native = engine.successors(packed)
        seen = [
            (NATIVE.move_of(code), state_of(game, engine.describe(p)), cost)
            for code, p, cost in native
        ]
        demand(seen == list(game.successors(state)), f"the engines differ in {state}")
        demand(engine.is_goal(packed) == game.is_goal(state), f"the engines differ on {state}")
        _same_rolls(game, state)
        for name, estimate in estimates.items():
            ours, theirs = estimate(state), engine.estimate(name, packed)
            demand(ours == theirs, f"{name} of {state}: {ours} and {theirs}")
        packed = random.choice(native)[1] if native else engine.initial()


def _same_rolls(game: Bloxorz, state: State) -> None:
    """`successors`, which remembers, says what `roll`, which defines, says."""
    rolled = []
    for move in game.tries(state):
        try:
            rolled.append((move, game.apply(state, move), game.cost(state, move)))
        except IllegalMove:
            continue
    demand(rolled == list(game.successors(state)), f"roll and successors differ in {state}")


def admissible(subject: BloxorzSubject) -> None:
    """What says that it never overestimates does not, and is infinite only where all is lost."""
    if subject.space is None:
        return
    for name, make in ENTRY.heuristics.items():
        heuristic = make(subject.game)
        if not heuristic.admissible:
            continue
        for state in subject.space.states:
            cost = subject.space.of(state)
            if cost is not None:
                said = heuristic.estimate(state)
                demand(said <= cost, f"{name} of {state}: {said}, it costs {cost}")


class BloxorzKind:
    """Bloxorz for the campaign."""

    name = "bloxorz"
    schedule = tuple(STYLES)

    def generate(self, style: str, random: Random) -> Stage | None:
        """A stage of a style under some rules."""
        return random_stage(style, random)

    def subject(self, level: Stage) -> BloxorzSubject:
        """The stage with what is true of it."""
        return BloxorzSubject(level)

    def checks(self, random: Random, number: int) -> Iterator[Check]:
        """Always the analysis, the estimates and A*; the rest by turns."""
        yield Check(analysis)
        yield Check(admissible)
        yield Check(textbook, {"solver": "astar", "heuristic": "rolls"})
        yield Check(textbook, {"solver": random.choice(("idastar", "ucs", "bfs"))})
        yield from common_checks(random, ENTRY)
        if random.randrange(3) == 0:
            yield Check(same_rules, {"seed": random.getrandbits(32)})
        if random.randrange(8) == 0:
            yield Check(both_analyses)

    def smaller(self, level: Stage) -> Iterator[Stage]:
        """The stage with something taken away."""
        return smaller_stage(level)

    def describe(self, level: Stage) -> str:
        """The stage as a file; the rules in a note."""
        rules = level.rules
        note = f"; --space {rules.space} --split {rules.split} --parked {rules.parked}\n"
        return note + format_level(level.level)

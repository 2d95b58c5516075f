"""Are the claims of a heuristic true? It is compared with the exact distances.

Where all states of a level can be looked at, which is so for every stage of Bloxorz, for small
levels of Sokoban and for most puzzles that users write, their distances are worked out from the
goals backwards, and each state is compared. Elsewhere, as in FreeCell, the states along a plan that
is proved optimal are compared: what is left of it is their distance. If the level is too hard for
that, the plan begins at a position on the way to its goal.

- *Admissible*: no estimate is above the distance.
- *Consistent*: no step lowers the estimate by more than it costs. That is looked at for every step
  out of a state that is compared.
- An infinite estimate of a state that can be solved is a fault, whatever is claimed: a search would
  drop the state.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.catalog.own import is_own
from unriddle.core import BadInput, Heuristic, Limits, Result, label_of, starting_from, text_of
from unriddle.plans import Level, puzzle_from, replay
from unriddle.search.own_checks import by_value, checked_puzzle, has_own_key
from unriddle.search.own_thread import Late, within
from unriddle.solving import Estimator, Within, estimator, start

MOST_STATES = 200_000
"""How many states of a level are looked at; one with more is compared along an optimal plan."""
PATIENCE = 60.0
"""Seconds for a level unless limits say otherwise."""
MOMENT = 1e-3
"""Seconds for a search where no time is left."""
NEAR = 1e-9
"""What an estimate that is no whole number may be wrong by."""

ADMISSIBLE, CONSISTENT, FINITE = "admissible", "consistent", "finite"
"""What a state can be a counterexample to."""


class Counterexample(NamedTuple):
    """A state that shows that a heuristic is not what it could be."""

    against: str
    """`admissible`, `consistent` or `finite`."""
    state: Any
    estimate: float
    bound: float
    """What the estimate may be at most here: the distance, or the cost of the step and the estimate
    after it."""
    action: Any = None
    """The step, of one that is not consistent."""

    def told(self, puzzle: AnyPuzzle) -> str:
        """In words, with the board."""
        if self.against == CONSISTENT:
            after = f"after {self.action} the cost and the estimate are together {self.bound:g}"
            words = f"inconsistent: the estimate is {self.estimate:g}, but {after}"
        else:
            kind = "inadmissible" if self.against == ADMISSIBLE else "wrong"
            words = f"{kind}: the estimate is {self.estimate:g}, the exact distance {self.bound:g}"
        return f"{words}\n{text_of(puzzle, self.state)}"


@dataclass(frozen=True)
class HeuristicReport:
    """What the comparison of a heuristic with the exact distances has shown."""

    puzzle: AnyPuzzle
    heuristic: str
    claims: tuple[str, ...]
    """What it claims to be: `admissible`, `consistent`."""
    states: int
    """How many states were compared; 0 if no distance is known."""
    complete: bool
    """Were these all states of the level?"""
    counterexamples: tuple[Counterexample, ...]
    """The first against each thing that it is not, claimed or not."""
    from_start: bool
    """Is the initial state among them? If not, the plan begins at a position on the way."""
    informed: float | None
    """The mean of estimate / distance, where both are finite and not 0; None if there is none."""

    def __repr__(self) -> str:
        refuted = ", ".join(one.against for one in self.refuted) or "nothing"
        about = f"{self.heuristic}, {self.states} states, refuted: {refuted}"
        return f"<HeuristicReport {label_of(self.puzzle)}: {about}>"

    @property
    def refuted(self) -> tuple[Counterexample, ...]:
        """The counterexamples to what it claims, and to what must always hold."""
        wanted = (*self.claims, FINITE)
        return tuple(one for one in self.counterexamples if one.against in wanted)


def check_heuristic(
    puzzle: Level[Any, Any],
    heuristic: Estimator,
    *,
    limits: Within = PATIENCE,
    states: int = MOST_STATES,
) -> HeuristicReport:
    """Compare a heuristic, by name, as a function or as an object, with the exact distances.

    A level with more than `states` states is compared along a plan that is proved optimal.
    """
    game = puzzle_from(puzzle)
    allowed = Limits.of(limits) or Limits()
    name, maker = estimator(entry_of(game), heuristic)
    if name == "custom":
        name = getattr(heuristic, "__name__", name)
    made = maker(game)
    seconds = allowed.seconds or math.inf
    try:
        return within(lambda: _check(game, name, made, allowed, states), seconds)
    except Late:
        hint = "allow more, or fewer states, or take a smaller level"
        problem = f"{game.name}: the check has not ended in {seconds:g} s"
        raise BadInput(problem, hint=hint) from None


class ExactDistance(NamedTuple):
    """A state and its exact distance; infinity if no goal can be reached from it."""

    state: Any
    distance: float


class Distances(NamedTuple):
    """The states of a level whose distances are known."""

    known: list[ExactDistance]
    complete: bool
    """Are these all states of the level?"""


def _check(
    game: AnyPuzzle, name: str, heuristic: Heuristic[Any], limits: Limits, most: int
) -> HeuristicReport:
    rules, known = game, None
    listing = (limits.seconds or math.inf) / 3
    deadline = time.monotonic() + (limits.seconds or math.inf)
    if is_own(entry_of(game)):
        rules = checked_puzzle(game)
        if has_own_key(game):  # it may be wrong: then states would be left out
            known = all_distances(by_value(rules), most, listing)
    if known is None:
        known = all_distances(rules, most, listing)
    distances = Distances(
        _along_a_plan(game, limits, deadline) if known is None else known,
        complete=known is not None,
    )
    return replace(compare_with_distances(rules, name, heuristic, distances), puzzle=game)


def compare_with_distances(
    game: AnyPuzzle, name: str, heuristic: Heuristic[Any], distances: Distances
) -> HeuristicReport:
    """What `check_heuristic` says, for distances that were worked out before."""
    estimate = heuristic.estimate
    found: dict[str, Counterexample] = {}
    ratios: list[float] = []
    for state, distance in distances.known:
        guess = estimate(state)
        if guess > distance + NEAR:
            found.setdefault(ADMISSIBLE, Counterexample(ADMISSIBLE, state, guess, distance))
            if guess == math.inf:
                found.setdefault(FINITE, Counterexample(FINITE, state, guess, distance))
        if 0 < distance < math.inf and guess < math.inf:
            ratios.append(guess / distance)
        if CONSISTENT not in found:
            for action, after, cost in game.successors(state):
                bound = cost + estimate(after)
                if guess > bound + NEAR:
                    found[CONSISTENT] = Counterexample(CONSISTENT, state, guess, bound, action)
                    break
    claims = [ADMISSIBLE] * heuristic.admissible + [CONSISTENT] * heuristic.consistent
    informed = sum(ratios) / len(ratios) if ratios else None
    return HeuristicReport(
        game,
        name,
        tuple(claims),
        len(distances.known),
        distances.complete,
        tuple(found.values()),
        any(one.state == game.initial for one in distances.known[:1]),
        informed,
    )


def all_distances(
    game: AnyPuzzle, most: int = MOST_STATES, seconds: float = math.inf
) -> list[ExactDistance] | None:
    """Every state that can be reached, in the order of a breadth-first search, with its distance.

    None if there are more than `most`, or more than can be listed in the time.
    """
    deadline = time.monotonic() + seconds
    key: Callable[[Any], Hashable] = game.key
    number = {key(game.initial): 0}
    states = [game.initial]
    ways: list[list[tuple[int, int]]] = [[]]
    """By state: those it can be reached from, and at what cost."""
    for here, state in enumerate(states):  # grows meanwhile
        for _, after, cost in game.successors(state):
            there = number.setdefault(key(after), len(states))
            if there == len(states):
                if there == most or (there % 1000 == 0 and time.monotonic() > deadline):
                    return None
                states.append(after)
                ways.append([])
            ways[there].append((here, cost))
    distance = [math.inf] * len(states)
    queue: list[tuple[float, int]] = []
    for index, state in enumerate(states):
        if game.is_goal(state):
            distance[index] = 0
            queue.append((0, index))
    while queue:
        left, here = heapq.heappop(queue)
        if left > distance[here]:
            continue
        for before, cost in ways[here]:
            if left + cost < distance[before]:
                distance[before] = left + cost
                heapq.heappush(queue, (left + cost, before))
    return list(map(ExactDistance, states, distance))


def _along_a_plan(game: AnyPuzzle, limits: Limits, deadline: float) -> list[ExactDistance]:
    """The states of a plan that our own solvers prove optimal; none if they prove none in time.

    Where the level itself is too hard, the plan begins later: halfway to the goal, or halfway from
    there, and so on. The solvers use no heuristic of a user: it may be the one that is tested.
    """
    entry = entry_of(game)
    solver = "optimal" if entry and "optimal" in entry.native_solvers else None
    if is_own(entry):
        solver = "ucs"
    way: tuple[Any, ...] = (game.initial,)

    def share() -> Limits:
        """A third of the time that is left, so that there is always some for the rest."""
        if deadline == math.inf:
            return limits
        return replace(limits, seconds=max(MOMENT, (deadline - time.monotonic()) / 3))

    while True:
        here = starting_from(game, way[0])
        try:
            result = start(here, solver, limits=share()).result()
            if result.optimal:
                return distances_along(here, result)
            if result.plan is None and len(way) == 1:
                result = start(game, limits=share()).result()  # any plan will do, it proves nothing
        except BadInput:  # no solver takes it
            return []
        if result.plan is not None:
            way = replay(here, result.plan).states
        way = way[len(way) // 2 :]
        if len(way) < 2:
            return []


def distances_along(game: AnyPuzzle, result: Result[Any]) -> list[ExactDistance]:
    """The states of a plan that is proved optimal, with their distances; none of any other."""
    if result.plan is None or result.cost is None or not result.optimal:
        return []
    known: list[ExactDistance] = []
    left: float = result.cost
    states = replay(game, result.plan).states
    for state, action, after in zip(states, result.plan, states[1:], strict=False):
        known.append(ExactDistance(state, left))
        left -= game.step(state, action)[1]
        if game.is_goal(after):
            known.append(ExactDistance(after, left))
    return known

"""What makes a level hard, in figures that can be checked.

>>> from unriddle import rate
>>> rating = rate("sokoban/uit/1")
>>> rating.optimum, rating.counts, rating.box_changes, rating.difficulty
(12, {'move': 12, 'push': 6}, 2, 'medium')

What the figures mean, exactly:

- The *optimum* is what a plan costs that is proved optimal. Everything about a plan is about that
  one plan; another optimal plan may have other figures.
- *Pushes* and *box changes* (how often the player turns to another box) are counted in it.
- The *decomposition* is the size of the groups of boxes whose pushes interleave in it, in the order
  in which they begin: `2+1` is two boxes that are pushed in turns, and then one alone. It is a
  plain figure after an idea of Jarušek and Pelánek ("Difficulty Rating of Sokoban Puzzle", 2010),
  not their metric.
- *Branching* is the mean number of legal moves along the plan.
- *Dead ends near the path* are the moves beside the plan after which no solution is left; *dead* is
  the share of all states that can be reached from which none is. Both need every state to be looked
  at, and are None where there are more than `MOST_STATES`.
- *Expansions* are those of each textbook search, each with at most `MOST_EXPANSIONS`; None if that
  was not enough. If there is no solution, only complete searches are asked.
- The *difficulty* is one of five steps by the expansions of one of the searches (`difficulty.py`).

Nothing here says how people feel about a level: there are no data about people in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from itertools import pairwise
from typing import Any

from unriddle.bloxorz_analysis import analyse
from unriddle.catalog import SOLVERS, AnyPuzzle, entry_of, kind_name
from unriddle.catalog.solver_entry import FINITE
from unriddle.core import BadInput, Limits, Result, Run, Status, label_of
from unriddle.figures import plan_counts
from unriddle.heuristic_check import all_distances
from unriddle.plans import Level, puzzle_from, replay
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.sokoban.rules import Move, Sokoban
from unriddle.rating.difficulty import difficulty_of
from unriddle.solving import start

MOST_STATES = 50_000
"""How many states of a level are looked at."""
MOST_EXPANSIONS = 100_000
"""What each search may expand."""
_PROOF = Limits(nodes=100_000)
"""What the solver `optimal` may take where A* was not enough."""


@dataclass(frozen=True)
class Rating:
    """What is known about a level; a figure that is not known is None."""

    puzzle: AnyPuzzle
    result: Result[Any]
    """Of the search for an optimal plan."""
    expansions: Mapping[str, int | None]
    """By search: what it expanded, to find a solution or to see that there is none."""
    measured: int | None
    """The expansions that the difficulty is measured by, perhaps before the limit ended the search;
    None if the puzzle has no scale."""
    states: int | None = None
    """How many states can be reached."""
    dead_states: int | None = None
    dead_ends: int | None = None
    """Moves beside the optimal plan after which no solution is left."""

    def __repr__(self) -> str:
        about = f"optimum={self.optimum}, difficulty={self.difficulty}"
        return f"<Rating {label_of(self.puzzle)}: {self.result.status}, {about}>"

    @property
    def optimum(self) -> int | None:
        """What an optimal plan costs; None if none is proved."""
        return self.result.cost if self.result.optimal else None

    @property
    def difficulty(self) -> str | None:
        """One of `DIFFICULTIES`; None without a solution, or if its search gave up."""
        entry = entry_of(self.puzzle)
        if entry is None or self.measured is None or self.result.plan is None:
            return None
        return difficulty_of(entry.name, self.measured)

    @property
    def counts(self) -> dict[str, int] | None:
        """What is counted in the plan, by unit."""
        return plan_counts(self.puzzle, self.result)

    @property
    def branching(self) -> float | None:
        """The mean number of legal moves along the plan."""
        if not self.result.plan:
            return None
        states = replay(self.puzzle, self.result.plan).states[:-1]
        return sum(1 for state in states for _ in self.puzzle.actions(state)) / len(states)

    @property
    def box_changes(self) -> int | None:
        """How often the plan turns to another box."""
        pushed = self._pushed()
        if pushed is None:
            return None
        return sum(one != other for one, other in pairwise(pushed))

    @property
    def decomposition(self) -> tuple[int, ...] | None:
        """How many boxes are in each group whose pushes interleave, in the order of the plan."""
        pushed = self._pushed()
        if pushed is None:
            return None
        groups: list[int] = []
        last = {box: at for at, box in enumerate(pushed)}
        until, members = -1, set[int]()
        for at, box in enumerate(pushed):
            if at > until and members:
                groups.append(len(members))
                members = set()
            members.add(box)
            until = max(until, last[box])
        return (*groups, len(members)) if members else tuple(groups)

    @property
    def dead(self) -> float | None:
        """The share of states from which there is no solution any more."""
        if not self.states or self.dead_states is None:
            return None
        return self.dead_states / self.states

    def _pushed(self) -> list[int] | None:
        """Which box, by where it stood at the start, each push of the plan moves."""
        return None if self.result.plan is None else boxes_pushed(self.puzzle, self.result.plan)

    def to_dict(self) -> dict[str, Any]:
        """All figures by name, in plain values."""
        return {
            "puzzle": kind_name(self.puzzle),
            "level": self.puzzle.name,
            "status": str(self.result.status),
            "difficulty": self.difficulty,
            "optimum": self.optimum,
            "lower": self.result.stats.lower,
            "counts": self.counts,
            "box_changes": self.box_changes,
            "decomposition": self.decomposition and list(self.decomposition),
            "branching": self.branching,
            "states": self.states,
            "dead_states": self.dead_states,
            "dead_ends": self.dead_ends,
            "expansions": dict(self.expansions),
        }


def rate(puzzle: Level[Any, Any]) -> Rating:
    """What makes a level hard, in figures; the same on every machine."""
    game = puzzle_from(puzzle)
    entry = entry_of(game)
    result = _proved(game)
    # Where there is no solution, a search that is not complete would only run in circles.
    hopeless = result.status is Status.UNSOLVABLE
    expansions = {
        name: None if hopeless and one.complete != FINITE else _expanded(game, name)
        for name, one in SOLVERS.items()
        if not one.own
    }
    measured = None
    if entry and entry.difficulty:
        solver = entry.difficulty.solver
        measured = expansions.get(solver)
        if measured is None:  # a search that the limit ends is in the hardest step
            measured = _expanded(game, solver, Status.OUT_OF_NODES)
    states, dead_states, dead_ends = _counted(game, result)
    return Rating(game, result, expansions, measured, states, dead_states, dead_ends)


@singledispatch
def boxes_pushed(puzzle: AnyPuzzle, plan: Sequence[Any]) -> list[int] | None:
    """Which box each push of a plan moves: the square on which it stood at the start.

    None where there are no boxes.
    """
    return None


@boxes_pushed.register
def _(puzzle: Sokoban, plan: Sequence[Move]) -> list[int]:
    player = puzzle.initial.player
    at = {box: box for box in puzzle.initial.boxes}
    pushed = []
    for move in plan:
        step = puzzle.level.steps[move.direction]
        player += step
        if move.push:
            at[player + step] = box = at.pop(player)
            pushed.append(box)
    return pushed


def _expanded(game: AnyPuzzle, solver: str, *others: Status) -> int | None:
    try:
        status, stats = _started(game, solver).ending()
    except BadInput:  # it does not take a level of this kind or size, or needs the engine
        return None
    return stats.expanded if status in (Status.SOLVED, Status.UNSOLVABLE, *others) else None


def _started(game: AnyPuzzle, solver: str) -> Run[Any]:
    limits = Limits(nodes=MOST_EXPANSIONS)
    try:
        return start(game, solver, limits=limits)
    except BadInput:  # the engine does not take a level of this size
        return start(game, solver, limits=limits, engine="python")


def _proved(game: AnyPuzzle) -> Result[Any]:
    """An optimal plan, by A*, or else by the solver of the puzzle that can prove one."""
    result = _started(game, "astar").result()
    if result.optimal or result.status is Status.UNSOLVABLE:
        return result
    try:
        return start(game, "optimal", limits=_PROOF).result()
    except BadInput:
        return result


Counted = tuple[int | None, int | None, int | None]
"""States, dead ones, and dead ends beside the plan; None where there are too many."""


@singledispatch
def _counted(game: AnyPuzzle, result: Result[Any]) -> Counted:
    known = all_distances(game, MOST_STATES)
    if known is None:
        return None, None, None
    dead = {game.key(state) for state, distance in known if distance == math.inf}
    return len(known), len(dead), _dead_ends(game, result, lambda state: game.key(state) in dead)


@_counted.register
def _(game: Bloxorz, result: Result[Any]) -> Counted:
    analysis = analyse(game, Limits(nodes=10**7))
    if not analysis.complete:
        return None, None, None
    ends = _dead_ends(game, result, lambda state: analysis.distance(state) is None)
    return analysis.states, analysis.dead, ends


def _dead_ends(game: AnyPuzzle, result: Result[Any], is_dead: Callable[[Any], bool]) -> int | None:
    if result.plan is None:
        return None
    states = replay(game, result.plan).states[:-1]
    return sum(is_dead(after) for state in states for _, after, _ in game.successors(state))

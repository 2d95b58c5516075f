"""Deals of FreeCell by their difficulty and optimum: numbers are drawn, solved and proved.

`fast` wins a deal, which measures its difficulty, and `optimal` proves the least moves, moves home
included (the cost `moves`). Most deals are proved within the limit; the others are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from unriddle import engines
from unriddle.core import BadInput, Limits, Status
from unriddle.generating.criteria import Candidate, Criteria, Maker
from unriddle.loading import shipped
from unriddle.puzzles.freecell.cards import DECK
from unriddle.puzzles.freecell.rules import Rules
from unriddle.rating.difficulty import range_of, scale_of
from unriddle.search.rng import SplitMix64
from unriddle.solving import solve, start

LAST = 1_000_000
"""Deals are drawn from 1 to this number: those of Microsoft FreeCell."""
_PATIENCE = Limits(nodes=400_000)
"""For a proof: three deals of four are proved within it, in a quarter of a second on average."""
_MOST_EXPANSIONS = 50_000
"""After which `fast` passes a deal over."""


class _Won(NamedTuple):
    """A deal that can be won."""

    number: int
    expanded: int
    """By the solver that measures the difficulty."""


def tries(criteria: Criteria) -> int:
    """How many deals are proved to find one with the optimum that is wanted."""
    return 100


def candidates(criteria: Criteria, rng: SplitMix64) -> Iterator[Candidate | None]:
    """Deals of the wanted difficulty with their optimum; None for one that it is not proved of."""
    if criteria.moves is not None and (most := criteria.moves[1]) < len(DECK):
        problem = (
            f"no deal is won in {most} moves: each of the {len(DECK)} cards needs one to go home"
        )
        raise BadInput(problem, hint="ask for 70-80, for example")
    return map(_proved, _won_deals(criteria.difficulty, rng))


def _won_deals(difficulty: str | None, rng: SplitMix64) -> Iterator[_Won]:
    """Deals of a difficulty that `fast` wins, without end; raises `BadInput` without the engine."""
    if engines.why_not:
        raise BadInput(
            f"deals are measured by the native engine: {engines.why_not}",
            hint="name a deal by its number, such as freecell/1",
        )
    wanted = range_of("freecell", difficulty)
    limits = Limits(nodes=min(_MOST_EXPANSIONS, wanted[-1]))

    def endless() -> Iterator[_Won]:
        while True:
            number = 1 + rng.below(LAST)
            run = start(_deal(number, Rules()), scale_of("freecell").solver, limits=limits)
            status, stats = run.ending()
            if status is Status.SOLVED and stats.expanded in wanted:
                yield _Won(number, stats.expanded)

    return endless()


def _proved(won: _Won) -> Candidate | None:
    puzzle = _deal(won.number, Rules(cost="moves"))
    result = solve(puzzle, "optimal", limits=_PATIENCE)
    return Candidate(puzzle, result, won.expanded) if result.optimal else None


def _deal(number: int, rules: Rules) -> Any:
    return shipped(f"freecell/{number}", rules)


def are_measured_by(rules: Rules) -> bool:
    """Does it hold by these rules, too, that a deal can be won, and how hard it is?"""
    usual = Rules()
    same_table = (rules.cells, rules.columns) == (usual.cells, usual.columns)
    return same_table and rules.autoplay != "greedy"  # which can lose the game


def winnable_deal(difficulty: str | None = None, *, seed: int = 0) -> int:
    """The number of a deal that can be won, of this difficulty; the same for a seed."""
    return next(_won_deals(difficulty, SplitMix64(seed))).number


def deal_of_the_day(day: date, difficulty: str | None = None) -> int:
    """The number of the deal of a day, which can be won: the same for all on this day."""
    return winnable_deal(difficulty, seed=SplitMix64(day.toordinal()).next())


MAKER = Maker(candidates, tries, unused=("size", "boxes"))

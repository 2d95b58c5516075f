"""Every native search is the twin of its Python function: same expansions, same plan, same ending.

A run is compared at several node limits. Expanded, generated and frontier agree at each of them
only if both searches look at the same nodes in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native.bloxorz_engine import MOVES, engine_of
from strategies.bloxorz import STAGES, levels, rules

from unriddle import native
from unriddle.core import replay
from unriddle.puzzles.bloxorz.heuristics import halves, rolls
from unriddle.puzzles.bloxorz.level import Level
from unriddle.puzzles.bloxorz.rules import Bloxorz, Rules
from unriddle.search.beam import beam
from unriddle.search.best_first import astar, greedy, uniform_cost, weighted_astar
from unriddle.search.breadth_first import breadth_first
from unriddle.search.depth_first import depth_first, depth_first_tree
from unriddle.search.dice import Dice
from unriddle.search.hill_climbing import (
    backtracking_hill_climbing,
    simple_hill_climbing,
    steepest_hill_climbing,
)
from unriddle.search.hybrid import hybrid
from unriddle.search.idastar import idastar
from unriddle.search.iterative_deepening import iterative_deepening
from unriddle.search.mcts import mcts
from unriddle.search.node import Ending

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

HEURISTICS = {"halves": halves, "rolls": rolls}


class Case(NamedTuple):
    """A search, its settings, and how many nodes the comparison may cost."""

    search: Callable[..., Any]
    informed: bool = False
    settings: Mapping[str, Any] = MappingProxyType({})
    nodes: int = 600

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.settings.items()]
        return "-".join([self.search.__name__, *words])


CASES = [
    Case(breadth_first),
    Case(depth_first_tree),
    Case(depth_first),
    Case(iterative_deepening),
    Case(uniform_cost),
    Case(greedy, True),
    Case(astar, True),
    Case(weighted_astar, True),
    Case(weighted_astar, True, {"weight": 1.3}),
    Case(idastar, True),
    Case(beam, True),
    Case(beam, True, {"width": 3}),
    Case(simple_hill_climbing, True),
    Case(steepest_hill_climbing, True),
    Case(backtracking_hill_climbing, True),
    Case(hybrid, True),
    Case(hybrid, True, {"plies": 3, "record": 20}),
    Case(hybrid, True, {"plies": 1}),
    Case(mcts, nodes=60),
    Case(mcts, settings={"seed": 7, "selection": "mean", "points": (0.0, 0.5, -0.5)}, nodes=60),
    Case(mcts, settings={"seed": 2**64 - 1, "unique": True, "previous": 0}, nodes=60),
    Case(
        mcts,
        settings={"threshold": False, "depth": 5, "c": 0.7, "previous": 5, "unique": True},
        nodes=200,
    ),
]


class Report(NamedTuple):
    """What is compared."""

    ending: str
    plan: list[int] | None
    cost: int | None
    expanded: int
    generated: int
    frontier: int


def python_reports(case: Case, puzzle: Bloxorz, heuristic: str, nodes: int) -> list[Report]:
    """How the Python search stands after 0, 1, 2 ... expansions, and how it ends, at the latest
    when it wants more than `nodes`."""
    estimates = [HEURISTICS[heuristic](puzzle).estimate] if case.informed else []
    search = case.search(puzzle, *estimates, **case.settings)
    expanded = generated = frontier = 0
    reports = []
    while True:
        reports.append(Report("out of nodes", None, None, expanded, generated, frontier))
        try:
            expansion = next(search)
        except StopIteration as stop:
            end = stop.value
            break
        if expanded == nodes:
            return reports
        expanded += 1
        generated += len(expansion.successors)
        frontier = expansion.frontier
    if isinstance(end, Ending):
        ending, plan, cost = end.name.lower(), None, None
    else:
        plan = [MOVES.index(move) for move in end.plan()]
        ending, cost = "solved", end.cost
    reports[-1] = Report(ending, plan, cost, expanded, generated, frontier)
    return reports


def native_report(case: Case, puzzle: Bloxorz, heuristic: str, nodes: int) -> Report:
    """How the native search ends within `nodes`."""
    run = engine_of(puzzle).search(
        case.search.__name__, heuristic=heuristic, nodes=nodes, **case.settings
    )
    assert run.wait()
    ending, plan, cost = run.result()
    expanded, generated, frontier, _, done = run.poll()
    assert done
    return Report(ending, plan, cost, expanded, generated, frontier)


def compare(case: Case, puzzle: Bloxorz, heuristic: str, nodes: int) -> None:
    reports = python_reports(case, puzzle, heuristic, nodes)
    last = len(reports) - 1
    for limit in sorted({0, 1, 2, 3, 5, 10, last // 3, last // 2, last - 1, last}):
        if 0 <= limit <= last:
            assert native_report(case, puzzle, heuristic, limit) == reports[limit]
    end = native_report(case, puzzle, heuristic, nodes)
    assert end == reports[-1]
    if end.plan is not None:
        played = replay(puzzle, [MOVES[code] for code in end.plan])
        assert played.solved
        assert played.cost == end.cost


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_searches_are_twins_on_every_stage(case: Case) -> None:
    for level in STAGES:
        heuristic = ("rolls", "halves")[level.number % 2]
        compare(case, Bloxorz(level), heuristic, case.nodes)


@pytest.mark.parametrize("case", CASES, ids=str)
@given(levels(), rules, st.sampled_from(sorted(HEURISTICS)))
@settings(max_examples=12)
def test_the_searches_are_twins_on_random_stages(
    case: Case, level: Level, variant: Rules, heuristic: str
) -> None:
    compare(case, Bloxorz(level, variant), heuristic, min(case.nodes, 200))


@pytest.mark.parametrize(
    "case", [Case(uniform_cost), Case(astar, True), Case(breadth_first)], ids=str
)
@pytest.mark.parametrize("number", [8, 10, 16])
def test_long_runs_are_twins_to_the_end(case: Case, number: int) -> None:
    compare(case, Bloxorz(STAGES[number - 1]), "rolls", 10**6)


@pytest.mark.parametrize("seed", [0, 1, 1234567, 2**64 - 1])
def test_the_dice_are_the_same(seed: int) -> None:
    from unriddle.native import _core

    dice = Dice(seed)
    assert _core.dice(seed, 50) == [dice.next() for _ in range(50)]

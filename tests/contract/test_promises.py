"""What the solvers and heuristics in the catalogue promise, held against every shipped level."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from unriddle.catalog import PUZZLES, SOLVERS, AnyPuzzle, Pack, PuzzleEntry, SolverEntry, entry_of
from unriddle.core import Limits, Result, Status, replay
from unriddle.loading import load, read
from unriddle.native import why_not
from unriddle.play import starting_from
from unriddle.solving import ENGINES, choose, solve

# The fewest arrow moves of the 33 stages, from two independent breadth-first searches, equal to
# the best that players have published.
STAGES = (
    *(7, 17, 19, 28, 33, 35, 44, 10, 24, 57, 47, 65, 46, 67, 57, 28, 106, 85, 67, 56),
    *(71, 65, 75, 57, 55, 104, 71, 100, 104, 114, 91, 129, 65),
)
# The fewest moves of the first 16 course maps; 17 has no solution, and 18 is an open problem for
# which 463 is the best that is known.
COURSE = (12, 9, 15, 7, 20, 19, 21, 97, 8, 33, 34, 23, 31, 23, 105, 34)
OPTIMA = {
    **{f"bloxorz/{number}": optimum for number, optimum in enumerate(STAGES, start=1)},
    **{f"sokoban/uit/{number}": optimum for number, optimum in enumerate(COURSE, start=1)},
}
UNSOLVABLE = {"sokoban/uit/17", "freecell/11982"}
MANY_STATES = {"sokoban/uit/5", "sokoban/uit/16", "sokoban/uit/18"}

TREE_SEARCHES = {"dfs-tree", "ids", "idastar"}
"""They meet a state again on every way to it: too long a way for all but the smallest levels."""


def is_complete(solver: SolverEntry) -> bool:
    return solver.complete.startswith("yes")


def settles(solver: SolverEntry, level: str) -> bool:
    """Must this solver come to an end here, whatever it costs?"""
    graph_search = is_complete(solver) and solver.name not in TREE_SEARCHES
    return graph_search and not level.startswith("freecell") and level not in MANY_STATES


def budget(solver: SolverEntry, level: str) -> int:
    """Nodes; an iteration of mcts plays a whole game, and FreeCell has many successors."""
    if settles(solver, level):
        return 200_000
    return 50 if solver.name == "mcts" else 300 if level.startswith("freecell") else 1000


def numbers(pack: Pack) -> list[int]:
    if len(pack.numbers) <= 50:
        return list(pack.numbers)
    return [number for number in (1, 3, 11982) if number in pack.numbers]


LEVELS = [
    f"{prefix}/{number}"
    for entry in PUZZLES.values()
    for prefix, pack in entry.ids()
    for number in numbers(pack)
]
ENGINES_HERE = [name for name in ENGINES if name == "python" or not why_not]
"""The engines that this installation has."""
EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
EVERY_SOLVER = pytest.mark.parametrize("solver", SOLVERS.values(), ids=list(SOLVERS))


def check(puzzle: AnyPuzzle, result: Result[Any], limit: int) -> None:
    """What a result says about itself."""
    assert result.stats.expanded <= limit
    assert (result.status is Status.OUT_OF_NODES) <= (result.stats.expanded == limit)
    if result.status is Status.SOLVED:
        assert result.plan is not None
        played = replay(puzzle, result.plan)
        assert played.solved
        assert played.cost == result.cost
        assert not any(puzzle.is_goal(state) for state in played.states[:-1])


def check_together(results: dict[str, Result[Any]]) -> None:
    """No solver may contradict another one."""
    costs = {name: result.cost for name, result in results.items() if result.cost is not None}
    for name, result in results.items():
        if result.optimal:
            assert result.cost == min(costs.values()), (name, costs)
        assert not (costs and result.status is Status.UNSOLVABLE), (name, costs)


@pytest.mark.parametrize("engine", ENGINES_HERE)
@EVERY_LEVEL
def test_every_solver_on_every_level(level: str, engine: str) -> None:
    puzzle = load(level)
    results = {}
    for name, solver in SOLVERS.items():
        if engine == "native" and choose(entry_of(puzzle), name).missing_twin:
            continue
        limit = budget(solver, level)
        results[name] = result = solve(puzzle, name, limits=Limits(nodes=limit), engine=engine)
        check(puzzle, result, limit)
        allowed = {Status.UNSOLVABLE if level in UNSOLVABLE else Status.SOLVED}
        if not settles(solver, level):
            allowed |= {Status.OUT_OF_NODES}
            allowed |= set() if is_complete(solver) else {Status.GAVE_UP}
        assert result.status in allowed, name
        if result.optimal and level in OPTIMA:
            assert result.cost == OPTIMA[level], name
    check_together(results)


SMALL = {"freecell": "Foundations: H-T C-K D-K S-T\nJH QS KH\nJS QH KS\n"}
"""By puzzle: a level to be used where the first one is too large."""


@cache
def endgame(kind: str, **rules: Any) -> AnyPuzzle:
    """A small level, a few moves before the end of a solution."""
    first = f"{next(iter(PUZZLES[kind].ids()))[0]}/1"
    (puzzle,) = read(SMALL[kind], **rules) if kind in SMALL else (load(first, **rules),)
    plan = solve(puzzle, "astar").plan
    assert plan is not None
    return starting_from(puzzle, replay(puzzle, plan[:-5]).states[-1])


def rule_variants() -> Iterator[tuple[PuzzleEntry, str, str]]:
    for entry in PUZZLES.values():
        for rule in entry.rules.settings():
            for choice in rule.choices:
                yield entry, rule.name, choice


@pytest.mark.parametrize(
    ("entry", "rule", "choice"),
    list(rule_variants()),
    ids=[f"{entry.name}-{rule}-{choice}" for entry, rule, choice in rule_variants()],
)
def test_every_solver_near_the_end_under_every_rule(
    entry: PuzzleEntry, rule: str, choice: str
) -> None:
    puzzle = endgame(entry.name, **{rule: choice})
    results = {}
    for name, solver in SOLVERS.items():
        results[name] = result = solve(puzzle, name, limits=Limits(nodes=20_000))
        check(puzzle, result, 20_000)
        if is_complete(solver):
            assert result.status is Status.SOLVED, name
        else:
            assert result.status is not Status.UNSOLVABLE, name
    assert results["ucs"].optimal
    assert results["bfs"].optimal is puzzle.unit_cost
    check_together(results)


@pytest.mark.parametrize("entry", PUZZLES.values(), ids=list(PUZZLES))
@EVERY_SOLVER
def test_a_solved_puzzle_needs_no_move(solver: SolverEntry, entry: PuzzleEntry) -> None:
    puzzle = endgame(entry.name)
    plan = solve(puzzle, "bfs").plan
    assert plan is not None
    solved = starting_from(puzzle, replay(puzzle, plan).states[-1])
    result = solve(solved, solver.name, limits=Limits(nodes=10))
    assert (result.status, result.plan, result.cost) == (Status.SOLVED, (), 0)


def outcome(result: Result[Any]) -> tuple[Any, ...]:
    stats = result.stats
    return (
        *(result.status, result.plan, result.cost, result.optimal),
        *(stats.expanded, stats.generated, stats.frontier),
    )


@EVERY_SOLVER
def test_the_same_run_twice_is_the_same(solver: SolverEntry) -> None:
    for level in LEVELS[4::13]:
        once, again = (solve(load(level), solver.name, limits=Limits(nodes=100)) for _ in range(2))
        assert outcome(once) == outcome(again), level


@EVERY_SOLVER
def test_settings_at_their_limits_are_no_danger(solver: SolverEntry) -> None:
    puzzle = load("bloxorz/8")
    for setting in solver.settings:
        assert setting.help
        assert setting.read(setting.default) == setting.default
        extremes: list[Any] = [setting.default, *setting.choices]
        if isinstance(setting.default, bool):
            extremes += [True, False]
        elif isinstance(setting.default, int | float):
            unbounded = 10**30 if isinstance(setting.default, int) else 1e308
            extremes += [setting.minimum, unbounded if setting.maximum is None else setting.maximum]
        for value in extremes:
            chosen = {setting.name: value}
            result = solve(puzzle, solver.name, limits=Limits(nodes=20), **chosen)
            check(puzzle, result, 20)


@EVERY_SOLVER
def test_a_solver_says_what_it_is(solver: SolverEntry) -> None:
    assert solver.summary.endswith(".")
    assert solver.complete.startswith(("yes", "no: "))


HEURISTICS = [(entry, name) for entry in PUZZLES.values() for name in entry.heuristics]
EVERY_HEURISTIC = pytest.mark.parametrize(
    ("entry", "name"), HEURISTICS, ids=[f"{entry.name}-{name}" for entry, name in HEURISTICS]
)


@EVERY_HEURISTIC
def test_an_admissible_heuristic_never_exceeds_the_known_optimum(
    entry: PuzzleEntry, name: str
) -> None:
    for level in LEVELS:
        if level.startswith(f"{entry.name}/"):
            puzzle = load(level)
            heuristic = entry.heuristics[name](puzzle)
            h = heuristic.estimate(puzzle.initial)
            assert not math.isnan(h)
            assert h < math.inf or level in UNSOLVABLE
            if heuristic.admissible and level in OPTIMA:
                assert 0 <= h <= OPTIMA[level], level


def lowest_estimates(puzzle: AnyPuzzle, plan: tuple[Any, ...]) -> Iterator[tuple[Any, int]]:
    """Each state of a plan with what the rest of the plan costs."""
    played = replay(puzzle, plan)
    left = played.cost
    for state, action in zip(played.states, plan, strict=False):
        yield state, left
        left -= puzzle.cost(state, action)
    yield played.states[-1], 0


@pytest.mark.parametrize(
    ("entry", "rule", "choice"),
    list(rule_variants()),
    ids=[f"{entry.name}-{rule}-{choice}" for entry, rule, choice in rule_variants()],
)
def test_admissible_means_never_more_than_any_way_that_is_known(
    entry: PuzzleEntry, rule: str, choice: str
) -> None:
    prefix, pack = next(iter(entry.ids()))
    for number in numbers(pack)[:2]:
        puzzle = load(f"{prefix}/{number}", **{rule: choice})
        result = solve(puzzle)
        assert result.plan is not None
        for name, maker in entry.heuristics.items():
            heuristic = maker(puzzle)
            for state, left in lowest_estimates(puzzle, result.plan):
                h = heuristic.estimate(state)
                assert h < math.inf, name
                if heuristic.admissible:
                    assert 0 <= h <= left, (name, state)


def test_every_puzzle_has_an_admissible_heuristic_under_its_default_rules() -> None:
    for entry in PUZZLES.values():
        puzzle = load(f"{next(iter(entry.ids()))[0]}/1")
        assert entry_of(puzzle) is entry
        assert any(maker(puzzle).admissible for maker in entry.heuristics.values())

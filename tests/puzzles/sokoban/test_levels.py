"""The shipped course maps and, where they are at hand, three well-known collections."""

from __future__ import annotations

import csv
import heapq
import math
import os
from collections import deque
from collections.abc import Callable
from importlib.resources import files
from itertools import count
from pathlib import Path

import pytest
from generators.sokoban import format_rle

from unriddle.core import Heuristic, replay
from unriddle.puzzles.sokoban import heuristics, notation
from unriddle.puzzles.sokoban.rules import Level, Rules, Sokoban, State

COURSE = notation.parse_levels(
    (files("unriddle.levels") / "sokoban" / "uit.xsb").read_text("utf-8"), "uit.xsb"
)
MOVES = [12, 9, 15, 7, 20, 19, 21, 97, 8, 33, 34, 23, 31, 23, 105, 34]
PUSHES = [6, 4, 4, 3, 10, 5, 11, 32, 3, 8, 7, 7, 5, 7, 43, 12]
SOLVABLE = range(1, 17)
TOO_LARGE_FOR_BREADTH_FIRST = (5, 16)


def fewest_moves(puzzle: Sokoban) -> int | None:
    """Breadth-first search, written as plainly as can be; None if there is no solution."""
    depth = {puzzle.initial: 0}
    queue = deque(depth)
    while queue:
        state = queue.popleft()
        if puzzle.is_goal(state):
            return depth[state]
        for _, after, _ in puzzle.successors(state):
            if after not in depth:
                depth[after] = depth[state] + 1
                queue.append(after)
    return None


def least_cost(puzzle: Sokoban, build: Callable[[Sokoban], Heuristic[State]]) -> int | None:
    """A* with an admissible heuristic; None if there is no solution."""
    heuristic = build(puzzle)
    assert heuristic.admissible
    tickets = count()
    costs = {puzzle.initial: 0}
    queue = [(heuristic.estimate(puzzle.initial), next(tickets), 0, puzzle.initial)]
    while queue:
        _, _, cost, state = heapq.heappop(queue)
        if cost > costs[state]:
            continue
        if puzzle.is_goal(state):
            return cost
        for _, after, step in puzzle.successors(state):
            if cost + step < costs.get(after, math.inf):
                costs[after] = cost + step
                estimate = heuristic.estimate(after)
                if estimate < math.inf:
                    heapq.heappush(
                        queue, (cost + step + estimate, next(tickets), cost + step, after)
                    )
    return None


@pytest.mark.parametrize("number", [n for n in SOLVABLE if n not in TOO_LARGE_FOR_BREADTH_FIRST])
def test_fewest_moves_by_breadth_first_search(number: int) -> None:
    assert fewest_moves(Sokoban(COURSE[number - 1])) == MOVES[number - 1]


@pytest.mark.parametrize("number", SOLVABLE)
def test_fewest_moves_and_pushes_by_informed_search(number: int) -> None:
    level = COURSE[number - 1]
    assert least_cost(Sokoban(level), heuristics.walk) == MOVES[number - 1]
    pushes = Sokoban(level, Rules(cost="pushes"))
    assert least_cost(pushes, heuristics.matching) == PUSHES[number - 1]
    assert least_cost(pushes, heuristics.freeze) == PUSHES[number - 1]


def test_map_17_has_no_solution() -> None:
    puzzle = Sokoban(COURSE[16])
    assert fewest_moves(puzzle) is None
    assert least_cost(puzzle, heuristics.freeze) is None


def test_map_18_needs_131_pushes_and_the_bound_comes_close() -> None:
    puzzle = Sokoban(COURSE[17])
    assert len(puzzle.initial.boxes) == len(puzzle.goals) == 10
    assert heuristics.freeze(puzzle).estimate(puzzle.initial) == 129


def test_course_maps_have_names_and_round_trip() -> None:
    assert len(COURSE) == 18
    for number, level in enumerate(COURSE, start=1):
        assert level.title.startswith(f"Course map {number}")
        assert notation.parse_levels(notation.format_level(level)) == (level,)
        initial = Sokoban(level).initial
        assert notation.parse_state(Sokoban(level), notation.format_level(level)) == initial
    assert notation.parse_levels("\n".join(map(notation.format_level, COURSE))) == COURSE


# Collections that are not part of the project.

_SHARED = Path(__file__).parents[3].parent / "shared" / "levels" / "sokoban"
COLLECTIONS = Path(os.environ.get("UNRIDDLE_COLLECTIONS", _SHARED))


def collection(name: str) -> str:
    path = COLLECTIONS / name
    if not path.is_file():
        pytest.skip(f"{name} is not there; UNRIDDLE_COLLECTIONS may name its directory")
    return path.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "size", "titles"),
    [
        ("microban.xsb", 155, ("1", "2", "The Dungeon")),
        ("xsokoban.xsb", 90, ("screen.01", "screen.02", "screen.90")),
        (
            "boxoban-medium100.xsb",
            100,
            tuple(f"boxoban medium/valid/000.txt {number}" for number in (0, 1, 99)),
        ),
    ],
)
def test_collections_are_read_and_round_trip(
    name: str, size: int, titles: tuple[str, str, str]
) -> None:
    levels = notation.parse_levels(collection(name), name)
    assert len(levels) == size
    assert (levels[0].title, levels[1].title, levels[-1].title) == titles
    assert notation.parse_levels("\n".join(map(notation.format_level, levels))) == levels
    for level in levels:
        (unnamed,) = notation.parse_levels(format_rle(level))
        assert Sokoban(unnamed).initial == Sokoban(level).initial
        puzzle = Sokoban(level)
        text = notation.format_state(puzzle, puzzle.initial)
        assert notation.parse_state(puzzle, text) == puzzle.initial


def test_known_solutions_replay() -> None:
    microban: tuple[Level, ...] = notation.parse_levels(collection("microban.xsb"))
    replayed = 0
    for row in csv.DictReader(collection("microban-optimal.csv").splitlines()):
        level = microban[int(row["level"]) - 1]
        for measure in ("push", "move"):
            lurd = row[f"{measure}_optimal_lurd"]
            stated = row[f"optimal_{measure}es" if measure == "push" else f"optimal_{measure}s"]
            if lurd:
                puzzle = Sokoban(level, Rules(cost="pushes" if measure == "push" else "moves"))
                plan = notation.parse_plan(lurd)
                played = replay(puzzle, plan)
                assert played.solved
                assert played.cost == int(stated.removeprefix("<="))
                spelt = [
                    move.push == (before.boxes != after.boxes)
                    for move, before, after in zip(
                        plan, played.states, played.states[1:], strict=False
                    )
                ]
                assert all(spelt)
                replayed += 1
    assert replayed > 250

"""Bounds, distances and deadlocks against the truth: the whole space of small levels."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from itertools import permutations

import pytest
from generators.sokoban import levels
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.core import Heuristic
from unriddle.puzzles.sokoban import heuristics
from unriddle.puzzles.sokoban.deadlocks import Deadlocks, dead_squares, dead_squares_in_steps
from unriddle.puzzles.sokoban.distances import push_distances
from unriddle.puzzles.sokoban.matching import least_matching
from unriddle.puzzles.sokoban.notation import parse_levels
from unriddle.puzzles.sokoban.rules import Level, Rules, Sokoban, State


def costs_to_go(puzzle: Sokoban, starts: Iterable[State]) -> dict[State, float]:
    """The true cost to the goal of every state that can be reached: Dijkstra run backward."""
    into: dict[State, list[tuple[State, int]]] = {start: [] for start in starts}
    waiting = list(into)
    while waiting:
        state = waiting.pop()
        for _, after, cost in puzzle.successors(state):
            if after not in into:
                into[after] = []
                waiting.append(after)
            into[after].append((state, cost))
    costs: dict[State, float] = dict.fromkeys(into, math.inf)
    queue = [(0.0, number, state) for number, state in enumerate(into) if puzzle.is_goal(state)]
    for _, _, state in queue:
        costs[state] = 0.0
    ticket = len(into)
    while queue:
        far, _, state = heapq.heappop(queue)
        for before, cost in into[state]:
            if far + cost < costs[before]:
                costs[before] = far + cost
                ticket += 1
                heapq.heappush(queue, (costs[before], ticket, before))
    return costs


def puzzle_of(text: str, cost: str = "moves") -> Sokoban:
    (level,) = parse_levels(text)
    return Sokoban(level, Rules(cost=cost))


def start_value(text: str, name: str) -> float:
    puzzle = puzzle_of(text)
    heuristic: Heuristic[State] = getattr(heuristics, name)(puzzle)
    return heuristic.estimate(puzzle.initial)


@settings(max_examples=120)
@given(levels(side=4), st.sampled_from(["moves", "pushes", "walks"]))
def test_what_is_called_admissible_never_overestimates_and_infinity_is_a_proof(
    level: Level, cost: str
) -> None:
    puzzle = Sokoban(level, Rules(cost=cost))
    truth = costs_to_go(puzzle, [puzzle.initial])
    deadlocks = Deadlocks(puzzle)
    for build in (heuristics.matching, heuristics.freeze, heuristics.walk):
        heuristic = build(puzzle)
        bounds = ["moves"] if build is heuristics.walk else ["moves", "pushes"]
        assert heuristic.admissible == (cost in bounds)
        for state, left in truth.items():
            estimate = heuristic.estimate(state)
            if heuristic.admissible:
                assert estimate <= left
            assert left == math.inf or estimate < math.inf
    for state, left in truth.items():
        assert left == math.inf or not deadlocks.is_dead(state.boxes)


@settings(max_examples=60)
@given(levels(side=4))
def test_each_bound_is_at_least_the_one_before(level: Level) -> None:
    puzzle = Sokoban(level)
    matching, freeze, walk = (
        build(puzzle).estimate
        for build in (heuristics.matching, heuristics.freeze, heuristics.walk)
    )
    for state in costs_to_go(puzzle, [puzzle.initial]):
        assert matching(state) <= freeze(state) <= walk(state)


@settings(max_examples=60)
@given(levels(side=4, boxes=1))
def test_distances_are_those_of_a_lone_box(level: Level) -> None:
    base = Sokoban(level)
    for goal, distances in push_distances(base).items():
        alone = Sokoban(level, Rules(cost="pushes"))
        alone.goals = frozenset({goal})
        everywhere = [
            State(player, frozenset({box}))
            for player in base.floor
            for box in base.floor
            if box != player
        ]
        truth = costs_to_go(alone, everywhere)
        for box in base.floor:
            least = min(truth[state] for state in everywhere if state.boxes == {box})
            assert distances.get(box, math.inf) == least


@settings(max_examples=60)
@given(levels())
def test_a_square_is_dead_if_no_goal_can_be_reached(level: Level) -> None:
    puzzle = Sokoban(level)
    live = {square for to_goal in push_distances(puzzle).values() for square in to_goal}
    assert dead_squares(puzzle) == dead_squares(puzzle, push_distances(puzzle))
    assert dead_squares(puzzle) == puzzle.floor - live


def test_dead_squares_are_searched_from_all_goals_at_once() -> None:
    rows = ["#" * 40, "#@" + "$" * 37 + "#", *["#" + "." * 38 + "#"] * 30, "#" * 40]
    puzzle = puzzle_of("\n".join(rows))
    steps = dead_squares_in_steps(puzzle)
    assert sum(1 for _ in steps) < 2 * len(puzzle.floor)  # one a square, and few for all pulls


def test_a_box_that_the_player_cannot_get_behind_is_not_pushed_there() -> None:
    # Below the crossing lies a dead end: a box in the corridor could be pushed up from it, but
    # then the box itself would have shut the player out.
    puzzle = puzzle_of("#######\n###.###\n### ###\n#@ $ .#\n### ###\n#######")
    up, right = push_distances(puzzle).values()
    assert (up[24], right[24]) == (2, 2)
    assert 23 not in up
    assert right[23] == 3


COSTS = st.sampled_from([*map(float, range(10)), math.inf])


@settings(max_examples=300)
@given(
    st.integers(0, 4).flatmap(
        lambda rows: st.integers(rows, 5).flatmap(
            lambda columns: st.lists(
                st.lists(COSTS, min_size=columns, max_size=columns), min_size=rows, max_size=rows
            )
        )
    )
)
def test_least_matching_is_the_least_of_all(costs: list[list[float]]) -> None:
    choices = permutations(range(len(costs[0]) if costs else 0), len(costs))
    sums = [
        sum(row[column] for row, column in zip(costs, choice, strict=True)) for choice in choices
    ]
    assert least_matching(costs) == min(sums)


FROZEN = {
    "corner": ("#####\n#$ .#\n#@  #\n#####", True),
    "two by two": ("######\n#    #\n# $$ #\n# $$@#\n#....#\n######", True),
    "two by two on goals": ("######\n#@   #\n# ** #\n# ** #\n#    #\n######", False),
    "two along a wall, one of them home": ("#######\n# $*  #\n#@   .#\n#     #\n#######", True),
    "a wall without goals": ("######\n#  $ #\n#@   #\n# .  #\n######", True),
    "two side by side in the open": ("######\n#    #\n# $$ #\n#@ ..#\n######", False),
    "a chain of four": ("########\n##  @  #\n#  $$# #\n# #$$  #\n# .... #\n########", True),
}


@pytest.mark.parametrize(("text", "dead"), FROZEN.values(), ids=FROZEN)
def test_deadlocks_that_everybody_knows(text: str, dead: bool) -> None:
    rows = text.split("\n")
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    for view in (rows, rows[::-1], columns, columns[::-1]):
        puzzle = puzzle_of("\n".join(view))
        assert Deadlocks(puzzle).is_dead(puzzle.initial.boxes) is dead
        assert (heuristics.freeze(puzzle).estimate(puzzle.initial) == math.inf) is dead


def test_frozen_boxes_are_named() -> None:
    puzzle = puzzle_of("#######\n# $*  #\n#@  $.#\n#  .  #\n#######")
    assert Deadlocks(puzzle).frozen(puzzle.initial.boxes) == {9, 10}


def test_a_very_long_row_of_boxes_is_no_trouble() -> None:
    width = 190
    rows = ["#" * (width + 2), "#" + "$" * width + "#", "#@" + "." * (width - 1) + "#"]
    rows += ["#" + "." * width + "#", "#" * (width + 2)]
    puzzle = puzzle_of("\n".join(rows))
    assert len(Deadlocks(puzzle).frozen(puzzle.initial.boxes)) == width


def test_each_box_needs_a_goal_of_its_own() -> None:
    # Nothing can be pushed down into the alcove, so two boxes compete for the other goal.
    assert start_value("########\n#@$ $ .#\n##.#####\n########", "matching") == math.inf
    # The box between the goals takes the farther one, because the other box needs the nearer.
    assert start_value("###########\n#.  $ . $ #\n#    @    #\n###########", "matching") == 5


def test_the_published_estimates_pair_in_reading_order() -> None:
    text = "#######\n#@    #\n# $  .#\n#. *$ #\n#     #\n#######"
    # Boxes at (2,2) and (3,4), free goals at (2,5) and (3,1): rows and columns from the top left.
    assert start_value(text, "manhattan") == 3 + 3
    assert start_value(text, "euclid") == 3.0 + 3.0
    assert start_value(text, "player") == (2 + 3) + (5 + 3)
    slanted = "######\n#@   #\n# $  #\n#   .#\n#    #\n######"
    assert start_value(slanted, "euclid") == math.sqrt(5)
    assert start_value(slanted, "manhattan") == 3


def test_the_published_estimates_overestimate_and_say_so() -> None:
    text = "#######\n#   . #\n#.$ $ #\n#   @ #\n#######"
    puzzle = puzzle_of(text)
    assert costs_to_go(puzzle, [puzzle.initial])[puzzle.initial] == 3
    for build in (heuristics.manhattan, heuristics.euclid, heuristics.player):
        assert not build(puzzle).admissible
        assert build(puzzle).estimate(puzzle.initial) > 3

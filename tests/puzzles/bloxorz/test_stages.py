"""The 33 official stages, explored completely: what a right copy under the right rules shows."""

from __future__ import annotations

import heapq
import itertools
import math
from collections import deque
from typing import NamedTuple

import pytest
from generators.bloxorz import PACK, STAGES

from unriddle.core import LosingMove, Step
from unriddle.puzzles.bloxorz.heuristics import rolls
from unriddle.puzzles.bloxorz.level import Level
from unriddle.puzzles.bloxorz.notation import format_level, format_state, parse_levels, parse_state
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, Rules, State

# stage: fewest arrow moves, Space presses on the way, reachable states, states without hope
FACTS = {
    1: (7, 0, 89, 0),
    2: (17, 0, 380, 0),
    3: (19, 0, 117, 0),
    4: (28, 0, 102, 0),
    5: (33, 0, 364, 0),
    6: (35, 0, 116, 0),
    7: (44, 0, 190, 0),
    8: (10, 1, 1283, 0),
    9: (24, 1, 1466, 0),
    10: (57, 1, 8711, 92),
    11: (47, 0, 187, 100),
    12: (65, 0, 490, 0),
    13: (46, 0, 177, 0),
    14: (67, 0, 483, 0),
    15: (57, 4, 15832, 2921),
    16: (28, 5, 512, 7),
    17: (106, 0, 1311, 11),
    18: (85, 0, 599, 0),
    19: (67, 0, 271, 0),
    20: (56, 2, 21844, 6826),
    21: (71, 0, 368, 0),
    22: (65, 0, 492, 0),
    23: (75, 0, 46043, 10159),
    24: (57, 0, 559, 67),
    25: (55, 0, 540, 133),
    26: (104, 2, 11302, 3770),
    27: (71, 0, 334, 118),
    28: (100, 1, 7987, 3484),
    29: (104, 0, 1817, 1079),
    30: (114, 0, 608, 14),
    31: (91, 0, 1404, 262),
    32: (129, 0, 840, 0),
    33: (65, 0, 764, 442),
}


class Graph(NamedTuple):
    """A whole state space: the steps out of every state, in the order of discovery."""

    puzzle: Bloxorz
    steps: dict[State, list[Step[Move, State]]]
    distances: dict[State, int]
    """What it costs to reach the goal from every state from which it can be reached."""


def explore(puzzle: Bloxorz) -> Graph:
    steps: dict[State, list[Step[Move, State]]] = {}
    waiting = deque([puzzle.initial])
    seen = {puzzle.initial}
    while waiting:
        state = waiting.popleft()
        steps[state] = list(puzzle.successors(state))
        for _, after, _ in steps[state]:
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return Graph(puzzle, steps, distances(puzzle, steps))


def distances(puzzle: Bloxorz, graph: dict[State, list[Step[Move, State]]]) -> dict[State, int]:
    before: dict[State, list[tuple[State, int]]] = {state: [] for state in graph}
    for state, steps in graph.items():
        for _, after, cost in steps:
            before[after].append((state, cost))
    found: dict[State, int] = {}
    waiting = deque((state, 0) for state in graph if puzzle.is_goal(state))
    while waiting:
        state, distance = waiting.popleft()
        if state not in found:
            found[state] = distance
            for earlier, cost in before[state]:
                if cost:
                    waiting.append((earlier, distance + cost))
                else:  # a free swap: no farther than the state that it leads to
                    waiting.appendleft((earlier, distance))
    return found


def cheapest(graph: Graph) -> tuple[int, int]:
    """The arrow moves of a cheapest plan, and the fewest Space presses that such a plan needs."""
    waiting = [(0, 0, 0, graph.puzzle.initial)]
    known: set[State] = set()
    order = itertools.count(1)
    while waiting:
        arrows, spaces, _, state = heapq.heappop(waiting)
        if graph.puzzle.is_goal(state):
            return arrows, spaces
        if state not in known:
            known.add(state)
            for move, after, cost in graph.steps[state]:
                pressed = spaces + (move is Move.SWAP)
                heapq.heappush(waiting, (arrows + cost, pressed, next(order), after))
    raise AssertionError("every official stage can be solved")


def fewest_moves(puzzle: Bloxorz) -> int:
    """The length of a shortest plan, Space presses included, by breadth-first search."""
    layer, known = [puzzle.initial], {puzzle.initial}
    depth = 0
    while not any(map(puzzle.is_goal, layer)):
        assert layer, "every official stage can be solved"
        after = (state for before in layer for _, state, _ in puzzle.successors(before))
        layer = [state for state in dict.fromkeys(after) if state not in known]
        known.update(layer)
        depth += 1
    return depth


@pytest.fixture(scope="module", params=STAGES, ids=lambda level: str(level.number))
def graph(request: pytest.FixtureRequest) -> Graph:
    level: Level = request.param
    return explore(Bloxorz(level))


def test_the_pack_is_complete_and_canonical() -> None:
    assert [level.number for level in STAGES] == list(FACTS)
    header, first, rest = PACK.partition("stage 1:")
    assert first + rest == "\n".join(map(format_level, STAGES))
    assert "Damien Clarke" in header
    assert all(level.title and level.passcode for level in STAGES)
    assert sum(arrows for arrows, *_ in FACTS.values()) == 1999
    assert sum(arrows + spaces for arrows, spaces, *_ in FACTS.values()) == 2016
    assert sum(states for _, _, states, _ in FACTS.values()) == 127_582


def test_states_optimum_and_dead_states(graph: Graph) -> None:
    optimum, _, states, dead = FACTS[graph.puzzle.level.number]
    assert len(graph.steps) == states
    assert graph.distances[graph.puzzle.initial] == optimum
    assert states - len(graph.distances) == dead


def test_roll_distances_never_mislead(graph: Graph) -> None:
    """Admissible and consistent in every reachable state, and infinite only without hope."""
    estimate = rolls(graph.puzzle).estimate
    guess = {state: estimate(state) for state in graph.steps}
    for state, steps in graph.steps.items():
        assert guess[state] <= graph.distances.get(state, math.inf)
        for _, after, cost in steps:
            assert guess[state] <= cost + guess[after]


def test_successors_are_what_the_rules_say(graph: Graph) -> None:
    puzzle = graph.puzzle
    for state, steps in graph.steps.items():
        legal = []
        for move in puzzle.tries(state):
            try:
                legal.append((move, puzzle.apply(state, move), puzzle.cost(state, move)))
            except LosingMove:
                continue
        assert steps == legal


def test_every_state_can_be_written_and_read(graph: Graph) -> None:
    for state in graph.steps:
        assert parse_state(graph.puzzle, format_state(graph.puzzle, state)) == state


def test_space_presses(graph: Graph) -> None:
    """The fewest arrows and the fewest Space presses come together, also where both count."""
    arrows, spaces, *_ = FACTS[graph.puzzle.level.number]
    assert cheapest(graph) == (arrows, spaces)
    assert fewest_moves(Bloxorz(graph.puzzle.level, Rules(space="counted"))) == arrows + spaces


@pytest.mark.parametrize("level", STAGES, ids=lambda level: str(level.number))
def test_every_stage_can_be_written_and_read(level: Level) -> None:
    assert parse_levels(format_level(level)) == (level,)

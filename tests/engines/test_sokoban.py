"""The native rules of Sokoban are those of Python: state by state, on real and on random levels."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from generators.sokoban import levels
from hypothesis import given, settings
from hypothesis import strategies as st
from native.sokoban_halls import hall

from unriddle import native
from unriddle.catalog import PUZZLES
from unriddle.engines.sokoban import NATIVE, state_of
from unriddle.puzzles.sokoban.rules import Level, Rules, Sokoban, State
from unriddle.search.rng import SplitMix64

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

PACK = PUZZLES["sokoban"].packs["uit"]
HEURISTICS = PUZZLES["sokoban"].heuristics
RULES = [Rules(cost="moves"), Rules(cost="pushes"), Rules(cost="walks")]


def course_map(number: int, variant: Rules = RULES[0]) -> Sokoban:
    return Sokoban(PACK.level(number, variant), variant)


class Comparison:
    """Both rules of one puzzle, side by side."""

    def __init__(self, puzzle: Sokoban) -> None:
        self.puzzle = puzzle
        self.engine = NATIVE.engine_of(puzzle)
        self.estimates = {name: make(puzzle).estimate for name, make in HEURISTICS.items()}
        self.seen: dict[State, bytes] = {}
        self.meet(puzzle.initial, self.engine.initial())

    def meet(self, state: State, packed: bytes) -> None:
        """Both rules have come to a state: it is the same one, and has one packed form."""
        assert state_of(self.puzzle, self.engine.describe(packed)) == state
        assert self.seen.setdefault(state, packed) == packed

    def expand(self, state: State) -> list[State]:
        """Compare all there is to know about a state that was met; its successors are met now."""
        puzzle, engine, packed = self.puzzle, self.engine, self.seen[state]
        assert engine.is_goal(packed) == puzzle.is_goal(state)
        for name, estimate in self.estimates.items():
            assert engine.estimate(name, packed) == estimate(state), name
        native_steps, python_steps = engine.successors(packed), puzzle.successors(state)
        assert [(NATIVE.move_of(code), cost) for code, _, cost in native_steps] == [
            (move, cost) for move, _, cost in python_steps
        ]
        for (_, next_packed, _), (_, next_state, _) in zip(native_steps, python_steps, strict=True):
            self.meet(next_state, next_packed)
            assert engine.same(next_packed, self.seen[next_state])
            assert not engine.same(packed, next_packed)
            for one, other in ((state, next_state), (next_state, state)):
                events = engine.events(self.seen[one], self.seen[other])
                named = [name for i, name in enumerate(puzzle.event_names) if events >> i & 1]
                assert named == list(puzzle.events(one, other))
        return [next_state for _, next_state, _ in python_steps]

    def spread(self, most: int) -> None:
        """Compare the first states, breadth first."""
        queue = [self.puzzle.initial]
        known = set(queue)
        for state in queue:
            fresh = [near for near in self.expand(state) if near not in known]
            known.update(fresh)
            queue.extend(fresh[: most - len(queue)])

    def wander(self, steps: int, seed: int) -> None:
        """Compare the states along a random way, which prefers to push."""
        rng = SplitMix64(seed)
        state = self.puzzle.initial
        for _ in range(steps):
            ways = self.expand(state)
            pushes = [way for way in ways if way.boxes != state.boxes]
            if not ways:
                return
            if pushes and rng.below(3):
                ways = pushes
            state = ways[rng.below(len(ways))]


@pytest.mark.parametrize("number", PACK.numbers)
def test_the_rules_are_the_same_on_every_course_map(number: int) -> None:
    for variant in RULES:
        comparison = Comparison(course_map(number, variant))
        comparison.spread(80)
        for seed in range(3):
            comparison.wander(40, seed)


@given(levels(), st.sampled_from(RULES), st.integers(0, 99))
@settings(max_examples=100)
def test_the_rules_are_the_same_on_random_levels(level: Level, variant: Rules, seed: int) -> None:
    comparison = Comparison(Sokoban(level, variant))
    comparison.spread(25)
    comparison.wander(25, seed)


@given(levels(side=9, boxes=12), st.integers(0, 99))
@settings(max_examples=25)
def test_the_rules_are_the_same_with_many_boxes(level: Level, seed: int) -> None:
    Comparison(Sokoban(level)).wander(25, seed)


@pytest.mark.parametrize(
    ("width", "height", "boxes"),
    [
        (100, 1, 7),
        (16, 8, 5),
        (16, 8, 7),
        (11, 11, 7),
        (11, 11, 8),
        (14, 14, 3),
        (16, 16, 2),
        (16, 16, 40),
        (198, 1, 3),
        (17, 16, 2),
        (18, 17, 30),
        (24, 20, 110),
    ],
)
def test_the_rules_are_the_same_in_halls_of_every_size(width: int, height: int, boxes: int) -> None:
    comparison = Comparison(Sokoban(hall(width, height, boxes)))
    comparison.spread(4)
    for seed in range(2):
        comparison.wander(25, seed)


@given(levels(), st.sampled_from(RULES))
@settings(max_examples=25)
def test_a_level_can_start_anywhere(level: Level, variant: Rules) -> None:
    puzzle = Sokoban(level, variant)
    for _, state, _ in puzzle.successors(puzzle.initial):
        engine = NATIVE.engine_of(puzzle, state)
        assert state_of(puzzle, engine.describe(engine.initial())) == state
        steps = [
            (NATIVE.move_of(code), cost) for code, _, cost in engine.successors(engine.initial())
        ]
        assert steps == [(move, cost) for move, _, cost in puzzle.successors(state)]


def layer_sizes(puzzle: Sokoban, depth: int) -> list[int]:
    seen = {puzzle.initial}
    layer = [puzzle.initial]
    sizes: list[int] = []
    while layer and len(sizes) <= depth:
        sizes.append(len(layer))
        steps = (step for state in layer for step in puzzle.successors(state))
        layer = list(dict.fromkeys(state for _, state, _ in steps if state not in seen))
        seen.update(layer)
    return sizes


@pytest.mark.parametrize("number", PACK.numbers)
def test_the_layers_are_the_same(number: int) -> None:
    puzzle = course_map(number)
    assert NATIVE.engine_of(puzzle).layers(12) == layer_sizes(puzzle, 12)


@given(levels())
@settings(max_examples=25)
def test_the_layers_of_random_levels_are_the_same(level: Level) -> None:
    puzzle = Sokoban(level)
    assert NATIVE.engine_of(puzzle).layers(20) == layer_sizes(puzzle, 20)


def test_the_whole_of_a_map_is_seen() -> None:
    assert sum(NATIVE.engine_of(course_map(17)).layers(10**6)) == 125_750


def test_a_node_takes_what_the_design_says() -> None:
    assert NATIVE.engine_of(course_map(5)).bytes_per_node == 10 + 8
    assert NATIVE.engine_of(course_map(18)).bytes_per_node == 10 + 10
    assert NATIVE.engine_of(Sokoban(hall(16, 16, 3))).bytes_per_node == 10 + 4
    assert NATIVE.engine_of(Sokoban(hall(40, 30, 300))).bytes_per_node == 10 + 602


def test_too_many_boxes_are_refused_with_the_limit() -> None:
    with pytest.raises(ValueError, match="at most 1024 boxes"):
        NATIVE.engine_of(Sokoban(hall(60, 60, 1025)))


TINY: dict[str, Any] = {
    "width": 5,
    "floor": [6, 7, 8],
    "goals": [8],
    "boxes": [7],
    "player": 6,
    "walk_cost": 1,
    "push_cost": 1,
}


def test_the_smallest_data_make_an_engine() -> None:
    from unriddle.native import _core

    engine = _core.SokobanLevel(**TINY).engine()
    assert [(code, cost) for code, _, cost in engine.successors(engine.initial())] == [(7, 1)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0},
        {"width": 3},
        {"width": 40_000},
        {"floor": []},
        {"floor": [6, 8, 7]},
        {"floor": [6, 7, 7, 8]},
        {"floor": [-4, 6, 7, 8]},
        {"floor": [5, 6, 7, 8]},
        {"floor": [6, 7, 8, 9]},
        {"floor": [6, 7, 8, 10**9 + 1]},
        {"goals": [9]},
        {"goals": [8, 8]},
        {"boxes": [9]},
        {"boxes": [8, 7]},
        {"boxes": [6]},
        {"player": 9},
        {"player": -1},
        {"player": 7},
    ],
    ids=str,
)
def test_data_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    from unriddle.native import _core

    with pytest.raises(ValueError, match="not a Sokoban level"):
        _core.SokobanLevel(**{**TINY, **wrong})


@pytest.mark.parametrize(("boxes", "side"), [(1, 5), (5, 5), (6, 6), (7, 7), (9, 7)])
def test_boxes_are_matched_alike(boxes: int, side: int) -> None:
    """A hall has two goals more than boxes. Up to eight goals the engine matches in its own way."""
    puzzle = Sokoban(hall(side, side, boxes))
    estimate = HEURISTICS["matching"](puzzle).estimate
    player = puzzle.initial.player
    alive = [
        square
        for square in sorted(puzzle.floor - {player})
        if estimate(State(player, frozenset({square}))) < inf
    ]
    rng = SplitMix64(boxes)
    finite = 0
    for _ in range(100):
        squares = list(alive)
        start = State(player, frozenset(squares.pop(rng.below(len(squares))) for _ in range(boxes)))
        engine = NATIVE.engine_of(puzzle, start)
        assert engine.estimate("matching", engine.initial()) == estimate(start)
        finite += estimate(start) < inf
    assert finite > 20


@pytest.mark.parametrize("seed", range(40))
def test_a_box_in_a_maze_is_as_far_from_the_goal(seed: int) -> None:
    """In corridors and rings it matters on which side of a box the player can be."""
    rng = SplitMix64(seed)
    width = height = 11
    square = 5 * width + 5
    floor = [square]
    while len(floor) < 40 + seed % 30:  # a walk that avoids to make halls
        near = square + (1, -1, width, -width)[rng.below(4)]
        row, column = divmod(near, width)
        if not (0 < row < height - 1 and 0 < column < width - 1):
            continue
        neighbours = sum(near + way in floor for way in (1, -1, width, -width))
        if near in floor or neighbours == 1 or rng.below(8) == 0:
            square = near
            floor += [square] * (square not in floor)
    walls = frozenset(range(width * height)) - frozenset(floor)
    goal = floor[rng.below(len(floor) - 1)]
    level = Level(width, height, walls, frozenset({goal}), frozenset({goal}), floor[-1])
    puzzle = Sokoban(level)
    estimate = HEURISTICS["matching"](puzzle).estimate
    for square in sorted(puzzle.floor):
        start = State(min(puzzle.floor - {square}), frozenset({square}))
        engine = NATIVE.engine_of(puzzle, start)
        assert engine.estimate("matching", engine.initial()) == estimate(start)


def test_goals_that_are_too_far_for_small_numbers_are_matched_alike() -> None:
    """A passage of three rows goes to and fro seven times: the box and the goal are at its ends."""
    width, lanes = 200, 7
    inner = {
        row * width + column
        for row in range(1, 4 * lanes)
        for column in range(1, width - 1)
        if row % 4 != 0 or (column < 4 if row % 8 == 0 else column > width - 5)
    }
    puzzle = Sokoban(
        Level(
            width=width,
            height=4 * lanes + 1,
            walls=frozenset(set(range((4 * lanes + 1) * width)) - inner),
            goals=frozenset({(4 * lanes - 2) * width + width - 4}),
            boxes=frozenset({2 * width + 3}),
            player=width + 1,
        )
    )
    estimate = HEURISTICS["matching"](puzzle).estimate(puzzle.initial)
    engine = NATIVE.engine_of(puzzle)
    assert 1000 < estimate < inf
    assert engine.estimate("matching", engine.initial()) == estimate


def test_bytes_that_are_no_state_are_refused() -> None:
    engine = NATIVE.engine_of(course_map(1))
    for state in (b"", b"1234567", b"123456789"):
        with pytest.raises(ValueError, match="not a state"):
            engine.successors(state)


def test_an_unknown_estimate_is_refused_with_the_known_ones() -> None:
    from unriddle.native import _core

    engine = NATIVE.engine_of(course_map(1))
    with pytest.raises(ValueError, match=", ".join(_core.HEURISTICS["sokoban"])):
        engine.estimate("rolls", engine.initial())

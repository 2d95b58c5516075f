"""The native rules of Bloxorz are those of Python: state by state, on real and on random stages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from generators.bloxorz import STAGES, levels, rules
from hypothesis import given, settings

import unriddle
from unriddle import native
from unriddle.core import BadInput
from unriddle.engines.bloxorz import NATIVE, state_of
from unriddle.puzzles.bloxorz.heuristics import halves, rolls
from unriddle.puzzles.bloxorz.level import Bridge, Level
from unriddle.puzzles.bloxorz.rules import Bloxorz, Rules

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

ALL_RULES = [
    Rules(space=space, split=split, parked=parked)
    for space in ("free", "counted")
    for split in ("upright", "contact")
    for parked in ("stays", "falls")
]


def compare(puzzle: Bloxorz, most_states: int) -> None:
    """Walk through the states side by side, breadth first, and compare all there is to know."""
    engine = NATIVE.engine_of(puzzle)
    estimates = {"halves": halves(puzzle).estimate, "rolls": rolls(puzzle).estimate}
    packed = engine.initial()
    seen = {puzzle.initial: packed}
    queue = [puzzle.initial]
    assert state_of(puzzle, engine.describe(packed)) == puzzle.initial
    for state in queue:
        packed = seen[state]
        assert engine.is_goal(packed) == puzzle.is_goal(state)
        for name, estimate in estimates.items():
            assert engine.estimate(name, packed) == estimate(state)
        native_steps = engine.successors(packed)
        python_steps = puzzle.successors(state)
        assert [NATIVE.move_of(code) for code, _, _ in native_steps] == [
            step[0] for step in python_steps
        ]
        assert [cost for _, _, cost in native_steps] == [step[2] for step in python_steps]
        for (_, next_packed, _), (_, next_state, _) in zip(native_steps, python_steps, strict=True):
            assert state_of(puzzle, engine.describe(next_packed)) == next_state
            events = engine.events(packed, next_packed)
            named = [name for i, name in enumerate(puzzle.event_names) if events >> i & 1]
            assert named == list(puzzle.events(state, next_state))
            if next_state in seen:
                assert next_packed == seen[next_state]
                assert engine.same(next_packed, seen[next_state])
            else:
                assert not engine.same(next_packed, packed)
                if len(seen) < most_states:
                    seen[next_state] = next_packed
                    queue.append(next_state)


@pytest.mark.parametrize("level", STAGES, ids=lambda level: str(level.number))
def test_the_rules_are_the_same_on_every_stage(level: Level) -> None:
    for variant in ALL_RULES[:: len(ALL_RULES) - 1]:
        compare(Bloxorz(level, variant), 150)


@given(levels(), rules)
@settings(max_examples=150)
def test_the_rules_are_the_same_on_random_stages(level: Level, variant: Rules) -> None:
    compare(Bloxorz(level, variant), 60)


@given(levels(), rules)
@settings(max_examples=40)
def test_a_stage_can_start_anywhere(level: Level, variant: Rules) -> None:
    puzzle = Bloxorz(level, variant)
    for _, state, _ in puzzle.successors(puzzle.initial):
        engine = NATIVE.engine_of(puzzle, state)
        assert state_of(puzzle, engine.describe(engine.initial())) == state
        steps = [
            (NATIVE.move_of(code), cost) for code, _, cost in engine.successors(engine.initial())
        ]
        assert steps == [(move, cost) for move, _, cost in puzzle.successors(state)]


@pytest.mark.parametrize("number", [1, 5, 8, 16, 24, 30, 33])
def test_the_layers_are_the_same(number: int) -> None:
    puzzle = Bloxorz(STAGES[number - 1])
    seen = {puzzle.initial}
    layer = [puzzle.initial]
    sizes = []
    while layer:
        sizes.append(len(layer))
        steps = (step for state in layer for step in puzzle.successors(state))
        layer = list(dict.fromkeys(state for _, state, _ in steps if state not in seen))
        seen.update(layer)
    engine = NATIVE.engine_of(puzzle)
    assert engine.layers(10**6) == sizes
    assert engine.layers(3) == sizes[:4]


def test_all_stages_have_as_many_states_as_are_known() -> None:
    assert sum(sum(NATIVE.engine_of(Bloxorz(level)).layers(10**6)) for level in STAGES) == 127_582


def wide(level: Level, more: int) -> Level:
    """The same stage with many more bridges, out of reach, which every switch toggles."""
    names = [name for name in map(chr, range(0xDF, 0x3000)) if name.isalpha() and name.islower()]
    used = {bridge.name for bridge in level.bridges}
    extra = [name for name in names if name not in used][:more]
    rows = (*level.rows, "." * len(level.rows[0]))
    width = max(len(rows[0]), len(extra))
    rows = (*(row.ljust(width, ".") for row in rows), "".join(extra).ljust(width, "."))
    switches = [replace(one, toggle=one.toggle + tuple(extra)) for one in level.switches]
    return replace(
        level,
        rows=rows,
        bridges=(
            *level.bridges,
            *(Bridge(name, index % 3 == 0) for index, name in enumerate(extra)),
        ),
        switches=tuple(switches),
    )


@pytest.mark.parametrize("number", [5, 10, 23])
@pytest.mark.parametrize("more", [20, 32])
def test_stages_with_many_bridges_work_too(number: int, more: int) -> None:
    compare(Bloxorz(wide(STAGES[number - 1], more)), 100)


def test_a_node_takes_18_bytes() -> None:
    assert NATIVE.engine_of(Bloxorz(STAGES[22])).bytes_per_node == 18


def test_too_many_bridges_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 63 bridges"):
        NATIVE.engine_of(Bloxorz(wide(STAGES[4], 60)))


def test_native_only_solvers_refuse_them_before_they_run() -> None:
    puzzle = Bloxorz(wide(STAGES[4], 60))
    with pytest.raises(BadInput, match="at most 63 bridges"):
        unriddle.start(puzzle, "best")
    result = unriddle.solve(puzzle)  # another solver takes its place
    assert result.cost == unriddle.solve(Bloxorz(STAGES[4])).cost
    assert unriddle.rate(puzzle).result.cost == result.cost


def test_what_is_within_limits_fits() -> None:
    known = [Bloxorz(wide(STAGES[4], more)) for more in range(20, 60)]
    taken = list(filter(NATIVE.is_within_limits, known))
    assert 0 < len(taken) < len(known)
    for puzzle in taken:
        NATIVE.engine_of(puzzle)


TINY: dict[str, Any] = {
    "width": 3,
    "squares": [1, 1, 1],
    "bridge_at": [-1, -1, -1],
    "switch_at": [-1, -1, -1],
    "split_at": [-1, -1, -1],
    "bridges": 0,
    "switches": [],
    "splits": [],
    "goal": 2,
    "start": (0, 0, False, []),
    "space_counts": False,
    "split_on_contact": False,
    "parked_falls": False,
}


def test_the_smallest_data_make_an_engine() -> None:
    from unriddle.native import _core

    engine = _core.BloxorzStage(**TINY).engine()
    assert [code for code, _, _ in engine.successors(engine.initial())] == [1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0},
        {"width": 2},
        {"squares": [1, 1, 3]},
        {"squares": [1, 1]},
        {"squares": [1, 1, 0]},
        {"squares": [0, 1, 1]},
        {"bridge_at": [-1, 0, -1]},
        {"bridge_at": [-2, -1, -1]},
        {"switch_at": [-1, 0, -1]},
        {"split_at": [-1, 0, -1]},
        {"switches": [(True, [0], [], [])]},
        {"splits": [(0, 0)]},
        {"splits": [(0, 3)]},
        {"goal": 3},
        {"goal": -1},
        {"start": (0, 2, False, [])},
        {"start": (0, 0, False, [0])},
        {"bridges": -1},
    ],
    ids=str,
)
def test_data_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    from unriddle.native import _core

    with pytest.raises(ValueError, match=r"not a Bloxorz stage|a square is 0, 1 or 2"):
        _core.BloxorzStage(**{**TINY, **wrong})


def test_bytes_that_are_no_state_are_refused() -> None:
    engine = NATIVE.engine_of(Bloxorz(STAGES[0]))
    for state in (b"", b"1234567", b"123456789"):
        with pytest.raises(ValueError, match="not a state"):
            engine.successors(state)


def test_an_unknown_estimate_is_refused_with_the_known_ones() -> None:
    engine = NATIVE.engine_of(Bloxorz(STAGES[0]))
    with pytest.raises(ValueError, match="rolls, halves"):
        engine.estimate("euclid", engine.initial())

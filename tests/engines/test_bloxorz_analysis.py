"""The native analysis says what the readable one says, and keeps every limit."""

from __future__ import annotations

import threading
from dataclasses import replace
from math import comb
from typing import Any

import pytest
from engines.test_bloxorz import wide
from generators.bloxorz import STAGES, levels, rules
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import native
from unriddle.bloxorz_analysis import Analysis, analyse, start_analysis
from unriddle.bloxorz_analysis.exploration import Exploration
from unriddle.core import Limits, Status
from unriddle.play import starting_from
from unriddle.puzzles.bloxorz.level import Cell, Level, Split
from unriddle.puzzles.bloxorz.rules import Bloxorz, Rules

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)


def facts(analysis: Analysis) -> tuple[Any, ...]:
    return (
        analysis.status,
        analysis.states,
        analysis.dead,
        analysis.optimum,
        analysis.optimum_with_space,
        analysis.optimal_solutions,
        analysis.optimal_solutions_with_space,
        analysis.plan,
        analysis.unreached,
        analysis.unneeded,
        analysis.unneeded_by_optimal,
        analysis.fixed_bridges,
        analysis.stats.expanded,
        analysis.stats.generated,
    )


def compare(puzzle: Bloxorz, most_states: int = 10**6) -> None:
    """Every fact and every distance, by both engines; larger stages are passed over."""
    fast = analyse(puzzle, engine="native")
    if fast.states > most_states:
        return
    slow = analyse(puzzle, engine="python")
    assert facts(fast) == facts(slow)
    book = slow.knowledge
    assert isinstance(book, Exploration)
    for state in book.steps:
        assert fast.distance(state) == book.distance(state)


@pytest.mark.parametrize("level", STAGES, ids=lambda level: str(level.number))
def test_both_engines_know_the_same_about_every_stage(level: Level) -> None:
    compare(Bloxorz(level))


@pytest.mark.parametrize(
    "variant", [Rules(space="counted"), Rules(parked="falls", split="contact")]
)
@pytest.mark.parametrize("number", [8, 9, 16, 17, 24, 29])
def test_both_engines_know_the_same_under_other_rules(number: int, variant: Rules) -> None:
    compare(Bloxorz(STAGES[number - 1], variant))


@given(levels(), rules)
@settings(max_examples=150)
def test_both_engines_know_the_same_about_random_stages(level: Level, variant: Rules) -> None:
    compare(Bloxorz(level, variant), 500)


def test_a_cube_that_nothing_rolls_to_stays_where_it_appeared() -> None:
    level = Level(("!.##1",), ((0, 4), (0, 4)), splits=(Split("1", ((0, 0), (0, 2))),))
    compare(Bloxorz(level, Rules(parked="falls")))


def framed(level: Level, above: int, left: int, below: int, right: int) -> Level:
    """The same within a larger frame, with a lone tile in two corners of it."""

    def moved(cells: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
        (row, column), (other_row, other_column) = cells
        return (row + above, column + left), (other_row + above, other_column + left)

    width = left + len(level.rows[0]) + right
    rows = ["." * width] * above
    rows += ["." * left + row + "." * right for row in level.rows]
    rows += ["." * width] * below
    if above:
        rows[0] = "#" + rows[0][1:]
    if below:
        rows[-1] = rows[-1][:-1] + "#"
    splits = tuple(replace(split, to=moved(split.to)) for split in level.splits)
    return replace(level, rows=tuple(rows), start=moved(level.start), splits=splits)


@given(levels(), rules, *[st.integers(0, 17)] * 4)
@settings(max_examples=150)
def test_both_engines_know_the_same_wherever_the_edges_of_tiles_are(
    level: Level, variant: Rules, above: int, left: int, below: int, right: int
) -> None:
    compare(Bloxorz(framed(level, above, left, below, right), variant), 500)


@given(levels(), rules)
@settings(max_examples=25)
def test_the_analysis_can_start_anywhere(level: Level, variant: Rules) -> None:
    puzzle = Bloxorz(level, variant)
    for _, state, _ in puzzle.successors(puzzle.initial):
        moved = starting_from(puzzle, state)
        assert isinstance(moved, Bloxorz)
        compare(moved, 150)


@pytest.mark.parametrize("number", [5, 8, 33])
@pytest.mark.parametrize("more", [20, 32])
def test_stages_with_many_bridges_are_analysed_too(number: int, more: int) -> None:
    compare(Bloxorz(wide(STAGES[number - 1], more)))


def test_more_bridges_than_the_engine_takes_are_left_to_python() -> None:
    analysis = analyse(Bloxorz(wide(STAGES[4], 60)))
    assert isinstance(analysis.knowledge, Exploration)
    assert analysis.optimum == 33


@pytest.mark.parametrize("length", [99_000, 999_999])
def test_distances_beyond_16_bits(length: int) -> None:
    """Also on the longest board that there can be."""
    puzzle = Bloxorz(Level(("#" * (length - 3) + "!",), ((0, 0), (0, 0))))
    analysis = analyse(puzzle, engine="native")
    moves = length // 3 * 2 - 2
    assert analysis.optimum == analysis.optimum_with_space == moves
    assert analysis.states == moves + 1
    assert analysis.optimal_solutions == 1
    assert analysis.distance(puzzle.initial) == moves
    assert analysis.dead == 0


def open_board(height: int, width: int) -> Bloxorz:
    rows = ["#" * width] * (height - 1) + ["#" * (width - 1) + "!"]
    return Bloxorz(Level(tuple(rows), ((0, 0), (0, 0))))


@pytest.mark.parametrize("size", [10, 19])
def test_counts_of_any_size_are_exact(size: int) -> None:
    puzzle = open_board(size, size)
    fast = analyse(puzzle, engine="native")
    slow = analyse(puzzle, engine="python")
    assert facts(fast) == facts(slow)


def test_a_count_beyond_64_bits() -> None:
    # To come nearest, the block rolls over its length all the way: three squares by two moves.
    analysis = analyse(open_board(130, 130), engine="native")
    assert analysis.optimum == 172
    assert analysis.optimal_solutions == comb(86, 43) > 2**64


def many_states(bridges: int, size: int = 12) -> Bloxorz:
    """An open board with a toggle for each of many bridges: its states are a power of two times."""
    names = "abcdefghijklmnopqrstuvwxyz"[:bridges]
    board = open_board(size, size)
    rows = [list(row) for row in board.level.rows]
    for i, name in enumerate(names):
        rows[1 + i // 5 * 2][1 + i % 5 * 2] = name.upper()
    walk = "".join(names).ljust(size, "#")[:size]
    level = replace(
        Bloxorz(STAGES[1]).level,
        rows=(*("".join(row) for row in rows[:-1]), walk, "".join(rows[-1])),
        start=((0, 0), (0, 0)),
        bridges=tuple(replace(STAGES[1].bridges[0], name=name, on=True) for name in names),
        switches=tuple(
            replace(STAGES[1].switches[0], name=name.upper(), heavy=False, toggle=(name,))
            for name in names
        ),
    )
    return Bloxorz(level)


def test_a_stop_is_heard_at_any_time() -> None:
    puzzle = many_states(12)
    for seconds in (0.0, 0.002, 0.01, 0.03):
        run = start_analysis(puzzle, engine="native")
        timer = threading.Timer(seconds, run.stop)
        timer.start()
        for _ in run:
            pass
        timer.cancel()
        assert run.result().status in (Status.STOPPED, Status.SOLVED)
        assert run.analysis().complete == (run.result().status is Status.SOLVED)


def test_the_memory_limit_is_kept_wherever_it_strikes() -> None:
    puzzle = many_states(10)
    whole = analyse(puzzle, engine="native")
    needed = whole.stats.memory
    assert 2 * whole.states < needed < 40 * whole.states
    for part in (0.01, 0.1, 0.3, 0.6, 0.9, 0.999):
        analysis = analyse(puzzle, Limits(mebibytes=part * needed / 2**20), engine="native")
        assert analysis.status is Status.OUT_OF_MEMORY
        assert analysis.stats.memory <= part * needed
    enough = analyse(puzzle, Limits(mebibytes=(needed + 1) / 2**20), engine="native")
    assert facts(enough)[:-2] == facts(whole)[:-2]


def test_a_run_that_is_dropped_ends() -> None:
    run = start_analysis(many_states(12), engine="native")
    next(iter(run))
    del run


def test_an_analysis_outlives_its_run() -> None:
    analysis = analyse(Bloxorz(STAGES[0]), engine="native")
    states = [analysis.distance(analysis.puzzle.initial) for _ in range(3)]
    assert states == [7, 7, 7]

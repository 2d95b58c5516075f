"""Levels that are made: what they promise, the same for a seed, and what cannot be made."""

from __future__ import annotations

import itertools
import runpy
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle
from unriddle import BadInput, engines
from unriddle.generating import bloxorz, generate, generate_longest
from unriddle.generating.criteria import Criteria
from unriddle.generating.drafts import Draft
from unriddle.generating.freecell import deal_of_the_day, winnable_deal
from unriddle.generating.pulls import Pulls, pulls
from unriddle.generating.rooms import interior, random_goals, random_room
from unriddle.puzzles.bloxorz.level import GOAL
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.sokoban.rules import Level, Sokoban
from unriddle.rating.difficulty import DIFFICULTIES, difficulty_of, range_of
from unriddle.search.rng import SplitMix64

_SCRIPT = Path(__file__).resolve().parent.parent / "benchmarks" / "packs.py"
packs = SimpleNamespace(**runpy.run_path(str(_SCRIPT)))
native = pytest.mark.skipif(bool(engines.why_not), reason="the native engine is missing")


@native
@given(st.integers(0, 2**64), st.integers(4, 7), st.integers(4, 7), st.integers(1, 3))
@settings(max_examples=20)
def test_the_engine_pulls_like_the_book(seed: int, width: int, height: int, boxes: int) -> None:
    rng = SplitMix64(seed)
    room = random_room(rng, width, height, 1)
    goals = random_goals(rng, width, room, min(boxes, len(room) - 1))
    for most, widest in ((3_000, 10**6), (2_000, 40)):
        ours = pulls(width, sorted(room), sorted(goals), most, widest)
        book = Pulls(width, sorted(room), sorted(goals), most, widest)
        assert ours.layers == book.layers
        assert ours.exact == book.exact
        for number in range(sum(book.layers)):
            assert ours.position(number) == book.position(number)


@given(st.integers(0, 2**64))
@settings(max_examples=10)
def test_the_distance_of_a_position_is_its_optimum(seed: int) -> None:
    rng = SplitMix64(seed)
    room = random_room(rng, 6, 6, 2)
    goals = random_goals(rng, 6, room, 2)
    found = Pulls(6, sorted(room), sorted(goals), 5_000, 10**6)
    depth = rng.below(len(found.layers))
    player, *boxes = found.position(sum(found.layers[:depth]))
    walls = frozenset(range(36)) - room
    puzzle = Sokoban(Level(6, 6, walls, goals, frozenset(boxes), player))
    assert unriddle.solve(puzzle, "ucs").cost == depth


@native
@pytest.mark.parametrize("moves", [(1, 1), (2, 2), (3, 3), (12, 12), (55, 60), (65, 70), (85, 95)])
def test_what_is_left_open_follows_from_the_moves(moves: tuple[int, int]) -> None:
    """All within 10 % of what was asked for, most of them just that."""
    made = list(generate("sokoban", moves=moves, count=3))
    assert all(0.9 * moves[0] <= one.optimum <= 1.1 * moves[1] for one in made)
    assert any(not one.note for one in made)


@native
def test_many_boxes_get_a_larger_frame() -> None:
    made = list(generate("sokoban", boxes=6, count=20))
    assert len(made) == 20


@pytest.mark.parametrize("size", [(5, 4), (4, 5), (6, 4), (3, 9), (3, 5)])
def test_a_small_board_has_as_many_boxes_as_it_has_room_for(size: tuple[int, int]) -> None:
    (made,) = generate("sokoban", size=size)
    assert made.result.optimal


@given(st.integers(-(2**70), 2**70))
@settings(max_examples=10)
def test_a_level_of_sokoban_is_what_was_asked_for(seed: int) -> None:
    (made,) = generate("sokoban", size=(7, 7), boxes=3, moves=(15, 25), seed=seed)
    puzzle: Any = made.puzzle
    assert not made.note
    assert made.result.optimal
    assert 15 <= made.optimum <= 25
    assert unriddle.solve(puzzle, "ucs").cost == made.optimum
    assert len(puzzle.initial.boxes) == 3
    assert max(puzzle.level.width, puzzle.level.height) <= 7
    assert {*puzzle.level.walls} == _outline(puzzle.level)
    assert _useless(puzzle, made.result.plan) == set()
    (again,) = generate("sokoban", size=(7, 7), boxes=3, moves=(15, 25), seed=seed)
    assert again.puzzle == puzzle
    assert (again.result.plan, again.expanded) == (made.result.plan, made.expanded)


def _outline(level: Level) -> set[int]:
    """The walls that touch the floor, also by a corner."""
    around = {
        square + down * level.width + right
        for square in level.reach
        for down, right in itertools.product((-1, 0, 1), repeat=2)
    }
    return around - level.reach


def _useless(puzzle: Sokoban, plan: Any) -> set[int]:
    """Squares that neither the plan touches, nor a lone box that is not lost, nor who pushes it."""
    touched = {*puzzle.goals}
    for state in unriddle.trajectory(puzzle, plan):
        touched |= {state.player, *state.boxes}
    floor, steps = puzzle.floor, puzzle.level.steps.values()
    pushes = {
        (box, box + step)
        for box, step in itertools.product(floor, steps)
        if box + step in floor and box - step in floor
    }
    live = {*puzzle.goals}
    while more := {box for box, after in pushes if after in live} - live:
        live |= more
    reached = {*puzzle.initial.boxes}
    good = {(box, after) for box, after in pushes if after in live}
    while more := {after for box, after in good if box in reached} - reached:
        reached |= more
    pushers = {2 * box - after for box, after in good if box in reached}
    return set(floor) - touched - reached - pushers


def test_every_box_of_a_level_is_pushed() -> None:
    for made in generate("sokoban", size=(7, 7), boxes=3, seed=5, count=10):
        states = unriddle.trajectory(made.puzzle, made.result)
        assert not frozenset.intersection(*(state.boxes for state in states))


@native
def test_a_climb_that_is_asked_for_many_moves_goes_on_where_others_end() -> None:
    found = next(bloxorz.candidates(Criteria(moves=(85, 95)), SplitMix64(4)))
    assert found is not None
    assert unriddle.analyse(found.puzzle).optimum in range(85, 96)
    assert found.result.optimal


@native
def test_nothing_of_a_stage_can_be_missing() -> None:
    (made,) = generate("bloxorz", moves=(15, 25), size=(8, 8), seed=2)
    assert 15 <= made.optimum <= 25
    puzzle: Any = made.puzzle
    assert unriddle.analyse(puzzle).optimum == made.optimum
    level = puzzle.level
    draft = Draft(
        level.start[0],
        {cell: square for cell, square in level.cells() if square != "."},
        {one.name: one for one in level.bridges},
        {one.name: one for one in level.switches},
        {one.name: one for one in level.splits},
    )
    assert draft.level(level.title) == level
    assert draft.switches or draft.splits
    simpler = list(draft.simpler())
    assert len(simpler) > len(draft.squares)
    for other in simpler:
        less = other.without_unused()
        assert GOAL in less.squares.values()
        stage = Bloxorz(less.level())
        assert unriddle.start(stage, "bfs").ending()[0] == "unsolvable" or (
            unriddle.solve(stage, "ucs").cost != made.optimum
        )


@native
def test_deals_are_winnable_and_as_hard_as_asked_for() -> None:
    for difficulty in DIFFICULTIES:
        number = winnable_deal(difficulty, seed=4)
        assert number == winnable_deal(difficulty, seed=4)
        result = unriddle.solve(f"freecell/{number}", "fast")
        assert result.plan is not None
        assert result.stats.expanded in range_of("freecell", difficulty)
        assert difficulty_of("freecell", result.stats.expanded) == difficulty
    days = [deal_of_the_day(date(2026, 1, day)) for day in range(1, 11)]
    assert len(set(days)) == 10
    assert days[0] == deal_of_the_day(date(2026, 1, 1))


@native
def test_the_optimum_of_a_deal_is_proved() -> None:
    made = list(generate("freecell", moves=(70, 76), seed=2, count=3))
    for one in made:
        assert not one.note
        assert one.result.optimal
        assert 70 <= one.optimum <= 76
        deal: Any = one.puzzle
        assert deal.rules.cost == "moves"
        assert one.result.plan is not None
        assert unriddle.replay(unriddle.load(deal.name, cost="moves"), one.result.plan)
        assert one.result.stats.lower == one.optimum
    again = generate("freecell", moves=(70, 76), seed=2, count=3)
    assert [one.puzzle.initial for one in again] == [one.puzzle.initial for one in made]


def test_the_longest_level_of_a_rectangle() -> None:
    floor = sorted(interior(5, 5))
    (longest,) = generate_longest(5, 5, 2)
    best = 0
    for goals in itertools.combinations(floor, 2):
        best = max(best, len(Pulls(5, floor, goals, 10**6, 10**6).layers) - 1)
    assert longest.optimum == best == 14
    assert longest.puzzle.title == "Longest of 5x5, 2 boxes"
    assert longest.result.optimal


PUBLISHED = {3: [1], 4: [2, 1], 5: [3, 3, 1], 6: [5, 4, 3, 1], 7: [9, 9, 5, 3, 1]}
"""Most moves by squares, for 1, 2, ... boxes: https://sokoban-max-moves.herokuapp.com/"""
WIDTH = 16


def shapes(squares: int) -> set[frozenset[int]]:
    """All connected sets of squares, moved to the upper left."""
    found = {frozenset({WIDTH + 1})}
    for _ in range(squares - 1):
        found = {
            moved(shape | {square + step})
            for shape in found
            for square in shape
            for step in (-WIDTH, WIDTH, -1, 1)
            if square + step not in shape
        }
    return found


def moved(shape: frozenset[int]) -> frozenset[int]:
    up = min(square // WIDTH for square in shape) - 1
    left = min(square % WIDTH for square in shape) - 1
    return frozenset(square - up * WIDTH - left for square in shape)


@pytest.mark.parametrize("squares", PUBLISHED)
def test_the_longest_levels_of_all_shapes_are_as_long_as_published(squares: int) -> None:
    rooms = [sorted(shape) for shape in shapes(squares)]
    longest = [
        max(
            len(pulls(WIDTH, room, goals, 10**6, 10**6).layers) - 1
            for room in rooms
            for goals in itertools.combinations(room, boxes)
        )
        for boxes in range(1, squares - 1)
    ]
    assert longest == PUBLISHED[squares]


def test_what_cannot_be_met_is_told() -> None:
    (made,) = generate("sokoban", size=(6, 6), boxes=2, moves=(500, 600), seed=1)
    assert "the nearest that was found is" in made.note
    assert "500-600 moves was asked for" in made.note
    (made,) = generate("sokoban", size=(6, 6), boxes=2, moves=(1, 1), seed=1)  # two boxes: no way
    assert made.optimum > 1
    assert "1-1 moves was asked for" in made.note
    (made,) = generate("sokoban", size=(20, 20), boxes=1, seed=1)
    assert made.note == "no floor has more than 58 squares, so it does not fill its frame"


def test_a_frame_that_no_floor_fills_has_room_for_every_box() -> None:
    """And no corridors in which hardly any of them can be pushed."""
    for seed in (1, 2):
        (made,) = generate("sokoban", size=(20, 20), boxes=5, seed=seed)
        puzzle: Any = made.puzzle
        assert len(puzzle.level.boxes) == 5


def test_boards_without_room_to_push_every_box_are_refused_with_the_reason() -> None:
    with pytest.raises(BadInput, match="no such level") as refused:
        list(generate("sokoban", size=(5, 4), boxes=3))
    assert "has to push every box" in refused.value.hint


def test_no_square_is_for_lost_boxes_alone() -> None:
    (made,) = generate("sokoban", size=(3, 9), boxes=2)  # a corridor: nobody gets past a box
    puzzle: Any = made.puzzle
    states = unriddle.trajectory(puzzle, made.result)
    assert puzzle.floor == {one for state in states for one in (state.player, *state.boxes)}


@pytest.mark.parametrize(
    ("puzzle", "criteria", "words"),
    [
        ("sokoban", {"size": (1, 1)}, "1x1 cannot be made"),
        ("sokoban", {"size": (1000, 1000)}, "1000x1000 cannot be made"),
        ("sokoban", {"boxes": 0}, "0 boxes cannot be made"),
        ("sokoban", {"boxes": 10**30}, "0 boxes cannot be made"),
        ("sokoban", {"size": (4, 4), "boxes": 3}, "have no room"),
        ("sokoban", {"moves": (9, 3)}, "9-3 is not a range of moves"),
        ("sokoban", {"count": 0}, "0 levels cannot be made"),
        ("sokoban", {"difficulty": "insane"}, "no difficulty 'insane'"),
        ("bloxorz", {"size": (3, 9)}, "3x9 cannot be made"),
        ("bloxorz", {"boxes": 2}, "bloxorz takes no boxes"),
        ("freecell", {"moves": (1, 51)}, "no deal is won in 51 moves"),
        ("chess", {}, "unknown generator 'chess'"),
    ],
)
def test_what_cannot_be_made_is_said_at_once(puzzle: str, criteria: Any, words: str) -> None:
    with pytest.raises(BadInput, match=words) as refused:
        generate(puzzle, **criteria)
    assert refused.value.hint


def test_rectangles_that_are_too_large_or_too_small() -> None:
    for size in ((3, 3), (20, 20)):
        with pytest.raises(BadInput):
            next(generate_longest(*size))
    for boxes in (None, 1, 3):
        with pytest.raises(BadInput, match="no room to push a box"):
            list(generate_longest(4, 4, boxes))


@native
@pytest.mark.parametrize(("puzzle", "difficulty"), [("sokoban", "hard"), ("bloxorz", "easy")])
def test_the_shipped_packs_come_out_again(puzzle: str, difficulty: str) -> None:
    _, count = packs.PACKS[puzzle]
    first = DIFFICULTIES.index(difficulty) * count + 1
    made = generate(puzzle, difficulty=difficulty, seed=packs.SEED, count=2)
    for number, one in enumerate(made, start=first):
        shipped: Any = unriddle.load(f"{puzzle}/generated/{number}")
        assert packs.titled(one, number) == shipped.level


def test_the_packs_are_whole() -> None:
    for puzzle, number in (("sokoban", 100), ("bloxorz", 60)):
        levels = [one.level for one in unriddle.load_all(f"{puzzle}/generated")]  # type: ignore[attr-defined]
        assert len(levels) == number
        assert len({_text(puzzle, level).split("\n", 1)[1] for level in levels}) == number
    stages = [one.level for one in unriddle.load_all("bloxorz/generated", puzzle="bloxorz")]
    switches = [switch for stage in stages for switch in stage.switches]
    for verb, heavy in itertools.product(("toggle", "open", "close"), (True, False)):
        assert any(getattr(switch, verb) and switch.heavy == heavy for switch in switches)
    assert any(stage.splits for stage in stages)
    assert any("~" in "".join(stage.rows) for stage in stages)
    assert {bridge.on for stage in stages for bridge in stage.bridges} == {True, False}


def _text(puzzle: str, level: Any) -> str:
    from unriddle.catalog import PUZZLES

    text = PUZZLES[puzzle].notation.format_level(level)
    return "\n" + text.rpartition("Title:")[0] if puzzle == "sokoban" else text

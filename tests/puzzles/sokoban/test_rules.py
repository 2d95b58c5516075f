from __future__ import annotations

import dataclasses
import itertools

import pytest
from generators.sokoban import levels, positions
from hypothesis import given

from unriddle.core import BadInput, IllegalMove, replay
from unriddle.puzzles.sokoban.notation import format_state, parse_levels, parse_plan
from unriddle.puzzles.sokoban.rules import Direction, Level, Move, Rules, Sokoban, State


def board(text: str, **rules: str) -> Sokoban:
    (level,) = parse_levels(text)
    return Sokoban(level, Rules(**rules))


CORRIDOR = """
#######
#@$ $.#
##.#  #
#######
"""


def test_moves_are_listed_up_down_left_right_and_say_whether_they_push() -> None:
    puzzle = board("#####\n# $ #\n#.@ #\n# $.#\n#   #\n#####")
    assert list(map(str, puzzle.actions(puzzle.initial))) == ["D", "l", "r"]
    puzzle = board("#####\n#   #\n# $ #\n# @$.#\n# $  #\n# . .#\n######")
    assert list(map(str, puzzle.actions(puzzle.initial))) == ["U", "D", "l", "R"]


def test_a_push_moves_the_box_and_the_player() -> None:
    puzzle = board(CORRIDOR)
    after = puzzle.apply(puzzle.initial, Move(Direction.RIGHT, push=True))
    assert format_state(puzzle, after) == "#######\n# @$$.#\n##.#  #\n#######\n"


def test_the_direction_counts_and_not_the_case() -> None:
    puzzle = board(CORRIDOR)
    state = puzzle.initial
    walked = puzzle.apply(state, Move(Direction.RIGHT))
    assert walked == puzzle.apply(state, Move(Direction.RIGHT, push=True))


@pytest.mark.parametrize(
    ("plan", "step", "reason"),
    [
        ("u", 1, "there is a wall at row 1, column 2"),
        ("l", 1, "there is a wall at row 2, column 1"),
        ("RR", 2, "the box at row 2, column 4 cannot be pushed, another box is behind it"),
        ("RddR", 3, "there is a wall at row 4, column 3"),
    ],
)
def test_an_illegal_move_says_what_is_in_the_way(plan: str, step: int, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        replay(board(CORRIDOR), parse_plan(plan))
    assert (caught.value.step, caught.value.reason) == (step, reason)


def test_a_box_against_a_wall_does_not_move() -> None:
    puzzle = board("#####\n#.$@#\n#####")
    state = puzzle.apply(puzzle.initial, Move(Direction.LEFT))
    with pytest.raises(IllegalMove, match="row 2, column 2 cannot be pushed, a wall is behind"):
        puzzle.apply(state, Move(Direction.LEFT))


def test_solved_when_every_box_is_on_a_goal_even_with_goals_to_spare() -> None:
    puzzle = board("#######\n#@$.. #\n#######")
    states = replay(puzzle, parse_plan("RRR")).states
    assert [puzzle.is_goal(state) for state in states] == [False, True, True, False]


def test_events_tell_when_a_box_comes_home_or_leaves() -> None:
    puzzle = board("########\n#@ $.. #\n########")
    states = replay(puzzle, parse_plan("rRRR")).states
    told = [tuple(puzzle.events(before, after)) for before, after in itertools.pairwise(states)]
    assert told == [(), ("box home",), (), ("box away",)]
    assert {event for events in told for event in events} == set(puzzle.event_names)


@pytest.mark.parametrize(
    ("cost", "unit", "total"), [("moves", True, 4), ("pushes", False, 2), ("walks", False, 2)]
)
def test_costs(cost: str, unit: bool, total: int) -> None:
    puzzle = board("########\n#@  $ .#\n########", cost=cost)
    played = replay(puzzle, parse_plan("rrRR"))
    assert (puzzle.unit_cost, played.cost, played.solved) == (unit, total, True)


def test_an_unknown_cost_is_refused() -> None:
    with pytest.raises(BadInput, match="must be moves or pushes"):
        Rules(cost="time")


def test_decoration_is_kept_but_is_no_part_of_the_game() -> None:
    puzzle = board("######\n#@$.##\n#####*\n   .")
    assert puzzle.decoration == {17}
    assert puzzle.initial == State(7, frozenset({8}))
    assert puzzle.goals == {9}
    assert puzzle.is_goal(puzzle.apply(puzzle.initial, Move(Direction.RIGHT)))


@given(positions())
def test_successors_equal_actions_apply_and_cost(position: tuple[Sokoban, State]) -> None:
    played, state = position
    for puzzle in (played, Sokoban(played.level, Rules(cost="pushes"))):
        listed = [
            (action, puzzle.apply(state, action), puzzle.cost(state, action))
            for action in puzzle.actions(state)
        ]
        assert list(puzzle.successors(state)) == listed
        for direction in Direction:
            if direction not in [action.direction for action in puzzle.actions(state)]:
                with pytest.raises(IllegalMove):
                    puzzle.apply(state, Move(direction))


@given(positions())
def test_a_step_keeps_the_boxes_apart_and_on_the_floor(position: tuple[Sokoban, State]) -> None:
    puzzle, state = position
    assert len(state.boxes) == len(puzzle.initial.boxes)
    assert state.boxes <= puzzle.floor
    assert state.player in puzzle.floor - state.boxes
    assert hash(state) == hash(State(state.player, frozenset(sorted(state.boxes))))


@given(levels())
def test_a_level_refuses_what_cannot_be(level: Level) -> None:
    def refused(problem: str, **changes: object) -> None:
        with pytest.raises(BadInput, match=problem):
            dataclasses.replace(level, **changes)  # type: ignore[arg-type]  # any field

    size = level.width * level.height
    refused("no box", boxes=frozenset())
    refused("outside the board", boxes=level.boxes | {size})
    refused("outside the board", walls=level.walls | {-1})
    refused("same square", player=min(level.boxes))
    refused("same square", walls=level.walls | {min(level.goals)})
    refused("more boxes than goals", goals=level.goals - level.reach)
    refused("empty row", height=level.height + 1)
    refused("at most 200", width=201)
    refused("one line", title="two\nlines")
    refused("one line", author=" blank")


def test_a_box_out_of_reach_must_stand_on_a_goal() -> None:
    with pytest.raises(BadInput) as caught:
        parse_levels("######\n#@$.##\n##### \n  # $")
    assert (caught.value.line, caught.value.column) == (4, 5)
    assert "never reach this box" in str(caught.value)


def test_some_box_must_be_in_reach() -> None:
    with pytest.raises(BadInput, match="no box that the player can reach"):
        parse_levels("######\n#@ .##\n#####*")

"""The rules of Bloxorz, each shown on a board that is as small as it can be."""

from __future__ import annotations

import dataclasses
from collections import deque

import pytest
from generators.bloxorz import levels, rules
from hypothesis import given, settings

from unriddle.core import BadInput, IllegalMove, LosingMove, replay
from unriddle.puzzles.bloxorz.level import Level
from unriddle.puzzles.bloxorz.notation import (
    format_plan,
    format_state,
    parse_levels,
    parse_plan,
    parse_state,
)
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, Rules, State


def board(text: str, **settings: str) -> Bloxorz:
    return Bloxorz(parse_levels(text)[0], Rules(**settings))


def after(puzzle: Bloxorz, plan: str) -> str:
    """The state after `plan`, as text."""
    return format_state(puzzle, replay(puzzle, parse_plan(plan)).states[-1])


def reached(puzzle: Bloxorz, limit: int = 300) -> list[State]:
    """The first states that a breadth-first search meets."""
    found = [puzzle.initial]
    waiting = deque(found)
    while waiting and len(found) < limit:
        for _, state, _ in puzzle.successors(waiting.popleft()):
            if state not in found:
                found.append(state)
                waiting.append(state)
    return found


OPEN = "\n".join(("#####", "#####", "##@##", "#####", "####!"))


@pytest.mark.parametrize(
    ("plan", "state"),
    [
        ("", "3,3"),
        ("L", "3,1-3,2"),
        ("R", "3,4-3,5"),
        ("U", "1,3-2,3"),
        ("D", "4,3-5,3"),
        ("LR", "3,3"),
        ("RL", "3,3"),
        ("UD", "3,3"),
        ("DU", "3,3"),
        ("LU", "2,1-2,2"),
        ("LD", "4,1-4,2"),
        ("UL", "1,2-2,2"),
        ("UR", "1,4-2,4"),
        ("LUR", "2,3"),
        ("ULD", "3,2"),
        ("DRU", "3,4"),
        ("RDL", "4,3"),
    ],
)
def test_how_a_block_rolls(plan: str, state: str) -> None:
    assert after(board(OPEN), plan) == state


def test_solved_only_upright_in_the_goal() -> None:
    puzzle = board("@##!#")
    assert not replay(puzzle, parse_plan("")).solved
    assert replay(puzzle, parse_plan("RR")).solved
    lying = parse_state(puzzle, "1,4-1,5")
    assert not puzzle.is_goal(lying)
    assert puzzle.tries(lying) == (Move.LEFT, Move.RIGHT, Move.UP, Move.DOWN)


def test_nothing_moves_after_the_goal() -> None:
    puzzle = board("@##!#")
    solved = parse_state(puzzle, "1,4")
    assert list(puzzle.actions(solved)) == list(puzzle.tries(solved)) == []
    with pytest.raises(IllegalMove, match="solved") as raised:
        puzzle.apply(solved, Move.LEFT)
    assert not isinstance(raised.value, LosingMove)


@pytest.mark.parametrize(
    ("text", "plan", "fell", "reason"),
    [
        ("@#!", "L", ((0, -2), (0, -1)), "nothing to land on beyond the edge of the board"),
        ("@##.!", "RR", ((0, 3),), "nothing to land on at row 1, column 4"),
        (
            "@##~!",
            "RR",
            ((0, 3),),
            "the fragile tile at row 1, column 4 breaks under the upright block",
        ),
        ("@aa!\nbridge a off", "R", ((0, 1), (0, 2)), "bridge a at row 1, column 2 is off"),
    ],
)
def test_a_fall_loses_and_says_why(
    text: str, plan: str, fell: tuple[tuple[int, int], ...], reason: str
) -> None:
    puzzle = board(text)
    *moves, last = parse_plan(plan)
    state = replay(puzzle, moves).states[-1]
    with pytest.raises(LosingMove) as raised:
        puzzle.apply(state, last)
    assert raised.value.reason == reason
    roll = puzzle.roll(state, last)
    assert (roll.fell, roll.reason, roll.state) == (fell, reason, None)
    assert last in puzzle.tries(state)
    assert last not in puzzle.actions(state)


def test_fragile_tiles_and_the_goal_bear_what_lies() -> None:
    puzzle = board("@~~#~!\n.....#\n1.....\nsplit 1 to 1,1 1,6")
    assert after(puzzle, "R") == "1,2-1,3"
    assert list(puzzle.actions(parse_state(puzzle, "1,5-1,6"))) == [Move.LEFT]
    assert list(puzzle.actions(parse_state(puzzle, "1,1/1,6"))) == [Move.RIGHT, Move.SWAP]
    assert not puzzle.is_goal(parse_state(puzzle, "1,6/1,1"))


@pytest.mark.parametrize(
    ("weight", "state", "move", "fires"),
    [
        ("soft", "1,1", Move.RIGHT, True),
        ("soft", "1,4-1,5", Move.LEFT, True),
        ("soft", "2,3/1,1", Move.UP, True),
        ("heavy", "1,1", Move.RIGHT, False),
        ("heavy", "1,4-1,5", Move.LEFT, True),
        ("heavy", "2,3/1,1", Move.UP, False),
    ],
)
def test_who_presses_a_switch(weight: str, state: str, move: Move, fires: bool) -> None:
    text = f"@#A#!\n#####\n1###a\nbridge a off\nswitch A {weight} toggle a\nsplit 1 to 1,1 3,4"
    puzzle = board(text)
    roll = puzzle.roll(parse_state(puzzle, state + " []"), move)
    assert roll.state is not None
    assert roll.fired == (("A",) if fires else ())
    assert roll.state.on == (frozenset("a") if fires else frozenset())


def test_one_switch_toggles_opens_and_closes() -> None:
    text = """
@#A#!
abcdef
bridge a on
bridge b off
bridge c on
bridge d off
bridge e on
bridge f off
switch A soft toggle a b open c d close e f
"""
    puzzle = board(text)
    assert format_state(puzzle, puzzle.initial) == "1,1 [ace]"
    assert after(puzzle, "R") == "1,2-1,3 [bcd]"
    before, now = replay(puzzle, parse_plan("R")).states
    assert puzzle.events(before, now) == ("appeared", "vanished")
    assert puzzle.events(now, before) == ("appeared", "vanished")
    assert puzzle.events(now, now) == ()


def test_two_switches_fire_in_reading_order() -> None:
    declared = "bridge a on\nswitch A soft open a\nswitch B soft close a"
    assert after(board(f"@AB#!\n...a\n{declared}"), "R") == "1,2-1,3 []"
    backwards = board(f"@BA#!\n...a\n{declared}")
    assert after(backwards, "R") == "1,2-1,3 [a]"
    assert backwards.roll(backwards.initial, Move.RIGHT).fired == ("B", "A")
    assert after(board(f"!#BA@\n...a\n{declared}"), "L") == "1,3-1,4 [a]"


def test_the_same_switch_twice_under_a_block_toggles_twice() -> None:
    puzzle = board("@AA#!\n...a\nbridge a off\nswitch A soft toggle a")
    assert after(puzzle, "R") == "1,2-1,3 []"
    assert after(puzzle, "RR") == "1,4 []"
    assert puzzle.roll(puzzle.initial, Move.RIGHT).fired == ("A", "A")


TWINS = """
1##@##
......
###A#!
a..#..
bridge a off
switch A soft toggle a
split 1 to 3,4 1,5
"""


def test_a_split_makes_two_cubes() -> None:
    puzzle = board(TWINS)
    states = replay(puzzle, parse_plan("LL")).states
    assert format_state(puzzle, states[-1]) == "3,4/1,5 []"  # appearing presses nothing
    assert puzzle.roll(states[-2], Move.LEFT).fired == ("1",)
    assert puzzle.roll(states[-2], Move.LEFT).landing == ((0, 0),)
    assert puzzle.events(states[-2], states[-1]) == ("split",)
    assert puzzle.tries(states[-1]) == tuple(Move)
    assert list(puzzle.actions(states[-1])) == ["L", "R", "D", "S"]


def test_cubes_roll_one_by_one_and_swap() -> None:
    puzzle = board(TWINS)
    assert after(puzzle, "LLL") == "3,3/1,5 []"
    assert after(puzzle, "LLS") == "1,5/3,4 []"
    assert after(puzzle, "LLSL") == "1,4/3,4 []"
    assert after(puzzle, "LLSLS") == "3,4/1,4 []"
    assert after(puzzle, "LLLR") == "3,4/1,5 [a]"


def test_cubes_that_touch_become_a_block() -> None:
    puzzle = board("@##1\n####\n...!\nsplit 1 to 1,1 2,4")
    assert after(puzzle, "RR") == "1,1/2,4"
    assert after(puzzle, "RRRR") == "1,3/2,4"  # a corner is no contact
    assert after(puzzle, "RRRRR") == "1,4-2,4"
    assert after(puzzle, "RRSLU") == "1,3/1,1"
    assert after(puzzle, "RRSLUL") == "1,1-1,2"


def test_cubes_that_appear_side_by_side_are_a_block_at_once() -> None:
    puzzle = board("@##1\n####\n...!\nsplit 1 to 2,2 2,1")
    states = replay(puzzle, parse_plan("RR")).states
    assert format_state(puzzle, states[-1]) == "2,1-2,2"
    assert puzzle.events(states[-2], states[-1]) == ()


def test_a_cube_that_appears_over_a_missing_bridge_falls() -> None:
    puzzle = board("@##1\na###\n...!\nbridge a off\nsplit 1 to 2,3 2,1")
    state = replay(puzzle, parse_plan("R")).states[-1]
    with pytest.raises(LosingMove, match="bridge a at row 2, column 1 is off where a cube appears"):
        puzzle.apply(state, Move.RIGHT)
    assert puzzle.roll(state, Move.RIGHT).fired == ("1",)


def test_a_start_presses_nothing() -> None:
    puzzle = board("A#!\na1#\nbridge a off\nswitch A soft toggle a\nsplit 1 to 1,1 1,3\nstart 1,1")
    assert format_state(puzzle, puzzle.initial) == "1,1 []"
    puzzle = board("A#!\na1#\nbridge a off\nswitch A soft toggle a\nsplit 1 to 1,1 1,3\nstart 2,2")
    assert format_state(puzzle, puzzle.initial) == "2,2 []"


@pytest.mark.parametrize("move", [Move.SWAP, "X", ""])
def test_what_a_player_cannot_even_try(move: Move) -> None:
    puzzle = board(OPEN)
    with pytest.raises(IllegalMove) as raised:
        puzzle.apply(puzzle.initial, move)
    assert not isinstance(raised.value, LosingMove)


def test_setting_space() -> None:
    free, counted = board(TWINS), board(TWINS, space="counted")
    assert replay(free, parse_plan("LLSLS")).cost == 3
    assert replay(counted, parse_plan("LLSLS")).cost == 5
    assert not free.unit_cost
    assert counted.unit_cost
    assert board(OPEN).unit_cost  # nothing to swap here


def test_setting_split() -> None:
    text = "@#1##!\n##A###\nA...a\nbridge a off\nswitch A soft toggle a\nsplit 1 to 1,1 2,5"
    upright, contact = board(text), board(text, split="contact")
    assert after(upright, "R") == "1,2-1,3 []"
    assert after(contact, "R") == "1,1/2,5 []"
    assert after(contact, "RSULL") == "1,3/1,1 []"  # a cube on the split switch: nothing
    for puzzle in (upright, contact):
        assert after_state(puzzle, "1,4-1,5 []", Move.LEFT) == "1,1/2,5 []"
    # A lying block that touches a switch and a split switch: the switch first.
    assert after_state(contact, "1,2-2,2 []", Move.RIGHT) == "1,1/2,5 [a]"
    assert contact.roll(parse_state(contact, "1,2-2,2 []"), Move.RIGHT).fired == ("A", "1")
    assert after_state(upright, "1,2-2,2 []", Move.RIGHT) == "1,3-2,3 [a]"
    # Cubes that are joined on a split switch stay joined.
    assert after_state(contact, "1,5/1,3 []", Move.LEFT) == "1,3-1,4 []"


def after_state(puzzle: Bloxorz, state: str, move: Move) -> str:
    return format_state(puzzle, puzzle.apply(parse_state(puzzle, state), move))


def test_setting_parked_for_a_cube() -> None:
    text = "@##!\na...\n..#A\n1\nbridge a on\nswitch A soft close a\nsplit 1 to 1,1 3,3"
    stays, falls = board(text), board(text, parked="falls")
    assert after_state(stays, "3,3/2,1 [a]", Move.RIGHT) == "3,4/2,1 []"
    with pytest.raises(LosingMove, match="bridge a at row 2, column 1 goes off under a part"):
        falls.apply(parse_state(falls, "3,3/2,1 [a]"), Move.RIGHT)
    assert falls.roll(parse_state(falls, "3,3/2,1 [a]"), Move.RIGHT).fell == ((1, 0),)
    assert after_state(falls, "3,3/1,1 [a]", Move.RIGHT) == "3,4/1,1 []"


def test_setting_parked_for_half_a_block() -> None:
    text = "@aA#!\nbridge a on\nswitch A soft close a"
    assert after(board(text), "RR") == "1,4 []"
    falls = board(text, parked="falls")
    with pytest.raises(LosingMove, match="bridge a at row 1, column 2 goes off under a part"):
        falls.apply(falls.initial, Move.RIGHT)


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(BadInput, match="stays or falls"):
        Rules(parked="floats")


def test_a_level_made_by_hand_is_checked_too() -> None:
    level = Level(("#.!",), ((0, 0), (0, 0)))
    assert Bloxorz(level, name="here").name == "here"
    with pytest.raises(BadInput, match="no goal"):
        Bloxorz(dataclasses.replace(level, rows=("#.#",)))
    with pytest.raises(BadInput, match="differ in length"):
        Bloxorz(dataclasses.replace(level, rows=("#.!", "#")))
    with pytest.raises(BadInput, match="reading order"):
        Bloxorz(dataclasses.replace(level, rows=("##!",), start=((0, 1), (0, 0))))
    with pytest.raises(BadInput, match="one line of plain text"):
        Bloxorz(dataclasses.replace(level, title="two\nlines"))
    with pytest.raises(BadInput, match="stage number"):
        Bloxorz(dataclasses.replace(level, number=-1))


@given(levels(), rules)
@settings(max_examples=100)
def test_what_holds_on_every_board(level: Level, rules: Rules) -> None:
    puzzle = Bloxorz(level, rules)
    bridges = {bridge.name for bridge in level.bridges}
    for state in reached(puzzle):
        steps = list(puzzle.successors(state))
        moves = puzzle.actions(state)
        assert steps == [(m, puzzle.apply(state, m), puzzle.cost(state, m)) for m in moves]
        assert not puzzle.unit_cost or all(cost == 1 for _, _, cost in steps)
        for move in puzzle.tries(state):
            if move not in moves:
                with pytest.raises(LosingMove, match=r"\w"):
                    puzzle.apply(state, move)
        first, second = state.first, state.second
        apart = abs(first[0] - second[0]) + abs(first[1] - second[1])
        assert apart > 1 if state.split else apart <= 1 and first <= second
        squares = {level.square(first), level.square(second)}
        assert "." not in squares
        assert state.split or apart or "~" not in squares
        assert rules.parked == "stays" or squares & bridges <= state.on
        assert parse_state(puzzle, format_state(puzzle, state)) == state
        assert parse_plan(format_plan(moves)) == tuple(moves)

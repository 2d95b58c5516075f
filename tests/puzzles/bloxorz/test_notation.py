"""Stages, moves, plans, states and pictures of Bloxorz in text."""

from __future__ import annotations

import contextlib

import pytest
from generators.bloxorz import PACK, STAGES, levels
from hypothesis import example, given, settings
from hypothesis import strategies as st

from unriddle.core import BadInput, plain
from unriddle.puzzles.bloxorz.level import Bridge, Level, Split, Switch
from unriddle.puzzles.bloxorz.notation import (
    draw,
    format_level,
    format_plan,
    format_state,
    parse_levels,
    parse_move,
    parse_plan,
    parse_state,
    recognises,
)
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, Rules

FULL = """\
; everything there is
stage 5: A title; with: signs

passcode 028 431
.~aaA
@@#B!1#
bridge a on
switch A soft toggle a
switch B heavy open a
split 1 to 2,1 2,7
"""


def test_everything_in_one_stage() -> None:
    assert parse_levels(FULL) == (
        Level(
            rows=(".~aaA..", "###B!1#"),
            start=((1, 0), (1, 1)),
            bridges=(Bridge("a", True),),
            switches=(Switch("A", False, toggle=("a",)), Switch("B", True, open=("a",))),
            splits=(Split("1", ((1, 0), (1, 6))),),
            title="A title; with: signs",
            passcode="028 431",
            number=5,
        ),
    )


def test_a_bare_map_is_a_stage() -> None:
    (level,) = parse_levels("@#!")
    assert level == Level(("##!",), ((0, 0), (0, 0)))
    assert (level.title, level.number) == ("", 1)


def test_line_ends_byte_order_marks_and_outer_blanks_do_not_matter() -> None:
    plain_text = "stage 2:  T \n\n@#!  \n\n\n"
    for text in (plain_text, plain_text.replace("\n", "\r\n"), "\ufeff" + plain_text):
        assert parse_levels(text) == (Level(("##!",), ((0, 0), (0, 0)), title="T", number=2),)
    assert parse_levels(plain_text.replace("\n", "\r")) == parse_levels(plain_text)


def test_any_alphabet_names_bridges_and_switches() -> None:
    (level,) = parse_levels("@ßЖ!\nbridge ß on\nswitch Ж soft close ß")
    assert level.bridges == (Bridge("ß", True),)
    assert level.switches == (Switch("Ж", False, close=("ß",)),)


def test_a_row_may_spell_a_keyword() -> None:
    rows = "start\n@#!"
    declared = "".join(f"bridge {name} on\n" for name in "star")
    (level,) = parse_levels(f"{rows}\n{declared}")
    assert level.rows[0] == "start"
    assert parse_levels(format_level(level)) == (level,)


@given(levels())
@settings(max_examples=100)
def test_levels_round_trip(level: Level) -> None:
    text = format_level(level)
    assert parse_levels(text) == (level,)
    assert parse_levels(text + "\n; another\n" + text) == (level, level)
    assert recognises(text)


GOOD = "@a!A1\n"
DECLARED = "bridge a on\nswitch A soft open a\nsplit 1 to 1,1 1,3\n"


@pytest.mark.parametrize(
    ("text", "problem", "line", "column"),
    [
        ("", "no stage found", None, None),
        ("\n; nothing\n\n", "no stage found", None, None),
        ("stage 7: empty\n", "no map", 1, 1),
        ("; a\nstage 7\nstage 8\n@#!", "no map", 2, 1),
        ("stage x: y\n@#!", "needs a number", 1, 7),
        ("stage 1234567890\n@#!", "needs a number", 1, 7),
        ("\n@##", "no goal", 2, 1),
        ("stage 1\n@##", "no goal", 1, 1),
        ("@!\n#!", "second goal", 2, 2),
        ("\n\n#!", "no start", 3, 1),
        ("@@@!", "third start square", 1, 3),
        ("@#@!", "not neighbours", 1, 3),
        ("@?!", "unknown square '?'", 1, 2),
        ("@$!", "unknown square '$'", 1, 2),
        ("@#!\n\t##", r"unexpected character '\\t'", 2, 1),
        ("@#!\n#\x00#", r"unexpected character '\\x00'", 2, 2),
        ("@#!\n#\u00a0#", "unexpected character", 2, 2),
        ("@#!\n#\ud800#", "unexpected character", 2, 2),
        (" @#!", "starts with a blank", 1, 1),
        ("@# #!", "blank in the map", 1, 3),
        ("stage 1\n@###\na#.. ##!", "blank in the map", 3, 5),
        ("@#!\nbride a on", "unknown word 'bride'", 2, 1),
        ("@#!\n\n@#!", "second map", 3, 1),
        (f"{GOOD}{DECLARED}###", "second map", 5, 1),
        ("bridge a on\n@a!", "comes before the map", 1, 1),
        ("stage 1\npasscode 1\npasscode 2\n@#!", "'passcode' is given twice", 3, 1),
        ("@a!", "bridge 'a' is on the map but not declared", 1, 2),
        ("@A!", "switch 'A' is on the map but not declared", 1, 2),
        ("@1!", "split switch '1' is on the map but not declared", 1, 2),
        ("@a!\nbridge a", "followed by 2 words, not 1", 2, 8),
        ("@a!\nbridge a on off", "followed by 2 words, not 3", 2, 13),
        ("@a!\nbridge a maybe", "expected on or off, found 'maybe'", 2, 10),
        ("@a!\nbridge a on\nbridge a on", "'bridge a' is given twice", 3, 1),
        ("@#!\nbridge a on", "'a' is declared but not on the map", 2, 8),
        ("@a!\nbridge A on\nbridge a on", "must be one lower-case letter", 2, 8),
        ("@a!\nbridge aa on\nbridge a on", "must be one lower-case letter", 2, 8),
        ("@aA!\nbridge a on\nswitch A", "expected soft or heavy, found 'A'", 3, 8),
        ("@aA!\nbridge a on\nswitch A hard", "expected soft or heavy, found 'hard'", 3, 10),
        ("@aA!\nbridge a on\nswitch A soft", "operates no bridge", 3, 8),
        ("@aA!\nbridge a on\nswitch A soft a", "expected toggle, open or close", 3, 15),
        ("@aA!\nbridge a on\nswitch A soft open b", "unknown bridge 'b'", 3, 20),
        ("@aA!\nbridge a on\nswitch A soft open a close a", "bridge 'a' twice", 3, 28),
        ("@aA!\nbridge a on\nswitch A soft open a a", "bridge 'a' twice", 3, 22),
        ("@aA!\nbridge a on\nswitch A soft open a\nswitch A soft open a", "given twice", 4, 1),
        ("@a!\nbridge a on\nswitch A soft open a", "'A' is declared but not on the map", 3, 8),
        ("@a!\nbridge a on\nswitch b soft open a", "must be one upper-case letter", 3, 8),
        ("@1!\nsplit 1 to 1,1", "followed by 4 words, not 3", 2, 12),
        ("@1!\nsplit 1 at 1,1 1,3", "expected to, found 'at'", 2, 9),
        ("@1!\nsplit 1 to 1,1 3", "expected row,column, found '3'", 2, 16),
        ("@1!\nsplit 1 to 1,1 x,y", "expected row,column, found 'x,y'", 2, 16),
        ("@1!\nsplit 1 to 1,1 9,3", "into the void at row 9, column 3", 2, 16),
        ("@1!\nsplit 1 to 0,1 1,3", "into the void", 2, 12),
        ("@1!\nsplit 1 to 1,3 1,3", "both cubes to row 1, column 3", 2, 16),
        ("@1!\nsplit 1 to 1,1 1,3\nsplit 1 to 1,1 1,3", "'split 1' is given twice", 3, 1),
        ("@#!\nsplit 1 to 1,1 1,3", "'1' is declared but not on the map", 2, 7),
        ("@#!\nsplit A to 1,1 1,3", "must be one digit", 2, 7),
        ("##!\nstart 1", "expected row,column, found '1'", 2, 7),
        ("##!\nstart 4,1", "starts over void at row 4, column 1", 2, 7),
        ("##!\nstart 1,1 1,3", "not neighbours", 2, 11),
        ("@#!\nstart 1,1", "'start' is given twice", 2, 1),
        ("##!\nstart 1,1\nstart 1,1", "'start' is given twice", 3, 1),
        ("##!\nstart 1,1 1,2 1,3", "third start square", 2, 15),
        ("#~!\nstart 1,2", "upright on a fragile tile", 2, 7),
        ("#a!\nbridge a off\nstart 1,2", "bridge 'a', which is off", 3, 7),
    ],
)
def test_mistakes_are_named(text: str, problem: str, line: int | None, column: int | None) -> None:
    with pytest.raises(BadInput, match=problem.replace("?", r"\?").replace("$", r"\$")) as raised:
        parse_levels(text, "mine.txt")
    error = raised.value
    assert (error.source, error.line, error.column) == ("mine.txt", line, column)


def test_a_mistake_names_its_stage() -> None:
    with pytest.raises(BadInput, match="level 12, line 4, column 2: unknown square"):
        parse_levels("stage 3: fine\n@#!\nstage 12\n@?!")
    with pytest.raises(BadInput) as raised:
        parse_levels("@a!")
    assert raised.value.hint == "declare it below the map, for example: bridge a off"


@given(st.text())
@example("\x00")
@example("stage " + "9" * 5000)
@example("@1!\nsplit 1 to 1,1 " + "9" * 5000 + ",1")
@example("#" * 20000)
@settings(max_examples=120)
def test_any_text_is_a_stage_or_bad_input(text: str) -> None:
    recognises(text)
    with contextlib.suppress(BadInput):
        assert parse_levels(text)


@given(st.data())
@settings(max_examples=120)
def test_a_damaged_stage_is_a_stage_or_bad_input(data: st.DataObject) -> None:
    text = FULL
    for _ in range(data.draw(st.integers(1, 4))):
        position = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 3))
        patch = data.draw(st.text(".#~@!aAbB12, \n:;toswitch", max_size=3))
        text = text[:position] + patch + text[position + length :]
    with contextlib.suppress(BadInput):
        for level in parse_levels(text):
            assert parse_levels(format_level(level)) == (level,)
            assert Bloxorz(level).level == level


def test_recognises_its_own_and_not_others() -> None:
    assert recognises(PACK)
    assert recognises("; mine\n..@##!\n")
    assert recognises("@a!\nbridge a on\n")
    assert not recognises("")
    assert not recognises("; Microban\n\n####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n")
    assert not recognises("####\n#@$.#\n####\nTitle: Wow!\n")
    assert not recognises("AC 2D 9H\nKS QH\n")


@pytest.mark.parametrize("move", Move)
def test_moves_round_trip(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert parse_move(f" {str(move).lower()} ") is move


@pytest.mark.parametrize("text", ["", "X", "LR", "left", "\u017f", "\x00"])
def test_unknown_moves_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="unknown move"):
        parse_move(text)


@given(st.lists(st.sampled_from(Move)))
def test_plans_round_trip(plan: list[Move]) -> None:
    assert parse_plan(format_plan(plan)) == tuple(plan)


def test_plans_may_be_written_freely() -> None:
    assert format_plan(parse_plan(" rr D\r\n\tl S\n")) == "RRDLS"
    with pytest.raises(BadInput, match=r"plan\.txt: line 2, column 3: unknown move 'x'"):
        parse_plan("LL\nRRx", "plan.txt")


@given(st.text())
def test_any_text_is_a_plan_or_bad_input(text: str) -> None:
    with contextlib.suppress(BadInput):
        plan = parse_plan(text)
        assert len(plan) <= len(text)


STAGE = Bloxorz(parse_levels("@#~aa#\n.1###!\nb\nbridge a on\nbridge b off\nsplit 1 to 1,1 2,5")[0])


def test_states_in_text() -> None:
    assert format_state(STAGE, STAGE.initial) == "1,1 [a]"
    assert parse_state(STAGE, "1,1[a]") == STAGE.initial
    assert parse_state(STAGE, " 1,2-1,1  [ba] ").first == (0, 0)
    assert format_state(STAGE, parse_state(STAGE, "2,6/1,1 [ba]")) == "2,6/1,1 [ab]"
    assert format_state(Bloxorz(STAGES[0]), Bloxorz(STAGES[0]).initial) == "4,4"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not a state"),
        ("1,1 a", "not a state"),
        ("1.1 [a]", "not a state"),
        ("1,1", "bridges that are on are missing"),
        ("1,1 [c]", "no bridge 'c'"),
        ("1,1 [aa]", "named twice"),
        ("0,1 [a]", "only void at row 0, column 1"),
        ("9,9 [a]", "only void at row 9, column 9"),
        ("2,1 [a]", "only void at row 2, column 1"),
        ("1,3 [a]", "fragile tile at row 1, column 3"),
        ("1,1-1,1 [a]", "not neighbours"),
        ("1,1-1,3 [a]", "not neighbours"),
        ("1,1/1,2 [a]", "are a block"),
        ("1,1/1,1 [a]", "are a block"),
    ],
)
def test_impossible_states_are_refused(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        parse_state(STAGE, text)


def test_the_rules_decide_which_states_are_possible() -> None:
    whole = Bloxorz(STAGES[0])
    with pytest.raises(BadInput, match="no split switch"):
        parse_state(whole, "4,4/5,6")
    falls = Bloxorz(STAGE.level, Rules(parked="falls"))
    assert parse_state(STAGE, "1,3-1,4 []").second == (0, 3)
    with pytest.raises(BadInput, match="bridge a at row 1, column 4 is off"):
        parse_state(falls, "1,3-1,4 []")


@given(st.text() | st.text("0123456789,-/[]ab ", max_size=16))
@example("1,1/" + "9" * 5000 + ",1 [a]")
def test_any_text_is_a_state_or_bad_input(text: str) -> None:
    with contextlib.suppress(BadInput):
        state = parse_state(STAGE, text)
        assert parse_state(STAGE, format_state(STAGE, state)) == state


PICTURE = """\
## .   ~=a=a()
   .:1 .oAxB
 b"""


def test_a_picture_of_a_state() -> None:
    text = "@#.~aa!\n.#1#AB\nb\nbridge a on\nbridge b off\nswitch A soft open b\n"
    puzzle = Bloxorz(parse_levels(text + "switch B heavy close a\nsplit 1 to 1,1 2,4")[0])
    picture = draw(puzzle, puzzle.initial)
    assert plain(picture) == PICTURE
    roles = [[glyph.role for glyph in row] for row in picture]
    assert roles[0] == ["block", "floor", "void", "fragile", "bridge", "bridge", "goal"]
    assert roles[1] == ["void", "floor", "split", "floor", "switch", "switch-heavy", "void"]
    assert roles[2] == ["bridge-off"] + ["void"] * 6
    assert {len(glyph.text) for row in picture for glyph in row} == {2}

    lying = draw(puzzle, parse_state(puzzle, "1,1-1,2 []"))
    assert [glyph.role for glyph in lying[0][:2]] == ["block-lying", "block-lying"]
    assert plain(lying).startswith("[][]   ~ a a()")
    cubes = draw(puzzle, parse_state(puzzle, "2,4/1,1 []"))
    assert (cubes[1][3], cubes[0][0]) == (("<>", "cube"), ("><", "cube-parked"))

from __future__ import annotations

import dataclasses

import pytest
from generators.sokoban import format_rle, levels, positions
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.core import BadInput, plain
from unriddle.puzzles.sokoban import notation
from unriddle.puzzles.sokoban.rules import Direction, Level, Move, Sokoban, State

BOARD = """\
#####
#@$.#
#####
"""


def names(text: str) -> list[str]:
    return [level.title for level in notation.parse_levels(text)]


# Reading boards.


def test_all_squares_are_read() -> None:
    (level,) = notation.parse_levels("######\n#+$* #\n#-_  #\n######\n")
    assert level == Level(
        width=6,
        height=4,
        walls=frozenset({*range(6), 6, 11, 12, 17, *range(18, 24)}),
        goals=frozenset({7, 9}),
        boxes=frozenset({8, 9}),
        player=7,
    )


@pytest.mark.parametrize(
    "text",
    [
        BOARD.replace("@", "p").replace("$", "b"),
        BOARD.replace("\n", "\r\n"),
        BOARD.replace("\n", "\r"),
        BOARD.strip("\n"),
        "\ufeff" + BOARD,
        "\n\n" + BOARD.replace("\n", "   \n") + "\n\n",
        "\n".join("    " + line for line in BOARD.split("\n")),
        "---\n" + BOARD + "-----\n",
        "5#|#@$.#|5#",
        "5#|#@$.#|5#|",
        "5#\n#p1b.#|5#\n",
    ],
)
def test_the_same_board_in_other_clothes(text: str) -> None:
    assert notation.parse_levels(text) == notation.parse_levels(BOARD)


def test_aliases_on_goals() -> None:
    assert notation.parse_levels("#####\n#PbB#\n#####") == notation.parse_levels(
        "#####\n#+$*#\n#####"
    )


@pytest.mark.parametrize("row", ["-", "___"])
def test_an_empty_row_inside_a_board_is_written_with_a_floor_character(row: str) -> None:
    (level,) = notation.parse_levels(f"{BOARD}{row}\n  *\n")
    assert (level.height, level.boxes) == (5, frozenset({7, 22}))
    assert notation.parse_levels(notation.format_level(level)) == (level,)
    assert notation.parse_levels(format_rle(level)) == (level,)


# Titles, authors, comments, solutions.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BOARD, [""]),
        (f"; 12\n\n{BOARD}\n; Map 3\n{BOARD}", ["12", "Map 3"]),
        (f";screen.01\n{BOARD};screen.02\n{BOARD}", ["screen.01", "screen.02"]),
        (f"The Dungeon\n\n{BOARD}\nThe Attic\n{BOARD}", ["The Dungeon", "The Attic"]),
        (f"Level 1\n{BOARD}Level 2\n{BOARD}", ["Level 1", "Level 2"]),
        (f"{BOARD}First\n\n{BOARD}Second\n", ["First", "Second"]),
        (f"; 155\n'The Dungeon'\n\n{BOARD}", ["The Dungeon"]),
        (f"{BOARD}Title: First\n\n{BOARD}\nTitle: Second\n", ["First", "Second"]),
        (f"Title: First\n{BOARD}\nTitle: Second\n{BOARD}", ["First", "Second"]),
        (f"{BOARD}Title: First\n{BOARD}Title: Second", ["First", "Second"]),
        (f"Title: Alone\n\n{BOARD}", ["Alone"]),
        (f"Title: Collection\n\n; 1\n{BOARD}\n; 2\n{BOARD}", ["1", "2"]),
        (f"; Map 1\n{BOARD}TITLE :  Better \n", ["Better"]),
        (f"; Some words about\n; the whole collection\n\n{BOARD}", [""]),
        (f"{BOARD}Title: A\nSolution:\nrrRUUddlL\n\n{BOARD}Title: B\n", ["A", "B"]),
        (f"{BOARD}Solution: R\n\n{BOARD}\n3rR\n\n{BOARD}", ["", "", ""]),
        (f"{BOARD}Comment:\nnot a title\n####\n\nComment-End:\nTitle: A\n\n{BOARD}", ["A", ""]),
        (f"{BOARD}Comment:\nno end mark\n\n{BOARD}Title: B\n", ["", "B"]),
        (f"{BOARD}Comment:\nno end\n\n{BOARD}Comment:\n  x\n\nComment-End:\n", ["", ""]),
        (f"Comment:\nComment: two\n\n{BOARD}Title: A\n", ["A"]),
        (f"{BOARD}Level #2\n{BOARD}", ["", "Level #2"]),
        (f":: a file\n\n{BOARD}----------\n\n{BOARD}", ["", ""]),
        (f"{BOARD}Title: \x1b[31mred\x00 \u00a0 ink\n", ["[31mred ink"]),
    ],
)
def test_titles(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_authors() -> None:
    text = f"Author: Everybody\n\n{BOARD}Author: Ann\n\n{BOARD}\n\nAuthor: Ben\n{BOARD}\n\n{BOARD}"
    authors = [level.author for level in notation.parse_levels(text)]
    assert authors == ["Ann", "Everybody", "Ben", "Everybody"]


# Errors.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.xsb: no Sokoban board was found"),
        ("hello\n\nworld\n", "f.xsb: no Sokoban board was found"),
        ("\x00\x01\ud800", "f.xsb: no Sokoban board was found"),
        (
            f"{BOARD}\n; 2\n#####\n#@?.#\n#####",
            "f.xsb: level 2, line 7, column 3: unknown square '?'; allowed are # wall, @ player "
            "(+ on a goal), $ box (* on a goal), . goal, and blank, - or _ floor",
        ),
        ("#####\n#\t@$.#\n#####", "f.xsb: level 1, line 2, column 2: unknown square '\\t'"),
        ("#####\n\t#@$.#\n#####", "f.xsb: level 1, line 2, column 1: unknown square '\\t'"),
        ("#####\n#@$.\x00#\n#####", "f.xsb: level 1, line 2, column 5: unknown square '\\x00'"),
        ("5#|#@$.x#|5#", "f.xsb: level 1, line 1, column 8: unknown square 'x'"),
        ("5#|#@$.#3|5#", "f.xsb: level 1, line 1, column 10: the count 3 has no square after it"),
        ("5#|#@$.#|5#2", "f.xsb: level 1, line 1, column 12: the count 2 has no square after it"),
        ("0#|#@$.#|5#", "f.xsb: level 1, line 1, column 2: a row has at most 200 squares"),
        ("999999999#", "f.xsb: level 1, line 1, column 10: a row has at most 200 squares"),
        ("9" * 5000 + "#", "f.xsb: level 1, line 1, column 10: a row has at most 200 squares"),
        ("#" * 201, "f.xsb: level 1, line 1, column 201: a row has at most 200 squares"),
        ("#\n" * 201, "f.xsb: level 1, line 201: a board has at most 200 rows"),
        ("5#|" * 300, "f.xsb: level 1, line 1: a board has at most 200 rows"),
        ("\n#####\n# $.#\n#####", "f.xsb: level 1, line 2: there is no player on the board"),
        ("######\n#@$.@#\n######", "f.xsb: level 1, line 2, column 5: there is a second player"),
        ("6#|#@$.@#|6#", "f.xsb: level 1, line 1, column 8: there is a second player"),
        ("#####\n#@ .#\n#####", "f.xsb: level 1, line 1: there is no box on the board"),
        (
            "#####\n#@$ #\n#####",
            "f.xsb: level 1, line 1: there are more boxes than goals that the player can reach "
            "(boxes: 1, goals: 0)",
        ),
        (
            "; 1\n  #####\n  #@$.\n  #####",
            "f.xsb: level 1, line 3, column 4: the board is open: the player can walk off it here",
        ),
        ("#####\n#@$.#\n## ##", "f.xsb: level 1, line 3, column 3: the board is open"),
        ("5#|#@$.#|2#-2#", "f.xsb: level 1, line 1, column 12: the board is open"),
        ("#####\n#@$.#\n## ##\n-\n  #", "f.xsb: level 1, line 4, column 2: the board is open"),
        ("5#|#@$.#|2#-2#||--#", "f.xsb: level 1, line 1, column 17: the board is open"),
        ("###\n#@$.#\n#####", "f.xsb: level 1, line 1, column 4: the board is open"),
    ],
)
def test_an_error_names_the_place_and_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        notation.parse_levels(text, "f.xsb")
    assert str(caught.value).startswith(message)


def test_a_tab_comes_with_a_way_out() -> None:
    with pytest.raises(BadInput) as caught:
        notation.parse_levels("#####\n#\t@$.#\n#####")
    assert caught.value.hint == "replace the tab by blanks"


def test_recognises() -> None:
    assert notation.recognises(f"; 1\n{BOARD}")
    assert notation.recognises("5#|#@$.#|5#")
    assert notation.recognises("#####\n# $.#\n#####")
    assert not notation.recognises("")
    assert not notation.recognises("# A heading\n\nwith text\n")
    assert not notation.recognises("#####\n#####\n")
    assert not notation.recognises("AS 2H TD\n")


# Round trips.


@given(levels(named=True))
def test_levels_round_trip(level: Level) -> None:
    text = notation.format_level(level)
    assert notation.recognises(text)
    assert notation.parse_levels(text) == (level,)
    bare = dataclasses.replace(level, title="", author="")
    assert notation.parse_levels(format_rle(level)) == (bare,)


@given(st.lists(levels(named=True, side=3), min_size=1, max_size=4))
def test_files_of_levels_round_trip(several: list[Level]) -> None:
    text = "\n".join(notation.format_level(level) for level in several)
    assert notation.parse_levels(text) == tuple(several)


@given(positions())
def test_states_round_trip(position: tuple[Sokoban, State]) -> None:
    puzzle, state = position
    assert notation.parse_state(puzzle, notation.format_state(puzzle, state)) == state


@given(st.lists(st.builds(Move, st.sampled_from(Direction), st.booleans())))
def test_plans_round_trip(plan: list[Move]) -> None:
    assert notation.parse_plan(notation.format_plan(plan)) == tuple(plan)
    assert [notation.parse_move(str(move)) for move in plan] == plan


def test_run_length_is_short() -> None:
    (level,) = notation.parse_levels("  #####\n###   #\n#@ $. #\n#######\n")
    assert format_rle(level) == "2-5#|3#3-#|#@-$.-#|7#"


# Plans.


def test_plans_with_counts_and_blanks() -> None:
    assert notation.format_plan(notation.parse_plan(" 3r2U\n\tl 12d\r\n")) == "rrrUUl" + "d" * 12


def test_plans_with_groups() -> None:
    plan = notation.parse_plan("2(lU)3(R)(d2(l\nr))" + "999(" * 9 + ")" * 9)
    assert notation.format_plan(plan) == "lUlURRRdlrlr"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rr\n lx", "p.txt: line 2, column 3: unknown move 'x'; a move is u, d, l or r"),
        ("r3", "p.txt: line 1, column 3: the count 3 has no move after it"),
        ("3 r", "p.txt: line 1, column 2: the count 3 has no move after it"),
        ("0r", "p.txt: line 1, column 2: a plan has at most 1000000 moves"),
        ("999999r2r", "p.txt: line 1, column 9: a plan has at most 1000000 moves"),
        ("9" * 5000 + "r", "p.txt: line 1, column 5001: a plan has at most 1000000 moves"),
        ("\u00b2r", "p.txt: line 1, column 1: unknown move"),
        ("r)", "p.txt: line 1, column 2: unknown move ')'"),
        ("2(r3)", "p.txt: line 1, column 5: the count 3 has no move after it"),
        ("0(r)", "p.txt: line 1, column 4: a plan has at most 1000000 moves"),
        ("999(999(rr))", "p.txt: line 1, column 12: a plan has at most 1000000 moves"),
        ("(" * 200, "p.txt: line 1, column 101: groups of moves are at most 100 deep"),
        ("2(r", "p.txt: a group of moves has no ) at its end"),
    ],
)
def test_a_faulty_plan(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        notation.parse_plan(text, "p.txt")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("text", ["", "x", "uu", "up", " u", "3r", "\x00", "u\n"])
def test_a_faulty_move(text: str) -> None:
    with pytest.raises(BadInput, match="unknown move"):
        notation.parse_move(text)


# Positions and drawings.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("######\n#@$.##\n#####*", "the position is 6 squares wide and 3 high, the level 7 and 4"),
        (
            "#######\n#@$ $.#\n##.## #\n#######",
            "row 3, column 5: a wall is not as in the level",
        ),
        (
            "#######\n#@$ *.#\n##.#  #\n#######",
            "row 2, column 5: a goal is not as in the level",
        ),
        ("#######\n#@$  .#\n##.#  #\n#######", "boxes in the position: 1, in the level: 2"),
        (f"{BOARD}\n{BOARD}", "one position was expected, but there are 2 boards"),
        ("", "no Sokoban board was found"),
    ],
)
def test_a_position_of_another_board(text: str, message: str) -> None:
    (level,) = notation.parse_levels("#######\n#@$ $.#\n##.#  #\n#######")
    with pytest.raises(BadInput) as caught:
        notation.parse_state(Sokoban(level), text)
    assert str(caught.value) == message


def test_a_position_may_not_touch_what_is_outside() -> None:
    (level,) = notation.parse_levels("#########\n#@$.# *.#\n#########")
    puzzle = Sokoban(level)
    with pytest.raises(BadInput, match="row 2, column 7: this box can never be moved"):
        notation.parse_state(puzzle, "#########\n#@$.# .*#\n#########")
    with pytest.raises(BadInput, match="row 2, column 6: the player can never be here"):
        notation.parse_state(puzzle, "#########\n#  *#@*.#\n#########")


def test_a_drawing_says_what_it_shows() -> None:
    (level,) = notation.parse_levels(" ####\n##+ #\n# $*#\n#. ##\n####\n")
    drawing = notation.draw(Sokoban(level), Sokoban(level).initial)
    assert plain(drawing) == " ####\n##+ #\n# $*#\n#. ##\n####"
    roles = [[glyph.role for glyph in row] for row in drawing]
    assert roles[0] == ["outside", "wall", "wall", "wall", "wall"]
    assert roles[1] == ["wall", "wall", "player on goal", "floor", "wall"]
    assert roles[2] == ["wall", "floor", "box", "box on goal", "wall"]
    assert roles[3] == ["wall", "goal", "floor", "wall", "wall"]


# Fuzzing.

LIKELY = st.text(st.sampled_from("##  @$.*+-_pPbB|0129\t\r\n;:'Titleuthor\x00\u2028\ud800"))


@settings(max_examples=300)
@given(LIKELY | st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    (level,) = notation.parse_levels(BOARD)
    assert notation.recognises(text) in (True, False)
    for read in (
        notation.parse_levels,
        notation.parse_plan,
        notation.parse_move,
        lambda text: notation.parse_state(Sokoban(level), text),
    ):
        try:
            read(text)
        except BadInput as error:
            assert str(error).isprintable()  # noqa: PT017  # any other exception is a failure


@settings(max_examples=200)
@given(levels(named=True), st.data())
def test_a_damaged_level_is_read_or_refused(level: Level, data: st.DataObject) -> None:
    text = notation.format_level(level)
    place = data.draw(st.integers(0, len(text)))
    damaged = text[:place] + data.draw(LIKELY) + text[place + data.draw(st.integers(0, 5)) :]
    try:
        read = notation.parse_levels(damaged)
    except BadInput:
        return
    for survivor in read:
        assert notation.parse_levels(notation.format_level(survivor)) == (survivor,)

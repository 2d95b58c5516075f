from __future__ import annotations

import contextlib
import random
import string

import pytest
from generators.freecell import deal_numbers, endgames, format_report, moves, rules
from hypothesis import example, given
from hypothesis import strategies as st

from unriddle.core import BadInput, IllegalMove, plain, replay
from unriddle.puzzles.freecell import notation
from unriddle.puzzles.freecell.cards import DECK
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Move, Position, Rules

BOARD = """\
# half-way
Foundations: H-5 C-A S-0 D-K
Freecells: 6H - 7H
2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC
:
8H 9H TH JH QH KH
as 2s 3s 4s 5s 6s 7s 8s 9s 10s js qs ks
"""
REPORT = """\
.. .. .. .. .. .. .. ..
4H QH 6D QD 3S 5S 9C 5C
JH 8C AD AH JC 2H 5H AS
9H TS JS 8S KH 2C 9S 7C
JD 4S 7H 4D 2D 7D 4C KD
TC 7S 6H 5D 8D 3C 6S 8H
6C KC TD TH AC 2S 3H QS
KS 3D QC 9D .. .. .. ..
"""
FREECELL_SOLVER = """\
-=-=-=-=-=-=-=-=-=-=-=-

8a 8b 8c 87 a2 c2 8d 8h 2a 2c 
28 21 c3 a3 2c 26 72 8a d8 c8 
7d 7c b7 18 71 7h 1h d1 4b 4d 
42 74 b7 47 4b 4h 4h 1h b8 1b 
1h b1 5b 54 52 d5 16 4d c4 74 
7c d7 65 7d b7 1b 13 17 12 62 
c1 52 1c d1 61 56 5d c5 51 d5 
41 4c b4 26 5d a5 35 3b 3h 1a 
1h 37 35 3h 1h 2h 1h 1h d1 3d 
c3 6c 6h 62 6h 6h 67 6h 68 36 
3h 17 23 2h c1 6c d6 3d a3 28 
3a b3 7b 7h 63 86 8h 62 76 7h 
65 73 26 27 2h 2h 67 24 2h 2h 
ah 1h ch dh bh 7h 7h 5h 8h 3h 
3h 5h 8h 8h 3h 5h 4h 4h 3h 4h 
5h 8h 5h 8h 5h 

This game is solveable.
Total number of states checked is 2624.
This scan generated 2738 states.
"""  # noqa: W291 (as Freecell Solver 5.0 prints it for deal 617)


def bad(text: str) -> BadInput:
    with pytest.raises(BadInput) as caught:
        notation.parse_levels(text, "game.txt")
    return caught.value


# Round trips


@given(deal_numbers, st.integers(4, 10))
def test_deals_come_back_in_both_formats(number: int, columns: int) -> None:
    level = deal(number, columns)
    for text in (notation.format_level(level), format_report(level)):
        assert notation.recognises(text)
        assert notation.parse_levels(text) == (level,)


@given(st.integers(0, 52), st.integers(1, 10), st.integers(0, 8), st.data())
def test_any_position_comes_back_in_both_formats(
    left: int, columns: int, cells: int, data: st.DataObject
) -> None:
    level = data.draw(endgames(left=left, columns=columns, cells=cells, named=True))
    for text in (notation.format_level(level), format_report(level)):
        assert notation.recognises(text)
        assert notation.parse_levels(text) == (level,)


@given(st.lists(endgames(left=6, named=True), min_size=1, max_size=4))
def test_several_positions_come_back(levels: list[Position]) -> None:
    text = "\n".join(map(notation.format_level, levels))
    assert notation.parse_levels(text) == tuple(levels)
    assert notation.parse_levels(text.replace("\n", "\r\n")) == tuple(levels)


@given(st.integers(1, 32_000), rules, st.integers())
def test_states_of_a_game_come_back(number: int, rules: Rules, seed: int) -> None:
    puzzle = FreeCell(deal(number, rules.columns), rules)
    chance = random.Random(seed)
    state = puzzle.initial
    for _ in range(15):
        assert notation.parse_state(puzzle, notation.format_state(puzzle, state)) == state
        actions = puzzle.actions(state)
        if not actions:
            break
        state = puzzle.apply(state, chance.choice(actions))


@given(moves())
def test_moves_come_back(move: Move) -> None:
    assert notation.parse_move(str(move)) == move
    assert notation.parse_move(str(move).upper()) == move


@given(st.lists(moves(), max_size=30))
def test_plans_come_back(plan: list[Move]) -> None:
    assert notation.parse_plan(notation.format_plan(plan)) == tuple(plan)


# What is read


def test_the_board_format_with_all_its_freedoms() -> None:
    (level,) = notation.parse_levels(BOARD)
    assert level.title == "half-way"
    assert level.foundations == (1, 13, 5, 0)
    assert level.cells == ("6H", None, "7H")
    assert level.columns[1] == ()
    assert level.columns[2] == ("8H", "9H", "TH", "JH", "QH", "KH")
    assert level.columns[3][9] == "TS"
    loose = BOARD.replace("Foundations", "founds").replace("Freecells", " FC ")
    loose = (
        loose.replace("8H 9H", "\t: 8H  9H").replace("C-A", "C-1").replace("half-way", "half-way\n")
    )
    assert notation.parse_levels(loose) == (level,)


def test_the_printed_layout_of_the_report_is_deal_31465() -> None:
    (level,) = notation.parse_levels(REPORT)
    assert level.columns == deal(31465).columns
    assert format_report(level) == REPORT
    spaced = REPORT.replace("\n", "\n\n", 1)
    assert notation.parse_levels(spaced) == (level,)


def test_the_report_format_with_cells_and_foundations_in_any_order() -> None:
    text = "KC .. .. .. KH KS .. QC\n.. " + "\n".join(f"{rank}D .." for rank in "23456789TJQKA")
    (level,) = notation.parse_levels(text.replace(".. 2D", "2D"))
    assert level.foundations == (12, 0, 13, 13)
    assert level.cells == ("KC",)
    assert level.columns == (tuple(f"{rank}D" for rank in "23456789TJQKA"), ())


def test_moves_in_words_of_freecell_solver() -> None:
    plan = notation.parse_plan(FREECELL_SOLVER)
    played = replay(FreeCell(deal(617), Rules(autoplay="none")), plan)
    assert len(plan) == 155
    assert played.solved
    assert notation.parse_plan("Move: 8a\n\nFreecells: QH\n: 7D TD\n# 1b\n26vC # 3") == (
        Move("8", "a"),
        Move("2", "6", 12),
    )


@pytest.mark.parametrize(
    "text", ["", "\n\n", "####\n#@$.#\n####", "hello world", ".. ..", "# 7H", "0 1 2", "S....G"]
)
def test_other_texts_are_not_recognised(text: str) -> None:
    assert not notation.recognises(text)


# What is refused, and where


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "problem"),
    [
        ("9C", "9X", 4, 22, "'9X' is not a card"),
        ("9C", "11C", 4, 22, "'11C' is not a card"),
        ("9C", "9H", 6, 4, "9H is here for the second time, the first is in line 4, column 22"),
        (
            "- 7H",
            "- 6h",
            3,
            17,
            "6H is here for the second time, the first is in line 3, column 12",
        ),
        ("9C ", "", 1, None, "missing card: 9C"),
        ("9C 10C", "", 1, None, "missing cards: 9C TC"),
        ("H-5", "H-4", 1, None, "missing card: 5H"),
        ("H-5", "H-6", 3, 12, "6H is here, but hearts are home up to 6H"),
        ("H-5", "H-x", 2, 14, "'H-x' is not a suit and a rank"),
        ("H-5", "CD-5", 2, 14, "'CD-5' is not a suit and a rank"),
        ("S-0", "H-5", 2, 22, "hearts are named twice"),
        ("half-way", "half-way\nFC: -", 4, None, "a second line for the cells"),
        (":\n", ":\n" * 8, 1, None, "11 columns: there may be 1 to 10"),
        ("- 7H", "- 7H " + "- " * 6 + "AC", 3, 32, "AC is here, but clubs are home up to AC"),
    ],
)
def test_what_is_wrong_with_a_board_is_named(
    old: str, new: str, line: int, column: int | None, problem: str
) -> None:
    error = bad(BOARD.replace(old, new, 1))
    assert (error.source, error.level) == ("game.txt", 1)
    assert (error.problem, error.line, error.column) == (problem, line, column)


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "problem"),
    [
        (REPORT, ".. .. .. ..", 1, None, "only one row: the rows of cards are missing"),
        (".. .. .. .. .. .. .. ..\n", ".. .. ..\n", 1, 7, "3 places in the first row"),
        ("QS\nKS", "QS 2S\nKS", 7, 25, "9 places in this row, 8 in the one above"),
        ("..\n4H", "KC\n4H", 2, 19, "9C is here, but clubs are home up to KC"),
        ("..\n4H", "3c\n4H", 4, 16, "2C is here, but clubs are home up to 3C"),
        (".. ..\n4H", "AC 2C\n4H", 1, 22, "clubs have two foundations"),
        ("2S 3H QS", "2S .. QS", 1, None, "missing card: 3H"),
        ("2D 7D 4C KD", ".. 7D 4C KD", 6, 13, "'8D' hangs below an empty place"),
        ("QC 9D ..", "QC 9D QC", 8, 13, "QC is here for the second time"),
    ],
)
def test_what_is_wrong_with_a_report_is_named(
    old: str, new: str, line: int, column: int | None, problem: str
) -> None:
    assert old in REPORT
    error = bad(REPORT.replace(old, new, 1))
    assert error.problem.startswith(problem)
    assert (error.line, error.column) == (line, column)


def test_the_second_of_two_positions_is_named() -> None:
    error = bad(BOARD + "\n" + BOARD.replace("KH", "K"))
    assert (error.level, error.line, error.column) == (2, 14, 16)
    assert "a card is a rank" in error.hint


def test_too_many_cells_are_refused_with_the_way_out() -> None:
    (level,) = notation.parse_levels(BOARD)
    with pytest.raises(BadInput, match="card in cell 3") as caught:
        FreeCell(level, Rules(cells=2))
    assert caught.value.hint == "set cells=3"


def test_states_of_another_size_are_refused() -> None:
    puzzle = FreeCell(deal(1))
    for text in (BOARD, notation.format_level(deal(1)) + "\n" + notation.format_level(deal(2))):
        with pytest.raises(BadInput):
            notation.parse_state(puzzle, text)


@pytest.mark.parametrize(
    "text", ["", "1", "9z", "h1", "1hv2", "a1v2", "12v", "12ve", "12v0", "1 2"]
)
def test_what_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        notation.parse_move(text)
    assert "a move is a source and a target" in caught.value.hint


def test_a_bad_move_in_a_plan_is_named_with_its_place() -> None:
    with pytest.raises(BadInput) as caught:
        notation.parse_plan("8a 8b\n 3c  xx 4d", "plan.txt")
    assert str(caught.value) == "plan.txt: line 2, column 6: 'xx' is not a move"


# Fuzzing


WORDS = st.sampled_from(
    [
        *DECK[:8],
        "10H",
        "..",
        "-",
        ":",
        "Foundations:",
        "FC:",
        "H-5",
        "\0",
        "#",
        "\n",
        "\n\n",
        "3a",
        "v",
    ]
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.text(string.printable, max_size=60),
    st.lists(WORDS, max_size=30).map(" ".join),
    st.binary(max_size=60).map(lambda data: data.decode("latin-1")),
)


def read_everything(text: str) -> None:
    """Every reader, on a text that may be anything: only `BadInput` may come, and stays short."""
    puzzle = FreeCell(deal(1))
    notation.recognises(text)
    for read in (
        notation.parse_levels,
        notation.parse_plan,
        notation.parse_move,
        lambda text: notation.parse_state(puzzle, text),
    ):
        problem = ""
        try:
            read(text)
        except BadInput as error:
            problem = str(error)
        assert len(problem) < 400


@given(TEXTS)
def test_any_text_is_read_or_refused_politely(text: str) -> None:
    read_everything(text)


@pytest.mark.parametrize(
    "piece",
    ["\0", "FC:\n\n", "..\n\n#\n\n", ":\n", "7H\n\n", "# \n\n", "3a", "3a ", "\r", "\ud800 "],
    ids=ascii,
)
def test_huge_texts_are_read_or_refused_politely(piece: str) -> None:
    read_everything(piece * 5_000)


@given(st.text(max_size=3), st.text(max_size=3), st.integers(-2, 20))
@example("7", "5", 2)
def test_any_move_is_played_or_refused_politely(source: str, target: str, cards: int) -> None:
    puzzle = FreeCell(deal(1))
    with contextlib.suppress(IllegalMove):
        puzzle.apply(puzzle.initial, Move(source, target, cards))


# The picture


def test_the_picture_shows_every_place() -> None:
    (level,) = notation.parse_levels(BOARD)
    puzzle = FreeCell(level)
    drawing = notation.draw(puzzle, puzzle.initial)
    assert plain(drawing).splitlines()[:7] == [
        "  a   b   c   d       C   D   H   S",
        " 6H  --  7H  --      AC  KD  5H  --",
        "",
        "  1   2   3   4",
        " 2C  --  8H  AS",
        " 3C      9H  2S",
        " 4C      TH  3S",
    ]
    roles = {glyph.text.strip(): glyph.role for row in drawing for glyph in row if glyph.role}
    assert (roles["7H"], roles["2S"], roles["--"], roles["c"]) == (
        "red card",
        "black card",
        "empty",
        "label",
    )


def test_the_picture_of_the_end_shows_empty_columns() -> None:
    level = Position(((), ()), foundations=(13, 13, 13, 13))
    puzzle = FreeCell(level, Rules(cells=0))
    assert plain(notation.draw(puzzle, puzzle.initial)).splitlines()[-1] == " --  --"

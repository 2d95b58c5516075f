"""Sheets: what a text is after painting, turning, mirroring and resizing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from unriddle.catalog import PUZZLES
from unriddle.core import BadInput
from unriddle.editing import EDITORS, Sheet
from unriddle.loading import load_all, read
from unriddle.outlook import least_cost
from unriddle.planning.encodings import to_pddl

STAGE = """; by hand
stage 7: Gate
@##A.
..#1a
...#!
bridge a off
switch A heavy open a
split 1 to 1,1 3,4
"""


def sheet_of(puzzle: str, text: str) -> Sheet:
    sheet = EDITORS[puzzle].read(text)
    assert isinstance(sheet, Sheet)
    return sheet


def written(reference: str) -> list[tuple[str, str]]:
    """Levels of a pack as text."""
    kind = reference.partition("/")[0]
    notation = PUZZLES[kind].notation
    puzzles: Iterator[Any] = load_all(reference, puzzle=kind)
    return [(kind, notation.format_level(puzzle.level)) for puzzle in puzzles]


@pytest.mark.parametrize(("kind", "text"), [*written("sokoban/uit/1-6"), *written("bloxorz/1-12")])
def test_four_turns_two_mirrors_and_a_frame_that_comes_and_goes(kind: str, text: str) -> None:
    sheet = sheet_of(kind, text)
    assert sheet.turned().turned().turned().turned() == sheet == sheet.mirrored().mirrored()
    assert sheet.resized(1, 2, 3, 4).resized(-1, -2, -3, -4) == sheet
    (level,) = read(text, puzzle=kind)
    for changed in (sheet, sheet.resized(1, 2, 3, 4)):
        (again,) = read(changed.text, puzzle=kind)
        if kind == "sokoban":
            assert again.level == level.level  # type: ignore[attr-defined]
    # What solves the level solves its mirror image.
    (mirrored,) = read(sheet.mirrored().turned().text, puzzle=kind)
    assert least_cost(mirrored).cost == least_cost(level).cost


def test_lines_that_name_squares_follow_them() -> None:
    turned = sheet_of("bloxorz", STAGE).turned()
    assert turned.before == ("; by hand", "stage 7: Gate")
    assert turned.rows == ("..@", "..#", ".##", "#1A", "!a.")
    assert turned.after[-1] == "split 1 to 1,3 4,1"


def test_solutions_follow_their_board() -> None:
    board = "######\n#@  .#\n# $  #\n#    #\n######\n"
    beside = "dull\n\nSolution 1: ddrUr\n\nSnapshot\nddrU\nrdR\n\n"  # the first is a word
    sheet = sheet_of("sokoban", f"{board}{beside}{board}Solution\nddrU\n")
    mirrored, turned = sheet.mirrored(), sheet.turned()
    assert mirrored.after[:7] == ("dull", "", "Solution 1: ddlUl", "", "Snapshot", "ddlU", "ldL")
    assert turned.after[:7] == ("dull", "", "Solution 1: lldRd", "", "Snapshot", "lldR", "dlD")
    assert mirrored.after[7:] == turned.after[7:] == sheet.after[7:]  # the board that stayed
    assert mirrored.mirrored() == turned.turned().turned().turned() == sheet
    assert sheet.resized(top=1, left=-1).after == sheet.after


def painted(sheet: Sheet, *cells: tuple[int, int], square: str) -> tuple[str, ...]:
    return sheet.painted(cells, square).rows


def test_boxes_goals_and_the_player_share_squares() -> None:
    sheet = sheet_of("sokoban", "######\n#+$. #\n######")
    assert painted(sheet, (1, 4), square="@")[1] == "#.$.@#"
    assert painted(sheet, (1, 3), square="@")[1] == "#.$+ #"
    assert painted(sheet, (1, 2), (1, 4), square=".")[1] == "#+*..#"
    assert painted(sheet, (1, 3), square="$")[1] == "#+$* #"
    assert painted(sheet, (1, 1), (9, 9), square="#")[1] == "##$. #"
    with pytest.raises(BadInput, match="cannot be painted"):
        sheet.painted([(1, 1)], "%")


def test_a_board_stays_one_piece_without_walls_and_with_empty_rows() -> None:
    sheet = sheet_of("sokoban", "###\n#@#\n###\nTitle: Small")
    for cells in (
        [(1, 0), (1, 1), (1, 2)],
        [(row, column) for row in range(3) for column in range(3)],
    ):
        empty = sheet.painted(cells, " ")
        again = sheet_of("sokoban", empty.text)
        assert (again.rows, again.after) == (empty.rows, ("Title: Small",))
    assert sheet_of("sokoban", "").rows == (" ",)
    assert sheet_of("sokoban", "; no board").before == ("; no board",)


def test_names_on_a_stage_are_declared_as_long_as_they_are_used() -> None:
    sheet = sheet_of("bloxorz", EDITORS["bloxorz"].template)
    for cell, square in (((2, 2), "a"), ((0, 7), "A"), ((4, 0), "1")):
        sheet = sheet.painted([cell], square)
        assert read(sheet.text, puzzle="bloxorz")
    assert sheet.after == ("bridge a off", "switch A soft toggle a", "split 1 to 1,1 5,8")
    assert "B" in sheet.kind.squares(sheet)
    assert "C" not in sheet.kind.squares(sheet)
    without = sheet.painted([(2, 2)], "#")
    assert without.after == ("switch A soft toggle", "split 1 to 1,1 5,8")
    with pytest.raises(BadInput, match="operates no bridge"):
        read(without.text, puzzle="bloxorz")
    # The one goal moves, and the block lies where a second end is put beside the first.
    sheet = sheet.painted([(0, 0)], "!").painted([(1, 2)], "@")
    assert sheet.cells("!") == [(0, 0)]
    assert sheet.cells("@") == [(1, 1), (1, 2)]
    assert sheet.painted([(4, 4)], "@").cells("@") == [(4, 4)]


def test_what_cannot_be_a_sheet() -> None:
    with pytest.raises(BadInput, match="sides from 1 to 100"):
        sheet_of("sokoban", "###").resized(left=-3)


@pytest.mark.parametrize("kind", ["sokoban", "bloxorz"])
@pytest.mark.parametrize("text", ["", "hello\nworld\n"])
def test_a_text_without_a_map_is_turned_like_any(kind: str, text: str) -> None:
    sheet = sheet_of(kind, text)
    for changed in (sheet.turned(), sheet.mirrored(), sheet.resized(left=1)):
        assert changed.rows


@pytest.mark.parametrize("between", ["\n      ", " "])
def test_a_level_in_xml_is_painted_as_a_plain_one(between: str) -> None:
    rows = "  #####", "###   #", "#@$ . #", "#######"
    tags = ["<SokobanLevels>", '<Level Id="One">', *(f"<L>{row}</L>" for row in rows), "</Level>"]
    sheet = sheet_of("sokoban", between.join(tags))
    assert sheet.rows == tuple(row.ljust(7) for row in rows)
    (turned,) = read(sheet.turned().text)
    assert turned.title == "One"


def test_a_run_length_encoded_level_is_painted_row_by_row() -> None:
    sheet = sheet_of("sokoban", "Ours\n\n6#|#@$-.#|3#--#|\n3-3#\nAuthor: Me\n")
    assert sheet.rows == ("######", "#@$ .#", "###  #", "      ", "   ###")
    assert painted(sheet, (3, 2), (3, 5), square="#")[3:] == ("  #  #", "   ###")
    (level,) = read(sheet.painted([(3, 2), (3, 5)], "#").text)
    assert (level.title, least_cost(level).cost) == ("Ours", 2)
    wrong = "###\n#0@#\n###"  # stays for whoever mends it
    assert sheet_of("sokoban", wrong).rows == ("### ", "#0@#", "### ")


def test_a_problem_in_pddl_is_painted_as_a_board() -> None:
    (_, board), (kind, _) = written("sokoban/uit/1-2")
    (puzzle,) = read(board, puzzle=kind)
    problem = to_pddl(puzzle).problem
    assert sheet_of(kind, problem).rows == sheet_of(kind, board).rows
    broken = problem.replace("is-goal", "is-gaol")
    assert sheet_of(kind, broken).before == tuple(broken.rstrip().split("\n"))

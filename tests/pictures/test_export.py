"""Files to take along: what they hold, and that they can be read again."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from full_disk import full_disk
from hypothesis import given
from hypothesis import strategies as st
from pictures.samples import HOSTILE, LEVEL, Lamps, hostile, solved
from PIL import Image

import unriddle
from unriddle.core import BadInput, IllegalMove
from unriddle.pictures.export import FORMATS, NEED_A_PLAN, export
from unriddle.planning.encodings import to_pddl
from unriddle.puzzles.sokoban import notation

LEVELS = ["bloxorz/8", "sokoban/uit/5", "freecell/1"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_plan_as_text_is_read_again(level: str) -> None:
    puzzle, plan = solved(level)
    text = export(puzzle, plan, to="txt")
    assert isinstance(text, str)
    assert unriddle.parse_plan(puzzle, text) == plan
    assert export(level, text, to="txt") == text


@pytest.mark.parametrize("level", ["sokoban/uit/5", "sokoban/uit/18"])
def test_a_level_with_its_solution_is_read_again(level: str) -> None:
    puzzle, plan = solved(level)
    text = export(puzzle, plan, to="sok")
    assert isinstance(text, str)
    again = unriddle.read(text)[0]
    assert again.level == puzzle.level  # type: ignore[attr-defined]
    assert unriddle.parse_plan(again, text) == plan
    assert "Solution" not in str(export(puzzle, to="sok"))


@given(
    title=st.text(st.characters(exclude_categories=["C", "Z"]), max_size=20).filter(
        lambda text: ":" not in text
    ),
    moves=st.lists(st.sampled_from("rl"), max_size=20),
)
def test_any_solution_and_any_title_are_read_again(title: str, moves: list[str]) -> None:
    rows = "######\n#@ $.#\n######\n"
    puzzle = unriddle.read(f"{rows}Title: {title or 'none'}\n")[0]
    played = "rl" * len(moves) + "rR"
    text = str(export(puzzle, played, to="sok"))
    assert notation.parse_plan(text) == notation.parse_plan(played)
    assert unriddle.read(text)[0].level == puzzle.level  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "written",
    [
        "Solution:\nuR\n",
        "solution\nuR",
        "Solution: uR\n",
        "Solution (moves 2):\n\nu\nR\n\nComment: later\n",
        f"{LEVEL}Title: Solution of nothing\n\nSolution/2 moves\n u R \n\n{LEVEL}",
    ],
)
def test_solutions_are_found_in_level_files(written: str) -> None:
    assert notation.format_plan(notation.parse_plan(written)) == "uR"


def test_two_solutions_are_not_guessed_between() -> None:
    with pytest.raises(BadInput, match="2 solutions, not one") as caught:
        notation.parse_plan(f"{LEVEL}Solution:\nR\n\n{LEVEL}Solution:\nR\n", "two.sok")
    assert (caught.value.source, caught.value.line) == ("two.sok", 10)


def test_a_wrong_move_of_a_solution_is_named_with_its_place() -> None:
    with pytest.raises(BadInput, match="unknown move 'x'") as caught:
        notation.parse_plan(f"{LEVEL}Solution:\nuR\nRx\n", "one.sok")
    assert (caught.value.line, caught.value.column) == (6, 2)
    with pytest.raises(BadInput, match="unknown move 'x'") as caught:
        notation.parse_plan("Solution: Rx\n", "one.sok")
    assert (caught.value.line, caught.value.column) == (1, 12)


def test_a_plan_may_be_a_result_moves_or_text() -> None:
    puzzle, plan = solved("bloxorz/1")
    result = unriddle.solve(puzzle, "bfs")
    texts = {export(puzzle, one, to="txt") for one in (result, plan, list(plan), "rrd rrrd")}
    assert texts == {"RRDRRRD\n"}


def test_the_position_after_some_moves() -> None:
    puzzle, plan = solved("sokoban/uit/5")
    start, end = export(puzzle), export(puzzle, plan)
    assert start != end
    assert export(puzzle, plan, step=0) == start
    assert export(puzzle, plan, step=len(plan)) == end
    assert export(puzzle, plan[:4]) == export(puzzle, plan, step=4)
    with pytest.raises(BadInput, match="no step 21: the plan has 20 moves"):
        export(puzzle, plan, step=21)
    with pytest.raises(BadInput, match="no step -1"):
        export(puzzle, plan, step=-1)


def test_an_animation_and_a_player_begin_where_they_are_told() -> None:
    puzzle, plan = solved("sokoban/uit/5")
    file = export(puzzle, plan, to="gif", step=15)
    assert isinstance(file, bytes)
    with Image.open(BytesIO(file)) as image:
        assert image.n_frames == 6  # type: ignore[attr-defined]
    assert '"start":15' in str(export(puzzle, plan, to="html", step=15))


@pytest.mark.parametrize("to", FORMATS)
def test_every_format_is_written_by_the_ending_of_its_file(to: str, tmp_path: Path) -> None:
    puzzle, plan = solved("sokoban/uit/5")
    out = tmp_path / f"level.{to.upper()}"
    plans = [] if to == "pddl" else [plan]
    content = export(puzzle, *plans, out=out)
    assert content == export(puzzle, *plans, to=to)
    if to == "pddl":  # in two files
        content = to_pddl(puzzle).problem
    written = out.read_bytes()
    assert written == (content.encode() if isinstance(content, str) else content)


@pytest.mark.parametrize("to", FORMATS)
def test_a_puzzle_of_a_user_has_all_formats_but_those_of_other_programs(to: str) -> None:
    if to in ("sok", "pddl"):
        with pytest.raises(BadInput):
            export(Lamps(), *([] if to == "pddl" else [[0, 1, 2]]), to=to)
    else:
        assert export(Lamps(), [0, 1, 2], to=to)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"to": "pdf"}, "unknown format 'pdf'"),
        ({"out": "level"}, "level does not say which format"),
        ({"out": "nowhere/level.svg"}, "cannot be written"),
        ({"theme": "pink"}, "unknown theme 'pink'"),
        ({"theme": "auto"}, "unknown theme 'auto' for svg"),
        ({"to": "png", "scale": 0}, "scale must be above 0"),
        ({"to": "png", "scale": float("nan")}, "scale must be above 0"),
        ({"to": "png", "scale": 100}, "at most 8"),
        ({"to": "gif", "seconds": 0}, "from 0.02 to 60 seconds"),
    ],
)
def test_what_cannot_be_done_is_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=re.escape(problem)):
        export("bloxorz/1", **options)


@pytest.mark.parametrize("to", NEED_A_PLAN)
def test_without_a_plan_nothing_is_searched_for(to: str) -> None:
    with pytest.raises(BadInput, match="none is given") as caught:
        export("bloxorz/1", to=to)
    assert "unriddle.solve(puzzle)" in caught.value.hint


def test_a_result_without_a_plan_says_why() -> None:
    result = unriddle.solve(unriddle.load("sokoban/uit/17"), "astar")
    with pytest.raises(BadInput, match="no plan: unsolvable"):
        export("sokoban/uit/17", result, to="gif")


def test_an_illegal_plan_is_refused_with_the_move() -> None:
    with pytest.raises(IllegalMove, match="move 2, U"):
        export("bloxorz/1", "RUU", to="html")


@pytest.mark.parametrize("to", ["svg", "html"])
def test_hostile_titles_are_escaped(to: str) -> None:
    text = str(export(hostile(), "R", to=to))
    assert HOSTILE not in text
    assert "<script>alert" not in text
    if to == "svg":
        ElementTree.fromstring(text)


def test_a_solution_that_solves_nothing_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "level.sok"
    for plan in ("u", ""):
        with pytest.raises(BadInput, match="does not solve"):
            export("sokoban/uit/5", plan, to="sok", out=file)
    assert not file.exists()


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"to": "gif", "out": "x.png"}, "x.png ends in png, but --to says gif"),
        ({"to": "svg", "scale": 3}, "svg has no scale"),
        ({"to": "png", "seconds": 3}, "png has no pace"),
        ({"to": "txt", "theme": "dark"}, "txt has no theme"),
        ({"to": "txt", "step": 1}, "txt has no step"),
    ],
)
def test_contradictions_are_refused(
    asked: dict[str, Any], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=problem):
        export("bloxorz/1", "R", **asked)
    assert not list(tmp_path.iterdir())


def test_a_full_disk_keeps_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "stage.svg"
    file.write_text("old")
    with full_disk(1000), pytest.raises(BadInput, match="cannot be written"):
        export("bloxorz/1", out=file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_what_xml_cannot_hold_is_marked_as_lost(tmp_path: Path) -> None:
    class Odd(Lamps):
        title = "a\x00b\x1b[31m\ud800\uffff"

        def draw(self, state: Any) -> str:
            return "x\x07\ud800y"

    for to in ("svg", "html"):
        content = str(export(Odd(), (0, 1, 2), to=to, out=tmp_path / f"odd.{to}"))
        assert not re.search("[\x00-\x08\x0b-\x1f\ud800-\udfff]", content)
    ElementTree.fromstring(str(export(Odd())))

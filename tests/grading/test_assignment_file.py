"""Assignments in TOML: what is read, and what is wrong by file, line and key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unriddle.core import BadInput, Limits
from unriddle.grading.assignment import FIGURES, OF_HEURISTICS, OF_SEARCHES
from unriddle.grading.assignment_file import find, parse, shipped
from unriddle.grading.faults import Kind

TEXT = """\
title = "Two tasks"
hidden = "hidden"

[limits]
seconds = 5
nodes = 1000

[[task]]
name = "One"
hand_in = "search"
search = "mine"
levels = ["bloxorz/1-2"]
hidden_levels = ["bloxorz/3"]
rules = { space = "counted" }
reference = "astar"
heuristic = "rolls"
points = { correct = 1, expansions = 0.5 }

[[task]]
hand_in = "heuristic"
heuristic_name = "guess"
levels = ["sokoban/uit/1"]
reference = "freeze"
points = { correct = 1, equal = 1 }
limits = { seconds = 60 }

[[leaderboard]]
figure = "expansions"
"""


def test_an_assignment_is_read() -> None:
    found = parse(TEXT, source="week3.toml")
    assert (found.name, found.title, found.hidden) == ("week3", "Two tasks", "hidden")
    one, two = found.tasks
    assert one.levels == ("bloxorz/1", "bloxorz/2")
    assert one.hidden_levels == ("bloxorz/3",)
    assert one.limits == Limits(5, 1000, 512)
    assert two.limits == Limits(60, 1000, 512)
    assert one.within["expansions"] == 1
    assert found.most == 3 * 1.5 + 2
    (board,) = found.leaderboard
    assert (board.name, board.order) == ("Expansions", "asc")


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ('title = "Two', "titel = 'Two", None, ""),
        ('title = "Two tasks"', 'titel = "x"', 1, "unknown key 'titel'"),
        ('title = "Two tasks"', "title = 3", 1, "title must be a text"),
        ('hidden = "hidden"', 'hidden = "never"', 2, "hidden: unknown 'never'"),
        ("seconds = 5", 'seconds = "5"', 5, "limits: seconds must be a number"),
        ("seconds = 5", "seconds = -5", 4, "limits: the time limit must be a number above 0"),
        ("nodes = 1000", "nodes = 10.5", 6, "limits: nodes must be a whole number"),
        ("nodes = 1000", "states = 10", 6, "limits: unknown 'states'"),
        ('"bloxorz/1-2"', '"bloxorz/99"', 12, "task 1: levels: "),
        ('"bloxorz/1-2"', "7", 12, "task 1: levels must be a list of texts"),
        ('hand_in = "search"', 'hand_in = "essay"', 10, "task 1: hand_in: unknown 'essay'"),
        ('hand_in = "search"\n', "", 8, "task 1: 'hand_in' is missing"),
        ('space = "counted"', 'space = "lost"', 12, "task 1: levels: "),
        ('"bloxorz/3"', '"bloxorz/2"', 8, "task 1: bloxorz/2 is named twice"),
        ("correct = 1, exp", "correct = nan, exp", 17, "points: correct must be from 0 to"),
        ('title = "Two tasks"', 'allow = ["unriddle.no"]', 1, "allow: there is no module"),
        ('"astar"', '"a-star"', 15, "task 1: reference: unknown solver 'a-star'"),
        ('"rolls"', '"guess"', 16, "task 1: heuristic: unknown bloxorz heuristic"),
        ("expansions = 0.5", "beauty = 1", 17, "task 1: points: unknown 'beauty'"),
        ("expansions = 0.5", "time = -1", 17, "task 1: points: time must be from 0 to"),
        ('reference = "astar"\n', "", 16, "points for expansions need a reference"),
        ('"freeze"', '"frieze"', 23, "task 2: reference: unknown sokoban heuristic"),
        ("equal = 1", "optimal = 1", 24, "task 2: points: unknown 'optimal'"),
        ('figure = "expansions"', 'figure = "size"', 28, "leaderboard 1: figure: unknown 'size'"),
        ('figure = "expansions"', "", 27, "leaderboard 1: 'figure' is missing"),
        ('hidden = "hidden"', 'files = ["none.py"]', 2, "files: "),
        ('hidden = "hidden"', "[[task", 2, ""),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    old: str, new: str, line: int | None, problem: str
) -> None:
    assert old in TEXT
    with pytest.raises(BadInput) as caught:
        parse(TEXT.replace(old, new, 1), source="week3.toml")
    assert caught.value.source == "week3.toml"
    assert problem in str(caught.value)
    if line is not None:
        assert caught.value.line == line


def test_an_assignment_without_tasks_or_points_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no task"):
        parse('title = "nothing"')
    with pytest.raises(BadInput, match="there are no points"):
        parse('[[task]]\nhand_in = "search"\nlevels = ["bloxorz/1"]')
    with pytest.raises(BadInput, match="no levels were named"):
        parse('[[task]]\nhand_in = "search"\npoints = { correct = 1 }')


def test_levels_of_a_file_beside_the_assignment(tmp_path: Path) -> None:
    (tmp_path / "mine.xsb").write_text("#####\n#@$.#\n#####\n")
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[task]]\nhand_in = "search"\nlevels = ["mine.xsb"]\npoints = { correct = 1 }\n'
    )
    (task,) = find(str(path)).tasks
    assert len(task.levels) == 1


def test_the_example_and_the_words_of_the_page() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "grading.md").read_text("utf-8")
    (example,) = re.findall(r"<!-- example -->\n```toml\n(.*?)```", page, re.DOTALL)
    assert len(parse(example).tasks) == 2
    for name in (*OF_SEARCHES, *OF_HEURISTICS):
        assert f"| `{name}` |" in page
    for figure in FIGURES:
        assert f"`{figure}`" in page
    for kind in Kind:
        assert str(kind) in page, kind


def test_the_shipped_assignments_are_in_order() -> None:
    assert list(shipped()) == ["bloxorz-searches", "sokoban-heuristics"]
    for name in shipped():
        assignment = find(name)
        assert assignment.about
        assert assignment.leaderboard
        assert any(task.hidden_levels for task in assignment.tasks)
    with pytest.raises(BadInput, match="unknown assignment"):
        find("bloxorz-search")

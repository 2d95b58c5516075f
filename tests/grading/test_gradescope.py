"""The results.json of Gradescope, by its documentation; and the report as Markdown and as a table.

https://gradescope-autograders.readthedocs.io/en/latest/specs/ describes the format.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from grading.handed_in import submission

from unriddle.cli import exits, run
from unriddle.grading.assignment_file import find, parse
from unriddle.grading.grader import grade
from unriddle.grading.gradescope import results
from unriddle.grading.results import Grade
from unriddle.grading.words import markdown

jsonschema: Any = pytest.importorskip("jsonschema")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="submissions run on Linux and macOS")

MODELS = Path(__file__).parent / "models"

VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "score": {"type": "number"},
        "execution_time": {"type": "number", "minimum": 0},
        "output": {"type": "string"},
        "output_format": FORMAT,
        "test_output_format": FORMAT,
        "test_name_format": FORMAT,
        "visibility": VISIBILITY,
        "stdout_visibility": VISIBILITY,
        "extra_data": {"type": "object"},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "score": {"type": "number"},
                    "max_score": {"type": "number"},
                    "status": {"enum": ["passed", "failed"]},
                    "name": {"type": "string"},
                    "name_format": FORMAT,
                    "number": {"type": "string"},
                    "output": {"type": "string"},
                    "output_format": FORMAT,
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "visibility": VISIBILITY,
                    "extra_data": {"type": "object"},
                },
            },
        },
        "leaderboard": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name", "value"],
                "properties": {
                    "name": {"type": "string"},
                    "value": {"type": ["number", "string"]},
                    "order": {"enum": ["asc", "desc"]},
                },
            },
        },
    },
    "anyOf": [{"required": ["score"]}, {"required": ["tests"]}],
}
"""What the documentation says, key by key."""

ASSIGNMENT = """
title = "One search | two levels"
hidden = "after_due_date"

[limits]
seconds = 60
nodes = 5000

[[task]]
name = "Breadth first"
hand_in = "search"
search = "mine"
levels = ["bloxorz/1"]
hidden_levels = ["bloxorz/2"]
reference = "bfs"
points = { correct = 1, optimal = 1, expansions = 1, time = 1 }
within = { time = 1000 }

[[leaderboard]]
figure = "expansions"

[[leaderboard]]
name = "Points"
figure = "score"

[[leaderboard]]
figure = "seconds"

[[leaderboard]]
figure = "cost"

[[leaderboard]]
figure = "informed"
"""


def graded(name: str) -> Grade:
    return grade(parse(ASSIGNMENT), str(submission(name)))


def test_the_schema_refuses_what_is_wrong() -> None:
    for wrong in ({}, {"score": "1"}, {"score": 1, "tests": [{"status": "ok"}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, SCHEMA)


@pytest.mark.parametrize("name", ["good_bfs", "suboptimal", "raises", "imports_solver"])
def test_results_are_as_documented(name: str) -> None:
    grade = graded(name)
    found = json.loads(json.dumps(results(grade), allow_nan=False))
    jsonschema.validate(found, SCHEMA)
    assert found["score"] == sum(test["score"] for test in found["tests"])
    assert [test["visibility"] for test in found["tests"]] == ["visible", "after_due_date"]
    assert [test["number"] for test in found["tests"]] == ["1.1", "1.2"]
    assert found["stdout_visibility"] == "hidden"
    assert "1 hidden test is not counted here" in found["output"]
    assert f"{found['tests'][0]['score']:g} of 4 points in 1 test" in found["output"]
    passed = {"passed"} if name == "good_bfs" else {"failed"}
    assert {test["status"] for test in found["tests"]} == passed


def test_the_leaderboard_counts_limits_for_what_is_not_right() -> None:
    right = {one["name"]: one for one in results(graded("good_bfs"))["leaderboard"]}
    wrong = {one["name"]: one for one in results(graded("raises"))["leaderboard"]}
    assert right["Points"] == {"name": "Points", "value": 8, "order": "desc"}
    assert right["Cost"]["value"] == 7 + 17
    assert right["Expansions"]["value"] < wrong["Expansions"]["value"] == 2 * 5000
    assert wrong["Seconds"]["value"] == 120
    assert wrong["Points"]["value"] == 0


def test_the_markdown_shows_every_test_with_its_counterexample() -> None:
    text = markdown(graded("suboptimal"))
    assert "# One search \\| two levels" in text
    assert "| 1.2 | Breadth first | bloxorz/2 (hidden) |" in text
    assert "suboptimal: its plan costs " in text
    assert "it is: RRDRRRD" in text
    assert text.count("```") == 4


def test_what_a_submission_prints_cannot_leave_its_block(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def mine(puzzle):\n    print('```\\n# A+')\n    return None\n")
    text = markdown(grade(parse(ASSIGNMENT), str(path)))
    assert "````text" in text
    assert "\n```\n# A+\n" in text


def test_what_a_submission_prints_does_nothing_to_a_terminal(
    assignment: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def mine(puzzle):\n    print('\\x1b[2J\\x07')\n    return None\n")
    run(["grade", assignment, str(path)])
    out = capsys.readouterr().out
    assert "\\x1b[2J\\x07" in out
    assert "\x1b" not in out


# The shipped assignments, with what is right handed in.


@pytest.mark.parametrize("name", ["bloxorz-searches", "sokoban-heuristics"])
def test_a_model_answer_has_all_points(name: str) -> None:
    found = grade(find(name), str(MODELS / f"{name}.py"))
    assert [test.name for test in found.tests if test.faults] == []
    lost = [
        (test.name, part)
        for test in found.tests
        for part in test.parts
        if part.earned < part.most and part.name != "time"
    ]
    assert not lost
    jsonschema.validate(json.loads(json.dumps(results(found))), SCHEMA)


# The command.


@pytest.fixture
def assignment(tmp_path: Path) -> str:
    path = tmp_path / "week3.toml"
    path.write_text(ASSIGNMENT)
    return str(path)


def test_the_command_shows_a_table(assignment: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["grade", assignment, str(submission("good_bfs"))]) == 0
    out = capsys.readouterr().out
    assert "8 of 8 points in 2 tests, none of them with a fault." in out
    assert "right" in out
    code = run(["grade", assignment, str(submission("illegal_plan"))])
    assert code == exits.FAULTY_CODE
    out = capsys.readouterr().out
    assert "illegal plan: move 4 of 23, U: " in out
    assert "the position before it:" in out


def test_the_command_writes_results(
    assignment: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "results.json"
    file = str(submission("suboptimal"))
    code = run(["grade", assignment, file, "--out", str(out), "--markdown"])
    assert code == exits.FAULTY_CODE
    jsonschema.validate(json.loads(out.read_text("utf-8")), SCHEMA)
    assert capsys.readouterr().out.startswith("# One search")
    assert run(["grade", assignment, file, "--json"]) == exits.FAULTY_CODE
    (line,) = capsys.readouterr().out.splitlines()
    jsonschema.validate(json.loads(line), SCHEMA)


def test_the_command_lists_assignments(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["grade", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["bloxorz-searches", "sokoban-heuristics"]
    assert run(["grade", "--list", "--json"]) == 0
    assert [json.loads(line)["name"] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["grade"], "name an assignment"),
        (["grade", "bloxorz-searches"], "name an assignment"),
        (["grade", "none", "mine.py"], "unknown assignment 'none'"),
        (["grade", "none.toml", "mine.py"], "none.toml"),
        (["grade", "bloxorz-searches", "none.py"], "none.py"),
        (["grade", "bloxorz-searches", "none.py", "--out", "no/where.json"], "cannot be written"),
        (["grade", "bloxorz-searches", "none.py", "--json", "--markdown"], "contradict"),
        (["grade", "--list", "--markdown"], "--list takes nothing else"),
    ],
)
def test_what_is_wrong_with_a_command_is_told(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == exits.BAD_INPUT
    assert problem in capsys.readouterr().err

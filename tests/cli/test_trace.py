"""`unriddle trace` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from full_disk import full_disk
from PIL import Image

import unriddle
from unriddle.cli import run
from unriddle.cli.exits import BAD_INPUT
from unriddle.tracing.trace import Trace


def test_lines_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "sokoban/uit/5", "--solver", "astar", "--steps", "20"]) == 0
    header, *steps, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert (header["solver"], header["heuristic"]) == ("astar", "freeze")
    assert len(steps) == 20
    assert end["end"] == "out of nodes"


def test_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "trace.jsonl"
    words = ["trace", "bloxorz/1", "--solver", "bfs", "--out", str(file), "--no-boards"]
    assert run(words) == 0
    assert capsys.readouterr().out == ""
    trace = Trace.read(file)
    assert repr(trace) == "<Trace of BFS on bloxorz/1: 35 steps, solved, cost 7>"
    assert "board" not in trace.header["root"]


def test_a_full_disk_leaves_no_half_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "trace.jsonl"
    with full_disk(1000):
        assert run(["trace", "bloxorz/1", "--out", str(file)]) == BAD_INPUT
    assert f"{file}: cannot be written" in capsys.readouterr().err.replace("\n", "")
    assert not list(tmp_path.iterdir())


def test_a_board_that_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own, file = tmp_path / "own_halves.py", tmp_path / "trace.jsonl"
    own.write_text(
        "import unriddle\n@unriddle.puzzle(name='halved')\nclass Halved(unriddle.Puzzle):\n"
        "    initial = 1\n    def actions(self, state): return ['x'] * state\n"
        "    def apply(self, state, action): return state - 1\n"
        "    def is_goal(self, state): return state == 0\n"
        "    def draw(self, state): return '\\ud800'\n"
    )
    words = ["trace", "halved", "--with", str(own), "--solver", "bfs"]
    assert run([*words, "--out", str(file)]) == 0
    assert Trace.read(file).header["root"]["board"] == ["\ud800"]


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "bloxorz/1", "--text", "--language", "vi"]) == 0
    assert "(7,10) là đích: đã giải, chi phí 7." in capsys.readouterr().out


def test_what_is_seen_of_it(tmp_path: Path) -> None:
    words = ["trace", "bloxorz/1", "--solver", "astar", "--steps", "6", "--from", "3", "--out"]
    assert run([*words, str(tmp_path / "steps.html"), "--language", "vi"]) == 0
    page = (tmp_path / "steps.html").read_text("utf-8")
    trace = unriddle.trace("bloxorz/1", "astar", steps=6)
    told = json.loads(page.split('id="trace">')[1].split("</script>")[0])
    assert [one["words"] for one in told["steps"]] == [
        trace.sentence(step, "vi") for step in range(3, 7)
    ]
    assert len(told["before"]) >= 2  # where the search was in the first two steps
    assert run([*words, str(tmp_path / "steps.gif"), "--theme", "dark"]) == 0
    with Image.open(tmp_path / "steps.gif") as image:
        assert getattr(image, "n_frames", 1) == 4


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--solver", "best"], "native engine"),
        (["--steps", "3", "--nodes", "3"], "mean the same"),
        (["--steps", "0"], "limit"),
        (["--solver", "bfs", "--out", "/nowhere/at/all"], "cannot be written"),
        (["--solver", "bfs", "--out", "/nowhere/at/all.html"], "cannot be written"),
        (["--steps", "3", "--out", "x.gif", "--from", "4"], "no step 4"),
        (["--from", "2"], "for .html and .gif"),
        (["--text", "--out", "x.html"], "contradict"),
    ],
)
def test_what_makes_no_sense_is_told(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["trace", "bloxorz/1", *words]) == BAD_INPUT
    assert problem in capsys.readouterr().err

"""`unriddle generate` and `unriddle rate`: what they print, write and refuse."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from full_disk import full_disk

import unriddle
from unriddle import engines
from unriddle.cli import run
from unriddle.cli.exits import BAD_INPUT, INTERRUPTED
from unriddle.core import BadInput

native = pytest.mark.skipif(bool(engines.why_not), reason="the native engine is missing")
SMALL = ("generate", "sokoban", "--size", "6x6", "--boxes", "2", "--seed", "3")


def test_what_is_written_is_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.xsb"
    assert run([*SMALL, "--count", "3", "--out", str(out)]) == 0
    assert "3 levels" in capsys.readouterr().err
    assert run([*SMALL, "--count", "3"]) == 0
    assert capsys.readouterr().out == out.read_text("utf-8")
    written = list(unriddle.load_all(out))
    assert len(written) == 3
    assert run([*SMALL, "--count", "3", "--json"]) == 0
    for line, puzzle in zip(capsys.readouterr().out.splitlines(), written, strict=True):
        record = json.loads(line)
        assert record["optimal"]
        assert unriddle.solve(puzzle, "ucs").cost == record["cost"]
        assert unriddle.read(record["text"])[0] == puzzle


def test_a_full_disk_is_named_and_keeps_the_old_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine.xsb"
    out.write_text("old")
    with full_disk(10):
        assert run([*SMALL, "--out", str(out)]) == BAD_INPUT
    assert f"error: {out}: cannot be written" in capsys.readouterr().err.replace("\n", " ")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("mine.xsb", "old")]


@native
def test_deals_and_stages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "freecell", "--difficulty", "hard", "--count", "2"]) == 0
    ids = capsys.readouterr().out.split()
    out = tmp_path / "deals.txt"
    assert (
        run(["generate", "freecell", "--difficulty", "hard", "--count", "2", "--out", str(out)])
        == 0
    )
    read = list(unriddle.load_all(out))
    assert [puzzle.title for puzzle in read] == ids
    assert [puzzle.initial for puzzle in read] == [unriddle.load(one).initial for one in ids]
    out = tmp_path / "stages.txt"
    assert run(["generate", "bloxorz", "--moves", "8-12", "--count", "2", "--out", str(out)]) == 0
    for stage in unriddle.load_all(out):
        assert 8 <= (unriddle.solve(stage).cost or 0) <= 12


@pytest.mark.parametrize(
    "options",
    [
        ("--size", "big"),
        ("--moves", "x-y"),
        ("--count", "0"),
        ("--seed", "1.5"),
        ("--longest",),
        ("--longest", "--size", "4x5", "--seed", "0"),
        ("--longest", "--size", "4x5", "--count", "1"),
        ("--json", "--out", "x.xsb"),
        ("--out", os.path.join("no", "such", "folder", "x.xsb")),
    ],
)
def test_what_cannot_be_is_refused(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["generate", "sokoban", *options]) == BAD_INPUT
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")


@pytest.mark.parametrize("option", [("--moves", "3"), ("--difficulty", "easy"), ("--seed", "0")])
def test_the_longest_take_no_wish(
    option: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["generate", "sokoban", "--longest", "--size", "4x5", *option]) == BAD_INPUT
    assert f"{option[0]}" in capsys.readouterr().err.partition("hint: leave out")[2]


def test_a_number_that_is_none_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*SMALL, "--count", "1.5"]) == BAD_INPUT
    assert "--count: '1.5' is not a whole number" in capsys.readouterr().err


def test_a_note_says_what_is_not_met(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "sokoban", "--size", "5x5", "--boxes", "1", "--moves", "90"]) == 0
    assert "the nearest that was found is" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ending", "code"), [(KeyboardInterrupt(), INTERRUPTED), (BadInput("not found"), BAD_INPUT)]
)
def test_an_early_end_keeps_what_was_made(
    ending: BaseException,
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = unriddle.generate

    def pressed(*arguments: Any, **keywords: Any) -> Iterator[Any]:
        levels = made(*arguments, **keywords)
        yield next(levels)
        raise ending

    monkeypatch.setattr("unriddle.cli.generate.generated", pressed)
    out = tmp_path / "mine.xsb"
    assert run([*SMALL, "--count", "5", "--out", str(out)]) == code
    assert "1 level kept" in capsys.readouterr().err
    assert len(list(unriddle.load_all(out))) == 1


def test_the_longest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "sokoban", "--longest", "--size", "4x5", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["number"] for record in records] == list(range(1, len(records) + 1))
    assert all(record["optimal"] for record in records)


def test_a_rating(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lost = tmp_path / "lost.xsb"
    lost.write_text("######\n#@  $#\n#   .#\n######\n")
    assert run(["rate", str(lost)]) == 0
    out = capsys.readouterr().out
    assert "unsolvable, proof checked" in out
    assert "no verdict by            dfs-tree, beam" in out  # they were not asked for a solution
    assert run(["rate", "sokoban/uit/1"]) == 0
    out = capsys.readouterr().out
    for words in ("difficulty", "12 moves (6 pushes)", "decomposition", "dead", "expansions astar"):
        assert words in out
    assert run(["rate", "sokoban/uit/1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["optimum"] == 12

"""`unriddle table`, as a user calls it."""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from pathlib import Path

import pytest

from unriddle.cli import run
from unriddle.cli.exits import BAD_INPUT, FAULTY_CODE
from unriddle.experiments.measuring import Job, Measurement
from unriddle.experiments.spec_file import shipped
from unriddle.experiments.worker import JobRunner

EXPERIMENTS = Path(__file__).resolve().parents[2] / "docs" / "experiments.md"


def test_the_tables_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(shipped())
    assert all(" runs  " in line for line in listed)


def test_every_table_is_documented() -> None:
    text = EXPERIMENTS.read_text("utf-8")
    assert all(f"| `{name}` |" in text for name in shipped())


def test_a_file_as_the_folder_is_refused_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unriddle.cli.table.make", None)  # nothing is carried out
    there = tmp_path / "there"
    there.touch()
    for out in (there, tmp_path / "new.CSV"):
        assert run(["table", "bloxorz-dfs-astar", "--out", str(out)]) == BAD_INPUT
        assert f"--out names a folder, not a file: {out}" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["there"]


def test_published_and_measured_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "bloxorz-dfs-astar", "--levels", "1,2"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"\n2 \[1\] +DFS +57 +57 = +528 +528 =", out)
    assert "nodes as published in 4 of 4 rows" in out
    assert "not admissible" in out


def test_json_is_one_object_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "sokoban-1", "sokoban-2", "--levels", "2", "--json"]) == 0
    tables = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [table["table"] for table in tables] == ["sokoban-1", "sokoban-2"]
    assert tables[0]["blocks"][0]["agreement"]["nodes"] == {
        "equal": 3,
        "unequal": 0,
        "cut_short": 0,
    }


def test_all_tables_that_have_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "--all", "--levels", "sokoban/uit/4", "--json"]) == 0
    tables = [json.loads(line)["table"] for line in capsys.readouterr().out.splitlines()]
    assert tables == ["sokoban-1", "sokoban-2"]


@pytest.mark.parametrize(
    ("words", "problem", "hint"),
    [
        (["sokoban-3"], "unknown table 'sokoban-3'", "did you mean sokoban-"),
        (["no.toml"], "no.toml: cannot be read", ""),
        (["sokoban-1", "--levels", "99"], "none of these levels", "sokoban/uit/1 to"),
        (["--all", "--levels", "x"], "no table has one of these levels: x", "--levels"),
        (["sokoban-1", "--pictures", "png,pfd"], "unknown format 'pfd'", "did you mean pdf?"),
        (["sokoban-1", "--runs", "0"], "--runs must be at least 1", ""),
        (["sokoban-1", "--time", "-1"], "time limit", ""),
    ],
)
def test_what_is_wrong_is_said(
    words: list[str], problem: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["table", *words]) == 33
    said = capsys.readouterr()
    assert problem in said.err
    assert hint in said.err
    assert said.out == ""


def test_the_documented_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("altair", reason="pictures need it: pip install 'unriddle[lab]'")
    (example,) = re.findall(
        r"<!-- example -->\n```toml\n(.*?)```", EXPERIMENTS.read_text("utf-8"), re.S
    )
    spec = tmp_path / "weights.toml"
    spec.write_text(example, "utf-8")
    out = tmp_path / "report"
    assert run(["table", str(spec), "--out", str(out)]) == 0
    shown = capsys.readouterr()
    assert "weight 3" in shown.out
    assert "report.html" in shown.err
    assert {"weights.md", "weights.csv", "weights.json", "report.html"} <= {
        path.name for path in out.iterdir()
    }


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a name")
def test_levels_in_files_whose_names_are_no_text(tmp_path: Path) -> None:
    pytest.importorskip("altair", reason="pictures need it: pip install 'unriddle[lab]'")
    maps, spec, out = tmp_path / "maps", tmp_path / "odd.toml", tmp_path / "report"
    maps.mkdir()
    for name in (b"1\xff.xsb", b"2\xff.xsb"):
        (maps / os.fsdecode(name)).write_text("#####\n#@$.#\n#####\n")
    spec.write_text('[[block]]\nlevels = ["maps"]\n[[block.solver]]\nsolver = "bfs"\n')
    assert run(["table", str(spec), "--out", str(out)]) == 0
    assert "1\\udcff.xsb" in (out / "odd.csv").read_text("utf-8")


def test_without_the_packages_for_pictures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for module in ("altair", "vl_convert"):
        monkeypatch.setitem(sys.modules, module, None)  # Python then takes it for absent
    assert run(["table", "sokoban-1", "--levels", "2", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().err
    assert "without pictures, which need altair and vl-convert-python" in said
    assert "unriddle[lab]" in said
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"sokoban-1.md", "sokoban-1.csv", "sokoban-1.json", "report.html"}


def test_every_file_says_the_same_about_the_optimum(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A* of the report is not admissible, but on stages 1 and 14 its plans are optimal."""
    words = ["table", "bloxorz-dfs-astar", "--levels", "1,2,14", "--out", str(tmp_path)]
    assert run(words) == 0, capsys.readouterr().err
    with (tmp_path / "bloxorz-dfs-astar.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    table = json.loads((tmp_path / "bloxorz-dfs-astar.json").read_text("utf-8"))
    rows = [row for block in table["blocks"] for row in block["rows"]]
    assert len(rows) == len(lines) == len(table["runs"])
    said = {(line["block"], line["level"], line["solver"]): line for line in lines}
    for block in table["blocks"]:
        for row in block["rows"]:
            line = said[block["title"], row["level"], row["solver"]]
            measured = {"True": "yes", "False": "no", "": None}[line["optimal"]]
            assert measured == row["measured"]["optimal"]
            assert int(line["optimum"]) == row["optimum"]
    report = table["blocks"][0]["title"]
    assert [said[report, f"bloxorz/{stage}", "A*"]["optimal"] for stage in (1, 14)] == ["True"] * 2
    assert said[report, "bloxorz/1", "A*"]["proved"] == "False"


def test_ctrl_c_shows_what_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_job = JobRunner.run

    def interrupted(runner: JobRunner, job: Job) -> Measurement:
        if job.solver == "report/sokoban-1-euclid":
            raise KeyboardInterrupt
        return run_job(runner, job)

    monkeypatch.setattr(JobRunner, "run", interrupted)
    assert run(["table", "sokoban-1", "--levels", "2"]) == 130
    shown = capsys.readouterr()
    assert "64 =" in shown.out
    assert "39 =" in shown.out
    assert "A* E" not in shown.out
    assert "interrupted" in shown.err


def test_faulty_code_is_told_with_its_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own, spec = tmp_path / "own.py", tmp_path / "spec.toml"
    own.write_text("import unriddle\n@unriddle.search\ndef mine(puzzle):\n    return {}['no']\n")
    spec.write_text(
        'title = "Mine"\n[[block]]\ntitle = "All"\nlevels = ["bloxorz/1"]\n'
        'figures = ["moves"]\ntime = 60\n[[block.solver]]\nname = "mine"\nsolver = "mine"\n'
        '[[block.solver]]\nname = "wide"\nsolver = "bfs"\n'
    )
    assert run(["table", str(spec), "--with", str(own)]) == FAULTY_CODE
    told = capsys.readouterr()
    assert "faulty code" in told.out
    assert "mine, bloxorz/1: faulty code: your code raised KeyError: 'no'" in told.err
    assert told.err.count("KeyError") == 1

"""Solutions of others, row by row."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from unriddle.batch.rows import Checker, Verdict, read_rows
from unriddle.cli import run
from unriddle.core import BadInput

BOARD = "######\n#@$ .#\n######"
"""Solved by RR."""


def verdicts(path: Path, **given: object) -> list[Verdict]:
    return list(Checker(**given).check(str(path)))  # type: ignore[arg-type]


def jsonl(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    "plan",
    [
        *("RR", "rr", "2R", "r r", "1 1", "11", [1, 1], "[1, 1]", "1,1", [1.0, 1.0]),
        *("right right", ["RIGHT", "Right"], ["push right", "push right"], "['right', 'right']"),
    ],
)
@pytest.mark.parametrize("board", [BOARD, BOARD.replace("\n", "|"), BOARD.split("\n")])
def test_plans_and_boards_may_be_written_as_people_do(
    plan: object, board: object, tmp_path: Path
) -> None:
    table = jsonl(tmp_path / "t.jsonl", {"Board": board, "Solution": plan, "Steps": 2})
    (verdict,) = verdicts(table)
    assert (verdict.wrong, verdict.missing) == ("", False)


def test_titles_in_latin_1_are_read_as_in_levels(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_bytes("title,plan\nK\u00f6nig,RR\n".encode("latin-1"))
    assert list(read_rows(str(table))) == [{"title": "K\u00f6nig", "plan": "RR"}]


def test_digits_have_an_order(tmp_path: Path) -> None:
    table = jsonl(tmp_path / "t.jsonl", {"level": BOARD, "plan": "33"})
    assert verdicts(table)[0].wrong
    assert not verdicts(table, digits="udlr")[0].wrong
    with pytest.raises(BadInput, match="not an order"):
        Checker(digits="uddl")


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ({"plan": "R"}, "not solved"),
        ({"plan": "RRR"}, "move 3, R: the box at .* cannot be pushed"),
        ({"plan": "RxR"}, "unknown move|'x'"),
        ({"plan": "RR", "cost": 3}, "the row says 3, but the plan takes 2"),
        ({"plan": "RR", "cost": "many"}, "not a cost"),
        ({"plan": "RR", "level": "###"}, "the level cannot be read"),
        ({"plan": "RR", "level": "7"}, "not a board"),
        ({"plan": "RR", "level": f"{BOARD}\n\n{BOARD}"}, "several levels"),
        ({"plan": "RR", "rules": "{bad"}, "the level cannot be read"),
        ({"plan": "RR", "rules": '{"a":' * 100_000}, "the level cannot be read"),
        ({"plan": "RR", "rules": {"cost": "gold"}}, "the level cannot be read"),
        ({"plan": "R", "level": "bloxorz/1", "rules": {"reference": 1}}, "has no rule 'reference'"),
        ({"plan_pushes": "RR", "upper_pushes": 1}, "the row says 1, but the plan takes 2"),
    ],
)
def test_a_wrong_row_is_named(row: dict[str, object], wrong: str, tmp_path: Path) -> None:
    import re

    (verdict,) = verdicts(jsonl(tmp_path / "t.jsonl", {"level": BOARD, **row}))
    assert re.search(wrong, verdict.wrong), verdict.wrong


@pytest.mark.parametrize("plan", [None, "", "NOT_FOUND", "SEARCH_STATE_FAILED", "none", " [] "])
def test_a_row_without_a_plan_is_not_wrong(plan: object, tmp_path: Path) -> None:
    (verdict,) = verdicts(jsonl(tmp_path / "t.jsonl", {"level": BOARD, "plan": plan}))
    assert verdict.missing
    assert not verdict.wrong


def test_levels_may_be_named_by_file_and_number(tmp_path: Path) -> None:
    folder = tmp_path / "levels"
    folder.mkdir()
    (folder / "000.txt").write_text(f"; 0\n######\n#. $@#\n######\n\n; 1\n{BOARD}\n")
    table = tmp_path / "t.csv"
    table.write_text("File,Level,Actions\n000.txt,1,11\n000.txt,0,33\n000.txt,5,1\n../t.csv,0,1\n")
    found = verdicts(table, levels=str(folder))
    assert [one.wrong for one in found[:2]] == ["", ""]
    assert "no level 5" in found[2].wrong
    assert "no file" in found[3].wrong


def test_a_broken_level_of_a_file_counts(tmp_path: Path) -> None:
    (tmp_path / "all.txt").write_text(f"; a\n#####\n#$.\n\n; b\n{BOARD}\n")
    table = tmp_path / "t.csv"
    table.write_text("file,level,plan\nall.txt,1,RR\nall.txt,0,RR\n")
    right, broken = verdicts(table, levels=str(tmp_path))
    assert not right.wrong
    assert "no level 0" in broken.wrong


def test_a_store_and_its_export_are_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.xsb").write_text(f"{BOARD}\n\n######\n#@ $.#\n######\n")
    Path("one.txt").write_text(BOARD)
    levels = ["two.xsb", "one.txt", "bloxorz/1"]
    assert run(["batch", *levels, "--store", "runs.sqlite", "--workers", "1"]) == 0
    assert run(["batch", "--store", "runs.sqlite", "--export", "csv", "--out", "t.csv"]) == 0
    for table in ("runs.sqlite", "t.csv"):
        assert run(["check", "--all", table, "--levels", "."]) == 0
        capsys.readouterr()
        assert run(["check", "--all", table]) == 12
        assert "'two.xsb#1' is not a board; --levels" in capsys.readouterr().out
    with closing(sqlite3.connect("runs.sqlite", isolation_level=None)) as database:
        database.execute("UPDATE results SET plan = 'DRRD' WHERE level = 'bloxorz/1'")
    Path("one.txt").write_text(BOARD.replace("@$", "@ $").replace("$ .", "$."))
    assert run(["check", "--all", "runs.sqlite", "--levels", "."]) == 12
    told = capsys.readouterr().out
    assert "bloxorz/1, plan: " in told
    assert "one.txt has changed since it was solved" in told
    assert "2 right, 2 wrong" in told


def test_ids_and_other_puzzles_are_known(tmp_path: Path) -> None:
    table = jsonl(
        tmp_path / "t.jsonl",
        {"level": "bloxorz/1", "plan": "RRDRRRD", "rules": "{}", "cost": 7},
        {"level": "sokoban/uit/5", "plan": "u", "rules": {"cost": "pushes"}},
    )
    assert [bool(one.wrong) for one in verdicts(table)] == [False, True]


def test_columns_of_other_names_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = jsonl(tmp_path / "t.jsonl", {"brett": BOARD, "weg": "RR"})
    assert run(["check", "--all", str(table)]) == 33
    assert "there are: brett, weg" in capsys.readouterr().err
    assert run(["check", "--all", str(table), "--columns", "level=brett,plan=weg"]) == 0
    assert run(["check", "--all", str(table), "--columns", "level=x,plan=weg"]) == 33
    assert run(["check", "--all", str(table), "--columns", "colour=brett"]) == 33


def test_the_summary_and_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"level": BOARD, "plan": plan} for plan in ("RR", "R", None)]
    table = jsonl(tmp_path / "t.jsonl", *rows)
    assert run(["check", "--all", str(table)]) == 12
    told = capsys.readouterr().out
    assert "row 2" in told
    assert "3 rows; plans: 1 right, 1 wrong, 1 without a plan" in told
    assert run(["check", "--all", str(table), "--json"]) == 12
    first, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["row"], last["wrong"], last["rows"]) == (2, 1, 3)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.parquet", b"PAR1 nonsense PAR1"),
        ("t.parquet", b""),
        ("t.jsonl", b"{"),
        ("t.jsonl", b"[]"),
        ("t.jsonl", b"[" * 100_000),
        ("t.jsonl", b""),
        ("t.csv", b""),
        ("t.csv", b"\xff\x00"),
        ("t.xlsx", b"x"),
    ],
)
def test_what_is_no_table_is_refused(name: str, content: bytes, tmp_path: Path) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="pip install 'unriddle[datasets]'")
    (tmp_path / name).write_bytes(content)
    assert run(["check", "--all", str(tmp_path / name)]) == 33


def test_options_of_tables_are_for_tables() -> None:
    assert run(["check", "sokoban/uit/5", "u", "--digits", "urdl"]) == 33
    assert run(["check", "sokoban/uit/5"]) == 33
    assert run(["check", "--all", "x.csv", "u"]) == 33
    assert run(["check", "--all", "missing.csv"]) == 33


@pytest.mark.parametrize("name", ["x" * 300, "\0", "\ud800", "circle/x", "../maps.xsb"])
def test_a_file_with_an_impossible_name_is_a_wrong_row(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "levels"
    folder.mkdir()
    (folder / "maps.xsb").write_text(BOARD)
    (folder / "circle").symlink_to("circle")
    rows = ({"file": file, "level": 0, "plan": "RR"} for file in (name, "maps.xsb"))
    wrong, right = verdicts(jsonl(tmp_path / "t.jsonl", *rows), levels=str(folder))
    assert "the level cannot be read" in wrong.wrong
    assert right.wrong == ""

"""Data sets: whole, resumable, every row replayed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from generators.sokoban_boards import random_level

from unriddle import cli
from unriddle.batch.rows import read_rows
from unriddle.batch.sokoban_dataset import COLUMNS, dead_share, split_of
from unriddle.loading import load_all, read
from unriddle.puzzles.sokoban.notation import format_level
from unriddle.puzzles.sokoban.rules import Level
from unriddle.solving import solve

BOARDS = (
    "#####\n#  .#\n# $ #\n#@  #\n#####",
    "#####\n#@$.#\n#####",
    "######\n#@ . #\n#   $#\n######",  # cannot be solved
    "#######\n#@$ . #\n# $ . #\n#     #\n#######",
    "########\n#. $  @#\n#   #  #\n########",
)


def boxoban(folder: Path) -> Path:
    """A folder as Boxoban has them."""
    for split, boards in (("train", BOARDS[:3]), ("valid", BOARDS[3:])):
        (folder / "medium" / split).mkdir(parents=True)
        text = "\n".join(f"; {number}\n{board}\n" for number, board in enumerate(boards))
        (folder / "medium" / split / "000.txt").write_text(text)
    (folder / "LICENSE").write_text("Apache")
    (folder / ".hidden").write_text(BOARDS[0])
    return folder


def run(*words: object) -> int:
    return cli.run([str(word) for word in words])


def make(tmp_path: Path, form: str = "jsonl", *words: object) -> int:
    levels = tmp_path / "boxoban"
    if not levels.exists():
        boxoban(levels)
    store, out = tmp_path / "runs.sqlite", tmp_path / "data"
    given = ("--store", store, "--export", form, "--workers", 1, "--shard", 2, *words)
    return run("batch", levels, "--dataset", out, *given)


def rows_in(folder: Path) -> list[dict[str, object]]:
    manifest = json.loads((folder / "dataset.json").read_text())
    files = [folder / shard["file"] for shard in manifest["shards"]]
    return [row for file in files for row in read_rows(str(file))]


def test_a_boxoban_folder_becomes_a_data_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(tmp_path, "jsonl", "--dead-states", 300) == 0
    folder = tmp_path / "data"
    rows = rows_in(folder)
    assert [row["split"] for row in rows] == ["train"] * 3 + ["valid"] * 2
    assert [row["source_id"] for row in rows] == ["0", "1", "2", "0", "1"]
    assert list(rows[0]) == list(COLUMNS)
    assert [row["level"] for row in rows] == list(BOARDS)
    for row in rows:
        for cost in ("moves", "pushes"):
            (puzzle,) = read(str(row["level"]), puzzle="sokoban", cost=cost)
            ours = solve(puzzle, "ucs")
            assert row[f"optimum_{cost}"] == ours.cost
            assert row[f"status_{cost}"] == ours.status
    assert rows[2]["dead_share"] == 1.0
    assert rows[1]["dead_share"] == 0.0
    manifest = json.loads((folder / "dataset.json").read_text())
    assert (manifest["complete"], manifest["rows"]) == (True, 5)
    assert manifest["counts"]["moves"] == {"solved and proved": 4, "unsolvable": 1}
    assert set(manifest["columns"]) == set(COLUMNS)
    assert run("check", "--all", folder) == 0
    assert "5 rows; plans: 8 right, 0 wrong, 2 without a plan" in capsys.readouterr().out


def test_what_is_there_is_kept_and_what_is_damaged_is_written_again(tmp_path: Path) -> None:
    assert make(tmp_path) == 0
    folder = tmp_path / "data"
    before = rows_in(folder)
    first, second = folder / "part-00000.jsonl", folder / "part-00001.jsonl"
    kept = first.stat().st_mtime_ns
    second.write_text("damaged")
    assert run("check", "--all", folder) == 33  # its sum is not the one described
    assert make(tmp_path) == 0
    assert first.stat().st_mtime_ns == kept
    assert rows_in(folder) == before
    train = tmp_path / "boxoban/medium/train/000.txt"
    train.write_text(f"; 0\n{BOARDS[3]}\n")
    assert make(tmp_path) == 0
    assert [row["level"] for row in rows_in(folder)] == [BOARDS[3], BOARDS[3], BOARDS[4]]
    assert not (folder / "part-00002.jsonl").exists()


def test_all_forms_hold_the_same(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pip install 'unriddle[datasets]'")
    found = {}
    for form in ("parquet", "csv", "jsonl"):
        assert make(tmp_path, form) == 0
        found[form] = rows_in(tmp_path / "data")
        assert run("check", "--all", tmp_path / "data") == 0
    assert found["parquet"] == found["jsonl"]
    plain = [{k: "" if v is None else str(v) for k, v in row.items()} for row in found["jsonl"]]
    assert plain == found["csv"]


def test_a_store_with_a_wrong_plan_is_noticed(tmp_path: Path) -> None:
    import sqlite3

    assert make(tmp_path) == 0
    (tmp_path / "data/dataset.json").unlink()
    with sqlite3.connect(tmp_path / "runs.sqlite") as database:
        database.execute("UPDATE results SET plan = 'lLL' WHERE plan = 'R'")
    assert make(tmp_path) == 1


def test_levels_without_an_answer_are_told_again_and_crashed_ones_can_be_retried(
    tmp_path: Path,
) -> None:
    import sqlite3

    assert make(tmp_path) == 0
    (tmp_path / "data/dataset.json").unlink()
    with sqlite3.connect(tmp_path / "runs.sqlite") as database:
        database.execute(
            "UPDATE results SET status = 'crashed', error = '', plan = NULL, moves = NULL, "
            "cost = NULL, optimal = 0, lower_bound = NULL, checked = 0 WHERE plan = 'R'"
        )
    assert make(tmp_path) == 1
    assert make(tmp_path) == 1  # nothing is new, and one level still has no answer
    assert make(tmp_path, "jsonl", "--retry") == 0
    assert make(tmp_path) == 0


KILLED = """
import os, signal
from unriddle.__main__ import main

def replace_and_die(part, path, replace=os.replace):
    replace(part, path)
    if os.fspath(path).endswith("part-00000.csv"):
        os.killpg(0, signal.SIGKILL)

os.replace = replace_and_die
main()
"""
"""All its processes at once, as soon as the first shard is there."""


def test_a_batch_that_is_killed_goes_on(tmp_path: Path) -> None:
    from random import Random

    random = Random(1)
    levels: list[Level] = [random_level(random) for _ in range(300)]
    maps = tmp_path / "maps.xsb"
    maps.write_text("\n".join(map(format_level, levels)))
    store, out = tmp_path / "runs.sqlite", tmp_path / "data"
    words = ["batch", maps, "--dataset", out, "--store", store, "--export", "csv", "--shard", 50]
    command = [sys.executable, "-c", KILLED, *map(str, words), "--workers", "1"]
    killed = subprocess.run(command, start_new_session=True, stderr=subprocess.DEVNULL)
    assert killed.returncode == -signal.SIGKILL
    assert run("check", "--all", out) == 33  # not finished
    assert run(*words, "--workers", 1) == 0
    assert len(rows_in(out)) == 300
    assert run("check", "--all", out) == 0
    assert not [path for path in out.iterdir() if path.name.endswith(".part")]


def test_ids_have_their_boards_too(tmp_path: Path) -> None:
    words = ["sokoban/uit/5", "--dataset", tmp_path / "d", "--store", tmp_path / "s"]
    assert run("batch", *words, "--export", "jsonl", "--workers", 1) == 0
    (row,) = rows_in(tmp_path / "d")
    assert (row["id"], row["optimum_moves"], row["optimum_pushes"]) == ("sokoban/uit/5", 20, 10)
    assert run("check", "--all", tmp_path / "d") == 0


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["bloxorz/1"], "made of Sokoban"),
        (["sokoban/uit/1", "--solver", "astar"], "proved by moves and by pushes"),
        (["sokoban/uit/1", "--cost", "pushes"], "proved by moves and by pushes"),
        (["sokoban/uit/1", "--shard", "0"], "at least one row"),
        ([], "proved by moves and by pushes"),
    ],
)
def test_what_makes_no_data_set_is_refused(
    words: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("batch", *words, "--dataset", tmp_path / "d", "--store", tmp_path / "s") == 33
    assert problem in capsys.readouterr().err


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "dataset.json").write_text('{"format": "theirs", "shards": []}')
    words = ["sokoban/uit/5", "--dataset", tmp_path, "--store", tmp_path / "s"]
    assert run("batch", *words) == 33
    assert (tmp_path / "dataset.json").read_text().startswith('{"format": "theirs"')


def test_folders_hold_one_puzzle_each(tmp_path: Path) -> None:
    (tmp_path / "a.xsb").write_text(BOARDS[0])
    (tmp_path / "b.txt").write_text("@#!\n")
    (tmp_path / "README.md").write_text(BOARDS[1])
    (tmp_path / "picture.png").write_bytes(b"\0\1")
    with pytest.raises(ValueError, match="several puzzles"):
        list(load_all(tmp_path))
    assert len(list(load_all(tmp_path, puzzle="sokoban"))) == 1
    (tmp_path / "large.txt").write_text(f"{BOARDS[0]}\n" + "\n" * 500_000)
    with pytest.raises(ValueError, match="400,000 lines"):
        list(load_all(tmp_path, puzzle="sokoban"))


def test_splits_are_told_by_folders() -> None:
    assert split_of("boxoban/unfiltered/train/000.txt#7") == "train"
    assert split_of("train/test/000.txt#7") == "test"
    assert split_of("train.txt#7") is None


def test_the_share_of_lost_states_is_not_guessed() -> None:
    (puzzle,) = read(BOARDS[3], puzzle="sokoban")
    assert dead_share(puzzle, 10) is None
    share = dead_share(puzzle, 10**6)
    assert share is not None
    assert 0 < share < 1


@pytest.mark.parametrize("content", [b"\xff\x00", b"[" * 100_000, b"{}"])
def test_a_damaged_description_is_told(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(tmp_path) == 0
    (tmp_path / "data/dataset.json").write_bytes(content)
    capsys.readouterr()
    assert make(tmp_path) == 33
    assert run("check", "--all", tmp_path / "data") == 33
    assert capsys.readouterr().err.count("dataset.json") == 2


@pytest.mark.parametrize("changed", [{"counts": {}}, {"counts": 0}, {"rows": "5"}, {"rows": None}])
def test_a_shard_that_is_described_by_halves_is_told(
    changed: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(tmp_path) == 0
    described = tmp_path / "data/dataset.json"
    manifest = json.loads(described.read_text())
    manifest["shards"][0] |= changed
    described.write_text(json.dumps(manifest))
    assert make(tmp_path) == 33
    assert "describes no data set" in capsys.readouterr().err

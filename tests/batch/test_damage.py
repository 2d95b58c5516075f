"""Stores that something has damaged: refused by whoever opens them, and never written to."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from unriddle.batch.chunk import Row
from unriddle.batch.jobs import Setup
from unriddle.batch.store import Store
from unriddle.cli import run
from unriddle.cli.exits import BAD_INPUT
from unriddle.core import BadInput

SETUP = Setup("bloxorz", "astar", "native", "rolls")

STATEMENTS = {
    "a setup that is no JSON": "UPDATE setups SET json = '{\"puzzle\": '",
    "a setup that is a number": "UPDATE setups SET json = '7'",
    "a setup that is a list": "UPDATE setups SET json = '[1]'",
    "a setup with a word too many": "UPDATE setups SET json = replace(json, '{', '{\"x\": 1, ')",
    "a setup with a word too few": 'UPDATE setups SET json = \'{"puzzle": "bloxorz"}\'',
    "a setup that is bytes": "UPDATE setups SET json = x'ff00'",
    "limits without names": "UPDATE setups SET json = json_set(json, '$.limits', 1)",
    "a solver that is no text": "UPDATE setups SET json = json_set(json, '$.solver', 1)",
    "a setup of brackets": f"UPDATE setups SET json = '{'[' * 100_000}'",
    "bytes that are no text": "UPDATE results SET plan = CAST(x'ff41' AS TEXT)",
    "no setups": "DROP TABLE setups",
    "no results": "DROP TABLE results",
    "a column less": "ALTER TABLE results DROP COLUMN plan",
    "a column with another name": "ALTER TABLE results RENAME COLUMN digest TO sum",
    "results of a setup that is not there": "DELETE FROM setups",
    "a table of batches without numbers": "DROP TABLE batches; "
    "CREATE TABLE batches (id INT, process TEXT, expires REAL)",
    "leases that are a view": "DROP TABLE leases; CREATE VIEW leases AS SELECT * FROM results",
    "the mark of another program": "PRAGMA application_id = 7",
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with enough in it that its tables have many pages."""
    path = tmp_path_factory.mktemp("sound") / "runs.sqlite"
    with Store(path) as store:
        number = store.setup_id(SETUP)
        store.add(
            number,
            [
                Row(
                    f"bloxorz/{n}",
                    "",
                    "solved",
                    True,
                    True,
                    99,
                    99,
                    99,
                    1,
                    2,
                    0.1,
                    3,
                    plan="R" * 99,
                )
                for n in range(100, 1000)
            ],
        )
    return path


def refused_by_all(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status, export and batch refuse it with words, and it stays as it is."""
    before = path.read_bytes()
    for words in (("status",), ("--export", "csv"), ("bloxorz/1", "--workers", "1")):
        assert run(["batch", *words, "--store", str(path)]) == BAD_INPUT, words
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("error: ")
        assert path.name in shown.err
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", STATEMENTS)
def test_a_table_that_is_not_as_it_should_be(
    damage: str, sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.sqlite"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript(STATEMENTS[damage])
    refused_by_all(path, capsys)


CHANGES = {
    "cost = -5": "its cost is below 0",
    "cost = 'a lot'": "its cost is no integer",
    "cost = 50": "its cost is below its lower_bound",
    "cost = NULL": "it is solved without cost",
    "plan = NULL": "it is solved without plan",
    "plan = x'ff'": "its plan is no text",
    "level = x'00ff'": "its level is no text",
    "finished = 7.5": "",
    "finished = x'00'": "its finished is no text",
    "seconds = -1": "its seconds is below 0",
    "status = 'won'": "its status is unknown",
    "status = 'out of time'": "it has a plan or a cost and is not solved",
    "status = 'unsolvable', plan = NULL, moves = NULL, cost = NULL": "it has a plan or a cost",
    "status = 'failed', plan = NULL, moves = NULL, cost = NULL, optimal = 0": "checked without",
    "lower_bound = 3": "it is optimal, and its lower_bound is not its cost",
    "optimal = 2": "its optimal is neither yes nor no",
    "proof = '{'": "its proof is no JSON object",
    "proof = '[1]'": "its proof is no JSON object",
    "finished = CAST(x'3131ff' AS TEXT)": "row 401 of the table `results` is no UTF-8",
}
"""What somebody changes in a row by hand, and what is said about it."""


@pytest.mark.parametrize("change", CHANGES)
def test_a_row_that_somebody_has_changed(
    change: str, sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.sqlite"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(f"UPDATE results SET {change} WHERE level = 'bloxorz/500'")
    if not CHANGES[change]:  # SQLite itself makes text of it
        assert run(["batch", "status", "--store", str(path)]) == 0
        return
    with pytest.raises(BadInput, match=CHANGES[change]) as refused:
        Store(path)
    assert "bloxorz/500" in str(refused.value) or "level" in change or "UTF-8" in CHANGES[change]
    refused_by_all(path, capsys)


@pytest.mark.parametrize("seed", range(12))
def test_pages_that_are_not_as_they_should_be(
    seed: int, sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(seed)
    content = bytearray(sound.read_bytes())
    page = 4096 * rng.randrange(1, len(content) // 4096)
    match seed % 3:
        case 0:
            content[page : page + 4096] = bytes(4096)
        case 1:
            content[page : page + 4096] = rng.randbytes(4096)
        case _:
            del content[page:]
    path = tmp_path / "runs.sqlite"
    path.write_bytes(content)
    refused_by_all(path, capsys)


def test_a_schema_that_is_no_text(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.sqlite"
    path.write_bytes(sound.read_bytes().replace(b"CREATE TABLE", b"CREATE \xdbABLE", 1))
    refused_by_all(path, capsys)


@pytest.mark.parametrize("content", [b"\0" * 8192, b"SQLite format 3\0", b"text" * 999])
def test_files_that_are_no_database(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.sqlite"
    path.write_bytes(content)
    refused_by_all(path, capsys)

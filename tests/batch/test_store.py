"""The store of a batch: every result once, and a file that stays whole."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from unriddle.batch.chunk import CRASHED, Row
from unriddle.batch.export import write_parquet, write_text
from unriddle.batch.jobs import Setup, Task
from unriddle.batch.store import Store, status_of
from unriddle.core import BadInput, Proof, Status
from unriddle.wording import unsolvable

SETUP = Setup("bloxorz", "astar", "native", "rolls", limits={"seconds": 1.0})
ROWS = [
    Row("bloxorz/1", "", "solved", True, True, 7, 7, 7, 30, 90, 0.001, 4096, plan="R D"),
    Row("bloxorz/2", "", "unsolvable", True, False, expanded=12),
    Row("bloxorz/3", "", CRASHED, error="its worker was ended by SIGKILL"),
]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "runs.sqlite")


def test_a_result_is_kept_once(store: Store) -> None:
    number = store.setup_id(SETUP)
    store.add(number, ROWS)
    store.add(number, [ROWS[0]._replace(status="gave up"), ROWS[1]])
    (summary,) = store.summaries()
    assert summary.setup == SETUP
    assert summary.counts == {"solved": 1, "unsolvable, proof checked": 1, CRASHED: 1}
    assert summary.done == 3
    assert summary.first <= summary.last


def test_a_setup_has_one_number(store: Store) -> None:
    first = store.setup_id(SETUP)
    other = store.setup_id(Setup("bloxorz", "bfs", "native", None))
    assert first == store.setup_id(Setup.from_json(SETUP.as_json()))
    assert first != other


def test_what_is_missing_is_told_by_name_and_content(store: Store) -> None:
    number = store.setup_id(SETUP)
    first, changed = Task("maps.xsb", "one text"), Task("maps.xsb", "another text")
    store.add(number, [Row("maps.xsb", first.digest, "solved")])
    tasks = [first, changed, Task("bloxorz/9")]
    assert store.statuses(number, tasks) == {("maps.xsb", first.digest): "solved"}
    other = store.setup_id(Setup("bloxorz", "bfs", "native", None))
    assert store.statuses(other, tasks) == {}


def test_what_crashed_can_be_forgotten(store: Store) -> None:
    number = store.setup_id(SETUP)
    store.add(number, ROWS)
    assert store.forget_crashed(number) == 1
    assert list(store.statuses(number, [Task("bloxorz/1"), Task("bloxorz/3")])) == [
        ("bloxorz/1", "")
    ]
    assert store.summaries()[0].counts == {"solved": 1, "unsolvable, proof checked": 1}


def test_results_that_come_twice_are_counted_once(store: Store) -> None:
    number = store.setup_id(SETUP)
    store.add(number, ROWS[:2])
    store.add(number, ROWS)
    assert store.summaries()[0].counts == {"solved": 1, "unsolvable, proof checked": 1, CRASHED: 1}


def test_unsolvable_is_counted_apart_where_it_was_not_checked(store: Store) -> None:
    number = store.setup_id(SETUP)
    proof = Proof(20_000, complete=False)
    too_large = json.dumps(asdict(proof))
    rows = [
        *ROWS,
        Row("bloxorz/4", "", "unsolvable", False, False),
        Row("bloxorz/5", "", "unsolvable", False, False, proof=too_large),
        Row("bloxorz/6", "", "unsolvable", False, False, proof=too_large.replace("20000", "7")),
    ]
    store.add(number, rows)
    expected = {
        "unsolvable, proof too large to check": 2,
        "solved": 1,
        "unsolvable, proof checked": 1,
        "unsolvable, not checked": 1,
        CRASHED: 1,
    }
    assert store.summaries()[0].counts == expected
    assert Counter(map(status_of, rows)) == expected  # what a batch shows while it works
    assert [one["proof"] for one in store.records()][-2] == asdict(proof)
    for row in rows[1:]:  # the same words as those of a single level, without the figures
        given = None if row.proof is None else proof
        if row.status == Status.UNSOLVABLE and not row.checked:
            assert unsolvable(given, accepted=False).startswith(status_of(row))
    store.forget_crashed(number)  # counts again, from the rows
    del expected[CRASHED]
    assert store.summaries()[0].counts == expected


def test_a_chunk_enters_whole_or_not_at_all(store: Store) -> None:
    number = store.setup_id(SETUP)
    broken = [ROWS[0], ROWS[1]._replace(status=None)]
    with pytest.raises(BadInput, match="NOT NULL"):
        store.add(number, broken)
    assert store.summaries()[0].counts == {}
    store.add(number, ROWS)
    assert store.summaries()[0].done == 3


def test_it_can_be_read_while_it_is_written(store: Store) -> None:
    number = store.setup_id(SETUP)
    with Store(store.path, must_exist=True) as reader:
        for count, row in enumerate(ROWS, start=1):
            store.add(number, [row])
            assert reader.summaries()[0].done == count


def test_files_that_are_no_store_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database at all, and long enough to be taken for one" * 20)
    with pytest.raises(BadInput, match=r"notes\.txt.*not a database"):
        Store(text)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE t (x)")
    database.close()
    with pytest.raises(BadInput, match="another program"):
        Store(other)
    with pytest.raises(BadInput, match="there is no store"):
        Store(tmp_path / "absent.sqlite", must_exist=True)
    with pytest.raises(BadInput, match="absent"):
        Store(tmp_path / "absent" / "runs.sqlite")


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    path.touch()
    with Store(path, must_exist=True) as empty:
        assert empty.summaries() == []
        assert list(empty.records()) == []
    assert path.stat().st_size == 0
    with Store(path) as store:
        assert store.summaries() == []


def test_another_batch_may_make_it_in_the_same_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "runs.sqlite"
    connect = sqlite3.connect
    statements = []

    class Overtaken(sqlite3.Connection):
        """Before its second statement, another program makes the store."""

        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            statements.append(statement)
            if len(statements) == 2:
                with monkeypatch.context() as undisturbed:
                    undisturbed.setattr(sqlite3, "connect", connect)
                    Store(path).close()
            return super().execute(statement, *values)

    monkeypatch.setattr(sqlite3, "connect", partial(connect, factory=Overtaken))
    with Store(path) as store:
        assert store.summaries() == []


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TRIGGER t AFTER INSERT ON results BEGIN DELETE FROM results; END",
        "ALTER TABLE results RENAME TO kept; CREATE VIEW results AS SELECT * FROM kept",
    ],
)
def test_what_would_lose_results_is_refused(tmp_path: Path, change: str) -> None:
    path = tmp_path / "runs.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.executescript(change)
    for must_exist in (True, False):
        with pytest.raises(BadInput, match=r"is damaged: there is a (trigger t|view results)"):
            Store(path, must_exist=must_exist)


def test_a_view_of_the_users_own_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE VIEW mine AS SELECT level FROM results")
    Store(path).close()


def test_exports_say_the_same(store: Store, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is missing: pip install 'unriddle[parquet]'")
    import pyarrow.parquet

    store.add(store.setup_id(SETUP), ROWS)
    lines, table = io.StringIO(), io.StringIO()
    assert write_text(store, "jsonl", lines) == len(ROWS)
    assert write_text(store, "csv", table) == len(ROWS)
    assert write_parquet(store, tmp_path / "runs.parquet") == len(ROWS)
    objects = [json.loads(line) for line in lines.getvalue().splitlines()]
    rows = list(csv.DictReader(io.StringIO(table.getvalue())))
    records = pyarrow.parquet.read_table(tmp_path / "runs.parquet").to_pylist()
    assert [one["level"] for one in objects] == ["bloxorz/1", "bloxorz/2", "bloxorz/3"]
    for one, row, record in zip(objects, rows, records, strict=True):
        assert one["optimal"] == record["optimal"]
        assert one["checked"] == record["checked"]
        assert one["limits"] == SETUP.limits == json.loads(record["limits"])
        for name in ("level", "status", "plan", "cost", "expanded", "seconds", "error"):
            assert one[name] == record[name]
            assert row[name] == ("" if one[name] is None else str(one[name]))


def test_an_empty_store_exports_nothing(store: Store, tmp_path: Path) -> None:
    assert write_text(store, "csv", io.StringIO()) == 0
    assert store.summaries() == []


@pytest.mark.parametrize(
    "name", [":memory:", "file:runs.sqlite", "runs?mode=memory", "%41#.sqlite"]
)
def test_any_name_of_a_file_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with Store(name) as store:
        store.add(store.setup_id(SETUP), ROWS[:1])
    assert (tmp_path / name).is_file()
    with Store(name, must_exist=True) as store:
        assert store.summaries()[0].done == 1


@pytest.mark.parametrize("must_exist", [True, False])
@pytest.mark.parametrize("name", ["", "x" * 300])
def test_names_that_no_file_can_have_are_refused(name: str, must_exist: bool) -> None:
    with pytest.raises(BadInput):
        Store(name, must_exist=must_exist)

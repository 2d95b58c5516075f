"""The store of a batch: one SQLite file, written while others read it.

Every result is kept once, by its setup and its level. A chunk is one transaction, so whatever ends
the program loses at most the chunks that were on their way, and the file stays whole (SQLite in WAL
mode). Programs may read it while a batch runs. A store that is damaged is refused before anything
is written to it by the next one who opens it.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from unriddle.batch import contradictions
from unriddle.batch.chunk import CRASHED, FAILED, ROW
from unriddle.batch.jobs import Setup, Task
from unriddle.core import BadInput, Status, T
from unriddle.figures import COLUMNS
from unriddle.wording import CHECKED, NOT_CHECKED, TOO_LARGE, unsolvable_ones

_NOW = "strftime('%Y-%m-%dT%H:%M:%fZ')"

_KINDS = {str: "TEXT", bool: "INTEGER", int: "INTEGER", float: "REAL", dict: "TEXT"}
_FIGURES = ", ".join(f"{column.name} {_KINDS[column.kind]}" for column in COLUMNS)

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS setups (
    id INTEGER PRIMARY KEY,
    json TEXT NOT NULL UNIQUE,
    created TEXT NOT NULL DEFAULT ({_NOW})
);
CREATE TABLE IF NOT EXISTS results (
    setup INTEGER NOT NULL REFERENCES setups (id),
    level TEXT NOT NULL,
    digest TEXT NOT NULL,
    {_FIGURES},
    plan TEXT,
    error TEXT,
    finished TEXT NOT NULL DEFAULT ({_NOW}),
    CHECK (status IS NOT NULL),
    PRIMARY KEY (setup, level, digest)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS batches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    process TEXT NOT NULL,
    expires REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS leases (
    setup INTEGER NOT NULL REFERENCES setups (id),
    level TEXT NOT NULL,
    digest TEXT NOT NULL,
    batch INTEGER NOT NULL,
    PRIMARY KEY (setup, level, digest)
) WITHOUT ROWID;
"""
"""`leases.py` says what the last two are for. A batch writes when its leases expire by its clock;
the others look whether that changes."""

_FOR_LEASES = {
    table: statement.strip().replace("IF NOT EXISTS ", "")
    for statement in _SCHEMA.split(";")
    for table in ("batches", "leases")
    if f" {table} (" in statement
}
"""The tables of the leases as SQLite keeps them."""

_SETUPS_LOST = """
WITH RECURSIVE used (setup) AS (
    SELECT min(setup) FROM results
    UNION ALL SELECT (SELECT min(setup) FROM results WHERE setup > used.setup) FROM used
    WHERE used.setup IS NOT NULL
)
SELECT count(*) FROM used WHERE setup IS NOT NULL AND setup NOT IN (SELECT id FROM setups)
"""
"""How many setups have results but are not there; looks at one row a setup."""

BLOCK = 500
"""Tasks that are looked up together."""

NAMED = 10
"""Levels without an answer that are named."""

_RECOVER = "name another store, or save what can be read by sqlite3's .recover"

MARK = 0x756E7269
"""In the head of the file: it is one of ours ("unri")."""

_what_counts = itemgetter(*map(ROW.index, ("status", "checked", "proof")))


def status_of(row: Sequence[Any]) -> str:
    """What became of a level, by its row: the words under which it is counted."""
    return _counted_as(*_what_counts(row))


def _counted_as(status: str, checked: bool | None, proof: str | None) -> str:
    if status != Status.UNSOLVABLE:
        return status
    return unsolvable_ones(CHECKED if checked else TOO_LARGE if proof else NOT_CHECKED)


class Summary(NamedTuple):
    """How far a batch has come."""

    setup: Setup
    counts: dict[str, int]
    """Results by status."""
    first: str
    last: str
    """When the first and the last result came in."""
    unanswered: list[tuple[str, str]]
    """The names of levels that failed or crashed, at most `NAMED`, each with the reason."""

    @property
    def done(self) -> int:
        """How many levels have a result."""
        return sum(self.counts.values())


class Store:
    """A store that is open, only to be read if it must exist; raises `BadInput` for others."""

    def __init__(self, path: str | Path, *, must_exist: bool = False) -> None:
        self.path = str(path)
        if must_exist and not os.path.exists(path):
            raise BadInput(f"there is no store {self.path}", hint="a batch makes it: --store FILE")
        with self._explained():
            # With a folder in front, `:memory:` and `file:...` are files like others.
            place = os.path.join(os.curdir, path)
            self._database = sqlite3.connect(place, timeout=60.0, isolation_level=None)
            try:
                self._check()
                if not must_exist:
                    self._make_ready()
            except BaseException:
                self._database.close()
                raise

    def _check(self) -> None:
        """Raise if it is neither empty nor a store that is whole."""
        # In this order: another batch may make both at this moment, in one transaction.
        (tables,) = self._database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (mark,) = self._database.execute("PRAGMA application_id").fetchone()
        if mark != MARK and tables:
            raise BadInput(f"{self.path} is a database of another program")
        self._is_empty = mark != MARK
        if self._is_empty:
            return
        (health,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise self._damaged(health)
        for kind, name in self._database.execute(
            "SELECT type, name FROM sqlite_schema WHERE type = 'trigger' OR type = 'view'"
        ):
            if kind == "trigger" or name in _READ:
                raise self._damaged(f"there is a {kind} {name} in it, which is not ours")
        for table, columns in _READ.items():
            found = {row[1] for row in self._database.execute(f"PRAGMA table_info({table})")}
            if lacking := [column for column in columns if column not in found]:
                raise self._damaged(f"there is no {', '.join(lacking)} in {table}")
        for table, made in self._database.execute("SELECT name, sql FROM sqlite_schema"):
            if made != _FOR_LEASES.get(table, made):
                raise self._damaged(f"its table {table} is not as we make it")
        self._setups()
        (lost,) = self._database.execute(_SETUPS_LOST).fetchone()
        if lost:
            raise self._damaged("there are results of a setup that is not there")
        for level, problem in self._database.execute(contradictions.FIND):
            hint = "delete that row of the table `results`, and the batch solves the level again"
            raise self._damaged(f"the result of {level} cannot be true: {problem}", hint)
        sound = 0
        try:
            for _ in self._database.execute(contradictions.ALL_TEXT):
                sound += 1
        except sqlite3.OperationalError as error:
            if "UTF-8" not in str(error):
                raise
            problem = f"the text of row {sound + 1:,} of the table `results` is no UTF-8"
            raise self._damaged(problem) from error

    def _make_ready(self) -> None:
        """Make the tables that are not there yet."""
        self._is_empty = False
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        with self.transaction():
            for statement in filter(str.strip, _SCHEMA.split(";")):
                self._database.execute(statement)
            self._database.execute(f"PRAGMA application_id = {MARK}")

    def _setups(self) -> list[tuple[int, Setup]]:
        """The setups with their numbers, the oldest first."""
        if self._is_empty:
            return []
        rows = self._database.execute("SELECT id, json FROM setups ORDER BY id").fetchall()
        try:
            return [(int(number), Setup.from_json(text)) for number, text in rows]
        except (ValueError, TypeError) as error:
            raise self._damaged(f"a setup cannot be read: {error}") from error

    def _damaged(self, problem: str, hint: str = _RECOVER) -> BadInput:
        return BadInput(
            f"the store {self.path} is damaged: {problem}",
            hint=f"nothing was written to it; {hint}",
        )

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def setup_id(self, setup: Setup) -> int:
        """The number of a setup, which is entered if it is new."""
        text = setup.as_json()
        self._execute("INSERT OR IGNORE INTO setups (json) VALUES (?)", [text])
        (number,) = self._execute("SELECT id FROM setups WHERE json = ?", [text]).fetchone()
        return int(number)

    def statuses(self, setup: int, tasks: Sequence[Task]) -> dict[tuple[str, str], str]:
        """The statuses of those of a block of tasks that have a result, by level and digest."""
        return {key: row[0] for key, row in self._found("status", "results", setup, tasks)}

    def results(self, setup: int, tasks: Sequence[Task]) -> dict[tuple[str, str], dict[str, Any]]:
        """The rows of those of a block of tasks that have a result, by level and digest."""
        found = self._found(", ".join(ROW), "results", setup, tasks)
        return {key: dict(zip(ROW, row, strict=True)) for key, row in found}

    def held(self, setup: int, tasks: Sequence[Task]) -> dict[tuple[str, str], int]:
        """The batches that hold those of a block of tasks that are leased."""
        return {key: row[0] for key, row in self._found("batch", "leases", setup, tasks)}

    def _found(
        self, what: str, table: str, setup: int, tasks: Sequence[Task]
    ) -> Iterator[tuple[tuple[str, str], tuple[Any, ...]]]:
        marks = ",".join("?" * len(tasks))
        wanted = {(task.level, task.digest) for task in tasks}
        with self._explained():
            for level, digest, *values in self._database.execute(
                f"SELECT level, digest, {what} FROM {table} WHERE setup = ? AND level IN ({marks})",
                [setup, *(task.level for task in tasks)],
            ):
                if (level, digest) in wanted:
                    yield (level, digest), tuple(values)

    def add(self, setup: int, rows: Sequence[tuple[Any, ...]]) -> None:
        """Keep the results of a chunk, all or none; a level that has one already keeps it.

        The rows are `Row`s or plain tuples in the same order.
        """
        marks = ",".join("?" * len(ROW))
        with self.transaction():
            (now,) = self._database.execute(f"SELECT {_NOW}").fetchone()
            self._database.executemany(
                f"INSERT INTO results (setup, finished, {','.join(ROW)}) "
                f"VALUES ({setup:d}, '{now}', {marks}) "
                "ON CONFLICT (setup, level, digest) DO NOTHING",
                rows,
            )
            self._database.executemany(
                f"DELETE FROM leases WHERE setup = {setup:d} AND level = ? AND digest = ?",
                [row[:2] for row in rows],
            )

    def enter_batch(self, process: str, expires: float) -> int:
        """Note that a process works on this store; returns the number of its batch."""
        entered = "INSERT INTO batches (process, expires) VALUES (?, ?)"
        return self._execute(entered, [process, expires]).lastrowid or 0

    def renew_batch(self, batch: int, expires: float) -> bool:
        """Move the time when the leases of a batch expire; False if it is not known any more."""
        renewed = "UPDATE batches SET expires = ? WHERE id = ?"
        return bool(self._execute(renewed, [expires, batch]).rowcount)

    def leave_batch(self, batch: int) -> None:
        """Forget a batch and all its leases."""
        self._execute("DELETE FROM leases WHERE batch = ?", [batch])
        self._execute("DELETE FROM batches WHERE id = ?", [batch])

    def batches(self) -> list[tuple[int, str, float]]:
        """The batches at work: number, process, and when their leases expire by their clocks."""
        with self._explained():
            return self._database.execute("SELECT id, process, expires FROM batches").fetchall()

    def lease(self, batch: int, setup: int, tasks: Sequence[Task]) -> None:
        """Note that a batch is at these tasks."""
        with self._explained():
            self._database.executemany(
                "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?)",
                [(setup, task.level, task.digest, batch) for task in tasks],
            )

    def forget_crashed(self, setup: int) -> int:
        """Forget the levels that crashed, so that they are tried again; returns how many."""
        forgotten = "DELETE FROM results WHERE setup = ? AND status = ?"
        return self._execute(forgotten, [setup, CRASHED]).rowcount

    def summaries(self) -> list[Summary]:
        """How far each setup in the store has come, the oldest first."""
        with self._explained():
            return [self._summary(number, setup) for number, setup in self._setups()]

    def _summary(self, number: int, setup: Setup) -> Summary:
        rows = self._database.execute(
            "SELECT status, checked, iif(proof IS NULL, NULL, 'there is one') AS proof_made, "
            "count(*), min(finished), max(finished) FROM results WHERE setup = ? "
            "GROUP BY status, checked, proof_made",
            [number],
        ).fetchall()
        counts: Counter[str] = Counter()
        for status, checked, proof, count, _, _ in rows:
            counts[_counted_as(status, checked, proof)] += count
        return Summary(
            setup,
            dict(counts.most_common()),
            min((first for *_, first, _ in rows), default=""),
            max((last for *_, last in rows), default=""),
            self._database.execute(
                "SELECT level, error FROM results WHERE setup = ? AND status IN (?, ?) LIMIT ?",
                [number, FAILED, CRASHED, NAMED],
            ).fetchall(),
        )

    def records(self) -> Iterator[dict[str, Any]]:
        """Every result with its setup, one by one, as `unriddle solve --json` would say it."""
        with self._explained():
            for number, setup in self._setups():
                head = {
                    "puzzle": setup.puzzle,
                    "solver": setup.solver,
                    "engine": setup.engine,
                    "heuristic": setup.heuristic,
                    "settings": dict(setup.settings),
                    "rules": dict(setup.rules),
                    "limits": dict(setup.limits),
                    "version": setup.version,
                }
                columns = (*ROW, "finished")
                for row in self._database.execute(
                    f"SELECT {','.join(columns)} FROM results WHERE setup = ?", [number]
                ):
                    found = dict(zip(columns, row, strict=True))
                    for name in contradictions.YES_OR_NO:
                        if found[name] is not None:
                            found[name] = bool(found[name])
                    found["proof"] = found["proof"] and json.loads(found["proof"])
                    yield {**head, **found}

    def _execute(self, statement: str, values: Sequence[Any]) -> sqlite3.Cursor:
        with self._explained():
            return self._database.execute(statement, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written within this block, or nothing of it."""
        with self._explained():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what can go wrong with a file into words."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", None)
            hint = _HINTS.get(code & 0xFF if code is not None else None, "")
            raise BadInput(f"the store {self.path}: {error}", hint=hint) from error
        except UnicodeDecodeError as error:  # what SQLite says of a schema names a part of it
            raise self._damaged("its schema is no UTF-8") from error


_READ = {
    "setups": ("id", "json"),
    "results": ("setup", *ROW, "finished"),
}
"""What a store must have to be read."""

_HINTS: dict[int | None, str] = {
    sqlite3.SQLITE_FULL: "make room, then run the same command again: it goes on where it stopped",
    sqlite3.SQLITE_IOERR: "check whether the disk is full or broken; the stored results are whole",
    sqlite3.SQLITE_CORRUPT: f"nothing was written to it; {_RECOVER}",
    sqlite3.SQLITE_NOTADB: "name a new file, or a store of this program",
    sqlite3.SQLITE_CANTOPEN: "check whether the folder exists and is writable",
    sqlite3.SQLITE_READONLY: "check whether the file is writable",
    sqlite3.SQLITE_BUSY: "another program holds it; run the same command again later",
}


def batched(rows: Iterable[T], size: int | None = None) -> Iterator[list[T]]:
    """Tasks in blocks that can be looked up together, or other things in blocks of another size."""
    rest = iter(rows)
    while block := list(islice(rest, size or BLOCK)):
        yield block

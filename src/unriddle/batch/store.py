"""The store of a batch: one SQLite file, written while others read it.

Every result is kept once, by its setup and its level. A chunk is one transaction, so whatever ends
the program loses at most the chunks that were on their way, and the file stays whole (SQLite in WAL
mode). Programs may read it while a batch runs.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from unriddle.batch.chunk import CRASHED, Row
from unriddle.batch.work import Setup, Task
from unriddle.core import BadInput, Status
from unriddle.wording import NOT_CHECKED, ended

_NOW = "strftime('%Y-%m-%dT%H:%M:%fZ')"

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
    status TEXT NOT NULL,
    checked INTEGER,
    optimal INTEGER,
    moves INTEGER,
    cost INTEGER,
    lower_bound INTEGER,
    plan TEXT,
    expanded INTEGER,
    generated INTEGER,
    seconds REAL,
    memory_bytes INTEGER,
    error TEXT,
    finished TEXT NOT NULL DEFAULT ({_NOW}),
    PRIMARY KEY (setup, level, digest)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tallies (
    setup INTEGER NOT NULL REFERENCES setups (id),
    status TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (setup, status)
) WITHOUT ROWID;
"""
"""The tallies spare whoever asks how far it is the counting of millions of rows. They are kept by
the chunk: a trigger for every row would cost a fifth of the insertion."""

MARK = 0x756E7269
"""In the head of the file: it is one of ours ("unri")."""

COLUMNS = Row._fields
_status_and_checked = itemgetter(COLUMNS.index("status"), COLUMNS.index("checked"))
_VERDICTS = ("checked", "optimal")
"""Columns that hold yes or no; in a store from before there was a judge nothing is checked."""


def status_of(row: Sequence[Any]) -> str:
    """What became of a level, by its row."""
    return ended(*_status_and_checked(row))


class Summary(NamedTuple):
    """How far a batch has come."""

    setup: Setup
    counts: dict[str, int]
    """Results by status."""
    first: str
    last: str
    """When the first and the last result came in."""

    @property
    def done(self) -> int:
        """How many levels have a result."""
        return sum(self.counts.values())


class Store:
    """A store that is open."""

    def __init__(self, path: str | Path, *, must_exist: bool = False) -> None:
        self.path = str(path)
        if must_exist and not Path(path).exists():
            raise BadInput(f"there is no store {self.path}", hint="a batch makes it: --store FILE")
        with self._explained():
            self._database = sqlite3.connect(self.path, timeout=60.0, isolation_level=None)
            self._open()

    def _open(self) -> None:
        (mark,) = self._database.execute("PRAGMA application_id").fetchone()
        (tables,) = self._database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if mark != MARK and tables:
            raise BadInput(f"{self.path} is a database of another program")
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        for trigger in ("counted", "discounted"):  # they kept the tallies in older stores
            self._database.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        if mark == MARK:
            self._add_what_is_new()
        else:
            with self._transaction():
                for statement in _statements(_SCHEMA):
                    self._database.execute(statement)
                self._database.execute(f"PRAGMA application_id = {MARK}")

    def _add_what_is_new(self) -> None:
        """Give a store of an older version the columns that it lacks."""
        if not self._has_column("checked"):
            with self._transaction():
                if not self._has_column("checked"):  # another program may have been quicker
                    self._database.execute("ALTER TABLE results ADD COLUMN checked INTEGER")

    def _has_column(self, name: str) -> bool:
        return name in {row[1] for row in self._database.execute("PRAGMA table_info(results)")}

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
        with self._explained():
            self._database.execute("INSERT OR IGNORE INTO setups (json) VALUES (?)", [text])
            row = self._database.execute("SELECT id FROM setups WHERE json = ?", [text]).fetchone()
        return int(row[0])

    def missing(self, setup: int, tasks: Sequence[Task]) -> list[Task]:
        """Those of a block of tasks that have no result yet."""
        marks = ",".join("?" * len(tasks))
        with self._explained():
            found = self._database.execute(
                f"SELECT level, digest FROM results WHERE setup = ? AND level IN ({marks})",
                [setup, *(task.level for task in tasks)],
            ).fetchall()
        done = set(found)
        return [task for task in tasks if (task.level, task.digest) not in done]

    def add(self, setup: int, rows: Sequence[tuple[Any, ...]]) -> None:
        """Keep the results of a chunk, all or none; a level that has one already keeps it.

        The rows are `Row`s or plain tuples in the same order.
        """
        marks = ",".join("?" * len(COLUMNS))
        with self._explained(), self._transaction():
            (now,) = self._database.execute(f"SELECT {_NOW}").fetchone()
            added = self._database.executemany(
                f"INSERT INTO results (setup, finished, {','.join(COLUMNS)}) "
                f"VALUES ({setup:d}, '{now}', {marks}) "
                "ON CONFLICT (setup, level, digest) DO NOTHING",
                rows,
            ).rowcount
            if added == len(rows):
                self._database.executemany(
                    f"INSERT INTO tallies VALUES ({setup:d}, ?, ?) "
                    "ON CONFLICT DO UPDATE SET number = number + excluded.number",
                    Counter(map(status_of, rows)).items(),
                )
            else:  # another batch has been at it
                self._count_again(setup)

    def forget_crashed(self, setup: int) -> int:
        """Forget the levels that crashed, so that they are tried again; returns how many."""
        with self._explained(), self._transaction():
            forgotten = self._database.execute(
                "DELETE FROM results WHERE setup = ? AND status = ?", [setup, CRASHED]
            ).rowcount
            self._count_again(setup)
        return forgotten

    def _count_again(self, setup: int) -> None:
        """Make the tallies of a setup from its results."""
        self._database.execute("DELETE FROM tallies WHERE setup = ?", [setup])
        self._database.execute(
            "INSERT INTO tallies "
            "SELECT setup, iif(status = ? AND checked IS NOT 1, ?, status) AS word, count(*) "
            "FROM results WHERE setup = ? GROUP BY word",
            [Status.UNSOLVABLE, NOT_CHECKED, setup],
        )

    def summaries(self) -> list[Summary]:
        """How far each setup in the store has come, the oldest first."""
        with self._explained():
            setups = self._database.execute("SELECT id, json FROM setups ORDER BY id").fetchall()
            return [self._summary(number, text) for number, text in setups]

    def _summary(self, number: int, text: str) -> Summary:
        counts = self._database.execute(
            "SELECT status, number FROM tallies WHERE setup = ? AND number > 0 ORDER BY 2 DESC",
            [number],
        ).fetchall()
        first, last = self._database.execute(
            "SELECT min(finished), max(finished) FROM results WHERE setup = ?", [number]
        ).fetchone()
        return Summary(Setup.from_json(text), dict(counts), first or "", last or "")

    def records(self) -> Iterator[dict[str, Any]]:
        """Every result with its setup, one by one, as `unriddle solve --json` would say it."""
        with self._explained():
            setups = self._database.execute("SELECT id, json FROM setups ORDER BY id").fetchall()
            for number, text in setups:
                setup = Setup.from_json(text)
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
                columns = (*COLUMNS, "finished")
                for row in self._database.execute(
                    f"SELECT {','.join(columns)} FROM results WHERE setup = ?", [number]
                ):
                    found = dict(zip(columns, row, strict=True))
                    for name in _VERDICTS:
                        if found[name] is not None:
                            found[name] = bool(found[name])
                    yield {**head, **found}

    @contextmanager
    def _transaction(self) -> Iterator[None]:
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


_HINTS: dict[int | None, str] = {
    sqlite3.SQLITE_FULL: "make room, then run the same command again: it goes on where it stopped",
    sqlite3.SQLITE_IOERR: "see whether the disk is full or broken; what is stored is whole",
    sqlite3.SQLITE_NOTADB: "name a file that is not there yet, or a store of this program",
    sqlite3.SQLITE_CANTOPEN: "see whether the folder is there and may be written",
    sqlite3.SQLITE_READONLY: "see whether the file may be written",
    sqlite3.SQLITE_BUSY: "another program holds it; run the same command again later",
}


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one, so that they fit into a transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""

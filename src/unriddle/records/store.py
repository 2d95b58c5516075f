"""Where games are kept: one small SQLite file in the user's data folder, for all screens.

Whatever is wrong with it, play goes on: `problem` says what, games are then kept until they can be
written or the program ends. Several programs may use it at once. It is no WAL store, so that it can
be read from a disk that cannot be written.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import get_args

from unriddle.core import BadInput
from unriddle.play import Help
from unriddle.records.record import Record

_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, began TEXT NOT NULL, json TEXT NOT NULL
) WITHOUT ROWID
"""
_HELP_SCHEMA = "CREATE TABLE IF NOT EXISTS help (key TEXT PRIMARY KEY, kinds TEXT) WITHOUT ROWID"
_PATIENCE = 2.0
"""Seconds to wait for another program that is writing."""
_TROUBLE = (sqlite3.Error, UnicodeDecodeError, OSError)
"""With a file; what SQLite says of a damaged schema need not be UTF-8."""


class Store:
    """All games of a user."""

    def __init__(self, path: Path | None = None) -> None:
        if path is None:
            from platformdirs import user_data_path  # a browser has no such folder

            path = user_data_path("unriddle", appauthor=False) / "records.db"
        self.path = path
        self.problem = ""
        """Why games are not kept; empty while they are."""
        self._here: dict[str, Record] = {}
        """Games that are not written yet."""
        self._help_here: dict[str, frozenset[Help]] = {}
        """What helped with a level, where it could not be written."""

    def keep(self, records: Iterable[Record]) -> None:
        """Keep games; one with the id of an older one takes its place.

        What could not be written before, because another program was writing, say, is tried again.
        """
        self._here.update((one.id, one) for one in records)
        waiting = list(self._here.values())
        rows = [
            (one.id, one.key, one.began, json.dumps(one.as_json(), sort_keys=True))
            for one in waiting
        ]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._open() as database:
                database.executemany("REPLACE INTO games VALUES (?, ?, ?, ?)", rows)
        except _TROUBLE as error:
            self._fail(error)
        else:
            self.problem = ""
            for one in waiting:
                if self._here.get(one.id) is one:  # another thread may have put a newer one there
                    del self._here[one.id]

    def take(self, records: Iterable[Record]) -> list[Record]:
        """Keep games from elsewhere of which less is known; which these are."""
        known = {one.id: one for one in self.games()}
        new: dict[str, Record] = {}
        for one in records:
            if one.id not in known or (one.solved and not known[one.id].solved):
                known[one.id] = new[one.id] = one
        self.keep(new.values())
        return list(new.values())

    def games(self, key: str | None = None) -> list[Record]:
        """All games, or those at one level by the same rules, the oldest first."""
        kept: dict[str, Record] = {}
        try:
            if self.path.exists():
                with self._open() as database:
                    where = "" if key is None else " WHERE key = ?"
                    found = database.execute(
                        f"SELECT json FROM games{where} ORDER BY began, id",
                        () if key is None else (key,),
                    )
                    for (text,) in found:
                        with suppress(ValueError, TypeError, RecursionError, BadInput):  # damaged
                            record = Record.from_json(json.loads(text))
                            kept[record.id] = record
        except _TROUBLE as error:
            self._fail(error)
        here = list(self._here.values())
        kept.update((one.id, one) for one in here if key in (None, one.key))
        return sorted(kept.values(), key=lambda one: (one.began, one.id))

    def note_help(self, key: str, kinds: Iterable[Help]) -> None:
        """What helps with a level that is not won yet, instead of what was noted before."""
        noted = frozenset(kinds)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._open() as database:
                database.execute(_HELP_SCHEMA)
                database.execute("REPLACE INTO help VALUES (?, ?)", (key, " ".join(sorted(noted))))
        except _TROUBLE as error:
            self._fail(error)
            self._help_here[key] = noted
        else:
            if self._help_here.get(key) == noted:  # another thread may have noted more
                del self._help_here[key]

    def help_seen(self, key: str) -> frozenset[Help]:
        """What was noted last about a level, also by a program that has ended since."""
        if key in self._help_here or not self.path.exists():
            return self._help_here.get(key, frozenset())
        kinds = ""
        with suppress(*_TROUBLE), self._open() as database:  # or no such table yet
            found = database.execute("SELECT kinds FROM help WHERE key = ?", (key,)).fetchone()
            kinds = str(found[0]) if found else ""
        return frozenset(kind for kind in get_args(Help) if kind in kinds.split())

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A connection for one transaction."""
        with closing(sqlite3.connect(self.path, timeout=_PATIENCE)) as database, database:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version > _VERSION:
                raise sqlite3.DatabaseError("it was written by a newer version of the program")
            if not version:  # new, or left empty by a full disk
                database.execute(_SCHEMA)
                database.execute(f"PRAGMA user_version = {_VERSION}")
            yield database

    def _fail(self, error: Exception) -> None:
        self.problem = f"games are not kept: {self.path}: {error}"

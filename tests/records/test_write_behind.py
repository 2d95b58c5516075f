"""A store that is written in a thread: at once known, soon on the disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from records.test_record import pasted, solved

from unriddle.records import Record, Store
from unriddle.records.write_behind import WriteBehindStore


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Event:
    """A disk that writes nothing until this is set."""
    ready, keep, note_help = Event(), Store.keep, Store.note_help

    def slow_keep(self: Store, records: Iterable[Record]) -> None:
        ready.wait()
        keep(self, records)

    def slow_note_help(self: Store, key: str, kinds: Iterable[str]) -> None:
        ready.wait()
        note_help(self, key, kinds)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "keep", slow_keep)
    monkeypatch.setattr(Store, "note_help", slow_note_help)
    return ready


def test_who_keeps_a_game_does_not_wait_for_the_disk(tmp_path: Path, disk: Event) -> None:
    store, other = WriteBehindStore(tmp_path / "records.db"), Store(tmp_path / "records.db")
    games = [replace(solved(pasted()), id=str(number)) for number in range(3)]
    for game in games:
        store.keep([game])
    store.note_help("k", ["hint"])
    store.note_help("k", ["hint", "solver"])
    assert store.games() == games
    assert store.help_seen("k") == {"hint", "solver"}
    assert not other.games()
    assert not other.help_seen("k")
    disk.set()
    assert not store.problem
    assert other.games() == store.games() == games
    assert other.help_seen("k") == store.help_seen("k") == {"hint", "solver"}


def test_what_is_wrong_is_told_once_it_is_known(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    path.mkdir()
    store = WriteBehindStore(path)
    game = solved(pasted())
    store.keep([game])
    assert "games are not kept" in store.problem
    path.rmdir()
    store.keep([])
    assert not store.problem
    assert Store(path).games() == [game]


def test_without_a_thread_it_writes_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = WriteBehindStore(tmp_path / "records.db")

    def no_thread(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(store._writer, "submit", no_thread)
    store.keep([solved(pasted())])
    assert Store(store.path).games() == store.games() == [solved(pasted())]
    assert not store.problem

"""The store: shared by programs, and whatever is wrong with it, play goes on."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from records.test_record import pasted, solved

from unriddle.records import Store


def test_two_programs_share_it(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "records.db"), Store(tmp_path / "records.db")
    game = solved(pasted())
    assert one.games() == []
    one.keep([game])
    other.keep([replace(game, id="2", key="k")])
    assert one.games() == other.games() == [game, replace(game, id="2", key="k")]
    assert one.games("k") == [replace(game, id="2", key="k")]
    assert not one.problem + other.problem


def test_of_games_from_elsewhere_it_takes_those_of_which_it_knows_less(tmp_path: Path) -> None:
    store = Store(tmp_path / "records.db")
    won = solved(pasted())
    begun = replace(won, solved=False, cost=0, counts={}, plan="")
    assert store.take([begun]) == [begun]
    assert store.take([begun, won, begun, replace(won, cost=9)]) == [won]
    assert store.take([won, begun]) == []
    assert store.games() == [won]


def test_it_is_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Store().keep([solved(pasted())])
    assert (tmp_path / "unriddle" / "records.db").is_file()


def damaged(path: Path) -> None:
    path.write_bytes(b"this is no database" * 100)


def no_text(path: Path) -> None:
    Store(path).keep([])
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE", b"CREATE \xdbABLE"))


def newer(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()


def folder(path: Path) -> None:
    path.mkdir()


def no_place(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_text("a file where the folder should be")


@pytest.mark.parametrize("harm", [damaged, no_text, newer, folder, no_place])
def test_harm_is_told_and_play_goes_on(tmp_path: Path, harm: object) -> None:
    path = tmp_path / "data" / "records.db"
    path.parent.mkdir()
    harm(path)  # type: ignore[operator]
    store = Store(path)
    game = solved(pasted())
    store.keep([game])
    assert str(path) in store.problem
    assert store.games() == [game]  # as long as the program runs


def test_another_program_that_writes_is_waited_for_and_then_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unriddle.records.store._PATIENCE", 0.01)
    store = Store(tmp_path / "records.db")
    store.keep([solved(pasted())])
    other = sqlite3.connect(store.path)
    other.execute("BEGIN EXCLUSIVE")
    store.keep([solved(pasted(), id="2")])
    assert "locked" in store.problem
    other.close()
    assert [one.id for one in store.games()] == ["1", "2"]
    store.keep([solved(pasted(), id="3")])  # and what is left is written with the next game
    assert not store.problem
    assert [one.id for one in Store(store.path).games()] == ["1", "2", "3"]


def test_a_file_that_a_full_disk_left_empty_is_a_new_one(tmp_path: Path) -> None:
    store = Store(tmp_path / "records.db")
    store.path.touch()
    assert (store.games(), store.problem) == ([], "")


def test_one_damaged_game_hides_no_other(tmp_path: Path) -> None:
    store = Store(tmp_path / "records.db")
    store.keep([solved(pasted(), id=one) for one in "1234"])
    with sqlite3.connect(store.path) as database:
        database.execute("UPDATE games SET json = '{' WHERE id = '1'")
        database.execute("UPDATE games SET json = x'ff' WHERE id = '3'")
        database.execute("UPDATE games SET json = ? WHERE id = '4'", ["[" * 100_000])
    database.close()
    assert [one.id for one in store.games()] == ["2"]


def test_help_is_noted_in_a_store_of_an_earlier_version(tmp_path: Path) -> None:
    store = Store(tmp_path / "records.db")
    assert store.help_seen("k") == frozenset()
    store.keep([solved(pasted())])
    assert store.help_seen("k") == frozenset()
    store.note_help("k", {"hint", "solver"})
    assert Store(store.path).help_seen("k") == {"hint", "solver"}
    store.note_help("k", ())
    assert Store(store.path).help_seen("k") == frozenset()
    assert not store.problem


def test_help_is_noted_where_nothing_can_be_written(tmp_path: Path) -> None:
    store = Store(tmp_path / "records.db")
    folder(store.path)
    store.note_help("k", {"hint"})
    assert store.help_seen("k") == {"hint"}
    assert store.problem

"""The menu: from a puzzle and a level to a screen, and whatever is typed into its search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList
from tui.harness import Player, perform, screen_text, until

import unriddle
from unriddle import remembered
from unriddle.catalog import PUZZLES
from unriddle.records import Store
from unriddle.tui.app import UnriddleApp
from unriddle.tui.packs import find, packs
from unriddle.tui.screens.menu import MenuScreen
from unriddle.tui.screens.play import PlayScreen


def menu_of(pilot: Player) -> MenuScreen:
    screen = pilot.app.screen
    assert isinstance(screen, MenuScreen)
    return screen


def test_from_the_menu_to_a_board_and_back() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("enter", "down", "down", "enter", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.app.screen.session.puzzle.name == "bloxorz/3"  # type: ignore[attr-defined]
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await pilot.press("left", "left")
        assert menu_of(pilot).focused is menu_of(pilot).query_one("#packs")

    perform(UnriddleApp(), scene)


def test_every_pack_is_on_the_menu() -> None:
    async def scene(pilot: Player) -> None:
        for entry in PUZZLES.values():
            for prefix, _ in entry.ids():
                assert prefix in {pack.name for pack in menu_of(pilot).packs}
        listed = menu_of(pilot).query_one("#packs", OptionList)
        assert listed.option_count == len(menu_of(pilot).packs)

    perform(UnriddleApp(), scene)


def test_search_by_number_and_title() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("slash", *"stage 2")
        await pilot.pause()
        levels = menu_of(pilot).query_one("#levels", OptionList)
        assert [levels.get_option_at_index(i).id for i in range(levels.option_count)] == [
            str(number) for number in range(20, 30)
        ]
        await pilot.press("enter")
        assert menu_of(pilot).number == 20

    perform(UnriddleApp(), scene)


def test_a_deal_by_its_number() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("slash", *"freecell/12345678", "enter")
        await pilot.pause()
        assert (menu_of(pilot).pack.name, menu_of(pilot).number) == ("freecell", 12345678)
        await pilot.press("slash", *"987654", "enter")
        await pilot.pause()
        assert menu_of(pilot).number == 987654
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.app.screen.session.puzzle.name == "freecell/987654"  # type: ignore[attr-defined]

    perform(UnriddleApp(), scene)


def test_a_file_and_a_file_that_is_none(tmp_path: Path) -> None:
    maps = tmp_path / "two.xsb"
    maps.write_text("#####\n#@$.#\n#####\nTitle: A\n\n######\n#@ $.#\n######\nTitle: B\n")

    async def scene(pilot: Player) -> None:
        menu = menu_of(pilot)
        menu.query_one("#search", Input).value = str(maps)
        await pilot.press("slash", "enter")
        await pilot.pause()
        assert (menu.pack.shipped, menu.number, len(menu.pack.numbers)) == (None, 1, 2)
        menu.query_one("#search", Input).value = f"{tmp_path}/nothing.xsb"
        await pilot.press("slash", "enter")
        await pilot.pause()
        assert "is neither a level nor a file" in screen_text(pilot.app)

    perform(UnriddleApp(), scene, size=(140, 30))


def test_a_collection_that_was_opened_is_there_the_next_time_until_it_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    maps = tmp_path / "two.xsb"
    maps.write_text("#####\n#@$.#\n#####\nTitle: A\n\n####\n#@?#\n####\nTitle: B\n")

    async def type_in(pilot: Player, text: str) -> None:
        menu_of(pilot).query_one("#search", Input).focus()
        menu_of(pilot).query_one("#search", Input).value = text
        await pilot.press("enter")
        await pilot.pause()

    async def opened(pilot: Player) -> None:
        menu = menu_of(pilot)
        await type_in(pilot, "-")
        assert "name a file" in screen_text(pilot.app)
        for again in range(2):
            await type_in(pilot, "~/two.xsb")
            assert "remembered as sokoban/mine/two; x forgets it" in screen_text(pilot.app)
            assert [one.name for one in menu.packs].count(str(maps)) == 1, again
        assert "broken: unknown square" in [title for _, title in menu.pack.titles][1]

    async def there(pilot: Player) -> None:
        menu = menu_of(pilot)
        assert "sokoban/mine/two" in {one.name for one in menu.packs}
        await type_in(pilot, "sokoban/mine/two/1")
        assert menu.pack.name == "sokoban/mine/two"
        await type_in(pilot, str(maps))
        assert "sokoban/mine/two" not in {one.name for one in menu.packs}
        await pilot.press("x")
        await until(pilot, lambda: "sokoban/mine/two is forgotten" in screen_text(pilot.app))
        assert str(maps) not in {one.name for one in menu.packs}
        assert menu.pack is menu.packs[0]
        await pilot.press("x")
        assert "is not one of your packs" in screen_text(pilot.app)

    perform(UnriddleApp(), opened, size=(160, 30))
    assert [one.path for one in remembered.remembered()] == [str(maps)]
    assert remembered.register() == []
    perform(UnriddleApp(), there, size=(160, 30))
    assert remembered.remembered() == []
    assert maps.exists()


def test_a_folder_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "one.xsb" / "below"))
    maps = tmp_path / "one.xsb"
    maps.write_text("#####\n#@$.#\n#####\nTitle: A\n")

    async def scene(pilot: Player) -> None:
        menu_of(pilot).query_one("#search", Input).value = str(maps)
        await pilot.press("slash", "enter")
        await pilot.pause()
        assert "the list of your packs cannot be" in screen_text(pilot.app)
        assert menu_of(pilot).pack.name == str(maps)

    perform(UnriddleApp(), scene, size=(200, 30))


def test_packs(tmp_path: Path) -> None:
    maps = tmp_path / "two.xsb"
    maps.write_text("#####\n#@$.#\n#####\nTitle: A\n\n######\n#@ $.#\n######\nTitle: B\n")
    pack, number = find(f"{maps}#2")
    assert (number, pack.load(2).title, list(pack.titles)) == (2, "B", [(1, "A"), (2, "B")])
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "one.xsb").write_text("######\n#@$ .#\n######\nTitle: C\n")
    pack, number = find(str(tmp_path))
    assert (number, [title for _, title in pack.titles]) == (1, ["A", "B", "C"])
    assert find(f"{tmp_path}#3")[0] == pack
    assert find(f"{tmp_path}#3-3")[1] == 3
    assert find("sokoban/uit/3-5")[1] == 3
    assert find("bloxorz")[1] == 1
    for pack in packs({"cost": "pushes", "cells": "3"}):
        assert pack.load(pack.numbers[0]).name == pack.reference(pack.numbers[0])


def test_who_began_with_a_level_comes_to_it_in_the_menu(tmp_path: Path) -> None:
    maps = tmp_path / "two.xsb"
    maps.write_text("#####\n#@$.#\n#####\nTitle: A\n\n######\n#@ $.#\n######\nTitle: B\n")

    async def scene(pilot: Player) -> None:
        await pilot.press("n", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await pilot.pause()
        menu = menu_of(pilot)
        assert (menu.pack.name, menu.number) in (("sokoban/uit", 4), (str(maps), 2))
        assert menu.query_one("#levels", OptionList).highlighted == menu.number - 1
        assert f"{menu.pack.name}: {len(menu.pack.numbers)} levels, 0 solved" in " ".join(
            screen_text(pilot.app).split()
        )
        await pilot.press("enter")  # plays it again
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.app.screen.number == menu.number  # type: ignore[attr-defined]

    for first in ("sokoban/uit/3", f"{maps}#1"):
        perform(UnriddleApp(first), scene, size=(200, 30))


def test_every_list_is_seen_in_40_columns() -> None:
    async def scene(pilot: Player) -> None:
        assert "the 33 stages" in screen_text(pilot.app)
        await pilot.press("enter")
        await pilot.pause()
        shown = screen_text(pilot.app)
        assert "1  Stage 01" in shown
        assert "Let a solver play   w" in shown
        await pilot.press("enter", "left", "left")
        await pilot.pause()
        assert "the 33 stages" in screen_text(pilot.app)

    perform(UnriddleApp(), scene, size=(40, 12))


def test_all_keys_are_shown_where_they_need_two_lines() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await pilot.pause()
        assert "? help  q quit" in screen_text(pilot.app)

    perform(UnriddleApp("bloxorz/1"), scene)


def test_only_q_leaves_the_menu_and_the_level_played_last_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def scene(pilot: Player) -> None:
        await pilot.press("escape", "escape")
        assert "q quits" in screen_text(pilot.app)
        await pilot.press("enter", "enter", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        for key in ("right", "right", "down", "right", "right", "right", "down"):
            await pilot.press(key)
        await pilot.press("enter")  # on to the next one
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await pilot.pause()
        assert menu_of(pilot).number == 2
        shown = screen_text(pilot.app)
        assert "✓   1  Stage 01" in shown
        assert "33 levels, 1 solved" in shown

    perform(UnriddleApp(), scene)
    # Under another name it is the same level, and another one of that name is not.
    file = tmp_path / "mine.txt"
    written = PUZZLES["bloxorz"].notation.format_level
    stages: list[Any] = [unriddle.load("bloxorz/2"), unriddle.load("bloxorz/1")]
    file.write_text("\n".join(written(stage.level) for stage in stages))
    assert find(str(file))[0].solved(Store().games()) == {2}

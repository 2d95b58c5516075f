"""The language of the app: who asks for which, and that everything has its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tui.harness import PLAIN, Player, perform, screen_text, until

from unriddle.catalog import PUZZLES
from unriddle.core import BadInput, Limits
from unriddle.loading import load
from unriddle.solving import choose
from unriddle.tui import words
from unriddle.tui.app import UnriddleApp
from unriddle.tui.ascii import in_ascii
from unriddle.tui.launch import launch
from unriddle.tui.screens.menu import ACTIONS, MenuScreen
from unriddle.tui.screens.play import PlayScreen
from unriddle.tui.screens.records import RecordsScreen
from unriddle.tui.screens.replay import ReplayScreen
from unriddle.tui.screens.search import SearchScreen
from unriddle.tui.screens.solver_choice import AllLevelsChoice, CompareChoice, WatchChoice
from unriddle.tui.screens.table import TableScreen
from unriddle.tui.screens.trace import TraceScreen
from unriddle.tui.words import language_of, page_table, t

SOURCES = Path(words.__file__).parent
NAMES = {"Enter", "Home", "End", "Esc", "Space", "PageUp", "PageDown", "Escape", "Enter, Space"}
"""Keys are called what is written on them."""


@pytest.fixture(autouse=True)
def _vietnamese() -> Iterator[None]:
    words.use("vi")
    yield
    words.use("en")


def test_the_environment_chooses() -> None:
    assert language_of({"LANG": "vi_VN.UTF-8"}) == "vi"
    assert language_of({"LANG": "vi_VN.UTF-8", "LC_ALL": "C"}) == "en"
    assert language_of({"LANG": "vi_VN", "UNRIDDLE_LANG": "en"}) == "en"
    assert language_of({"LANGUAGE": "fr:vi:en", "LANG": "fr_FR"}) == "vi"
    assert language_of({}) == language_of({"LANG": "de_DE.UTF-8"}) == "en"
    with pytest.raises(BadInput, match="no language 'xx'"):
        launch(None, language="xx")


def test_every_text_of_the_app_has_words() -> None:
    """What is written in the source as `t("...")`, and what the keys of the screens say."""
    used = set()
    for path in SOURCES.rglob("*.py"):
        if path.name != "words.py":
            used |= set(re.findall(r"""\bt\(\s*["']([^"'\n]+)["']""", path.read_text("utf-8")))
    choices = (AllLevelsChoice, CompareChoice, WatchChoice)
    used |= {one.heading for one in choices}
    watching = (SearchScreen, TableScreen, TraceScreen)
    for screen in (MenuScreen, PlayScreen, ReplayScreen, RecordsScreen, *choices, *watching):
        used |= {text for key in screen.KEYS for text in (key.label.strip(), key.help) if text}
    used |= {label for _, label, _ in ACTIONS}
    english = {text for text in used if t(text) == text and text not in NAMES}
    assert not english


def test_page_and_app_share_their_words() -> None:
    page = dict(pair for name in words._PAGE for pair in page_table(name))
    assert t("Your best") == page["Your best"]
    lost = "nothing to land on at row 8, column 2"
    assert "hàng 8, cột 2" in t(lost)


def test_a_key_is_called_what_is_written_on_it() -> None:
    """Also where a letter is the name of a setting, too, as `c` is."""
    names = [key.name for key in MenuScreen.KEYS]
    assert {"c", "w", "?"} <= set(names)
    assert in_ascii("Đẩy, đi") == "Day, di"


def test_boards_and_solvers_have_words_on_the_screen() -> None:
    """Titles of levels, what is counted, and everything about a solver; no key of other boards."""
    seen = []

    async def scene(pilot: Player) -> None:
        seen.append(screen_text(pilot.app))
        await pilot.press("e")
        seen.append(screen_text(pilot.app))
        await pilot.press("question_mark")
        seen.append(screen_text(pilot.app))
        await pilot.press("escape", "w")
        await pilot.pause()
        seen.append(screen_text(pilot.app))

    perform(UnriddleApp("sokoban/uit/1", support=PLAIN._replace(unicode=True)), scene, (110, 30))
    played, finished, keys, solvers = seen
    assert "Bản đồ môn học 1" in played
    assert "lá" not in finished + keys
    for english in ("Course map", "complete", "seconds", "no limit", "states", "settings"):
        assert english not in played + solvers


def test_the_columns_of_a_comparison_have_words() -> None:
    async def scene(pilot: Player) -> None:
        choice = choose(PUZZLES["sokoban"], "bfs")
        pilot.app.push_screen(TableScreen("1", [(load("sokoban/uit/1"), choice)], Limits()))
        await until(pilot, lambda: "đã giải" in screen_text(pilot.app))
        shown = screen_text(pilot.app)
        for word in ("màn", "thuật toán", "kết quả", "nước", "lần đẩy", "đã mở rộng", "thời gian"):
            assert word in shown

    perform(UnriddleApp(support=PLAIN._replace(unicode=True)), scene, (120, 30))

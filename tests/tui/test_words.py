"""The language of the app: who asks for which, and that everything has its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from unriddle.core import BadInput
from unriddle.tui import words
from unriddle.tui.launch import launch
from unriddle.tui.screens.menu import ACTIONS, MenuScreen
from unriddle.tui.screens.play import PlayScreen
from unriddle.tui.screens.records import RecordsScreen
from unriddle.tui.screens.replay import ReplayScreen
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
    for screen in (MenuScreen, PlayScreen, ReplayScreen, RecordsScreen):
        used |= {text for key in screen.KEYS for text in (key.label.strip(), key.help) if text}
    used |= {label for _, label, _ in ACTIONS}
    english = {text for text in used if t(text) == text and text not in NAMES}
    assert not english


def test_page_and_app_share_their_words() -> None:
    page = dict(pair for name in words._PAGE for pair in page_table(name))
    assert t("Your best") == page["Your best"]
    lost = "nothing to land on at row 8, column 2"
    assert "hàng 8, cột 2" in t(lost)

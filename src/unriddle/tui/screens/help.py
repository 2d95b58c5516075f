"""The keys of the screen before, over that screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from unriddle.tui.words import t


class HelpScreen(ModalScreen[None]):
    """A box with keys and what they do; any of its keys closes it."""

    BINDINGS: ClassVar = [("escape,enter,space,q,question_mark,f1", "app.pop_screen", "Close")]

    def __init__(self, keys: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self._keys = [*keys, ("?", t("this help")), ("Ctrl+Q", t("quit from anywhere"))]

    def compose(self) -> ComposeResult:
        """A table of two columns."""
        width = max(len(key) for key, _ in self._keys)
        text = Text()
        for key, meaning in self._keys:
            text.append(f"{key.ljust(width)}  ", "bold").append(f"{meaning}\n")
        text.rstrip()
        with VerticalScroll() as box:
            box.border_title = t("Keys")
            yield Static(text)

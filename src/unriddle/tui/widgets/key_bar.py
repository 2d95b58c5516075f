"""The line of keys at the bottom of a screen; each can be clicked."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.style import Style
from textual.widgets import Static


class KeyBar(Static):
    """Keys, what they do, and the action behind each."""

    DEFAULT_CSS = """
    KeyBar { height: 1; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, keys: Iterable[tuple[str, str, str]]) -> None:
        parts = []
        for key, label, action in keys:
            click = Style.from_meta({"@click": action})
            parts.append(
                Content.assemble((key, click + Style(bold=True)), (f" {label}".rstrip(), click))
            )
        super().__init__(Content("  ").join(parts))

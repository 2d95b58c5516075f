"""Questions about levels and records that need no open game, each with its answer.

A server answers them over HTTP, where a browser can keep or repeat them; in a browser they are
messages. They have a name, words (`query`) and perhaps a text that they bring (`body`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from unriddle.records import Store
from unriddle.text_files import as_text
from unriddle.web import levels, records
from unriddle.web.menu import menu
from unriddle.web.scenes import Json


class Question(NamedTuple):
    """What is asked."""

    query: Mapping[str, str] = {}
    body: bytes = b""
    store: Store | None = None

    def text(self, name: str, longest: int) -> str:
        """A word, empty if it is missing."""
        return self.query.get(name, "")[:longest]

    def number(self, name: str, otherwise: int) -> int:
        """A whole number."""
        text = self.query.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else otherwise


def _levels(asked: Question) -> Json:
    first, count = asked.number("first", 1), asked.number("count", 1)
    return levels.page_of(asked.query.get("pack", ""), first, count, asked.text("search", 100))


def _deal(asked: Question) -> Json:
    seed, day = asked.number("seed", 0), asked.query.get("day", "")
    return levels.winnable(asked.text("difficulty", 20), seed, day)


def _read(asked: Question) -> Json:
    name = asked.text("name", 200)
    return levels.cards_of(as_text(asked.body, name), name, asked.text("puzzle", 60))


def _records(asked: Question) -> Json:
    return records.kept(asked.store, every="all" in asked.query)


ANSWERS: Mapping[str, Callable[[Question], Json]] = {
    "menu": lambda asked: menu(),
    "levels": _levels,
    "deal": _deal,
    "records": _records,
}
"""By name; each may raise `BadInput`."""
ANSWERS_TO_TEXTS: Mapping[str, Callable[[Question], Json]] = {
    "read": _read,
    "records": lambda asked: records.take(asked.store, asked.body),
    "statistics": lambda asked: records.statistics_of(asked.body),
}
"""The same for those that bring a text."""

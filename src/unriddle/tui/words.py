"""What the app says, in the language of its user: the texts of the page, and its own.

The English text is the key. `web/static/` has the Vietnamese of what page and app both say,
`vi.json` of what only the app says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import Any

LANGUAGES = {"en": "English", "vi": "Tiếng Việt"}
_PAGE = (
    *("strings.js", "catalogue-vi.js", "messages-vi.js"),
    *("boards/strings.js", "parts/records-strings.js"),
)
_ASKED = ("UNRIDDLE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that name a language; the first that is set decides."""

_language = "en"


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, or English if the app does not speak it."""
    asked = next((environment[name] for name in _ASKED if environment.get(name)), "")
    codes = (one.partition("_")[0].partition(".")[0].lower() for one in asked.split(":"))
    return next((code for code in codes if code in LANGUAGES), "en")


def use(language: str) -> None:
    """Speak this language from now on."""
    global _language
    _language = language


def language() -> str:
    """The language that the app speaks."""
    return _language


def t(text: str, **values: Any) -> str:
    """A text in the user's language, with `{name}` replaced; English where there is no other."""
    if _language != "en":
        text = _vietnamese().get(text) or _uncapitalised(text) or _sentence(text) or text
    return text.format(**values) if values else text


def said_title(text: str) -> str:
    """The title of a level. With a colon in it, it is none of ours, and stays as it was written."""
    return text if ": " in text else t(text)


def _uncapitalised(text: str) -> str:
    """What the page says with a capital letter or a full stop."""
    for other in (text[:1].upper() + text[1:], f"{text[:1].upper()}{text[1:]}."):
        if found := _vietnamese().get(other):
            return (found[:1].lower() + found[1:]).rstrip(".")
    return ""


@lru_cache(1000)
def _sentence(text: str) -> str:
    """One with a place or a name in it, or of a place: as `said` of the page."""
    for english, vietnamese in _sentences():
        if found := english.fullmatch(text):
            return vietnamese.format(
                **{
                    name: one if name == "typed" else _part(one)
                    for name, one in found.groupdict().items()
                }
            )
    where, colon, what = text.partition(": ")  # a file, a place in it, or a move
    return f"{_places(where)}: {_part(what)}" if colon else ""


def _part(text: str) -> str:
    """A part of a sentence; a single letter is the name of something."""
    known = _vietnamese().get(text) or _sentence(text) if len(text) > 1 else ""
    return _places(known or text)


def _places(text: str) -> str:
    for english, vietnamese in (
        (r"row (\d+), column (\d+)", r"hàng \1, cột \2"),
        (r"level (\d+), line", r"màn \1, line"),
        (r"line (\d+)", r"dòng \1"),
        (r", column (\d+)", r", cột \1"),
        (r"^move (\d+)", r"nước \1"),
    ):
        text = re.sub(english, vietnamese, text)
    return text.replace(" and ", " và ").replace(" or ", " hoặc ")


@cache
def _vietnamese() -> dict[str, str]:
    table: dict[str, str] = {}
    for name in _PAGE:
        table.update(page_table(name))
    return table | _of_app()


@cache
def _of_app() -> dict[str, str]:
    text = (files("unriddle") / "tui" / "vi.json").read_text("utf-8")
    table: dict[str, str] = json.loads(text)
    return table


@cache
def _sentences() -> list[tuple[re.Pattern[str], str]]:
    of_page = map(page_table, ("catalogue-vi.js", "messages-vi.js"))
    return [
        (re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(english))), vietnamese)
        for english, vietnamese in chain(*of_page, _of_app().items())
        if "{" in english
    ]


def page_table(name: str) -> Iterator[tuple[str, str]]:
    """English and Vietnamese of a table of the page, whose entries are written as JSON."""
    source = (files("unriddle") / "web" / "static" / name).read_text("utf-8")
    body = source[source.index("= {") + 2 : source.rindex("}") + 1]
    body = re.sub(r"^\s*//.*$", "", body, flags=re.MULTILINE)
    body = re.sub(r"^(\s*)(\w+):", r'\1"\2":', body, flags=re.MULTILINE)
    table = json.loads(re.sub(r",(\s*[}\]])", r"\1", body))
    for key, value in table.items():
        english, vietnamese = (key, value) if isinstance(value, str) else value
        yield english, vietnamese

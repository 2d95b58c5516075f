"""Games as a file: written, and read with every plan replayed by the rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from unriddle.core import BadInput, UnriddleError
from unriddle.lines import json_object
from unriddle.records.record import Record, checked, printable

FORMAT = "unriddle records"
VERSION = 1
LARGEST = 64 << 20
"""Characters of a file that is read."""
MOST_GAMES = 100_000
"""In a file that is read."""


class Refused(NamedTuple):
    """A game that does not count, and why."""

    name: str
    problem: str


def write_export(records: Iterable[Record]) -> str:
    """Games as JSON, which `read_export` reads."""
    games = [record.as_json() for record in records]
    content = {"format": FORMAT, "version": VERSION, "games": games}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def read_export(text: str, source: str = "") -> tuple[list[Record], list[Refused]]:
    """The games that the rules confirm, and those that they refuse.

    Raises `BadInput` if it is no such file.
    """
    hint = "`unriddle records --export FILE` writes such a file"
    if len(text) > LARGEST:
        raise BadInput(f"is larger than {LARGEST >> 20} MiB", source=source)
    content = json_object(text, source, hint=hint)
    if content.get("format") != FORMAT:
        raise BadInput("is not a file of records", source=source, hint=hint)
    if content.get("version") != VERSION or not isinstance(content.get("games"), list):
        raise BadInput("has another version of the format", source=source)
    if len(content["games"]) > MOST_GAMES:
        raise BadInput(f"has more than {MOST_GAMES:,} games", source=source)
    return check_all(content["games"])


def check_all(games: Iterable[Any]) -> tuple[list[Record], list[Refused]]:
    """Read games from JSON and replay them: those that are true, and those that are refused."""
    true: list[Record] = []
    refused: list[Refused] = []
    for game in games:
        try:
            true.append(checked(Record.from_json(game)))
        except UnriddleError as error:
            name = game.get("name") if isinstance(game, dict) else None
            problem = error.problem if isinstance(error, BadInput) else str(error)
            called = name[:200] if isinstance(name, str) else "?"
            refused.append(Refused(printable(called), printable(problem)))
    return true, refused

"""Records as pages ask for them: what is kept, games that a browser brings, and statistics.

`store` is None where strangers can reach the server: then the browser alone keeps its records.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from unriddle.core import BadInput
from unriddle.lines import json_object
from unriddle.records import Record, Store, bests, statistics
from unriddle.records.exchange import check_all
from unriddle.web import limits
from unriddle.web.scenes import Json

MOST_COMMAS = 100_000
"""In a text that holds games, each of about 15 fields: others are not even read."""


def kept(store: Store | None, *, every: bool) -> Json:
    """The best games that are kept here, or all of them, and the statistics of all."""
    games = store.games() if store else []
    return {
        "kept": store is not None and not store.problem,
        "problem": store.problem if store else "",
        "games": [one.as_json() for one in (games if every else bests(games).values())],
        "statistics": [one.as_json() for one in statistics(games)],
    }


def take(store: Store | None, body: bytes) -> Json:
    """Replay games that a page brings, and keep those that are true; raises `BadInput`."""
    true, refused = check_all(_games(body))
    if store is not None:
        store.take(true)
    return {
        "games": [one.as_json() for one in true],
        "refused": [one._asdict() for one in refused],
        "kept": store is not None and not store.problem,
    }


def statistics_of(body: bytes) -> Json:
    """The statistics of games that a page alone keeps, as far as they are games."""
    games = []
    for one in _games(body):
        with suppress(BadInput):
            games.append(Record.from_json(one))
    return {"statistics": [one.as_json() for one in statistics(games)]}


def _games(body: bytes) -> list[Any]:
    hint = "choose a file that was exported here"
    if body.count(b",") > MOST_COMMAS:
        raise BadInput("is not a file of records", hint=hint)
    games = json_object(body, hint=hint).get("games")
    if not isinstance(games, list):
        raise BadInput("is not a file of records", hint=hint)
    if len(games) > limits.GAMES:
        raise BadInput(f"has more than {limits.GAMES:,} games", hint=hint)
    return games

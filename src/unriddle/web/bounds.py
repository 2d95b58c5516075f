"""What one server gives to the pages that are connected to it: every limit, in one place."""

from __future__ import annotations

from typing import Any

from unriddle.core import BadInput, Limits

CLIENTS = 200
"""Pages that may be connected at once."""
RUNS = 32
"""Searches that run at once; further ones wait for their turn."""
RUNS_OF_ONE_PAGE = 12
PYTHON_RUNS = 4
"""Of these, in Python: they share one interpreter with the server."""
LOOKS = 8
"""Search views open at once; each remembers every state that it has seen."""

SECONDS = 600.0
MEBIBYTES = 2048.0
"""The most that one search may use."""
DEFAULT = Limits(seconds=30.0, mebibytes=512.0)
"""What a search may use unless the page says otherwise."""
TOTAL_MEBIBYTES = 8192.0
"""What all searches together may reserve; one that does not fit waits."""

TEXT = 1 << 20
"""Bytes of a level file, or of any other message from a page."""
SQUARES = 40_000
"""Squares of a board that can be shown."""
QUICK = 1_500
"""Squares up to which a move is answered without a thread."""
LEVELS = 2_000
"""Levels of one file that are listed."""
MOVES = 20_000
"""Moves of one game."""
LOOKED_AT = 200_000
"""States that a search view expands."""
WATCHED = 100
"""Positions of a solution that are sent at once, and levels that are listed at once."""

BEAT = 0.07
"""Seconds between two reports on a search: fourteen in a second."""


def limits_of(wanted: Any) -> Limits:
    """The limits that a page asked for, cut to what the server gives; raises `BadInput`."""
    asked = wanted if isinstance(wanted, dict) else {}
    seconds = _number(asked, "seconds") or DEFAULT.seconds
    nodes = _number(asked, "nodes")
    mebibytes = _number(asked, "mebibytes") or DEFAULT.mebibytes
    limits = Limits(seconds, None if nodes is None else int(nodes), mebibytes)
    return Limits(
        min(limits.seconds or SECONDS, SECONDS),
        limits.nodes,
        min(limits.mebibytes or MEBIBYTES, MEBIBYTES),
    )


def _number(asked: dict[str, Any], name: str) -> float | None:
    value = asked.get(name)
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(f"the limit {name} must be a number")
    return value

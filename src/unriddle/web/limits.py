"""What one server gives to the pages that are connected to it: every limit, in one place."""

from __future__ import annotations

from typing import Any

from unriddle.core import BadInput, Limits

# Connections.
CONNECTIONS = 700
"""Connections at once, of pages and of others; one that asks nothing gives way to a new one."""
CLIENTS = 400
"""Pages that may be connected at once; when there are more, one that is silent has to go, or one of
an address that has more than half of them."""
ARRIVAL = 0.03
"""Seconds between two pages that come: one that comes and goes all the time starts less."""
ARRIVING = 200
"""Pages that wait until they may come; others are refused at once."""
SILENT = 60.0
"""Seconds without a word after which a page may have to give way to another."""
HEADER_SECONDS = 10.0
"""For a request to arrive, and between two of them."""
REQUEST_SECONDS = 60.0
"""For a request to be answered and its answer to be taken, and for a message to arrive."""
STALLED = 20.0
"""Seconds after which a page that takes nothing of what waits for it is gone."""

# What a page sends, and what waits for it.
TEXT = 1 << 20
"""Bytes of a level file, and of the longest message from a page."""
MESSAGE = 16 << 10
"""Characters of any message that holds no level."""
SHEET = 64 << 10
"""Characters of a message of the editor: the largest board, and not much more, as it draws all."""
MOVES_TEXT = 120_000
"""Characters of the moves that a level is opened with."""
PENDING = 24
"""Requests of one page that may wait for their answers; others are refused."""
OUTBOX = 1 << 20
"""Bytes that wait for one page; it is not asked for more until it has taken them."""
BODIES = 32 << 20
"""Bytes of level files on their way, of all pages together."""
HALVES = 32 << 20
"""Bytes of messages that have come in part, of all pages together; the oldest part gives way."""
READS = 2
"""Level files and lists that are worked on at once."""
READS_WAITING = 64
"""Half of them at most for one address."""
QUOTA = 0.5
"""The share of the time that one page gets for work that keeps others waiting."""

# Searches.
RUNS = 32
"""Searches that run at once; further ones wait for their turn."""
RUNS_OF_ONE_PAGE = 12
PYTHON_RUNS = 4
"""Of these, in Python: they share one interpreter with the server."""
PYTHON_RUNS_OF_ONE_PAGE = 2
ADVICE = 8
"""Hints, outlooks and optima that are worked on at once, beside these searches."""
ADVICE_OF_ONE_PAGE = 2
STEPPERS = 8
"""Search views open at once; each remembers every state that it has seen."""
STEPPERS_OF_ONE_PAGE = 2
"""Side by side; a further one takes the place of the oldest."""

SECONDS = 600.0
"""The most that one search may take."""
MEBIBYTES = 640.0
"""The most that one search, and that all searches of a page together, may use."""
DEFAULT = Limits(seconds=30.0, mebibytes=160.0)
"""What a search may use unless the page says otherwise."""
HINT = Limits(seconds=5.0, mebibytes=128.0)
"""What a hint or an optimum may use."""
SOLUTIONS = 5
"""Solutions in a file that are checked and shown, of one level."""
WHERE_LOST_SECONDS = 5.0
"""To find the move that lost a game; each position has the limits of an outlook."""
OUTLOOK = Limits(seconds=1.0, mebibytes=128.0)
"""What a look at whether the game, or a level in the editor, can still be won may use."""
FIRST_ADVICE = Limits(seconds=0.15, mebibytes=128.0)
"""What the first of two looks at a level in the editor may use, so that its author sees soon
whether it can be solved."""
TOTAL_MEBIBYTES = 8192.0
"""What all searches together may reserve; one that does not fit waits."""

# Boards and games.
SQUARES = 40_000
"""Squares of a board that can be shown."""
PYTHON_SQUARES = 2_500
"""Squares of a board that is searched in Python, or looked into."""
QUICK = 1_500
"""Squares and moves of a game, together, up to which a move is answered without a thread."""
GAMES = 6_000
"""Games that a page brings at once, to be replayed or counted; more do not fit into a text."""
LEVELS = 2_000
"""Levels of one file that are listed,"""
LISTED_SQUARES = 80_000
"""and their squares together."""
MOVES = 20_000
"""Moves of one game."""
GAME_BYTES = 32 << 20
"""Memory for the positions of one game."""
THINGS = 50_000
"""Things, such as boxes, in the positions that are sent at once."""
STEPPED = 1_000_000
"""States that a search view expands."""
STEPPER_PREPARES = 10.0
"""Seconds that a search view may take to prepare its heuristic, a moment at a time."""
STEPPER_EXPANDS = 5.0
"""Seconds that one of its expansions may take: estimates can be costly."""
STEPPER_BYTES = 128 << 20
"""Memory for the states that a search view remembers."""
TRACE_BYTES = 256 << 10
"""Of a trace that are sent at once; a line that is longer is sent alone."""
STRETCH_ENDS = 10_000
"""The last step that a page may have written as an animation or as a page of its own,"""
STRETCH_SECONDS = 20.0
"""and the time to get there once more."""
STRETCH_MEBIBYTES = 64.0
PER_ANSWER = 100
"""Positions of a solution that are sent at once, and levels that are listed at once."""
REPLAYS = 24
"""Solutions that a page may look at."""

INTERVAL = 0.07
"""Seconds between two reports on a search: fourteen in a second."""


def granted(wanted: Any) -> Limits:
    """The limits that a page asked for, cut to what the server gives; raises `BadInput`."""
    asked = wanted if isinstance(wanted, dict) else {}
    nodes = _number(asked, "nodes")
    return Limits(
        min(_number(asked, "seconds") or DEFAULT.seconds or SECONDS, SECONDS),
        None if nodes is None else int(nodes),
        min(_number(asked, "mebibytes") or DEFAULT.mebibytes or MEBIBYTES, MEBIBYTES),
    )


def says_how_long(wanted: Any) -> bool:
    """Has a page asked for a limit of time or nodes? Raises `BadInput`."""
    asked = wanted if isinstance(wanted, dict) else {}
    return _number(asked, "seconds") is not None or _number(asked, "nodes") is not None


def _number(asked: dict[str, Any], name: str) -> float | None:
    value = asked.get(name)
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(f"the limit {name} must be a number")
    return value

"""A log that no visitor can fill: the same complaint is written a few times a minute, not more."""

from __future__ import annotations

import logging
import time

PERIOD = 60.0
"""Seconds."""
OFTEN = 5
"""How many times a period a complaint is written."""
KINDS = 100
"""Different complaints that are told apart; further ones count as one."""
LONGEST = 4000
"""Characters of a complaint."""


class RateLimitFilter(logging.Filter):
    """Lets a record pass unless its like has been written often enough."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = time.monotonic()
        self._counts: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Is this to be written? The last one of its kind says that it is the last."""
        if time.monotonic() - self._begun > PERIOD:
            self._begun = time.monotonic()
            self._counts.clear()
        kind = (record.name, str(record.msg)[:100])
        if kind not in self._counts and len(self._counts) >= KINDS:
            kind = ("", "")
        count = self._counts[kind] = self._counts.get(kind, 0) + 1
        if count > OFTEN:
            return False
        text = record.getMessage()
        more = f" (others like it are not shown for {PERIOD:.0f} s)" if count == OFTEN else ""
        record.msg, record.args = text[:LONGEST] + more, None
        return True


def limit_log() -> None:
    """Keep the log of the server small under any traffic."""
    limited = RateLimitFilter()
    for name in ("unriddle.web", "uvicorn.error", "uvicorn.asgi", "asyncio", "websockets.server"):
        logging.getLogger(name).addFilter(limited)

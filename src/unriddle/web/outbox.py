"""Messages on their way to a page; a page that reads slowly gets the latest, not all of them."""

from __future__ import annotations

import asyncio

from unriddle.web.scenes import Json


class Outbox:
    """A queue in which a newer message may take the place of an older one."""

    def __init__(self) -> None:
        self._messages: dict[object, Json] = {}
        self._filled = asyncio.Event()

    def post(self, message: Json, *, instead_of: object = None) -> None:
        """Add a message; one with the same `instead_of` that was not yet sent is replaced."""
        self._messages[object() if instead_of is None else instead_of] = message
        self._filled.set()

    async def take(self) -> list[Json]:
        """All that waits, in its order; waits until there is something."""
        await self._filled.wait()
        self._filled.clear()
        messages = list(self._messages.values())
        self._messages.clear()
        return messages

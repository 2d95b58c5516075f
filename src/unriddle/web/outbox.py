"""Messages on their way to a page; a page that reads slowly gets the latest, not all of them."""

from __future__ import annotations

import asyncio
import json

from unriddle.web import limits
from unriddle.web.scenes import Json


class Written(str):
    """JSON that is ready: it goes into a message as it is."""

    __slots__ = ()


class Outbox:
    """A queue in which a newer message may take the place of an older one.

    It says when it has room again, so that a page that takes nothing is not asked for more.
    """

    def __init__(self) -> None:
        self._messages: dict[object, str] = {}
        self._size = 0
        self._filled = asyncio.Event()
        self._has_room = asyncio.Event()
        self._has_room.set()

    def post(self, message: Json, *, instead_of: object = None) -> None:
        """Add a message; one with the same `instead_of` that was not yet sent is replaced."""
        text = _whole(_text_of(message))
        name = object() if instead_of is None else instead_of
        self._size += len(text) - len(self._messages.get(name, ""))
        self._messages[name] = text
        self._filled.set()
        if self._size > limits.OUTBOX:
            self._has_room.clear()

    async def take(self) -> str:
        """The message that waits longest; waits until there is one."""
        await self._filled.wait()
        text = self._messages.pop(next(iter(self._messages)))
        self._size -= len(text)
        if not self._messages:
            self._filled.clear()
        if self._size <= limits.OUTBOX:
            self._has_room.set()
        return text

    async def room(self) -> None:
        """Wait until the page has taken enough of what waits for it."""
        await self._has_room.wait()


def _whole(text: str) -> str:
    """The same with a `?` for each half character: code of a user may have some, UTF-8 none."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def _text_of(message: Json) -> str:
    ready = {name: value for name, value in message.items() if isinstance(value, Written)}
    rest = {name: value for name, value in message.items() if name not in ready}
    text = json.dumps(rest, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    if not ready:
        return text
    parts = [] if text == "{}" else [text[1:-1]]
    parts += [f"{json.dumps(name)}:{value}" for name, value in ready.items()]
    return f"{{{','.join(parts)}}}"

"""Who may search now: the desk hands out places and memory, and lets the others wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from unriddle.web import bounds


class Desk:
    """Places for searches, shared by all pages of a server; first come, first served."""

    def __init__(self) -> None:
        self._changed = asyncio.Condition()
        self.running = 0
        self.looks = 0
        """Search views that are open."""
        self._in_python = 0
        self._mebibytes = 0.0
        self._waiting: list[object] = []

    @asynccontextmanager
    async def place(self, mebibytes: float, *, python: bool) -> AsyncIterator[None]:
        """A place and so much memory, as soon as both are free and those before have theirs."""
        ticket = object()
        self._waiting.append(ticket)
        try:
            async with self._changed:
                await self._changed.wait_for(
                    lambda: self._waiting[0] is ticket and self._is_free(mebibytes, python=python)
                )
        finally:
            self._waiting.remove(ticket)
            await self._tell()
        self._take(1, mebibytes, python=python)
        try:
            yield
        finally:
            self._take(-1, -mebibytes, python=python)
            await self._tell()

    def _is_free(self, mebibytes: float, *, python: bool) -> bool:
        return (
            self.running < bounds.RUNS
            and (not python or self._in_python < bounds.PYTHON_RUNS)
            and (self.running == 0 or self._mebibytes + mebibytes <= bounds.TOTAL_MEBIBYTES)
        )

    def _take(self, places: int, mebibytes: float, *, python: bool) -> None:
        self.running += places
        self._in_python += places if python else 0
        self._mebibytes += mebibytes

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

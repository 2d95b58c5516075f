"""Who may search now: the scheduler hands out slots and memory, and lets the others wait.

Searches that a page started and advice to players (hints, outlooks, optima) have slots of their
own. Those who wait are served by turns: the page that has the fewest slots comes next, and
what does not fit yet does not hold up what fits.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from unriddle.web import limits
from unriddle.web.executor import Stopped


@dataclass(eq=False)
class Ticket:
    """What a page waits for."""

    page: object
    mebibytes: float
    python: bool
    advice: bool
    called: asyncio.Event = field(default_factory=asyncio.Event)
    has_slot: bool = False


@dataclass
class Share:
    """What is taken, by one page or by all."""

    runs: int = 0
    advice: int = 0
    python: int = 0
    mebibytes: float = 0.0

    def take(self, ticket: Ticket, sign: int = 1) -> None:
        """Note that a ticket got what it wants, or with -1, that it gave it back."""
        self.advice += sign * ticket.advice
        self.runs += sign * (not ticket.advice)
        self.python += sign * ticket.python
        self.mebibytes += sign * ticket.mebibytes

    @property
    def slots(self) -> int:
        """How many of both kinds."""
        return self.runs + self.advice


class Scheduler:
    """Places for searches, shared by all pages of a server."""

    def __init__(self) -> None:
        self._waiting: dict[Ticket, None] = {}
        self._all = Share()
        self._shares: defaultdict[object, Share] = defaultdict(Share)
        self._served = 0
        self._last_served: dict[object, int] = {}
        """When a page got a slot, as long as it holds one or another page waits."""
        self.steppers = 0
        """Search views that are open."""

    @property
    def running(self) -> int:
        """Searches and advice that have a slot."""
        return self._all.slots

    @asynccontextmanager
    async def slot(
        self,
        page: object,
        mebibytes: float,
        *,
        python: bool = False,
        advice: bool = False,
        called: asyncio.Event | None = None,
    ) -> AsyncIterator[None]:
        """A slot and this much memory for a page, as soon as it is its turn and both are free.

        Who sets `called` ends the waiting, which raises `Stopped`.
        """
        ticket = Ticket(page, mebibytes, python, advice, called or asyncio.Event())
        self._waiting[ticket] = None
        self._hand_out()
        try:
            await ticket.called.wait()
            if not ticket.has_slot:
                raise Stopped
            yield
        finally:
            if ticket.has_slot:
                self._account(ticket, -1)
            else:
                del self._waiting[ticket]
            self._hand_out()

    def _hand_out(self) -> None:
        """Give slots to those who wait, as long as something fits."""
        while fitting := [ticket for ticket in self._waiting if self._fits(ticket)]:
            chosen = min(fitting, key=lambda ticket: self._turn(ticket.page))
            del self._waiting[chosen]
            self._account(chosen, 1)
            self._served += 1
            self._last_served[chosen.page] = self._served
            chosen.called.set()
        if not self._waiting:
            served = self._last_served
            self._last_served = {page: served[page] for page in self._shares}

    def _turn(self, page: object) -> tuple[int, int]:
        """Pages with few slots come first, and among them who was served longest ago."""
        mine = self._shares.get(page)
        return mine.slots if mine else 0, self._last_served.get(page, 0)

    def _account(self, ticket: Ticket, sign: int) -> None:
        ticket.has_slot = sign > 0
        self._all.take(ticket, sign)
        self._shares[ticket.page].take(ticket, sign)
        if not self._shares[ticket.page].slots:
            del self._shares[ticket.page]

    def _fits(self, ticket: Ticket) -> bool:
        total, mine = self._all, self._shares.get(ticket.page) or Share()
        if ticket.advice:
            free = total.advice < limits.ADVICE and mine.advice < limits.ADVICE_OF_ONE_PAGE
        else:
            free = total.runs < limits.RUNS and mine.runs < limits.RUNS_OF_ONE_PAGE
            fits = total.mebibytes + ticket.mebibytes <= limits.TOTAL_MEBIBYTES
            free = free and (fits or not total.runs)
        if ticket.python:
            free = free and total.python < limits.PYTHON_RUNS
            free = free and mine.python < limits.PYTHON_RUNS_OF_ONE_PAGE
        fits = mine.mebibytes + ticket.mebibytes <= limits.MEBIBYTES
        return free and (fits or not mine.slots)

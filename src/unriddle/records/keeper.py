"""Keeps the games of one session: when one begins, and when it is won."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any

from unriddle.play import Session
from unriddle.records.record import WHEN, Record, moment, record_of
from unriddle.records.store import Store


class Keeper:
    """Follows a session; a game begins with the first move that the player makes.

    It goes on when moves are taken back, also all of them, until it is won; who starts again after
    a win begins another game.
    """

    def __init__(
        self, session: Session[Any, Any], store: Store | None, *, id: str = "", began: str = ""
    ) -> None:
        """Without a store, games are only told. `id` and `began` are of a game that goes on."""
        self._session = session
        self._store = store
        self._id = id if moment(began) else ""
        self._began = began
        self._won: Record | None = None
        self._attempts = session.attempts

    def note(self) -> Record | None:
        """To be called after every change: the game if it has just begun or been won."""
        session = self._session
        if self._won and not session.moves:
            self._id, self._won = "", None
        if session.attempts == self._attempts:  # what is made again was counted before
            return None
        self._attempts = session.attempts
        if session.solved:
            return self._win()
        return None if self._id else self._keep()

    def _win(self) -> Record | None:
        """Keep a solution, unless the same game had one that is as good."""
        helped = tuple(sorted(self._session.help))
        if self._won and self._won.help == helped and self._won.cost <= self._session.cost:
            return None
        if self._won and self._won.help != helped:
            self._id = ""
        self._won = self._keep()
        return self._won

    def _keep(self) -> Record:
        if not self._id:
            self._id = secrets.token_hex(8)
            self._began = datetime.now(UTC).strftime(WHEN)
        record = record_of(self._session, self._id, self._began)
        if self._store is not None:
            self._store.keep([record])
        return record

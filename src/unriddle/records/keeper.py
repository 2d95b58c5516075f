"""Keeps the games of one session: when one begins, and when it is won."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any, cast

from unriddle.catalog import entry_of
from unriddle.core import UnriddleError
from unriddle.play import Help, Session
from unriddle.records.record import WHEN, Record, key_of, moment, record_of
from unriddle.records.store import Store


class Keeper:
    """Follows a session; a game begins with the first move that the player makes.

    It goes on when moves are taken back, also all of them, until it is won; who starts again after
    a win begins another game.
    """

    def __init__(
        self,
        session: Session[Any, Any],
        store: Store | None,
        *,
        id: str = "",
        began: str = "",
        won: tuple[int, tuple[str, ...]] | None = None,
    ) -> None:
        """Without a store, games are only told.

        `id` and `began` are of a game that goes on, `won` is its cost and its help if it was won.
        """
        self._session = session
        self._store = store
        self._id = id if moment(began) else ""
        self._began = began
        self._won = won
        self._attempts = session.attempts
        self._help_noted = session.help

    @classmethod
    def going_on(cls, session: Session[Any, Any], store: Store) -> Keeper:
        """Of a new session: makes the moves of the last game here again, if it was left unwon.

        What helped here before still helps, also where no move was made with it.
        """
        entry = entry_of(session.puzzle)
        key = key_of(session.puzzle)
        session.take_help(*store.help_seen(key))
        # A game without moves is still played on another screen.
        last = next((one for one in reversed(store.games(key)) if one.plan), None)
        if entry is None or last is None or last.solved:
            return cls(session, store)
        session.take_help(*cast("tuple[Help, ...]", last.help))
        try:
            for move in entry.notation.parse_plan(last.plan, last.name):
                session.play(move)
        except UnriddleError:  # another version of the rules, or a damaged store
            session.restart()
            session.take_help(*store.help_seen(key))
            return cls(session, store)
        session.stopwatch.reset(last.seconds)
        return cls(session, store, id=last.id, began=last.began)

    def leave(self) -> None:
        """Keep the moves of a game that is not won yet, so that the player can go on later."""
        unwon = self._id and not self._won and not self._session.solved
        if unwon and self._store is not None and not self._is_won_elsewhere():
            self._store.keep([record_of(self._session, self._id, self._began, is_left=True)])

    def note(self) -> Record | None:
        """To be called after every change: the game if it has just begun or been won."""
        session = self._session
        self.note_help()
        if self._won and not session.moves:
            self._id, self._won = "", None
        if session.attempts == self._attempts:  # what is made again was counted before
            return None
        self._attempts = session.attempts
        if session.solved:
            return self._win()
        return None if self._id else self._keep()

    def note_help(self) -> None:
        """To be called when something has helped: it counts until a new start or a win."""
        helps = frozenset[Help]() if self._session.solved else self._session.help
        if self._store is not None and helps != self._help_noted:
            self._help_noted = helps
            self._store.note_help(key_of(self._session.puzzle), helps)

    def _win(self) -> Record | None:
        """Keep a solution, unless the same game had one that is as good."""
        helped = tuple(sorted(self._session.help))
        if self._won:
            cost, helped_before = self._won
            if helped_before != helped:
                self._id = ""
            elif cost <= self._session.cost:
                return None
        record = self._keep()
        self._won = record.cost, record.help
        return record

    def _is_won_elsewhere(self) -> bool:
        """Has the same game been won on another screen, where the player went on with it, too?"""
        games = self._store.games(key_of(self._session.puzzle)) if self._store else []
        return not self._won and any(one.id == self._id and one.solved for one in games)

    def _keep(self) -> Record:
        if not self._id or self._is_won_elsewhere():
            self._id = secrets.token_hex(8)
            self._began = datetime.now(UTC).strftime(WHEN)
        record = record_of(self._session, self._id, self._began)
        if self._store is not None:
            self._store.keep([record])
        return record

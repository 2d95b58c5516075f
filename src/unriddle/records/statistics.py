"""Figures about the games of a player: how many were won, streaks, and the time played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Any

from unriddle.records.record import Record, moment


@dataclass(frozen=True)
class Statistics:
    """The games at one kind of puzzle."""

    puzzle: str
    played: int
    won: int
    unaided: int
    """Won without help."""
    levels: int
    """Different levels that were solved."""
    streak: int
    """Games won in a row, up to the last one; a game that is still played does not end it."""
    best_streak: int
    days: int
    """Days in a row with a win, up to today or yesterday."""
    best_days: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """As it is written and sent to pages."""
        return asdict(self)


def statistics(records: Iterable[Record], *, today: date | None = None) -> list[Statistics]:
    """One line for each kind of puzzle, by name; days are those of this machine's clock."""
    by_puzzle: dict[str, list[Record]] = {}
    for record in sorted(records, key=lambda one: (one.began, one.id)):
        by_puzzle.setdefault(record.puzzle, []).append(record)
    now = today or datetime.now().astimezone().date()
    return [_of(name, by_puzzle[name], now) for name in sorted(by_puzzle)]


def _of(puzzle: str, games: list[Record], today: date) -> Statistics:
    won = [game for game in games if game.solved]
    streak = best = 0
    for index, game in enumerate(games):
        if game.solved:
            streak += 1
        elif index < len(games) - 1:  # the last one may still be played
            streak = 0
        best = max(best, streak)
    days, best_days = _days(
        {began.astimezone().date() for game in won if (began := moment(game.began))}, today
    )
    return Statistics(
        puzzle,
        len(games),
        len(won),
        sum(not game.is_aided for game in won),
        len({game.level for game in won}),
        streak,
        best,
        days,
        best_days,
        round(sum(game.seconds for game in games), 1),
    )


def _days(days: set[date], today: date) -> tuple[int, int]:
    """The days in a row up to now, and the most that ever were."""
    best = 0
    for first in (day for day in days if day - timedelta(1) not in days):
        best = max(best, _run(days, first, 1))
    last = today if today in days else today - timedelta(1)
    return _run(days, last, -1), best


def _run(days: set[date], day: date, step: int) -> int:
    count = 0
    while day in days:
        count, day = count + 1, day + timedelta(step)
    return count

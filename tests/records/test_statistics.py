"""Streaks and sums."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from records.test_record import pasted, solved

from unriddle.records import Record, statistics


def games(results: str, days: tuple[int, ...] = ()) -> list[Record]:
    """A game for each letter, at noon: won, aided, lost."""
    game = replace(solved(pasted()), seconds=10.0)
    return [
        replace(
            game,
            id=str(index),
            began=f"2026-01-{(days or range(1, 32))[index]:02}T12:00:{index:02}Z",
            solved=letter != "l",
            help=("hint",) if letter == "a" else (),
        )
        for index, letter in enumerate(results)
    ]


def test_sums_and_streaks() -> None:
    (line,) = statistics(games("wwlwawl"))
    assert (line.played, line.won, line.unaided, line.levels, line.seconds) == (7, 5, 4, 1, 70.0)
    assert (line.streak, line.best_streak) == (3, 3)  # the last game may still be played
    (line,) = statistics(games("wwlwawlw"))
    assert (line.streak, line.best_streak) == (1, 3)


def test_days_in_a_row_end_with_today_or_yesterday() -> None:
    won = games("wwwww", (3, 4, 4, 5, 9))
    (line,) = statistics(won, today=date(2026, 1, 10))
    assert (line.days, line.best_days) == (1, 3)
    (line,) = statistics(won, today=date(2026, 1, 12))
    assert (line.days, line.best_days) == (0, 3)


def test_each_puzzle_has_its_line() -> None:
    two = [*games("w"), replace(games("w")[0], puzzle="bloxorz")]
    assert [one.puzzle for one in statistics(two)] == ["bloxorz", "sokoban"]
    assert statistics([]) == []

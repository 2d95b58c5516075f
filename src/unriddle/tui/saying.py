"""Figures and verdicts in the user's language: what `wording` says in English, for the screens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from unriddle import wording
from unriddle.catalog import AnyPuzzle
from unriddle.core import Result, Stats
from unriddle.outlook import Outlook
from unriddle.play import WhereLost
from unriddle.records import Record
from unriddle.tui.words import language, t
from unriddle.wording import clock, plural

_FIGURE = re.compile(
    r"([\d,]+) ((?:(?:player|card) )?moves?|push(?:es)?|walks?|swaps?|states?|claims?)\b"
)
_HELP = {"hint": "a hint", "solver": "a solver", "link": "moves of others"}


def units(unit: str) -> str:
    """Many of what is counted: `pushes`."""
    return t(plural(unit))


def counted(number: int, unit: str) -> str:
    """`1 move`, `1,204 moves`."""
    return f"{number:,} {t(unit) if number == 1 else units(unit)}"


def in_words(counts: Mapping[str, int]) -> str:
    """What is counted in a plan, the cost first: `34 moves (12 pushes)`."""
    return _said(wording.in_words(counts))


def verdict(puzzle: AnyPuzzle, result: Result[Any]) -> str:
    """How a search ended."""
    return _said(wording.verdict(puzzle, result))


def bounds(stats: Stats, unit: str) -> str:
    """Between what and what the least cost lies; empty if nothing is known."""
    return _said(wording.bounds(stats, unit))


def _said(sentence: str) -> str:
    """A sentence of `wording`, whose figures have a language of their own."""
    return t(_FIGURE.sub(lambda found: f"{found[1]} {t(found[2])}", sentence))


def help_word(kind: str) -> str:
    """What helped, in words."""
    return t(_HELP[kind])


def helped(record: Record) -> str:
    """All that helped in a game; empty if nothing did."""
    return ", ".join(map(help_word, record.help))


def told(record: Record) -> str:
    """A game in a line."""
    with_help = f", {t('with help')}: {helped(record)}" if record.help else ""
    return f"{in_words(record.counts)}, {clock(record.seconds)}, {record.began[:10]}{with_help}"


def outlook_words(outlook: Outlook[Any]) -> str:
    """Can the game still be won?"""
    if language() == "en" or outlook.solvable is None:
        return t(str(outlook))
    if outlook.solvable:
        if outlook.cost is None:
            return t("still solvable")
        return t("Yes: a plan of {left} is known.", left=counted(outlook.cost, outlook.unit))
    if outlook.reason:
        text = "No: {why}" if outlook.checked else "No (not checked): {why}"
        return t(text, why=t(outlook.reason))
    if outlook.checked and outlook.proof:
        return t("No: proof checked, states: {states}.", states=outlook.proof.states)
    return t("No, but not checked: the solver found no way.")


def in_user_words(where: WhereLost[Any]) -> str:
    """Which move lost the game."""
    if where.lost_from is None or where.lost_from == 0:
        return t(str(where))
    if where.move is not None:
        return t("it was won until move {number}: {move}", number=where.lost_from, move=where.move)
    first = 1 if where.won_until is None else where.won_until + 1
    return t(
        "it was lost by one of the moves {first} to {last}; which one is not known",
        first=first,
        last=where.lost_from,
    )

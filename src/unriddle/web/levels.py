"""Levels as pages ask for them: by an id of the catalogue or as a text, never by a path.

`unriddle.loading` reads files too; so all that comes from a page is checked here first.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import islice
from typing import Any

from unriddle.catalog import AnyPuzzle, Pack, PuzzleEntry, entry_of, packs
from unriddle.core import BadInput
from unriddle.loading import Located, locate, locate_text, squares_of
from unriddle.rating.difficulty import step_of
from unriddle.records import content_of, key_of
from unriddle.web import limits
from unriddle.web.scenes import Json, scene_of


def by_id(level: str, rules: dict[str, Any] | None = None) -> AnyPuzzle:
    """The level with an id such as `sokoban/uit/5`; raises `BadInput`."""
    prefix, _, number = level.rpartition("/")
    if prefix not in packs() or not (number.isascii() and number.isdigit()):
        raise BadInput(
            f"there is no level '{level[:60]}'",
            hint=f"levels are named like {', '.join(f'{one}/1' for one in packs())}",
        )
    return locate(level).only(level, rules or {})


def from_text(
    text: str, source: str, index: int, rules: dict[str, Any] | None = None, puzzle: str = ""
) -> AnyPuzzle:
    """A level of a text, counted from 0; raises `BadInput` with the place."""
    located = _located(text, source, puzzle)
    if not 0 <= index < located.number:
        raise BadInput(f"there is no level {index + 1} in it", source=source)
    levels = islice(located.levels, index, index + 1)
    return checked(next(located._replace(levels=levels).puzzles(rules or {})))


def cards_of(text: str, source: str, puzzle: str = "") -> Json:
    """The levels of a text as the gallery shows them, and what is wrong with the broken ones.

    `puzzle` says of which puzzle they are; empty if that can be seen. Raises `BadInput` with the
    place if there is none that can be read.
    """
    located = _located(text, source, puzzle)
    cards: list[Json] = []
    broken: list[BadInput] = []
    squares = 0
    rules = located.entry.rules()
    for index, (name, level) in enumerate(islice(located.levels, limits.LEVELS)):
        try:
            built = checked(located.entry.build(level(rules), rules, name=name))
        except BadInput as error:
            broken.append(error)
            continue
        squares += squares_of(built)
        if squares > limits.LISTED_SQUARES and cards:
            break
        cards.append({**card(built), "index": index})
    if not cards:
        raise broken[0]
    return {
        "levels": cards,
        "count": located.number,
        "broken": [str(error) for error in broken[: limits.PER_ANSWER]],
    }


def _located(text: str, source: str, puzzle: str) -> Located:
    if len(text.encode("utf-8", "replace")) > limits.TEXT:
        raise BadInput(f"is larger than {limits.TEXT >> 20} MiB", source=source)
    return locate_text(text, source, puzzle=puzzle or None)


def checked(puzzle: AnyPuzzle) -> AnyPuzzle:
    """The same puzzle; raises `BadInput` if it is too large for a page."""
    if squares_of(puzzle) > limits.SQUARES:
        raise BadInput(
            f"the board has more than {limits.SQUARES} squares",
            source=puzzle.name,
            hint="a board of this size can be solved on the command line",
        )
    return puzzle


def card(puzzle: AnyPuzzle) -> Json:
    """A level as the gallery shows it: its names, and what its picture is drawn from."""
    entry, scene = entry_of(puzzle), scene_of(puzzle)
    assert entry is not None  # what `loading` builds comes from the catalogue
    return {
        "id": puzzle.name,
        "puzzle": entry.name,
        "board": scene.board,
        "title": puzzle.title,
        "level": scene.level(puzzle),
        "state": scene.state(puzzle, puzzle.initial),
        "content": content_of(puzzle),
        "key": key_of(puzzle),
    }


def page_of(prefix: str, first: int, count: int, search: str) -> Json:
    """Some levels of a pack, from a number on; those whose number or title has `search` in it."""
    if prefix not in packs():
        raise BadInput(f"there is no pack '{prefix[:60]}'", hint=f"there are {', '.join(packs())}")
    entry, pack = packs()[prefix]
    found = _matching(entry, pack, first, search.strip().lower())
    cards: list[Json] = []
    following = None
    for number in found:
        if len(cards) == min(max(count, 1), limits.PER_ANSWER):
            following = number
            break
        cards.append({**card(by_id(f"{prefix}/{number}")), "number": number})
    return {"pack": prefix, "levels": cards, "next": following, "contents": _contents(prefix)}


@cache
def _contents(prefix: str) -> list[str]:
    """Of all levels of a pack, by which a solved one is known; none where numbers are drawn."""
    pack = packs()[prefix][1]
    numbers = pack.numbers[: limits.LEVELS] if pack.drawn_from is None else ()
    return [content_of(by_id(f"{prefix}/{number}")) for number in numbers]


def winnable(difficulty: str, seed: int, day: str) -> Json:
    """The id of a deal of FreeCell that can be won: that of a day, if one is given, or by a seed.

    Raises `BadInput`.
    """
    from unriddle.generating.freecell import deal_of_the_day, winnable_deal  # few pages need it

    step_of(difficulty)
    if not day:
        return {"id": f"freecell/{winnable_deal(difficulty, seed=seed)}"}
    try:
        return {"id": f"freecell/{deal_of_the_day(date.fromisoformat(day), difficulty)}"}
    except ValueError:
        raise BadInput(f"'{day[:20]}' is not a day", hint="write it as 2026-01-31") from None


def _matching(entry: PuzzleEntry, pack: Pack, first: int, search: str) -> Iterator[int]:
    """The numbers of a pack from `first` on that fit."""
    start = max(first, pack.numbers[0])
    if pack.drawn_from is not None:  # without titles: a number is looked up, not searched for
        wanted = int(search) if search.isascii() and search.isdigit() and len(search) < 20 else 0
        numbers = range(wanted, wanted + 1) if search else range(start, pack.numbers[-1] + 1)
        yield from (number for number in numbers if number in pack.numbers and number >= start)
        return
    rules = entry.rules()
    for number in range(start, pack.numbers[-1] + 1):
        title = getattr(pack.level(number, rules), "title", "").lower()
        # A number means this number: 5 is not meant to find 15 and 51.
        words = title.split() if search.isdigit() else title
        if not search or search == str(number) or search in words:
            yield number

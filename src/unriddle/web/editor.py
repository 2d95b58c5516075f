"""The editor of a page: its text, what is painted on it, and what is known about the level.

The page holds the text, and nothing is kept here between two requests. A question about a text
replaces the older one, whose search is stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.core import BadInput
from unriddle.editing import EDITABLE, KINDS, CardTable, Sheet, sheet_of
from unriddle.editing.advice import QUICK
from unriddle.editing.freecell import TEMPLATE
from unriddle.engines import why_not
from unriddle.loading import locate_text
from unriddle.puzzles.freecell.cards import SUITS
from unriddle.web import jobs, levels, limits
from unriddle.web.problem import problem
from unriddle.web.request import Request
from unriddle.web.scenes import Json, scene_of
from unriddle.web.scenes.scene import square_in
from unriddle.web.scheduler import Scheduler
from unriddle.web.workplace import AdviceRuns, Stopped, Workplace

NOWHERE = (-9, -9)
"""Where a player or a block is drawn that is not on the map: out of sight."""
_SIDES = ("top", "right", "bottom", "left")


class Editor:
    """Answers what one page asks about the level that it edits."""

    def __init__(self, scheduler: Scheduler, place: Workplace) -> None:
        self._scheduler = scheduler
        self._place = place
        self._turn = 0
        self._runs = AdviceRuns()

    def leave(self) -> None:
        """The page has gone."""
        self._runs.close()

    async def edit(self, request: Request) -> Json:
        """The text after a change, as a picture, and what a reader says about it."""
        return await self._place.moment(_edited, request)

    async def advise(self, request: Request) -> Json:
        """Can it be solved, what does it cost, and what in it is of no use?"""
        self._turn += 1
        turn = self._turn
        self._runs.stop()
        puzzle, offset = await self._place.moment(_level_in, request)
        python = bool(why_not)
        async with self._scheduler.slot(self, QUICK.mebibytes or 0, python=python, advice=True):
            if turn != self._turn:  # a newer text has come while this one waited
                return {"type": "advice", "stale": True}
            try:
                advice = await self._runs.run(self._place, partial(jobs.advice, puzzle))
            except Stopped:
                return {"type": "advice", "stale": True}
        top, left = offset

        def moved(cells: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
            return [(row + top, column + left) for row, column in cells]

        outlook = advice.outlook
        return {
            "type": "advice",
            "stale": turn != self._turn,
            "solvable": outlook.solvable,
            "cost": outlook.cost,
            "lower": outlook.lower,
            "proved": outlook.proved,
            "checked": outlook.checked,
            "unit": outlook.unit,
            "useless": moved(advice.useless),
            "unused": advice.unused,
            "dead": moved(advice.dead),
        }


def _edited(request: Request) -> Json:
    kind = _kind_of(request)
    if kind == "freecell":
        table = _laid(CardTable.read(_begun(request)), request)
        return _told(request, table.text, lambda puzzle: _cards(table))
    sheet = _changed(sheet_of(kind, _begun(request)), request)
    squares = {"rows": sheet.rows, "squares": sheet.kind.squares(sheet)}
    scene = _stage if kind == "bloxorz" else _board
    return _told(request, sheet.text, lambda puzzle: squares | scene(sheet, puzzle))


def _told(request: Request, drawn: str, picture: Callable[[Any], Json]) -> Json:
    """A text with its picture, which knows the level if it is one."""
    kind = _kind_of(request)
    text = drawn if _is_drawn(request) else request.text("text", limits.TEXT)
    flaw, puzzle = None, None
    try:
        puzzle = levels.from_text(text, "", 0, puzzle=kind)
    except BadInput as error:
        flaw = problem(error)
    return {
        "type": "sheet",
        "puzzle": kind,
        "text": text,
        "flaw": flaw,
        **picture(puzzle),
    }


def _kind_of(request: Request) -> str:
    kind = request.text("puzzle", 60) or request.text("id", 200).partition("/")[0]
    if not kind:
        kind = locate_text(request.text("text", limits.TEXT), "").entry.name
    if kind not in EDITABLE:
        raise BadInput(
            f"there is no editor for {kind}", hint=f"there is one for {', '.join(EDITABLE)}"
        )
    return kind


def _is_drawn(request: Request) -> bool:
    """Does the text come from the picture? Else it stays as its author types it."""
    return "text" not in request.fields or bool(request.table("change"))


def _begun(request: Request) -> str:
    """The text that is edited: of a level with an id, or of a new level, if there is none."""
    kind = _kind_of(request)
    if "text" in request.fields:
        text = request.text("text", limits.TEXT)
        if index := request.number("index"):
            text = _written(levels.from_text(text, "", index, puzzle=kind))
    elif "/" in (level := request.text("id", 200)):
        text = _written(levels.by_id(level))
    else:
        text = KINDS[kind].template if kind in KINDS else TEMPLATE
    return text


def _written(puzzle: Any) -> str:
    entry = entry_of(puzzle)
    assert entry is not None
    return entry.notation.format_level(puzzle.level)


def _changed(sheet: Sheet, request: Request) -> Sheet:
    change = request.table("change")
    match change.get("kind"):
        case None:
            return sheet
        case "paint":
            cells = change.get("cells")
            if not isinstance(cells, list) or len(cells) > limits.SQUARES:
                raise BadInput("cells must be squares: [row, column]")
            places = [square_in({"cell": cell}, "cell") for cell in cells]
            return sheet.painted(places, str(change.get("square")))
        case "resize":
            by = {side: change.get(side, 0) for side in _SIDES}
            if not all(type(one) is int and abs(one) <= limits.SQUARES for one in by.values()):
                raise BadInput("the sides must be whole numbers")
            return sheet.resized(**by)
        case "turn":
            return sheet.turned()
        case "mirror":
            return sheet.mirrored()
    raise _unknown(change)


def _laid(table: CardTable, request: Request) -> CardTable:
    change = request.table("change")
    number = change.get("number")
    if not (number is None or (type(number) is int and abs(number) < 2**53)):
        raise BadInput("number must be a whole number")
    match change.get("kind"):
        case None:
            return table
        case "move":
            return table.moved(str(change.get("card")), str(change.get("to")), number)
        case "clear":
            return table.cleared()
        case "deal":
            return table.dealt(number or 0)
        case "widen":
            return table.widened(number or 0)
    raise _unknown(change)


def _unknown(change: Json) -> BadInput:
    return BadInput(f"unknown change '{str(change.get('kind'))[:20]}'")


def _level_in(request: Request) -> tuple[AnyPuzzle, tuple[int, int]]:
    """The level of a text, and where its first square is on the map that is painted."""
    kind, text = _kind_of(request), request.text("text", limits.TEXT)
    puzzle = levels.from_text(text, "", 0, puzzle=kind)
    return puzzle, sheet_of(kind, text).first if kind == "sokoban" else (0, 0)


def _cards(table: CardTable) -> Json:
    """A table of FreeCell as it is laid out, and what is not on it."""
    return {
        "level": {"columns": len(table.columns), "cells": len(table.cells), "autoplay": "none"},
        "state": {
            "columns": table.columns,
            "cells": table.cells,
            "home": dict(zip(SUITS, table.foundations, strict=True)),
            "finish": False,
        },
        "stock": table.stock,
    }


def _board(sheet: Sheet, puzzle: Any) -> Json:
    """A board of Sokoban as it is painted; where it is none yet, all but walls is floor."""
    top, left = sheet.first
    floor = (
        [
            (square // puzzle.level.width + top, square % puzzle.level.width + left)
            for square in sorted(puzzle.floor)
        ]
        if puzzle
        else sheet.cells(" .$*@+")
    )
    players = sheet.cells("@+")
    return {
        "level": {
            "width": sheet.width,
            "height": sheet.height,
            "walls": sheet.cells("#"),
            "floor": floor,
            "goals": sheet.cells(".*+"),
            "decoration": [],
        },
        "state": {"player": players[0] if players else NOWHERE, "boxes": sheet.cells("$*")},
    }


def _stage(sheet: Sheet, puzzle: Any) -> Json:
    """A stage of Bloxorz as it is painted; where it is none yet, its names mean little."""
    if puzzle is not None:
        scene = scene_of(puzzle)
        return {"level": scene.level(puzzle), "state": scene.state(puzzle, puzzle.initial)}
    block = sheet.cells("@")[:2] or [NOWHERE]
    goal = sheet.cells("!")[:1] or [NOWHERE]
    names = sorted({square for row in sheet.rows for square in row if square.isalnum()})
    cells: list[Json] = [{"name": name, "cells": sheet.cells(name)} for name in names]
    switches = [one for one in cells if one["name"].isupper()]
    return {
        "level": {
            "rows": [row.replace("@", "#") for row in sheet.rows],
            "goal": goal[0],
            "bridges": [one for one in cells if one["name"].islower()],
            "switches": [
                {**one, "heavy": False, "toggle": [], "open": [], "close": []} for one in switches
            ],
            "splits": [
                {**one, "to": one["cells"][:1] * 2} for one in cells if one["name"].isdecimal()
            ],
        },
        "state": {"block": [block[0], block[-1]], "split": False, "on": []},
    }

"""The editor of a page: its text, what is painted on it, and what is known about the level.

The page holds the text, and nothing is kept here between two requests. A question about a text
replaces the older one, whose search is stopped.
"""

from __future__ import annotations

from functools import partial, singledispatch
from typing import Any

from unriddle.catalog import PUZZLES, AnyPuzzle, entry_of
from unriddle.core import BadInput
from unriddle.editing import EDITORS, CardTable, Sheet
from unriddle.loading import locate_text
from unriddle.web import jobs, levels, limits
from unriddle.web.executor import AdviceRuns, Executor, Stopped
from unriddle.web.problem import problem
from unriddle.web.request import Request
from unriddle.web.scenes import SCENES, Json
from unriddle.web.scenes.scene import square_in
from unriddle.web.scheduler import Scheduler

_SIDES = ("top", "right", "bottom", "left")


class Editor:
    """Answers what one page asks about the level that it edits."""

    def __init__(self, scheduler: Scheduler, executor: Executor) -> None:
        self._scheduler = scheduler
        self._executor = executor
        self._turn = 0
        self._runs = AdviceRuns()

    def leave(self) -> None:
        """The page has gone."""
        self._runs.close()

    async def edit(self, request: Request) -> Json:
        """The text after a change, as a picture, and what a reader says about it."""
        return await self._executor.moment(_edited, request)

    async def advise(self, request: Request) -> Json:
        """Can it be solved, what does it cost, and what in it is of no use?

        A page asks twice, `first` for what is found at once.
        """
        self._turn += 1
        turn = self._turn
        self._runs.stop()
        puzzle, offset = await self._executor.moment(_level_in, request)
        most = limits.FIRST_ADVICE if request.flag("first") else limits.OUTLOOK
        async with self._scheduler.slot(self, most.mebibytes or 0, advice=True):
            if turn != self._turn:  # a newer text has come while this one waited
                return {"type": "advice", "stale": True}
            try:
                advice = await self._runs.run(self._executor, partial(jobs.advice, puzzle, most))
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
    kind, begun = _kind_of(request), _begun(request)
    draft = _changed(EDITORS[kind].read(begun), request.table("change"))
    text = draft.text if _is_drawn(request) else begun
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
        "suffix": next(iter(PUZZLES[kind].suffixes), ".txt"),
        **SCENES[kind].draft(draft, puzzle),
    }


def _kind_of(request: Request) -> str:
    kind = request.text("puzzle", 60) or request.text("id", 200).partition("/")[0]
    if not kind:
        kind = locate_text(request.text("text", limits.TEXT), "").entry.name
    if kind not in EDITORS:
        hint = f"there is one for {', '.join(EDITORS)}"
        raise BadInput(f"there is no editor for {kind}", hint=hint)
    return kind


def _is_drawn(request: Request) -> bool:
    """Does the text come from the picture? Else it stays as its author types it."""
    return "text" not in request.fields or bool(request.table("change"))


def _begun(request: Request) -> str:
    """The text that is edited: of a level with an id, or of a new level, if there is none.

    Where a page says which level of a text it means, that one is edited alone.
    """
    kind = _kind_of(request)
    if "text" in request.fields:
        text = request.text("text", limits.TEXT)
        if "index" in request.fields and locate_text(text, "", puzzle=kind).number > 1:
            text = _written(levels.from_text(text, "", request.number("index"), puzzle=kind))
    elif "/" in (level := request.text("id", 200)):
        text = _written(levels.by_id(level))
    else:
        text = EDITORS[kind].template
    return text


def _written(puzzle: Any) -> str:
    entry = entry_of(puzzle)
    assert entry is not None
    return entry.notation.format_level(puzzle.level)


@singledispatch
def _changed(sheet: Any, change: Json) -> Any:
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


@_changed.register
def _(table: CardTable, change: Json) -> CardTable:
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
    draft = EDITORS[kind].read(text)
    return puzzle, draft.first if isinstance(draft, Sheet) else (0, 0)

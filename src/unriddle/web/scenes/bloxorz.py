"""Bloxorz for the page."""

from __future__ import annotations

from unriddle.editing import Sheet
from unriddle.puzzles.bloxorz.level import Cell
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State
from unriddle.web.scenes.scene import NOWHERE, Json, MacroMove, Scene, square_in


def _level(puzzle: Bloxorz) -> Json:
    level = puzzle.level
    cells: dict[str, list[Cell]] = {}
    for cell, square in level.cells():
        cells.setdefault(square, []).append(cell)
    return {
        "rows": level.rows,
        "goal": puzzle.goal,
        "bridges": [{"name": one.name, "cells": cells[one.name]} for one in level.bridges],
        "switches": [
            {
                "name": one.name,
                "heavy": one.heavy,
                "toggle": one.toggle,
                "open": one.open,
                "close": one.close,
            }
            for one in level.switches
        ],
    }


def _state(puzzle: Bloxorz, state: State) -> Json:
    return {
        "block": [state.first, state.second],
        "split": state.split,
        "on": sorted(state.on),
    }


def _did(puzzle: Bloxorz, state: State, move: Move) -> Json:
    roll = puzzle.roll(state, move)
    return {"landing": roll.landing, "fired": roll.fired}


def _fall(puzzle: Bloxorz, state: State, move: Move) -> Json:
    roll = puzzle.roll(state, move)
    return {"move": str(move), "landing": roll.landing, "fell": roll.fell}


def _reach(puzzle: Bloxorz, state: State, message: Json) -> MacroMove:
    """Roll until the block, or the cube under control, lies over a square."""
    to = square_in(message, "to")
    return MacroMove(
        done=lambda now: to == now.first or (not now.split and to == now.second),
        # The other cube is left alone, and nothing is switched that was not meant.
        allowed=lambda now: (
            now.split == state.split
            and now.on == state.on
            and (not now.split or now.second == state.second)
        ),
        refusal="the block cannot be rolled there without pressing something",
    )


def _draft(sheet: Sheet, puzzle: Bloxorz | None) -> Json:
    """A stage of Bloxorz as it is painted; where it is none yet, its names mean little."""
    painted: Json = {"rows": sheet.rows, "squares": sheet.kind.squares(sheet)}
    if puzzle is not None:
        return {**painted, "level": _level(puzzle), "state": _state(puzzle, puzzle.initial)}
    block = sheet.cells("@")[:2] or [NOWHERE]
    goal = sheet.cells("!")[:1] or [NOWHERE]
    names = sorted({square for row in sheet.rows for square in row if square.isalpha()})
    return {
        **painted,
        "level": {
            "rows": [row.replace("@", "#") for row in sheet.rows],
            "goal": goal[0],
            "bridges": [
                {"name": name, "cells": sheet.cells(name)} for name in names if name.islower()
            ],
            "switches": [
                {"name": name, "heavy": False, "toggle": [], "open": [], "close": []}
                for name in names
                if name.isupper()
            ],
        },
        "state": {"block": [block[0], block[-1]], "split": False, "on": []},
    }


SCENE = Scene("bloxorz", _level, _state, _did, _draft, _fall, {"reach": _reach})

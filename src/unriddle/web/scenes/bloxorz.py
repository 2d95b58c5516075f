"""Bloxorz for the page."""

from __future__ import annotations

from unriddle.puzzles.bloxorz.rules import Bloxorz, Cell, Move, State
from unriddle.web.scenes.scene import Json, MacroMove, Scene, square_in


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
                "cells": cells[one.name],
                "toggle": one.toggle,
                "open": one.open,
                "close": one.close,
            }
            for one in level.switches
        ],
        "splits": [
            {"name": one.name, "cells": cells[one.name], "to": one.to} for one in level.splits
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


SCENE = Scene("bloxorz", _level, _state, _did, _fall, {"reach": _reach})

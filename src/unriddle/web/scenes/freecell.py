"""FreeCell for the page."""

from __future__ import annotations

from unriddle.editing import CardTable
from unriddle.puzzles.freecell.cards import KING, RANK, SUITS
from unriddle.puzzles.freecell.rules import FreeCell, Move, State
from unriddle.puzzles.freecell.table import (
    CELL_NAMES,
    COLUMN_NAMES,
    card_at,
    cards_moved,
    carry_out,
)
from unriddle.web.scenes.scene import Json, MacroMove, Scene


def _level(puzzle: FreeCell) -> Json:
    return {
        "columns": len(puzzle.initial.columns),
        "cells": len(puzzle.initial.cells),
        "autoplay": puzzle.rules.autoplay,
    }


def _state(puzzle: FreeCell, state: State) -> Json:
    return {
        "columns": state.columns,
        "cells": state.cells,
        "home": dict(zip(SUITS, state.foundations, strict=True)),
        "finish": _can_finish(state),
    }


def _can_finish(state: State) -> bool:
    """Is nothing left to do but to bring the cards home, one after the other?"""
    piles = [[*column] for column in state.columns] + [[card] for card in state.cells if card]
    home = dict(zip(SUITS, state.foundations, strict=True))
    while fitting := [pile for pile in piles if pile and RANK[pile[-1]] == home[pile[-1][1]] + 1]:
        for pile in fitting:
            home[pile.pop()[1]] += 1
    return not any(piles) and not all(rank == KING for rank in state.foundations)


def _finish(puzzle: FreeCell, state: State, message: Json) -> MacroMove:
    """Bring all cards home, by moves that do nothing else."""

    def only_home(now: State) -> bool:
        pairs = zip(now.columns, state.columns, strict=True)
        return all(column == before[: len(column)] for column, before in pairs) and all(
            card in (None, before) for card, before in zip(now.cells, state.cells, strict=True)
        )

    return MacroMove(puzzle.is_goal, only_home, "not all cards can go home yet", search="dfs")


def _did(puzzle: FreeCell, state: State, move: Move) -> Json:
    if move.source in COLUMN_NAMES:
        column = state.columns[COLUMN_NAMES.index(move.source)]
        carried = column[-cards_moved(state, move) :]
    else:
        carried = (card_at(state, move.source),)
    now = carry_out(state, move)
    autoplayed = []
    for card in puzzle.autoplayed(state, move):
        source = _place_of(card, now)
        autoplayed.append({"card": card, "from": source})
        now = carry_out(now, Move(source, "h"))
    return {"carried": carried, "from": move.source, "to": move.target, "autoplayed": autoplayed}


def _place_of(card: str, state: State) -> str:
    """Where an open card lies."""
    for name, column in zip(COLUMN_NAMES, state.columns, strict=False):
        if column and column[-1] == card:
            return name
    return CELL_NAMES[state.cells.index(card)]


def _draft(table: CardTable, puzzle: object) -> Json:
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


SCENE = Scene("freecell", _level, _state, _did, _draft, macro_moves={"finish": _finish})

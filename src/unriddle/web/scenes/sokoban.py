"""Sokoban for the page."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable

from unriddle.catalog import entry_of
from unriddle.core import BadInput
from unriddle.editing import Sheet
from unriddle.puzzles.sokoban.rules import Move, Sokoban, State
from unriddle.web.scenes.scene import NOWHERE, Json, MacroMove, Scene, Square, square_in

REACH_SECONDS = 0.5
"""For the squares to which a box can be brought: the player is dragging it."""


def _squares(puzzle: Sokoban, numbers: Iterable[int]) -> list[Square]:
    return [divmod(number, puzzle.level.width) for number in sorted(numbers)]


def _level(puzzle: Sokoban) -> Json:
    level = puzzle.level
    return {
        "width": level.width,
        "height": level.height,
        "walls": _squares(puzzle, level.walls),
        "floor": _squares(puzzle, puzzle.floor),
        "goals": _squares(puzzle, level.goals),
        "decoration": _squares(puzzle, puzzle.decoration),
    }


def _state(puzzle: Sokoban, state: State) -> Json:
    (player,) = _squares(puzzle, [state.player])
    return {"player": player, "boxes": _squares(puzzle, state.boxes)}


def _did(puzzle: Sokoban, state: State, move: Move) -> Json:
    after = puzzle.apply(state, move)
    gone, come = state.boxes - after.boxes, after.boxes - state.boxes
    if not gone:
        return {"pushed": None}
    (start,), (end,) = _squares(puzzle, gone), _squares(puzzle, come)
    return {"pushed": {"from": start, "to": end}}


def _number(puzzle: Sokoban, square: Square) -> int:
    row, column = square
    inside = 0 <= row < puzzle.level.height and 0 <= column < puzzle.level.width
    return row * puzzle.level.width + column if inside else -1


def _walk(puzzle: Sokoban, state: State, message: Json) -> MacroMove:
    """Walk to a square without moving a box."""
    to = _number(puzzle, square_in(message, "to"))
    return MacroMove(
        done=lambda now: now.player == to,
        allowed=lambda now: now.boxes == state.boxes,
        refusal="there is no way to this square without pushing a box",
    )


def _push(puzzle: Sokoban, state: State, message: Json) -> MacroMove:
    """Bring one box to a square and leave the others where they are."""
    box = _number(puzzle, square_in(message, "box"))
    to = _number(puzzle, square_in(message, "to"))
    if box not in state.boxes:
        raise BadInput("there is no box on this square")
    others = state.boxes - {box}
    return MacroMove(
        done=lambda now: to in now.boxes and to not in others,
        allowed=lambda now: others <= now.boxes,
        refusal="this box alone cannot be pushed there",
    )


def _reach(puzzle: Sokoban, state: State, message: Json) -> Json:
    """Where a box can be brought alone, and where the level would then be lost, as far as proved.

    What cannot be found out in the time of a gesture is not told.
    """
    box = _number(puzzle, square_in(message, "box"))
    if box not in state.boxes:
        raise BadInput("there is no box on this square")
    deadline = time.monotonic() + REACH_SECONDS
    found = _brought(puzzle, state, state.boxes - {box}, deadline)
    lost = set()
    if not _is_lost(puzzle, state):
        for square, there in found.items():
            if time.monotonic() < deadline and _is_lost(puzzle, there):
                lost.add(square)
    return {"free": _squares(puzzle, found.keys() - lost), "lost": _squares(puzzle, lost)}


def _brought(
    puzzle: Sokoban, state: State, others: frozenset[int], deadline: float
) -> dict[int, State]:
    """For every square to which the box beside the `others` can be brought: the nearest state."""
    found: dict[int, State] = {}
    seen = {state}
    queue = deque(seen)
    while queue and time.monotonic() < deadline:
        for _, after, _ in puzzle.successors(queue.popleft()):
            if after in seen or not others <= after.boxes:
                continue
            seen.add(after)
            queue.append(after)
            (square,) = after.boxes - others
            if square not in state.boxes:
                found.setdefault(square, after)
    return found


def _is_lost(puzzle: Sokoban, state: State) -> bool:
    entry = entry_of(puzzle)
    deadlock = entry.find_deadlock(puzzle, state) if entry else None
    return deadlock is not None and deadlock.checked


def _is_run(move: Move, after: Move) -> bool:
    """Does a push go on with the same box in the same direction?"""
    return move.push and move == after


def _draft(sheet: Sheet, puzzle: Sokoban | None) -> Json:
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
        "rows": sheet.rows,
        "squares": sheet.kind.squares(sheet),
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


SCENE = Scene(
    "sokoban",
    _level,
    _state,
    _did,
    _draft,
    macro_moves={"walk": _walk, "push": _push},
    is_run=_is_run,
    reach=_reach,
)

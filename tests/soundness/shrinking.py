"""Making a failing case small: take something away while the failure stays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from soundness.checking import Check, Kind
from soundness.sokoban_styles import STRIDE, Board, board_of, flood, level_of

from unriddle.core import BadInput
from unriddle.puzzles.sokoban.rules import Level

PATIENCE = 3000
"""So many smaller cases are tried at most."""


def shrink(kind: Kind, level: Any, check: Check) -> tuple[Any, str]:
    """The smallest case found on which `check` still fails, and how it fails there.

    If it does not fail again, which only happens to what depends on threads, the case as it is.
    """
    problem = check.fault(kind.subject(level))
    tries = 0
    while True:
        for smaller in kind.smaller(level):
            tries += 1
            if found := check.fault(kind.subject(smaller)):
                level, problem = smaller, found
                break
            if tries >= PATIENCE:
                return level, problem
        else:
            return level, problem


def smaller_sokoban(level: Level) -> Iterator[Level]:
    """The level without a part, a row, a column, a box, a goal or a square of floor."""
    for board in _smaller_boards(board_of(level)):
        try:
            smaller = level_of(board)
        except BadInput:  # a goal too few, for example
            continue
        if smaller is not None and _size(smaller) < _size(level):
            yield smaller


def _size(level: Level) -> tuple[int, ...]:
    """What has to become less, the most important first."""
    area = level.width * level.height
    return area - len(level.walls), len(level.boxes), len(level.goals), area


def _smaller_boards(board: Board) -> Iterator[Board]:
    floor, goals, boxes, player = board.floor, board.goals, board.boxes, board.player
    reach = flood(player, floor, ())
    if reach != floor:
        yield Board(reach, goals & reach, boxes & reach, player)
    for size in (STRIDE, 1):
        for line in sorted({cell // size % STRIDE for cell in floor}):
            if player // size % STRIDE != line:
                yield _without_line(board, size, line)
    for box in sorted(boxes):
        for goal in sorted(goals):
            yield Board(floor, goals - {goal}, boxes - {box}, player)
        yield Board(floor, goals, boxes - {box}, player)
        yield Board(floor - {box}, goals - {box}, boxes - {box}, player)
    for goal in sorted(goals):
        yield Board(floor, goals - {goal}, boxes, player)
    for cell in sorted(floor - {player} - boxes):
        yield Board(floor - {cell}, goals - {cell}, boxes, player)


def _without_line(board: Board, size: int, line: int) -> Board:
    """Without a row, if `size` is that of a row, or a column."""

    def kept(cells: set[int]) -> set[int]:
        places = [(cell, cell // size % STRIDE) for cell in cells]
        return {cell - size * (place > line) for cell, place in places if place != line}

    return Board(kept(board.floor), kept(board.goals), kept(board.boxes), *kept({board.player}))

"""Making a failing case small: take something away while the failure stays."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from soundness.bloxorz_styles import Stage
from soundness.checking import Check, Kind
from soundness.freecell_styles import Game
from soundness.sokoban_boards import STRIDE, Board, board_of, flood, level_of
from unriddle.core import BadInput
from unriddle.puzzles.bloxorz.level import FLOOR, GOAL, VOID, Cell, Split, Switch
from unriddle.puzzles.bloxorz.level import Level as StageLevel
from unriddle.puzzles.bloxorz.level import check as check_level
from unriddle.puzzles.bloxorz.rules import Rules as BloxorzRules
from unriddle.puzzles.freecell.cards import KING, card_of
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


def smaller_stage(stage: Stage) -> Iterator[Stage]:
    """The stage with a tile less, or a plain one instead of a device, or under simpler rules."""
    level = stage.level
    for (row, column), square in level.cells():
        for plainer in _PLAINER.get(square, VOID + FLOOR):
            rows = list(level.rows)
            rows[row] = rows[row][:column] + plainer + rows[row][column + 1 :]
            smaller = _cropped(dataclasses.replace(level, rows=tuple(rows)))
            if smaller is not None:
                yield stage._replace(level=smaller)
    for name in ("space", "split", "parked"):
        simpler = dataclasses.replace(stage.rules, **{name: getattr(BloxorzRules(), name)})
        if simpler != stage.rules:
            yield stage._replace(rules=simpler)


_PLAINER = {VOID: "", GOAL: "", FLOOR: VOID}
"""What may take the place of a square; of a device, a plain tile too."""


def _cropped(level: StageLevel) -> StageLevel | None:
    """A level without empty rows and columns at its edges and without devices that are nowhere.

    None if it has a flaw.
    """
    tiles = [cell for cell, square in level.cells() if square != VOID]
    top, left = min(r for r, _ in tiles), min(c for _, c in tiles)
    bottom, right = max(r for r, _ in tiles), max(c for _, c in tiles)
    rows = tuple(row[left : right + 1] for row in level.rows[top : bottom + 1])
    used = set("".join(rows))

    def moved(cells: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
        (r, c), (s, d) = cells
        return (r - top, c - left), (s - top, d - left)

    bridges = tuple(bridge for bridge in level.bridges if bridge.name in used)
    switches = []
    for switch in level.switches:
        toggle, opened, closed = (
            tuple(name for name in names if name in used)
            for names in (switch.toggle, switch.open, switch.close)
        )
        if switch.name in used:
            switches.append(Switch(switch.name, switch.heavy, toggle, opened, closed))
    cropped = dataclasses.replace(
        level,
        rows=rows,
        start=moved(level.start),
        bridges=bridges,
        switches=tuple(switches),
        splits=tuple(Split(s.name, moved(s.to)) for s in level.splits if s.name in used),
    )
    try:
        check_level(cropped)
    except BadInput:  # the start or a cube would be over void, for example
        return None
    return cropped


def smaller_game(game: Game) -> Iterator[Game]:
    """The game with a card more at home, a column or a cell less, or under simpler rules."""
    position, rules = game
    for suit in range(4):
        if position.foundations[suit] < KING:
            card = card_of(position.foundations[suit] + 1, suit)
            home = list(position.foundations)
            home[suit] += 1
            yield game._replace(
                position=dataclasses.replace(
                    position,
                    columns=tuple(tuple(c for c in pile if c != card) for pile in position.columns),
                    cells=tuple(None if c == card else c for c in position.cells),
                    foundations=(home[0], home[1], home[2], home[3]),
                )
            )
    for number, pile in enumerate(position.columns):
        if not pile and len(position.columns) > 1:
            fewer = position.columns[:number] + position.columns[number + 1 :]
            yield game._replace(position=dataclasses.replace(position, columns=fewer))
    if rules.cells > len(position.cells):
        yield game._replace(rules=dataclasses.replace(rules, cells=rules.cells - 1))
    if rules.autoplay != "none":
        yield game._replace(rules=dataclasses.replace(rules, autoplay="none"))
    if rules.cost != "moves":
        yield game._replace(rules=dataclasses.replace(rules, cost="moves"))

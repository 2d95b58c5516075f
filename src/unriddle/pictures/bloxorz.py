"""Bloxorz as a picture: tiles and a block of two cubes, seen from above and a bit from before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from unriddle.pictures.shapes import (
    Board,
    Boxes,
    Oval,
    Piece,
    Polygon,
    Rect,
    Shape,
    Strokes,
    box,
    check_size,
)
from unriddle.puzzles.bloxorz.level import FRAGILE, GOAL, VOID, Cell
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State

THICK = 0.2
"""Of a tile, as seen from the front."""
CUBE = 0.66
"""How high a cube seems."""
GAP = 0.03
"""Between a tile and the edge of its square."""
INSET = 0.1
"""Between the block and the edge of its squares."""


def board(puzzle: Bloxorz, states: Sequence[State]) -> Board:
    """The picture of a stage; one unit is a square."""
    level = puzzle.level
    check_size(level.squares, "squares")
    bridges = {bridge.name for bridge in level.bridges}
    tiles = [cell for cell, square in level.cells() if square != VOID and square not in bridges]
    on_bridges = [(cell, square) for cell, square in level.cells() if square in bridges]
    fragile = [cell for cell in tiles if level.square(cell) == FRAGILE]
    goal = [cell for cell in tiles if level.square(cell) == GOAL]
    plain = [cell for cell in tiles if level.square(cell) not in (FRAGILE, GOAL)]
    scenery: list[Shape] = [
        Boxes(tuple(_tile(cell, THICK) for cell in tiles), "tile-side"),
        Boxes(tuple(_tile(cell) for cell in plain), "tile", "tile-edge", 0.03),
    ]
    if fragile:
        scenery.append(Boxes(tuple(map(_tile, fragile)), "fragile", "tile-edge", 0.03))
        scenery += [_moved(_CRACK, cell) for cell in fragile]
    for row, column in goal:
        scenery += [
            Boxes((_tile((row, column)),), "goal"),
            box(column + 0.14, row + 0.14, 0.72, 0.72, "goal-dark", radius=0.04),
            box(column + 0.2, row + 0.3, 0.66, 0.56, "well", radius=0.03),
        ]
    heavy = {switch.name for switch in level.switches if switch.heavy}
    soft = {switch.name for switch in level.switches} - heavy
    splits = {split.name for split in level.splits}
    for cell in plain:
        square = level.square(cell)
        for names, sign in ((soft, _SOFT), (heavy, _HEAVY), (splits, _SPLIT)):
            if square in names:
                scenery += [_moved(shape, cell) for shape in sign]
    scenery += [_moved(_OFF, cell) for cell, _ in on_bridges]

    def pieces(state: State, move: Move | None) -> Sequence[Piece]:
        found = [
            Piece(f"bridge {row} {column}", "bridge", column, row, -1)
            for (row, column), name in on_bridges
            if name in state.on
        ]
        (row, column), (other_row, other_column) = state.first, state.second
        if state.split:
            found.append(Piece("cube", "cube", column, row, row))
            found.append(Piece("parked", "parked", other_column, other_row, other_row))
        else:
            upright = state.first == state.second
            lying = "along" if row == other_row else "across"
            found.append(Piece("block", "upright" if upright else lying, column, row, row))
        return found

    def places(state: State) -> Iterable[Rect]:
        cells = dict.fromkeys((state.first, state.second))
        return tuple(Rect(column, row, 1, 1) for row, column in cells)

    rows, columns = zip(*tiles, *(cell for cell, _ in on_bridges), strict=True)
    left, top = min(columns) - 0.4, min(rows) - 2 * CUBE  # an upright block reaches so high
    right, bottom = max(columns) + 1.4, max(rows) + 1 + THICK + 0.3
    return Board(
        frame=Rect(left, top, right - left, bottom - top),
        scale=36,
        background="board-bg",
        scenery=tuple(scenery),
        sprites=_SPRITES,
        pieces=pieces,
        places=places,
    )


def _tile(cell: Cell, down: float = 0.0) -> Rect:
    row, column = cell
    return Rect(column + GAP, row + GAP + down, 1 - 2 * GAP, 1 - 2 * GAP, 0.06)


def _moved(shape: Shape, cell: Cell) -> Shape:
    """A shape of the first square on another one."""
    row, column = cell
    if isinstance(shape, Boxes):
        rects = tuple(rect._replace(x=rect.x + column, y=rect.y + row) for rect in shape.rects)
        return shape._replace(rects=rects)
    if isinstance(shape, Polygon):
        return shape._replace(points=tuple((x + column, y + row) for x, y in shape.points))
    if isinstance(shape, Strokes):
        lines = tuple(tuple((x + column, y + row) for x, y in line) for line in shape.lines)
        return shape._replace(lines=lines)
    return shape._replace(x=shape.x + column, y=shape.y + row)


_CRACK = Strokes(
    (((0.22, 0.3), (0.42, 0.42), (0.36, 0.6), (0.56, 0.74)), ((0.42, 0.42), (0.66, 0.26))),
    "fragile-dark",
    0.045,
)
_SOFT: tuple[Shape, ...] = (
    Oval(0.5, 0.5, 0.27, 0.27, line="switch-soft", thick=0.13),
    Oval(0.5, 0.5, 0.07, 0.07, "switch-soft"),
)
_HEAVY: tuple[Shape, ...] = (
    Strokes((((0.28, 0.28), (0.72, 0.72)), ((0.72, 0.28), (0.28, 0.72))), "switch-heavy", 0.16),
)
_SPLIT: tuple[Shape, ...] = (
    Strokes(
        (
            ((0.38, 0.24), (0.26, 0.36), (0.26, 0.64), (0.38, 0.76)),
            ((0.62, 0.24), (0.74, 0.36), (0.74, 0.64), (0.62, 0.76)),
        ),
        "split",
        0.12,
    ),
    Oval(0.5, 0.5, 0.07, 0.07, "split"),
)
_OFF = Strokes(
    (
        ((0.1, 0.3), (0.1, 0.1), (0.3, 0.1)),
        ((0.7, 0.1), (0.9, 0.1), (0.9, 0.3)),
        ((0.9, 0.7), (0.9, 0.9), (0.7, 0.9)),
        ((0.3, 0.9), (0.1, 0.9), (0.1, 0.7)),
    ),
    "bridge",
    0.05,
)
"""Where a bridge is not."""
_BRIDGE: tuple[Shape, ...] = (
    box(GAP, GAP + THICK, 1 - 2 * GAP, 1 - 2 * GAP, "bridge-dark", radius=0.06),
    box(GAP, GAP, 1 - 2 * GAP, 1 - 2 * GAP, "bridge", radius=0.06),
    Strokes(
        (((0.27, 0.12), (0.27, 0.88)), ((0.5, 0.12), (0.5, 0.88)), ((0.73, 0.12), (0.73, 0.88))),
        "bridge-dark",
        0.045,
    ),
)


def _solid(columns: int, rows: int, cubes: int, name: str = "block") -> tuple[Shape, ...]:
    """A block: the squares that it covers, and its height in cubes."""
    width, depth, height = columns - 2 * INSET, rows - 2 * INSET, cubes * CUBE
    top, front = INSET - height, rows - INSET - height
    edge = f"{name}-top" if name == "parked" else "block-edge"
    shapes: list[Shape] = [
        box(INSET + 0.03, INSET, width + 0.12, depth + 0.08, "shadow", radius=0.06),
        box(INSET, front - 0.1, width, height + 0.1, f"{name}-front", radius=0.04),
        box(INSET, top, width, depth, f"{name}-top", radius=0.04, line=edge, thick=0.045),
    ]
    if cubes == 2:
        seam = front + CUBE
        shapes.append(
            Strokes((((INSET + 0.03, seam), (INSET + width - 0.03, seam)),), f"{name}-top", 0.03)
        )
    if columns == 2:
        shapes.append(Strokes((((1, top + 0.04), (1, rows - INSET - 0.03)),), edge, 0.03))
    if rows == 2:
        seam = 1 - height
        shapes.append(Strokes((((INSET + 0.03, seam), (INSET + width - 0.03, seam)),), edge, 0.03))
    return tuple(shapes)


_SPRITES = {
    "bridge": _BRIDGE,
    "upright": _solid(1, 1, 2),
    "along": _solid(2, 1, 1),
    "across": _solid(1, 2, 1),
    "cube": _solid(1, 1, 1),
    "parked": _solid(1, 1, 1, "parked"),
}

"""Sokoban as a picture: walls, goals, boxes and the figure that pushes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from unriddle.pictures.shapes import (
    Board,
    Boxes,
    Cell,
    Oval,
    Piece,
    Polygon,
    Rect,
    Shape,
    Strokes,
    box,
    check_size,
    joined,
)
from unriddle.puzzles.sokoban.rules import Direction, Move, Sokoban, State

_LOOK = {
    Direction.UP: (0.0, -1.0),
    Direction.DOWN: (0.0, 1.0),
    Direction.LEFT: (-1.0, 0.0),
    Direction.RIGHT: (1.0, 0.0),
}


def board(puzzle: Sokoban, states: Sequence[State]) -> Board:
    """The picture of a level; one unit is a square."""
    level = puzzle.level
    check_size(level.squares, "squares")

    def cell(square: int) -> Cell:
        return divmod(square, level.width)

    floor = sorted(map(cell, puzzle.floor | level.goals))
    walls = joined(map(cell, level.walls), 0.2)
    scenery: list[Shape] = [Boxes(joined(floor), "floor")]
    odd = tuple(Rect(column, row, 1, 1) for row, column in floor if (row + column) % 2)
    if odd:
        scenery.append(Boxes(odd, "floor-2"))
    for row, column in sorted(map(cell, level.goals)):
        scenery += [
            Oval(column + 0.5, row + 0.5, 0.25, 0.25, line="goal", thick=0.08),
            Oval(column + 0.5, row + 0.5, 0.1, 0.1, "goal"),
        ]
    lower = tuple(rect._replace(y=rect.y + 0.13) for rect in walls)
    scenery += [Boxes(lower, "wall"), Boxes(walls, "wall-top")]

    def pieces(state: State, move: Move | None) -> Sequence[Piece]:
        found = []
        for square in sorted(state.boxes | puzzle.decoration):
            row, column = cell(square)
            sprite = "box-home" if square in level.goals else "box"
            found.append(Piece("box", sprite, column, row))
        row, column = cell(state.player)
        way = move.direction if move else Direction.DOWN
        return [*found, Piece("player", f"player-{way.value}", column, row, 1)]

    def places(state: State) -> Iterable[Rect]:
        row, column = cell(state.player)
        return (Rect(column, row, 1, 1),)

    return Board(
        frame=Rect(-0.2, -0.2, level.width + 0.4, level.height + 0.5),
        scale=40,
        background="board-bg",
        scenery=tuple(scenery),
        sprites=_SPRITES,
        pieces=pieces,
        places=places,
    )


def _box(name: str, sign: Strokes) -> tuple[Shape, ...]:
    return (
        box(0.1, 0.14, 0.84, 0.82, "shadow", radius=0.12),
        box(0.08, 0.06, 0.84, 0.84, name, radius=0.12, line=f"{name}-edge", thick=0.05),
        box(0.2, 0.18, 0.6, 0.6, f"{name}-panel", radius=0.05),
        sign,
    )


def _figure(way: Direction) -> tuple[Shape, ...]:
    """The player, who looks in the direction of the move."""
    right, down = _LOOK[way]
    hands = 0.25 * (1 - 0.4 * abs(right))
    cap = (*((0.5 - 0.23 * x, 0.33 - 0.23 * y) for x, y in _ARC), (0.5, 0.37))
    shapes: list[Shape] = [
        Oval(0.5, 0.89, 0.29, 0.09, "shadow"),
        Oval(0.39 + 0.05 * right, 0.88, 0.1, 0.06, "player-dark"),
        Oval(0.61 + 0.05 * right, 0.88, 0.1, 0.06, "player-dark"),
        box(0.28, 0.52, 0.44, 0.36, "player", radius=0.16),
        Oval(0.5 - hands, 0.68, 0.07, 0.07, "player-2"),
        Oval(0.5 + hands, 0.68, 0.07, 0.07, "player-2"),
        Oval(0.5, 0.36, 0.22, 0.22, "player-2"),
        Polygon(cap, "cap"),
        Oval(0.5, 0.09, 0.035, 0.035, "cap-dark"),
    ]
    if down >= 0:
        middle = 0.5 + 0.1 * right
        shapes += [
            Oval(0.5 + 0.16 * right, 0.32, 0.17, 0.045, "cap-dark"),
            Oval(middle - 0.08, 0.42, 0.032, 0.048, "card-black"),
            Oval(middle + 0.08, 0.42, 0.032, 0.048, "card-black"),
        ]
    return tuple(shapes)


_ARC = tuple((cos(pi * part / 8), sin(pi * part / 8)) for part in range(9))
"""Half a circle."""

_SPRITES = {
    "box": _box(
        "box", Strokes((((0.28, 0.26), (0.72, 0.7)), ((0.72, 0.26), (0.28, 0.7))), "box", 0.1)
    ),
    "box-home": _box(
        "box-home", Strokes((((0.33, 0.49), (0.45, 0.61), (0.67, 0.35)),), "mark", 0.1)
    ),
    **{f"player-{way.value}": _figure(way) for way in Direction},
}

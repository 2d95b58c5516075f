"""What pictures are made of: a few plain shapes, drawn by `svg` and by `raster` alike.

A `Board` is the picture of one puzzle: scenery that never changes, and pieces that stand elsewhere
in each state. Colours are names, which `colours` explains for each theme. Lengths are in units of
the board (a square, or a pixel); y grows downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from unriddle.core import BadInput

Point: TypeAlias = tuple[float, float]
"""x and y."""


class Rect(NamedTuple):
    """A rectangle, some of whose corners may be round."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    corners: tuple[bool, bool, bool, bool] = (True, True, True, True)
    """Which corners are round: clockwise from the upper left one."""


class Boxes(NamedTuple):
    """Rectangles of one look; as one shape, so that no seam shows where they touch."""

    rects: tuple[Rect, ...]
    fill: str = ""
    line: str = ""
    thick: float = 0.0


class Oval(NamedTuple):
    """An ellipse around a middle."""

    x: float
    y: float
    rx: float
    ry: float
    fill: str = ""
    line: str = ""
    thick: float = 0.0


class Polygon(NamedTuple):
    """A closed outline, filled."""

    points: tuple[Point, ...]
    fill: str


class Strokes(NamedTuple):
    """Lines from point to point, with round ends."""

    lines: tuple[tuple[Point, ...], ...]
    line: str
    thick: float


class Label(NamedTuple):
    """Text around a middle; `size` is the height of its letters with their room."""

    x: float
    y: float
    size: float
    text: str
    fill: str
    mono: bool = False


Shape: TypeAlias = Boxes | Oval | Polygon | Strokes | Label


class Piece(NamedTuple):
    """Something that stands on the board in one state."""

    kind: str
    """What it is: a piece that moves keeps its kind."""
    sprite: str
    """How it looks: a name among the sprites of the board."""
    x: float
    y: float
    z: float = 0.0
    """Pieces of a higher z cover those of a lower one."""


@dataclass(frozen=True)
class Board:
    """How a puzzle is drawn."""

    frame: Rect
    """What is seen of the plane."""
    scale: float
    """Pixels of a unit, at the natural size."""
    background: str
    scenery: tuple[Shape, ...]
    sprites: Mapping[str, tuple[Shape, ...]]
    """Each around the point where its piece stands."""
    pieces: Callable[[Any, Any], Sequence[Piece]]
    """Of a state and the move that led there, or None."""
    places: Callable[[Any], Iterable[Rect]] = lambda state: ()
    """What a heat map colours for a state."""

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height at the natural size."""
        return round(self.frame.width * self.scale), round(self.frame.height * self.scale)


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = "",
    *,
    radius: float = 0.0,
    line: str = "",
    thick: float = 0.0,
) -> Boxes:
    """One rectangle as a shape."""
    return Boxes((Rect(x, y, width, height, radius),), fill, line, thick)


Cell: TypeAlias = tuple[int, int]
"""Row and column."""


def joined(cells: Iterable[Cell], radius: float = 0.0) -> tuple[Rect, ...]:
    """Squares joined to runs along the rows; their outer corners are round."""
    inside = set(cells)
    rects = []
    for row, column in sorted(inside):
        if (row, column - 1) in inside:
            continue
        end = column
        while (row, end + 1) in inside:
            end += 1
        corners = (
            (row - 1, column) not in inside,
            (row - 1, end) not in inside,
            (row + 1, end) not in inside,
            (row + 1, column) not in inside,
        )
        rects.append(Rect(column, row, end - column + 1, 1, radius, corners))
    return tuple(rects)


MOST_SQUARES = 40_000
"""The largest board that is drawn: 200 by 200."""


def check_size(squares: int, what: str) -> None:
    """Raise `BadInput` for a board that is too large for a picture."""
    if squares > MOST_SQUARES:
        raise BadInput(
            f"a picture shows at most {MOST_SQUARES:,} {what}, this board has {squares:,}",
            hint="`unriddle show` draws it in text",
        )


def bounds(shapes: Iterable[Shape]) -> Rect:
    """The smallest rectangle around some shapes, lines and letters included."""
    corners: list[Point] = []
    for shape in shapes:
        margin = 0.0 if isinstance(shape, Polygon | Label) else shape.thick / 2
        for x, y in _points(shape):
            corners += [(x - margin, y - margin), (x + margin, y + margin)]
    if not corners:
        return Rect(0, 0, 0, 0)
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    return Rect(left, top, right - left, bottom - top)


def _points(shape: Shape) -> Iterable[Point]:
    if isinstance(shape, Boxes):
        for rect in shape.rects:
            yield rect.x, rect.y
            yield rect.x + rect.width, rect.y + rect.height
    elif isinstance(shape, Oval):
        yield shape.x - shape.rx, shape.y - shape.ry
        yield shape.x + shape.rx, shape.y + shape.ry
    elif isinstance(shape, Polygon):
        yield from shape.points
    elif isinstance(shape, Strokes):
        for line in shape.lines:
            yield from line
    else:
        half = shape.size * max(1, len(shape.text)) * 0.5
        yield shape.x - half, shape.y - shape.size * 0.75
        yield shape.x + half, shape.y + shape.size * 0.75

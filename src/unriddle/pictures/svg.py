"""Boards as SVG: one element, no ids, no styles, no other files, so that many fit on one page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from unriddle.pictures.colours import LIGHT
from unriddle.pictures.markup import escape
from unriddle.pictures.shapes import (
    Board,
    Boxes,
    Label,
    Oval,
    Piece,
    Polygon,
    Rect,
    Shape,
    Strokes,
    box,
)

Paint: TypeAlias = Callable[[str, str], str]
"""From `fill` or `stroke` and the name of a colour to attributes."""

SANS = "Inter, 'Segoe UI', system-ui, 'Noto Sans', Arial, sans-serif"
MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
HOTTEST = 0.75
"""The opacity of a heat map where it is hottest."""


def picture(
    board: Board,
    state: Any,
    move: Any = None,
    *,
    title: str = "",
    theme: Mapping[str, str] = LIGHT,
    heat: Iterable[Any] = (),
) -> str:
    """One state as an SVG text; `move` is the one that led there, `heat` states to colour."""
    paint = paint_of(theme)
    width, height = board.pixels
    inside = [
        background(board, paint),
        *(element(shape, paint) for shape in board.scenery),
        *_heat_map(board, heat, paint),
        *(drawn(board, piece, paint) for piece in ordered(board.pieces(state, move))),
    ]
    name = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(board.frame)}" '
        f'width="{width}" height="{height}" style="max-width:100%;height:auto" role="img" '
        f'aria-label="{name}"><title>{name}</title>{"".join(inside)}</svg>'
    )


def paint_of(theme: Mapping[str, str]) -> Paint:
    """The colours of a theme as attributes that every program understands."""

    def paint(attribute: str, name: str) -> str:
        colour = theme[name]
        if len(colour) == 7:
            return f' {attribute}="{colour}"'
        opacity = number(int(colour[7:], 16) / 255)
        return f' {attribute}="{colour[:7]}" {attribute}-opacity="{opacity}"'

    return paint


def view_box(frame: Rect) -> str:
    """What is seen, as the attribute of that name."""
    return " ".join(map(number, frame[:4]))


def background(board: Board, paint: Paint) -> str:
    """The ground under the scenery, with round corners."""
    return element(box(*board.frame[:4], board.background, radius=10 / board.scale), paint)


def ordered(pieces: Sequence[Piece]) -> list[Piece]:
    """The lower ones first."""
    return sorted(pieces, key=lambda piece: piece.z)


def drawn(board: Board, piece: Piece, paint: Paint) -> str:
    """A piece where it stands."""
    shapes = "".join(element(shape, paint) for shape in board.sprites[piece.sprite])
    return f'<g transform="translate({number(piece.x)} {number(piece.y)})">{shapes}</g>'


def element(shape: Shape, paint: Paint) -> str:
    """A shape as an element."""
    if isinstance(shape, Boxes):
        return f'<path d="{"".join(map(_outline, shape.rects))}"{_style(shape, paint)}/>'
    if isinstance(shape, Oval):
        middle = f'cx="{number(shape.x)}" cy="{number(shape.y)}"'
        radii = f'rx="{number(shape.rx)}" ry="{number(shape.ry)}"'
        return f"<ellipse {middle} {radii}{_style(shape, paint)}/>"
    if isinstance(shape, Polygon):
        points = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
        return f'<polygon points="{points}"{paint("fill", shape.fill)}/>'
    if isinstance(shape, Strokes):
        lines = ("L".join(f"{number(x)} {number(y)}" for x, y in line) for line in shape.lines)
        path = "".join(f"M{line}" for line in lines)
        return (
            f'<path d="{path}" fill="none"{paint("stroke", shape.line)} '
            f'stroke-width="{number(shape.thick)}" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return _text(shape, paint)


def _style(shape: Boxes | Oval, paint: Paint) -> str:
    fill = paint("fill", shape.fill) if shape.fill else ' fill="none"'
    if not shape.line:
        return fill
    return f'{fill}{paint("stroke", shape.line)} stroke-width="{number(shape.thick)}"'


def _text(label: Label, paint: Paint) -> str:
    family = MONO if label.mono else SANS
    # Not `dominant-baseline`, which some programs do not know.
    place = f'x="{number(label.x)}" y="{number(label.y + 0.35 * label.size)}"'
    return (
        f'<text {place} font-family="{family}" font-size="{number(label.size)}" '
        f'font-weight="{600 if label.mono else 700}" text-anchor="middle"'
        f"{paint('fill', label.fill)}>{escape(label.text)}</text>"
    )


def _outline(rect: Rect) -> str:
    """A rectangle as part of a path."""
    radii = [rect.radius if is_round else 0 for is_round in rect.corners]
    if not any(radii):
        across, down = number(rect.width), number(rect.height)
        return f"M{number(rect.x)} {number(rect.y)}h{across}v{down}h{number(-rect.width)}z"
    first, second, third, fourth = radii
    return (
        f"M{number(rect.x + first)} {number(rect.y)}"
        f"h{number(rect.width - first - second)}{_arc(second, 1, 1)}"
        f"v{number(rect.height - second - third)}{_arc(third, -1, 1)}"
        f"h{number(third + fourth - rect.width)}{_arc(fourth, -1, -1)}"
        f"v{number(fourth + first - rect.height)}{_arc(first, 1, -1)}z"
    )


def _arc(radius: float, right: int, down: int) -> str:
    if not radius:
        return ""
    size = number(radius)
    return f"a{size} {size} 0 0 1 {number(right * radius)} {number(down * radius)}"


def _heat_map(board: Board, states: Iterable[Any], paint: Paint) -> Iterable[str]:
    """How often the states were at each place: the more often, the denser the colour."""
    count = Counter(place for state in states for place in board.places(state))
    most = max(count.values(), default=1)
    for place, times in sorted(count.items()):
        opacity = number(HOTTEST * (0.15 + 0.85 * times / most))
        yield (
            f'<path d="{_outline(place)}"{paint("fill", "heat")} fill-opacity="{opacity}">'
            f"<title>{times:,}</title></path>"
        )


def number(value: float) -> str:
    """A number short enough for a picture."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text

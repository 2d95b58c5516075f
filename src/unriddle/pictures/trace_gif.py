"""A stretch of a search as an animated GIF: the board of each step, the heat until then, and f."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from unriddle.catalog import AnyPuzzle
from unriddle.pictures import raster
from unriddle.pictures.colours import THEMES
from unriddle.pictures.shapes import Board, Boxes, Label, Piece, Rect
from unriddle.pictures.svg import HOTTEST
from unriddle.pictures.trace_view import Stretch
from unriddle.tracing.trace import Trace

MOST_STEPS = 500
"""Of an animation; a page shows more."""
SHADES = 6
"""Of the heat: few, so that few squares change from one step to the next."""
CAPTION = 30
"""Pixels of the line below the board."""
LETTERS = "0123456789.,#=+fgh∞-"


def gif(
    trace: Trace,
    puzzle: AnyPuzzle,
    *,
    first: int = 1,
    theme: str = "light",
    seconds: float | None = None,
) -> bytes:
    """The steps from `first` on, at most `MOST_STEPS`; raises `BadInput`.

    Each is shown for `seconds` seconds, by default less the more there are.
    """
    stretch = Stretch(trace, puzzle, first, MOST_STEPS)
    board = _captioned(stretch.board)
    frames = list(_frames(board, stretch, trace))
    colours = {**THEMES[theme], **_shades(THEMES[theme]["heat"])}
    sizes = {(place.width, place.height) for place in stretch.places}
    board = replace(
        board,
        sprites={**board.sprites, **dict(_letters(board)), **dict(_squares(sizes))},
        pieces=lambda pieces, _: pieces,
    )
    return raster.gif(board, frames, [None] * (len(frames) - 1), colours, seconds=seconds)


def _captioned(board: Board) -> Board:
    """The same board with room for a line below it."""
    frame = board.frame
    taller = frame._replace(height=frame.height + CAPTION / board.scale)
    band = Rect(frame.x, frame.y + frame.height, frame.width, CAPTION / board.scale)
    return replace(board, frame=taller, scenery=(*board.scenery, Boxes((band,), "surface")))


def _frames(board: Board, stretch: Stretch, trace: Trace) -> Iterator[tuple[Piece, ...]]:
    """The pieces of each step: squares by their heat, what stands on them, and the caption."""
    counts = Counter(stretch.before)
    for step, state in zip(stretch.steps, stretch.states, strict=True):
        counts.update(board.places(state))
        most = math.log1p(max(counts.values(), default=1))
        heat = [
            Piece("heat", _square(place, _shade(count, most)), place.x, place.y, -math.inf)
            for place, count in counts.items()
        ]
        node = trace.nodes[step["node"]]
        yield (*heat, *board.pieces(state, None), *_caption(board, _words(step, node)))


def _words(step: Mapping[str, Any], node: Mapping[str, Any]) -> str:
    """`#12 f=7=3+4`, or what is known of it."""
    f, g, h = (("∞" if node.get(one) == "inf" else node.get(one)) for one in "fgh")
    if f is not None and h is not None:
        return f"#{step['step']} f={f}={g}+{h}"
    return f"#{step['step']}" + (f" g={g}" if g is not None else "")


def _caption(board: Board, words: str) -> Iterator[Piece]:
    frame, pixel = board.frame, 1 / board.scale
    y = frame.y + frame.height - CAPTION / 2 * pixel
    for at, letter in enumerate(words):
        if letter in LETTERS:
            yield Piece("letter", f"letter {letter}", frame.x + (16 + 10 * at) * pixel, y, math.inf)


def _letters(board: Board) -> Iterator[tuple[str, tuple[Label]]]:
    for letter in LETTERS:
        yield f"letter {letter}", (Label(0, 0, 16 / board.scale, letter, "ink"),)


def _squares(sizes: set[tuple[float, float]]) -> Iterator[tuple[str, tuple[Boxes]]]:
    for width, height in sizes:
        for shade in range(1, SHADES + 1):
            rect = Rect(0, 0, width, height)
            yield _square(rect, shade), (Boxes((rect,), f"heat {shade}"),)


def _square(place: Rect, shade: int) -> str:
    return f"heat {shade} {place.width} {place.height}"


def _shade(count: int, most: float) -> int:
    return min(SHADES, math.ceil(SHADES * math.log1p(count) / most))


def _shades(colour: str) -> dict[str, str]:
    opacities = {shade: round(255 * HOTTEST * shade / SHADES) for shade in range(1, SHADES + 1)}
    return {f"heat {shade}": f"{colour}{opacity:02x}" for shade, opacity in opacities.items()}

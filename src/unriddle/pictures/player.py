"""A plan as a page of its own: HTML, SVG and a little script, without a server or another file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from unriddle.core import BadInput
from unriddle.pictures.colours import PICTURES, declared
from unriddle.pictures.markup import escape
from unriddle.pictures.raster import pace
from unriddle.pictures.shapes import Board, Piece
from unriddle.pictures.svg import background, element, number, view_box

MOST_MOVES = 100_000
"""That a player can play."""
CONTROLS = 92
"""The height of what is below the board, in pixels."""
WIDEST = 760
"""In pixels; a smaller board keeps its size, if the controls have room beside each other."""
NARROWEST = 360


class Player(NamedTuple):
    """A page, and the room that it needs, in pixels."""

    html: str
    width: int
    height: int

    @property
    def frame(self) -> str:
        """The page inside of another one: in a frame, so that neither disturbs the other."""
        page = escape(self.html).replace("\n", "&#10;")  # Markdown ends HTML at empty lines
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts" scrolling="no" '
            f'title="unriddle" style="border:0;width:100%;max-width:{self.width}px;'
            f'height:{self.height}px"></iframe>'
        )


def player(
    board: Board,
    states: Sequence[Any],
    moves: Sequence[Any],
    *,
    title: str = "",
    theme: str = "auto",
    start: int = 0,
    seconds: float | None = None,
) -> Player:
    """The page that plays `moves`, which lead from each of the states to the next one.

    `theme` is light, dark, or auto for what the reader prefers. It begins with move `start`.
    """
    if len(moves) > MOST_MOVES:
        raise BadInput(f"a player plays at most {MOST_MOVES:,} moves, not {len(moves):,}")
    sprites: dict[str, int] = {}
    frames = []
    known: dict[int, Piece] = {}
    for pieces in (board.pieces(*pair) for pair in zip(states, (None, *moves), strict=True)):
        now = follow(known, pieces)
        frames.append(_changes(known, now, sprites))
        known = now
    first = [(name, piece) for name, piece in frames[0].items() if piece]
    plan = {
        "frames": frames,
        "moves": [str(move) for move in moves],
        "pause": round(1000 * (pace(len(moves)) if seconds is None else seconds)),
        "start": start,
    }
    width, height = board.pixels
    wide = min(WIDEST, max(NARROWEST, width))
    filled = {
        "theme": theme,
        "title": escape(title),
        "width": str(wide),
        "pieces": "".join(
            f'<use data-id="{name}" href="#sprite-{piece[0]}" '
            f'style="transform:translate({piece[1]}px,{piece[2]}px)"/>'
            for name, piece in sorted(first, key=lambda pair: (pair[1][3], pair[0]))
        ),
        "moves": str(len(moves)),
        "start": str(start),
        "plan": script_data(plan),
    }
    html = filled_page("player", board, sprites, filled)
    return Player(html, wide, round(height * wide / width) + CONTROLS)


def script_data(data: object) -> str:
    """JSON to stand in a script, which ends at "</script>", whatever is around it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def filled_page(
    name: str, board: Board, sprites: Mapping[str, int], filled: Mapping[str, str]
) -> str:
    """A page of this folder with its script, the board and what else is to be filled in."""
    drawn = {
        "view": view_box(board.frame),
        "colours": colour_rules(),
        "symbols": "".join(
            f'<g id="sprite-{index}">'
            f"{''.join(element(shape, variable) for shape in board.sprites[sprite])}</g>"
            for sprite, index in sprites.items()
        ),
        "scenery": background(board, variable)
        + "".join(element(shape, variable) for shape in board.scenery),
        "script": packaged_text(f"{name}.js"),
        **filled,
    }
    # One pass, so that nothing that is filled in is read again.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: drawn[match[1]], packaged_text(f"{name}.html"))


def follow(before: Mapping[int, Piece], pieces: Sequence[Piece]) -> dict[int, Piece]:
    """The pieces of the next frame by number: one that moved keeps the number that it had."""
    waiting: dict[Piece, list[int]] = {}
    for index, piece in before.items():
        waiting.setdefault(piece, []).append(index)
    found: dict[int, Piece] = {}
    moved = []
    for piece in pieces:
        same = waiting.get(piece)
        if same:
            found[same.pop(0)] = piece
        else:
            moved.append(piece)
    free: dict[str, list[int]] = {}
    for piece, indices in waiting.items():
        free.setdefault(piece.kind, []).extend(indices)
    new = max((*before, *found), default=-1) + 1
    for piece in moved:
        of_kind = free.get(piece.kind)
        if of_kind:
            found[of_kind.pop(0)] = piece
        else:
            found[new] = piece
            new += 1
    return found


_Placed = list[float]


def _changes(
    before: Mapping[int, Piece], after: Mapping[int, Piece], sprites: dict[str, int]
) -> dict[int, _Placed | None]:
    """What is new or changed, and what is gone; sprites are numbered as they appear."""
    changes: dict[int, _Placed | None] = {index: None for index in before if index not in after}
    for index, piece in after.items():
        if before.get(index) != piece:
            sprite = sprites.setdefault(piece.sprite, len(sprites))
            changes[index] = [sprite, short(piece.x), short(piece.y), short(piece.z)]
    return changes


def short(value: float) -> float:
    """A number with three digits after the point, whole if it is."""
    return json.loads(number(value))  # type: ignore[no-any-return]  # a whole number if it is one


def variable(attribute: str, name: str) -> str:
    """A colour that the theme of the page decides."""
    return f' {attribute}="var(--{name})"'


def colour_rules() -> str:
    """The colours of both themes as style rules."""
    return (
        f":root{{color-scheme:light dark;{declared(PICTURES)}}}\n"
        ":root[data-theme=light]{color-scheme:light}\n:root[data-theme=dark]{color-scheme:dark}"
    )


def packaged_text(name: str) -> str:
    """A file beside this module."""
    return files("unriddle.pictures").joinpath(name).read_text("utf-8")

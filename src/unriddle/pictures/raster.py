"""Boards in pixels: PNG, and GIF that plays a plan. Needs Pillow, the extra `export`.

Every sprite is drawn once. A frame of an animation holds only the rectangle in which something has
changed, in a palette that all frames share, which keeps files small and makes them quickly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from unriddle.core import BadInput
from unriddle.out_of_memory import lacking
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
    bounds,
)
from unriddle.pictures.svg import ordered

if TYPE_CHECKING:
    from PIL import Image

FINER = 4
"""How many times larger shapes are drawn; then they are made smaller, so that edges are smooth."""
MOST_PIXELS = 8_000_000
"""Of a picture; larger boards are drawn smaller."""
MOST_PIXELS_MOVING = 1_500_000
"""Of an animation."""
MOST_FRAMES = 5_000
COLOURS = 128
"""Of an animation."""
FIRST_PAUSE, LAST_PAUSE = 800, 2500
"""How long the first and the last position are shown, in milliseconds."""


def png(
    board: Board, state: Any, move: Any, theme: Mapping[str, str], *, scale: float = 1.0
) -> bytes:
    """One state as a PNG file; `move` is the one that led there."""
    file = BytesIO()
    picture = Canvas(board, theme, scale).image(board.pieces(state, move))
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def gif(
    board: Board,
    states: Sequence[Any],
    moves: Sequence[Any],
    theme: Mapping[str, str],
    *,
    scale: float = 1.0,
    seconds: float | None = None,
) -> bytes:
    """A plan as an animated GIF file that is played again and again.

    `moves` lead from each of the states to the next one; each is shown for `seconds` seconds,
    by default less the more there are.
    """
    if len(states) > MOST_FRAMES:
        raise BadInput(
            f"an animation shows at most {MOST_FRAMES:,} positions, not {len(states):,}",
            hint="export a player instead: --to html",
        )
    canvas = Canvas(board, theme, scale, MOST_PIXELS_MOVING)
    pieces = [ordered(board.pieces(*pair)) for pair in zip(states, (None, *moves), strict=True)]
    palette = canvas.palette(pieces[0], pieces[-1])
    each = pace(len(moves)) if seconds is None else seconds
    pauses = [FIRST_PAUSE, *[max(20, round(each * 1000))] * len(moves)]
    pauses[-1] = LAST_PAUSE
    return _write_gif(canvas.size, palette, canvas.frames(pieces), pauses)


def pace(moves: int) -> float:
    """The seconds for which each position is shown, given how many there are."""
    return min(0.5, max(0.06, 30 / max(1, moves)))


def pillow() -> Any:
    """What we use of Pillow; raises `BadInput` with the way to get it."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise lacking(
            error,
            "PNG and GIF need Pillow, which is not installed",
            hint="pip install 'unriddle[export]', or export svg or html, which need nothing",
        ) from error
    return Image, ImageDraw, ImageFont


class _Spot(NamedTuple):
    """A sprite in pixels, and where its upper left corner is relative to its piece."""

    image: Image.Image
    left: int
    top: int


class Canvas:
    """A board in pixels: draws its pieces in one state after the other."""

    def __init__(
        self,
        board: Board,
        theme: Mapping[str, str],
        scale: float = 1.0,
        most_pixels: int = MOST_PIXELS,
    ) -> None:
        self._pil, self._draw, self._font = pillow()
        self._board = board
        self._theme = theme
        area = board.frame.width * board.frame.height
        wanted = board.scale * scale
        self._scale = min(wanted, math.sqrt(most_pixels / area))
        if self._scale > 2:
            self._scale = math.floor(self._scale)  # squares of whole pixels look the same
        self._left = round(board.frame.x * self._scale)
        self._top = round(board.frame.y * self._scale)
        self.size = (
            max(1, round(board.frame.width * self._scale)),
            max(1, round(board.frame.height * self._scale)),
        )
        self._sprites: dict[str, _Spot] = {}

    @cached_property
    def ground(self) -> Image.Image:
        """Background and scenery."""
        ground: Image.Image = self._pil.new("RGB", self.size, self.colour(self._board.background))
        # Bands, because the finer drawing of a whole large board would take much memory.
        height = max(8, 2_000_000 // (FINER * FINER * self.size[0]))
        for top in range(0, self.size[1], height):
            high = min(self.size[1] - top, height)
            first = (self._top + top - 1) / self._scale
            shapes = list(_between(self._board.scenery, first, first + (high + 2) / self._scale))
            image = self._drawn(shapes, (self._left, self._top + top), self.size[0], high)
            ground.paste(image, (0, top), image)
        return ground

    def image(self, pieces: Sequence[Piece]) -> Image.Image:
        """A whole picture."""
        picture = self.ground.copy()
        for piece in ordered(pieces):
            self._put(picture, piece, (0, 0))
        return picture

    def palette(self, first: Sequence[Piece], last: Sequence[Piece]) -> Image.Image:
        """An image whose palette suits all frames."""
        sprites = [self._spot(name).image for name in self._board.sprites]
        width = max(self.size[0], *(image.width for image in sprites))
        height = 2 * self.size[1] + sum(image.height for image in sprites)
        sample = self._pil.new("RGB", (width, height), self.colour(self._board.background))
        sample.paste(self.image(first), (0, 0))
        sample.paste(self.image(last), (0, self.size[1]))
        top = 2 * self.size[1]
        for image in sprites:
            sample.paste(image, (0, top), image)
            top += image.height
        try:
            found: Image.Image = sample.quantize(COLOURS, method=self._pil.Quantize.MEDIANCUT)
        except ValueError as error:  # Pillow's words for a lack of memory
            raise MemoryError from error
        return found

    def frames(
        self, frames: Sequence[Sequence[Piece]]
    ) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
        """What is to be shown anew in each frame, and where; the first is a whole picture."""
        yield self.image(frames[0]), (0, 0)
        for before, after in pairwise(frames):
            changed = {*before}.symmetric_difference(after)
            spots = [self._rectangle(piece) for piece in changed]
            left = max(0, min((spot[0] for spot in spots), default=0))
            top = max(0, min((spot[1] for spot in spots), default=0))
            right = min(self.size[0], max((spot[2] for spot in spots), default=1))
            bottom = min(self.size[1], max((spot[3] for spot in spots), default=1))
            part = self.ground.crop((left, top, right, bottom))
            for piece in after:
                x, y, x2, y2 = self._rectangle(piece)
                if x < right and y < bottom and x2 > left and y2 > top:
                    self._put(part, piece, (left, top))
            yield part, (left, top)

    def _rectangle(self, piece: Piece) -> tuple[int, int, int, int]:
        image, left, top = self._spot(piece.sprite)
        x = round(piece.x * self._scale) - self._left + left
        y = round(piece.y * self._scale) - self._top + top
        return x, y, x + image.width, y + image.height

    def _put(self, picture: Image.Image, piece: Piece, origin: tuple[int, int]) -> None:
        x, y, _, _ = self._rectangle(piece)
        image = self._spot(piece.sprite).image
        picture.paste(image, (x - origin[0], y - origin[1]), image)

    def _spot(self, name: str) -> _Spot:
        if name not in self._sprites:
            shapes = self._board.sprites[name]
            around = bounds(shapes)
            left, top = math.floor(around.x * self._scale), math.floor(around.y * self._scale)
            right = math.ceil((around.x + around.width) * self._scale)
            bottom = math.ceil((around.y + around.height) * self._scale)
            image = self._drawn(shapes, (left, top), max(1, right - left), max(1, bottom - top))
            # Letters have more room than they need.
            used = image.getbbox() or (0, 0, 1, 1)
            self._sprites[name] = _Spot(image.crop(used), left + used[0], top + used[1])
        return self._sprites[name]

    def _drawn(
        self, shapes: Sequence[Shape], origin: tuple[int, int], width: int, height: int
    ) -> Image.Image:
        """Shapes on nothing; `origin` is the pixel of the board in the upper left corner."""
        fine = self._pil.new("RGBA", (width * FINER, height * FINER), (0, 0, 0, 0))
        pen = _Pen(self, self._draw.Draw(fine), self._scale * FINER, origin)
        for shape in shapes:
            pen.draw(shape)
        image: Image.Image = fine.resize((width, height), self._pil.Resampling.BOX)
        return image

    def colour(self, name: str) -> str | None:
        """The colour of that name; None for no name."""
        return self._theme[name] if name else None

    def font(self, size: float) -> Any:
        """The letters that Pillow brings along."""
        return self._font.load_default(max(1, round(size)))


def _between(shapes: Iterable[Shape], top: float, bottom: float) -> Iterator[Shape]:
    """What is to be seen of shapes between two heights, and perhaps a little more."""
    for shape in shapes:
        if isinstance(shape, Boxes):
            margin = shape.thick
            rects = tuple(
                rect
                for rect in shape.rects
                if rect.y - margin < bottom and rect.y + rect.height + margin > top
            )
            if rects:
                yield shape._replace(rects=rects)
        else:
            around = bounds((shape,))
            if around.y < bottom and around.y + around.height > top:
                yield shape


class _Pen:
    """Draws shapes with Pillow, many pixels to the unit."""

    def __init__(self, canvas: Canvas, draw: Any, scale: float, origin: tuple[int, int]) -> None:
        self._canvas = canvas
        self._draw = draw
        self._scale = scale
        self._origin = origin[0] * FINER, origin[1] * FINER

    def draw(self, shape: Shape) -> None:
        """Draw it over what is there."""
        if isinstance(shape, Boxes):
            for rect in shape.rects:
                self._box(rect, shape)
        elif isinstance(shape, Oval):
            self._oval(shape)
        elif isinstance(shape, Polygon):
            fill = self._canvas.colour(shape.fill)
            self._draw.polygon([self._at(*point) for point in shape.points], fill=fill)
        elif isinstance(shape, Strokes):
            self._strokes(shape)
        else:
            self._label(shape)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self._scale - self._origin[0], y * self._scale - self._origin[1]

    def _box(self, rect: Rect, shape: Boxes) -> None:
        grown = shape.thick / 2 if shape.line else 0
        line, fill = self._canvas.colour(shape.line), self._canvas.colour(shape.fill)
        if line:
            self._rectangle(rect, grown, line if fill else None, line, shape.thick)
        if fill:
            self._rectangle(rect, -grown, fill)

    def _rectangle(
        self, rect: Rect, grown: float, fill: Any, line: Any = None, thick: float = 0
    ) -> None:
        left, top = self._at(rect.x - grown, rect.y - grown)
        right, bottom = self._at(rect.x + rect.width + grown, rect.y + rect.height + grown)
        corners = (round(left), round(top), round(right) - 1, round(bottom) - 1)
        if corners[2] < corners[0] or corners[3] < corners[1]:
            return
        radius = max(0.0, rect.radius + grown) * self._scale if rect.radius else 0
        half = min(corners[2] - corners[0], corners[3] - corners[1]) / 2
        self._draw.rounded_rectangle(
            corners,
            min(radius, half),
            fill,
            line,
            max(1, round(thick * self._scale)) if line else 1,
            corners=(rect.corners if radius else (False, False, False, False)),
        )

    def _oval(self, oval: Oval) -> None:
        line, fill = self._canvas.colour(oval.line), self._canvas.colour(oval.fill)
        grown = oval.thick / 2 if line else 0
        left, top = self._at(oval.x - oval.rx - grown, oval.y - oval.ry - grown)
        right, bottom = self._at(oval.x + oval.rx + grown, oval.y + oval.ry + grown)
        width = max(1, round(oval.thick * self._scale)) if line else 0
        self._draw.ellipse((left, top, right - 1, bottom - 1), fill, line, width)

    def _strokes(self, strokes: Strokes) -> None:
        colour = self._canvas.colour(strokes.line)
        radius = strokes.thick * self._scale / 2
        for line in strokes.lines:
            points = [self._at(*point) for point in line]
            self._draw.line(points, colour, max(1, round(2 * radius)), joint="curve")
            for x, y in (points[0], points[-1]):
                self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)

    def _label(self, label: Label) -> None:
        font = self._canvas.font(label.size * self._scale)
        bold = round(label.size * self._scale * 0.022)
        self._draw.text(
            self._at(label.x, label.y),
            label.text,
            self._canvas.colour(label.fill),
            font,
            anchor="mm",
            stroke_width=bold,
        )


def _write_gif(
    size: tuple[int, int],
    palette: Image.Image,
    frames: Iterator[tuple[Image.Image, tuple[int, int]]],
    pauses: Sequence[int],
) -> bytes:
    """A GIF89a file of frames that are laid over what was there.

    Written here and not by Pillow, which would compare all frames pixel by pixel.
    """
    from PIL import Image
    from PIL.GifImagePlugin import getdata

    colours = bytes(palette.getpalette("RGB") or ())[: 3 * 256].ljust(3 * 256, b"\0")
    screen = b"".join(side.to_bytes(2, "little") for side in size)
    # A table of 256 colours for all frames; played for ever.
    parts = [b"GIF89a", screen, b"\xf7\0\0", colours]
    parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
    for (image, place), pause in zip(frames, pauses, strict=True):
        numbers = image.quantize(palette=palette, dither=Image.Dither.NONE)
        # Disposal 1: left as it is when the next frame comes.
        parts += getdata(numbers, place, duration=pause, disposal=1)
    return b"".join((*parts, b"\x3b"))

"""A picture of a position: styled text, where to look, and what lies under the mouse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.text import Text


class Size(NamedTuple):
    """How much there is to draw on, in characters."""

    width: int
    height: int


@dataclass(frozen=True)
class Picture:
    """Lines of the same width."""

    lines: tuple[Text, ...]
    width: int
    focus: tuple[int, int] = (0, 0)
    """Column and row that must be seen even if not all can be."""
    place_at: Callable[[int, int], Any] = lambda x, y: None
    """What a column and a row of the picture belong to; the board knows what that means."""

    @property
    def height(self) -> int:
        """How many lines there are."""
        return len(self.lines)


class Window(NamedTuple):
    """The part of a picture that fits: its first column and row, and the margin before it."""

    left: int
    top: int
    margin_left: int
    margin_top: int


def window(picture: Picture, room: Size) -> Window:
    """Centre a picture that fits; of one that does not, show the part around its focus."""

    def along(size: int, available: int, focus: int) -> tuple[int, int]:
        if size <= available:
            return 0, (available - size) // 2
        return max(0, min(size - available, focus - available // 2)), 0

    left, margin_left = along(picture.width, room.width, picture.focus[0])
    top, margin_top = along(picture.height, room.height, picture.focus[1])
    return Window(left, top, margin_left, margin_top)


def crop(picture: Picture, room: Size) -> Text:
    """The picture as one text that fills the room exactly, or what of it fits."""
    shown = window(picture, room)
    lines = [Text()] * shown.margin_top
    for line in picture.lines[shown.top : shown.top + room.height]:
        part = line[shown.left : shown.left + room.width] if picture.width > room.width else line
        lines.append(Text.assemble(" " * shown.margin_left, part))
    return Text("\n").join(lines)

"""The last look at every line before it is drawn where the terminal knows only ASCII."""

from __future__ import annotations

import unicodedata

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SPELLINGS = {
    **dict.fromkeys("│┃║╎┆▏▎▍▌▐▕┊", "|"),
    **dict.fromkeys("─━═╌┄▔▁▂▃━╸╺", "-"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝┏┓┗┛", "+"),
    **dict.fromkeys("█▊▋▉▇▆▅▄▀■", "#"),
    "·": ".",
    "•": "*",
    "●": "*",
    "○": "o",
    "▼": "v",
    "▲": "^",
    "▶": ">",
    "…": ".",
    "µ": "u",
    "đ": "d",
    "Đ": "D",
}


def in_ascii(text: str) -> str:
    """The text with every character replaced that ASCII does not have; the width stays the same."""
    return text if text.isascii() else "".join(map(_plain, text))


def _plain(character: str) -> str:
    if character.isascii():
        return character
    width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
    letters = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    spelt = _SPELLINGS.get(character) or letters[:1] or "?"
    return "" if unicodedata.combining(character) else spelt * width


class AsciiFilter(LineFilter):
    """Replaces what widgets draw in Unicode: borders, scroll bars, letters with accents."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments in ASCII."""
        return [
            Segment(in_ascii(text), style, control) if not text.isascii() else segment
            for segment in segments
            for text, style, control in (segment,)
        ]

"""Text of anybody as text in HTML and SVG."""

from __future__ import annotations

import html
import re

_NO_CHARACTERS = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold in any way: control characters, halves of characters, two others."""


def escape(text: str) -> str:
    """The same text as markup, also in an attribute; what XML cannot hold is marked as lost."""
    return html.escape(_NO_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", text))

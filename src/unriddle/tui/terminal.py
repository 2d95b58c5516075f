"""What the terminal can show: Unicode or ASCII, many colours, sixteen, or none."""

from __future__ import annotations

import enum
import locale
import os
import sys
from collections.abc import Mapping
from typing import NamedTuple


class Colours(enum.Enum):
    """How many colours there are."""

    MANY = "many"
    SIXTEEN = "sixteen"
    NONE = "none"


class Support(NamedTuple):
    """How things are drawn."""

    unicode: bool = True
    colours: Colours = Colours.MANY

    def pick(self, unicode: str, ascii: str) -> str:
        """One of two spellings of the same thing."""
        return unicode if self.unicode else ascii


def why_not() -> str:
    """Why no screen can be drawn here, in words; empty if it can."""
    for stream, name in ((sys.stdin, "input"), (sys.stdout, "output")):
        if stream is None or not stream.isatty():
            return f"standard {name} is not a terminal"
    if os.environ.get("TERM", "") in ("", "dumb", "unknown") and os.name != "nt":
        return f"the terminal (TERM={os.environ.get('TERM', '')}) cannot place text on its screen"
    return ""


def support_of(environment: Mapping[str, str], encoding: str, *, ascii: bool = False) -> Support:
    """What a terminal with this environment and encoding can show.

    The console of Linux knows Unicode but has hardly any shapes in its font.
    """
    term = environment.get("TERM", "")
    speaks_unicode = encoding.lower().replace("-", "").startswith("utf")
    unicode = speaks_unicode and term != "linux" and not ascii
    if environment.get("NO_COLOR"):
        return Support(unicode, Colours.NONE)
    many = (
        "256" in term
        or "direct" in term
        or environment.get("COLORTERM", "").lower() in ("truecolor", "24bit", "yes")
        or "WT_SESSION" in environment
    )
    if term.endswith(("-mono", "-m")) or term.startswith("vt"):
        return Support(unicode, Colours.NONE)
    return Support(unicode, Colours.MANY if many else Colours.SIXTEEN)


def support_here(*, ascii: bool = False) -> Support:
    """What the terminal of this process can show."""
    return support_of(os.environ, locale.getpreferredencoding(False), ascii=ascii)

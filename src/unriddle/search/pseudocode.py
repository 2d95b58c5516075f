"""The searches in a dozen lines each, as a teacher writes them on the board.

Every search has its lines beside the function, in English and in Vietnamese. A line has a name, and
the lines of the function that do what it says end in a comment with that name: `# take`. A test
follows every search through its code and compares which lines ran with what `unriddle.tracing`
says, so that code and pseudo-code cannot drift apart.
"""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """A line of pseudo-code."""

    name: str
    """The comment at the end of the line of Python; empty for a line that only frames others."""
    depth: int
    """How far it is indented, in steps."""
    en: str
    vi: str


Pseudocode = tuple[Line, ...]

"""The searches in a dozen lines each, as a teacher writes them on the board.

Every search has its lines beside the function, in English and in Vietnamese. A line has a name, and
the lines of the function that do what it says end in a comment with that name: `# take`. A test
follows every search through its code and compares which lines ran with what `unriddle.tracing`
says, so that code and pseudo-code cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Line(NamedTuple):
    """A line of pseudo-code."""

    name: str
    """The comment at the end of the line of Python; empty for a line that only frames others."""
    depth: int
    """How far it is indented, in steps."""
    en: str
    vi: str


Pseudocode = tuple[Line, ...]
_OF: dict[Callable[..., Any], Pseudocode] = {}


def explain(search: Callable[..., Any], *lines: tuple[str, str, str]) -> None:
    """Let these lines be the pseudo-code of a search: the name, then English and Vietnamese.

    The English text is indented, two blanks a step.
    """
    texts = ((name, en.lstrip(), vi, len(en) - len(en.lstrip())) for name, en, vi in lines)
    _OF[search] = tuple(Line(name, blanks // 2, en, vi) for name, en, vi, blanks in texts)


def pseudocode_of(search: Callable[..., Any] | None) -> Pseudocode:
    """The lines of a search; none if it has none."""
    return _OF.get(search, ()) if search else ()

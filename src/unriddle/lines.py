"""The lines of a text, with any line ends, and not more of them than we can read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar, overload

from unriddle.core import BadInput

LARGEST_TEXT = 16 * 2**20
"""Bytes of a file and characters of a text; no collection of levels comes near it."""
MOST_LINES = 400_000
LARGEST_PLAN = 2 * 2**20
"""Characters in which a plan may be written."""
MOST_SQUARES = 2_000_000
"""Squares of all levels that are held at once: each takes 100 bytes or more."""

L = TypeVar("L")
L_co = TypeVar("L_co", covariant=True)


def check_size(text: str, source: str = "", *, largest: int = LARGEST_TEXT) -> None:
    """Raise `BadInput` if a text is too large to be read."""
    problem = ""
    if len(text) > largest:
        problem = f"is larger than {largest >> 20} MiB"
    elif text.count("\n") + text.count("\r") - text.count("\r\n") > MOST_LINES:
        problem = f"has more than {MOST_LINES:,} lines"
    if problem:
        raise BadInput(problem, source=source, hint="split it into several")


def lines_of(text: str, source: str = "", *, largest: int = LARGEST_TEXT) -> list[str]:
    """The lines of `text`, without a byte order mark; raises `BadInput` if it is too large."""
    check_size(text, source, largest=largest)
    unified = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return unified.split("\n")


def json_object(
    text: str | bytes, source: str = "", *, line: int | None = None, hint: str = ""
) -> dict[str, Any]:
    """The object in a JSON text; raises `BadInput`."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"is not JSON: {error}", source=source, line=line, hint=hint) from error
    if not isinstance(found, dict):
        raise BadInput("is not a JSON object", source=source, line=line, hint=hint)
    return found


def json_lines(lines: Iterable[str], source: str) -> Iterator[dict[str, Any]]:
    """The objects in a text with one on each line; raises `BadInput` with the line."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield json_object(line, source, line=number)


class Draft(Protocol[L_co]):
    """A level that was found in a text and is not yet read."""

    @property
    def text(self) -> str:
        """As it was written."""

    def read(self) -> L_co:
        """The level; raises `BadInput` with its place in the whole text."""


class Drafts(Sequence[Draft[L]], Generic[L]):
    """The drafts of a text, each made when it is asked for: a text may hold 300,000 of them."""

    def __init__(self, number: int, make: Callable[[int], Draft[L]]) -> None:
        self._number = number
        self._make = make

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, index: int) -> Draft[L]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Draft[L]]: ...
    def __getitem__(self, index: int | slice) -> Draft[L] | Sequence[Draft[L]]:
        """Drafts count from 0."""
        if isinstance(index, slice):
            return [self._make(number) for number in range(*index.indices(self._number))]
        return self._make(range(self._number)[index])

    def __iter__(self) -> Iterator[Draft[L]]:
        return map(self._make, range(self._number))


def bounded(levels: Iterable[L], squares: Callable[[L], int], source: str = "") -> Iterator[L]:
    """The same levels; raises `BadInput` once they have more squares than may be held at once."""
    total = 0
    for level in levels:
        total += squares(level)
        if total > MOST_SQUARES:
            raise BadInput(
                f"its levels have more than {MOST_SQUARES:,} squares together",
                source=source,
                hint="read them one by one, or split it into several",
            )
        yield level

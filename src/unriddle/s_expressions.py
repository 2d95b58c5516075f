"""Texts in parentheses, as PDDL is written: read into nested groups that know their lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unriddle.core import BadInput
from unriddle.lines import lines_of

MAX_TOKENS = 400_000
"""The most words, parentheses and comments of a text: about what can be read in a second.

A board of 100 by 100 has 320,000."""

_TOKEN = re.compile(r"[()]|[^\s();]+|;.*")


class Word(NamedTuple):
    """A name or a number, in lower case: PDDL does not tell the cases apart."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between a pair of parentheses."""

    items: Sequence[Word | Group]
    line: int
    """Of the opening parenthesis, counted from 1."""

    @property
    def head(self) -> str:
        """The word that it begins with; empty if it begins with none."""
        return self.items[0].text if self.items and isinstance(self.items[0], Word) else ""

    @property
    def words(self) -> tuple[str, ...] | None:
        """The words in it, if it holds nothing else."""
        found = tuple(item.text for item in self.items if isinstance(item, Word))
        return found if len(found) == len(self.items) else None


def read(text: str, source: str = "") -> list[Group]:
    """The groups of a text, one after the other; comments begin with a semicolon.

    Raises `BadInput` with the line.
    """
    found: list[Group] = []
    opened: list[tuple[list[Word | Group], int]] = []
    left = MAX_TOKENS
    for number, line in enumerate(lines_of(text, source), start=1):
        for match in _TOKEN.finditer(line):
            token = match.group()
            left -= 1
            if left < 0:
                problem = f"more than {MAX_TOKENS:,} words and parentheses"
                raise BadInput(problem, source=source, line=number)
            if token == "(":
                opened.append(([], number))
            elif token == ")":
                if not opened:
                    raise BadInput("a ) closes nothing", source=source, line=number)
                items, start = opened.pop()
                (opened[-1][0] if opened else found).append(Group(items, start))
            elif not token.startswith(";"):
                if not opened:
                    problem = f"{token[:40]!r} stands outside all parentheses"
                    raise BadInput(problem, source=source, line=number)
                opened[-1][0].append(Word(token.lower(), number))
    if opened:
        raise BadInput("this ( is never closed", source=source, line=opened[-1][1])
    return found

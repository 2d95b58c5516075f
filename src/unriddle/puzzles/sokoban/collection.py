"""What stands beside the boards of a level file: solutions and saved games (snapshots).

A line `Solution` or `Snapshot` stands above moves in LURD letters; the moves may also follow a
colon on the same line. Other programs let players name their games, so lines of moves below any
other line, or none, may be a solution too. What is replaced is replaced where it stands, and every
other line stays as it is.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unriddle.lines import Draft, lines_of
from unriddle.puzzles.sokoban.rules import Level, Move
from unriddle.puzzles.sokoban.xsb import HEADING, board_spans, find_levels

_MOVES = re.compile(r"[udlrUDLR0-9\s]*")
_COUNT = re.compile(r"\b(moves|pushes)([ =:]*)[0-9]+|\b[0-9]+( +)(moves|pushes)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"[ \t]*\w+[ \t]*#?[0-9]*[ \t]*:?", re.ASCII)


class Attachment(NamedTuple):
    """Moves that a file holds for one of its boards."""

    kind: str
    """`solution` or `snapshot`, or empty where no heading says it: perhaps words, not moves."""
    start: int
    """The line of its heading, or else of its moves, counted from 0,"""
    end: int
    """and the line after its moves."""
    moves: str
    """As they are written."""


@dataclass(frozen=True)
class Collection:
    """A level file with all that is in it."""

    text: str
    source: str = ""

    @property
    def boards(self) -> Sequence[Draft[Level]]:
        """The boards, not yet read; raises `BadInput` if there is none."""
        return find_levels(self.text, self.source)

    def attached(self) -> list[list[Attachment]]:
        """By board: the moves below it, as far as the next board."""
        lines = lines_of(self.text, self.source)
        spans = board_spans(lines)
        stops = [*(span.start for span in spans[1:]), len(lines)]
        return [
            list(_attachments(lines, span.stop, stop))
            for span, stop in zip(spans, stops, strict=True)
        ]

    def having(self, plans: Mapping[Attachment, Sequence[Move]]) -> str:
        """The text with other moves in the place of some."""
        newline = "\r\n" if "\r\n" in self.text else "\n"
        lines = lines_of(self.text, self.source)
        for one in sorted(plans, key=lambda one: one.start, reverse=True):
            lines[one.start : one.end] = _written(lines[one.start : one.end], plans[one])
        return newline.join(lines)


def _attachments(lines: Sequence[str], index: int, stop: int) -> list[Attachment]:
    found = []
    while index < stop:
        heading = HEADING.match(lines[index])
        start = index
        moves = [(heading["moves"] if heading else lines[index]) or ""]
        index += 1
        if heading is None and not (_MOVES.fullmatch(moves[0]) and re.search("[a-zA-Z]", moves[0])):
            continue
        while index < stop and lines[index].strip() and _MOVES.fullmatch(lines[index]):
            moves.append(lines[index])
            index += 1
        if any(map(str.strip, moves)) and all(map(_MOVES.fullmatch, moves)):
            kind = heading["kind"].lower() if heading else ""
            found.append(Attachment(kind, start, index, "\n".join(moves).strip()))
    return found


def _written(lines: Sequence[str], plan: Sequence[Move]) -> list[str]:
    """The lines of an attachment with other moves; its heading tells no figures of the old ones."""
    moves = "".join(map(str, plan))
    heading = HEADING.match(lines[0])
    if heading is None:
        return textwrap.wrap(moves, len(lines[0].rstrip()) if len(lines) > 1 else len(moves))
    head = heading["head"]
    counts = {"moves": len(plan), "pushes": sum(move.push for move in plan)}

    def counted(found: re.Match[str]) -> str:
        name, gap, other_gap, other = found.groups()
        return (
            f"{name}{gap}{counts[name.lower()]}"
            if name
            else f"{counts[other.lower()]}{other_gap}{other}"
        )

    told = _COUNT.sub(counted, head)
    if told == head and not _NUMBERED.fullmatch(head):
        told = heading["kind"] + (":" if head.rstrip().endswith(":") else "")
    if (heading["moves"] or "").strip():
        return [f"{told} {moves}"]
    width = len(lines[1].rstrip()) if len(lines) > 2 else len(moves)
    return [told, *textwrap.wrap(moves, max(width, 1))]

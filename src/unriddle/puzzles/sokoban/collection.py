"""What stands beside the boards of a level file: solutions and saved games (snapshots).

A line `Solution` or `Snapshot` stands above moves in LURD letters, perhaps with lines between them
that say when and by what they were found; the moves may also follow a colon on the same line.
`Solution/Moves` and `Solution/Pushes` are the best by moves and by pushes. Other programs let
players name their games, so lines of moves below any other line, or none, may be a solution too.
What is replaced is replaced where it stands, and every other line stays as it is.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unriddle.lines import Draft, lines_of
from unriddle.puzzles.sokoban.rules import Level, Move
from unriddle.puzzles.sokoban.slc import plain_lines
from unriddle.puzzles.sokoban.xsb import HEADING, board_spans, find_levels

_MOVES = re.compile(r"[udlrUDLR0-9()\s]*")
_OTHERS = re.compile(r"[^udlrUDLR0-9()\[\]{}*\s]")
"""What no moves hold, those of saved games and of games played backwards too."""
_REMARK = re.compile(r"\s*(?:$|;|[^:]*:)")
_BEST = re.compile(r"\s*solution\s*/\s*(moves|pushes)\b", re.IGNORECASE)
_ABOUT = re.compile(r"\s*(?:;|(?!comment)[^\W\d][^:]*:)", re.IGNORECASE)
"""A line between a heading and its moves."""
_UNIT = re.compile(r"\b(?P<unit>move|push)(?:e?s)?\b", re.IGNORECASE)
_FIGURE_BEHIND = re.compile(rf"(?P<name>{_UNIT.pattern}[ =:]*)[0-9]+", re.IGNORECASE)
_FIGURE_BEFORE = re.compile(rf"\b[0-9]+(?P<name> +{_UNIT.pattern})", re.IGNORECASE)
_FIGURE = re.compile(r"[ =:]*[0-9]")
_NUMBERED = re.compile(r"[ \t]*+\w++[ \t]*+#?[0-9]*+[ \t]*+:?", re.ASCII)


class Attachment(NamedTuple):
    """Moves that a file holds for one of its boards."""

    kind: str
    """`solution` or `snapshot`, or empty where no heading says it: perhaps words, not moves."""
    start: int
    """The line of its heading, or else of its moves, counted from 0,"""
    end: int
    """and the line after its moves."""
    moves: str
    """As they are written; below a heading perhaps with mistakes."""
    first: int
    """The line where they begin, which may be that of the heading."""
    best: str = ""
    """By what the heading calls it the best: `moves`, `pushes`, or empty."""
    name: str = ""
    """Its heading: `Solution/Moves`, `Solution by Somebody`; empty if there is none."""


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
        lines = plain_lines(lines_of(self.text, self.source))  # a file in XML holds no moves
        spans = board_spans(lines)
        stops = [*(span.start for span in spans), len(lines)][1:]
        return [
            list(_attachments(lines, span.stop, stop))
            for span, stop in zip(spans, stops, strict=True)
        ]

    def having(self, plans: Mapping[Attachment, Sequence[Move]]) -> str:
        """The text with other moves in the place of some, each line with the end that it has."""
        parts = re.split(r"(\r\n|\r|\n)", self.text)  # lines, and between them their ends
        for one in sorted(plans, key=lambda one: one.start, reverse=True):
            place = slice(2 * one.start, 2 * one.end - 1)
            end = parts[2 * one.start + (1 if one.end - one.start > 1 else -1)]
            parts[place] = [end.join(_written(one, parts[place][::2], plans[one]))]
        return "".join(parts)


def _attachments(lines: Sequence[str], index: int, stop: int) -> Iterator[Attachment]:
    while index < stop:
        start, line = index, lines[index]
        heading = HEADING.match(line)
        index += 1
        if heading is None:
            if _MOVES.fullmatch(line) and re.search("[a-zA-Z]", line):
                index = _end_of_moves(lines, index, stop, _is_moves)
                yield Attachment("", start, index, _joined(lines[start:index]), start)
            continue
        told, first = heading["moves"].strip(), start
        if not (re.search("[udlrUDLR]", told) and _like_moves(told)):
            first = index
            while first < stop and _ABOUT.match(lines[first]) and not HEADING.match(lines[first]):
                first += 1
            if _end_of_moves(lines, first, stop, _like_moves) == first:
                first = index
        index = _end_of_moves(lines, max(first, index), stop, _like_moves)
        moves = _joined([told if first == start else "", *lines[max(first, start + 1) : index]])
        if not moves and told:
            moves, first = told, start
        elif not moves and index < stop and not _REMARK.match(lines[index]):
            moves = lines[index].strip()  # as good as no letter of it is a move
            index += 1
        if moves:
            name = (heading["head"] if first == start else line).strip(" \t:")
            best = _BEST.match(line)
            by = best[1].lower() if best else ""
            yield Attachment(heading["kind"].lower(), start, index, moves, first, by, name)


def _end_of_moves(
    lines: Sequence[str], index: int, stop: int, is_moves: Callable[[str], bool]
) -> int:
    while index < stop and lines[index].strip() and is_moves(lines[index]):
        index += 1
    return index


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines).strip()


def _is_moves(line: str) -> bool:
    return _MOVES.fullmatch(line) is not None


def _like_moves(line: str) -> bool:
    """Is it rather moves, perhaps with a mistake, than words?"""
    return len(_OTHERS.findall(line)) <= len(re.findall("[udlrUDLR]", line))


def _written(one: Attachment, lines: Sequence[str], plan: Sequence[Move]) -> list[str]:
    """The lines of an attachment with other moves; its heading tells no figures of the old ones."""
    moves = "".join(map(str, plan))
    above = one.first - one.start
    heading = HEADING.match(lines[0])
    if heading is not None and not above:
        return [f"{_heading(heading['head'], heading['kind'], plan)} {moves}"]
    below = lines[above:]
    width = len(below[0].rstrip()) if len(below) > 1 else len(moves)
    told = [_heading(lines[0], heading["kind"], plan)] if heading is not None else []
    return [*told, *lines[1:above], *textwrap.wrap(moves, max(width, 1))]


def _heading(head: str, kind: str, plan: Sequence[Move]) -> str:
    """A heading with the figures of a plan; one that told something else tells it no more."""
    counts = {"move": len(plan), "push": sum(move.push for move in plan)}
    *_, last = [0, *(found.end() for found in _UNIT.finditer(head))]
    behind = _FIGURE.match(head, last) is not None  # "moves 3 pushes 1", not "3 moves 1 push"

    def counted(found: re.Match[str]) -> str:
        count, name = counts[found["unit"].lower()], found["name"]
        return f"{name}{count}" if behind else f"{count}{name}"

    told, figures = (_FIGURE_BEHIND if behind else _FIGURE_BEFORE).subn(counted, head)
    if figures:
        return told
    if _NUMBERED.fullmatch(head) or _BEST.fullmatch(head.rstrip(" \t:")):
        return head
    best = _BEST.match(head)
    return (best[0] if best else kind) + (":" if head.rstrip().endswith(":") else "")

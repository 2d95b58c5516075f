"""Certificates of unsolvability, and the file that holds one.

A certificate is a set of *kept* states and a list of *claims*: the start is kept, no kept state is
a goal, and every successor of a kept state is kept or covered by a claim. `check.py` finds out
whether all that is true; here is only what it looks like.
"""

from __future__ import annotations

import gzip
import io
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from unriddle.core import BadInput
from unriddle.puzzles.freecell.cards import DECK

PUSHES: Final = "pushes"
"""The form of a certificate whose moves are pushes: 4 * square of the box + direction."""
CARDS: Final = "cards"
"""Moves are single cards: 64 * card + destination, see `CELL`, `EMPTY` and `HOME`."""
ACTIONS: Final = "actions"
"""Moves are numbers of legal actions, counted from 0 in the order in which the rules list them."""

CELL: Final = 52
"""A destination: any cell. Those below it are cards to lie on, numbered as in `DECK`."""
EMPTY: Final = 53
"""An empty column."""
HOME: Final = 54
PLACES: Final = (*DECK, "cell", "empty", "home")
"""Destinations as the file writes them, by number."""
_PLACE: Final = {word: number for number, word in enumerate(PLACES)}

LOST: Final = "lost"
GOALS: Final = "goals"

_TITLE: Final = "unriddle proof 1"
_GZIP: Final = b"\x1f\x8b"
MOST_CHARACTERS: Final = 2**28
"""In a file, unpacked."""
LONGEST_LINE: Final = 2**20
_MOST_NUMBER: Final = 2**31 - 1


class Claim(NamedTuple):
    """That a Sokoban position with these boxes, and any others, has no solution.

    `lost`: with the player on this square, `boxes` alone can never all stand on goals. `goals`:
    they reach fewer different goals than they are. `frozen` boxes stand on goals and can never be
    moved: they count as walls, and their goals as taken.
    """

    kind: str
    boxes: tuple[int, ...]
    player: int
    frozen: tuple[int, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """The kept states as a tree of moves from the start, and the claims.

    State 0 is the start; state i, from 1 on, is what `moves[i - 1]` makes of the state
    `parents[i - 1]`, a number below i. No state is there twice.
    """

    puzzle: str
    """The kind of puzzle: `bloxorz`, `sokoban`, `freecell`, or the class of a user's own."""
    level: str
    """What tells the start and the rules from all others: `forms.digest`."""
    form: str
    """How moves are written: `PUSHES`, `CARDS` or `ACTIONS`."""
    parents: Sequence[int]
    moves: Sequence[int]
    claims: Sequence[Claim] = ()

    @property
    def states(self) -> int:
        """How many states are kept."""
        return len(self.parents) + 1


def write(certificate: Certificate) -> bytes:
    """The file: the same certificate always gives the same bytes."""
    lines = [
        _TITLE,
        f"puzzle {certificate.puzzle}",
        f"level {certificate.level}",
        f"moves {certificate.form}",
        f"states {certificate.states}",
        f"claims {len(certificate.claims)}",
    ]
    lines += map(_claim_line, certificate.claims)
    steps = zip(certificate.parents, certificate.moves, strict=True)
    if certificate.form == CARDS:
        lines += [f"{parent} {DECK[move // 64]} {PLACES[move % 64]}" for parent, move in steps]
    else:
        lines += [f"{parent} {move}" for parent, move in steps]
    return gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0)


def _claim_line(claim: Claim) -> str:
    boxes = " ".join(map(str, claim.boxes))
    frozen = f"; frozen {' '.join(map(str, claim.frozen))}" if claim.frozen else ""
    return f"{claim.kind} {claim.player}: {boxes}{frozen}"


def looks_like_proof(content: bytes) -> bool:
    """Is this the beginning of a certificate, packed or not?"""
    return content.startswith((_GZIP, _TITLE.rpartition(" ")[0].encode()))


def read(content: bytes, source: str = "") -> Certificate:
    """The certificate in a file, packed or not; raises `BadInput` with the line."""
    raw = io.BytesIO(content)
    stream = gzip.GzipFile(fileobj=raw) if content.startswith(_GZIP) else raw
    return _Reader(stream, source).certificate()


class _Reader:
    """A file, read line by line, so that a hostile one is refused before it fills the memory."""

    def __init__(self, stream: io.BufferedIOBase, source: str) -> None:
        self._stream = stream
        self._source = source
        self._line = 0
        self._left = MOST_CHARACTERS

    def certificate(self) -> Certificate:
        if self._next() != _TITLE:
            raise self._bad(f"the first line must be '{_TITLE}'")
        puzzle, level, form = (self._field(word) for word in ("puzzle", "level", "moves"))
        if form not in (PUSHES, CARDS, ACTIONS):
            raise self._bad(f"moves are {PUSHES}, {CARDS} or {ACTIONS}, not '{form[:40]}'")
        states = self._number(self._field("states"))
        if states < 1:
            raise self._bad("there is at least one state, the start")
        claims = [self._claim() for _ in range(self._number(self._field("claims")))]
        parents, moves = array("i"), array("i")
        for _ in range(states - 1):
            parent, *move = self._next().split(" ")
            parents.append(self._number(parent))
            moves.append(self._card(move) if form == CARDS else self._lone(move))
        if self._read_line():
            raise self._bad("there is more than the states and claims that were announced")
        return Certificate(puzzle, level, form, parents, moves, claims)

    def _claim(self) -> Claim:
        head, colon, rest = self._next().partition(": ")
        kind, _, player = head.partition(" ")
        if not colon or kind not in (LOST, GOALS):
            raise self._bad("a claim is written 'lost PLAYER: BOXES' or 'goals PLAYER: BOXES'")
        boxes, semicolon, frozen = rest.partition("; frozen ")
        walls = self._numbers(frozen) if semicolon else ()
        return Claim(kind, self._numbers(boxes), self._number(player), walls)

    def _card(self, words: Sequence[str]) -> int:
        if len(words) != 2 or _PLACE.get(words[0], CELL) >= CELL or words[1] not in _PLACE:
            raise self._bad("a state is written 'PARENT CARD DESTINATION', such as '12 5H 6S'")
        return 64 * _PLACE[words[0]] + _PLACE[words[1]]

    def _lone(self, words: Sequence[str]) -> int:
        if len(words) != 1:
            raise self._bad("a state is written 'PARENT MOVE', two numbers")
        return self._number(words[0])

    def _field(self, word: str) -> str:
        name, _, value = self._next().partition(" ")
        if name != word or not value:
            raise self._bad(f"this line must be '{word}' and its value")
        return value

    def _numbers(self, text: str) -> tuple[int, ...]:
        return tuple(map(self._number, text.split(" ")))

    def _number(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 10):
            raise self._bad(f"'{text[:40]}' is not a number")
        number = int(text)
        if number > _MOST_NUMBER:
            raise self._bad(f"{number} is too large")
        return number

    def _next(self) -> str:
        line = self._read_line()
        if not line.endswith("\n"):
            raise self._bad("the file ends here, too early")
        return line[:-1]

    def _read_line(self) -> str:
        self._line += 1
        try:
            line = self._stream.readline(LONGEST_LINE + 1)
            self._left -= len(line)
            if len(line) > LONGEST_LINE:
                raise self._bad(f"this line is longer than {LONGEST_LINE >> 20} MiB")
            if self._left < 0:
                raise self._bad(f"unpacked it is larger than {MOST_CHARACTERS >> 20} MiB")
            return line.decode()
        except (OSError, EOFError, zlib.error) as error:
            raise self._bad(f"it cannot be unpacked: {error}") from error
        except UnicodeDecodeError:
            raise self._bad("this is not plain text") from None

    def _bad(self, problem: str) -> BadInput:
        return BadInput(
            problem,
            source=self._source,
            line=self._line,
            hint="`unriddle prove LEVEL --out FILE` writes proofs; docs/proofs.md has the format",
        )

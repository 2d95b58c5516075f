"""How frogs and toads are written: a row of F, T and _ a level, moves as numbers of stones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from unriddle.core import BadInput, Drawing, Glyph
from unriddle.lines import lines_of
from unriddle.puzzles.frogs.rules import FREE, FROG, TOAD, Frogs, Level, Move, State

MOST_STONES = 30
_ROLES = {FROG: "frog", TOAD: "toad", FREE: "empty"}


@dataclass(frozen=True)
class LevelDraft:
    """A line that is a level, not yet read; a title may follow its stones."""

    text: str
    line: int
    source: str

    def read(self) -> Level:
        """The level; raises `BadInput`."""
        stones, _, title = self.text.partition(" ")
        if not set(stones) <= set(_ROLES) or FREE not in stones or len(stones) > MOST_STONES:
            raise BadInput(
                f"'{stones[:40]}' is no row of stones",
                source=self.source,
                line=self.line,
                hint=f"write F, T and at least one _, at most {MOST_STONES}",
            )
        return Level(stones, title.strip())


def recognises(text: str) -> bool:
    """Does every line begin with a row of stones?"""
    words = [line.split()[0] for line in text.splitlines() if line.strip()]
    return bool(words) and all(set(word) <= set(_ROLES) and FREE in word for word in words)


def find_levels(text: str, source: str = "") -> Sequence[LevelDraft]:
    """The levels in a text, a line each, not yet read."""
    drafts = [
        LevelDraft(line.strip(), number, source)
        for number, line in enumerate(lines_of(text, source), start=1)
        if line.strip()
    ]
    if not drafts:
        raise BadInput("there is no level in it", source=source)
    return drafts


def parse_levels(text: str, source: str = "") -> Sequence[Level]:
    """The levels in a text."""
    return tuple(draft.read() for draft in find_levels(text, source))


def format_level(level: Level) -> str:
    """A level as a line."""
    return f"{level.stones} {level.title}".rstrip() + "\n"


def parse_move(text: str) -> Move:
    """The number of a stone."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise BadInput(f"'{text[:20]}' is not the number of a stone")
    return Move(int(text))


def parse_plan(text: str, source: str = "") -> Sequence[Move]:
    """Numbers with blanks between them."""
    return tuple(parse_move(word) for word in text.split())


def format_plan(plan: Iterable[Move]) -> str:
    """Numbers with blanks between them."""
    return " ".join(map(str, plan))


def parse_state(puzzle: Frogs, text: str) -> State:
    """A row of stones."""
    return State(LevelDraft(text.strip(), 1, "").read().stones)


def format_state(puzzle: Frogs, state: State) -> str:
    """A row of stones."""
    return state.stones


def draw(puzzle: Frogs, state: State) -> Drawing:
    """The stones in a row, with their numbers below."""
    row = [Glyph(f"{stone:>3}", _ROLES[stone]) for stone in state.stones]
    numbers = [Glyph(f"{number:>3}", "label") for number in range(1, len(state.stones) + 1)]
    return [row, numbers]

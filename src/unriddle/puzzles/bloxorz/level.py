"""A stage of Bloxorz as a value, and everything that can be wrong with one.

The map keeps one character a square, because that is how people read it: `.` void, `#` tile,
`~` fragile tile, `!` goal, a lower-case letter for a bridge, an upper-case letter for a switch and
a digit for a split switch. Several squares may carry the same letter. Any alphabet will do, so a
board can have more than 26 bridges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeAlias

from unriddle.core import BadInput

Cell: TypeAlias = tuple[int, int]
"""A square of the map: row and column, counted from 0."""

VOID, FLOOR, FRAGILE, GOAL = ".", "#", "~", "!"
SQUARES = (
    "'.' void, '#' tile, '~' fragile tile, '!' goal, '@' start, a lower-case letter (bridge), "
    "an upper-case letter (switch) or a digit (split switch)"
)


MAX_SQUARES = 1_000_000
"""The most squares, void included, that the frame of a stage may have."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """Squares that come and go together."""

    name: str
    on: bool
    """Is it there at the start?"""


@dataclass(frozen=True, slots=True)
class Switch:
    """What happens when the switch is pressed; no bridge may be named twice."""

    name: str
    heavy: bool
    """A heavy switch feels only an upright whole block, a soft one feels every part."""
    toggle: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    close: tuple[str, ...] = ()

    @property
    def bridges(self) -> tuple[str, ...]:
        """Every bridge that the switch operates."""
        return self.toggle + self.open + self.close


@dataclass(frozen=True, slots=True)
class Split:
    """A switch that replaces the block by two cubes; the first one is under control."""

    name: str
    to: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Level:
    """A stage: its map, where the block starts, and what its letters and digits mean."""

    rows: tuple[str, ...]
    """The map, all rows of the same length."""
    start: tuple[Cell, Cell]
    """The squares under the block in reading order; twice the same where it stands upright."""
    bridges: tuple[Bridge, ...] = ()
    switches: tuple[Switch, ...] = ()
    splits: tuple[Split, ...] = ()
    title: str = ""
    passcode: str = ""
    """What the original game asks for to jump to this stage."""
    number: int = 1

    def __repr__(self) -> str:
        return f"<Level {self.title!r}: {len(self.rows[0])}x{len(self.rows)}>"

    @property
    def squares(self) -> int:
        """How large the frame is."""
        return sum(map(len, self.rows))

    def has(self, cell: Cell) -> bool:
        """Is `cell` inside the frame of the map?"""
        row, column = cell
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])

    def square(self, cell: Cell) -> str:
        """The character of the map at `cell`, which is void outside the frame."""
        return self.rows[cell[0]][cell[1]] if self.has(cell) else VOID

    def cells(self) -> Iterator[tuple[Cell, str]]:
        """Every square of the frame with its character, in reading order."""
        for row, text in enumerate(self.rows):
            for column, square in enumerate(text):
                yield (row, column), square


def adjacent(one: Cell, other: Cell) -> bool:
    """Do the two squares share a side?"""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def place(cell: Cell) -> str:
    """A square as people name it: rows and columns count from 1."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def numbers(cell: Cell) -> str:
    """A square as files and states write it: `2,11`, counted from 1."""
    return f"{cell[0] + 1},{cell[1] + 1}"


def is_bridge(square: str) -> bool:
    """Is this the name of a bridge: one lower-case letter?"""
    return len(square) == 1 and square.isalpha() and square.islower()


def is_switch(square: str) -> bool:
    """Is this the name of a switch: one upper-case letter?"""
    return len(square) == 1 and square.isalpha() and square.isupper()


def is_split(square: str) -> bool:
    """Is this the name of a split switch: one digit?"""
    return len(square) == 1 and square.isdecimal()


class Flaw(NamedTuple):
    """Something that is wrong with a level."""

    problem: str
    about: tuple[str | int, ...]
    """Where to look: a cell of the map, or words such as `("switch", "A", "b")`."""
    hint: str = ""


def check(level: Level) -> None:
    """Raise `BadInput` with the first flaw of `level`, if it has one."""
    for flaw in flaws(level):
        raise BadInput(flaw.problem, level=level.number, hint=flaw.hint)


def flaws(level: Level) -> Iterator[Flaw]:
    """Everything that is wrong with `level`, most basic first; a playable level has no flaw."""
    yield from _heading_flaws(level)
    yield from _map_flaws(level)
    yield from _bridge_flaws(level)
    yield from _switch_flaws(level)
    yield from _split_flaws(level)
    yield from _start_flaws(level)


def _heading_flaws(level: Level) -> Iterator[Flaw]:
    if not 0 <= level.number < 10**9:
        yield Flaw(f"the stage number {level.number} is not from 0 to 999999999", ("stage",))
    for word, text in (("stage", level.title), ("passcode", level.passcode)):
        if not text.isprintable() or text != text.strip():
            yield Flaw(f"{text!r} is not one line of plain text without outer blanks", (word,))


def _map_flaws(level: Level) -> Iterator[Flaw]:
    if level.squares > MAX_SQUARES:
        yield Flaw(f"the map has more than {MAX_SQUARES:,} squares", ("stage",))
        return
    known = {bridge.name for bridge in level.bridges}
    known.update(switch.name for switch in level.switches)
    known.update(split.name for split in level.splits)
    used = _used(level)
    for square in sorted(used - known - {VOID, FLOOR, FRAGILE, GOAL}):
        (cell,) = islice(_places(level, square), 1)
        if is_bridge(square) or is_switch(square) or is_split(square):
            kind, example = _declaration(square)
            hint = f"declare it below the map, for example: {example}"
            yield Flaw(f"{kind} {square!r} is on the map but not declared", cell, hint)
        else:
            yield Flaw(f"unknown square {square!r}", cell, f"a square is {SQUARES}")
    for cell in islice(_places(level, GOAL), 1, None):
        yield Flaw("a second goal '!'; a stage has exactly one", cell)
    if len({len(row) for row in level.rows}) > 1:
        yield Flaw("the rows of the map differ in length", ("stage",))
    if GOAL not in used:
        yield Flaw("the map has no goal", ("stage",), "mark the goal with '!'")


def _used(level: Level) -> set[str]:
    """The characters of the map; a map may have many squares, but few kinds of them."""
    return set().union(*level.rows)


def _places(level: Level, square: str) -> Iterator[Cell]:
    """Where a character stands on the map, in reading order."""
    for row, text in enumerate(level.rows):
        column = text.find(square)
        while column >= 0:
            yield row, column
            column = text.find(square, column + 1)


def _declaration(square: str) -> tuple[str, str]:
    """What a letter or digit on the map stands for, and how it could be declared."""
    if is_bridge(square):
        return "bridge", f"bridge {square} off"
    if is_switch(square):
        return "switch", f"switch {square} soft toggle a"
    return "split switch", f"split {square} to 2,11 8,11"


def _name_flaws(
    level: Level, word: str, names: Iterable[str], fits: Callable[[str], bool], kind: str
) -> Iterator[Flaw]:
    """Flaws of declared names: of the wrong kind, declared twice, or not on the map."""
    used = _used(level)
    seen: set[str] = set()
    for name in names:
        if not fits(name):
            yield Flaw(f"{word} {name!r}: the name must be one {kind}", (word, name))
        elif name in seen:
            yield Flaw(f"{word} {name!r} is declared twice", (word, name))
        elif name not in used:
            yield Flaw(f"{word} {name!r} is declared but not on the map", (word, name))
        seen.add(name)


def _bridge_flaws(level: Level) -> Iterator[Flaw]:
    names = [bridge.name for bridge in level.bridges]
    yield from _name_flaws(level, "bridge", names, is_bridge, "lower-case letter")


def _switch_flaws(level: Level) -> Iterator[Flaw]:
    names = [switch.name for switch in level.switches]
    yield from _name_flaws(level, "switch", names, is_switch, "upper-case letter")
    known = {bridge.name for bridge in level.bridges}
    for switch in level.switches:
        about = ("switch", switch.name)
        if not switch.bridges:
            yield Flaw(f"switch {switch.name!r} operates no bridge", about)
        seen: set[str] = set()
        for name in switch.bridges:
            if name not in known:
                yield Flaw(
                    f"switch {switch.name!r} names the unknown bridge {name!r}", (*about, name)
                )
            elif name in seen:
                yield Flaw(f"switch {switch.name!r} names bridge {name!r} twice", (*about, name))
            seen.add(name)


def _split_flaws(level: Level) -> Iterator[Flaw]:
    names = [split.name for split in level.splits]
    yield from _name_flaws(level, "split", names, is_split, "digit")
    for split in level.splits:
        for index, cell in enumerate(split.to):
            if level.square(cell) == VOID:
                problem = f"split {split.name!r} sends a cube into the void at {place(cell)}"
                yield Flaw(problem, ("split", split.name, index))
        if split.to[0] == split.to[1]:
            problem = f"split {split.name!r} sends both cubes to {place(split.to[0])}"
            yield Flaw(problem, ("split", split.name, 1))


def _start_flaws(level: Level) -> Iterator[Flaw]:
    first, second = level.start
    off = {bridge.name for bridge in level.bridges if not bridge.on}
    for cell in level.start:
        if level.square(cell) == VOID:
            yield Flaw(f"the block starts over void at {place(cell)}", ("start",))
        elif level.square(cell) in off:
            problem = f"the block starts over bridge {level.square(cell)!r}, which is off"
            yield Flaw(problem, ("start",))
    if first == second:
        if level.square(first) == FRAGILE:
            yield Flaw("the block starts upright on a fragile tile", ("start",))
    elif not adjacent(first, second):
        yield Flaw("the two start squares are not neighbours", ("start",))
    elif second < first:
        yield Flaw("the start squares are not in reading order", ("start",))

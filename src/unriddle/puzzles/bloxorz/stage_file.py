"""Reading and writing stage files; `notation` explains the format.

The reader checks the grammar itself and leaves the meaning to `level.flaws`. For that it remembers
where it read each thing, so that every complaint can name a line and a column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from unriddle.core import BadInput
from unriddle.lines import Draft, Drafts, bounded, lines_of
from unriddle.puzzles.bloxorz.level import (
    FLOOR,
    FRAGILE,
    GOAL,
    MAX_SQUARES,
    VOID,
    Bridge,
    Cell,
    Level,
    Split,
    Switch,
    flaws,
    numbers,
)

START = "@"
"""Under the block, where that is a plain tile."""
_HEADING = re.compile(r"stage +(?P<number>[0-9]{1,9}) *(?::(?P<title>.*))?")
_CELL = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_SNIFF = re.compile(
    r"stage +[0-9]+ *(:.*)?|bridge +\w +(on|off) *|switch +\w +(soft|heavy) .*|split +\w +to .*"
)
_HEADING_WORDS = ("stage ", "bridge ", "switch ", "split ")
LONGEST_DECLARATION = 10_000
"""Characters of a line that declares something; no alphabet has that many letters."""
_GRAMMAR = {
    "stage": "stage 1: Title",
    "passcode": "passcode 123456",
    "bridge": "bridge a on, or: bridge a off",
    "switch": "switch A soft toggle a b, or: switch A heavy open a close b",
    "split": "split 1 to 2,11 8,11 (row,column counted from 1; the first cube is controlled)",
    "start": "start 2,3, or for a lying block: start 2,3 2,4",
}


def recognises(text: str) -> bool:
    """Does this look like a stage of Bloxorz? By a heading, a declaration, or a bare map."""
    squares: set[str] = set()
    for line in lines_of(text):
        if line.startswith(_HEADING_WORDS) and _SNIFF.fullmatch(line):
            return True
        if not line.startswith(";"):
            squares.update(line.rstrip())
    return {"!", START} <= squares <= {"!", START, VOID, FLOOR, "~"}


def find_levels(text: str, source: str = "") -> Sequence[Draft[Level]]:
    """The stages in `text`, at least one, not yet read; raises `BadInput` if there is none."""
    lines = lines_of(text, source)
    starts = [index for index, line in enumerate(lines) if line.startswith("stage ")]
    before = lines[: starts[0] if starts else None]
    if not all(not line.rstrip(" ") or line.startswith(";") for line in before):
        starts.insert(0, 0)
    if not starts:
        hint = "a stage starts with a line such as: stage 1: Title"
        raise BadInput("no stage found", source=source, hint=hint)
    ends = [*starts[1:], len(lines)]
    return Drafts(len(starts), lambda index: _Draft(lines, starts[index], ends[index], source))


def parse_levels(text: str, source: str = "") -> tuple[Level, ...]:
    """Every stage in `text`, at least one; raises `BadInput`."""
    drafts = find_levels(text, source)
    return tuple(bounded((draft.read() for draft in drafts), lambda level: level.squares, source))


@dataclass(frozen=True)
class _Draft:
    """A stage that was found: between which lines."""

    lines: Sequence[str]
    start: int
    end: int
    source: str

    @property
    def text(self) -> str:
        return "\n".join(self.lines[self.start : self.end])

    def read(self) -> Level:
        reader = _Reader(self.source, self.start + 1)
        for index in range(self.start, self.end):
            reader.read(index + 1, self.lines[index].rstrip(" "))
        return reader.finish()


def format_level(level: Level) -> str:
    """A stage as text, which `parse_levels` reads back to the same level."""
    lines = [f"stage {level.number}" + (f": {level.title}" if level.title else "")]
    if level.passcode:
        lines.append(f"passcode {level.passcode}")
    plain_start = all(level.square(cell) == FLOOR for cell in level.start)
    rows = [list(row) for row in level.rows]
    if plain_start:
        for row, column in level.start:
            rows[row][column] = START
    lines += ("".join(row) for row in rows)
    lines += (f"bridge {one.name} {'on' if one.on else 'off'}" for one in level.bridges)
    for switch in level.switches:
        words = ["switch", switch.name, "heavy" if switch.heavy else "soft"]
        for verb in ("toggle", "open", "close"):
            if names := getattr(switch, verb):
                words += (verb, *names)
        lines.append(" ".join(words))
    for split in level.splits:
        lines.append(f"split {split.name} to " + " ".join(map(numbers, split.to)))
    if not plain_start:
        lines.append("start " + " ".join(map(numbers, dict.fromkeys(level.start))))
    return "\n".join(lines) + "\n"


class _Word(NamedTuple):
    text: str
    column: int


@dataclass
class _Reader:
    """One stage on its way from text to `Level`."""

    source: str
    line: int
    """The line that is read now; at first, the one on which the stage begins."""
    number: int = 1
    title: str = ""
    passcode: str = ""
    rows: list[str] = field(default_factory=list)
    width: int = 0
    """Of the longest row."""
    row_lines: list[int] = field(default_factory=list)
    map_ended: bool = False
    start: list[Cell] = field(default_factory=list)
    bridges: list[Bridge] = field(default_factory=list)
    switches: list[Switch] = field(default_factory=list)
    splits: list[Split] = field(default_factory=list)
    places: dict[tuple[str | int, ...], tuple[int, int]] = field(default_factory=dict)
    """Line and column of what was declared, under the names by which `Flaw.about` calls it."""

    def read(self, number: int, line: str) -> None:
        """Take in the next line."""
        self.line = number
        if not line.isprintable():
            column = next(i for i, one in enumerate(line, start=1) if not one.isprintable())
            problem = f"unexpected character {line[column - 1]!r}"
            self.refuse(problem, column, "use plain text with single blanks, no tabs")
        if line.startswith(";"):
            return
        if line.startswith(" "):
            self.refuse("a line starts with a blank", 1, "write void as '.'")
        if " " in line:
            self.map_ended = bool(self.rows)
            self.declare(line)
        elif line:
            self.add_row(line)
        else:
            self.map_ended = bool(self.rows)

    def add_row(self, line: str) -> None:
        if self.map_ended:
            hint = "a map is one piece; another stage starts with a line such as: stage 2: Title"
            self.refuse(f"a second map in the same stage: {line[:20]!r}", 1, hint)
        self.width = max(self.width, len(line))
        if self.width * (len(self.rows) + 1) > MAX_SQUARES:
            self.refuse(f"the map has more than {MAX_SQUARES:,} squares", 1)
        column = line.find(START)
        while column >= 0:
            self.add_start((len(self.rows), column), column + 1)
            column = line.find(START, column + 1)
        self.row_lines.append(self.line)
        self.rows.append(line.replace(START, FLOOR))

    def add_start(self, cell: Cell, column: int) -> None:
        if len(self.start) == 2:
            self.refuse("the block has two squares, and this is a third start square", column)
        self.start.append(cell)
        self.places["start",] = (self.line, column)

    def declare(self, line: str) -> None:
        """Read a line that is not part of the map."""
        if len(line) > LONGEST_DECLARATION and not line.startswith(("stage ", "passcode ")):
            self.refuse(f"the line has more than {LONGEST_DECLARATION:,} characters", 1)
        found = re.finditer("[^ ]+", line[:LONGEST_DECLARATION])
        words = [_Word(one.group(), one.start() + 1) for one in found]
        keyword = words[0].text
        if keyword not in _GRAMMAR:
            hint = f"write void as '.'; other lines start with {', '.join(_GRAMMAR)}"
            if not {FLOOR, VOID, FRAGILE, GOAL, START}.isdisjoint(keyword):
                self.refuse("there is a blank in the map", 1 + len(keyword), hint)
            self.refuse(f"unknown word {keyword[:20]!r}", 1, hint)
        if not self.rows and keyword not in ("stage", "passcode"):
            self.refuse(f"{keyword!r} comes before the map", 1, "write the map first")
        named = keyword in ("bridge", "switch", "split")
        known = (keyword, words[1].text) if named else (keyword,)
        if known in self.places:
            self.refuse(f"{' '.join(known)[:20]!r} is given twice", 1)
        self.places[known] = (self.line, words[1].column if named else 1)
        match keyword:
            case "stage":
                self.read_heading(line)
            case "passcode":
                self.passcode = line.removeprefix("passcode").strip(" ")
            case "bridge":
                self.read_bridge(words)
            case "switch":
                self.read_switch(words)
            case "split":
                self.read_split(words)
            case "start":
                for word in words[1:]:
                    self.add_start(self.read_cell(word, "start"), word.column)

    def read_heading(self, line: str) -> None:
        match = _HEADING.fullmatch(line)
        if match is None:
            self.refuse("a stage needs a number", 7, f"write: {_GRAMMAR['stage']}")
        self.number = int(match["number"])
        self.title = (match["title"] or "").strip(" ")

    def read_bridge(self, words: list[_Word]) -> None:
        self.expect_count(words, 3)
        if words[2].text not in ("on", "off"):
            self.refuse_word(words[2], "on or off", "bridge")
        self.bridges.append(Bridge(words[1].text, words[2].text == "on"))

    def read_switch(self, words: list[_Word]) -> None:
        if len(words) < 3 or words[2].text not in ("soft", "heavy"):
            self.refuse_word(words[-1] if len(words) < 3 else words[2], "soft or heavy", "switch")
        lists: dict[str, list[str]] = {"toggle": [], "open": [], "close": []}
        names: list[str] | None = None
        for word in words[3:]:
            if word.text in lists:
                names = lists[word.text]
            elif names is None:
                self.refuse_word(word, "toggle, open or close", "switch")
            else:
                names.append(word.text)
                self.places["switch", words[1].text, word.text] = (self.line, word.column)
        toggle, opened, closed = map(tuple, lists.values())
        heavy = words[2].text == "heavy"
        self.switches.append(Switch(words[1].text, heavy, toggle, opened, closed))

    def read_split(self, words: list[_Word]) -> None:
        self.expect_count(words, 5)
        if words[2].text != "to":
            self.refuse_word(words[2], "to", "split")
        one, other = (self.read_cell(word, "split") for word in words[3:])
        for index, word in enumerate(words[3:]):
            self.places["split", words[1].text, index] = (self.line, word.column)
        self.splits.append(Split(words[1].text, (one, other)))

    def read_cell(self, word: _Word, keyword: str) -> Cell:
        match = _CELL.fullmatch(word.text)
        if match is None:
            self.refuse_word(word, "row,column", keyword)
        return int(match[1]) - 1, int(match[2]) - 1

    def finish(self) -> Level:
        """The level, if nothing is wrong with it."""
        heading = self.places.get(("stage",), (self.row_lines[0] if self.rows else self.line, 1))
        self.line, column = heading
        if not self.rows:
            self.refuse("the stage has no map", column)
        if not self.start:
            hint = "mark the square under the block with '@', or two squares if it lies"
            self.refuse("the map has no start", column, hint)
        level = Level(
            rows=tuple(row.ljust(self.width, VOID) for row in self.rows),
            start=(min(self.start), max(self.start)),
            bridges=tuple(self.bridges),
            switches=tuple(self.switches),
            splits=tuple(self.splits),
            title=self.title,
            passcode=self.passcode,
            number=self.number,
        )
        for flaw in flaws(level):
            self.line, column = next(self.places_of(flaw.about), heading)
            self.refuse(flaw.problem, column, flaw.hint)
        return level

    def places_of(self, about: tuple[str | int, ...]) -> Iterator[tuple[int, int]]:
        """Where to look for a flaw, the most exact place first."""
        match about:
            case (int(row), int(column)):
                yield self.row_lines[row], column + 1
            case _:
                for length in range(len(about), 0, -1):
                    if about[:length] in self.places:
                        yield self.places[about[:length]]

    def expect_count(self, words: list[_Word], count: int) -> None:
        if len(words) != count:
            keyword, extra = words[0].text, words[min(count, len(words) - 1)]
            problem = f"{keyword!r} is followed by {count - 1} words, not {len(words) - 1}"
            self.refuse(problem, extra.column, f"write: {_GRAMMAR[keyword]}")

    def refuse_word(self, word: _Word, allowed: str, keyword: str) -> NoReturn:
        self.refuse(
            f"expected {allowed}, found {word.text[:20]!r}",
            word.column,
            f"write: {_GRAMMAR[keyword]}",
        )

    def refuse(self, problem: str, column: int, hint: str = "") -> NoReturn:
        raise BadInput(
            problem,
            source=self.source,
            level=self.number,
            line=self.line,
            column=column,
            hint=hint,
        )

"""Tables of solutions that anybody may have made, and every row of them replayed.

Levels are boards, on one line or on several, ids of ours, or a file and a number in a folder of
levels. Plans are LURD letters in either case, words, or digits, whose order of directions has to be
known.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, singledispatch
from pathlib import Path
from typing import Any, Final, NamedTuple

from unriddle.batch.export import parquet
from unriddle.batch.jobs import Task
from unriddle.batch.sokoban_dataset import COSTS, MANIFEST, checksum, read_manifest
from unriddle.batch.store import Store
from unriddle.catalog import AnyPuzzle, entry_of, packs
from unriddle.core import BadInput, IllegalMove, replay
from unriddle.lines import LARGEST_PLAN, LARGEST_TEXT, json_lines
from unriddle.loading import locate, locate_text
from unriddle.puzzles.sokoban.notation import parse_plan
from unriddle.puzzles.sokoban.rules import Move, Sokoban
from unriddle.text_files import as_text, open_text, read_bytes

LEVELS: Final = ("level", "board", "map", "room", "xsb", "level_text", "puzzle_text")
PLANS: Final = ("plan", "solution", "actions", "lurd", "path", *(f"plan_{cost}" for cost in COSTS))
LENGTHS: Final = ("cost", "steps", "length", "num_moves", "plan_length")
"""What columns are called, in any case, of levels, of plans, and of what a plan is said to cost."""
GROUP: Final = 1_000
"""Rows that are read together."""
ORDER: Final = "urdl"
"""What the digits 0 to 3 mean unless told otherwise, as in Boxoban and Jumanji."""

_NO_PLAN = re.compile(
    r"\W*|.*(not.?found|no.?solution|unsolv|fail|time.?out).*|none|null|nan", re.I | re.S
)
_WORDS = re.compile(r"(?:(?:push|move)[\s_-]*)?(up|right|down|left)", re.I)
"""Moves in words, as gym-sokoban calls them; no letters of a plan in LURD spell one."""
_DIGITS = re.compile(r"[\[({]?\s*[0-3]([\s,;]*[0-3])*\s*[\])}]?")


class Verdict(NamedTuple):
    """What became of a plan of a row."""

    row: int
    """Counted from 1."""
    name: str
    plan: str
    """The column of the plan."""
    wrong: str = ""
    """Why it does not solve its level, or is not what it is said to be; empty if it is right."""
    missing: bool = False
    """Has it no plan?"""


@dataclass
class Columns:
    """Which columns hold what."""

    level: str
    plans: tuple[str, ...]
    file: str | None = None
    length: str | None = None

    @classmethod
    def of(cls, names: tuple[str, ...], given: Mapping[str, str], source: str) -> Columns:
        """Find them by what they are called, or as `given` says; raises `BadInput`."""
        lower = {name.lower(): name for name in names}
        for role, name in given.items():
            if role not in ("level", "plan", "file", "cost"):
                raise BadInput(
                    f"'{role}' is not a role of a column", hint="level, plan, file, cost"
                )
            if name not in names:
                raise _lacking(f"there is no column {name!r}", names, source)

        def first(role: str, known: tuple[str, ...]) -> str | None:
            return given.get(role) or next((lower[one] for one in known if one in lower), None)

        level = first("level", LEVELS)
        plans = tuple(lower[one] for one in PLANS if one in lower)
        if "plan" in given:
            plans = (given["plan"],)
        if level is None or not plans:
            what = "levels" if level is None else "plans"
            raise _lacking(f"no column has a usual name for {what}", names, source)
        return cls(level, plans, first("file", ("file",)), first("cost", LENGTHS))


def _lacking(problem: str, names: tuple[str, ...], source: str) -> BadInput:
    hint = f"there are: {', '.join(names)[:300]}; say --columns level=NAME,plan=NAME"
    return BadInput(problem, source=source, hint=hint)


def read_rows(path: str) -> Iterator[dict[str, Any]]:
    """The rows of a table, by the ending of its name; raises `BadInput`."""
    form = Path(path).suffix.lower()
    if form not in (".parquet", ".csv", ".jsonl", ".sqlite"):
        hint = "tables end in .parquet, .csv or .jsonl, stores in .sqlite"
        raise BadInput("is not a table", source=path, hint=hint)
    if form == ".sqlite":
        with Store(path, must_exist=True) as store:
            yield from store.records()
        return
    try:
        if form == ".parquet":
            yield from _parquet_rows(path)
            return
        with open_text(path) as file:
            if form == ".jsonl":
                yield from json_lines(file, path)
                return
            csv.field_size_limit(LARGEST_TEXT)
            yield from csv.DictReader(line.replace("\0", "") for line in file)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror or error}", source=path) from error
    except csv.Error as error:
        raise BadInput(f"is not CSV: {error}", source=path) from error


def _parquet_rows(path: str) -> Iterator[dict[str, Any]]:
    arrow = parquet()
    try:
        with open(path, "rb") as file:  # pyarrow itself takes no name that is no Unicode
            for group in arrow.parquet.ParquetFile(file).iter_batches(batch_size=GROUP):
                yield from group.to_pylist()
    except arrow.ArrowException as error:
        raise BadInput(f"is damaged: {str(error)[:200]}", source=path) from error


def tables_of(path: str) -> Iterator[str]:
    """The tables that a path names: itself, or the shards of a data set, checked by their sums."""
    folder = Path(path).parent if Path(path).name == MANIFEST else Path(path)
    if not folder.is_dir():
        yield path
        return
    described = folder / MANIFEST
    if not described.exists():
        raise BadInput(f"there is no {MANIFEST} in it", source=path, hint="name a table")
    manifest = read_manifest(as_text(read_bytes(str(described)), str(described)), folder)
    if not manifest.get("complete"):
        raise BadInput("the data set is not finished", source=path, hint="run its batch again")
    for shard in manifest["shards"]:
        table = folder / shard["file"]
        if not table.exists() or checksum(table) != shard["sha256"]:
            raise BadInput("is not the file that the data set describes", source=str(table))
        yield str(table)


@dataclass
class Checker:
    """Replays rows one after the other and counts what became of them."""

    levels: str | None = None
    """A folder or a file with the levels that rows name by file and number."""
    digits: str = ORDER
    columns: Mapping[str, str] = field(default_factory=dict)
    puzzle: str = "sokoban"
    """What a board without further word is."""
    counts: Counter[str] = field(default_factory=Counter)
    rows: int = 0

    def __post_init__(self) -> None:
        if sorted(self.digits) != sorted(ORDER):
            raise BadInput(
                f"'{self.digits}' is not an order of u, r, d and l", hint=f"such as {ORDER}"
            )
        self._numbered: Callable[..., dict[str, AnyPuzzle]] = lru_cache(maxsize=4)(self._file)

    def check(self, path: str) -> Iterator[Verdict]:
        """What became of every plan of a table; raises `BadInput` if it is none."""
        columns: Columns | None = None
        for row in read_rows(path):
            self.rows += 1
            if columns is None:
                columns = Columns.of(tuple(map(str, row)), self.columns, path)
            for verdict in self._verdicts(row, columns):
                what = (
                    "without a plan" if verdict.missing else "wrong" if verdict.wrong else "right"
                )
                self.counts[what] += 1
                yield verdict
        if columns is None:
            raise BadInput("has no rows", source=path)

    def _verdicts(self, row: Mapping[str, Any], columns: Columns) -> Iterator[Verdict]:
        place = next((row[one] for one in ("id", columns.file) if one and row.get(one)), "")
        name = " ".join(str(one)[:60] for one in (place, _short(row.get(columns.level))) if one)
        puzzle: AnyPuzzle | None = None
        problem = ""
        for column in columns.plans:
            written = row.get(column)
            if written is None or (isinstance(written, str) and _NO_PLAN.fullmatch(written)):
                yield Verdict(self.rows, name, column, missing=True)
                continue
            if puzzle is None and not problem:
                try:
                    puzzle = self._puzzle(row, columns)
                except (ValueError, RecursionError) as error:  # all of ours are among these
                    problem = f"the level cannot be read: {error}"
            wrong = problem or self._wrong(puzzle, written, row, column, columns)
            yield Verdict(self.rows, name, column, wrong)

    def _wrong(
        self, puzzle: Any, written: Any, row: Mapping[str, Any], column: str, columns: Columns
    ) -> str:
        """Why a plan is not right; empty if it is."""
        try:
            plan = self._plan(puzzle, written)
            played = replay(puzzle, plan)
        except (BadInput, IllegalMove) as error:
            return str(error)
        if not played.solved:
            return f"{len(plan)} legal moves, but it is not solved"
        counts = {"moves": len(plan), "pushes": sum(bool(getattr(one, "push", 0)) for one in plan)}
        counts = {**counts, "cost": played.cost}
        unit = column.lower().removeprefix("plan_")
        if unit in COSTS:
            said, true = row.get(f"upper_{unit}"), {counts[unit]}
        else:
            said, true = row.get(columns.length) if columns.length else None, set(counts.values())
        try:
            number = None if said in (None, "") else int(float(str(said)))
        except (ValueError, OverflowError):
            return f"{str(said)[:40]!r} is not a cost"
        if number is not None and number not in true:
            return (
                f"the row says {number}, but the plan takes {' or '.join(map(str, sorted(true)))}"
            )
        return ""

    def _plan(self, puzzle: Any, written: Any) -> Any:
        if isinstance(written, list):
            written = " ".join(str(one).removesuffix(".0") for one in written)
        text = str(written)
        if len(text) > LARGEST_PLAN:
            raise BadInput("the plan is too long to be read")
        return _plan_in(puzzle, text, self.digits)

    def _puzzle(self, row: Mapping[str, Any], columns: Columns) -> AnyPuzzle:
        value = row.get(columns.level)
        if isinstance(value, list):
            value = "\n".join(map(str, value))
        rules = row.get("rules") or {}
        rules = json.loads(rules) if isinstance(rules, str) and rules.startswith("{") else rules
        rules = rules if isinstance(rules, dict) else {}
        if row.get("digest"):
            return self._of_batch(str(value), row, rules)
        if isinstance(value, str):
            prefix, _, number = value.rpartition("/")
            if prefix in packs() and number.isdigit():
                return locate(value).only(value, rules)
            if "#" in value:
                text = value.replace("\\n", "\n").strip("|").replace("|", "\n")
                return locate_text(text, "level", puzzle=self.puzzle).only("level", rules)
        return self._in_file(str(row.get(columns.file) or "") if columns.file else "", str(value))

    def _of_batch(self, name: str, row: Mapping[str, Any], rules: Mapping[str, Any]) -> AnyPuzzle:
        """A level of a file that a batch of ours has solved, if it is still the same."""
        file, sign, number = name.rpartition("#")
        place = (file, sign + number) if number.isdigit() else (name, "")
        puzzle = self._in_file(*place, str(row.get("puzzle")), json.dumps(rules))
        entry = entry_of(puzzle)
        assert entry is not None
        text = entry.notation.format_level(getattr(puzzle, "level"))  # noqa: B009 - all have it
        if Task(name, text).digest != row["digest"]:
            raise BadInput(f"{name[:60]} has changed since it was solved")
        return puzzle

    def _in_file(self, file: str, level: str, *more: str) -> AnyPuzzle:
        """A level by what it is called in a file."""
        if self.levels is None:
            named = repr((file + level)[:40])
            raise BadInput(f"{named} is not a board; --levels FOLDER says where its file is")
        numbered = self._numbered(file, *more)
        if level not in numbered:
            raise BadInput(f"there is no level {level[:40]}")
        return numbered[level]

    def _file(self, name: str, puzzle: str = "", rules: str = "{}") -> dict[str, AnyPuzzle]:
        """The levels of a file by title, by number, counted from 0 as Boxoban does, and by #1."""
        # Unlike those of `Path`, these functions take any name, also links in a circle.
        root = Path(os.path.realpath(self.levels or ""))
        is_folder = os.path.isdir(root)
        path = Path(os.path.realpath(root / name)) if is_folder else root
        if is_folder and (not os.path.isfile(path) or root not in path.parents):
            raise BadInput(f"there is no file {name[:60]!r} in {self.levels}")
        located = locate(str(path), puzzle=puzzle or self.puzzle)
        found = list(located.puzzles(json.loads(rules), broken=lambda *_: None))
        # Broken ones are left out, and count.
        by_place = {one.name.removeprefix(str(path)): one for one in found}
        by_number = {str(int(place[1:] or 1) - 1): one for place, one in by_place.items()}
        by_title = {one.title: one for one in found if one.title}
        return {**by_number, **by_title, **by_place}


@singledispatch
def _plan_in(puzzle: Any, text: str, digits: str) -> Any:
    """The moves in a text; raises `BadInput`."""
    entry = entry_of(puzzle)
    assert entry is not None
    return entry.notation.parse_plan(text, "plan")


@_plan_in.register
def _(puzzle: Sokoban, text: str, digits: str) -> Any:
    text = _WORDS.sub(lambda word: word[1][0].lower(), text)
    if _DIGITS.fullmatch(text.strip()):
        text = "".join(digits[int(one)] for one in text if one.isdigit())
    text = re.sub(r"[\[\]{}'\",;]", "", text)
    return _as_pushed(puzzle, parse_plan(text, "plan"))


def _as_pushed(puzzle: Sokoban, moves: Iterable[Move]) -> Any:
    """The same moves, each written as a push where it pushes; up to the first that is illegal."""
    state = puzzle.initial
    plan: list[Move] = []
    moves = iter(moves)
    for move in moves:
        try:
            after = puzzle.apply(state, move)
        except IllegalMove:
            return [*plan, move, *moves]
        plan.append(move._replace(push=after.boxes != state.boxes))
        state = after
    return plan


def _short(level: Any) -> str:
    text = str(level)
    return "" if "\n" in text or "#" in text or level is None else text

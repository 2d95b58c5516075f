"""A game that was played, and which is the best: by the content of a level and by its rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass, replace
from datetime import UTC, datetime
from typing import Any, get_args

from unriddle.catalog import AnyPuzzle, entry_of, kind_name, rules_in_force
from unriddle.core import BadInput, UnriddleError, replay
from unriddle.loading import locate_text
from unriddle.play import Help, Session

WHEN = "%Y-%m-%dT%H:%M:%SZ"
"""How `Record.began` is written."""
_NAMES = ("title", "author", "passcode", "number")
"""What a level is called; it is the same level without it."""
_LONGEST = {"board": 1 << 20, "plan": 120_000}
"""Characters that are read, 200 where nothing is said: a plan takes memory while it is replayed."""

MOST_SECONDS = 1e9
"""That a game may take."""


@dataclass(frozen=True)
class Record:
    """A game: what was played, by which rules, how it ended, and what helped."""

    id: str
    """Different for every game, so that the same game is not counted twice."""
    puzzle: str
    """The kind of puzzle: `sokoban`."""
    name: str
    """What the level was called where it was played; it may be called otherwise elsewhere."""
    board: str
    """The level as text."""
    level: str
    """The hash of the board without its names."""
    rules: Mapping[str, Any]
    """All rule settings, which also say what is minimised."""
    key: str
    """The hash of level and rules: games of the same key can be compared."""
    began: str
    """When, in UTC: `2026-01-31T12:00:00Z`."""
    seconds: float = 0.0
    """How long it was played, without pauses."""
    solved: bool = False
    cost: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    """Of a solved game: what is counted in its plan, by unit, the cost first."""
    help: tuple[str, ...] = ()
    """What helped: `hint`, `solver`, or `link` for moves that came from elsewhere."""
    plan: str = ""
    """Of a solved game: its moves. Of a game that was left: those so far, to go on with."""

    @property
    def is_aided(self) -> bool:
        """Did something help the player?"""
        return bool(self.help)

    def as_json(self) -> dict[str, Any]:
        """As it is written to files and sent to pages."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Any) -> Record:
        """Read what `as_json` wrote; raises `BadInput`. Nothing is replayed: see `checked`."""
        if not isinstance(value, dict):
            raise BadInput("a game must be a JSON object")
        taken = {}
        for one in fields(cls):
            kind = _KINDS[one.name]
            given = value.get(one.name, one.default if one.default is not MISSING else None)
            if one.name == "counts" and given is None:
                given = {}
            if not isinstance(given, kind) or (isinstance(given, bool) and kind is not bool):
                raise BadInput(f"'{one.name}' of a game is missing or of the wrong kind")
            if isinstance(given, str) and len(given) > _LONGEST.get(one.name, 200):
                raise BadInput(f"'{one.name}' of a game is too long")
            if isinstance(given, str) and one.name not in _LONGEST and not given.isprintable():
                raise BadInput(f"'{one.name}' of a game has characters that cannot be shown")
            taken[one.name] = given
        taken["help"] = tuple(sorted(set(map(str, taken["help"]))))
        if not set(taken["help"]) <= set(get_args(Help)):
            raise BadInput(f"'help' of a game is among {', '.join(get_args(Help))}")
        if not 0 <= taken["seconds"] < MOST_SECONDS or not taken["id"] or len(taken["id"]) > 64:
            raise BadInput("'seconds' or 'id' of a game is not valid")
        if moment(taken["began"]) is None:
            raise BadInput("'began' of a game is not a time such as 2026-01-31T12:00:00Z")
        return cls(**taken)


_KINDS: dict[str, Any] = {
    **dict.fromkeys(("id", "puzzle", "name", "board", "level", "key", "began", "plan"), str),
    "rules": dict,
    "counts": dict,
    "seconds": int | float,
    "cost": int,
    "solved": bool,
    "help": list | tuple,
}


def moment(began: str) -> datetime | None:
    """When a game began, if it is written as `Record.began` says, in our time."""
    with suppress(ValueError):
        read = datetime.strptime(began, WHEN).replace(tzinfo=UTC)
        if read.strftime(WHEN) == began and 2000 <= read.year < 3000:
            return read
    return None


def board_of(puzzle: AnyPuzzle) -> str:
    """The level of a puzzle as text, without what it is called."""
    entry = entry_of(puzzle)
    level = getattr(puzzle, "level", None)
    if entry is None or level is None:
        return str(puzzle.initial)
    if is_dataclass(level) and not isinstance(level, type):
        names = {
            one.name: one.default
            for one in fields(level)
            if one.name in _NAMES and one.default is not MISSING
        }
        level = replace(level, **names)
    return entry.notation.format_level(level)


def content_of(puzzle: AnyPuzzle) -> str:
    """The hash of a level, whatever it is called, under any rules."""
    return _hash(kind_name(puzzle), board_of(puzzle))


def key_of(puzzle: AnyPuzzle) -> str:
    """The hash of a level and its rules, of which the cost is one."""
    return _key(content_of(puzzle), rules_in_force(puzzle))


def _key(level: str, rules: Mapping[str, Any]) -> str:
    return _hash(level, json.dumps(dict(rules), sort_keys=True))


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:24]


def record_of(session: Session[Any, Any], id: str, began: str, *, is_left: bool = False) -> Record:
    """The game of a session as it stands now; one that is left keeps its moves to go on with."""
    puzzle = session.puzzle
    entry = entry_of(puzzle)
    board = board_of(puzzle)
    level = _hash(kind_name(puzzle), board)
    rules = rules_in_force(puzzle)
    has_plan = session.solved or is_left
    plan = entry.notation.format_plan(session.moves) if entry and has_plan else ""
    if is_left and len(plan) > _LONGEST["plan"]:
        plan = ""
    return Record(
        id,
        kind_name(puzzle),
        printable(puzzle.name)[:200],
        board,
        level,
        rules,
        _key(level, rules),
        began,
        round(session.stopwatch.seconds, 1),
        session.solved,
        session.cost if session.solved else 0,
        session.counts if session.solved else {},
        tuple(sorted(session.help)),
        plan,
    )


def printable(text: str) -> str:
    """What anybody may have written, such as the name of a file, as it can be shown and kept."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def puzzle_of(record: Record) -> AnyPuzzle:
    """The puzzle that was played, by its board; raises `BadInput`.

    Its name is only shown: in a record from elsewhere it may be that of any file.
    """
    located = locate_text(record.board, record.name, puzzle=record.puzzle)
    (puzzle, *more) = located.puzzles(record.rules)
    if more or content_of(puzzle) != record.level:
        raise BadInput("its board is not the level that it says it is", source=record.name)
    puzzle.name = record.name
    return puzzle


def checked(record: Record) -> Record:
    """The same record once the rules have replayed its plan; raises `BadInput` for a false one."""
    puzzle = puzzle_of(record)
    record = replace(record, board=board_of(puzzle), rules=rules_in_force(puzzle))
    entry = entry_of(puzzle)
    if record.key != key_of(puzzle):
        raise BadInput("its key is not that of its level and rules", source=record.name)
    if not record.solved:
        return replace(record, cost=0, counts={}, plan="")
    assert entry is not None  # it was read
    try:
        plan = entry.notation.parse_plan(record.plan, record.name)
        end = replay(puzzle, plan)
    except UnriddleError as error:
        raise BadInput(f"its plan cannot be played: {error}", source=record.name) from error
    if not end.solved:
        raise BadInput("its plan does not solve the level", source=record.name)
    counts = puzzle.counts(plan, end.cost)
    if end.cost != record.cost or counts != record.counts:
        problem = f"its plan costs {end.cost}, not {record.cost}, or is counted otherwise"
        raise BadInput(problem, source=record.name)
    return replace(record, counts=counts)


def bests(records: Iterable[Record]) -> dict[tuple[str, bool], Record]:
    """The best solved games by key, and by whether something helped.

    The cheapest; among those the one with the least of what else is counted, then the quickest.
    """
    best: dict[tuple[str, bool], Record] = {}
    for record in records:
        if record.solved:
            place = (record.key, record.is_aided)
            if place not in best or _merit(record) < _merit(best[place]):
                best[place] = record
    return best


def _merit(record: Record) -> tuple[Any, ...]:
    return record.cost, tuple(record.counts.values()), record.seconds, record.began

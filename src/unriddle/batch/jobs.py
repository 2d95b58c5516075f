"""What a batch has to do: which levels, and with what each of them is solved."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from unriddle.catalog import PuzzleEntry
from unriddle.core import BadInput, Limits
from unriddle.loading import FromText, Located, checked_rules
from unriddle.plugins import sources
from unriddle.solving import Choice
from unriddle.version import __version__


class Task(NamedTuple):
    """One level to solve, in a form that any worker on any machine understands."""

    level: str
    """Its name."""
    text: str = ""
    """The level itself, unless it is an id, by which every worker finds it."""
    problem: str = ""
    """Why it cannot be read: it is broken, and fails without being tried."""

    @property
    def digest(self) -> str:
        """Tells levels of the same name apart: a file may have changed since the last time."""
        if not self.text:
            return ""
        from hashlib import blake2b  # takes a while to load, and ids need none of it

        return blake2b(self.text.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class Setup:
    """Everything about a batch, beside the level, that its results depend on."""

    puzzle: str
    solver: str
    engine: str
    heuristic: str | None
    settings: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    version: str = __version__
    """Of the program; another one may find other solutions."""
    own: Mapping[str, str] = field(default_factory=dict)
    """The files that a user wrote, by path, with their text: the workers load them."""

    @classmethod
    def of(
        cls, entry: PuzzleEntry, choice: Choice, rules: Mapping[str, Any], limits: Limits
    ) -> Setup:
        """The setup of a choice; `rules` are those that differ from the usual ones."""
        return cls(
            entry.name,
            choice.solver.name,
            choice.engine,
            choice.heuristic,
            dict(choice.settings),
            dict(rules),
            asdict(limits),
            own=sources() if choice.own else {},
        )

    def as_json(self) -> str:
        """The same setup gives the same text."""
        fields = asdict(self)
        if not self.own:
            del fields["own"]  # older stores have none
        return storable(json.dumps(fields, sort_keys=True, ensure_ascii=False))

    @classmethod
    def from_json(cls, text: str) -> Setup:
        """The setup that `as_json` wrote; raises `ValueError` or `TypeError` for other texts."""
        try:
            found = cls(**json.loads(text))
        except RecursionError as error:
            raise ValueError("it is nested too deeply") from error
        texts = (found.puzzle, found.solver, found.engine, found.heuristic or "", found.version)
        tables = (found.settings, found.rules, found.limits, found.own)
        if not all(isinstance(one, str) for one in texts):
            raise TypeError("a name in it is no text")
        if not all(isinstance(one, dict) for one in tables):
            raise TypeError("settings, rules, limits and own files have names")
        return found

    def __str__(self) -> str:
        words = [self.puzzle, self.solver]
        if self.heuristic:
            words.append(f"with {self.heuristic}")
        limits = {name: value for name, value in self.limits.items() if value is not None}
        for name, value in {**self.settings, **self.rules, **limits}.items():
            words.append(f"{name}={value}")
        files = "".join(f", {os.path.basename(path)}" for path in self.own)
        return " ".join([*words, f"({self.engine}, {self.version}{files})"])


def tasks_of(located: Iterable[Located], rules: Mapping[str, Any]) -> Iterator[Task]:
    """The levels that were named, one by one: a million of them need no memory."""
    for found in located:
        if found.shipped:
            yield from (Task(name) for name, _ in found.levels)
        else:
            chosen = checked_rules(found.entry, rules)
            for name, level in found.levels:
                known = storable(name)
                try:
                    text = found.entry.notation.format_level(level(chosen))
                    yield Task(known, text)
                except BadInput as error:
                    written = level.draft.text if isinstance(level, FromText) else ""
                    yield Task(known, written, storable(f"{type(error).__name__}: {error}"))


def storable(text: str) -> str:
    """A text as a store can keep it: the name of a file, also in a message, may be no Unicode."""
    return text.encode("utf-8", "backslashreplace").decode()

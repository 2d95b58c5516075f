"""Levels in a row: a pack of the catalogue or a file, to choose from and to leaf through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

from unriddle.catalog import PUZZLES, AnyPuzzle, PuzzleEntry, entry_of
from unriddle.core import BadInput
from unriddle.loading import load_all, locate


@dataclass(frozen=True)
class Shelf:
    """Numbered levels of one kind of puzzle."""

    name: str
    about: str
    numbers: range
    file: bool = False
    """Is it a file, whose levels are named `maps.xsb#3`?"""
    rules: Mapping[str, Any] = field(default_factory=dict)
    puzzle: str | None = None
    """What a file holds, where that was said."""

    def reference(self, number: int) -> str:
        """What a level is called."""
        if self.file:
            return f"{self.name}#{number}"
        return f"{self.name}/{number}"

    def load(self, number: int) -> AnyPuzzle:
        """A level of this shelf."""
        if self.file:
            return self._in_file[number - 1]
        return next(load_all(self.reference(number), **self.rules))

    @cached_property
    def _in_file(self) -> Sequence[AnyPuzzle]:
        return list(load_all(self.name, puzzle=self.puzzle, **self.rules))

    @cached_property
    def entry(self) -> PuzzleEntry:
        """The kind of puzzle that its levels are."""
        entry = entry_of(self.load(self.numbers[0]))
        assert entry is not None, "levels that are loaded belong to the catalogue"
        return entry

    def titles(self, most: int) -> Iterator[tuple[int, str]]:
        """Numbers and titles of the first levels."""
        if self.file:
            for number, puzzle in zip(self.numbers, self._in_file[:most], strict=False):
                yield number, puzzle.title
            return
        shown = self.numbers[:most]
        located = locate(f"{self.name}/{shown[0]}-{shown[-1]}")
        rules = located.entry.rules()
        for number, (_, level) in zip(shown, islice(located.levels, most), strict=True):
            yield number, str(getattr(level(rules), "title", ""))


def packs(rules: Mapping[str, Any] | None = None) -> list[Shelf]:
    """A shelf for every pack that comes with the program."""
    return [
        Shelf(prefix, pack.about, pack.numbers, rules=_fitting(entry, rules or {}))
        for entry in PUZZLES.values()
        for prefix, pack in entry.ids()
    ]


def find(
    reference: str, *, puzzle: str | None = None, rules: Mapping[str, Any] | None = None
) -> tuple[Shelf, int]:
    """The shelf that a reference belongs to, and the number of the (first) level that it names.

    Raises `BadInput`, also if the level itself cannot be read.
    """
    given = dict(rules or {})
    for shelf in packs(given):
        if reference == shelf.name:
            return shelf, shelf.numbers[0]
        prefix, _, number = reference.rpartition("/")
        if prefix == shelf.name:
            first = next(load_all(reference, **given))
            return shelf, int(first.name.rpartition("/")[2])
    path, _, numbers = reference.partition("#")
    located = locate(reference, puzzle=puzzle)
    first = next(located.puzzles(given))
    source = path if numbers and first.name.startswith(f"{path}#") else reference
    shelf = Shelf(source, "a file", range(1, 2), file=True, rules=given, puzzle=puzzle)
    shelf = Shelf(
        source, "a file", range(1, len(shelf._in_file) + 1), file=True, rules=given, puzzle=puzzle
    )
    number = first.name.rpartition("#")[2]
    return shelf, int(number) if number.isdigit() and len(shelf.numbers) > 1 else 1


def _fitting(entry: PuzzleEntry, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the rules that this kind of puzzle knows, with values that it takes."""
    fitting = {}
    for setting in entry.rules.settings():
        if setting.name in rules:
            with suppress(BadInput):
                fitting[setting.name] = setting.read(rules[setting.name])
    return fitting


def check(rules: Mapping[str, Any]) -> None:
    """Raise `BadInput` for a rule that no puzzle knows, or with a value that none takes."""
    taken = {name for entry in PUZZLES.values() for name in _fitting(entry, rules)}
    known = {one.name: one for entry in PUZZLES.values() for one in entry.rules.settings()}
    for name, value in rules.items():
        if name not in known:
            raise BadInput(
                f"unknown option --{name}", hint="`unriddle solvers` lists the rules by name"
            )
        if name not in taken:
            known[name].read(value)  # says what it must be

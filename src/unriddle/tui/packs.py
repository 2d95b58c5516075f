"""Levels in a row: a pack of the catalogue, a file or a folder, to choose from, to leaf through."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from unriddle import catalog
from unriddle.catalog import PUZZLES, AnyPuzzle, Pack, PuzzleEntry
from unriddle.core import BadInput
from unriddle.loading import Located, locate
from unriddle.records import Record, content_of
from unriddle.settings import Settings
from unriddle.tui.words import t

MOST = 500
"""The most levels of a pack that are listed; any other is reached by its number."""


@dataclass(frozen=True)
class LevelPack:
    """Numbered levels of one kind of puzzle: those of the catalogue, a file or a folder."""

    name: str
    about: str
    shipped: Pack | None = None
    """None for a file, whose levels are named `maps.xsb#3`."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    puzzle: str | None = None
    """What a file holds, where that was said."""

    @cached_property
    def numbers(self) -> range:
        """The numbers of its levels; a pack is read when they are first needed."""
        if self.shipped is not None:
            return self.shipped.numbers
        return range(1, locate(self.name, puzzle=self.puzzle).number + 1)

    def reference(self, number: int | str) -> str:
        """What a level is called; numbers such as 1-5,9 are several."""
        return f"{self.name}{'#' if self.shipped is None else '/'}{number}"

    def load(self, number: int) -> AnyPuzzle:
        """A level of this pack; raises `BadInput`."""
        reference = self.reference(number)
        return locate(reference, puzzle=self.puzzle).only(reference, self.rules)

    def solved(self, games: Iterable[Record]) -> set[int]:
        """The numbers of its levels that were solved, whatever they were called then.

        A numbered deal is known by its number; other levels are compared by their content.
        """
        won = [game for game in games if game.solved]
        if self.shipped is not None and self.shipped.drawn_from is not None:
            begun = f"{self.name}/"
            names = (game.name[len(begun) :] for game in won if game.name.startswith(begun))
            return {int(name) for name in names if name.isdecimal()}
        contents = {game.level for game in won if game.puzzle == self.entry.name}
        return {number for number, content in self._contents.items() if content in contents}

    @cached_property
    def _contents(self) -> Mapping[int, str]:
        """The content of each level that can be read, at most `MOST`."""
        found = {}
        for number, level in self._drafts():
            with suppress(BadInput):
                rules = self.entry.rules()
                found[number] = content_of(self.entry.build(level(rules), rules, name=""))
        return found

    def load_some(self, numbers: str) -> list[AnyPuzzle]:
        """The levels of some numbers, such as 1-5,9, without those that are broken.

        Raises `BadInput`, also if all of them are.
        """
        located = locate(self.reference(numbers), puzzle=self.puzzle)
        return list(_readable(located, self.rules))

    @cached_property
    def entry(self) -> PuzzleEntry:
        """The kind of puzzle that its levels are."""
        return locate(self.reference(self.numbers[0]), puzzle=self.puzzle).entry

    @cached_property
    def titles(self) -> Sequence[tuple[int, str]]:
        """Numbers and titles of the first levels, at most `MOST`; a broken one is called so."""
        rules = self.entry.rules()
        return [(number, _title(level, rules)) for number, level in self._drafts()]

    def _drafts(self) -> Iterator[tuple[int, Callable[[Any], Any]]]:
        """The numbers of the first levels, and what reads each of them by some rules."""
        shown = self.numbers[:MOST]
        located = locate(self.reference(f"{shown[0]}-{shown[-1]}"), puzzle=self.puzzle)
        return ((n, level) for n, (_, level) in zip(shown, located.levels, strict=True))


def packs(rules: Mapping[str, Any] | None = None) -> list[LevelPack]:
    """Every pack that comes with the program, or with what is installed beside it."""
    catalog.load_installed()
    return [
        LevelPack(prefix, pack.about, pack, _fitting(entry, rules or {}))
        for prefix, (entry, pack) in catalog.packs().items()
    ]


def find(
    reference: str, *, puzzle: str | None = None, rules: Mapping[str, Any] | None = None
) -> tuple[LevelPack, int]:
    """The pack that a reference belongs to, and the number of the (first) level that it names.

    Raises `BadInput`, also if the level itself cannot be read.
    """
    if reference == "-":
        raise BadInput("levels on standard input cannot be played", hint="name a file")
    given = dict(rules or {})
    prefix = reference.rpartition("/")[0]
    for pack in packs(given):
        if reference == pack.name:
            return pack, pack.numbers[0]
        if prefix == pack.name:
            first = next(locate(reference).puzzles(given))
            return pack, int(first.name.rpartition("/")[2])
    first = next(_readable(locate(reference, puzzle=puzzle), given))
    whole, sign, number = reference.rpartition("#")
    if not sign or os.path.exists(reference):
        whole, number = reference, "1"
    if os.path.isdir(whole):
        wanted = int(re.split("[-,]", number)[0])
        return LevelPack(whole, "a folder", rules=given, puzzle=puzzle), wanted
    path, _, number = first.name.rpartition("#")
    if path and number.isdecimal() and not os.path.exists(first.name):
        return LevelPack(path, "a file", rules=given, puzzle=puzzle), int(number)
    return LevelPack(whole, "a file", rules=given, puzzle=puzzle), 1


def _readable(located: Located, rules: Mapping[str, Any]) -> Iterator[AnyPuzzle]:
    """The puzzles that can be read; raises `BadInput` if none can."""
    errors: list[BadInput] = []
    found = False
    for puzzle in located.puzzles(rules, broken=lambda name, error: errors.append(error)):
        found = True
        yield puzzle
    if not found:
        raise errors[0]


def _title(level: Callable[[Any], Any], rules: Settings) -> str:
    try:
        return str(getattr(level(rules), "title", ""))
    except BadInput as error:
        return f"{t('broken')}: {t(error.problem)}"


def _fitting(entry: PuzzleEntry, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the rules that this kind of puzzle knows, with values that it takes."""
    fitting = {}
    for setting in entry.rules.settings():
        if setting.name in rules:
            with suppress(BadInput):
                fitting[setting.name] = setting.read(rules[setting.name])
    return fitting


def check(rules: Mapping[str, Any]) -> None:
    """Raise `BadInput` for the value of a rule that no puzzle takes."""
    taken = {name for entry in PUZZLES.values() for name in _fitting(entry, rules)}
    known = {one.name: one for entry in PUZZLES.values() for one in entry.rules.settings()}
    for name, value in rules.items():
        if name not in taken:
            known[name].read(value)  # says what it must be

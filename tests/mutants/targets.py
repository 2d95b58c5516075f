"""Which lines are to be changed: what justifies a proof, as targets.toml lists it."""

from __future__ import annotations

import fnmatch
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from mutants.changes import Change, changes_of
from mutants.cxx import function_bodies, tokens_of
from mutants.programs import NATIVE

HERE = Path(__file__).resolve().parent


class BadList(Exception):
    """One of our lists does not fit the code; the message names the entry."""


@dataclass(frozen=True)
class Target:
    """A file, or some of its functions, and the programs that can notice a change there."""

    file: str
    """From native/ on."""
    tests: tuple[str, ...] = ()
    """In the order in which they are asked; all that contain the file where none is named."""
    functions: tuple[str, ...] = ()
    """Only these; the whole file where none is named."""
    without: tuple[str, ...] = ()
    """But not these: they decide how fast an answer comes, and not which."""
    lines: frozenset[int] = field(default_factory=frozenset)
    """Only these, where someone asks for some."""

    def changes(self, text: str) -> list[Change]:
        """Every change of the target in the text of its file."""
        tokens = tokens_of(text)

        def bodies(names: tuple[str, ...]) -> list[tuple[int, int]]:
            found = []
            for name in names:
                if not (there := function_bodies(tokens, name)):
                    raise BadList(f"targets.toml: {self.file} defines no function '{name}'")
                found += there
            return found

        inside, outside = bodies(self.functions), bodies(self.without)

        def wanted(change: Change) -> bool:
            def lies_in(parts: list[tuple[int, int]]) -> bool:
                return any(start <= change.start and change.end <= end for start, end in parts)

            return (
                (not inside or lies_in(inside))
                and not lies_in(outside)
                and (not self.lines or change.line in self.lines)
            )

        return [change for change in changes_of(text) if wanted(change)]


def all_targets() -> list[Target]:
    """What targets.toml lists."""
    listed = tomllib.loads((HERE / "targets.toml").read_text("utf-8"))["target"]
    targets = []
    for entry in listed:
        if not (NATIVE / entry["file"]).is_file():
            raise BadList(f"targets.toml: there is no file native/{entry['file']}")
        tests, functions, without = (
            tuple(entry.get(key, ())) for key in ("tests", "functions", "without")
        )
        targets.append(Target(entry["file"], tests, functions, without))
    return targets


def chosen(patterns: list[str], lines: frozenset[int]) -> list[Target]:
    """The targets whose files match a pattern, or other files as wholes; all without patterns."""
    listed = all_targets()
    if not patterns:
        return listed
    found: list[Target] = []
    for pattern in patterns:
        short = pattern.removeprefix("native/")
        matching = [target for target in listed if fnmatch.fnmatch(target.file, short)]
        if not matching:
            files = sorted(NATIVE.glob(short))
            if not files:
                raise BadList(f"--files {pattern}: there is no such file in native/")
            matching = [Target(path.relative_to(NATIVE).as_posix()) for path in files]
        found += matching
    if not lines:
        return found
    return [Target(t.file, t.tests, t.functions, t.without, lines) for t in found]


@dataclass(frozen=True)
class Survivor:
    """A change that nobody can notice, and the reason why it changes nothing."""

    file: str
    before: str
    after: str
    reason: str


def known_survivors() -> dict[tuple[str, str, str], Survivor]:
    """What survivors.toml lists, by file and by the lines before and after the change."""
    listed = tomllib.loads((HERE / "survivors.toml").read_text("utf-8"))
    found = {}
    for file, entries in listed.items():
        for entry in entries:
            for after in entry["after"]:
                survivor = Survivor(file, entry["before"], after, entry["reason"])
                found[file, survivor.before, after] = survivor
    return found

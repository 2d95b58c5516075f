"""TOML files that people write for us, experiments and assignments: found, read, and checked.

An error names the file, the line, the key and the way out, before anything is run.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from unriddle.catalog import lookup
from unriddle.core import BadInput
from unriddle.loading import Located, locate

T = TypeVar("T")

_KINDS = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def shipped_in(folder: Path) -> dict[str, Path]:
    """The files that come with the program, by name."""
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def find_in(folder: Path, kind: str, reference: str, read: Callable[[Path], T]) -> T:
    """What `read` makes of the shipped file of that name, or of that file; raises `BadInput`."""
    known = shipped_in(folder)
    is_file = reference.endswith(".toml") or os.path.exists(reference)
    if reference not in known and is_file:
        return read(Path(reference))
    return read(lookup(known, kind, reference))


def parse_toml(text: str, source: str, kind: str) -> dict[str, Any]:
    """The tables of a text; raises `BadInput` with the place."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        problem = str(error)[: place.start()] if place else str(error)
        hint = f"{kind} is a TOML file"
        raise BadInput(problem, source=source, line=line, column=column, hint=hint) from error


class TomlReader:
    """Takes values out of the tables of a file and refuses what they must not be.

    A `path` names the part of the file that a table stands in, `block 2, solver 1` for the first
    `[[block.solver]]` of the second `[[block]]`, or nothing for the whole file.
    """

    def __init__(self, text: str, source: str, folder: Path) -> None:
        self.lines = text.splitlines()
        self.source = source
        self.folder = folder

    def known(self, table: dict[str, Any], path: str, names: Collection[str]) -> None:
        """Refuse keys that mean nothing."""
        from difflib import get_close_matches

        for key in table:
            if key not in names:
                close = get_close_matches(key, names, n=1)
                hint = f"did you mean {close[0]}?" if close else f"keys: {', '.join(sorted(names))}"
                self.fail(path, f"unknown key '{key}'", hint, near=key)

    def value(self, table: dict[str, Any], path: str, key: str, kind: type, default: Any) -> Any:
        """The value of a key, of the right kind; one without a default must be there."""
        if key not in table:
            if default is None:
                self.fail(path, f"'{key}' is missing", f"add {key} = ...")
            return default
        value = table[key]
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            self.fail(path, f"{key} must be {_KINDS[kind]}, not {value!r:.40}", "", near=key)
        return value

    def count(
        self, table: dict[str, Any], path: str, key: str, default: int, least: int = 1
    ) -> int:
        """A whole number that is not too small."""
        value = self.value(table, path, key, int, default)
        if value < least:
            self.fail(path, f"{key} must be at least {least}, not {value}", "", near=key)
        return int(value)

    def located(
        self, path: str, key: str, references: Sequence[str], most: int
    ) -> list[tuple[Located, list[str]]]:
        """The levels that references name, files beside this one first; `most` of each."""
        found = []
        for reference in references:
            beside = self.folder / reference.partition("#")[0]
            where = str(self.folder / reference) if beside.exists() else reference
            with self.failing(path, key, reference):
                located = locate(where)
                found.append((located, [name for name, _ in islice(located.levels, most)]))
        return found

    @contextmanager
    def failing(self, path: str, key: str, near: str) -> Iterator[None]:
        """Let what is refused within it fail as the value of a key, or of a whole table."""
        try:
            yield
        except BadInput as error:
            self.fail(path, f"{key}: {error}" if key else str(error), error.hint, near=near)

    def fail(self, path: str, problem: str, hint: str, near: str = "") -> NoReturn:
        """Raise `BadInput`; `near` is a word of the offending line, if there is one."""
        raise BadInput(
            f"{path}: {problem}" if path else problem,
            source=self.source,
            line=self._line_of(path, near),
            hint=hint,
        )

    def _line_of(self, path: str, near: str) -> int | None:
        """The line of a key, or the first line with that word, in the part that `path` names."""
        first, last = 0, len(self.lines)
        for part, number in re.findall(r"(\w+) (\d+)", path):
            head = rf"\[\[(\w+\.)*{part}\]\]"
            for _ in range(int(number)):
                first = self._search(head, first, last) or first
            last = (self._search(head, first, last) or last + 1) - 1
        word = re.escape(near)
        quoted = rf"[\"']?{word}[\"']?"
        for pattern in (rf"\[{word}\]", rf"\s*{quoted}\s*=", rf".*[\"']{word}", rf".*{word}"):
            found = self._search(pattern, first, last) if near else None
            if found:
                return found
        return first or None

    def _search(self, pattern: str, first: int, last: int) -> int | None:
        """The number, from 1, of the first line from `first` to `last` that begins like this."""
        lines = enumerate(self.lines[first:last], first + 1)
        return next((number for number, text in lines if re.match(pattern, text)), None)

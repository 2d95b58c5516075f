"""TOML files that people write for us, experiments and assignments: found, read, and checked.

An error names the file, the line, the key and the way out, before anything is run.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import UnionType
from typing import Any, NoReturn, TypeVar

from unriddle.catalog import lookup
from unriddle.core import BadInput
from unriddle.loading import Located, locate
from unriddle.text_files import read_text

T = TypeVar("T")

LARGEST = 256 * 2**10
"""Characters of a file."""
MOST_PARTS = 10**7
"""Of keys, each counted with all before it, as its reader remembers them; some 8 bytes each."""

_KINDS: dict[type | UnionType, str] = {
    str: "a text",
    int: "a whole number",
    int | float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def shipped_in(folder: Path) -> dict[str, Path]:
    """The files that come with the program, by name."""
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def find_in(folder: Path, kind: str, reference: str, parse: Callable[..., T]) -> T:
    """What `parse` makes of the shipped file of that name, or of that file; raises `BadInput`."""
    known = shipped_in(folder)
    is_file = reference.endswith(".toml") or os.path.exists(reference)
    is_own = reference not in known and is_file
    path: Path = Path(reference) if is_own else lookup(known, kind, reference)
    return parse(read_text(str(path)), source=str(path), folder=path.parent)


def parse_toml(text: str, source: str, folder: Path, kind: str) -> TomlTable:
    """The whole file as a table; raises `BadInput` with the place where it is no TOML."""
    hint = f"{kind} is a TOML file"
    if len(text) > LARGEST:
        raise BadInput(f"is larger than {LARGEST >> 10} KiB", source=source, hint=hint)
    problem, line, column = _unreadable(text), None, None
    try:
        if not problem:
            return TomlTable(tomllib.loads(text), text.splitlines(), source, folder)
    except RecursionError:
        problem = "is nested too deeply"
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
        if place := re.search(r" \(at line (\d+), column (\d+)\)", problem):
            problem, line, column = problem[: place.start()], int(place[1]), int(place[2])
    except ValueError:  # of `int`, which does not read thousands of digits
        problem = _LONG_NUMBER
    raise BadInput(problem, source=source, line=line, column=column, hint=hint)


_LONG_NUMBER = "holds a number of hundreds of digits"


def _unreadable(text: str) -> str:
    """What in a text the reader would take for ever to read, or nobody could write again."""
    if re.search(r"0[xob][0-9a-fA-F_]{400}", text):
        return _LONG_NUMBER
    parts = head = 0
    for line in text.split("\n"):
        dots = line.count(".")
        if line.lstrip().startswith("["):
            head = max(head, dots)
        parts += (dots + 1) * (dots + head)
    return "has too many dots in a line" if parts > MOST_PARTS else ""


@dataclass(frozen=True)
class TomlTable:
    """A table of a file: gives its values, and refuses what they must not be."""

    values: dict[str, Any]
    lines: Sequence[str]
    """Of the whole file."""
    source: str
    folder: Path
    """Where files are looked for that it names."""
    path: str = ""
    """The part of the file that it stands in: `block 2, solver 1` for the first `[[block.solver]]`
    of the second `[[block]]`; nothing for the whole file."""

    def tables(self, key: str, *, required: bool = True) -> list[TomlTable]:
        """The tables of this one that were written as `[[key]]`, at least one if `required`."""
        tables = self.values.get(key, [])
        head = ".".join((*re.findall(r"(\w+) \d+", self.path), key))
        if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
            self.fail(f"{key} must be a table", f"write [[{head}]] on a line of its own", key)
        if required and not tables:
            self.fail(f"there is no {key}", f"begin one with [[{head}]]")
        within = f"{self.path}, " if self.path else ""
        return [
            replace(self, values=values, path=f"{within}{key} {number}")
            for number, values in enumerate(tables, 1)
        ]

    def known(self, names: Collection[str]) -> None:
        """Refuse keys that mean nothing."""
        from difflib import get_close_matches

        for key in self.values:
            if key not in names:
                close = get_close_matches(key, names, n=1)
                hint = f"did you mean {close[0]}?" if close else f"keys: {', '.join(sorted(names))}"
                self.fail(f"unknown key '{key}'", hint, near=key)

    def value(self, key: str, kind: type | UnionType, default: Any) -> Any:
        """The value of a key, of the right kind; one without a default must be there."""
        if key not in self.values:
            if default is None:
                self.fail(f"'{key}' is missing", f"add {key} = ...")
            return default
        value = self.values[key]
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            self.fail(f"{key} must be {_KINDS[kind]}, not {value!r:.40}", "", near=key)
        return value

    def text(self, key: str, default: str = "") -> str:
        """A text."""
        return str(self.value(key, str, default))

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        found: list[Any] = self.value(key, list, [])
        if not all(isinstance(one, str) for one in found):
            self.fail(f"{key} must be a list of texts, not {found!r:.40}", "", near=key)
        return found

    def count(self, key: str, default: int, least: int = 1) -> int:
        """A whole number that is not too small."""
        value = self.value(key, int, default)
        if value < least:
            self.fail(f"{key} must be at least {least}, not {value}", "", near=key)
        return int(value)

    def located(
        self, key: str, references: Sequence[str], most: int
    ) -> list[tuple[Located, list[str]]]:
        """The levels that references name, files beside this one first; `most` of each."""
        found = []
        for reference in references:
            beside = self.folder / reference.partition("#")[0]
            where = str(self.folder / reference) if beside.exists() else reference
            with self.failing(key, reference):
                located = locate(where)
                found.append((located, [name for name, _ in islice(located.levels, most)]))
        return found

    @contextmanager
    def failing(self, key: str, near: str) -> Iterator[None]:
        """Let what is refused within it fail as the value of a key, or of the whole table."""
        try:
            yield
        except BadInput as error:
            self.fail(f"{key}: {error}" if key else str(error), error.hint, near=near)

    def fail(self, problem: str, hint: str, near: str = "") -> NoReturn:
        """Raise `BadInput`; `near` is a word of the offending line, if there is one."""
        raise BadInput(
            f"{self.path}: {problem}" if self.path else problem,
            source=self.source,
            line=self._line_of(near),
            hint=hint,
        )

    def _line_of(self, near: str) -> int | None:
        """The line of a key, or the first line with that word, in the part that `path` names."""
        first, last = 0, len(self.lines)
        for part, number in re.findall(r"(\w+) (\d+)", self.path):
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

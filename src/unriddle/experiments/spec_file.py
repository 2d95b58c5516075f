"""From a TOML file to an experiment; docs/experiments.md explains every key.

Reading checks everything that can be checked without running it, and an error names the file, the
line and the way out.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from unriddle.catalog import lookup
from unriddle.core import BadInput, Limits
from unriddle.experiments.measuring import check_run
from unriddle.experiments.reports import PREFIX
from unriddle.experiments.spec import (
    FIGURES,
    OF_ALL_LEVELS,
    SPECS,
    TOTAL,
    Block,
    Experiment,
    Figure,
    Solver,
)
from unriddle.loading import locate, read, read_text


def shipped() -> dict[str, Path]:
    """The experiments that come with the program, by name."""
    return {path.stem: path for path in sorted(SPECS.glob("*.toml"))}


def find(reference: str) -> Experiment:
    """The experiment of that name, or in that file; raises `BadInput`."""
    known = shipped()
    if reference in known:
        return read_spec(known[reference])
    if reference.endswith(".toml") or os.path.exists(reference):
        return read_spec(Path(reference))
    lookup(known, "table", reference)
    raise AssertionError  # lookup has raised


def read_spec(path: Path) -> Experiment:
    """The experiment in a file; raises `BadInput`."""
    return parse(read_text(str(path)), source=str(path), folder=path.parent)


def parse(text: str, *, source: str = "", folder: Path | None = None) -> Experiment:
    """The experiment in a text; files with levels are looked for in `folder`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        problem = str(error)[: place.start()] if place else str(error)
        raise BadInput(
            problem, source=source, line=line, column=column, hint="a spec is a TOML file"
        ) from error
    return _Reader(text, source, folder or Path()).experiment(table)


class _Reader:
    """Turns the tables of a TOML file into an experiment, checking each key."""

    def __init__(self, text: str, source: str, folder: Path) -> None:
        self.lines = text.splitlines()
        self.source = source
        self.folder = folder
        self.copies: Mapping[str, str] = {}

    def experiment(self, table: dict[str, Any]) -> Experiment:
        self.known(table, "", Experiment, {"block", "level_notes"}, {"name", "blocks"})
        self.copies = self.texts(table, "copies")
        for text in self.copies.values():
            near = text.strip().split("\n")[0]
            try:
                found = len(read(text))
            except BadInput as error:
                self.fail("copies", str(error), error.hint, near)
            if found > 1:
                self.fail("copies", f"{found} levels where one is wanted", "name each level", near)
        title = self.value(table, "", "title", str, Path(self.source).stem)
        blocks = self.value(table, "", "block", list, [])
        if not blocks:
            self.fail("", "there is no block", "begin one with [[block]], and name levels in it")
        return Experiment(
            name=Path(self.source).stem or "experiment",
            title=title,
            blocks=tuple(
                self.block(block, f"block {number}") for number, block in enumerate(blocks, 1)
            ),
            source=self.value(table, "", "source", str, ""),
            about=self.value(table, "", "about", str, "").strip(),
            counting=self.value(table, "", "counting", str, "").strip(),
            notes=tuple(self.value(table, "", "notes", list, [])),
            level_notes=self.texts(table, "level_notes"),
            copies=self.copies,
        )

    def block(self, table: Any, path: str) -> Block:
        if not isinstance(table, dict):
            self.fail("", "block must be a table", "write [[block]] on a line of its own", "block")
        self.known(
            table,
            path,
            Block,
            {"levels", "solver", "columns", "time", "nodes", "memory", "rules"},
            {"solvers", "limits"},
        )
        figures = self.words(table, path, "figures", FIGURES, ("moves", "nodes", "seconds"))
        rows = self.words(table, path, "rows", {"levels": "", TOTAL: ""}, ("levels",))
        for figure in OF_ALL_LEVELS.intersection(figures):
            if TOTAL not in rows:
                self.fail(
                    path, f"'{figure}' is counted over all levels", 'add rows = ["total"]', figure
                )
        columns = self.words(table, path, "columns", FIGURES, figures)
        solvers = self.value(table, path, "solver", list, [])
        if not solvers:
            self.fail(path, "there is no solver", "begin one with [[block.solver]]")
        levels = self.levels(table, path)
        runs = self.count(table, path, "runs", 1)
        return Block(
            title=self.value(table, path, "title", str, ""),
            solvers=tuple(
                self.solver(solver, f"{path}, solver {number}", table, levels, columns, runs)
                for number, solver in enumerate(solvers, 1)
            ),
            figures=figures,
            rows=rows,
            limits=self.limits(table, path),
            runs=runs,
            seed=self.count(table, path, "seed", 1, least=0),
            hopeless=self.count(table, path, "hopeless", 0, least=0),
            every=self.count(table, path, "every", 1),
        )

    def solver(
        self,
        table: Any,
        path: str,
        block: dict[str, Any],
        levels: tuple[str, ...],
        columns: tuple[str, ...],
        runs: int,
    ) -> Solver:
        if not isinstance(table, dict):
            self.fail(path, "must be a table", "write [[block.solver]] on a line of its own")
        self.known(table, path, Solver, set(), set())
        solver = self.value(table, path, "solver", str, None)
        levels = self.levels(table, path) or levels
        if not levels:
            self.fail(path, "no levels were named", 'write levels = ["bloxorz/1-33"] in the block')
        rules = {
            **self.value(block, path, "rules", dict, {}),
            **self.value(table, path, "rules", dict, {}),
        }
        settings = self.value(table, path, "settings", dict, {})
        engine = self.value(table, path, "engine", str, "") or None
        seeds = {"seed": 1} if runs > 1 else {}
        copies = self.value(table, path, "copies", bool, solver.startswith(PREFIX))
        # One level of each collection is enough to see whether solver and rules fit.
        for level in {name.rpartition("/")[0]: name for name in levels}.values():
            copy = self.copies.get(level) if copies else None
            try:
                check_run(level, copy, solver, engine, {**settings, **seeds}, rules)
            except BadInput as error:
                self.fail(path, str(error), error.hint, near=solver)
        exact = self.words(table, path, "exact", FIGURES, ())
        return Solver(
            name=self.value(table, path, "name", str, solver),
            solver=solver,
            engine=engine,
            settings=settings,
            rules=rules,
            levels=levels,
            reference=self.value(table, path, "reference", bool, False),
            copies=copies,
            exact=exact,
            published=dict(self.published(table, path, levels, columns)),
        )

    def published(
        self, table: dict[str, Any], path: str, levels: tuple[str, ...], columns: tuple[str, ...]
    ) -> Iterator[tuple[str, dict[str, Figure]]]:
        for row in self.value(table, path, "published", list, []):
            if not isinstance(row, list) or len(row) != len(columns) + 1:
                self.fail(
                    path,
                    f"a published row must hold a level and {len(columns)} figures, not {row}",
                    f"they are: {', '.join(columns)}",
                    near=str(row[0]) if isinstance(row, list) and row else "published",
                )
            level, *figures = row
            if level != TOTAL and level not in levels:
                self.fail(
                    path,
                    f"published figures for '{level}', which is not among the levels",
                    f"name the level in levels, or write {TOTAL}",
                    near=str(level),
                )
            yield (
                level,
                {
                    name: self.figure(value, path)
                    for name, value in zip(columns, figures, strict=True)
                    if value != "-"
                },
            )

    def figure(self, value: object, path: str) -> Figure:
        if isinstance(value, list) and len(value) == 3 and all(map(_is_number, value)):
            return float(value[0]), float(value[1]), float(value[2])
        if not isinstance(value, int | float | str) or isinstance(value, bool):
            self.fail(
                path,
                f"a published figure must be a number, [min, max, mean] or a text, not {value}",
                'write "-" where nothing was published',
                near="published",
            )
        return value

    def levels(self, table: dict[str, Any], path: str) -> tuple[str, ...]:
        found: list[str] = []
        for reference in self.value(table, path, "levels", list, []):
            if not isinstance(reference, str):
                self.fail(path, f"levels: {reference} is not a text", "", near="levels")
            beside = self.folder / reference.partition("#")[0]
            where = str(self.folder / reference) if beside.exists() else reference
            try:
                # A million names are a list that fits; more are a mistake.
                names = [name for name, _ in islice(locate(where).levels, 1_000_001)]
            except BadInput as error:
                self.fail(path, f"levels: {error}", error.hint, near=reference)
            found += names
        return tuple(found)

    def limits(self, table: dict[str, Any], path: str) -> Limits:
        words = ("time", "nodes", "memory")
        for word in words:
            if word in table and not _is_number(table[word]):
                self.fail(path, f"{word} must be a number, not {table[word]!r}", "", near=word)
        self.value(table, path, "nodes", int, 1)
        try:
            return Limits(*(table.get(word) for word in words))
        except BadInput as error:
            self.fail(path, str(error), error.hint)

    def known(
        self, table: dict[str, Any], path: str, kind: type, more: set[str], fewer: set[str]
    ) -> None:
        """Refuse keys that mean nothing."""
        from difflib import get_close_matches

        names = (set(kind.__dataclass_fields__) | more) - fewer  # type: ignore[attr-defined]
        for key in table:
            if key not in names:
                close = get_close_matches(key, names, n=1)
                hint = f"did you mean {close[0]}?" if close else f"keys: {', '.join(sorted(names))}"
                self.fail(path, f"unknown key '{key}'", hint, near=key)

    def value(self, table: dict[str, Any], path: str, key: str, kind: type, default: Any) -> Any:
        """The value of a key, of the right kind."""
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
        value = self.value(table, path, key, int, default)
        if value < least:
            self.fail(path, f"{key} must be at least {least}, not {value}", "", near=key)
        return int(value)

    def words(
        self,
        table: dict[str, Any],
        path: str,
        key: str,
        allowed: Mapping[str, str],
        default: tuple[str, ...],
    ) -> tuple[str, ...]:
        words = self.value(table, path, key, list, list(default))
        for word in words:
            if not isinstance(word, str) or word not in allowed:
                self.fail(
                    path, f"{key}: unknown '{word}'", f"there are: {', '.join(allowed)}", str(word)
                )
        return tuple(words)

    def texts(self, table: dict[str, Any], key: str) -> dict[str, str]:
        texts: dict[str, str] = self.value(table, "", key, dict, {})
        for name, text in texts.items():
            if not isinstance(text, str):
                self.fail(key, f"'{name}' must be a text", "", near=name)
        return texts

    def fail(self, path: str, problem: str, hint: str, near: str = "") -> NoReturn:
        """Raise `BadInput`; `near` is a word of the offending line, if there is one."""
        raise BadInput(
            f"{path}: {problem}" if path else problem,
            source=self.source,
            line=self.line_of(path, near),
            hint=hint,
        )

    def line_of(self, path: str, near: str) -> int | None:
        """The line of a key, or the first line with that word, in the part that `path` names."""
        first = 0
        for part, number in re.findall(r"(block|solver) (\d+)", path):
            head = r"\[\[block\]\]" if part == "block" else r"\[\[block\.solver\]\]"
            for _ in range(int(number)):
                first = self._search((head,), first) or first
        if not near:
            return first or None
        word = re.escape(near)
        patterns = (rf"\s*[\"']?{word}[\"']?\s*=", rf".*[\"']{word}", rf".*{word}")
        return self._search(patterns, first) or first or None

    def _search(self, patterns: Sequence[str], first: int) -> int | None:
        """The number, from 1, of the first line after `first` that begins like a pattern."""
        for pattern in patterns:
            for number, text in enumerate(self.lines[first:], first + 1):
                if re.match(pattern, text):
                    return number
        return None


_KINDS = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)

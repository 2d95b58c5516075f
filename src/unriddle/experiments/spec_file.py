"""From a TOML file to an experiment; docs/experiments.md explains every key.

Reading checks everything that can be checked without running it, and an error names the file, the
line and the way out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from unriddle.core import Limits
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
from unriddle.loading import read, read_text
from unriddle.toml_file import TomlReader, find_in, parse_toml, shipped_in

MOST_LEVELS = 1_000_000
"""Of a reference: their names are a list that fits; more are a mistake."""


def shipped() -> dict[str, Path]:
    """The experiments that come with the program, by name."""
    return shipped_in(SPECS)


def find(reference: str) -> Experiment:
    """The experiment of that name, or in that file; raises `BadInput`."""
    return find_in(SPECS, "table", reference, read_spec)


def read_spec(path: Path) -> Experiment:
    """The experiment in a file; raises `BadInput`."""
    return parse(read_text(str(path)), source=str(path), folder=path.parent)


def parse(text: str, *, source: str = "", folder: Path | None = None) -> Experiment:
    """The experiment in a text; files with levels are looked for in `folder`."""
    table = parse_toml(text, source, "a spec")
    return _Reader(text, source, folder or Path()).experiment(table)


class _Reader(TomlReader):
    """Turns the tables of a TOML file into an experiment, checking each key."""

    def __init__(self, text: str, source: str, folder: Path) -> None:
        super().__init__(text, source, folder)
        self.copies: Mapping[str, str] = {}

    def experiment(self, table: dict[str, Any]) -> Experiment:
        self.known(table, "", _keys(Experiment, {"block", "level_notes"}, {"name", "blocks"}))
        self.copies = self.texts(table, "copies")
        for text in self.copies.values():
            near = text.strip().split("\n")[0]
            with self.failing("copies", "", near):
                found = len(read(text))
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
        more = {"levels", "solver", "columns", "time", "nodes", "memory", "rules"}
        self.known(table, path, _keys(Block, more, {"solvers", "limits"}))
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
        self.known(table, path, _keys(Solver))
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
            with self.failing(path, "", solver):
                check_run(level, copy, solver, engine, {**settings, **seeds}, rules)
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
        references = self.value(table, path, "levels", list, [])
        for reference in references:
            if not isinstance(reference, str):
                self.fail(path, f"levels: {reference} is not a text", "", near="levels")
        located = self.located(path, "levels", references, MOST_LEVELS + 1)
        return tuple(name for _, names in located for name in names)

    def limits(self, table: dict[str, Any], path: str) -> Limits:
        words = ("time", "nodes", "memory")
        for word in words:
            if word in table and not _is_number(table[word]):
                self.fail(path, f"{word} must be a number, not {table[word]!r}", "", near=word)
        self.value(table, path, "nodes", int, 1)
        with self.failing(path, "", ""):
            return Limits(*(table.get(word) for word in words))

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


def _keys(kind: type, more: Collection[str] = (), fewer: Collection[str] = ()) -> set[str]:
    """The keys of a table that becomes a dataclass."""
    return {one.name for one in fields(kind)}.union(more).difference(fewer)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)

"""From a TOML file to an experiment; docs/experiments.md explains every key.

Reading checks everything that can be checked without running it, and an error names the file, the
line and the way out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from pathlib import Path

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
from unriddle.loading import read
from unriddle.toml_file import TomlTable, find_in, parse_toml, shipped_in

MOST_LEVELS = 1_000_000
"""Of a reference: their names are a list that fits; more are a mistake."""


def shipped() -> dict[str, Path]:
    """The experiments that come with the program, by name."""
    return shipped_in(SPECS)


def find(reference: str) -> Experiment:
    """The experiment of that name, or in that file; raises `BadInput`."""
    return find_in(SPECS, "table", reference, parse)


def parse(text: str, *, source: str = "", folder: Path | None = None) -> Experiment:
    """The experiment in a text; files with levels are looked for in `folder`."""
    return _experiment(parse_toml(text, source, folder or Path(), "a spec"))


def _experiment(table: TomlTable) -> Experiment:
    table.known(_keys(Experiment, {"block", "level_notes"}, {"name", "blocks"}))
    copies = _texts(table, "copies")
    for text in copies.values():
        near = text.strip().split("\n")[0]
        with table.failing("copies", near):
            found = len(read(text))
        if found > 1:
            table.fail(f"copies: {found} levels where one is wanted", "name each level", near)
    title = table.text("title", Path(table.source).stem)
    blocks = table.tables("block")
    return Experiment(
        name=Path(table.source).stem or "experiment",
        title=title,
        blocks=tuple(_block(block, copies) for block in blocks),
        source=table.text("source"),
        about=table.text("about").strip(),
        counting=table.text("counting").strip(),
        notes=tuple(table.texts("notes")),
        level_notes=_texts(table, "level_notes"),
        copies=copies,
    )


def _block(table: TomlTable, copies: Mapping[str, str]) -> Block:
    more = {"levels", "solver", "columns", "time", "nodes", "memory", "rules"}
    table.known(_keys(Block, more, {"solvers", "limits"}))
    figures = _words(table, "figures", FIGURES, ("moves", "nodes", "seconds"))
    rows = _words(table, "rows", ("levels", TOTAL), ("levels",))
    for figure in OF_ALL_LEVELS.intersection(figures):
        if TOTAL not in rows:
            table.fail(f"'{figure}' is counted over all levels", 'add rows = ["total"]', figure)
    columns = _words(table, "columns", FIGURES, figures)
    solvers = table.tables("solver")
    levels = _levels(table)
    runs = table.count("runs", 1)
    return Block(
        title=table.text("title"),
        solvers=tuple(_solver(solver, table, copies, levels, columns, runs) for solver in solvers),
        figures=figures,
        rows=rows,
        limits=_limits(table),
        runs=runs,
        seed=table.count("seed", 1, least=0),
        hopeless=table.count("hopeless", 0, least=0),
        every=table.count("every", 1),
    )


def _solver(
    table: TomlTable,
    block: TomlTable,
    copied: Mapping[str, str],
    levels: tuple[str, ...],
    columns: tuple[str, ...],
    runs: int,
) -> Solver:
    table.known(_keys(Solver))
    solver = table.value("solver", str, None)
    levels = _levels(table) or levels
    if not levels:
        table.fail("no levels were named", 'write levels = ["bloxorz/1-33"] in the block')
    rules = {**block.value("rules", dict, {}), **table.value("rules", dict, {})}
    settings = table.value("settings", dict, {})
    engine = table.text("engine") or None
    seeds = {"seed": 1} if runs > 1 else {}
    copies = table.value("copies", bool, solver.startswith(PREFIX))
    # One level of each collection is enough to see whether solver and rules fit.
    for level in {name.rpartition("/")[0]: name for name in levels}.values():
        copy = copied.get(level) if copies else None
        with table.failing("", solver):
            check_run(level, copy, solver, engine, {**settings, **seeds}, rules)
    exact = _words(table, "exact", FIGURES, ())
    return Solver(
        name=table.text("name", solver),
        solver=solver,
        engine=engine,
        settings=settings,
        rules=rules,
        levels=levels,
        reference=table.value("reference", bool, False),
        copies=copies,
        exact=exact,
        published=dict(_published(table, levels, columns)),
    )


def _published(
    table: TomlTable, levels: tuple[str, ...], columns: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, Figure]]]:
    for row in table.value("published", list, []):
        if not isinstance(row, list) or len(row) != len(columns) + 1:
            table.fail(
                f"a published row must hold a level and {len(columns)} figures, not {row}",
                f"they are: {', '.join(columns)}",
                near=str(row[0]) if isinstance(row, list) and row else "published",
            )
        level, *figures = row
        if level != TOTAL and level not in levels:
            table.fail(
                f"published figures for '{level}', which is not among the levels",
                f"name the level in levels, or write {TOTAL}",
                near=str(level),
            )
        known = zip(columns, figures, strict=True)
        yield level, {name: _figure(value, table) for name, value in known if value != "-"}


def _figure(value: object, table: TomlTable) -> Figure:
    if isinstance(value, list) and len(value) == 3 and all(map(_is_number, value)):
        return float(value[0]), float(value[1]), float(value[2])
    if not isinstance(value, int | float | str) or isinstance(value, bool):
        table.fail(
            f"a published figure must be a number, [min, max, mean] or a text, not {value}",
            'write "-" where nothing was published',
            near="published",
        )
    return value


def _levels(table: TomlTable) -> tuple[str, ...]:
    located = table.located("levels", table.texts("levels"), MOST_LEVELS + 1)
    return tuple(name for _, names in located for name in names)


def _limits(table: TomlTable) -> Limits:
    for word, kind in (("time", int | float), ("nodes", int), ("memory", int | float)):
        table.value(word, kind, 1)
    with table.failing("", ""):
        return Limits(*map(table.values.get, ("time", "nodes", "memory")))


def _words(
    table: TomlTable, key: str, allowed: Collection[str], default: tuple[str, ...]
) -> tuple[str, ...]:
    words = table.value(key, list, list(default))
    for word in words:
        if not isinstance(word, str) or word not in allowed:
            table.fail(f"{key}: unknown '{word}'", f"there are: {', '.join(allowed)}", str(word))
    return tuple(words)


def _texts(table: TomlTable, key: str) -> dict[str, str]:
    texts: dict[str, str] = table.value(key, dict, {})
    for name, text in texts.items():
        if not isinstance(text, str):
            table.fail(f"{key}: '{name}' must be a text", "", near=name)
    return texts


def _keys(kind: type, more: Collection[str] = (), fewer: Collection[str] = ()) -> set[str]:
    """The keys of a table that becomes a dataclass."""
    return {one.name for one in fields(kind)}.union(more).difference(fewer)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)

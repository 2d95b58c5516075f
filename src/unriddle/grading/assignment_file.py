"""From a TOML file to an assignment; docs/grading.md explains every key.

An error names the file, the line, the key and the way out, before anything is run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from unriddle.catalog import PuzzleEntry, lookup
from unriddle.core import Limits
from unriddle.grading.assignment import (
    ASSIGNMENTS,
    BESIDE_REFERENCE,
    BOTH,
    DEFAULT_LIMITS,
    FIGURES,
    HAND_IN,
    HEURISTIC,
    OF_HEURISTICS,
    OF_SEARCHES,
    SEARCH,
    VISIBILITY,
    Assignment,
    Board,
    Task,
)
from unriddle.loading import checked_rules
from unriddle.plugins import load_file
from unriddle.solving import choose
from unriddle.toml_file import TomlTable, find_in, parse_toml, shipped_in

MOST_LEVELS = 1000
"""Of a task; each is a process."""
MOST_POINTS = 1_000_000


def shipped() -> dict[str, Path]:
    """The assignments that come with the program, by name."""
    return shipped_in(ASSIGNMENTS)


def find(reference: str) -> Assignment:
    """The assignment of that name, or in that file; raises `BadInput`."""
    return find_in(ASSIGNMENTS, "assignment", reference, parse)


def parse(text: str, *, source: str = "", folder: Path | None = None) -> Assignment:
    """The assignment in a text; files that it names are looked for in `folder`."""
    return _assignment(parse_toml(text, source, folder or Path(), "an assignment"))


def _assignment(table: TomlTable) -> Assignment:
    keys = ("title", "about", "hidden", "stdout", "files", "allow", "limits", "task")
    table.known((*keys, "hopeless", "leaderboard"))
    limits = _limits(table, DEFAULT_LIMITS)
    files = tuple(str(table.folder / name) for name in table.texts("files"))
    for name in files:
        with table.failing("files", Path(name).name):
            load_file(name)
    allow = tuple(table.texts("allow"))
    for name in allow:
        if not name.startswith("unriddle.") or not _exists(name):
            problem = f"allow: there is no module {name[:60]}"
            table.fail(problem, "name modules such as unriddle.search.rng", near="allow")
    tasks = table.tables("task")
    stem = Path(table.source).stem or "assignment"
    return Assignment(
        name=stem,
        source=table.source,
        title=table.text("title", stem),
        about=table.text("about").strip(),
        hidden=_word(table, "hidden", VISIBILITY, "after_published"),
        stdout=_word(table, "stdout", VISIBILITY, "hidden"),
        files=files,
        hopeless=table.count("hopeless", Assignment.hopeless, least=0),
        allow=allow,
        tasks=tuple(_task(one, limits) for one in tasks),
        leaderboard=tuple(map(_board, table.tables("leaderboard", required=False))),
    )


def _task(table: TomlTable, usual: Limits) -> Task:
    keys = ("name", "hand_in", "search", "heuristic_name", "levels", "hidden_levels", "rules")
    more = ("reference", "heuristic", "limits", "states", "points", "within")
    table.known((*keys, *more))
    if "hand_in" not in table.values:
        table.fail("'hand_in' is missing", f"add hand_in = one of {', '.join(HAND_IN)}")
    hand_in = _word(table, "hand_in", HAND_IN, SEARCH)
    rules = table.value("rules", dict, {})
    levels, entries = _levels(table, "levels", rules)
    hidden, more_entries = _levels(table, "hidden_levels", rules)
    entries |= more_entries
    for level, times in Counter((*levels, *hidden)).items():
        if times > 1:
            table.fail(f"{level} is named twice", "a level is graded once in a task")
    if not levels and not hidden:
        table.fail("no levels were named", 'write levels = ["bloxorz/1-3"]')
    called = table.text("search")
    heuristic_called = table.text("heuristic_name")
    reference = table.text("reference")
    heuristic = table.text("heuristic")
    for entry in entries.values():
        _check_names(table, entry, hand_in, reference, heuristic)
    points = _points(table, hand_in, reference)
    within = _numbers(table, "within", ("expansions", "time"))
    for key, value in within.items():
        if not value > 0:
            table.fail(f"within: {key} must be above 0, not {value:g}", "", near=key)
    return Task(
        name=table.text("name", called or heuristic_called or hand_in),
        hand_in=hand_in,
        called=called,
        heuristic_called=heuristic_called,
        levels=levels,
        hidden_levels=hidden,
        rules=rules,
        reference=reference,
        heuristic=heuristic,
        limits=_limits(table, usual),
        states=table.count("states", Task.states, least=1),
        points=points,
        within={"expansions": 1.0, "time": 3.0, **within},
    )


def _check_names(
    table: TomlTable, entry: PuzzleEntry, hand_in: str, reference: str, heuristic: str
) -> None:
    """Are the solver and the heuristic of ours there, in Python?"""
    with table.failing("reference", "reference"):
        if reference and hand_in == HEURISTIC:
            lookup(entry.heuristics, f"{entry.name} heuristic", reference)
        elif reference:
            choose(entry, reference, engine="python")
    if not heuristic:
        return
    if hand_in != SEARCH:
        problem = "a heuristic is given to a search only, where none is handed in"
        table.fail(problem, "leave it out", near="heuristic")
    with table.failing("heuristic", "heuristic"):
        lookup(entry.heuristics, f"{entry.name} heuristic", heuristic)


def _points(table: TomlTable, hand_in: str, reference: str) -> dict[str, float]:
    names: tuple[str, ...] = OF_HEURISTICS if hand_in == HEURISTIC else OF_SEARCHES
    if hand_in == BOTH:
        names = (*OF_SEARCHES, "admissible", "consistent")
    points = _numbers(table, "points", names)
    if not points:
        table.fail("there are no points", "add points = { correct = 2, ... }")
    for key, value in points.items():
        if not 0 <= value <= MOST_POINTS:
            words = f"points: {key} must be from 0 to {MOST_POINTS:,}, not {value:g}"
            table.fail(words, "", near=key)
        if key in BESIDE_REFERENCE and not reference:
            example = "freeze" if hand_in == HEURISTIC else "astar"
            problem = f"points for {key} need a reference to compare with"
            table.fail(problem, f'add reference = "{example}"', near=key)
    return points


def _board(table: TomlTable) -> Board:
    table.known(("name", "figure", "order"))
    if "figure" not in table.values:
        table.fail("'figure' is missing", f"there are: {', '.join(FIGURES)}")
    figure = _word(table, "figure", FIGURES, "score")
    order = _word(table, "order", ("asc", "desc"), FIGURES[figure])
    return Board(table.text("name", figure.capitalize()), figure, order)


# Values.


def _levels(
    table: TomlTable, key: str, rules: Mapping[str, Any]
) -> tuple[tuple[str, ...], dict[str, PuzzleEntry]]:
    found: list[str] = []
    entries: dict[str, PuzzleEntry] = {}
    references = table.texts(key)
    located = table.located(key, references, MOST_LEVELS + 1)
    for reference, (levels, names) in zip(references, located, strict=True):
        with table.failing(key, reference):
            checked_rules(levels.entry, rules)
        found += names
        entries[levels.entry.name] = levels.entry
    if len(found) > MOST_LEVELS:
        table.fail(f"{key}: more than {MOST_LEVELS} levels", "name fewer", near=key)
    return tuple(found), entries


def _limits(table: TomlTable, usual: Limits) -> Limits:
    words = ("seconds", "nodes", "mebibytes")
    given = _numbers(table, "limits", words)
    if "nodes" in given and not given["nodes"].is_integer():
        table.fail("limits: nodes must be a whole number", "", near="nodes")
    values = {
        "seconds": given.get("seconds", usual.seconds),
        "nodes": int(given["nodes"]) if "nodes" in given else usual.nodes,
        "mebibytes": given.get("mebibytes", usual.mebibytes),
    }
    with table.failing("limits", "limits"):
        return Limits(**values)  # type: ignore[arg-type]


def _word(table: TomlTable, key: str, allowed: Collection[str], default: str) -> str:
    value = table.text(key, default)
    if value not in allowed:
        table.fail(f"{key}: unknown '{value}'", f"there are: {', '.join(allowed)}", near=key)
    return value


def _numbers(table: TomlTable, key: str, names: Collection[str]) -> dict[str, float]:
    found = table.value(key, dict, {})
    for name, value in found.items():
        if name not in names:
            table.fail(f"{key}: unknown '{name}'", f"there are: {', '.join(names)}", name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            table.fail(f"{key}: {name} must be a number, not {value!r:.40}", "", near=name)
    return {name: float(value) for name, value in found.items()}


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False

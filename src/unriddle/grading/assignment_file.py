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
from unriddle.loading import checked_rules, read_text
from unriddle.plugins import load_file
from unriddle.solving import choose
from unriddle.toml_file import TomlReader, find_in, parse_toml, shipped_in

MOST_LEVELS = 1000
"""Of a task; each is a process."""
MOST_POINTS = 1_000_000


def shipped() -> dict[str, Path]:
    """The assignments that come with the program, by name."""
    return shipped_in(ASSIGNMENTS)


def find(reference: str) -> Assignment:
    """The assignment of that name, or in that file; raises `BadInput`."""
    return find_in(ASSIGNMENTS, "assignment", reference, read_assignment)


def read_assignment(path: Path) -> Assignment:
    """The assignment in a file; raises `BadInput`."""
    return parse(read_text(str(path)), source=str(path), folder=path.parent)


def parse(text: str, *, source: str = "", folder: Path | None = None) -> Assignment:
    """The assignment in a text; files that it names are looked for in `folder`."""
    table = parse_toml(text, source, "an assignment")
    return _Reader(text, source, folder or Path()).assignment(table)


class _Reader(TomlReader):
    """Turns the tables of a TOML file into an assignment, checking each key."""

    def assignment(self, table: dict[str, Any]) -> Assignment:
        keys = ("title", "about", "hidden", "stdout", "files", "allow", "limits", "task")
        self.known(table, "", (*keys, "hopeless", "leaderboard"))
        limits = self.limits(table, "", DEFAULT_LIMITS)
        files = tuple(str(self.folder / name) for name in self.texts(table, "", "files"))
        for name in files:
            with self.failing("", "files", Path(name).name):
                load_file(name)
        allow = tuple(self.texts(table, "", "allow"))
        for name in allow:
            if not name.startswith("unriddle.") or not _exists(name):
                problem = f"allow: there is no module {name[:60]}"
                self.fail("", problem, "name modules such as unriddle.search.rng", near="allow")
        tasks = self.tables(table, "task")
        if not tasks:
            self.fail("", "there is no task", "begin one with [[task]]")
        stem = Path(self.source).stem or "assignment"
        return Assignment(
            name=stem,
            source=self.source,
            title=self.text(table, "", "title", stem),
            about=self.text(table, "", "about", "").strip(),
            hidden=self.word(table, "", "hidden", VISIBILITY, "after_published"),
            stdout=self.word(table, "", "stdout", VISIBILITY, "hidden"),
            files=files,
            hopeless=self.count(table, "", "hopeless", Assignment.hopeless, least=0),
            allow=allow,
            tasks=tuple(
                self.task(one, f"task {number}", limits) for number, one in enumerate(tasks, 1)
            ),
            leaderboard=tuple(
                self.board(one, f"leaderboard {number}")
                for number, one in enumerate(self.tables(table, "leaderboard"), 1)
            ),
        )

    def task(self, table: dict[str, Any], path: str, usual: Limits) -> Task:
        keys = ("name", "hand_in", "search", "heuristic_name", "levels", "hidden_levels", "rules")
        more = ("reference", "heuristic", "limits", "states", "points", "within")
        self.known(table, path, (*keys, *more))
        if "hand_in" not in table:
            self.fail(path, "'hand_in' is missing", f"add hand_in = one of {', '.join(HAND_IN)}")
        hand_in = self.word(table, path, "hand_in", HAND_IN, SEARCH)
        rules = self.table(table, path, "rules")
        levels, entries = self.levels(table, path, "levels", rules)
        hidden, more_entries = self.levels(table, path, "hidden_levels", rules)
        entries |= more_entries
        for level, times in Counter((*levels, *hidden)).items():
            if times > 1:
                self.fail(path, f"{level} is named twice", "a level is graded once in a task")
        if not levels and not hidden:
            self.fail(path, "no levels were named", 'write levels = ["bloxorz/1-3"]')
        called = self.text(table, path, "search", "")
        heuristic_called = self.text(table, path, "heuristic_name", "")
        reference = self.text(table, path, "reference", "")
        heuristic = self.text(table, path, "heuristic", "")
        for entry in entries.values():
            self.check_names(entry, hand_in, reference, heuristic, path)
        points = self.points(table, path, hand_in, reference)
        within = self.numbers(table, path, "within", ("expansions", "time"))
        for key, value in within.items():
            if not value > 0:
                self.fail(path, f"within: {key} must be above 0, not {value:g}", "", near=key)
        return Task(
            name=self.text(table, path, "name", called or heuristic_called or hand_in),
            hand_in=hand_in,
            called=called,
            heuristic_called=heuristic_called,
            levels=levels,
            hidden_levels=hidden,
            rules=rules,
            reference=reference,
            heuristic=heuristic,
            limits=self.limits(table, path, usual),
            states=self.count(table, path, "states", Task.states, least=1),
            points=points,
            within={"expansions": 1.0, "time": 3.0, **within},
        )

    def check_names(
        self, entry: PuzzleEntry, hand_in: str, reference: str, heuristic: str, path: str
    ) -> None:
        """Are the solver and the heuristic of ours there, in Python?"""
        with self.failing(path, "reference", "reference"):
            if reference and hand_in == HEURISTIC:
                lookup(entry.heuristics, f"{entry.name} heuristic", reference)
            elif reference:
                choose(entry, reference, engine="python")
        if not heuristic:
            return
        if hand_in != SEARCH:
            problem = "a heuristic is given to a search only, where none is handed in"
            self.fail(path, problem, "leave it out", near="heuristic")
        with self.failing(path, "heuristic", "heuristic"):
            lookup(entry.heuristics, f"{entry.name} heuristic", heuristic)

    def points(
        self, table: dict[str, Any], path: str, hand_in: str, reference: str
    ) -> dict[str, float]:
        names: tuple[str, ...] = OF_HEURISTICS if hand_in == HEURISTIC else OF_SEARCHES
        if hand_in == BOTH:
            names = (*OF_SEARCHES, "admissible", "consistent")
        points = self.numbers(table, path, "points", names)
        if not points:
            self.fail(path, "there are no points", "add points = { correct = 2, ... }")
        for key, value in points.items():
            if not 0 <= value <= MOST_POINTS:
                words = f"points: {key} must be from 0 to {MOST_POINTS:,}, not {value:g}"
                self.fail(path, words, "", near=key)
            if key in BESIDE_REFERENCE and not reference:
                example = "freeze" if hand_in == HEURISTIC else "astar"
                problem = f"points for {key} need a reference to compare with"
                self.fail(path, problem, f'add reference = "{example}"', near=key)
        return points

    def board(self, table: dict[str, Any], path: str) -> Board:
        self.known(table, path, ("name", "figure", "order"))
        if "figure" not in table:
            self.fail(path, "'figure' is missing", f"there are: {', '.join(FIGURES)}")
        figure = self.word(table, path, "figure", FIGURES, "score")
        order = self.word(table, path, "order", ("asc", "desc"), FIGURES[figure])
        return Board(self.text(table, path, "name", figure.capitalize()), figure, order)

    # Values.

    def levels(
        self, table: dict[str, Any], path: str, key: str, rules: Mapping[str, Any]
    ) -> tuple[tuple[str, ...], dict[str, PuzzleEntry]]:
        found: list[str] = []
        entries: dict[str, PuzzleEntry] = {}
        references = self.texts(table, path, key)
        located = self.located(path, key, references, MOST_LEVELS + 1)
        for reference, (levels, names) in zip(references, located, strict=True):
            with self.failing(path, key, reference):
                checked_rules(levels.entry, rules)
            found += names
            entries[levels.entry.name] = levels.entry
        if len(found) > MOST_LEVELS:
            self.fail(path, f"{key}: more than {MOST_LEVELS} levels", "name fewer", near=key)
        return tuple(found), entries

    def limits(self, table: dict[str, Any], path: str, usual: Limits) -> Limits:
        words = ("seconds", "nodes", "mebibytes")
        given = self.numbers(table, path, "limits", words)
        if "nodes" in given and not given["nodes"].is_integer():
            self.fail(path, "limits: nodes must be a whole number", "", near="nodes")
        values = {
            "seconds": given.get("seconds", usual.seconds),
            "nodes": int(given["nodes"]) if "nodes" in given else usual.nodes,
            "mebibytes": given.get("mebibytes", usual.mebibytes),
        }
        with self.failing(path, "limits", "limits"):
            return Limits(**values)  # type: ignore[arg-type]

    def text(self, table: dict[str, Any], path: str, key: str, default: str) -> str:
        return str(self.value(table, path, key, str, default))

    def texts(self, table: dict[str, Any], path: str, key: str) -> list[str]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.fail(path, f"{key} must be a list of texts, not {value!r:.40}", "", near=key)
        return value

    def word(
        self,
        table: dict[str, Any],
        path: str,
        key: str,
        allowed: Collection[str],
        default: str,
    ) -> str:
        value = self.text(table, path, key, default)
        if value not in allowed:
            hint = f"there are: {', '.join(allowed)}"
            self.fail(path, f"{key}: unknown '{value}'", hint, near=key)
        return value

    def table(self, table: dict[str, Any], path: str, key: str) -> dict[str, Any]:
        return dict(self.value(table, path, key, dict, {}))

    def tables(self, table: dict[str, Any], key: str) -> list[dict[str, Any]]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            self.fail("", f"{key} must be tables", f"write [[{key}]] on a line of its own", key)
        return value

    def numbers(
        self, table: dict[str, Any], path: str, key: str, names: Collection[str]
    ) -> dict[str, float]:
        found = self.table(table, path, key)
        for name, value in found.items():
            if name not in names:
                self.fail(path, f"{key}: unknown '{name}'", f"there are: {', '.join(names)}", name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                self.fail(path, f"{key}: {name} must be a number, not {value!r:.40}", "", near=name)
        return {name: float(value) for name, value in found.items()}


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False

"""The types of the JavaScript, as its JSDoc comments state them; format and style of all files."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from unriddle.catalog import PUZZLES
from unriddle.catalog.searches import SOLVERS
from unriddle.engines import sokoban_deadlock
from unriddle.loading import load
from unriddle.solving import choose
from unriddle.tracing.tracer import Tracer
from unriddle.web.menu import menu

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = ROOT / "src" / "unriddle" / "web" / "static"


def modules() -> list[Path]:
    return sorted(STATIC.rglob("*.js"))


def test_the_types_of_the_page() -> None:
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip("there is no TypeScript: install it by `npm install --global typescript`")
    settings = json.loads((ROOT / "tsconfig.json").read_text("utf-8"))
    assert settings["compilerOptions"]["checkJs"], "or it would look at no script"
    done = subprocess.run([compiler, "-p", ROOT], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_format_and_style_of_all_scripts() -> None:
    biome = ROOT / ".venv" / "node" / "node_modules" / ".bin" / "biome"
    if not biome.exists():
        pytest.skip("there is no Biome: `./dev test` installs it where there is npm")
    done = subprocess.run(
        [biome, "ci", "--error-on-warnings", "--colors=off"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(STATIC).as_posix())
def test_every_module_is_checked_and_offline(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"@ts-(nocheck|ignore|expect-error)", text)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert "innerHTML" not in text


def test_what_the_server_says_has_a_translation() -> None:
    table = (STATIC / "catalogue-vi.js").read_text("utf-8")
    known = re.findall(r'^  (?:"((?:[^"\\]|\\.)*)"|(\w+)):', table, flags=re.MULTILINE)
    translated = {quoted or word for quoted, word in known}
    everything = json.loads(json.dumps(menu()))
    said = {text for texts in map(_texts, everything["puzzles"]) for text in texts}
    for solver in everything["solvers"]:
        said |= {solver["summary"], solver["complete"], solver["optimal"], solver["title"]}
        said |= _setting_texts(solver["settings"])
    said |= {*sokoban_deadlock._WORDS.values(), *sokoban_deadlock._ALONE.values()}
    said -= _SAME_IN_BOTH
    assert sorted(said - translated) == [], "translate it in catalogue-vi.js"
    of_falls = {text for text in translated if "{place}" in text or "edge of the board" in text}
    of_levels = {text for text in translated if "{number}" in text}
    assert translated - said - of_falls - of_levels == _ONLY_WITH_ENGINE - said
    patterns = [re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in of_levels]
    made = (
        f"{kind}/generated/{n}"
        for kind, of in (("bloxorz", 12), ("sokoban", 20))
        for n in range(1, 5 * of, of)
    )
    for level in ("bloxorz/1", "sokoban/uit/1", "sokoban/uit/14", "freecell/1", *made):
        assert any(re.fullmatch(one, load(level).title) for one in patterns)


def test_what_is_translated_is_said() -> None:
    """The messages of `messages-vi.js` are in the program, word for word."""
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src/unriddle").rglob("*.py"))
    words = re.sub(r'"\s+f?"|\s+', " ", sources).replace("  ", " ")
    table = (STATIC / "messages-vi.js").read_text("utf-8")
    keys = re.findall(r'^  "((?:[^"\\]|\\.)*)":', table, flags=re.MULTILINE)
    assert len(keys) > 60
    for key in keys:
        # A card, or what is behind a box, is put in by the program; so is what stands in {}.
        parts = re.split(
            r"\{\w+\}|a wall|another box|cards?:|doubled|missing|unknown|drawn with"
            r"|a (?:whole )?number|solver|heuristic|puzzle",
            key,
        )
        for part in parts:
            assert part.strip() in words, key


_SAME_IN_BOTH = {"A*", "BFS", "DFS", "IDA*", "Manhattan", "Euclid", "Alpha"}


_ONLY_WITH_ENGINE = {
    solver_text
    for entry in PUZZLES.values()
    for solver in entry.native_solvers.values()
    for solver_text in (
        *(solver.summary, solver.complete, solver.optimal.value),
        *(setting.help for setting in solver.settings),
        *(setting.name for setting in solver.settings),
        solver.shown,
    )
}


def _texts(puzzle: dict[str, Any]) -> set[str]:
    return {
        puzzle["summary"],
        *(pack["about"] for pack in puzzle["packs"]),
        *_setting_texts(puzzle["rules"]),
        *(heuristic["summary"] for heuristic in puzzle["heuristics"]),
        *(heuristic["title"] for heuristic in puzzle["heuristics"]),
    }


def _setting_texts(settings: list[dict[str, Any]]) -> set[str]:
    """What is said of settings; choices that have words in strings.js are left out."""
    own_words = (STATIC / "strings.js").read_text("utf-8")
    choices = {
        title
        for one in settings
        for choice, title in zip(one["choices"], one["titles"], strict=True)
        if f'"choice.{one["name"]}.{choice}"' not in own_words
    }
    return {text for one in settings for text in (one["help"], one["name"])} | choices


def test_both_languages_say_the_same() -> None:
    text = r'"((?:[^"\\]|\\.)+)"'
    tables = sorted(STATIC.rglob("*strings.js"))
    assert len(tables) == 5
    for table in tables:
        content = table.read_text("utf-8")
        keys = re.findall(r'^  (?:"[^"]+"|\w+): \[', content, re.MULTILINE)
        pairs = re.findall(rf"\[\s*{text},\s*{text},?\s*\],$", content, re.MULTILINE)
        assert len(pairs) == len(keys) > 0
        for english, vietnamese in pairs:
            named, also_named = (
                set(re.findall(r"\{(\w+)\}", one)) for one in (english, vietnamese)
            )
            assert named == also_named, english


def test_every_unit_has_words() -> None:
    known = set(re.findall(r'^ +"unit\.([\w -]+)":', (STATIC / "strings.js").read_text(), re.M))
    for entry in PUZZLES.values():
        pack = next(iter(entry.packs.values()))
        costs = [one for one in entry.rules.settings() if one.name == "cost"]
        for cost in costs[0].choices if costs else [None]:
            rules = entry.rules(**({} if cost is None else {"cost": cost}))
            puzzle = entry.build(pack.level(pack.numbers[0], rules), rules)
            assert set(puzzle.counts((), 0)) <= known
    assert set(load("bloxorz/8").counts((), 0)) <= known


def test_every_string_that_is_used_exists() -> None:
    tables = STATIC.rglob("*strings.js")
    whole = "".join(table.read_text("utf-8") for table in tables)
    known = set(re.findall(r'^ +"([\w. -]+)":', whole, re.MULTILINE))
    for folder in (".", "parts", "search", "views"):
        for path in (STATIC / folder).glob("*.js"):
            used = set(re.findall(r'\bt\("([\w. -]+)"', path.read_text("utf-8")))
            assert used <= known, path.name


def test_every_fate_event_and_figure_has_words() -> None:
    """What a trace may name: as the search view lists it, and as the searches write it."""
    table = (STATIC / "search" / "strings.js").read_text("utf-8")
    known = set(re.findall(r'^ +"search\.([\w.]+)":', table, re.MULTILINE))
    trace = (STATIC / "search" / "trace.js").read_text("utf-8")
    for name, kind in (("FATES", "fate"), ("EVENTS", "event")):
        listed = re.search(rf"{name} = \[([^\]]*)\]", trace)
        assert listed
        words = set(re.findall(r'"(\w+)"', listed[1]))
        assert words
        assert {f"{kind}.{word}" for word in words} <= known
    for solver in SOLVERS:
        puzzle = load("sokoban/uit/1")
        tracer = Tracer(puzzle, choose(PUZZLES["sokoban"], solver, engine="python"))
        for _ in tracer.prepare():
            pass
        assert f"open.{tracer.header()['order']}" in known
        line = tracer.step()
        assert line is not None
        for name, value in (line.get("instrument") or {}).items():
            if isinstance(value, int | float):
                assert f"instrument.{name}" in known, solver

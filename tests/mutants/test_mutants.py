"""`./dev mutants`: the changes it makes, its lists, and one change from end to end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from mutants import programs, targets
from mutants.changes import changes_of
from mutants.cxx import function_bodies, tokens_of

TOOL = Path(programs.__file__).parent


def lines_after(text: str) -> set[str]:
    """What each change makes of the line that it touches."""
    return {change.lines(text)[1] for change in changes_of(text)}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("if (a < b) return;", {"if (a <= b) return;", "if (a >= b) return;", "if (a < b) ;"}),
        ("if (a < b) return;", {"if (true) return;", "if (false) return;"}),
        ("x = y && !z;", {"x = y || !z;", "x = y && z;", ";"}),
        ("total += 2 * n;", {"total -= 2 * n;", "total += 3 * n;", "total += 1 * n;", ";"}),
        ("x = std::min(a, b);", {"x = std::max(a, b);", ";"}),
        (
            "bits &= ~mask << 3;",
            {"bits |= ~mask << 3;", "bits &= mask << 3;", "bits &= ~mask >> 3;"},
        ),
        ("if (done) break;", {"if (done) ;"}),
        ("clear();", {";"}),
        ("return true;", {"return false;"}),
        ("++count;", {"--count;", ";"}),
        ("x = 0xFFu;", {"x = 256u;", "x = 254u;", ";"}),
    ],
)
def test_changes(line: str, wanted: set[str]) -> None:
    assert wanted <= lines_after(f"void f() {{\n    {line}\n}}\n")


@pytest.mark.parametrize(
    "text",
    [
        "// a < b && c + 1\n",
        "/* a < b */\n",
        '#include "x < 1"\n',
        "#if A < 2 && \\\n    B > 1\n",
        'static_assert(sizeof(int) == 4, "a < b");\n',
        "template <class T, int n = 3> class X;\n",
        "std::array<int, 4> table;\n",
        "[[gnu::aligned(8)]] int x;\n",
        'const char* text = "1 < 2";\n',
        "auto&& x = y;\n",
    ],
)
def test_nothing_is_changed_in_what_is_no_code(text: str) -> None:
    assert lines_after(text) == set()


def test_a_change_keeps_the_lines_where_they_are() -> None:
    text = "void f() {\n    call(\n        1,\n        x);\n    other();\n}\n"
    for change in changes_of(text):
        assert change.apply(text).count("\n") == text.count("\n")


def test_functions_are_found_by_their_names() -> None:
    text = (
        "struct A {\n    explicit A(int n) : n_(n), m_{1} { go(); }\n    int f() const;\n};\n"
        "int A::f() const {\n    return g(1);\n}\nint h() { return f(); }\n"
    )
    tokens = tokens_of(text)
    bodies = {name: function_bodies(tokens, name) for name in ("A", "f", "h", "g")}
    assert [text[a:b] for a, b in bodies["A"]] == ["A(int n) : n_(n), m_{1} { go(); }"]
    assert [text[a:b] for a, b in bodies["f"]] == ["f() const {\n    return g(1);\n}"]
    assert len(bodies["h"]) == 1
    assert not bodies["g"]


def test_the_targets_are_there() -> None:
    listed = targets.all_targets()
    assert len({target.file for target in listed}) == len(listed)
    for target in listed:
        text = (programs.NATIVE / target.file).read_text("utf-8")
        assert target.changes(text), f"{target.file}: nothing to change"
        assert set(target.tests) <= set(programs.names())


def test_every_known_survivor_is_a_change_that_can_be_made() -> None:
    known = targets.known_survivors()
    possible: dict[str, set[tuple[str, str]]] = {}
    for target in targets.all_targets():
        if any(file == target.file for file, _, _ in known):
            text = (programs.NATIVE / target.file).read_text("utf-8")
            possible[target.file] = {change.lines(text) for change in target.changes(text)}
    for (file, before, after), survivor in known.items():
        found = (before, after) in possible[file]
        assert found, f"survivors.toml: {file} has no such change: {after}"
        assert len(survivor.reason) > 10


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(TOOL), *words], capture_output=True, text=True)


def test_a_change_from_end_to_end() -> None:
    if reason := programs.why_not():
        pytest.skip(f"{reason}, then run this test again")
    file = "freecell/deadlock_bound.cpp"  # a part of one program only, so little is compiled
    lines = (programs.NATIVE / file).read_text("utf-8").splitlines()
    line = next(n for n, s in enumerate(lines, 1) if "if (waiting_for_themselves != 0)" in s)
    words = ("--files", file, "--lines", str(line), "--count", "1", "--seed", "3")
    done = run(*words, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    verdict = json.loads(done.stdout)
    assert verdict["line"] == line
    assert verdict["fate"] in ("killed", "time-out", "no-compile")
    assert verdict["before"] != verdict["after"]


@pytest.mark.parametrize(
    "words", [("--files", "search/nothing.h"), ("--files", "search/rng.h", "--lines", "x")]
)
def test_bad_input_is_told(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.returncode == 33
    assert done.stderr.startswith("error: ")

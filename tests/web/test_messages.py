"""What is refused, in Vietnamese: each text that a level, a file or a move can be refused with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import unriddle
from unriddle.puzzles.sokoban.xsb import _ALLOWED
from unriddle.tui import words

SOURCES = Path(unriddle.__file__).parent
READERS = sorted(
    path
    for pattern in (
        *("puzzles/*/*.py", "editing/*.py", "lines.py", "loading.py", "remembered.py"),
        *("s_expressions.py", "tui/packs.py"),
    )
    for path in SOURCES.glob(pattern)
)
VALUE = "17"
"""Stands for whatever a program puts into a text."""
SEEN_BY_PROGRAMS_ONLY = {
    *("{} is not text", "decode it first", "{} is not a level", "pass an id or a file"),
    *("'{}' is {}, not {}", "name no puzzle", "standard input is closed"),
    *("'{}' names {} levels", "name some of them, such as {}/1 or {}/1-100"),
    *("foundations {}: must be four ranks from 0 to {}", "unknown option --{}"),
    "read them one by one, or split it into several",
    "a title or author must be one line of printable text, not {}",
    *("something stands outside the board", "two things stand on the same square"),
    "the board has an empty row or column at its edge",
}
"""They need Python, or the command line."""
OF_STATES = ("parse_state", "_check_state", "_parse_bridges")
"""Functions of which no screen reads anything."""


def refusals(path: Path) -> Iterator[str]:
    """Texts and hints of what is raised, with `VALUE` for values; those of states are left out."""
    tree = ast.parse(path.read_text("utf-8"))
    named: dict[str, list[ast.expr]] = {}
    tree.body = [one for one in tree.body if getattr(one, "name", "") not in OF_STATES]
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id in ("BadInput", "IllegalMove", "LosingMove"):
            hints = [one.value for one in node.keywords if one.arg == "hint"]
            for argument in (*node.args[:1], *hints):
                is_name = isinstance(argument, ast.Name)
                for value in named.get(argument.id, ()) if is_name else [argument]:  # type: ignore[attr-defined]
                    yield from texts(value)


def texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        parts = (
            one.value if isinstance(one, ast.Constant) else _put_in(one) for one in node.values
        )
        yield "".join(map(str, parts))


def _put_in(value: ast.expr) -> str:
    """An ordinary value, or nothing where that is what a text begins with."""
    name = getattr(getattr(value, "value", None), "id", "")
    return {"meant": "", "_ALLOWED": _ALLOWED}.get(name, VALUE)


def is_translated(text: str) -> bool:
    patterns = [english for english, _ in words._sentences()]
    known = words._vietnamese().get(text) or words._uncapitalised(text)
    return bool(known) or any(pattern.fullmatch(text) for pattern in patterns)


@pytest.mark.parametrize("path", READERS, ids=lambda path: str(path.relative_to(SOURCES)))
def test_refusals_are_said_in_vietnamese(path: Path) -> None:
    left = {
        text
        for text in refusals(path)
        if any(map(str.isalpha, text))
        and text.replace(VALUE, "{}") not in SEEN_BY_PROGRAMS_ONLY
        and not is_translated(text)
    }
    assert not left


def test_there_is_something_to_say() -> None:
    assert sum(len(list(refusals(path))) for path in READERS) > 150

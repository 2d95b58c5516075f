"""The layers of the engine: what each may include, and that no arrow runs back."""

from __future__ import annotations

import re
from pathlib import Path

NATIVE = Path(__file__).resolve().parent.parent.parent / "native"
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)

_SEARCH = {"core", "containers", "search"}
_SOKOBAN = {*_SEARCH, "sokoban/board", "sokoban/deadlock"}

BELOW: dict[str, set[str]] = {
    "judge": set(),
    "core": set(),
    "containers": {"core"},
    "search": {"core", "containers"},
    "bloxorz": _SEARCH,
    "freecell": _SEARCH,
    "envs": {*_SEARCH, "bloxorz", "freecell"},
    "sokoban/board": _SEARCH,
    "sokoban/deadlock": {*_SEARCH, "sokoban/board"},
    "sokoban/textbook": {*_SEARCH, "sokoban/board"},
    "sokoban/pulling": {*_SEARCH, "sokoban/board"},
    "sokoban/proving": _SOKOBAN,
    "sokoban/fess": _SOKOBAN,
    "sokoban/optimal": {*_SOKOBAN, "sokoban/fess"},
    "sokoban": {*_SOKOBAN, "sokoban/fess", "sokoban/optimal"},
}
BELOW["interface"] = {*BELOW} - {"envs"}
BELOW |= {layer: set(BELOW) for layer in ("bindings", "tests", "wasm")}
"""By layer: the layers that it may include, besides itself."""


def layer_of(path: str) -> str:
    """The layer that a file lies in, from its path below native/."""
    return path.rpartition("/")[0]


def included() -> list[tuple[str, str]]:
    """Every pair of a source file and a header of ours that it includes."""
    sources = [path for path in NATIVE.rglob("*") if path.suffix in (".h", ".cpp")]
    assert sources
    return [
        (path.relative_to(NATIVE).as_posix(), header)
        for path in sources
        for header in INCLUDE.findall(path.read_text("utf-8"))
    ]


def test_every_layer_is_known() -> None:
    files = [path.relative_to(NATIVE).as_posix() for path in NATIVE.rglob("*.*")]
    layers = {layer_of(path) for path in files if path.endswith((".h", ".cpp"))}
    assert layers == BELOW.keys()


def test_includes_run_one_way() -> None:
    wrong = [
        f"{source} includes {header}"
        for source, header in included()
        if layer_of(header) not in {*BELOW[layer_of(source)], layer_of(source)}
    ]
    assert not wrong, "\n".join(wrong)


def test_the_table_itself_has_no_circle() -> None:
    for layer, below in BELOW.items():
        for lower in below:
            assert layer not in BELOW[lower]
            assert BELOW[lower] <= below


def test_no_header_is_included_that_is_not_there() -> None:
    assert all((NATIVE / header).is_file() for _, header in included())

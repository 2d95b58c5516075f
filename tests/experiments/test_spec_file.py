"""Spec files: all that come with the program are sound, and a bad one is refused with the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from unriddle.core import BadInput
from unriddle.experiments.reports import PREFIX
from unriddle.experiments.spec import TOTAL
from unriddle.experiments.spec_file import find, parse, shipped

GOOD = """
title = "small"
[[block]]
levels = ["bloxorz/1-2"]
[[block.solver]]
solver = "bfs"
"""


@pytest.mark.parametrize("name", shipped())
def test_shipped_specs(name: str) -> None:
    """Reading one checks that its levels, solvers, settings and figures exist."""
    experiment = find(name)
    assert experiment.name == name
    assert experiment.source
    assert experiment.counting
    published = [
        solver for block in experiment.blocks for solver in block.solvers if solver.published
    ]
    assert published
    for solver in published:
        figures = {figure for row in solver.published.values() for figure in row}
        assert figures >= set(solver.exact)
    ours = [
        solver
        for block in experiment.blocks
        for solver in block.solvers
        if not solver.solver.startswith(PREFIX) and not solver.published
    ]
    assert ours, "a second block shows what our own solvers do"
    for level in {*experiment.level_notes, *experiment.copies}:
        assert any(level in s.levels for block in experiment.blocks for s in block.solvers)


def test_all_published_tables_are_there() -> None:
    assert len(shipped()) == 7
    console = find("bloxorz-console").blocks[0]
    assert [solver.published[TOTAL]["seconds"] for solver in console.solvers] == [
        722.9,
        371.5,
        277.7,
    ]


def test_defaults() -> None:
    experiment = parse(GOOD, source="small.toml")
    (block,) = experiment.blocks
    assert experiment.name == "small"
    assert block.figures == ("moves", "nodes", "seconds")
    assert block.solvers[0].levels == ("bloxorz/1", "bloxorz/2")
    assert block.solvers[0].name == "bfs"


def test_level_files_are_found_beside_the_spec(tmp_path: Path) -> None:
    (tmp_path / "maps.xsb").write_text("#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n")
    spec = tmp_path / "own.toml"
    spec.write_text('[[block]]\nlevels = ["maps.xsb"]\n[[block.solver]]\nsolver = "astar"\n')
    levels = find(str(spec)).blocks[0].solvers[0].levels
    assert levels == (f"{tmp_path}/maps.xsb#1", f"{tmp_path}/maps.xsb#2")


@pytest.mark.parametrize(
    ("text", "line", "problem", "hint"),
    [
        ("title = ", None, "Invalid value", "TOML"),
        ("title = 3", 1, "title must be a text", ""),
        ("titel = 'x'", 1, "unknown key 'titel'", "title"),
        ("title = 'x'", None, "there is no block", "[[block]]"),
        ("block = [3]", 1, "must be a table", "[[block]]"),
        (GOOD.replace("bloxorz/1-2", "bloxorz/99"), 4, "there is no level 99", "1 to 33"),
        (GOOD.replace("bloxorz/1-2", "bloxors/1"), 4, "neither a level nor a file", "bloxorz"),
        (GOOD.replace("bfs", "bsf"), 6, "unknown solver 'bsf'", "bfs"),
        (GOOD.replace("bfs", "report/dfs"), 6, "unknown search", "report/bloxorz-dfs"),
        (GOOD.replace("bfs", "report/sokoban-1-ucs"), 6, "knows only sokoban", "sokoban"),
        (GOOD.replace("bfs", "wastar:weight=no"), 6, "weight = no", ""),
        (GOOD + "settings = { weight = 2 }", 6, "no setting 'weight'", ""),
        (GOOD + "rules = { cost = 'x' }", 6, "no rule 'cost'", "space"),
        (GOOD + "rules = { reference = 'x' }", 6, "no rule 'reference'", "space"),
        (GOOD + "exact = ['length']", 7, "unknown 'length'", "moves"),
        (GOOD + "published = [['bloxorz/1', 7]]", 7, "a level and 3 figures", "moves, nodes"),
        (GOOD + "published = [['bloxorz/3', 7, 1, 1]]", 7, "not among the levels", "total"),
        (GOOD + "published = [['bloxorz/1', 7, 1, [1]]]", 7, "must be a number, [min", "-"),
        (GOOD.replace("[[block.", "time = -1\n[[block."), 3, "above 0", ""),
        (GOOD.replace("[[block.", "time = 'x'\n[[block."), 5, "time must be a number", ""),
        (GOOD.replace("[[block.", "runs = 0\n[[block."), 5, "at least 1", ""),
        (GOOD.replace("[[block.", "runs = 2\n[[block."), 7, "no setting 'seed'", ""),
        (GOOD.replace("[[block.", "figures = ['solved']\n[[block."), 5, "all levels", "rows"),
        (GOOD.replace("[[block.", "figures = ['x']\n[[block."), 5, "unknown 'x'", "moves"),
        (GOOD.replace('levels = ["bloxorz/1-2"]', ""), 5, "no levels", "levels ="),
        (GOOD.partition("[[block.")[0], 3, "there is no solver", "[[block.solver]]"),
        ("[copies]\n'bloxorz/1' = 'nonsense'\n" + GOOD, 2, "does not look like a level", ""),
    ],
)
def test_bad_specs(text: str, line: int | None, problem: str, hint: str) -> None:
    with pytest.raises(BadInput) as raised:
        parse(text, source="own.toml")
    error = raised.value
    assert str(error).startswith("own.toml: ")
    assert problem in str(error)
    assert hint in error.hint
    assert error.line == line


def test_unknown_names() -> None:
    with pytest.raises(BadInput, match="unknown table 'sokoban-3'") as raised:
        find("sokoban-3")
    assert "sokoban-" in raised.value.hint
    with pytest.raises(BadInput, match=r"nowhere\.toml: cannot be read"):
        find("nowhere.toml")


@pytest.mark.parametrize(
    "value", ["3", "-1", "1.5", "true", "'x'", "['x']", "[[1]]", "[]", "{ x = [1] }"]
)
@pytest.mark.parametrize(
    "key",
    [
        *("title", "source", "about", "counting", "notes", "level_notes", "copies", "block"),
        *("block.levels", "block.figures", "block.rows", "block.rules", "block.time"),
        *("block.nodes", "block.memory", "block.runs", "block.seed", "block.hopeless"),
        *("block.every", "block.columns", "block.solver", "solver.solver", "solver.name"),
        *("solver.settings", "solver.rules", "solver.engine", "solver.levels", "solver.reference"),
        *("solver.copies", "solver.published", "solver.exact"),
    ],
)
def test_nonsense_is_never_a_traceback(key: str, value: str) -> None:
    """Any kind of value for any key is read, or refused with a reason."""
    where, _, name = key.rpartition(".")
    lines = {"": ["title = 'x'"], "block": ["levels = ['bloxorz/1']"], "solver": ["solver = 'bfs'"]}
    if where in lines:
        lines[where] = [line for line in lines[where] if not line.startswith(f"{name} ")]
        lines[where].append(f"{name} = {value}")
    parts = [*lines[""], "[[block]]", *lines["block"], "[[block.solver]]", *lines["solver"]]
    if name in ("block", "solver") and where != "solver":  # the tables cannot be there as well
        parts = parts[: parts.index("[[block]]" if name == "block" else "[[block.solver]]")]
    refused = ""
    try:
        parse("\n".join(parts), source="own.toml")
    except BadInput as error:
        refused = str(error)
    assert not refused or refused.startswith("own.toml: ")

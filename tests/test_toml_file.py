"""Files in TOML that people write: what is refused, and the line that is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from unriddle.core import BadInput
from unriddle.toml_file import TomlTable, find_in, parse_toml, shipped_in

TEXT = """\
title = "Two"
[[block]]
runs = 1
[[block.solver]]
name = "first"
[[block]]
runs = 2
[[block.solver]]
name = "second"
[[block.solver]]
name = "third"
"""


def whole() -> TomlTable:
    return parse_toml(TEXT, "two.toml", Path(), "a spec")


@pytest.mark.parametrize(
    ("path", "near", "line"),
    [
        ("", "title", 1),
        ("block 1", "runs", 3),
        ("block 2", "runs", 7),
        ("block 2", "", 6),
        ("block 2, solver 1", "name", 9),
        ("block 2, solver 2", "name", 11),
        ("block 1", "second", 2),  # not of this block: its head
        ("block 1", "third", 2),
        ("", "nowhere", None),
    ],
)
def test_an_error_names_the_line_of_its_part(path: str, near: str, line: int | None) -> None:
    with pytest.raises(BadInput) as caught:
        replace(whole(), path=path).fail("wrong", "", near)
    assert caught.value.line == line
    assert str(caught.value).startswith("two.toml: " if line is None else f"two.toml: line {line}:")


def test_values_have_their_kind() -> None:
    table = replace(whole(), values={"runs": 2, "flag": True, "name": "x"})
    assert table.value("runs", int, 1) == 2
    assert table.value("seed", int, 1) == 1
    assert table.count("runs", 1) == 2
    assert table.text("name") == "x"
    for key, kind in (("flag", int), ("name", int), ("runs", str), ("missing", str)):
        with pytest.raises(BadInput):
            table.value(key, kind, None)
    with pytest.raises(BadInput, match="runs must be at least 3, not 2"):
        table.count("runs", 1, least=3)


def test_the_tables_of_a_table_know_their_places() -> None:
    blocks = whole().tables("block")
    solvers = blocks[1].tables("solver")
    assert [one.path for one in blocks] == ["block 1", "block 2"]
    assert [one.path for one in solvers] == ["block 2, solver 1", "block 2, solver 2"]
    assert solvers[1].values == {"name": "third"}
    assert blocks[1].tables("other", required=False) == []
    with pytest.raises(BadInput, match="block 2: there is no other") as caught:
        blocks[1].tables("other")
    assert caught.value.hint == "begin one with [[block.other]]"


def test_texts_are_a_list_of_nothing_else() -> None:
    table = replace(whole(), values={"words": ["a", "b"], "odd": ["a", 1], "one": "a"})
    assert table.texts("words") == ["a", "b"]
    assert table.texts("missing") == []
    for key in ("odd", "one"):
        with pytest.raises(BadInput, match=f"{key} must be a list"):
            table.texts(key)


def test_a_key_that_means_nothing_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadInput, match="unknown key 'tilte'") as caught:
        replace(whole(), values={"tilte": 1}).known({"title", "block"})
    assert caught.value.hint == "did you mean title?"


def test_what_is_no_toml_is_refused_with_its_place() -> None:
    with pytest.raises(BadInput) as caught:
        parse_toml("a = 1\nb = =", "my.toml", Path(), "a spec")
    assert (caught.value.line, caught.value.hint) == (2, "a spec is a TOML file")


def test_files_are_found_by_name_or_as_files(tmp_path: Path) -> None:
    shipped, own = tmp_path / "shipped", tmp_path / "own.toml"
    shipped.mkdir()
    for file in (shipped / "one.toml", shipped / "two.toml", own):
        file.write_text("")
    assert list(shipped_in(shipped)) == ["one", "two"]

    def parsed(text: str, *, source: str, folder: Path) -> str:
        assert folder == Path(source).parent
        return source

    assert find_in(shipped, "table", "two", parsed) == str(shipped / "two.toml")
    assert find_in(shipped, "table", str(own), parsed) == str(own)
    with pytest.raises(BadInput, match="unknown table 'tow'"):
        find_in(shipped, "table", "tow", parsed)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a=" + "[" * 100_000, "is nested too deeply"),
        ("a=" + "9" * 5_000, "holds a number of hundreds of digits"),
        ("a=0x" + "f" * 5_000, "holds a number of hundreds of digits"),
        ("a" + ".a" * 9_000 + "=1", "has too many dots"),
        ("[a" + ".a" * 4_000 + "]\n" + "b=1\n" * 9_000, "has too many dots"),
        ("a" + ".a" * 200_000 + "=1", "is larger than 256 KiB"),
    ],
)
def test_malicious_files_are_refused(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=f"x.toml: {problem}"):
        parse_toml(text, "x.toml", Path(), "a spec")

"""From names to puzzles: ids, ranges, files, and everything that is neither."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle
from unriddle import loading
from unriddle.catalog import PUZZLES
from unriddle.core import BadInput
from unriddle.lines import LARGEST_TEXT, MOST_LINES
from unriddle.loading import load, load_all, locate, read

TWO = "#####\n#@$.#\n#####\nTitle: one\n\n######\n#@ $.#\n######\nTitle: two\n"


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    path = tmp_path / "maps.xsb"
    path.write_text(TWO)
    return path


def names(reference: str) -> list[str]:
    return [puzzle.name for puzzle in load_all(reference)]


def refusal(reference: str | Path, **rules: object) -> BadInput:
    with pytest.raises(BadInput) as error:
        list(load_all(reference, **rules))  # type: ignore[call-overload]
    return error.value


def test_ids_name_levels() -> None:
    assert load("bloxorz/8").name == "bloxorz/8"
    assert load("sokoban/uit/16").name == "sokoban/uit/16"
    assert load("freecell/31465").name == "freecell/31465"
    assert load(Path("sokoban/uit/5")).name == "sokoban/uit/5"


def test_ranges_name_several() -> None:
    assert names("bloxorz/1-3,33") == ["bloxorz/1", "bloxorz/2", "bloxorz/3", "bloxorz/33"]
    assert names("sokoban/uit/ 5 , 3-4") == ["sokoban/uit/5", "sokoban/uit/3", "sokoban/uit/4"]
    assert names("freecell/8589934591") == ["freecell/8589934591"]
    assert names("bloxorz/2,2") == ["bloxorz/2", "bloxorz/2"]


def test_a_range_is_loaded_one_by_one() -> None:
    deals = load_all("freecell/1-8589934591")
    assert [next(deals).name for _ in range(3)] == ["freecell/1", "freecell/2", "freecell/3"]


def test_rules_reach_every_puzzle() -> None:
    for puzzle in load_all("sokoban/uit/1-2", cost="pushes"):
        assert puzzle.rules.cost == "pushes"  # type: ignore[attr-defined]
    assert len(load("freecell/1", columns=6).initial.columns) == 6


@pytest.mark.parametrize(
    ("reference", "problem"),
    [
        ("bloxorz/0", "there is no level 0"),
        ("bloxorz/34", "there is no level 34"),
        ("bloxorz/1-34", "there is no level 34"),
        ("sokoban/uit/19", "there is no level 19"),
        ("freecell/0", "there is no level 0"),
        ("freecell/8589934592", "there is no level 8589934592"),
        ("freecell/" + "9" * 5000, "is not a level number"),
        ("bloxorz/3-1", "runs backwards"),
        ("bloxorz/1-", "'1-' is not a level number"),
        ("bloxorz/-1", "is not a level number"),
        ("bloxorz/1,", "is not a level number"),
        ("bloxorz/1,,2", "is not a level number"),
        ("bloxorz/one", "is not a level number"),
        ("bloxorz/\N{SUPERSCRIPT TWO}", "is not a level number"),
        ("bloxorz/\N{ARABIC-INDIC DIGIT TWO}", "is not a level number"),
        ("bloxorz/1-2-3", "'1-2-3' is not a level number"),
        ("freecell", "names 8589934591 levels"),
        ("sokoban", "neither a level nor a file"),
        ("sokoban/uit2/1", "neither a level nor a file"),
        ("sokobann/uit/1", "neither a level nor a file"),
        ("bloxorz/pack/1", "neither a level nor a file"),
        ("", "neither a level nor a file"),
        ("nothing.xsb", "neither a level nor a file"),
        ("nothing.xsb#3", "neither a level nor a file"),
        ("\0", "neither a level nor a file"),
        ("bloxorz/1\0", "is not a level number"),
        ("\udcff", "neither a level nor a file"),
        ("x" * 100_000, "neither a level nor a file"),
    ],
)
def test_what_is_no_level_is_named(reference: str, problem: str) -> None:
    error = refusal(reference)
    assert problem in str(error)
    assert error.hint


def test_a_hint_says_what_was_meant() -> None:
    assert "did you mean sokoban/uit" in refusal("sokobn/uit/3").hint
    assert "1 to 33" in refusal("bloxorz/99").hint
    assert "3-7" in refusal("bloxorz/7-3").hint


@given(
    st.text(max_size=30)
    | st.sampled_from(list(PUZZLES)).flatmap(
        lambda name: st.text("0123456789-,/# \0x", max_size=12).map(lambda rest: f"{name}/{rest}")
    )
)
def test_any_reference_is_found_or_refused(reference: str) -> None:
    with suppress(BadInput):
        assert next(load_all(reference)).name


def test_a_file_gives_all_its_levels(maps: Path) -> None:
    assert names(str(maps)) == [f"{maps}#1", f"{maps}#2"]
    assert [puzzle.title for puzzle in load_all(maps)] == ["one", "two"]


def test_a_level_of_a_file_is_named_by_its_number(maps: Path) -> None:
    assert load(f"{maps}#2").title == "two"
    assert load(f"{maps}#2").name == f"{maps}#2"
    assert names(f"{maps}#1-2,1") == [f"{maps}#1", f"{maps}#2", f"{maps}#1"]
    assert "there is no level 3" in str(refusal(f"{maps}#3"))
    assert "there is no level 0" in str(refusal(f"{maps}#0"))
    assert "not a level number" in str(refusal(f"{maps}#x"))


def test_a_file_may_have_a_number_sign_in_its_name(tmp_path: Path) -> None:
    path = tmp_path / "maps#2"
    path.write_text(TWO)
    assert len(names(str(path))) == 2


def test_a_file_in_a_directory_that_is_called_like_a_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sokoban").mkdir()
    Path("sokoban/mine.xsb").write_text(TWO)
    assert names("sokoban/mine.xsb#2") == ["sokoban/mine.xsb#2"]
    assert names("sokoban/uit/2") == ["sokoban/uit/2"]


def test_load_wants_one_level(maps: Path) -> None:
    with pytest.raises(BadInput, match="names several levels") as error:
        load(maps)
    assert f"{maps}#1" in error.value.hint
    with pytest.raises(BadInput, match="names several levels"):
        load("bloxorz")
    with pytest.raises(BadInput, match="names several levels"):
        load("freecell/1-8589934591")


def test_the_kind_of_puzzle_may_be_told(maps: Path) -> None:
    assert load(f"{maps}#1", puzzle="sokoban").title == "one"
    error = refusal(maps, puzzle="freecell")
    assert str(maps) in str(error)
    error = refusal(maps, puzzle="sokban")
    assert error.hint == "did you mean sokoban?"


def test_an_unknown_rule_is_named_with_the_known_ones() -> None:
    error = refusal("bloxorz/1", cost="pushes")
    assert str(error) == "bloxorz has no rule 'cost'"
    assert "space" in error.hint
    assert "must be" in str(refusal("sokoban/uit/1", cost="nothing"))


def test_rules_are_refused_before_a_level_is_built() -> None:
    with pytest.raises(BadInput):
        load_all("sokoban/uit", cost="nothing")


@pytest.mark.parametrize(
    "content",
    [b"", b" \n\t\r\n", b"\xef\xbb\xbf", b"hello, world", b"\xff\xfe\xfd", b"{}", b"#" * 10_000],
    ids=["empty", "blank", "only a mark", "words", "no text", "json", "one wall"],
)
def test_files_without_levels_are_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd"
    path.write_bytes(content)
    assert str(refusal(path)).startswith(f"{path}: ")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd"
    path.write_bytes(TWO.encode() + b"\0")
    assert str(refusal(path)) == f"{path}: is not a text file"
    for odd in (TWO.encode("utf-32"), TWO.encode("utf-16") + b"!", b"\xff\xfe\0\xd8"):
        path.write_bytes(odd)
        assert str(refusal(path)) == f"{path}: is not a text file"


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(LARGEST_TEXT + 1)
    assert "larger than 16 MiB" in str(refusal(path))


def test_a_folder_without_levels_is_refused(tmp_path: Path) -> None:
    assert str(refusal(tmp_path)) == f"{tmp_path}: no file in it holds levels"


def test_a_file_of_a_folder_that_is_too_long_is_named(tmp_path: Path) -> None:
    (tmp_path / "long.xsb").write_text("\n" * (MOST_LINES + 1))
    assert "long.xsb: has more than" in str(refusal(tmp_path))


def test_a_folder_of_other_things_is_left_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "MOST_OTHERS", 2)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("no level")
    (tmp_path / "c.xsb").write_text("#####\n#@$.#\n#####\n")
    with pytest.raises(BadInput, match="2 files in it hold no levels"):
        load_all(tmp_path)
    (tmp_path / "a.txt").unlink()
    assert len(list(load_all(tmp_path))) == 1


def test_a_file_of_a_folder_without_whole_levels_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "1.pddl").write_text("(define (domain x))")
    (tmp_path / "2.xsb").write_text(TWO)
    broken: list[str] = []
    found = load_all(tmp_path, broken=lambda name, error: broken.append(name))
    assert [puzzle.title for puzzle in found] == ["one", "two"]
    assert broken == [f"{tmp_path}/1.pddl"]


def test_a_folder_of_problems_with_their_domains_is_read(tmp_path: Path) -> None:
    for number in (1, 2):
        puzzle = load(f"sokoban/uit/{number}")
        (tmp_path / f"{number}.pddl").write_text(unriddle.to_pddl(puzzle).problem)
        (tmp_path / f"{number}-domain.pddl").write_text(unriddle.to_pddl(puzzle).domain)
    assert names(str(tmp_path)) == [f"{tmp_path}/{number}.pddl" for number in (1, 2)]


def test_levels_of_a_folder_are_numbered_through(tmp_path: Path) -> None:
    for name in ("a.xsb", "b/c.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TWO)
    names = [level.name for level in load_all(f"{tmp_path}#2-3")]
    assert names == [f"{tmp_path}/a.xsb#2", f"{tmp_path}/b/c.txt#1"]
    assert "there is no level 5" in str(refusal(f"{tmp_path}#5"))


def test_a_folder_that_shrinks_while_it_is_read_is_told(tmp_path: Path) -> None:
    level = "#####\n#@$.#\n#####\n\n"
    (tmp_path / "maps.xsb").write_text(3 * level)
    several, one = locate(str(tmp_path)), locate(f"{tmp_path}#3")
    (tmp_path / "maps.xsb").write_text(level)
    with pytest.raises(BadInput, match="have changed"):
        one.only(str(tmp_path), {})
    levels = several.puzzles({})
    next(levels)
    with pytest.raises(BadInput, match="have changed"):
        next(levels)


def test_a_path_may_be_bytes(maps: Path) -> None:
    (first, *_) = load_all(os.fsencode(maps))  # type: ignore[call-overload]
    assert first.name == f"{maps}#1"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything is readable here"
)
def test_an_unreadable_file_is_refused(maps: Path) -> None:
    maps.chmod(0)
    assert str(refusal(maps)) == f"{maps}: cannot be read: Permission denied"


def test_marks_and_line_ends_of_other_systems_are_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "dos.xsb"
    path.write_bytes(b"\xef\xbb\xbf" + TWO.replace("\n", "\r\n").encode())
    assert [puzzle.title for puzzle in load_all(path)] == ["one", "two"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_files_in_utf_16_are_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "windows.xsb"
    text = f"\ufeff{TWO}".replace("one", "Một \U0001f4e6").replace("\n", "\r\n")
    path.write_bytes(text.encode(encoding))
    assert [puzzle.title for puzzle in load_all(path)] == ["Một \U0001f4e6", "two"]
    assert [puzzle.title for puzzle in load_all(tmp_path)] == ["Một \U0001f4e6", "two"]


def test_titles_in_latin_1_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.xsb"
    path.write_bytes(
        TWO.replace("one", "K\N{LATIN SMALL LETTER O WITH DIAERESIS}nig").encode("latin-1")
    )
    assert load(f"{path}#1").title == "K\N{LATIN SMALL LETTER O WITH DIAERESIS}nig"


def stdin(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, TWO.encode())
    assert [puzzle.title for puzzle in load_all("-")] == ["one", "two"]


def test_empty_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, b"")
    assert "it is empty" in str(refusal("-"))


def test_a_text_is_read_without_a_file() -> None:
    one, two = read(TWO, source="here", cost="pushes")
    assert (one.name, two.name) == ("here#1", "here#2")
    with pytest.raises(BadInput, match="it is empty"):
        read("")


@given(st.text(max_size=200) | st.text("# @$.*+-_|\n0123456789ABCDKQJTHSCD:", max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for kind in (None, *PUZZLES):
        with suppress(BadInput):
            assert read(text, puzzle=kind)


def test_an_id_of_another_puzzle_than_the_one_named_is_refused() -> None:
    assert load("sokoban/uit/5", puzzle="sokoban").level.width == 11  # a Sokoban, also for mypy
    with pytest.raises(BadInput, match="'sokoban/uit/5' is sokoban, not bloxorz"):
        load("sokoban/uit/5", puzzle="bloxorz")


def test_a_broken_file_whose_name_tells_the_puzzle_says_where(tmp_path: Path) -> None:
    path = tmp_path / "mine.XSB"
    path.write_text("#####\n#@$?#\n#####\n")
    with pytest.raises(BadInput, match="line 2, column 4: unknown square"):
        load(path)
    other = path.rename(tmp_path / "mine.txt")
    with pytest.raises(BadInput, match="does not look like a level of any puzzle"):
        load(other)

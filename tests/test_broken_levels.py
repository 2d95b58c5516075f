"""A level that cannot be read is named, and is in the way of no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from unriddle.batch.store import Store
from unriddle.cli import run
from unriddle.cli.exits import BAD_INPUT
from unriddle.core import BadInput
from unriddle.loading import load, load_all, locate, read
from unriddle.puzzles.sokoban import xsb
from unriddle.tui.packs import find

SOKOBAN = (
    "#####\n#@$.#\n#####\nTitle: one\n\n"
    "#####\n#@$?#\n#####\nTitle: two\n\n"
    "######\n#@ $.#\n######\nTitle: three\n"
)
BLOXORZ = "stage 1: one\n@##!\n\nstage 2: two\n@#a!\n\nstage 3: three\n@##!#\n"
DEAL = "\n".join(" ".join(f"{rank}{suit}" for rank in "KQJT98765432A") for suit in "CDHS")
FREECELL = f"# one\n{DEAL}\n\n# two\n{DEAL[:-3]}\n\n# three\n{DEAL}\n"
KINDS = {"sokoban": SOKOBAN, "bloxorz": BLOXORZ, "freecell": FREECELL}


@pytest.fixture(params=KINDS)
def maps(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A file of three levels, of which the second is broken."""
    path = tmp_path / "maps"
    path.write_text(KINDS[request.param])
    return str(path)


@pytest.fixture
def spoilt(tmp_path: Path) -> str:
    """The same, but the first level is broken too."""
    path = tmp_path / "spoilt.xsb"
    path.write_text(SOKOBAN.replace("#@$.#", "#@$ #"))
    return str(path)


def test_good_levels_are_loaded(maps: str) -> None:
    assert load(f"{maps}#1").title == "one"
    assert load(f"{maps}#3").title == "three"
    assert [puzzle.title for puzzle in load_all(f"{maps}#1,3")] == ["one", "three"]
    with pytest.raises(BadInput) as error:
        load(f"{maps}#2")
    assert error.value.source == maps
    assert error.value.line is not None


def test_a_broken_level_ends_a_loop_unless_somebody_listens(maps: str) -> None:
    levels = load_all(maps)
    assert next(levels).title == "one"
    with pytest.raises(BadInput):
        next(levels)
    named = []
    found = list(load_all(maps, broken=lambda name, error: named.append((name, error.problem))))
    assert [puzzle.name for puzzle in found] == [f"{maps}#1", f"{maps}#3"]
    assert [name for name, _ in named] == [f"{maps}#2"]
    assert named[0][1]


def test_all_at_once_is_all_or_nothing() -> None:
    with pytest.raises(BadInput, match="level 2"):
        read(SOKOBAN)


def test_the_place_is_that_in_the_file(maps: str) -> None:
    with pytest.raises(BadInput) as whole:
        list(load_all(maps))
    with pytest.raises(BadInput) as alone:
        load(f"{maps}#2")
    assert str(whole.value) == str(alone.value)
    lines = Path(maps).read_text().split("\n")
    assert any("two" in line for line in lines[whole.value.line - 3 : whole.value.line + 3])  # type: ignore[operator]


def test_commands_go_on(maps: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("levels",), ("show",), ("solve", "--json")):
        code = run([words[0], maps, *words[1:]])
        out, err = capsys.readouterr()
        assert code == BAD_INPUT
        assert "one" in out or "#1" in out
        assert "three" in out or "#3" in out
        assert err.startswith("error: ")
        assert maps in err
        assert "Traceback" not in err


def test_commands_for_one_level_do_not_look_at_others(
    maps: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", f"{maps}#3"]) == 0
    assert run(["compare", f"{maps}#1", "--solvers", "bfs"]) == 0
    assert run(["compare", maps]) == BAD_INPUT
    assert "several levels" in capsys.readouterr().err


def test_a_batch_stores_broken_levels_as_failed(maps: str, tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    for _ in range(2):  # the second time there is nothing left to do
        code = run(["batch", maps, "--store", str(store), "--workers", "1"])
        assert code in (0, 1)
        with Store(store, must_exist=True) as kept:
            rows = {record["level"]: record for record in kept.records()}
        assert {name: row["status"] for name, row in rows.items()} == {
            f"{maps}#1": "solved",
            f"{maps}#2": "failed",
            f"{maps}#3": "solved",
        }
        assert "line" in rows[f"{maps}#2"]["error"]


def test_a_level_that_was_mended_is_solved(tmp_path: Path) -> None:
    maps, store = tmp_path / "maps.xsb", tmp_path / "runs.sqlite"
    for text in (SOKOBAN, SOKOBAN.replace("?", ".")):
        maps.write_text(text)
        run(["batch", str(maps), "--store", str(store), "--workers", "1"])
    with Store(store, must_exist=True) as kept:
        endings = [record["status"] for record in kept.records()]
    assert sorted(endings) == ["failed", "solved", "solved", "solved"]


def test_the_terminal_app_leafs_past_them(maps: str) -> None:
    pack, number = find(maps)
    assert (number, len(pack.numbers)) == (1, 3)
    titles = dict(pack.titles)
    assert (titles[1], titles[3]) == ("one", "three")
    assert titles[2].startswith("broken: ")
    assert pack.load(3).title == "three"
    assert [puzzle.title for puzzle in pack.load_some("1-3")] == ["one", "three"]
    with pytest.raises(BadInput):
        pack.load(2)


def test_the_terminal_app_begins_with_the_first_good_one(spoilt: str) -> None:
    pack, number = find(spoilt)
    assert number == 3
    assert pack.entry.name == "sokoban"
    with pytest.raises(BadInput):
        pack.load_some("1-2")


def test_records_are_of_good_levels(maps: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["solve", maps, "--json"])
    levels = [json.loads(line)["level"] for line in capsys.readouterr().out.splitlines()]
    assert levels == [f"{maps}#1", f"{maps}#3"]


def test_how_many_there_are_counts_broken_ones(maps: str) -> None:
    assert locate(maps).number == 3


def test_the_title_of_a_board_that_cannot_be_read_is_not_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A file may hold a hundred thousand of them."""
    asked = []
    monkeypatch.setattr(xsb, "_share_out", lambda *between: asked.append(between))
    broken = "#####\n#@?.#\n#####\nTitle: one\n"
    with pytest.raises(BadInput, match="unknown square"):
        read(broken, puzzle="sokoban")
    assert not asked
    read(broken.replace("?", "$"), puzzle="sokoban")
    assert asked

"""A level that cannot be read is named, and is in the way of no other."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from unriddle import lines
from unriddle.batch.store import Store
from unriddle.cli import run
from unriddle.cli.exits import BAD_INPUT
from unriddle.cli.options import MOST_NAMED
from unriddle.core import BadInput
from unriddle.lines import LARGEST_TEXT
from unriddle.loading import MOST_OTHERS, load, load_all, locate, read
from unriddle.puzzles.sokoban import xsb
from unriddle.tui.packs import find

ONE = "#####\n#@$.#\n#####\n"
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


def test_the_status_of_a_store_names_them(
    maps: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(tmp_path / "runs.sqlite")
    run(["batch", maps, "--store", store, "--workers", "1"])
    assert "names levels that have no answer" in capsys.readouterr().err.replace("\n", " ")
    assert run(["batch", "status", "--store", store]) == 0
    assert f"{maps}#2: " in capsys.readouterr().out
    assert run(["batch", "status", "--store", store, "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["unanswered"]) == [f"{maps}#2"]


@pytest.mark.parametrize("content", ["#@$.#\n" * 400_001, "x" * (LARGEST_TEXT + 1), None])
def test_a_file_that_cannot_be_read_is_in_the_way_of_no_other(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.xsb").write_text(SOKOBAN.replace("?", "."))
    large = tmp_path / "b.txt"
    if content is None:
        large.write_text(SOKOBAN)
        large.chmod(0)
        if os.access(large, os.R_OK):
            pytest.skip("everything is readable here")
    else:
        large.write_text(content)
    (tmp_path / "c.png").write_bytes(b"\0" * (LARGEST_TEXT + 1))  # no text: left out
    assert run(["levels", str(tmp_path)]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 4
    assert f"error: {large}: " in err.replace("\n", "")
    assert "c.png" not in err
    assert run(["levels", str(tmp_path / "b.txt")]) == BAD_INPUT


@pytest.mark.skipif(not os.path.exists("/proc/kmsg"), reason="needs Linux's /proc")
def test_files_that_could_wait_for_ever_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.xsb").write_text(ONE)
    for name in ("kmsg", "self/mem"):
        (tmp_path / name.replace("/", "-")).symlink_to(f"/proc/{name}")
    os.mkfifo(tmp_path / "pipe")
    assert run(["levels", str(tmp_path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_folder_of_too_many_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MOST_LINES", 10)
    (tmp_path / "a.xsb").write_text(ONE)
    for number in range(MOST_OTHERS):  # half of them too long to be read
        (tmp_path / f"{number}.txt").write_text("x" if number % 2 else "\n" * 11)
    (tmp_path / "z.txt").write_text("x")
    with pytest.raises(BadInput, match="hold no levels"):
        locate(str(tmp_path))


def test_a_folder_of_files_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.txt").write_text("x" * (LARGEST_TEXT + 1))
    assert run(["solve", str(tmp_path)]) == BAD_INPUT
    assert "b.txt: is larger than 16 MiB" in capsys.readouterr().err


def test_of_very_many_the_first_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    maps = tmp_path / "maps.xsb"
    maps.write_text("#####\n#@$.#\n#####\n\n" + "####\n#@?#\n####\n\n" * (MOST_NAMED + 7))
    assert run(["levels", str(maps)]) == BAD_INPUT
    err = capsys.readouterr().err
    assert err.count("unknown square") == MOST_NAMED
    assert "7 more levels cannot be read" in err


def test_a_list_of_large_levels_is_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    maps = tmp_path / "maps.xsb"
    large = f"{'#' * 200}\n" + f"#@$.{' ' * 195}#\n" * 1 + f"#{' ' * 198}#\n" * 197 + "#" * 200
    maps.write_text(f"{large}\n\n" * 40)
    assert run(["levels", str(maps)]) == 0
    out, err = capsys.readouterr()
    assert 20 < len(out.splitlines()) < 40
    assert f"the first {len(out.splitlines()) - 1} are shown" in err


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

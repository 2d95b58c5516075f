"""Collections that are remembered."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from unriddle import remembered
from unriddle.batch.jobs import tasks_of
from unriddle.catalog import packs
from unriddle.cli import run
from unriddle.core import BadInput
from unriddle.loading import load, locate

TWO = "#####\n#@$.#\n#####\n\n####\n#@?#\n####\n\n######\n#@$ .#\n######\nTitle: Second\n"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = tmp_path / "my maps.xsb"
    file.write_text(TWO)
    return file


def test_files_and_folders_become_packs(own: Path) -> None:
    assert remembered.remember(str(own)).pack == "sokoban/mine/my-maps"
    folder = own.parent / "more"
    folder.mkdir()
    (folder / "my maps.xsb").write_text(TWO)
    assert remembered.remember(str(folder)).pack == "sokoban/mine/more"
    assert remembered.remember(str(folder / "my maps.xsb")).pack == "sokoban/mine/my-maps-2"
    assert remembered.remember(str(own)).pack == "sokoban/mine/my-maps"  # once is enough
    assert len(remembered.remembered()) == 3
    assert remembered.register() == []
    # A broken level is left out; the others count from 1.
    assert packs()["sokoban/mine/my-maps"][1].numbers == range(1, 3)
    assert load("sokoban/mine/my-maps/2").title == "Second"
    # What is no id elsewhere travels as text.
    first, *_ = tasks_of([locate("sokoban/mine/more")], {})
    assert first.text.startswith("#####")
    own.unlink()
    (problem,) = remembered.register()
    assert "sokoban/mine/my-maps is left out" in problem
    remembered.unregister()
    assert not any("/mine/" in one for one in packs())


def test_by_the_command_line(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["levels", "--add", str(own)]) == 33  # one of its levels cannot be read
    assert "remembered as sokoban/mine/my-maps" in capsys.readouterr().err.replace("\n", " ")
    assert run(["levels"]) == 0
    assert "sokoban/mine/my-maps" in capsys.readouterr().out
    assert run(["solve", "sokoban/mine/my-maps/2"]) == 0
    assert "solved in 2 moves" in capsys.readouterr().out
    remembered.unregister()
    assert run(["levels", "--forget", "sokoban/mine/my-maps"]) == 0
    assert remembered.remembered() == []
    assert run(["levels", "--forget", "sokoban/mine/my-maps"]) == 33
    assert run(["levels", "--add", str(own)]) == 33
    assert run(["levels", "--forget", str(own)]) == 0
    assert remembered.remembered() == []


def test_levels_that_cannot_be_read_are_named(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own.write_text("#####\n#@$.#\n#####\n\n####\n#@?#\n####\n")
    assert run(["levels", "--add", str(own)]) == 33
    err = capsys.readouterr().err
    assert "level 2" in err
    assert "remembered as" in err


@pytest.mark.parametrize(("most", "is_told"), [(1, True), (2, False)])
def test_that_a_pack_has_not_all_levels_is_told(
    own: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    most: int,
    is_told: bool,
) -> None:
    own.write_text("#####\n#@$.#\n#####\n\n######\n#@$ .#\n######\n")
    monkeypatch.setattr(remembered, "MOST", most)
    assert run(["levels", "--add", str(own)]) == 0
    assert ("the pack has its first 1 levels" in capsys.readouterr().err) == is_told


def test_what_cannot_be_remembered(own: Path) -> None:
    own.write_text("####\n#@?#\n####\n")
    with pytest.raises(BadInput, match="none of its levels can be read"):
        remembered.remember(str(own))
    assert remembered.remembered() == []


def test_programs_that_add_at_once_keep_all(own: Path) -> None:
    files = [own.with_name(f"maps{number}.xsb") for number in range(6)]
    for file in files:
        file.write_text("#####\n#@$.#\n#####\n")
    script = "import sys; from unriddle import remembered; remembered.remember(sys.argv[1])"
    programs = [subprocess.Popen([sys.executable, "-c", script, str(file)]) for file in files]
    assert [one.wait() for one in programs] == [0] * 6
    assert {one.path for one in remembered.remembered()} == set(map(str, files))


@pytest.mark.parametrize("content", ['[{"name": "maps"', '[{"name": 1, "puzzle": 2, "path": 3}]'])
def test_a_damaged_list_is_told_and_left_alone(
    own: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    own.write_text("#####\n#@$.#\n#####\n")
    assert run(["levels", "--add", str(own)]) == 0
    (listed,) = own.parent.glob("data/**/collections.json")
    listed.write_text(content)
    assert run(["levels", "--add", str(own)]) == 33
    assert run(["levels", "--forget", "sokoban/mine/my-maps"]) == 33
    assert listed.read_text() == content
    capsys.readouterr()
    assert run(["levels"]) == 0
    assert "collections.json: the list of your packs" in capsys.readouterr().err


def test_what_can_be_read_only_once_is_not_remembered(own: Path) -> None:
    pipe = own.with_name("pipe.xsb")
    os.mkfifo(pipe)
    with pytest.raises(BadInput, match="neither a file nor a folder"):
        remembered.remember(str(pipe))
    with pytest.raises(BadInput, match="neither a level nor a file"):
        remembered.remember("-")
    circle = own.with_name("circle")
    circle.symlink_to(circle)
    with pytest.raises(BadInput, match="neither a level nor a file"):
        remembered.remember(str(circle))
    with pytest.raises(BadInput, match="not one of your packs"):
        remembered.forget(str(circle))

"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import psutil
import pytest
from full_disk import full_disk

from unriddle.cli import run
from unriddle.core import BadInput
from unriddle.writing import check_writable, replacing, write_whole


def test_a_full_disk_keeps_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("old")
    with full_disk(1000), pytest.raises(OSError, match="large"):
        write_whole(file, b"x" * 5000)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_and_the_rights_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o640


def test_what_is_no_file_is_written_itself(tmp_path: Path) -> None:
    write_whole(os.devnull, "nothing")
    assert not Path(os.devnull).is_file()
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "nothing")


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="pipes have no names here")
def test_a_pipe_is_written_itself() -> None:
    reading, writing = os.pipe()
    write_whole(f"/dev/fd/{writing}", "piped")
    os.close(writing)
    with open(reading) as pipe:
        assert pipe.read() == "piped"


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "no folder" / "file"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(file, "")
    assert caught.value.filename == str(file)


def test_what_cannot_be_written_is_known_before(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    for name in ("file", "new"):
        check_writable(tmp_path / name)
    check_writable(os.devnull)
    for name in (".", "no folder/file", "file/below", "n" * 300):
        with pytest.raises(BadInput, match="cannot be written"):
            check_writable(tmp_path / name)
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(BadInput, match="cannot be written"):
        check_writable(tmp_path / "loop")
    (tmp_path / "loop").unlink()
    assert [file.read_text() for file in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize(
    "line",
    [
        "export sokoban/uit/1 --out {}/no/plan.gif",
        "grade bloxorz-searches {}/my.py --out {}/no/results.json",
        "polish {}/solved.sok --out {}/no/better.sok",
        "prove sokoban/uit/17 --out {}/no/proof",
        "table sokoban-1 --out {}/solved.sok/tables",
        "trace bloxorz/1 --solver bfs --out {}/no/trace.html",
    ],
)
def test_no_command_works_for_a_file_that_cannot_be_written(
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def work(*arguments: object, **keywords: object) -> None:
        pytest.fail("it began to work")

    for module, name in (
        ("unriddle.cli.export", "start_or_replace"),
        ("unriddle.cli.grade", "_graded"),
        ("unriddle.cli.polish", "replay"),
        ("unriddle.cli.prove", "_solve"),
        ("unriddle.cli.table", "make"),
        ("unriddle.cli.trace", "Trace"),
    ):
        monkeypatch.setattr(import_module(module), name, work)
    (tmp_path / "solved.sok").write_text("#####\n#@$.#\n#####\nSolution\nR\n")
    (tmp_path / "my.py").touch()
    assert run(line.replace("{}", str(tmp_path)).split()) == 33
    assert "cannot be written" in capsys.readouterr().err


def test_nothing_written_is_nothing_replaced(tmp_path: Path) -> None:
    with replacing(tmp_path / "file"):
        pass
    assert not list(tmp_path.iterdir())


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    file = tmp_path / "file[1].txt"
    dies = "import os, signal, sys; from unriddle.writing import replacing\n"
    dies += "with replacing(sys.argv[1]) as part:\n"
    dies += " part.touch(); os.kill(os.getpid(), signal.SIGKILL)"
    subprocess.run([sys.executable, "-c", dies, str(file)], check=False)
    (left,) = tmp_path.iterdir()
    with replacing(file) as part:
        part.write_text("whole")
        assert not left.exists()
    assert file.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [file]


def test_without_proc_nobody_is_taken_for_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    with replacing(file) as unfinished:
        unfinished.write_text("whole")
        monkeypatch.setattr(psutil, "PROCFS_PATH", str(tmp_path))
        with replacing(file):
            assert unfinished.exists()
    assert file.read_text() == "whole"

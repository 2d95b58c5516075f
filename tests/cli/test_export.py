"""`unriddle export`."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from pictures.samples import LEVEL

from unriddle.cli import run
from unriddle.pictures import raster


def code(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    number = run(["export", *(str(word) for word in words)])
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err
    return number, told.out, told.err


def test_a_level_goes_to_standard_output_as_a_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    number, out, err = code(capsys, "bloxorz/1")
    assert (number, err) == (0, "")
    assert out.startswith("<svg")
    assert out.endswith("</svg>\n")


@pytest.mark.parametrize("to", ["svg", "png", "gif", "html", "txt", "sok"])
def test_every_format_goes_to_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, to: str
) -> None:
    file = tmp_path / f"map.{to}"
    number, out, err = code(capsys, "sokoban/uit/4", "--solver", "astar", "--out", file)
    assert (number, out) == (0, "")
    assert f"{file}: " in err
    assert f"{file.stat().st_size:,} bytes" in err
    magic = {"png": b"\x89PNG", "gif": b"GIF89a", "html": b"<!doctype html>", "svg": b"<svg"}
    assert file.read_bytes().startswith(magic.get(to, b""))


def test_a_plan_is_found_given_or_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, found, _ = code(capsys, "bloxorz/1", "--to", "txt", "--solver", "bfs")
    assert found == "RRDRRRD\n"
    file = tmp_path / "plan"
    file.write_text(found)
    given = [code(capsys, "bloxorz/1", "--to", "html", "--plan", plan) for plan in (found, file)]
    assert given[0] == given[1]
    assert given[0][0] == 0


def test_a_level_with_its_solution_can_be_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "level.sok"
    assert code(capsys, "sokoban/uit/4", "--solver", "astar", "--out", file)[0] == 0
    assert run(["check", str(file), str(file)]) == 0
    assert "solved in 7 moves" in capsys.readouterr().out


def test_a_step_needs_a_plan_and_finds_one(capsys: pytest.CaptureFixture[str]) -> None:
    _, start, _ = code(capsys, "bloxorz/1")
    number, later, _ = code(capsys, "bloxorz/1", "--step", "2", "--solver", "bfs")
    assert number == 0
    assert later != start
    assert code(capsys, "bloxorz/1", "--step", "2", "--plan", "RRD")[1] == later
    assert code(capsys, "bloxorz/1", "--step", "0")[1] == start


def test_pictures_go_through_a_pipe_but_not_to_a_terminal(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["export", "bloxorz/1", "--to", "png"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"\x89PNG")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdout", Terminal())
    assert run(["export", "bloxorz/1", "--to", "png"]) == 33
    assert b"a terminal cannot show png\nhint: --out bloxorz.png" in capsysbinary.readouterr().err


def test_a_level_without_a_solution(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "map.gif"
    number, out, err = code(capsys, "sokoban/uit/17", "--out", file)
    assert (number, out) == (10, "")
    assert "sokoban/uit/17: unsolvable" in err
    assert "there is no plan to show" in err
    assert not file.exists()


def test_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    number, _, err = code(capsys, "bloxorz/23", "--to", "gif", "--solver", "bfs", "--nodes", "10")
    assert number == 24
    assert "out of nodes" in err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["bloxorz/1", "--to", "gi"], "unknown format 'gi'"),
        (["bloxorz/1", "--out", "stage.pdf"], "stage.pdf does not say which format"),
        (["bloxorz/1", "--to", "sok"], "sok is for Sokoban"),
        (
            ["bloxorz/1", "--plan", "R", "--solver", "bfs"],
            "--plan and a solver contradict each other",
        ),
        (["bloxorz/1", "--plan", "RX"], "unknown move 'X'"),
        (["bloxorz/1", "--plan", "UUU"], "move 1, U"),
        (["bloxorz/1", "--plan", "R", "--step", "2"], "there is no step 2"),
        (["bloxorz/1", "--theme", "pink"], "unknown theme 'pink'"),
        (["bloxorz/1", "--themes", "dark"], "unknown option --themes"),
        (["bloxorz"], "names several levels"),
    ],
)
def test_what_cannot_be_done(
    capsys: pytest.CaptureFixture[str], words: list[str], problem: str
) -> None:
    number, out, err = code(capsys, *words)
    assert (number, out) == (33, "")
    assert problem in err


def test_without_pillow_nothing_is_solved_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    number, _, err = code(capsys, "freecell/1", "--to", "gif", "--solver", "no such solver")
    assert number == 33
    number, _, err = code(capsys, "freecell/1", "--to", "gif")
    assert number == 33
    assert "pip install 'unriddle[export]'" in err


def test_a_level_from_a_file_with_its_title(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.xsb"
    file.write_text(f"{LEVEL}Title: </title> & more\n")
    _, out, _ = code(capsys, file)
    assert "&lt;/title&gt; &amp; more" in out


def test_the_scale_changes_the_size(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    small, large = tmp_path / "small.png", tmp_path / "large.png"
    code(capsys, "bloxorz/1", "--out", small)
    code(capsys, "bloxorz/1", "--out", large, "--scale", 2)
    widths = [int.from_bytes(file.read_bytes()[16:20], "big") for file in (small, large)]
    assert abs(widths[1] - 2 * widths[0]) <= 2
    assert raster.pillow()


def test_what_is_missing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    number, _, err = code(capsys)
    assert number == 33
    assert "export: the level is missing" in err


def test_nothing_is_said_of_engines_where_nothing_is_solved(
    capsys: pytest.CaptureFixture[str],
) -> None:
    own = Path(__file__).resolve().parents[2] / "examples" / "own_puzzle.py"
    assert code(capsys, "rush/1", "--with", own)[2] == ""
    assert "engine: python" in code(capsys, "rush/1", "--with", own, "--to", "txt")[2]


@pytest.mark.parametrize("word", ["--cost", "--weight"])
def test_no_nonsense_is_meant(capsys: pytest.CaptureFixture[str], word: str) -> None:
    assert run(["solve", "bloxorz/1", word, "3"]) == 33
    assert "did you mean" not in capsys.readouterr().err
    assert run(["solve", "bloxorz/1", "--heuristc", "rolls"]) == 33
    assert "did you mean --heuristic?" in capsys.readouterr().err

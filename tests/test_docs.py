"""What is written is run: README blocks, examples, and every command and exit code documented."""

from __future__ import annotations

import doctest
import re
import runpy
import shlex
from pathlib import Path

import pytest

import unriddle
from unriddle.catalog import PUZZLES, SOLVERS
from unriddle.cli import COMMANDS, exits, run
from unriddle.core import Status

UNSOLVABLE = exits.OF_STATUS[Status.UNSOLVABLE]
ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
COMMAND_LINE = (ROOT / "docs" / "command-line.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def commands() -> list[str]:
    lines = [line for block in blocks(README, "sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("./dev run ")]


def test_the_readme_opens_with_the_two_commands() -> None:
    first = blocks(README, "sh")[0].splitlines()
    assert first == [
        "./dev run solve bloxorz/1 sokoban/uit/16 sokoban/uit/18 freecell/31465",
        "./dev test",
    ]


@pytest.mark.parametrize("line", commands())
def test_commands_of_the_readme(
    line: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path_factory.getbasetemp())  # one folder: a command may read another's
    expected = UNSOLVABLE if "map17.proof" in line else 0
    assert run(shlex.split(line)[2:]) == expected, capsys.readouterr().err
    assert capsys.readouterr().out


@pytest.mark.parametrize("block", blocks(README, "python"))
def test_programs_of_the_readme(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "README.md", "exec"), {})
    assert "solved" in capsys.readouterr().out


def test_example_in_the_package_docstring() -> None:
    assert doctest.testmod(unriddle) == (0, 3)


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(path), run_name="__main__")
    printed = capsys.readouterr().out
    assert all(solver in printed for solver in SOLVERS)
    assert "proved optimal" in printed


def test_every_command_is_documented() -> None:
    for command in COMMANDS:
        assert f"### {command}\n" in COMMAND_LINE


def test_every_exit_code_is_documented() -> None:
    for code in {
        *exits.OF_STATUS.values(),
        exits.BAD_INPUT,
        exits.INTERRUPTED,
        exits.WRONG_ANSWER,
    }:
        assert f"| {code} |" in COMMAND_LINE
        assert re.search(rf"\b{code} ", README)
        assert re.search(rf"\b{code} ", exits.EXPLAINED)


def test_every_solver_is_in_the_readme() -> None:
    native_only = [name for entry in PUZZLES.values() for name in entry.native_solvers]
    for solver in [*native_only, *SOLVERS]:
        assert f"`{solver}`" in README


def test_links_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"

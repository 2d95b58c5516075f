"""What is written is run: commands and programs of the pages, and every public name documented."""

from __future__ import annotations

import doctest
import inspect
import logging
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import unriddle
from unriddle import listing, plugins
from unriddle.catalog import PUZZLES, SOLVERS
from unriddle.cli import COMMANDS, exits, run
from unriddle.core import Status

UNSOLVABLE = exits.OF_STATUS[Status.UNSOLVABLE]
ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
COMMAND_LINE = (ROOT / "docs" / "command-line.md").read_text("utf-8")
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
OWN = (ROOT / "docs" / "own.md").read_text("utf-8")
REFERENCE = ROOT / "docs" / "reference.md"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
TRANSLATIONS = {"README.vi.md": "README.md", "docs/tutorial.vi.md": "docs/tutorial.md"}


MY_LEVEL = """\
#######
#@    #
# $$  #
#  .. #
#######
"""


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def commands(text: str) -> list[str]:
    lines = [line for block in blocks(text, "sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("./dev run ")]


def test_the_readme_opens_with_the_two_commands() -> None:
    first = blocks(README, "sh")[0].splitlines()
    assert first == [
        "./dev run solve bloxorz/1 sokoban/uit/16 sokoban/uit/18 freecell/31465",
        "./dev test",
    ]


def test_the_readme_is_short() -> None:
    for name in ("README.md", "README.vi.md"):
        assert len((ROOT / name).read_text("utf-8").splitlines()) <= 120
    assert len(re.findall(r"!\[", README)) == 4


@pytest.mark.parametrize("page", [README, TUTORIAL], ids=["readme", "tutorial"])
def test_commands_of_readme_and_tutorial(
    page: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In their order and in one folder: a command may read what another has written."""
    monkeypatch.chdir(tmp_path)
    Path("my.xsb").write_text(MY_LEVEL)
    for line in commands(page):
        expected = UNSOLVABLE if "map17.proof" in line else 0
        assert run(shlex.split(line)[2:]) == expected, f"{line}: {capsys.readouterr().err}"
        assert capsys.readouterr().out, line


@pytest.mark.parametrize("block", [*blocks(README, "python"), *blocks(TUTORIAL, "python")])
def test_programs_of_readme_and_tutorial(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "a page", "exec"), {})
    assert "solved" in capsys.readouterr().out


def test_the_level_of_the_tutorial_is_the_one_that_is_tried() -> None:
    assert MY_LEVEL in blocks(TUTORIAL, "text")


@pytest.mark.parametrize(("translation", "original"), TRANSLATIONS.items())
def test_translations_have_the_commands_and_programs_of_the_original(
    translation: str, original: str
) -> None:
    there = (ROOT / translation).read_text("utf-8")
    here = (ROOT / original).read_text("utf-8")
    for language in ("sh", "python"):
        found = [without_comments(block) for block in blocks(there, language)]
        assert found == [without_comments(block) for block in blocks(here, language)]


def without_comments(block: str) -> str:
    return re.sub(r" *#.*", "", block)


def test_examples_of_the_reference() -> None:
    written = "\n".join(blocks(REFERENCE.read_text("utf-8"), "python"))
    examples = doctest.DocTestParser().get_doctest(written, {}, "reference.md", None, None)
    assert len(examples.examples) > 20
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_every_public_name_is_in_the_reference() -> None:
    shown = re.findall(
        r"^::: unriddle\.(?!envs\.)(?:\w+\.)?(\w+)", REFERENCE.read_text("utf-8"), re.MULTILINE
    )
    assert sorted([*shown, "__version__"]) == sorted(unriddle.__all__)


def test_help_explains_what_has_the_name_of_a_part() -> None:
    for name, function in (("levels", listing.levels), ("search", plugins.search)):
        assert inspect.getdoc(getattr(unriddle, name)) == inspect.getdoc(function)


def test_what_a_public_function_returns_is_public() -> None:
    functions = filter(inspect.isfunction, (getattr(unriddle, name) for name in unriddle.__all__))
    for function in functions:
        for word in re.findall(r"\b[A-Z]\w+", function.__annotations__["return"]):
            named = inspect.getmodule(function).__dict__.get(word)
            if inspect.isclass(named) and named.__module__.startswith("unriddle."):
                assert word in unriddle.__all__, function


def test_example_in_the_package_docstring() -> None:
    assert doctest.testmod(unriddle) == (0, 3)


@pytest.mark.parametrize("line", commands(OWN))
def test_commands_of_the_page_about_ones_own(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(shlex.split(line)[2:]) == 0, capsys.readouterr().err


def test_programs_of_the_page_about_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text("\n".join(blocks(OWN, "python")))
    registered = plugins.load_file(str(file))
    assert list(registered.searches) == ["in_layers"]
    assert unriddle.solve("stones/2", "in_layers").cost == 5
    assert unriddle.solve("bloxorz/1", "in_layers").cost == 7
    assert unriddle.solve(unriddle.load("stones/2", most=3)).cost == 3
    report = unriddle.check_heuristic("sokoban/uit/1", "off_goal")
    assert report.claims == ("admissible", "consistent")
    assert not report.refuted


def test_the_example_of_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "eight_puzzle.py"), run_name="__main__")
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
        exits.FAULTY_CODE,
        exits.INTERRUPTED,
        exits.WRONG_ANSWER,
    }:
        assert f"| {code} |" in COMMAND_LINE
        assert re.search(rf"\b{code} ", exits.EXPLAINED)


def test_every_solver_is_documented() -> None:
    native_only = [name for entry in PUZZLES.values() for name in entry.native_solvers]
    for solver in [*native_only, *SOLVERS]:
        assert f"| `{solver}` |" in COMMAND_LINE


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_a_quiet_build_notices_broken_links_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    logger = logging.getLogger("mkdocs")
    monkeypatch.setattr(logger, "level", logging.ERROR)  # as --quiet sets it
    runpy.run_path(str(ROOT / "docs" / "hooks.py"))["on_startup"]("build", False)
    assert logger.level == logging.WARNING


def test_the_site_is_built_and_asks_no_other_host(tmp_path: Path) -> None:
    """Without a broken link: MkDocs is told to be strict."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    line = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(tmp_path)]
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for page in PAGES:
        if page.name.startswith("README"):
            continue
        built = (tmp_path / f"{page.stem.lower()}.html").read_text("utf-8")
        fetched = re.findall(r"<(?:script|img|source|iframe)[^>]+src=\"?([^\" >]+)", built)
        fetched += re.findall(r"<link rel=\"(?:stylesheet|icon)\" href=\"?([^\" >]+)", built)
        assert fetched
        assert not [address for address in fetched if re.match(r"(https?:)?//", address)]
        assert 'data-md-component="source"' not in built, "it would count stars elsewhere"


def test_the_architecture_names_every_module_and_nothing_else() -> None:
    """Packages whose modules need no list are named as a whole."""
    as_a_whole = {"cli", "tui/screens", "tui/widgets", "tui/boards", "web/scenes", "web/static"}
    sources = ROOT / "src" / "unriddle"
    tree = ARCHITECTURE.split("```")[1] + (ROOT / "docs" / "web.md").read_text("utf-8")
    modules = {path.relative_to(sources).as_posix() for path in sources.rglob("*.py")}
    listed = {one for one in modules if one.rpartition("/")[0] not in as_a_whole}
    assert [one for one in sorted(listed) if one.rpartition("/")[2] not in tree] == []
    folders = [ROOT / one for one in ("src", "native", "tests", "docs", "website")]
    there = {path.name for folder in folders for path in folder.rglob("*.*")}
    named = set(re.findall(r"\w+\.(?:pyi|py|h|cpp|md|json|tcss)\b", ARCHITECTURE))
    assert named - there - {"b.py", "test_b.py"} == set()


def test_the_architecture_has_the_layers_of_the_import_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    line = re.search(r"^    cli > .*?(?=\n\n)", ARCHITECTURE, re.DOTALL | re.MULTILINE)
    assert line is not None
    inner = [one for one in layers if one not in ("__main__", "version")]
    assert " ".join(line.group().split()) == " > ".join(inner)

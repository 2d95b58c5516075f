"""The project itself: style, types, import contracts, and what must not be in any file."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(tool: str, *words: str) -> None:
    """Run a tool that is installed beside this Python; it must be content."""
    path = shutil.which(tool, path=Path(sys.executable).parent)
    assert path, f"{tool} is not installed: run ./dev setup"
    done = subprocess.run([path, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def tracked_files() -> list[Path]:
    """The files of the project: what git tracks or would track."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: run this test in a clone")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / line for line in listed.stdout.splitlines()]
    return [path for path in paths if path.is_file()]


def test_style() -> None:
    run("ruff", "check")


def test_format() -> None:
    run("ruff", "format", "--check")


def test_format_of_the_engine() -> None:
    paths = [path for folder in ("native", "tests") for path in (ROOT / folder).rglob("*")]
    sources = [path for path in paths if path.suffix in (".h", ".cpp")]
    assert sources
    style = f"--style=file:{ROOT / 'native' / '.clang-format'}"
    run("clang-format", "--dry-run", "--Werror", style, *map(str, sources))


def test_types() -> None:
    run("mypy")


def test_import_contracts() -> None:
    run("lint-imports")


def test_no_file_names_a_machine_or_a_registry() -> None:
    home = re.escape(str(Path.home())) + "/"
    place = re.escape(str(ROOT.parent)) + "/"
    registries = "|".join(["pypi" + r"\.org", "pythonhosted" + r"\.org", "npmjs" + r"\.(org|com)"])
    forbidden = re.compile(f"{home}|{place}|{registries}|index-url")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in tracked_files()
        if path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1)
        if forbidden.search(line)
    ]
    assert not found, "\n".join(found)


def test_every_pack_names_its_source() -> None:
    levels = ROOT / "src" / "unriddle" / "levels"
    sources = (levels / "SOURCES.md").read_text("utf-8")
    packs = [path for path in levels.rglob("*") if path.suffix in (".txt", ".xsb")]
    assert packs
    for path in packs:
        assert path.relative_to(levels).as_posix() in sources

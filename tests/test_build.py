"""How the project is built: where pip shows it, and without a compiler as pure Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import installing
import pytest

ROOT = Path(__file__).resolve().parent.parent

METADATA = """
import pathlib, re, sys, build_backend
place = pathlib.Path(sys.argv[1])
info = place / build_backend.prepare_metadata_for_build_wheel(str(place))
told = (info / "METADATA").read_text("utf-8")
assert "Name: unriddle" in told
assert "![" in told, "the README has pictures"
assert "](https://github.com/unriddle/unriddle/blob/main/docs/" in told
assert not re.findall(r"\\]\\((?!https:)", told), "a package index knows no other files"
"""
WHEEL = """
import sys, build_backend
metadata, wheels = sys.argv[1:]
build_backend.prepare_metadata_for_build_wheel(metadata)
print(build_backend.build_wheel(wheels, None, metadata))
"""


def build(script: str, *places: Path, cwd: Path = ROOT, **changes: str) -> str:
    pytest.importorskip("scikit_build_core", reason="run ./dev setup: it gets what builds need")
    for place in places:
        place.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(cwd / "native"), **changes}
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, places)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_metadata_need_no_build(tmp_path: Path) -> None:
    build(METADATA, tmp_path / "metadata", CXX="/bin/false")


@pytest.mark.skipif(not Path("/bin/false").exists(), reason="nothing here to stand for a compiler")
def test_without_a_compiler_the_package_is_pure_python_and_whole(tmp_path: Path) -> None:
    copy = tmp_path / "project"
    copy.mkdir()
    for name in ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for name in ("native", "src"):
        hidden = shutil.ignore_patterns("*.so", "__pycache__")
        shutil.copytree(ROOT / name, copy / name, ignore=hidden)
    built = build(WHEEL, tmp_path / "metadata", tmp_path / "wheels", cwd=copy, CXX="/bin/false")
    name = built.splitlines()[-1]
    assert name.endswith("py3-none-any.whl")
    wheel, sources = tmp_path / "wheels" / name, copy / "src" / "unriddle"
    assert installing.differences(wheel, sources) == []
    (sources / "py.typed").rename(sources / "py.untyped")
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("tests/test_core.py", "")
    assert installing.differences(wheel, sources) == [
        "lacks unriddle/py.untyped",
        "should not hold tests/test_core.py",
        "should not hold unriddle/py.typed",
    ]

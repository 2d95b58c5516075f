"""The engine as WebAssembly, under Node with Pyodide; test_site.py compares its answers."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PYODIDE = ROOT / "build" / "website-parts" / "pyodide" / "package"
"""Where `./dev site` puts it."""


def builder() -> ModuleType:
    """What builds the engine."""
    path = ROOT / "native" / "wasm" / "build.py"
    spec = importlib.util.spec_from_file_location("wasm_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pyodide() -> list[str]:
    """The command that runs a script of ours in Pyodide with the engine."""
    build = builder()
    if not build.is_current():
        pytest.skip("the engine was not built for browsers since it has changed: ./dev wasm")
    if not (PYODIDE / "pyodide.mjs").is_file() or shutil.which("node") is None:
        pytest.skip("Pyodide or Node is missing: apt-get install nodejs npm, then ./dev site")
    return ["node", str(HERE / "in_pyodide.mjs"), str(build.ENGINE.script), str(PYODIDE)]


def lines(*words: str) -> list[str]:
    """What a program prints."""
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_engine_keeps_its_promises_in_a_browser(pyodide: list[str]) -> None:
    """Errors, limits, stops and progress, see the script."""
    assert lines(*pyodide, "tests/native/promises_in_browser.py")[-1] == "all kept"

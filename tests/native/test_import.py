"""Importing the engine: `unriddle.native` says whether there is one, and its stub is true."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import unriddle.native
from unriddle import native

STUB = Path(unriddle.native.__file__).with_name("_core.pyi")


def test_either_there_is_an_engine_or_a_reason() -> None:
    assert native.available == (not native.why_not)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (
            ModuleNotFoundError("No module named 'unriddle.native._core'"),
            "install a C++20 compiler",
        ),
        (ImportError("undefined symbol: surprise"), "cannot be loaded: undefined symbol"),
    ],
)
def test_without_an_engine_it_says_why(
    monkeypatch: pytest.MonkeyPatch, broken: ImportError, reason: str
) -> None:
    class Wall:
        """Finds nothing but trouble where the engine should be."""

        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "unriddle.native._core":
                raise broken

    monkeypatch.delitem(sys.modules, "unriddle.native._core", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Wall(), *sys.meta_path])
    imported = ModuleType("unriddle.native")
    exec(
        compile(Path(native.__file__).read_text(encoding="utf-8"), "native", "exec"), vars(imported)
    )
    assert not vars(imported)["available"]
    assert reason in vars(imported)["why_not"]


def stub_signatures(tree: ast.Module | ast.ClassDef, owner: str = "") -> dict[str, str]:
    """Every function, method and property of the stub with its signature, as one line."""
    found = {}
    for item in tree.body:
        if isinstance(item, ast.ClassDef):
            found.update(stub_signatures(item, f"{item.name}."))
        elif isinstance(item, ast.FunctionDef):
            assert item.returns is not None
            found[owner + item.name] = f"({ast.unparse(item.args)}) -> {ast.unparse(item.returns)}"
    return found


def core_signatures(owner: Any, prefix: str = "") -> dict[str, str]:
    """The same of the compiled module."""
    found = {}
    for name, item in vars(owner).items():
        is_made = name == "__init__" and hasattr(item, "__nb_signature__")
        if (name.startswith("_") and not is_made) or isinstance(item, dict):
            continue
        if isinstance(item, type):
            found.update(core_signatures(item, f"{name}."))
            continue
        function: Any = item.fget if isinstance(item, property) else item
        text, _, defaults = function.__nb_signature__[0]
        for index, default in reversed(list(enumerate(defaults or ()))):
            text = text.replace(f"\\{index}", repr(default))
        text = text.replace("collections.abc.", "").replace("unriddle.native._core.", "")
        tree = ast.parse(f"def f{text[text.index('(') :]}: ...")
        found.update(stub_signatures(tree, f"{prefix}{name}:"))
    return {name.removesuffix(":f"): signature for name, signature in found.items()}


@pytest.mark.skipif(not native.available, reason=native.why_not)
def test_the_stub_says_what_the_engine_is() -> None:
    from unriddle.native import _core

    stub = stub_signatures(ast.parse(STUB.read_text(encoding="utf-8")))
    assert stub == core_signatures(_core)


LEAK = (
    "import ctypes, threading; from unriddle.native import _core; kept = _core.Limits(seconds=1.0);"
    "ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept));"
)
"""A reference that nobody gives back."""


def test_a_leak_is_told_when_python_ends() -> None:
    done = subprocess.run([sys.executable, "-c", LEAK], capture_output=True, text=True)
    assert "leaked 1 instances" in done.stderr


def test_what_a_thread_holds_while_python_ends_is_no_leak() -> None:
    script = LEAK + "threading.Thread(target=threading.Event().wait, daemon=True).start()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")

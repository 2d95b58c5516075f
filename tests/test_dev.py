"""`./dev`: what the tests need is got where it may be, and else named."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(os.name != "posix", reason="the scripts here are for a shell")

APT_GET = """#!/bin/sh
echo "apt-get $*" >> {log}
for word; do name="$word"; done
case "$*" in *install*) touch "{bin}/$name"; chmod +x "{bin}/$name";; esac
"""
NPM = """#!/bin/sh
echo "npm $*" >> {log}
modules="$PWD/.venv/node/node_modules"
mkdir -p "$modules/.bin" "$modules/axe-core" "$modules/@biomejs/biome"
touch "$modules/.bin/tsc" && chmod +x "$modules/.bin/tsc"
for word; do version="${{word#@biomejs/biome@}}"; done
echo "{{ \\"version\\": \\"$version\\" }}" > "$modules/@biomejs/biome/package.json"
"""
BROKEN = "#!/bin/sh\nexit 100\n"


class Machine:
    """A machine of our own: which programs it has, and what was asked of them."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.log = folder / "log"
        self.log.touch()
        for name in ("sh", "touch", "chmod", "mkdir"):
            (self.bin / name).symlink_to(f"/bin/{name}")

    def has(self, name: str, script: str) -> None:
        program = self.bin / name
        program.write_text(script.format(log=self.log, bin=self.bin))
        program.chmod(0o755)

    @property
    def asked(self) -> list[str]:
        return self.log.read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path)
    monkeypatch.setenv("PATH", str(made.bin))
    monkeypatch.delenv("CI", raising=False)
    return made


@pytest.fixture
def dev(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    loader = SourceFileLoader("dev", str(ROOT / "dev"))
    spec = spec_from_loader("dev", loader)
    assert spec is not None
    module = module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "NODE_TOOLS", tmp_path / module.NODE / "node_modules" / ".bin")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    headers = tmp_path / "include" / "Python.h"
    headers.parent.mkdir()
    headers.touch()
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(headers.parent))
    monkeypatch.delenv("CXX", raising=False)
    machine.has("g++", "")
    return module


def test_what_can_be_got_is_got(dev: ModuleType, machine: Machine) -> None:
    machine.has("apt-get", APT_GET)
    machine.has("npm", NPM)
    assert dev.tools_not_got() == []
    assert machine.asked[0].startswith("apt-get -y update")
    assert machine.asked[1].endswith("install -qq --no-install-recommends chromium")
    assert machine.asked[3].endswith("install -qq --no-install-recommends tmux")
    assert "--prefix .venv/node typescript axe-core @biomejs/biome@" in machine.asked[4]
    assert "global" not in machine.asked[4]
    assert dev.tools_not_got() == []
    assert len(machine.asked) == 5, "what is there is not got again"


def test_a_compiler_and_the_headers_of_python_are_got(
    dev: ModuleType, machine: Machine, tmp_path: Path
) -> None:
    headers = tmp_path / "include" / "Python.h"
    headers.unlink()
    machine.has("chromium", "")
    machine.has("tmux", "")
    machine.has("npm", NPM)
    assert dev.tools_not_got() == ["apt-get install g++ python3-dev"]
    machine.has("apt-get", f"#!/bin/sh\necho apt-get $* >> {{log}}\ntouch {headers}\n")
    assert dev.tools_not_got() == []
    asked = [line.split()[-1] for line in machine.asked if " install " in line]
    assert asked[-2:] == ["g++", "python3-dev"]


def test_another_biome_is_replaced(
    dev: ModuleType, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.has("chromium", "")
    machine.has("tmux", "")
    machine.has("npm", NPM)
    assert dev.tools_not_got() == []
    monkeypatch.setattr(dev, "BIOME", "0.0.1")
    monkeypatch.setattr(dev, "NODE_PACKAGES", [*dev.NODE_PACKAGES[:-1], "@biomejs/biome@0.0.1"])
    assert dev.tools_not_got() == []
    assert machine.asked[1].endswith("@biomejs/biome@0.0.1")


def test_what_cannot_be_got_is_named_with_the_way_to_get_it(
    dev: ModuleType, machine: Machine
) -> None:
    npm = "npm install --no-save --prefix .venv/node typescript axe-core @biomejs/biome@"
    hints = ["apt-get install chromium", "apt-get install tmux", npm + dev.BIOME]
    assert dev.tools_not_got() == hints
    machine.has("apt-get", BROKEN)
    machine.has("npm", BROKEN)
    assert dev.tools_not_got() == hints


def test_packages_of_the_system_are_for_root(
    dev: ModuleType, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    machine.has("apt-get", APT_GET)
    machine.has("npm", NPM)
    assert dev.tools_not_got() == ["apt-get install chromium", "apt-get install tmux"]
    assert not any(line.startswith("apt-get") for line in machine.asked)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dev: ModuleType) -> list[str]:
    """What is installed into any place from now on; its Python says that there is no engine."""
    log: list[str] = []
    python = dev.Place(tmp_path / ".venv").python
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\necho the engine was not built >&2\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(dev.Place, "works", lambda place: True)
    monkeypatch.setattr(dev.Place, "ask", lambda place, script: [])
    monkeypatch.setattr(dev.Place, "pip_install", lambda place, *words: log.append(words[-1]))
    return log


def test_a_set_up_without_the_engine_says_so(
    dev: ModuleType, installed: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    dev.Place(tmp_path / ".venv").set_up("")
    assert installed == [str(tmp_path)]
    said = capfd.readouterr().err
    assert "the engine was not built" in said
    assert "pip install --verbose" in said


def test_a_run_needs_no_set_up_after_the_tests(
    dev: ModuleType, tmp_path: Path, installed: list[str]
) -> None:
    place = dev.Place(tmp_path / ".venv")
    for extra in ("dev", "", "dev", "docs", ""):
        place.set_up(extra)
    assert installed == [f"{tmp_path}[dev]", f"{tmp_path}[docs]"]
    (tmp_path / "pyproject.toml").write_text("changed")
    for extra in ("", "", "dev"):
        place.set_up(extra)
    assert installed[2:] == [str(tmp_path), f"{tmp_path}[dev]"]


def test_every_command_is_in_the_help() -> None:
    shown = subprocess.run([sys.executable, ROOT / "dev", "help"], capture_output=True, text=True)
    for command in (
        "run",
        "test",
        "python",
        "setup",
        "docs",
        "sanitize",
        "attack",
        "wheel",
        "wasm-test",
    ):
        assert f"./dev {command}" in shown.stdout


def test_without_the_engine_what_needs_it_is_skipped(tmp_path: Path) -> None:
    """As on a machine without a compiler: all is green, and the reason is said."""
    hide = "import sys; sys.modules['unriddle.native._core'] = None"
    (tmp_path / "sitecustomize.py").write_text(hide)
    tests = Path(__file__).parent
    chosen = [str(tests / "native" / "test_import.py"), str(tests / "search" / "test_rng.py")]
    line = [sys.executable, "-m", "pytest", *chosen, "-n", "0", "-p", "no:cacheprovider"]
    done = subprocess.run(
        line,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tests.parent,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    assert "install a C++20 compiler" in done.stdout

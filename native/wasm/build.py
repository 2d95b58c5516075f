"""`./dev wasm`: the engine as WebAssembly, for browsers.

Makes unriddle-engine.mjs and .wasm in build/wasm-engine/native/wasm. Needs Emscripten, CMake and
Node, and npm for the one package that Emscripten's optimiser asks for.
`build` is for other programs; src/unriddle/native/wasm.py says how the two files are loaded.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
PLACE = ROOT / "build" / "wasm-engine"
ACORN = "acorn@8.19.0"
NEEDED = {"emcmake": "emscripten", "cmake": "cmake", "node": "nodejs", "npm": "npm"}
"""By program: the package of Debian that has it."""


class Engine(NamedTuple):
    """The two files."""

    script: Path
    binary: Path

    @property
    def compressed(self) -> int:
        """Their size in bytes as a server sends them, by gzip."""
        return sum(len(gzip.compress(path.read_bytes())) for path in self)


ENGINE = Engine(
    *(PLACE / "native" / "wasm" / f"unriddle-engine.{kind}" for kind in ("mjs", "wasm"))
)


def is_current() -> bool:
    """Are the files there, and not older than what they are made of?"""
    if not all(path.is_file() for path in ENGINE):
        return False
    sources = [path for path in (ROOT / "native").rglob("*") if path.suffix in (".h", ".cpp")]
    made_of = [path for path in sources if path.parent.name not in ("bindings", "envs", "tests")]
    return max(path.stat().st_mtime for path in made_of) < ENGINE.binary.stat().st_mtime


class CannotBuild(Exception):
    """Something is missing, or has failed; the text says what."""


def why_not() -> str:
    """What is missing to build it, in words that a user can act on; empty if nothing is."""
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    return f"missing: apt-get install {' '.join(missing)}" if missing else ""


def build() -> Engine:
    """Bring the files up to date; raises `CannotBuild`."""
    if missing := why_not():
        raise CannotBuild(missing)
    packages = PLACE / "node_modules"
    if not (packages / "acorn").is_dir():
        _run(["npm", "install", "--silent", "--no-save", "--prefix", PLACE, ACORN])
    configure = ["emcmake", "cmake", "-S", ROOT, "-B", PLACE, "-DUNRIDDLE_WASM=ON"]
    configure += ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-fwasm-exceptions"]
    _run(configure)
    _run(
        ["cmake", "--build", PLACE, "--parallel", str(os.cpu_count() or 1)],
        NODE_PATH=str(packages),
    )
    return ENGINE


def _run(line: list[str | Path], **environment: str) -> None:
    """Run a program, which may talk to standard error only."""
    try:
        subprocess.run(line, check=True, stdout=sys.stderr, env={**os.environ, **environment})
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotBuild(f"{line[0]} has failed: {error}") from error


def main() -> int:
    """Build, and tell the size."""
    try:
        engine = build()
    except CannotBuild as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for path in engine:
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} KB")
    print(f"compressed: {engine.compressed / 1000:.0f} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

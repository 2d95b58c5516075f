"""The direct tests of the engine, native/tests/: built by CMake into build/tests and kept there."""

from __future__ import annotations

import functools
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import sanitizers

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent.parent.parent
NATIVE = ROOT / "native"
TESTS = NATIVE / "tests"
BUILD = ROOT / "build" / "sanitize" / "tests" if sanitizers.WATCHED else ROOT / "build" / "tests"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


class CannotBuild(Exception):
    """The programs cannot be built; the message says why, and the way out."""


@dataclass(frozen=True)
class Unit:
    """A source file of the engine or of its tests, as CMake compiles it."""

    source: str
    """From native/ on."""
    words: tuple[str, ...]
    """The compiler and its options, without the source, the output and warnings as errors."""
    object: Path

    @functools.cached_property
    def files(self) -> frozenset[str]:
        """The source and every header of ours that it includes, directly or not."""
        seen: set[str] = set()
        waiting = [self.source]
        while waiting:
            name = waiting.pop()
            if name not in seen and (NATIVE / name).is_file():
                seen.add(name)
                waiting += INCLUDE.findall((NATIVE / name).read_text("utf-8"))
        return frozenset(seen)


def names() -> list[str]:
    """The programs there are."""
    return sorted(path.stem for path in TESTS.glob("*.cpp") if path.name != "main.cpp")


def why_not() -> str:
    """Why nothing can be built here; empty if it can."""
    if tool("cmake") is None:
        return "there is no CMake: install it (apt-get install cmake, or pip install cmake)"
    if shutil.which(os.environ.get("CXX", "c++")) is None:
        return "there is no C++ compiler: install one (apt-get install g++), or set CXX"
    return ""


def tool(name: str) -> str | None:
    """Where a program is: on the path, or beside this Python."""
    return shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))


def build() -> None:
    """Bring all programs up to date; raises CannotBuild."""
    if reason := why_not():
        raise CannotBuild(reason)
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as file:
        if fcntl is not None:  # workers of pytest want the same at the same time
            fcntl.flock(file, fcntl.LOCK_EX)
        _build()


def _build() -> None:
    cmake = tool("cmake")
    configure = [cmake, "-S", ROOT, "-B", BUILD, "-DUNRIDDLE_TESTS=ON", "-DCMAKE_BUILD_TYPE=Tests"]
    configure += ["-DCMAKE_CXX_FLAGS_TESTS=-O1 -D_GLIBCXX_ASSERTIONS"]
    configure += ["-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    configure += [f"-DUNRIDDLE_SANITIZE={'ON' if sanitizers.WATCHED else 'OFF'}"]
    if not (BUILD / "CMakeCache.txt").exists() and (ninja := tool("ninja")):
        configure += ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
    for line in (configure, [cmake, "--build", BUILD, "--parallel", str(os.cpu_count() or 1)]):
        words = [str(word) for word in line]
        done = subprocess.run(words, capture_output=True, text=True, env=environment())
        if done.returncode:
            raise CannotBuild(f"{shlex.join(words)} failed:\n{done.stdout}{done.stderr}")


def environment() -> dict[str, str]:
    """For compilers and test programs: the sanitizers that watch Python are not theirs."""
    return {name: str(value) for name, value in sanitizers.without_sanitizers().items()}


def path_of(name: str) -> Path:
    """Where a program is after `build`."""
    return BUILD / "native" / "tests" / (name + (".exe" if os.name == "nt" else ""))


def cases_of(name: str) -> list[str]:
    """The test cases of a program, from its source: so they have names before it is built."""
    text = (TESTS / f"{name}.cpp").read_text("utf-8")
    return re.findall(r"^TEST\((\w+)\)", text, re.MULTILINE)


def units() -> dict[Path, Unit]:
    """How every file is compiled, by its object; after `build`."""
    found = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text("utf-8")):
        source = Path(entry["file"]).relative_to(NATIVE).as_posix()
        words = shlex.split(entry["command"])
        target = Path(entry["directory"]) / words[words.index("-o") + 1]
        unit = Unit(source, tuple(_without(words, entry["file"])), target)
        if target.exists():  # what no program needs was not compiled
            found[target] = unit
    return found


def _without(words: list[str], source: str) -> list[str]:
    """Leave out of a command what differs from one mutant to the next."""
    kept: list[str] = []
    skip = False
    for word in words:
        if skip or word in ("-c", source, "-Werror", "-Wall", "-Wextra", "-Wconversion"):
            skip = False
        elif word == "-o":
            skip = True
        elif not word.startswith("-I"):
            kept.append(word)
    return kept


def library() -> Path:
    """The engine as an archive, from which the linker takes what a program needs."""
    return next((BUILD / "native" / "tests").glob("*unriddle_tested.*"))


def linked(name: str, all_units: dict[Path, Unit]) -> list[Unit]:
    """What a program is linked from, its own source first, as the linker says it.

    Files of the same name in different folders cannot be told apart there: then it is all of them.
    """
    own = next(unit for unit in all_units.values() if unit.source == f"tests/{name}.cpp")
    words = [*compiler(own), str(own.object), str(library()), "-pthread", "-Wl,-t,-t"]
    done = subprocess.run([*words, "-o", os.devnull], capture_output=True, text=True, check=True)
    members = set(
        re.findall(r"unriddle_tested\.a\)?\(?([^\s()]+\.o)\)?$", done.stdout, re.MULTILINE)
    )
    others = [
        unit
        for unit in all_units.values()
        if unit.object.name in members and "unriddle_tested.dir" in unit.object.as_posix()
    ]
    return [own, *others]


def compiler(unit: Unit) -> list[str]:
    """The compiler, with ccache before it where CMake puts that."""
    return list(itertools.takewhile(lambda word: not word.startswith("-"), unit.words))

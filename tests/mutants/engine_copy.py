"""Where mutants are made: a copy of the engine, in which one change at a time is tried."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from mutants import programs
from mutants.changes import Change
from mutants.programs import NATIVE, Unit

MEMORY = 1 << 30
"""A mutant may take so many bytes."""
PATIENCE = 3
"""A program that takes so many times its usual time, and some seconds, hangs."""


class Broken(Exception):
    """A program fails without any change; the message says which."""


@dataclass(frozen=True)
class Mutant:
    """A change, and where it is made."""

    file: str
    change: Change
    tests: tuple[str, ...]
    before: str
    after: str


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    fate: str
    """`killed`, `time-out`, `survived`, `no-compile`, or `same`: compiled, nothing is changed."""
    by: str
    """The program, and the case if it said one, that noticed it."""
    seconds: float


class Programs:
    """The test programs as they are without any change."""

    def __init__(self) -> None:
        programs.build()
        self.units = programs.units()
        self.linked = {name: programs.linked(name, self.units) for name in programs.names()}
        self._seconds: dict[str, float] = {}

    def containing(self, file: str) -> tuple[str, ...]:
        """The programs that a change of a file can change."""
        return tuple(
            name for name, units in self.linked.items() if any(file in unit.files for unit in units)
        )

    def seconds(self, name: str) -> float:
        """What a program takes of the processor; raises Broken if it fails."""
        if name not in self._seconds:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([programs.path_of(name)], capture_output=True, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode:
                raise Broken(f"{name} fails without any change:\n{done.stdout}{done.stderr}")
            self._seconds[name] = after.ru_utime - before.ru_utime
        return self._seconds[name]


class EngineCopy:
    """One copy of the engine; several work side by side."""

    def __init__(self, usual: Programs, place: Path) -> None:
        self.usual = usual
        self.place = place
        shutil.copytree(NATIVE, place / "native")
        self._headers: dict[tuple[str, ...], Path] = {}

    def try_out(self, mutant: Mutant) -> Verdict:
        """Make the change, ask the tests, and take it back."""
        began = time.monotonic()
        path = self.place / "native" / mutant.file
        text = path.read_text("utf-8")
        path.write_text(mutant.change.apply(text), "utf-8")
        try:
            fate, by = self._ask(mutant)
        finally:
            path.write_text(text, "utf-8")
        return Verdict(mutant, fate, by, time.monotonic() - began)

    def _ask(self, mutant: Mutant) -> tuple[str, str]:
        changed: dict[Unit, Path] = {}
        for name in mutant.tests:
            units = self.usual.linked[name]
            for unit in units:
                if mutant.file in unit.files and unit not in changed:
                    target = self.place / f"{len(changed)}.o"
                    if not self._compile(unit, target):
                        return "no-compile", ""
                    changed[unit] = target
            if not any(unit in changed for unit in units):
                continue
            program = self._link(units, changed)
            if program is None:
                return "no-compile", ""
            fate, by = self._run(program, self.usual.seconds(name))
            if fate != "survived":
                return fate, f"{name}: {by}" if by else name
        return "same" if self._same_code(mutant, list(changed)) else "survived", ""

    def _same_code(self, mutant: Mutant, units: list[Unit]) -> bool:
        """Does the compiler, at its best, make the same of all with and without the change?"""
        path = self.place / "native" / mutant.file
        changed = path.read_text("utf-8")
        codes = []
        for text in (changed, (NATIVE / mutant.file).read_text("utf-8")):
            path.write_text(text, "utf-8")
            for unit in units:
                target = self.place / "same.o"
                if not self._compile(unit, target, "-O2"):
                    return False
                codes.append(target.read_bytes())
        return codes[: len(units)] == codes[len(units) :]

    def _compile(self, unit: Unit, target: Path, *more: str) -> bool:
        source = self.place / "native" / unit.source
        line = [*unit.words, "-w", "-include", self._prepared(unit), f"-I{self.place / 'native'}"]
        return _quietly([str(word) for word in [*line, *more, "-c", source, "-o", target]])

    def _prepared(self, unit: Unit) -> Path:
        """The headers of the standard library, compiled once for each set of options.

        It saves a third of the time of a small file.
        """
        if unit.words not in self._headers:
            path = self.place / f"headers{len(self._headers)}.h"
            _write_headers(path)
            line = [*unit.words, "-w", "-x", "c++-header", path, "-o", path.with_suffix(".h.gch")]
            _quietly([str(word) for word in line])
            self._headers[unit.words] = path
        return self._headers[unit.words]

    def _link(self, units: list[Unit], changed: dict[Unit, Path]) -> Path | None:
        program = self.place / "program"
        # What comes first counts: the linker takes from the archive only what is still missing.
        objects = [changed.get(units[0], units[0].object)]
        objects += [changed[unit] for unit in units[1:] if unit in changed]
        words = [*programs.compiler(units[0]), *objects, programs.library(), "-pthread"]
        done = _quietly([str(word) for word in [*words, "-o", program]])
        return program if done else None

    def _run(self, program: Path, usual: float) -> tuple[str, str]:
        most = int(usual * PATIENCE) + 2

        def limit() -> None:
            # Time of the processor: a busy machine makes no mutant hang.
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        try:
            done = subprocess.run(
                [program],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                preexec_fn=limit,
                timeout=most * 20,
            )
        except subprocess.TimeoutExpired:  # it sleeps
            return "time-out", ""
        if done.returncode == 0:
            return "survived", ""
        if done.returncode in (-24, -9):  # SIGXCPU, and what follows it
            return "time-out", ""
        words = done.stdout.decode("utf-8", "replace").split(" ", 1)
        return "killed", words[0] if words[0] else f"signal {-done.returncode}"


def _write_headers(path: Path) -> None:
    """All headers of the standard library that the engine and its tests include."""
    names: set[str] = set()
    for source in [*NATIVE.rglob("*.h"), *NATIVE.rglob("*.cpp")]:
        if "bindings" not in source.parts:
            names.update(re.findall(r"^#include <(\w+)>", source.read_text("utf-8"), re.MULTILINE))
    path.write_text("".join(f"#include <{name}>\n" for name in sorted(names)), "utf-8")


def _quietly(line: list[str]) -> bool:
    environment = {**programs.environment(), "CCACHE_DISABLE": "1"}
    done = subprocess.run(
        line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    return done.returncode == 0

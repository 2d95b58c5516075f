"""`./dev wasm-test`: the direct tests of the engine, compiled to WebAssembly, under Node.

That is a machine of 32 bits, with another compiler and another standard library, without SSE and
without threads: what passes there takes little for granted. Each program must pass whole.
"""

from __future__ import annotations

import argparse
import gzip
import os
import subprocess
import sys
import time
from pathlib import Path

from mutants import programs

BUILD = programs.ROOT / "build" / "wasm"
COMPILE = "-fwasm-exceptions -O1"  # with more, the linker needs packages of npm
LINK = [
    "-sALLOW_MEMORY_GROWTH=1",
    "-sEXIT_RUNTIME=1",
    "-sENVIRONMENT=node",
    "-sWASM_ASYNC_COMPILATION=0",  # its other way to load a file is not that of newer Nodes
]
NEEDED = {"emcmake": "emscripten", "cmake": "cmake", "node": "nodejs"}


def main() -> int:
    """Builds and runs the programs; 0 if all cases passed."""
    parser = argparse.ArgumentParser(prog="./dev wasm-test", description=__doc__.split("\n")[0])
    names = programs.names()
    parser.add_argument("programs", nargs="*", choices=[*names, []], help="only these")
    wanted = parser.parse_args().programs or names
    missing = [package for name, package in NEEDED.items() if programs.tool(name) is None]
    if missing:
        print(f"error: missing: apt-get install {' '.join(missing)}", file=sys.stderr)
        return 1
    if build(wanted):
        return 1
    failed = [name for name in wanted if not passes(name)]
    print(f"{len(wanted) - len(failed)} of {len(wanted)} programs passed")
    return 1 if failed else 0


def build(wanted: list[str]) -> int:
    """Bring the programs up to date; the exit code of what failed, or 0."""
    emcmake, cmake = programs.tool("emcmake"), programs.tool("cmake")
    configure = [emcmake, cmake, "-S", programs.ROOT, "-B", BUILD, "-DUNRIDDLE_TESTS=ON"]
    configure += ["-DCMAKE_BUILD_TYPE=Tests", f"-DCMAKE_CXX_FLAGS={COMPILE}"]
    configure += [f"-DCMAKE_EXE_LINKER_FLAGS={' '.join(LINK)}"]
    jobs = str(os.cpu_count() or 1)
    steps = (configure, [cmake, "--build", BUILD, "--parallel", jobs, "--target", *wanted])
    return next(filter(None, (subprocess.call([str(word) for word in step]) for step in steps)), 0)


def passes(name: str) -> bool:
    """Run a program, and say how it went."""
    script = path_of(name)
    started = time.perf_counter()
    code = subprocess.call(["node", str(script)])
    seconds = time.perf_counter() - started
    size = len(gzip.compress(script.with_suffix(".wasm").read_bytes())) / 1000
    cases = len(programs.cases_of(name))
    told = "passed" if code == 0 else "FAILED"
    print(f"{name}: {cases} cases {told} in {seconds:.1f} s; {size:.0f} KB compressed", flush=True)
    return code == 0


def path_of(name: str) -> Path:
    """Where a program is after `build`."""
    return BUILD / "native" / "tests" / f"{name}.js"


if __name__ == "__main__":
    sys.exit(main())

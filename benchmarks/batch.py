"""What a batch costs beyond solving: CPU of all its processes beside the CPU within the solver.

    ./dev python benchmarks/batch.py [--levels freecell/1-32000] [--workers N] [--json]

The batch runs in a process of its own, with a store in a temporary folder. CPU time is counted

- as `solving`: within the solver, the replay of each plan by the rules included;
- as `chunks`: what the workers do with their chunks, which is also reading levels and writing
  down results;
- as `all`: the batch, its workers and all else that it has started, from start to end;
- as `loop`: a program of three lines that loads and solves the same levels one after the other.

The memory is that of the parent, at a tenth of the way and at the end. For Linux.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil
from measuring import parser, show

LOOP = """
import sys, unriddle
for puzzle in unriddle.load_all(sys.argv[1]):
    unriddle.solve(puzzle, sys.argv[2])
"""


def main() -> None:
    """Run the batch and print what it cost."""
    options = parser(__doc__)
    options.add_argument("--levels", default="freecell/1-32000")
    options.add_argument("--solver", default="fast", help="the solver of the batch and of the loop")
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = options.parse_args()
    adopt_orphans()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "runs.sqlite"
        command = [sys.executable, "-m", "unriddle", "batch", arguments.levels, "--json"]
        command += ["--solver", arguments.solver]
        command += ["--store", str(store), "--workers", str(arguments.workers)]
        before = cpu_of_children()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            memory = follow(psutil.Process(process.pid))
            assert process.stdout is not None
            summary = json.loads(process.stdout.read())
        wait_for_all()
        spent = cpu_of_children() - before
        size = store.stat().st_size
    before = cpu_of_children()
    subprocess.run([sys.executable, "-c", LOOP, arguments.levels, arguments.solver], check=True)
    loop = cpu_of_children() - before
    solving = summary["cpu_seconds_solving"]
    figures = {
        "levels": summary["new"],
        "counts": summary["counts"],
        "seconds": summary["seconds"],
        "cpu_seconds_solving": solving,
        "cpu_seconds_chunks": summary["cpu_seconds_working"],
        "cpu_seconds_all": round(spent, 3),
        "cpu_seconds_loop": round(loop, 3),
        "beyond_solving": round(spent / solving - 1, 4),
        "beyond_loop": round(spent / loop - 1, 4),
        "parent_mebibytes_early": memory[len(memory) // 10],
        "parent_mebibytes_late": memory[-1],
        "store_bytes_per_level": size // max(1, summary["new"]),
    }
    rows = [figures] if arguments.json else [{"figure": k, "value": v} for k, v in figures.items()]
    show(rows, as_json=arguments.json)


def cpu_of_children() -> float:
    """CPU seconds of all children that have ended, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def adopt_orphans() -> None:
    """Become the parent of what our children leave behind, so that its CPU time is counted."""
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def wait_for_all() -> None:
    """Wait for the end of every child, adopted ones included."""
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def follow(process: psutil.Process) -> list[float]:
    """The resident memory of a process, in MiB, every tenth of a second until it ends."""
    seen = [0.0]
    while True:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return seen
            seen.append(round(process.memory_info().rss / 2**20, 1))
        except psutil.NoSuchProcess:
            return seen
        time.sleep(0.1)


if __name__ == "__main__":
    main()

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from unriddle.out_of_memory import is_out_of_memory


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError(), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (ImportError("array.so: failed to map segment from shared object"), True),
        (RuntimeError("can't start new thread"), True),
        (OSError(errno.ENOSPC, "No space left on device"), False),
        (ImportError("No module named 'x'"), False),
        (ValueError("failed to map segment"), False),
    ],
    ids=repr,
)
def test_a_shortage_of_memory_has_many_names(error: Exception, expected: bool) -> None:
    assert is_out_of_memory(error) is expected


def _told(script: str) -> tuple[str, str]:
    """What a program says as an answer, and beside it."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.stdout, done.stderr


def test_a_worker_without_memory_to_tidy_up_says_nothing_about_it() -> None:
    script = """if True:
        from processes.bad_workers import untidy
        from unriddle.worker import Worker

        worker = Worker.spawn(untidy)
        worker.send()
        print(worker.receive())
        worker.kill()
    """
    assert _told(script) == ("answered\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc how large the program is")
def test_a_verdict_needs_no_library_that_is_not_loaded_before_the_search() -> None:
    """`hashlib` cannot be loaded where memory is short, and then prints tracebacks."""
    script = """if True:
        import resource
        import unriddle

        run = unriddle.start("freecell/11982", "bfs")
        run.ending()
        pages = int(open("/proc/self/statm").read().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize(),) * 2)
        try:
            print(run.result().status)
        except MemoryError:
            print("out of memory")
    """
    answer, talk = _told(script)
    assert answer in ("unsolvable\n", "out of memory\n")
    assert talk == ""

"""The process that tidies up after a grader, however that ends.

It is told which processes were started, and waits until the grader closes the pipe, on purpose or
by being killed. Then it kills what is left of them and removes the scratch folder. It is run as a
file and needs nothing but Python.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys


def main(folder: str) -> None:
    """Wait for the end of standard input, then tidy up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    running: set[int] = set()
    for line in sys.stdin:
        sign, pid = line[0], int(line[1:])
        (running.add if sign == "+" else running.discard)(pid)
    for pid in running:
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)
    for _ in range(3):  # what is being killed may still write
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.exists(folder):
            break


if __name__ == "__main__":
    main(sys.argv[1])

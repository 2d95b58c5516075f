"""A process that carries out jobs, one after the other, and the handle of whoever sends them.

Runs are kept away from the program that draws tables: a search that dies takes nothing with it,
Ctrl-C ends one at once, and a run whose memory is measured can have a fresh process of its own.
Jobs and answers are lines of JSON.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from types import TracebackType

from unriddle.core import BadInput, Status, is_out_of_memory
from unriddle.experiments.measuring import CRASHED, REFUSED, Job, Measured, as_fields, measure


class Worker:
    """The handle: `run` sends a job and waits for the answer. Use it in a `with` block."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def run(self, job: Job) -> Measured:
        """Carry out a job; what it does wrong is in the answer."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        answer = ""
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(json.dumps(as_fields(job)) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        if not answer:
            self._end()
            return Measured(CRASHED, error="its process has died")
        return Measured(**json.loads(answer))

    def _start(self) -> subprocess.Popen[str]:
        # A session of its own: Ctrl-C is for the program that holds the handle.
        return subprocess.Popen(
            [sys.executable, "-m", "unriddle.experiments.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)  # with what it has forked
            else:
                process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        process.wait()


def serve() -> None:
    """Answer jobs until there are no more."""
    for line in sys.stdin:
        job = Job(**json.loads(line))
        answer = _in_a_fork(job) if job.memory and hasattr(os, "fork") else _answer(job)
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


def _answer(job: Job) -> str:
    try:
        return json.dumps(as_fields(measure(job)))
    except BadInput as error:
        return json.dumps(as_fields(Measured(REFUSED, error=str(error))))
    except Exception as error:  # a bug of a solver spoils its own row, not the table
        if is_out_of_memory(error):
            return json.dumps(as_fields(Measured(str(Status.OUT_OF_MEMORY))))
        return json.dumps(as_fields(Measured(CRASHED, error=f"{type(error).__name__}: {error}")))


def _in_a_fork(job: Job) -> str:
    """The answer of a fresh copy of this process."""
    source, target = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(source)
        with os.fdopen(target, "w", encoding="utf-8") as pipe:
            pipe.write(_answer(job))
        os._exit(0)  # what the parent has yet to write is not the child's to write
    os.close(target)
    with os.fdopen(source, encoding="utf-8") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer or json.dumps(as_fields(Measured(CRASHED, error="its process has died")))


if __name__ == "__main__":
    serve()

"""A process that carries out jobs, one after the other, and the handle of the one who sends them.

Each worker has a pipe of its own, so that the crash of one is seen at once (the pipe closes) and
touches no other. A second pipe tells a worker, also while it works, that the program has been
killed: then it ends at once. Ctrl-C is the business of the program, not theirs.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any

from unriddle.core import BadInput
from unriddle.out_of_memory import is_out_of_memory, silent_without_memory

ATTEMPTS = 3
"""To start a worker."""
OUT_OF_MEMORY = 22
"""The exit code of a worker that had no memory left even to answer."""

BEGUN = b"begun"

Function = Callable[..., Any]
"""What a worker does with a job. It can be found by its name; what it raises ends the worker."""


@dataclass(eq=False)
class Worker:
    """The handle of a process that calls a function for every job."""

    process: BaseProcess
    pipe: Connection
    lifeline: Connection
    """Closes when the program ends, in any way; the worker says by it that it has begun."""

    @classmethod
    def spawn(cls, function: Function) -> Worker:
        """A new worker; raises `BadInput` if none can be started."""
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            sys.exit(1)  # a script that is run again by its worker: see `receive`
        context = _context(function)
        for _ in range(ATTEMPTS):
            ours, theirs = context.Pipe()
            watched, lifeline = context.Pipe()
            process = context.Process(target=_work, args=(theirs, watched, function), daemon=True)
            try:
                with _interrupts_held_back():  # what is started now inherits it
                    process.start()
            except (EOFError, OSError) as error:  # the server has been killed; the next has its own
                if is_out_of_memory(error):
                    raise
                problem = f"{type(error).__name__}: {error}"
                continue
            finally:
                theirs.close()
                watched.close()
            return cls(process, ours, lifeline)
        raise BadInput(f"no worker can be started: {problem}", hint="run the same command again")

    def send(self, *job: Any) -> None:
        """Hand over the arguments of a job."""
        with suppress(OSError):  # if it has died, `receive` finds the pipe closed
            self.pipe.send(job)

    def receive(self) -> Any:
        """The answer to the job that was sent; raises `Crash`.

        Raises `BadInput` for a worker that could not begin, because it cannot load the script that
        has started it.
        """
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(5)
            if (self.process.exitcode or 0) > 0 and not self._has_begun():
                problem = "no worker can be started: it cannot load the script that asks for it"
                hint = 'put what the script does under `if __name__ == "__main__":`'
                raise BadInput(problem, hint=hint) from None
            raise Crash(_cause(self.process.exitcode)) from None

    def _has_begun(self) -> bool:
        try:
            return self.lifeline.poll() and self.lifeline.recv_bytes() == BEGUN
        except (EOFError, OSError):
            return False

    def kill(self) -> None:
        """End it, at work or not."""
        self.pipe.close()
        self.lifeline.close()
        self.process.kill()
        self.process.join()


class Crash(Exception):
    """A worker has died; the text says how."""


def _context(function: Function) -> ForkServerContext | SpawnContext:
    """How processes are made: where it can be, by a server that has loaded all they need.

    So a hundred workers, or one in the place of a dead one, cost the loading of the program once.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    resource_tracker.ensure_running()  # or the server would start it, and let Ctrl-C through again
    context = multiprocessing.get_context("forkserver")
    if (module := getattr(function, "__module__", "")).startswith("unriddle."):
        context.set_forkserver_preload([module])
    return context


def _cause(exitcode: int | None) -> str:
    if exitcode == OUT_OF_MEMORY:
        return "its worker was out of memory"
    if exitcode is not None and exitcode < 0:
        try:
            return f"its worker was ended by {signal.Signals(-exitcode).name}"
        except ValueError:
            return f"its worker was ended by signal {-exitcode}"
    return f"its worker ended with exit code {exitcode}"


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Ctrl-C waits until the end of this block; it would reach processes that are being started."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection, watched: Connection, function: Function) -> None:
    """What a worker process does until its pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.unraisablehook = silent_without_memory
    try:
        watched.send_bytes(BEGUN)
        threading.Thread(target=_end_with, args=(watched,), daemon=True).start()
        while True:
            job = pipe.recv()
            pipe.send(function(*job))
    except (EOFError, OSError):
        return
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        os._exit(OUT_OF_MEMORY)


def _end_with(watched: Connection) -> None:
    """End this process, even at work, when the program that started it has ended."""
    with suppress(EOFError, OSError):
        watched.recv_bytes()  # nothing is ever sent
    os._exit(1)

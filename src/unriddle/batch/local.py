"""An executor of processes on this machine.

Each worker has a pipe of its own, so that the crash of one is seen at once (the pipe closes) and
touches nobody else. A second pipe tells a worker, also while it searches, that the program has been
killed: then it ends at once. Ctrl-C is the business of the program, not theirs.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess

from unriddle.batch.chunk import solve_chunk
from unriddle.batch.executor import Chunk, Ended, Solver
from unriddle.core import BadInput, is_out_of_memory

ATTEMPTS = 3
"""To start a worker."""


class LocalExecutor:
    """So many processes; see `executor.Executor`."""

    def __init__(self, workers: int, solver: Solver = solve_chunk) -> None:
        self._context = _context()
        self._solver = solver
        self._workers: list[_Worker] = []
        with _interrupts_held_back():  # what is started now inherits it, and dies only with us
            for _ in range(workers):
                self._workers.append(_Worker.spawn(self._context, solver))

    def free_slots(self) -> int:
        """How many workers have nothing to do."""
        return sum(worker.chunk is None for worker in self._workers)

    def submit(self, chunk: Chunk) -> None:
        """Hand a chunk to an idle worker."""
        worker = next(worker for worker in self._workers if worker.chunk is None)
        worker.take(chunk)

    def collect(self, seconds: float) -> list[Ended]:
        """The chunks that are done or whose workers have died."""
        busy = {worker.pipe: worker for worker in self._workers if worker.chunk is not None}
        ready = wait(list(busy), timeout=seconds)
        ended = [self._from(worker) for pipe, worker in busy.items() if pipe in ready]
        late = [worker for pipe, worker in busy.items() if pipe not in ready and worker.hangs()]
        return ended + [self._replace(worker, "it hung and was ended") for worker in late]

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.kill()

    def _from(self, worker: _Worker) -> Ended:
        assert worker.chunk is not None
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join(5)
            return self._replace(worker, _cause(worker.process.exitcode))
        chunk, worker.chunk = worker.chunk, None
        return Ended(chunk, answer)

    def _replace(self, worker: _Worker, crash: str) -> Ended:
        """Put a new worker in the place of one that is dead or as good as dead."""
        assert worker.chunk is not None
        worker.kill()
        self._workers[self._workers.index(worker)] = _Worker.spawn(self._context, self._solver)
        return Ended(worker.chunk, None, crash)


def _context() -> ForkServerContext | SpawnContext:
    """How processes are made: where it can be, by a server that has loaded all they need.

    So a hundred workers, or one in the place of a dead one, cost the loading of the program once.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([solve_chunk.__module__])
    return context


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    lifeline: Connection
    """Closes when the program ends, in whatever way."""
    chunk: Chunk | None = None
    since: float = field(default=0.0)

    @classmethod
    def spawn(cls, context: ForkServerContext | SpawnContext, solver: Solver) -> _Worker:
        """A new worker; raises `BadInput` if none can be started."""
        for _ in range(ATTEMPTS):
            ours, theirs = context.Pipe()
            watched, lifeline = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(theirs, watched, solver), daemon=True)
            try:
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

    def take(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.since = time.monotonic()
        with suppress(OSError):  # if it has died meanwhile, `collect` finds the pipe closed
            self.pipe.send((chunk.setup_json, chunk.tasks))

    def hangs(self) -> bool:
        timeout = self.chunk.timeout if self.chunk else None
        return timeout is not None and time.monotonic() - self.since > timeout

    def kill(self) -> None:
        self.pipe.close()
        self.lifeline.close()
        self.process.kill()
        self.process.join()


OUT_OF_MEMORY = 22
"""The exit code of a worker that had no memory left even to answer."""


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


def _work(pipe: Connection, watched: Connection, solver: Solver) -> None:
    """What a worker process does until its pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        threading.Thread(target=_end_with, args=(watched,), daemon=True).start()
        while True:
            setup_json, tasks = pipe.recv()
            pipe.send(solver(setup_json, tasks))
    except (EOFError, OSError):
        return
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        os._exit(OUT_OF_MEMORY)


def _end_with(watched: Connection) -> None:
    """End this process, whatever it is doing, when the program that started it has ended."""
    with suppress(EOFError, OSError):
        watched.recv_bytes()  # nothing is ever sent
    os._exit(1)

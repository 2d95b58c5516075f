"""An executor of processes on this machine."""

from __future__ import annotations

import time
from dataclasses import dataclass
from multiprocessing.connection import wait

from unriddle.batch.chunk import solve_chunk
from unriddle.batch.executor import Chunk, Ended, Solver
from unriddle.worker import Crash, Worker


class LocalExecutor:
    """A number of workers; see `executor.Executor`."""

    def __init__(self, workers: int, solver: Solver = solve_chunk) -> None:
        self._solver = solver
        self._slots = [_Slot(Worker.spawn(solver)) for _ in range(workers)]

    def free_slots(self) -> int:
        """How many workers have nothing to do."""
        return sum(slot.chunk is None for slot in self._slots)

    def submit(self, chunk: Chunk) -> None:
        """Hand a chunk to an idle worker."""
        slot = next(slot for slot in self._slots if slot.chunk is None)
        slot.chunk, slot.since = chunk, time.monotonic()
        slot.worker.send(chunk.setup_json, chunk.tasks)

    def collect(self, seconds: float) -> list[Ended]:
        """The chunks that are done or whose workers have died."""
        busy = {slot.worker.pipe: slot for slot in self._slots if slot.chunk is not None}
        ready = wait(list(busy), timeout=seconds)
        ended = [self._from(slot) for pipe, slot in busy.items() if pipe in ready]
        late = [slot for pipe, slot in busy.items() if pipe not in ready and slot.hangs()]
        return ended + [self._replace(slot, "it hung and was ended") for slot in late]

    def close(self) -> None:
        """End all workers."""
        for slot in self._slots:
            slot.worker.kill()

    def _from(self, slot: _Slot) -> Ended:
        assert slot.chunk is not None
        try:
            answer = slot.worker.receive()
        except Crash as crash:
            return self._replace(slot, str(crash))
        chunk, slot.chunk = slot.chunk, None
        return Ended(chunk, answer)

    def _replace(self, slot: _Slot, crash: str) -> Ended:
        """Put a new worker in the place of one that is dead or as good as dead."""
        assert slot.chunk is not None
        chunk, slot.chunk = slot.chunk, None
        slot.worker.kill()
        slot.worker = Worker.spawn(self._solver)
        return Ended(chunk, None, crash)


@dataclass(eq=False)
class _Slot:
    worker: Worker
    chunk: Chunk | None = None
    since: float = 0.0

    def hangs(self) -> bool:
        timeout = self.chunk.timeout if self.chunk else None
        return timeout is not None and time.monotonic() - self.since > timeout

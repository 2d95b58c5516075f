"""Runs of an experiment, in a process of their own.

So a search that dies takes nothing with it, Ctrl-C ends one at once, and a run whose memory is
measured has a fresh process.
"""

from __future__ import annotations

from unriddle.core import BadInput, Status
from unriddle.experiments.measuring import CRASHED, REFUSED, Job, Measurement, measure
from unriddle.out_of_memory import is_out_of_memory
from unriddle.plugins import fault_of
from unriddle.wording import FAULTY
from unriddle.worker import Crash, Worker


class JobRunner:
    """Carries out jobs, one after the other. Use it in a `with` block."""

    def __init__(self) -> None:
        self._worker: Worker | None = None

    def __enter__(self) -> JobRunner:
        return self

    def __exit__(self, *failure: object) -> None:
        self._end()

    def run(self, job: Job) -> Measurement:
        """Carry out a job; what it does wrong is in the answer."""
        if job.memory:
            self._end()
        worker = self._worker = self._worker or Worker.spawn(answer)
        worker.send(job)
        try:
            measured: Measurement = worker.receive()
        except Crash as crash:
            self._end()
            return Measurement(CRASHED, error=str(crash))
        if job.memory:
            self._end()
        return measured

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()


def answer(job: Job) -> Measurement:
    """What a worker does with a job."""
    try:
        return measure(job)
    except BadInput as error:
        return Measurement(REFUSED, error=str(error))
    except Exception as error:  # a bug of a solver spoils its own row, not the table
        if is_out_of_memory(error):
            return Measurement(str(Status.OUT_OF_MEMORY))
        if fault := fault_of(error):
            return Measurement(FAULTY, error=str(fault))
        return Measurement(CRASHED, error=f"{type(error).__name__}: {error}")

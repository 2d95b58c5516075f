"""An executor on an existing Dask cluster: `--cluster tcp://host:port`.

Dask itself starts a chunk again whose worker has died, as often as the scheduler's setting
`distributed.scheduler.allowed-failures` says, and then gives it back as killed.
"""

from __future__ import annotations

import re
import socket
from typing import Any

from unriddle.batch.chunk import solve_chunk
from unriddle.batch.executor import Chunk, Ended
from unriddle.core import BadInput
from unriddle.out_of_memory import lacking

PER_THREAD = 2
"""Chunks on their way for each thread of a worker, so that none waits for the next one."""


TIMEOUT = 30.0
"""Seconds in which the scheduler, and a worker, must answer."""


class ClusterExecutor:
    """The workers of a Dask scheduler; see `executor.Executor`."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError as error:
            raise lacking(
                error,
                "a cluster needs Dask, which is not installed",
                hint="pip install 'unriddle[cluster]', here and on the cluster",
            ) from error
        self._dask: Any = distributed
        self._at_work: dict[Any, Chunk] = {}
        """By Dask's future. Dask has no types: so Any here and below."""
        _knock(address)
        self._client = self._dask.Client(address, timeout=TIMEOUT, set_as_default=False)
        try:
            self._client.wait_for_workers(1, timeout=TIMEOUT)
        except TimeoutError as error:
            self._client.close()
            raise BadInput(
                f"the Dask cluster at {address} has no workers",
                hint=f"start some, on any machine: dask worker {address}",
            ) from error

    def free_slots(self) -> int:
        """How many more chunks keep all threads of all workers busy."""
        threads = int(sum(self._client.nthreads().values()))
        return max(0, PER_THREAD * max(1, threads) - len(self._at_work))

    def submit(self, chunk: Chunk) -> None:
        """Hand a chunk to the scheduler."""
        future = self._client.submit(solve_chunk, chunk.setup_json, chunk.tasks, pure=False)
        self._at_work[future] = chunk

    def collect(self, seconds: float) -> list[Ended]:
        """The chunks that are done or that Dask has given up."""
        try:
            with self._client.as_current():
                self._dask.wait(list(self._at_work), timeout=seconds, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return []
        done = [future for future in self._at_work if future.done()]
        return [self._ended(future) for future in done]

    def close(self) -> None:
        """Cancel what is running and leave the cluster as it is."""
        self._client.cancel(list(self._at_work), force=True)
        self._client.close()

    def _ended(self, future: Any) -> Ended:
        chunk = self._at_work.pop(future)
        try:
            answer = future.result()
        except Exception as error:  # KilledWorker, a cancelled future, a lost connection
            return Ended(chunk, None, f"{type(error).__name__}: {error}")
        return Ended(chunk, answer)


def _knock(address: str) -> None:
    """See whether anybody is there: Dask itself tries for a minute and then dies noisily."""
    place = re.fullmatch(r"(?:tcp|tls)://\[?([^/]+?)\]?:(\d{1,5})", address)
    if place is None:
        raise BadInput(f"'{address}' is not the address of a cluster", hint="write tcp://host:port")
    try:
        socket.create_connection((place[1], int(place[2])), timeout=TIMEOUT).close()
    except (OSError, OverflowError) as error:
        raise BadInput(
            f"there is no Dask cluster at {address}: {error}",
            hint="start one: dask scheduler, and dask worker ADDRESS on every machine",
        ) from error

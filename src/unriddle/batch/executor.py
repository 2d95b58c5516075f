"""What carries out the chunks of a batch: the interface that both kinds of executors offer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from unriddle.batch.chunk import Answer
from unriddle.batch.jobs import Task

Solver = Callable[[str, Sequence[Task]], Answer]
"""What workers call: `chunk.solve_chunk`, or a stand-in that can be found by its name."""


class Chunk(NamedTuple):
    """A share of the work, as large as one worker takes at a time."""

    setup_json: str
    tasks: tuple[Task, ...]
    crashes: int = 0
    """How many workers have died over it."""
    timeout: float | None = None
    """Seconds after which its worker is taken to hang; None for ever."""


class Ended(NamedTuple):
    """A chunk that came back, with its answer, or with how its worker ended."""

    chunk: Chunk
    answer: Answer | None
    crash: str = ""


class Executor(Protocol):
    """Workers that take chunks. A worker that dies is replaced, and its chunk comes back."""

    def free_slots(self) -> int:
        """How many chunks could be handed out now."""

    def submit(self, chunk: Chunk) -> None:
        """Hand out a chunk; only if a slot is free."""

    def collect(self, seconds: float) -> list[Ended]:
        """The chunks that have come back, after waiting for one at most `seconds`."""

    def close(self) -> None:
        """End the workers, at work or not."""

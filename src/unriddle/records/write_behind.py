"""Keeps games for many pages at once, none of which waits for the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from unriddle.play import Help
from unriddle.records.record import Record
from unriddle.records.store import Store


class WriteBehindStore(Store):
    """The same, written in a thread of its own: who keeps a game does not wait for the disk.

    What is not written yet is known all the same, and it is written before the program ends.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._writer = ThreadPoolExecutor(1, "records")
        self._problem = ""
        super().__init__(path)

    @property
    def problem(self) -> str:
        """Why games are not kept, as soon as all is written that has to be."""
        self._later(lambda: None, waits=True)
        return self._problem

    @problem.setter
    def problem(self, problem: str) -> None:
        self._problem = problem

    def keep(self, records: Iterable[Record]) -> None:
        """Keep games soon."""
        self._here.update((one.id, one) for one in records)
        self._later(self._write)

    def note_help(self, key: str, kinds: Iterable[Help]) -> None:
        """Note soon what helps with a level."""
        noted = self._help_here[key] = frozenset(kinds)
        self._later(lambda: Store.note_help(self, key, noted))

    def _write(self) -> None:
        if self._here:  # it may have been written with another
            super().keep(())

    def _later(self, work: Callable[[], None], *, waits: bool = False) -> None:
        try:
            done = self._writer.submit(work)
        except RuntimeError:  # no thread can be had, or no longer
            work()
        else:
            if waits:
                done.result()

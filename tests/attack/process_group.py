"""Processes that belong together, found by a mark in their environment, however they were started.

A child that has lost its parent belongs to nobody any more, but it keeps the environment.
"""

from __future__ import annotations

import time
import uuid

import psutil

MARK = "UNRIDDLE_ATTACK"


class ProcessGroup:
    """All processes that were started with `environment`, and whatever they have started."""

    def __init__(self) -> None:
        self.name = uuid.uuid4().hex
        self.environment = {MARK: self.name}

    def members(self) -> list[psutil.Process]:
        """Those that live; what is dead and only waits to be asked after does not count."""
        found = []
        for process in psutil.process_iter():
            try:
                if (
                    process.environ().get(MARK) == self.name
                    and process.status() != psutil.STATUS_ZOMBIE
                ):
                    found.append(process)
            except (psutil.Error, OSError):
                continue
        return found

    def wait_and_kill(self, patience: float = 60.0) -> list[psutil.Process]:
        """Wait until nobody is left; whoever is left all the same, and is ended now."""
        deadline = time.monotonic() + patience
        while (left := self.members()) and time.monotonic() < deadline:
            time.sleep(0.05)
        for process in left:
            process.kill()
        return left

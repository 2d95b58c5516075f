"""Code of a user in a thread of its own, which can be ended from outside.

An exception is raised in the thread, at its next line of Python. Only code that waits inside a C
function cannot be ended: it is left alone after a while, and its thread dies with the program.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic

from unriddle.core import T

BEAT = 0.02
"""Seconds between two attempts to end it."""
GRACE = 2.0
"""Seconds in which code must end that is told to."""


class Ended(SystemExit):
    """Ends the code of a user; no `except Exception` catches it, and a thread ends silently."""


class OwnThread(Generic[T]):
    """Carries out `work`; `value` or `error` is what came of it, or none if it was ended."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._function = work
        self._thread = threading.Thread(target=self._work, name="own code", daemon=True)
        self._lock = threading.Lock()
        self._finished = False
        self.value: T | None = None
        self.error: BaseException | None = None

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def is_alive(self, seconds: float = 0.0) -> bool:
        """Is it still at work, after so many seconds of waiting?"""
        self._thread.join(seconds)
        return self._thread.is_alive()

    def end(self) -> None:
        """See to it that it ends; where it swallows the exception, it gets another."""
        if not self._thread.is_alive():
            return
        import ctypes  # takes a while to load

        patience = time.monotonic() + GRACE
        while self._thread.is_alive() and time.monotonic() < patience:
            with self._lock:
                if not self._finished and self._thread.ident is not None:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self._thread.ident), ctypes.py_object(Ended)
                    )
            self._thread.join(BEAT)

    def _work(self) -> None:
        try:
            try:
                self.value = self._function()
            except Ended:
                pass
            except BaseException as error:  # it is raised again where somebody waits
                self.error = error
            with self._lock:
                self._finished = True
        except Ended:  # it came a moment too late
            pass


def within(work: Callable[[], T], seconds: float) -> T:
    """What comes of `work`, done in a thread of its own; raises what it raises.

    Raises `TimeoutError` if it takes longer; then it is ended.
    """
    thread = OwnThread(work)
    thread.start()
    if thread.is_alive(seconds):
        thread.end()
        raise TimeoutError
    if thread.error is not None:
        raise thread.error
    value: T = thread.value  # type: ignore[assignment]  # it has ended, and not by us
    return value

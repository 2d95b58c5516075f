"""Code of a user in a thread of its own, which can be ended from outside.

An exception is raised in the thread, at its next line of Python. Only code that waits inside a C
function cannot be ended: it is left alone after a while, and its thread dies with the program.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Generic

from unriddle.core import FaultyCode, T

INTERVAL = 0.02
"""Seconds between two attempts to end it."""
GRACE = 2.0
"""Seconds in which code must end that is told to."""


NAME = "own code"
"""Of the threads."""


class NotEnded(FaultyCode):
    """Code of a user has not ended in the time that it had."""


class Late(TimeoutError):
    """The same, where that is no fault; the text is the line that it has come to."""


class Ended(SystemExit):
    """Ends the code of a user; no `except Exception` catches it, and a thread ends silently."""


class OwnThread(Generic[T]):
    """Carries out `work`; `value` or `error` is what came of it, or none if it was ended."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._function = work
        self._thread = threading.Thread(target=self._work, name=NAME, daemon=True)
        self._lock = threading.Lock()
        self._finished = False
        self.value: T | None = None
        self.error: BaseException | None = None

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def is_alive(self, seconds: float = 0.0) -> bool:
        """Wait this number of seconds at most; is it still at work?"""
        self._thread.join(seconds)
        return self._thread.is_alive()

    def place(self) -> str:
        """The line at which it is now."""
        frame = sys._current_frames().get(self._thread.ident or 0)
        return _line(traceback.extract_stack(frame)) if frame is not None else ""

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
            self._thread.join(INTERVAL)

    def _work(self) -> None:
        is_closed = getattr(sys.stdout, "closed", False)
        try:
            try:
                self.value = self._function()
            except Ended:
                pass
            except BaseException as error:  # it is raised again where somebody waits
                self.error = told(error)
            if self.error is None and not is_closed and getattr(sys.stdout, "closed", False):
                self.error = FaultyCode("your code closed the standard output")
            with self._lock:
                self._finished = True
        except Ended:  # it came a moment too late
            pass


def told(error: BaseException) -> BaseException:
    """An exception that code of a user has raised, as one that ends only that code.

    What Python means for others (the end of the program, of a generator, of a loop) is a fault:
    the thread that waits for the code would take it for its own.
    """
    if isinstance(error, Exception) and not isinstance(error, StopIteration | StopAsyncIteration):
        return error
    what = f"raised {type(error).__name__}"
    if isinstance(error, SystemExit):
        what = f"tried to end the program: exit({error})"
    fault = FaultyCode(f"your code {what}", shown=_line(traceback.extract_tb(error.__traceback__)))
    fault.__cause__ = error
    return fault


def _line(frames: list[traceback.FrameSummary]) -> str:
    """The innermost line."""
    return "".join(traceback.format_list(frames[-1:])).rstrip()


def within(work: Callable[[], T], seconds: float) -> T:
    """What comes of `work`, done in a thread of its own; raises what it raises.

    Raises `Late` if it takes longer; then it is ended. An interrupt ends it too.
    """
    thread = OwnThread(work)
    thread.start()
    deadline = time.monotonic() + seconds
    try:
        # Not one long wait: what waits here may be code of a user that is to be ended itself.
        while thread.is_alive(INTERVAL) and time.monotonic() < deadline:
            pass
    finally:
        is_late = thread.is_alive()
        place = thread.place() if is_late else ""
        thread.end()
    if is_late:
        raise Late(place)
    if thread.error is not None:
        raise thread.error
    value: T = thread.value  # type: ignore[assignment]  # it has ended, and not by us
    return value


PATIENCE = 10.0
"""Seconds for what takes no time in code that is right: to make a puzzle, to draw a state."""


def promptly(work: Callable[[], T], what: str, seconds: float | None = None) -> T:
    """What comes of `work`, which is code of a user; raises `NotEnded` if it does not end.

    `what` says what it does: "making the puzzle".
    """
    if threading.current_thread().name == NAME:  # the watcher of that thread ends this too
        return work()
    seconds = PATIENCE if seconds is None else seconds
    try:
        return within(work, seconds)
    except Late as error:
        raise NotEnded(f"{what} has not ended in {seconds:g} s", shown=str(error)) from None

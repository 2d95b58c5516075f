"""Work beside the screen: threads that can be stopped, and that are all gone when the app ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from unriddle.catalog import AnyPuzzle
from unriddle.core import (
    BadInput,
    FaultyCode,
    Limits,
    Result,
    Run,
    Stats,
    UnriddleError,
    WrongAnswer,
)
from unriddle.plugins import fault_of
from unriddle.solving import Choice


class Stopper:
    """Stops the run that is at work."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._run: Run[Any] | None = None
        self.stopped = False

    def stop(self) -> None:
        """End the run that is attached, and every one to come."""
        with self._lock:
            self.stopped = True
            if self._run is not None:
                self._run.stop()

    def attach(self, run: Run[Any]) -> None:
        """Take note of the run that is now at work."""
        with self._lock:
            self._run = run
            if self.stopped:
                run.stop()


class BackgroundTasks:
    """All threads of an app; `complain` is told what code of a user does wrong in one of them."""

    def __init__(self, complain: Callable[[FaultyCode], object]) -> None:
        self._complain = complain
        self._busy: dict[threading.Thread, Stopper] = {}
        self._failures: list[Exception] = []
        self._lock = threading.Lock()

    def begin(self, task: Callable[[Stopper], None]) -> Stopper:
        """Start a task in a thread of its own; it is handed what tells it to stop."""
        stopper = Stopper()

        def work() -> None:
            try:
                task(stopper)
            except Exception as error:
                if fault := fault_of(error):
                    self._complain(fault)
                else:  # raised again at the end: a screen must not be written on
                    self._failures.append(error)
            finally:
                with self._lock:
                    self._busy.pop(threading.current_thread(), None)

        thread = threading.Thread(target=work, name="unriddle work")
        with self._lock:
            self._busy[thread] = stopper
        thread.start()
        return stopper

    def close(self) -> None:
        """Stop everything, wait for its end, and raise what went wrong in a task."""
        with self._lock:
            busy = dict(self._busy)
        for stopper in busy.values():
            stopper.stop()
        for thread in busy:
            thread.join()
        if self._failures:
            raise self._failures[0]


@dataclass(eq=False)
class BackgroundRun:
    """One run in a thread: read `stats` while it goes on, and `result` when it has ended."""

    choice: Choice
    puzzle: AnyPuzzle
    limits: Limits
    stats: Stats = field(default_factory=Stats)
    result: Result[Any] | None = None
    problem: str = ""
    """Why it could not run to its end."""

    @property
    def ended(self) -> bool:
        """Is there a result, or a problem?"""
        return self.result is not None or bool(self.problem)

    def carry_out(self, stopper: Stopper) -> None:
        """Search until the end, or until `stopper` says so; to be called in a thread."""
        try:
            run = self.choice.start(self.puzzle, self.limits)
            stopper.attach(run)
            for stats in run:
                self.stats = stats
            result = run.result()
            self.stats = result.stats
            self.result = result
        except WrongAnswer as error:
            self.problem = f"a bug of the program: {error}"
        except MemoryError:
            self.problem = "there is not enough memory"
        except Exception as error:
            told = error if isinstance(error, UnriddleError) else fault_of(error)
            if told is None:
                raise
            hint = told.hint if isinstance(told, BadInput | FaultyCode) else ""
            self.problem = f"{told}. {hint}" if hint else str(told)

"""Planners of others, run on puzzles within limits.

A planner runs in processes of its own, started by a worker, and is killed with it: by a limit, by
`stop`, or when this program ends in any way. What it says is not believed: its plan is read back
and replayed, and "unsolvable" is judged like that of every other solver. A plan counts as optimal
only if the planner ended a search that proves it, and if its costs are those of our rules.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple

from unriddle.core import (
    A,
    BadInput,
    IllegalMove,
    Limits,
    Puzzle,
    Result,
    S,
    Stats,
    Status,
    WrongAnswer,
    certify,
    replay,
)
from unriddle.planning.encodings import encoding_of, plan_from_pddl
from unriddle.planning.planners import INSTALLABLE, Planner, Search, Step
from unriddle.search.drive import usable_mebibytes
from unriddle.worker import Crash, Worker

INTERVAL: Final = 0.05
"""Seconds between two statistics."""
_PDEATHSIG, _KILL = 1, 9


class Outcome(NamedTuple):
    """What a planner has done."""

    status: Status
    plan: str = ""
    figures: dict[str, int] | None = None
    memory: int = 0
    """Bytes, the most of any of its processes."""
    problem: str = ""
    """Why it failed, in its own words."""


def carry_out(
    name: str, place: str, search: Search, seconds: float | None, mebibytes: float
) -> Outcome:
    """Run a planner to its end, in a worker; the task is in the folder `place`."""
    planner = INSTALLABLE[name]
    spec = find_spec(planner.package)
    assert spec is not None
    folder = Path(spec.origin or "").parent
    deadline = None if seconds is None else time.monotonic() + seconds
    printed, status = "", Status.GAVE_UP
    for step in planner.steps(folder, search):
        left = None if deadline is None else max(0.01, deadline - time.monotonic())
        code, said = _run(step, place, left, mebibytes)
        printed += said
        if code is None:
            return Outcome(Status.OUT_OF_TIME, memory=_memory())
        if code not in planner.statuses:
            last = " ".join(printed.split()[-40:])
            lacked = "MemoryError" in printed or "bad_alloc" in printed
            failed = Status.OUT_OF_MEMORY if lacked else Status.GAVE_UP
            return Outcome(failed, memory=_memory(), problem="" if lacked else last)
        status = planner.statuses[code]
        if status is not Status.SOLVED:
            break
    figures = {
        word: int(found[-1])
        for word, pattern in planner.counts.items()
        if (found := pattern.findall(printed))
    }
    plan = Path(place, planner.plan)
    if status is Status.SOLVED and not plan.exists():
        none = planner.unsolvable and planner.unsolvable in printed
        status = Status.UNSOLVABLE if none else Status.GAVE_UP
    text = plan.read_text() if status is Status.SOLVED else ""
    return Outcome(status, text, figures, _memory())


def _run(step: Step, place: str, seconds: float | None, mebibytes: float) -> tuple[int | None, str]:
    """Exit code and output of a program; no code if it ran out of time."""

    def prepare() -> None:
        if sys.platform != "linux":
            return
        import ctypes
        import resource

        ctypes.CDLL(None).prctl(_PDEATHSIG, _KILL, 0, 0, 0)
        memory = int(mebibytes * 2**20)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    path = os.pathsep.join(filter(None, (step.folder, os.environ.get("PYTHONPATH", ""))))
    with (
        open(Path(place, step.reads or os.devnull), "rb") as source,
        subprocess.Popen(
            step.command,
            cwd=place,
            env={**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "ignore"},
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            preexec_fn=prepare if os.name == "posix" else None,
        ) as process,
    ):
        try:
            printed, _ = process.communicate(timeout=seconds)
            return process.returncode, printed
        except subprocess.TimeoutExpired:
            process.kill()
            return None, ""


def _memory() -> int:
    """The most bytes that a child of this process has used."""
    try:
        import resource
    except ImportError:  # no such system
        return 0
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


class PlannerRun(Generic[A]):
    """A planner that is running (a `core.Run`)."""

    def __init__(
        self,
        puzzle: Puzzle[S, A],
        planner: Planner,
        limits: Limits,
        *,
        proof: bool,
        landmarks: bool,
    ) -> None:
        if planner.why_not:
            name, _, hint = planner.why_not.partition(": ")
            raise BadInput(f"{planner.name} cannot be used, {name}", hint=hint)
        if limits.nodes is not None:
            hint = "limit its time or its memory"
            raise BadInput(f"the nodes of {planner.name} cannot be limited", hint=hint)
        self._puzzle: Puzzle[Any, A] = puzzle
        self.planner = planner
        """What runs."""
        self._limits = limits
        encoding = encoding_of(puzzle)
        self._same_cost = encoding.same_cost(puzzle, costs=planner.costs)
        self._proof = proof
        self._search: Search = "greedy" if not proof else "landmarks" if landmarks else "blind"
        self._task = encoding.task(puzzle, costs=planner.costs)
        self._stopped = False
        self._seconds = 0.0
        self._outcome: Outcome | None = None

    def __iter__(self) -> Iterator[Stats]:
        """How long it has taken; planners do not say more while they run."""
        if self._outcome is not None:
            return
        with tempfile.TemporaryDirectory(prefix="unriddle-") as place:
            Path(place, "domain.pddl").write_text(self._task.domain)
            Path(place, "problem.pddl").write_text(self._task.problem)
            yield from self._follow(place)

    def _follow(self, place: str) -> Iterator[Stats]:
        started = time.monotonic()
        mebibytes = self._limits.mebibytes or usable_mebibytes()
        job = (self.planner.name, place, self._search, self._limits.seconds, mebibytes)
        if multiprocessing.current_process().daemon:  # a worker itself: it may have no children
            self._outcome = carry_out(*job)
            self._seconds = time.monotonic() - started
            return
        worker = Worker.spawn(carry_out)
        try:
            worker.send(*job)
            while not worker.pipe.poll(INTERVAL):
                if self._stopped:
                    self._outcome = Outcome(Status.STOPPED)
                    return
                yield Stats(seconds=time.monotonic() - started)
            try:
                self._outcome = worker.receive()
            except Crash as error:
                self._outcome = Outcome(Status.GAVE_UP, problem=str(error))
        finally:
            self._seconds = time.monotonic() - started
            worker.kill()

    def stop(self) -> None:
        """End it soon."""
        self._stopped = True

    def ending(self) -> tuple[Status, Stats]:
        """How it ended; nothing is checked."""
        for _ in self:
            pass
        outcome = self._outcome or Outcome(Status.STOPPED)
        if outcome.problem:
            raise BadInput(f"{self.planner.name} failed: {outcome.problem}")
        figures = outcome.figures or {}
        return outcome.status, Stats(
            figures.get("expanded", 0),
            figures.get("generated", 0),
            seconds=self._seconds,
            memory=outcome.memory,
        )

    def result(self) -> Result[A]:
        """How it ended, with a plan that was replayed; raises `WrongAnswer`."""
        status, stats = self.ending()
        outcome = self._outcome
        if status is not Status.SOLVED or outcome is None:
            return Result(status, stats)
        name = self.planner.name
        try:
            plan = plan_from_pddl(self._puzzle, outcome.plan, name)
            cost = replay(self._puzzle, plan).cost
        except (BadInput, IllegalMove) as error:
            raise WrongAnswer(f"{self._puzzle.name}: {name} returned a bad plan: {error}") from None
        claimed = (outcome.figures or {}).get("cost") if self._same_cost else cost
        proved = self._proof and self._same_cost
        return certify(
            self._puzzle, plan, -1 if claimed is None else claimed, stats, optimal=proved
        )

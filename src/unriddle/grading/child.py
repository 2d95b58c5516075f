"""The process of a submission: it loads what was handed in, runs it once and says what came of it.

It knows the rules and no solver. What it says is not trusted: the grader replays plans and compares
estimates itself. The answer is sent at once and the process left by `os._exit`, so nothing that the
submission has prepared for the end of the program happens.
"""

from __future__ import annotations

import linecache
import os
import pickle
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from types import ModuleType
from typing import Any

from unriddle.core import BadInput, FaultyCode, Heuristic, Puzzle
from unriddle.grading import protocol
from unriddle.grading.faults import Kind
from unriddle.grading.guard import (
    ALLOWED,
    Guard,
    cut_off_network,
    end_with_the_grader,
    limit_memory,
    limit_the_rest,
    unload,
)
from unriddle.grading.handing_in import Submission, Submitted, pick
from unriddle.grading.protocol import Job
from unriddle.grading.recorder import LimitReached, Recorder
from unriddle.grading.seal import Seal
from unriddle.grading.states import states_of
from unriddle.out_of_memory import is_out_of_memory
from unriddle.search.node import Ending, Expansion, Node
from unriddle.search.own_heuristic import OwnHeuristic, name_of, required_arguments

Answer = dict[str, Any]


class Fault(Exception):
    """What the submission has done wrong, by kind."""

    def __init__(self, kind: Kind, words: str, shown: str = "") -> None:
        super().__init__(kind, words)
        self.answer: Answer = {
            "is": protocol.FAULT,
            "fault": str(kind),
            "words": words,
            "shown": shown,
        }


def main(jobs: int, answers: int) -> None:
    """Carry out the job that comes through a pipe; never returns."""
    sys.dont_write_bytecode = True
    end_with_the_grader()
    job = protocol.receive_job(jobs)
    handed = Submission()
    sys.modules["unriddle.plugins"] = handed.decorators()
    for module, path, source in job.files:
        _execute(module, path, source)
    puzzle: Puzzle[Any, Any]
    puzzle, plan = pickle.loads(job.puzzle)
    pristine, _ = pickle.loads(job.puzzle)
    search = pickle.loads(job.given_search) if job.given_search else None
    heuristic = pickle.loads(job.given_heuristic) if job.given_heuristic else None
    estimate = heuristic.estimate if heuristic is not None else None
    states = None if job.estimates is None else states_of(pristine, job.estimates, plan)
    handed.searches.clear()
    handed.heuristics.clear()
    token = job.token

    def say(kind: str, **said: Any) -> None:
        line = protocol.message(token, kind, **said)
        while line:
            line = line[os.write(answers, line) :]

    def tell(kind: Kind, what: str) -> None:
        say(protocol.BROKE, fault=str(kind), what=what[:200])

    protection = [cut_off_network()]
    guard = Guard(os.getcwd(), job, answers, tell)
    unload((*ALLOWED, *job.allowed))
    seal = Seal()
    protection.append(limit_memory(job.mebibytes))
    limit_the_rest(job.seconds)
    say(protocol.READY, protection=protection)
    os.read(jobs, 1)
    os.close(jobs)
    guard.arm()
    trial = Trial(job, handed, puzzle, search, estimate, states)
    answer = trial.run()
    state = trial.recorder.changed_state()
    is_as_it_was = bool(state) or puzzle == pristine
    answer["changed_state"] = state
    answer["changed"] = (
        trial.recorder.changed_part()
        or seal.broken()
        or ("" if is_as_it_was else "what the level is made of")
    )
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except Exception:  # it has closed them
        pass
    say(protocol.ANSWER, **answer)
    os._exit(0)


def _execute(module_name: str, path: str, source: str) -> ModuleType:
    module = ModuleType(module_name)
    module.__file__ = path
    sys.modules[module_name] = module
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    try:
        code = compile(source, path, "exec", dont_inherit=True)
    except ValueError as error:  # how Python before 3.11.4 refuses null bytes
        raise SyntaxError(str(error)) from None
    exec(code, vars(module))
    return module


@dataclass
class Trial:
    """One run of what was handed in."""

    job: Job
    handed: Submission
    puzzle: Puzzle[Any, Any]
    search: Callable[..., Any] | None
    estimate: Callable[[Any], float] | None
    states: list[Any] | None

    def __post_init__(self) -> None:
        self.recorder = Recorder(self.puzzle, nodes=self.job.nodes, trace=self.job.trace)
        self._counter = self.recorder.counter
        self._yielded = 0

    def run(self) -> Answer:
        """What came of it; never raises."""
        try:
            return self._run()
        except Fault as fault:
            return fault.answer
        except FaultyCode as fault:
            kind = Kind.NO_NUMBER if "heuristic returned" in fault.problem else Kind.MISSING
            hint = f" ({fault.hint})" if fault.hint else ""
            return Fault(kind, fault.problem + hint, fault.shown).answer
        except LimitReached:
            return self._out_of_nodes()
        except SystemExit as end:
            if self.recorder.over:
                return self._out_of_nodes()
            return Fault(Kind.ENDS_ITSELF, f"it tried to end the program: exit({end})").answer
        except BaseException as error:  # also KeyboardInterrupt, which is no business of ours here
            if self.recorder.over:
                return self._out_of_nodes()
            if is_out_of_memory(error):
                limit = f"it wanted more than {self.job.mebibytes:g} MiB"
                return Fault(Kind.OUT_OF_MEMORY, limit).answer
            return Fault(Kind.RAISES, _told(error), self._places(error)).answer

    def _out_of_nodes(self) -> Answer:
        return Fault(Kind.OUT_OF_NODES, f"it expanded {self.job.nodes:,} states").answer

    def _places(self, error: BaseException) -> str:
        """The traceback within the file that was handed in."""
        frames = [
            traceback.FrameSummary(frame.f_code.co_filename, line, frame.f_code.co_name)
            for frame, line in traceback.walk_tb(error.__traceback__)
            if frame.f_code.co_filename == self.job.name
        ]
        return "".join(traceback.format_list(frames[-20:])).rstrip()

    def _run(self) -> Answer:
        job = self.job
        try:
            module = _execute("submission", job.name, job.source)
        except SyntaxError as error:
            if error.filename not in (job.name, None):
                raise
            shown = "".join(traceback.format_exception_only(error)).rstrip()
            place = f"line {error.lineno}: " if error.lineno else ""
            raise Fault(Kind.NO_PYTHON, f"{place}{error.msg}", shown) from None
        search, estimate = self.search, self.estimate
        claims: dict[str, Any] = {}
        if job.search is not None:
            found = pick(self.handed.searches, job.search, "search", vars(module))
            search, claims = found.function, dict(found.claims)
        if job.heuristic is not None:
            found = pick(self.handed.heuristics, job.heuristic, "heuristic", vars(module))
            heuristic = self._heuristic(found)
            claims |= {"admissible": heuristic.admissible, "consistent": heuristic.consistent}
            estimate = heuristic.estimate
        if self.states is not None:
            assert estimate is not None
            numbers = [float(estimate(state)) for state in self.states]
            return {"is": protocol.ESTIMATES, "numbers": numbers, "claims": claims}
        assert search is not None
        if job.search is None:
            self.recorder.asked = (
                0  # what the heuristic asked to make its tables is not our search's
            )
            self._counter = self.recorder.counter = count()
        answer = self._read(self._drive(search, estimate))
        if self.recorder.asked != next(self._counter):
            raise Fault(Kind.TAMPERS, "it has changed the count of its expansions")
        return {
            **answer,
            "claims": {name: bool(claim) for name, claim in claims.items()},
            "asked": self.recorder.asked,
            "yielded": self._yielded,
            "trace": self.recorder.trace,
        }

    def _heuristic(self, found: Submitted) -> Heuristic[Any]:
        with _fitting():
            own = OwnHeuristic(found.function, **found.claims)
        return own(self.recorder.puzzle)

    def _drive(self, search: Callable[..., Any], estimate: Callable[[Any], float] | None) -> Any:
        with _fitting():
            arguments = required_arguments(search, "search")
        if len(arguments) > 1:
            if estimate is None:
                problem = f"{name_of(search)} takes an estimate, and this task gives none"
                raise Fault(Kind.MISSING, problem)
            found = search(self.recorder.puzzle, estimate)
        else:
            found = search(self.recorder.puzzle)
        if not isinstance(found, Generator):
            return found
        while True:
            try:
                expansion = next(found)
            except StopIteration as end:
                return end.value
            if not isinstance(expansion, Expansion):
                words = f"it yielded {str(expansion)[:60]!r}, which is not an expansion"
                raise Fault(Kind.NO_PLAN, words)
            self._yielded += 1

    def _read(self, found: Any) -> Answer:
        if found is None:
            return {"is": protocol.NOTHING}
        if isinstance(found, Ending):
            exhausted = found is Ending.EXHAUSTED
            return {"is": protocol.EXHAUSTED if exhausted else protocol.STUCK}
        if isinstance(found, str):
            return {"is": protocol.TEXT, "text": found}
        if not isinstance(found, Node | Iterable):
            raise Fault(Kind.NO_PLAN, f"it returned {str(found)[:60]!r}, which is not a plan")
        moves: list[str] = []
        for move in found.plan() if isinstance(found, Node) else found:
            if len(moves) == protocol.LONGEST_PLAN:
                raise Fault(Kind.NO_PLAN, "its plan is longer than a million moves")
            moves.append(str(move)[: protocol.LONGEST_MOVE])
        cost = found.cost if isinstance(found, Node) else None
        return {"is": protocol.PLAN, "moves": moves, "cost": cost}


@contextmanager
def _fitting() -> Iterator[None]:
    """What is no search or heuristic at all was not handed in."""
    try:
        yield
    except BadInput as error:
        raise Fault(Kind.MISSING, f"{error.problem}: {error.hint}") from None


def _told(error: BaseException) -> str:
    try:
        return "".join(traceback.format_exception_only(error)).strip()[:500]
    except MemoryError:  # its words are too many
        return type(error).__name__

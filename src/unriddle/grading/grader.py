"""Grades a submission: every task on every level, one process each."""

from __future__ import annotations

import os
import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import decode_source
from pathlib import Path

from unriddle.catalog import entry_of
from unriddle.core import BadInput
from unriddle.grading.assignment import BOTH, HEURISTIC, SEARCH, Assignment, Task
from unriddle.grading.faults import Fault, Kind
from unriddle.grading.judging import TRACE, Judge
from unriddle.grading.protocol import Job
from unriddle.grading.reference import Reference
from unriddle.grading.results import Grade, Outcome
from unriddle.grading.sandbox import Sandbox, SandboxRun
from unriddle.loading import locate
from unriddle.plugins import load_file
from unriddle.search.best_first import astar
from unriddle.text_files import read_bytes

OnTest = Callable[[Outcome, int, int], None]
"""Is told of each test before it begins, with its number and how many there are."""


def grade(assignment: Assignment, submission: str, *, on_test: OnTest | None = None) -> Grade:
    """Grade the submission in a file; raises `BadInput` if it cannot be read.

    What is wrong with it is in the answer, never an exception.
    """
    source = _source(submission)
    tests = list(tests_of(assignment))
    began = time.monotonic()
    protection: dict[str, None] = {}
    late: Counter[Task] = Counter()
    references: dict[tuple[str, str, int], Reference] = {}
    with Sandbox() as sandbox:
        for number, test in enumerate(tests, 1):
            if on_test is not None:
                on_test(test, number, len(tests))
            task = test.task
            if assignment.hopeless and late[task] >= assignment.hopeless:
                words = f"it was not run: before, it ran out of time on {late[task]} levels"
                test.faults.append(Fault(Kind.OUT_OF_TIME, words))
                test.give_nothing()
                continue
            key = (test.level, repr(sorted(task.rules.items())), task.states)
            if key not in references:
                references[key] = Reference(
                    locate(test.level).only(test.level, task.rules), task.states
                )
            grader = _Grader(assignment, Path(submission).name, source, sandbox)
            for ran in grader.grade(test, references[key]):
                protection |= dict.fromkeys(ran.protection)
            late[task] += any(fault.kind is Kind.OUT_OF_TIME for fault in test.faults)
    seconds = time.monotonic() - began
    return Grade(assignment, submission, tuple(tests), tuple(protection), seconds)


def _source(submission: str) -> str:
    """The text of a submission; what is no text is no Python, and the child will say so."""
    try:
        content = read_bytes(submission)
    except ValueError as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("this cannot be the name of a file", source=submission) from error
    try:
        return decode_source(content)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return content.decode("utf-8", "replace")


def tests_of(assignment: Assignment) -> Iterator[Outcome]:
    """Every task on each of its levels, the hidden ones last."""
    for row, task in enumerate(assignment.tasks, 1):
        levels = [(level, False) for level in task.levels]
        levels += [(level, True) for level in task.hidden_levels]
        for column, (level, hidden) in enumerate(levels, 1):
            yield Outcome(f"{row}.{column}", task, level, hidden)


class _Grader:
    """Carries out the runs of tests and has them judged."""

    def __init__(self, assignment: Assignment, name: str, source: str, sandbox: Sandbox) -> None:
        self._assignment = assignment
        self._name = name
        self._source = source
        self._sandbox = sandbox

    def grade(self, test: Outcome, reference: Reference) -> Iterator[SandboxRun]:
        """Run and judge one test; yields its runs."""
        task = test.task
        judge = Judge(test, reference)
        table = None
        if task.needs_estimates:
            ran = self._run(task, reference, estimates=True)
            yield ran
            table = judge.heuristic(ran)
        if task.hand_in in (SEARCH, BOTH):
            if test.faults and task.needs_estimates and table is None:
                test.give_nothing()
                return
            ran = self._run(task, reference)
            yield ran
            judge.search(ran)
        elif table is not None and not reference.distances.complete and not test.faults:
            if "expansions" in task.points:
                ran = self._run(task, reference, astar_with=True)
                yield ran
                judge.expansions_with(ran)
            test.give_nothing()

    def _run(
        self,
        task: Task,
        reference: Reference,
        *,
        estimates: bool = False,
        astar_with: bool = False,
    ) -> SandboxRun:
        limits = task.limits
        if limits.seconds is None or limits.nodes is None or limits.mebibytes is None:
            raise BadInput("an assignment needs limits of time, nodes and memory")
        given = None
        if task.heuristic and task.hand_in == SEARCH:
            entry = entry_of(reference.puzzle)
            assert entry is not None
            given = pickle.dumps(entry.heuristics[task.heuristic](reference.puzzle))
        has_search = task.hand_in in (SEARCH, BOTH) and not estimates
        return self._sandbox.run(
            Job(
                token="",
                name=self._name,
                source=self._source,
                files=tuple(_files(self._assignment)),
                puzzle=pickle.dumps((reference.puzzle, reference.plan if estimates else ())),
                search=task.called if has_search else None,
                heuristic=task.heuristic_called if task.hand_in in (HEURISTIC, BOTH) else None,
                given_search=pickle.dumps(astar) if astar_with else None,
                given_heuristic=given,
                estimates=task.states if estimates else None,
                trace=TRACE if "order" in task.points else 0,
                seconds=limits.seconds,
                nodes=int(limits.nodes),
                mebibytes=limits.mebibytes,
                allowed=self._assignment.allow,
                secret=tuple(_secret(self._assignment)),
            )
        )


def _secret(assignment: Assignment) -> Iterator[str]:
    """The file of an assignment, and those with its levels, wherever they really are."""
    for task in assignment.tasks:
        for level in (*task.levels, *task.hidden_levels):
            yield os.path.realpath(level.rpartition("#")[0] or level)
    if assignment.source:
        yield os.path.realpath(assignment.source)


def _files(assignment: Assignment) -> Iterator[tuple[str, str, str]]:
    """The teacher's files as the child loads them: module, path, text."""
    for path in assignment.files:
        file = load_file(path)
        kinds = [entry.kind for entry in file.puzzles.values() if entry.kind is not None]
        module = kinds[0].__module__ if kinds else "assignment"
        yield module, file.path, file.source

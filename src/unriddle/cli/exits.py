"""How commands end: exit codes, documented and tested one by one, and errors with their hints."""

from __future__ import annotations

from collections.abc import Iterable

from unriddle.core import BadInput, Status

WRONG_ANSWER = 1
BAD_INPUT = 33
FAULTY_CODE = 34
INTERRUPTED = 130

OF_STATUS = {
    Status.SOLVED: 0,
    Status.UNSOLVABLE: 10,
    Status.GAVE_UP: 12,
    Status.OUT_OF_MEMORY: 22,
    Status.OUT_OF_TIME: 23,
    Status.OUT_OF_NODES: 24,
    Status.STOPPED: INTERRUPTED,
}

EXPLAINED = """\
Exit codes: 0 solved, 10 unsolvable, 12 gave up, 22 out of memory, 23 out of time, 24 out of nodes,
33 bad input, 34 a fault in your own code, 130 interrupted, 1 a bug; with several levels, the first
that is not 0."""
PLAIN = "Exit codes: 0 done, 33 bad input, 34 a fault in your own code, 130 interrupted, 1 a bug."
"""Of commands that solve nothing."""
OF_BATCH = PLAIN.replace("1 a bug", "1 if a level crashed or failed, or a bug")


def with_hint(problem: object, hint: str) -> str:
    """A problem, and below it a hint if there is one."""
    return f"{problem}\nhint: {hint}" if hint else str(problem)


class UnknownOption(BadInput):
    """An option that is no setting either: `given` is its name, `known` are the settings."""

    def __init__(self, given: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown option --{given}")
        self.given = given
        self.known = tuple(known)

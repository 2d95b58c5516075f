"""What can be wrong with a submission, each by the name that reports use."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Kind(enum.StrEnum):
    """What kind of fault it is."""

    MISSING = "not handed in"
    NO_PYTHON = "no Python"
    RAISES = "raises an exception"
    ENDS_ITSELF = "ends the program"
    CRASHES = "crashes"
    OUT_OF_TIME = "out of time"
    OUT_OF_MEMORY = "out of memory"
    OUT_OF_NODES = "out of nodes"
    PRINTS = "prints too much"
    NO_PLAN = "returns no plan"
    ILLEGAL = "illegal plan"
    UNSOLVED = "plan does not solve"
    FINDS_NOTHING = "finds nothing"
    FALSE_UNSOLVABLE = "false unsolvable"
    WRONG_COST = "wrong cost"
    SUBOPTIMAL = "suboptimal"
    FALSE_CLAIM = "false claim"
    WRONG_ORDER = "wrong order"
    BYPASSES = "bypasses the puzzle"
    NO_NUMBER = "estimate is no number"
    INADMISSIBLE = "inadmissible"
    INCONSISTENT = "inconsistent"
    DIFFERS = "differs from the reference"
    CUTS_OFF = "calls a solvable state lost"
    IMPORTS = "forbidden import"
    WRITES = "writes files"
    PROCESSES = "starts processes"
    NETWORK = "uses the network"
    CHANGES_STATES = "changes states"
    CHANGES_RULES = "changes the rules"
    TAMPERS = "tampers with the grader"


BREACHES = frozenset(
    {
        Kind.IMPORTS,
        Kind.WRITES,
        Kind.PROCESSES,
        Kind.NETWORK,
        Kind.CHANGES_STATES,
        Kind.CHANGES_RULES,
        Kind.TAMPERS,
    }
)
"""What a submission must not do at all: such a test has no points, whatever came out."""


@dataclass(frozen=True)
class Fault:
    """Something that is wrong, in words."""

    kind: Kind
    words: str
    shown: str = ""
    """A board, a traceback: what one looks at to believe it."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}" + (f"\n{self.shown}" if self.shown else "")

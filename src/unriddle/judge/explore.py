"""The prover that is always there: keeps every state within reach, and claims nothing.

It looks at states in the normal form of the judge, breadth first, so the certificate is correct by
construction; whether it is, the judge says.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator
from typing import Any

from unriddle.core import Puzzle
from unriddle.judge.certificate import Certificate
from unriddle.judge.forms import certificate, rules_of


class Solvable(Exception):
    """A goal was met: there is nothing to prove."""


def explore(puzzle: Puzzle[Any, Any], form: str) -> Generator[int, None, Certificate]:
    """Keep every state within reach and return the certificate; raises `Solvable`.

    A generator, so that its driver can stop: with every state whose successors were looked
    at it yields how many states are kept by then.
    """
    rules = rules_of(puzzle, form)
    kept = [rules.start]
    keys = {rules.key(rules.start)}
    parents, moves = array("i"), array("i")
    if rules.is_goal(rules.start):
        raise Solvable
    for number, state in enumerate(kept):  # grows as we go
        for move, after in rules.successors(state):
            key = rules.key(after)
            if key in keys:
                continue
            if rules.is_goal(after):
                raise Solvable
            keys.add(key)
            kept.append(after)
            parents.append(number)
            moves.append(move)
        yield len(kept)
    return certificate(puzzle, form, parents, moves)

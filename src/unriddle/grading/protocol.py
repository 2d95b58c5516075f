"""What the grader and the process of a submission say to each other.

The grader sends one pickled `Job`; then one byte, when the clock starts. The child answers in lines
of JSON, each with the token of the job. A line without it did not come from our code, and nothing
that it says is ever unpickled.
"""

from __future__ import annotations

import json
import os
import pickle
import struct
from dataclasses import dataclass
from typing import Any

READY, BROKE, ANSWER = "ready", "broke", "answer"
"""The kinds of messages: it waits for the clock, it did what is forbidden, it has ended."""

PLAN, TEXT, EXHAUSTED, STUCK, NOTHING, ESTIMATES, FAULT = (
    *("plan", "text", "exhausted", "stuck", "nothing", "estimates", "fault"),
)
"""What an answer is: moves one by one, a plan as text, the three ways to find nothing, numbers, or
what went wrong."""

LONGEST_PLAN = 1_000_000
"""Moves of a plan."""
LONGEST_MOVE = 1000
"""Characters of a move that are sent."""
LONGEST_LINE = 1 << 26
"""Bytes of a message."""


@dataclass(frozen=True)
class Job:
    """One test: what is run, on what, and within which limits."""

    token: str
    name: str
    """The file that was handed in, without its folder, as tracebacks name it."""
    source: str
    files: tuple[tuple[str, str, str], ...]
    """What the assignment itself loads: module, path and text of each file."""
    puzzle: bytes
    """Pickled, so that it is read after those files are loaded; with a plan, along which states are
    estimated where there are too many."""
    search: str | None
    """The search of the submission, by name; empty for its only one. None where it hands in none,
    and then there is none or `given_search`."""
    heuristic: str | None
    """Likewise the heuristic."""
    given_search: bytes | None
    given_heuristic: bytes | None
    """Pickled: what the assignment gives."""
    estimates: int | None
    """Estimate the states of the level, at most this many; None: run the search."""
    trace: int
    """Of how many expansions the states are named."""
    seconds: float
    nodes: int
    mebibytes: float
    allowed: tuple[str, ...]
    """Modules of unriddle that the assignment allows besides the usual ones."""
    secret: tuple[str, ...]
    """Files that the submission must not read: the assignment, and those with its levels."""


def send_job(pipe: int, job: Job) -> None:
    """Hand a job to the child."""
    data = pickle.dumps(job)
    with os.fdopen(os.dup(pipe), "wb") as file:
        file.write(struct.pack("!Q", len(data)) + data)


def receive_job(pipe: int) -> Job:
    """The job that the grader sends."""
    with os.fdopen(pipe, "rb", closefd=False, buffering=0) as file:
        (length,) = struct.unpack("!Q", file.read(8))
        data = b""
        while len(data) < length:
            data += file.read(length - len(data))
    job: Job = pickle.loads(data)
    return job


def message(token: str, kind: str, **said: Any) -> bytes:
    """A line from the child."""
    return json.dumps({"token": token, "kind": kind, **said}).encode() + b"\n"


def read_message(line: bytes, token: str) -> dict[str, Any] | None:
    """What the child says; None for what our code has not written."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) and said.get("token") == token else None


def is_well_formed(answer: dict[str, Any]) -> bool:
    """Has an answer the parts that it must have? Only who forges one leaves some out."""
    kind = answer.get("is")
    if kind == FAULT:
        return True
    if not isinstance(answer.get("claims"), dict):
        return False
    if kind == ESTIMATES:
        numbers = answer.get("numbers")
        return isinstance(numbers, list) and all(type(one) in (int, float) for one in numbers)
    counts = [answer.get(name) for name in ("asked", "yielded")]
    trace, moves = answer.get("trace"), answer.get("moves", [])
    return (
        kind in (PLAN, TEXT, EXHAUSTED, STUCK, NOTHING)
        and all(type(count) is int and count >= 0 for count in counts)
        and isinstance(trace, list)
        and isinstance(moves, list)
        and all(isinstance(one, str) for one in (*trace, *moves))
    )

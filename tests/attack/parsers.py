"""Mutated inputs against all that reads: read, or refused with the reason; never a traceback.

What is read has to be written again and read back the same. Nothing may take more than two seconds
of CPU, or half a gigabyte.
"""

from __future__ import annotations

import math
import random
import sys
import time
import traceback
from collections.abc import Callable
from itertools import islice
from typing import Any

import psutil
from attack.mutations import mutated, samples
from attack.report import Report

from unriddle.catalog import PUZZLES
from unriddle.core import BadInput, UnriddleError, plain, replay
from unriddle.experiments.spec_file import parse as parse_spec
from unriddle.loading import load, locate, locate_text
from unriddle.planning.encodings import plan_from_pddl
from unriddle.solving import choose
from unriddle.web.request import Request
from unriddle.web.scenes import scene_of

MOST_SECONDS = 2.0
MOST_BYTES = 500_000_000

STATES = {
    "bloxorz": load("bloxorz/23"),
    "sokoban": load("sokoban/uit/5"),
    "freecell": load("freecell/1"),
}


def _look_at(name: str, error: BadInput) -> None:
    assert str(error)


def levels(text: str, rng: random.Random) -> None:
    """Find the levels, read some, draw and describe them, and write them again."""
    kind = rng.choice((None, None, None, *PUZZLES))
    try:
        found = locate_text(text, "mutated", puzzle=kind)
    except UnriddleError:
        return
    notation = found.entry.notation
    for puzzle in islice(found.puzzles({}, broken=_look_at), 3):
        level: Any = puzzle.level  # type: ignore[attr-defined]
        if level.squares > 10_000:
            continue
        plain(notation.draw(puzzle, puzzle.initial))
        scene_of(puzzle).level(puzzle)
        puzzle.successors(puzzle.initial)
        (again,) = notation.find_levels(notation.format_level(level))
        assert again.read() == level, "a level that was written and read again is another one"


def plans(text: str, rng: random.Random) -> None:
    """Read a plan, and write it again."""
    for name, entry in PUZZLES.items():
        try:
            plan = entry.notation.parse_plan(text, name)
        except UnriddleError:
            continue
        again = entry.notation.parse_plan(entry.notation.format_plan(plan[:1000]))
        assert again == plan[:1000], "a plan that was written and read again is another one"


def planned(text: str, rng: random.Random) -> None:
    """Read the plan of a planner, and play it."""
    for puzzle in STATES.values():
        try:
            replay(puzzle, plan_from_pddl(puzzle, text))
        except UnriddleError as error:
            str(error)


def states(text: str, rng: random.Random) -> None:
    """Read a state, and write it again."""
    for name, puzzle in STATES.items():
        notation = PUZZLES[name].notation
        try:
            state = notation.parse_state(puzzle, text)
        except UnriddleError:
            continue
        again = notation.parse_state(puzzle, notation.format_state(puzzle, state))
        assert again == state, "a state that was written and read again is another one"


def moves(text: str, rng: random.Random) -> None:
    """Read a move, and try it."""
    for name, puzzle in STATES.items():
        try:
            puzzle.apply(puzzle.initial, PUZZLES[name].notation.parse_move(text))
        except UnriddleError:
            continue


def references(text: str, rng: random.Random) -> None:
    """Find what a reference names, but nothing that waits for somebody to type."""
    if text not in ("-", "<stdin>"):
        try:
            next(locate(text).puzzles({}))
        except UnriddleError as error:
            str(error)


def solvers(text: str, rng: random.Random) -> None:
    """Choose a solver."""
    for entry in PUZZLES.values():
        try:
            choose(entry, text)
        except UnriddleError as error:
            str(error)


def settings(text: str, rng: random.Random) -> None:
    """Set every rule and every setting of every solver to the text."""
    for entry in PUZZLES.values():
        known = [
            *entry.rules.settings(),
            *(one for s in entry.solvers.values() for one in s.settings),
        ]
        for setting in known:
            try:
                value = setting.read(text)
            except UnriddleError:
                continue
            assert not isinstance(value, float) or math.isfinite(value)


def requests(text: str, rng: random.Random) -> None:
    """Read a request of a page, and all its fields."""
    request = Request.read(text)
    for name in ("text", "index", "rules", "settings", "run", "limits"):
        for read in (lambda name: request.text(name, 100), request.number, request.table):
            try:
                read(name)
            except UnriddleError as error:
                str(error).encode()


def specs(text: str, rng: random.Random) -> None:
    """Read an experiment."""
    try:
        parse_spec(text, source="mutated")
    except UnriddleError as error:
        str(error)


TARGETS: dict[str, Callable[[str, random.Random], None]] = {
    "levels": levels,
    "plans": plans,
    "planned": planned,
    "states": states,
    "moves": moves,
    "settings": settings,
    "references": references,
    "solvers": solvers,
    "requests": requests,
    "specs": specs,
}
OFTEN = ("levels",) * 6 + (
    "plans",
    "planned",
    "states",
    "moves",
    "references",
    "solvers",
    "settings",
    "requests",
)
"""How often each is chosen; a spec takes as long as a hundred others."""


def attempt(kinds: dict[str, list[str]], seed: int, number: int) -> tuple[str, str, float]:
    """Make one input and have it read: what it was, what went wrong, and the seconds it took."""
    rng = random.Random(f"{seed} {number}")
    kind = "specs" if number % 200 == 0 else rng.choice(OFTEN)
    text = mutated(rng.choice(kinds[kind]), kinds[kind], rng)
    started = time.process_time()
    problem = ""
    try:
        TARGETS[kind](text, rng)
    except Exception:
        problem = traceback.format_exc(limit=-3)
    return kind, problem, time.process_time() - started


def run(seconds: float, seed: int, *, tries: int | None = None) -> Report:
    """Try as many inputs as fit into the time, or `tries` of them."""
    report = Report("parsers")
    kinds = samples()
    process = psutil.Process()
    before = process.memory_info().rss
    until = time.monotonic() + seconds
    slowest, highest = 0.0, 0
    while report.tried < tries if tries is not None else time.monotonic() < until:
        kind, problem, took = attempt(kinds, seed, report.tried)
        if problem:
            report.failures.append(f"{kind}, seed {seed}, number {report.tried}: {problem}")
        if took > MOST_SECONDS:
            report.failures.append(f"{kind}, seed {seed}, number {report.tried}: {took:.1f} s")
        slowest = max(slowest, took)
        report.tried += 1
        if report.tried % 50 == 0 or took > 0.1:
            highest = max(highest, process.memory_info().rss - before)
    if highest > MOST_BYTES:
        report.failures.append(f"{highest / 1e6:.0f} MB were taken")
    report.figures = {"slowest, s of CPU": round(slowest, 3), "memory, MB": round(highest / 1e6, 1)}
    return report


if __name__ == "__main__":
    done = run(float(sys.argv[1]), int(sys.argv[2]))
    print(done.tried, done.figures)
    print("\n".join(done.failures[:20]))

"""Proofs of "unsolvable": how large they are, and what it takes to make and to judge them.

    ./dev python benchmarks/proofs.py [--book] [--json]

Course map 17, the eight deals among the first million that have no solution, and all levels without
solution that come of building one more wall into a course map. Every proof is judged by the native
judge, with `--book` also by the one in Python. CPU is time of this process, for whatever is native
the best of three. Bytes are those of the file that `unriddle prove --out` writes.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

import unriddle
from unriddle.core import BadInput, Limits, Puzzle, Status
from unriddle.engines.proving import budget, judge, start
from unriddle.judge.certificate import write
from unriddle.judge.check import check
from unriddle.judge.forms import best_form
from unriddle.puzzles.sokoban.rules import Sokoban

NAMED = (
    "sokoban/uit/17",
    *(
        f"freecell/{deal}"
        for deal in (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
    ),
)
T = TypeVar("T")


@dataclass(frozen=True)
class Row:
    """One proof."""

    name: str
    states: int
    claims: int
    bytes: int
    prove: float
    """Seconds, as are the next two."""
    judge: float
    book: float | None


def measure(name: str, puzzle: Puzzle[Any, Any], *, book: bool) -> Row | Status:
    """Prove and judge, or say what the prover said instead."""
    allowed = budget(puzzle)

    def prove() -> Any:
        proving = start(puzzle, best_form(puzzle), Limits(nodes=allowed.states))
        return proving.ending()[0], proving.certificate

    first_time, (status, certificate) = timed(prove, 1)
    if certificate is None:
        return Status(status)
    proving_time = min(first_time, timed(prove, 2)[0])
    judging_time, judgement = timed(lambda: judge(puzzle, certificate, work=allowed.work), 3)
    assert judgement.accepted, judgement
    book_time = None
    if book:
        book_time, by_the_book = timed(lambda: check(puzzle, certificate, work=allowed.work), 1)
        assert by_the_book == judgement
    return Row(
        name,
        certificate.states,
        len(certificate.claims),
        len(write(certificate)),
        proving_time,
        judging_time,
        book_time,
    )


def timed(work: Callable[[], T], times: int) -> tuple[float, T]:
    """The least CPU time that it took, and what it gave."""
    least = float("inf")
    for _ in range(times):
        begun = time.process_time()
        result = work()
        least = min(least, time.process_time() - begun)
    return least, result


def walled_up() -> Iterator[tuple[str, Sokoban]]:
    """Every course map with a wall on one of its empty squares."""
    for number in range(1, 19):
        puzzle = unriddle.load(f"sokoban/uit/{number}")
        assert isinstance(puzzle, Sokoban)
        level = puzzle.level
        for square in sorted(puzzle.floor - level.boxes - level.goals - {level.player}):
            with suppress(BadInput):  # a box is out of reach now
                row, column = level.place(square)
                name = f"map {number}, row {row}, column {column}"
                yield name, Sokoban(replace(level, walls=level.walls | {square}))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", action="store_true", help="judge in Python too")
    parser.add_argument("--json", action="store_true", help="one object a line")
    options = parser.parse_args()

    rows, unknown = [], 0
    for name in NAMED:
        row = measure(name, unriddle.load(name), book=options.book)
        assert isinstance(row, Row), row
        rows.append(row)
        show(row, as_json=options.json)
    lost: list[Row] = []
    for name, puzzle in walled_up():
        row = measure(name, puzzle, book=options.book)
        if isinstance(row, Row):
            lost.append(row)
            if options.json:
                show(row, as_json=True)
        elif row is not Status.SOLVED:
            unknown += 1
    if not options.json:
        summarise(lost, unknown)


def show(row: Row, *, as_json: bool) -> None:
    """One line a proof."""
    if as_json:
        print(json.dumps(asdict(row)), flush=True)
        return
    book = "" if row.book is None else f"  in Python {row.book:7.2f} s"
    print(
        f"{row.name:16} {row.states:7,} states {row.claims:4} claims {row.bytes:9,} bytes  "
        f"proved {1000 * row.prove:7.1f} ms  judged {1000 * row.judge:7.1f} ms{book}",
        flush=True,
    )


def summarise(rows: list[Row], unknown: int) -> None:
    """The maps with one more wall, in a few lines."""
    several = sum(row.states > 1 for row in rows)
    print(f"\n{len(rows)} course maps with one more wall, {several} of them with several states;")
    print(f"{unknown} others were neither proved nor solved within the budget")
    print("             median      most")
    for what in ("states", "claims", "bytes"):
        values = [getattr(row, what) for row in rows]
        print(f"{what:10} {statistics.median(values):8,.0f} {max(values):9,}")
    for what in ("prove", "judge"):
        values = [1000 * getattr(row, what) for row in rows]
        print(f"{what:10} {statistics.median(values):8.2f} {max(values):9.2f} ms")


if __name__ == "__main__":
    main()

"""Proofs of "unsolvable": how large they are, and what it takes to make and to judge them.

    ./dev python benchmarks/proofs.py [--book] [--json]

Course map 17, the eight deals among the first million that have no solution, and all levels without
solution that come of building one more wall into a course map. Every proof is judged by the native
judge, with `--book` also by the one in Python. CPU is time of this process, for all that is native
the best of three. Bytes are those of the file that `unriddle prove --out` writes.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from measuring import Row, cpu, parser, show

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


def measure(name: str, puzzle: Puzzle[Any, Any], *, book: bool) -> Row | Status:
    """Prove and judge, or say what the prover said instead."""
    allowed = budget(puzzle)

    def prove() -> Any:
        proving = start(puzzle, best_form(puzzle), Limits(nodes=allowed.states))
        return proving.ending()[0], proving.certificate

    first_time, (status, certificate) = cpu(prove)
    if certificate is None:
        return Status(status)
    proving_time = min(first_time, cpu(prove, 2)[0])
    judging_time, judgement = cpu(lambda: judge(puzzle, certificate, work=allowed.work), 3)
    assert judgement.accepted, judgement
    row = {
        "proof": name,
        "states": certificate.states,
        "claims": len(certificate.claims),
        "bytes": len(write(certificate)),
        "proved ms": 1000 * proving_time,
        "judged ms": 1000 * judging_time,
    }
    if book:
        book_time, by_the_book = cpu(lambda: check(puzzle, certificate, work=allowed.work))
        assert by_the_book == judgement
        row["in Python s"] = book_time
    return row


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
    options = parser(__doc__)
    options.add_argument("--book", action="store_true", help="judge in Python too")
    given = options.parse_args()
    named = (measure(name, unriddle.load(name), book=given.book) for name in NAMED)
    show((row for row in named if not isinstance(row, Status)), as_json=given.json)
    found = [measure(name, puzzle, book=given.book) for name, puzzle in walled_up()]
    lost = [row for row in found if not isinstance(row, Status)]
    if given.json:
        show(lost, as_json=True)
        return
    unknown = len(found) - len(lost) - found.count(Status.SOLVED)
    several = sum(row["states"] > 1 for row in lost)
    print(f"\n{len(lost)} course maps with one more wall, {several} of them with several states;")
    print(f"{unknown} others were neither proved nor solved within the budget")
    rows: list[Row] = []
    columns = {name: [row[name] for row in lost] for name in list(lost[0])[1:]}
    for name, of in (("median", statistics.median), ("most", max)):
        rows.append({"": name} | {column: of(values) for column, values in columns.items()})
    show(rows, as_json=False)


if __name__ == "__main__":
    main()

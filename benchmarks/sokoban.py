"""A Sokoban solver on a collection of levels: what it solves, and what that costs.

    ./dev python benchmarks/sokoban.py FILE --time S [--solver expert] [--output LINES]

Prints a table; `--json` prints a line of JSON a level; `--markdown PAGE` writes a page with the
headline figures and the table. `--solver optimal --cost pushes` shows what is proved, and bounds.
`--ablate` runs everything again without each of the solver's deadlock rules, one after the other,
and shows what each is worth; `--without RULE` leaves out that one only.

`--time` is CPU seconds a level, so that a busy machine does not change what is solved; memory is
what the solver reserved. With `--output` each level's line of JSON is appended to a file as soon as
it is known, and levels that are in it already are not run again: stop it and start it as you like.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from measuring import numbers, parser, show

from unriddle.core import Limits, Status
from unriddle.engines.sokoban import rules
from unriddle.loading import load_all
from unriddle.solving import start

COLUMNS = {
    "level": "level",
    "status": "status",
    "cpu": "CPU s",
    "mebibytes": "MiB",
    "expanded": "expanded",
    "pushes": "pushes",
    "moves": "moves",
    "lower": "at least",
}
WITHIN = (1, 5, 10, 30, 60)
"""Seconds for which a page tells how many levels were solved."""
SETTLED = ("solved", "proved", "unsolvable")
Row = dict[str, Any]


def measure(puzzle: Any, number: int, how: Row) -> Row:
    """One level, at most `how["limit"]` seconds of CPU time."""
    begin = time.process_time()
    settings = {"without": how["without"]} if how["without"] else {}
    run = start(puzzle, how["solver"], limits=Limits(seconds=100 * how["limit"]), **settings)
    for _ in run:
        if time.process_time() - begin > how["limit"]:
            run.stop()
    result = run.result()
    spent = time.process_time() - begin
    status = Status.OUT_OF_TIME if result.status is Status.STOPPED else result.status
    plan = [str(move) for move in result.plan or ()]
    solved = result.plan is not None
    return {
        "level": number,
        "title": puzzle.title,
        **how,
        "status": "proved" if result.optimal else str(status),
        "cpu": round(spent, 3),
        "mebibytes": round(result.stats.memory / 2**20, 1),
        "expanded": result.stats.expanded,
        "pushes": sum(map(str.isupper, plan)) if solved else None,
        "moves": len(plan) if solved else None,
        "lower": result.stats.lower,
    }


def known(output: Path | None, how: Row) -> dict[int, Row]:
    """The levels that were measured before in the same way, by number."""
    if output is None or not output.exists():
        return {}
    lines = [json.loads(line) for line in output.read_text("utf-8").splitlines() if line.strip()]
    return {line["level"]: line for line in lines if how.items() <= line.items()}


def rows(options: argparse.Namespace, without: str) -> Iterator[Row]:
    """A row a level, the known ones first read."""
    output = Path(options.output) if options.output else None
    how = {
        "file": Path(options.file).stem,
        "solver": options.solver,
        "cost": options.cost,
        "without": without,
        "limit": options.time,
    }
    before = known(output, how)
    puzzles = load_all(options.file, puzzle="sokoban", cost=options.cost)
    for number, puzzle in enumerate(puzzles, start=1):
        if options.levels and number not in options.levels:
            continue
        row = before.get(number)
        if row is None:
            row = measure(puzzle, number, how)
            if output is not None:
                with output.open("a", encoding="utf-8") as file:
                    print(json.dumps(row), file=file)
        yield row


def listed(levels: Sequence[Any]) -> str:
    """`3, 5 and 8`."""
    *others, last = map(str, levels)
    return f"{', '.join(others)} and {last}" if others else last


def words(row: Row) -> list[str]:
    """The cells of a row."""
    return ["" if row[key] is None else str(row[key]) for key in COLUMNS]


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    """A table in Markdown; the second column is text, the others are numbers."""
    rule = ["---" if place == 1 else "---:" for place in range(len(head))]
    return ["| " + " | ".join(line) + " |" for line in (head, rule, *lines)]


def headline(done: Sequence[Row]) -> list[str]:
    """What was solved, in how much time, and what was not."""
    settled = [row for row in done if row["status"] in SETTLED]
    cpu = sum(row["cpu"] for row in settled)
    limit = done[0]["limit"]
    within = [(s, sum(row["cpu"] <= s for row in settled)) for s in WITHIN if s < limit]
    lines = [
        f"Solved within {limit:g} s a level: {len(settled)} of {len(done)}, "
        f"in {cpu:.1f} s of CPU time together."
    ]
    if within:
        lines.append(f"{listed([f'{count} within {seconds} s' for seconds, count in within])}.")
    proved = sum(row["status"] == "proved" for row in settled)
    if proved:
        lines.append(f"Proved optimal: {proved}.")
    if len(settled) < len(done):
        missing = [row["level"] for row in done if row not in settled]
        lines.append(f"Not solved: {listed(missing)}.")
    return lines


def command() -> str:
    """What was typed, with the names of files alone."""
    words = [Path(word).name if os.path.isabs(word) else word for word in sys.argv[1:]]
    return " ".join(["./dev python benchmarks/sokoban.py", *words])


def page(options: argparse.Namespace, done: Sequence[Row]) -> str:
    """The page of a collection."""
    lines = [
        f"# {Path(options.file).stem}, level by level",
        "",
        f"Written by `{command()}`.",
        f"The solver is `{options.solver}`. CPU s is the time of one core of a shared machine, MiB "
        "is the memory that the solver reserved.",
        "Every solution was replayed by the rules. The levels are not part of this project.",
        "",
        *headline(done),
        "",
        *table(list(COLUMNS.values()), [words(row) for row in done]),
    ]
    return "\n".join(lines) + "\n"


ABLATION_HEAD = ("solved", "left out", "CPU s, of these", "expanded, of these", "lost", "gained")


def ablation_line(without: str, done: Sequence[Row], complete: Sequence[Row]) -> list[str]:
    """What was solved without a rule; times and counts are of levels solved with it and without."""
    by_level = {row["level"]: row for row in complete}
    mine = {row["level"] for row in done if row["status"] in SETTLED}
    theirs = {level for level, row in by_level.items() if row["status"] in SETTLED}
    both = [row for row in done if row["level"] in mine & theirs]
    same = [by_level[row["level"]] for row in both]

    def compared(key: str) -> str:
        ours, others = (round(sum(row[key] for row in group), 2) for group in (both, same))
        return f"{ours}" if ours == others else f"{ours} (with it {others})"

    return [
        str(len(mine)),
        without or "nothing",
        compared("cpu"),
        compared("expanded"),
        " ".join(map(str, sorted(theirs - mine))),
        " ".join(map(str, sorted(mine - theirs))),
    ]


def ablate(options: argparse.Namespace) -> None:
    """Print, or write, what each rule is worth."""
    lines: list[list[str]] = []
    complete: list[Row] = []

    def printed() -> Iterator[Row]:
        for without in ["", *rules(options.solver)]:
            done = list(rows(options, without))
            complete[:] = complete or done
            lines.append(ablation_line(without, done, complete))
            yield dict(zip(ABLATION_HEAD, lines[-1], strict=True))

    show(printed(), as_json=options.json)
    if options.markdown:
        text = [
            f"# {Path(options.file).stem} without each deadlock rule",
            "",
            f"Written by `{command()}`: the solver `{options.solver}`",
            f"on {len(complete)} levels, {options.time:g} s of CPU time each.",
            "",
            *table(ABLATION_HEAD, lines),
        ]
        Path(options.markdown).write_text("\n".join(text) + "\n", "utf-8")


def main() -> None:
    """Print the table."""
    given = parser(__doc__, native=True)
    given.add_argument("file", help="a level file, or a pack such as sokoban/uit")
    given.add_argument("--time", type=float, default=60.0, help="CPU seconds a level")
    given.add_argument("--solver", default="expert")
    given.add_argument("--cost", default="moves", choices=("moves", "pushes", "walks"))
    given.add_argument("--levels", type=numbers, help="only these: 1-5,9")
    given.add_argument("--without", default="", help="rules to leave out")
    given.add_argument("--ablate", action="store_true", help="leave out each rule in turn")
    given.add_argument("--output", help="a file of JSON lines to continue")
    given.add_argument("--markdown", metavar="PAGE", help="the page to write")
    options = given.parse_args()
    if options.ablate:
        ablate(options)
        return
    done: list[Row] = []

    def printed() -> Iterator[Row]:
        for row in rows(options, options.without):
            done.append(row)
            yield row if options.json else {title: row[key] for key, title in COLUMNS.items()}

    show(printed(), as_json=options.json)
    if not options.json and done:
        print("", *headline(done), sep="\n")
    if options.markdown and done:
        Path(options.markdown).write_text(page(options, done), "utf-8")


if __name__ == "__main__":
    main()

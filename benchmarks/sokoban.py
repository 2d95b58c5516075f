"""A Sokoban solver on a collection of levels: what it solves, and what that costs.

    ./dev python benchmarks/sokoban.py FILE --time S [--solver expert] [--output LINES]

Prints a table; `--json` prints a line of JSON a level, `--markdown` a table for a page.

`--time` is CPU seconds a level, so that a busy machine does not change what is solved; memory is
what the solver reserved. With `--output` each level's line of JSON is appended to a file as soon as
it is known, and levels that are in it already are not run again: stop it and start it as you like.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from unriddle.core import Limits, Status
from unriddle.loading import load_all
from unriddle.native import available, why_not
from unriddle.solving import start

KEYS = ("level", "status", "cpu", "mebibytes", "expanded", "pushes", "moves")
HEAD = ("level", "status", "CPU s", "MiB", "expanded", "pushes", "moves")
FORM = "{:>5}  {:<12} {:>8} {:>8} {:>9} {:>7} {:>7}"


def measure(puzzle: Any, number: int, solver: str, seconds: float) -> dict[str, Any]:
    """One level, at most `seconds` of CPU time."""
    begin = time.process_time()
    run = start(puzzle, solver, limits=Limits(seconds=100 * seconds))
    for _ in run:
        if time.process_time() - begin > seconds:
            run.stop()
    result = run.result()
    spent = time.process_time() - begin
    status = Status.OUT_OF_TIME if result.status is Status.STOPPED else result.status
    plan = [str(move) for move in result.plan or ()]
    return {
        "level": number,
        "title": puzzle.title,
        "solver": solver,
        "limit": seconds,
        "status": str(status),
        "cpu": round(spent, 3),
        "mebibytes": round(result.stats.memory / 2**20, 1),
        "expanded": result.stats.expanded,
        "pushes": sum(map(str.isupper, plan)) if plan else None,
        "moves": len(plan) if plan else None,
    }


def known(output: Path | None, solver: str, seconds: float) -> dict[int, dict[str, Any]]:
    """The levels that were measured before in the same way, by number."""
    if output is None or not output.exists():
        return {}
    lines = [json.loads(line) for line in output.read_text("utf-8").splitlines() if line.strip()]
    return {
        line["level"]: line
        for line in lines
        if (line["solver"], line["limit"]) == (solver, seconds)
    }


def rows(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row a level, the known ones first read."""
    output = Path(options.output) if options.output else None
    before = known(output, options.solver, options.time)
    for number, puzzle in enumerate(load_all(options.file, puzzle="sokoban"), start=1):
        if options.levels and number not in options.levels:
            continue
        row = before.get(number)
        if row is None:
            row = measure(puzzle, number, options.solver, options.time)
            if output is not None:
                with output.open("a", encoding="utf-8") as file:
                    print(json.dumps(row), file=file)
        yield row


def numbers(text: str) -> set[int]:
    """`1-5,9` as numbers."""
    chosen: set[int] = set()
    for part in text.split(","):
        if not re.fullmatch(r"\d+(-\d+)?", part):
            raise argparse.ArgumentTypeError(f"'{part}' is no number and no range")
        first, _, last = part.partition("-")
        chosen |= set(range(int(first), int(last or first) + 1))
    return chosen


def printed(row: dict[str, Any], *, markdown: bool) -> str:
    """A row of the table."""
    words = ["" if row[key] is None else str(row[key]) for key in KEYS]
    return "| " + " | ".join(words) + " |" if markdown else FORM.format(*words)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="a level file, or a pack such as sokoban/uit")
    parser.add_argument("--time", type=float, default=60.0, help="CPU seconds a level")
    parser.add_argument("--solver", default="expert")
    parser.add_argument("--levels", type=numbers, help="only these: 1-5,9")
    parser.add_argument("--output", help="a file of JSON lines to continue")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a line of JSON a level")
    form.add_argument("--markdown", action="store_true", help="a table for a page")
    options = parser.parse_args()
    if not available:
        parser.error(why_not)
    if not options.json:
        head = dict(zip(KEYS, HEAD, strict=True))
        print(printed(head, markdown=options.markdown))
    if options.markdown:
        print("|---:|---|---:|---:|---:|---:|---:|")
    solved = total = 0
    cpu = 0.0
    for row in rows(options):
        total += 1
        solved += row["status"] == "solved"
        cpu += row["cpu"]
        if options.json:
            print(json.dumps(row), flush=True)
            continue
        print(printed(row, markdown=options.markdown), flush=True)
    if not options.json:
        print(f"\nsolved {solved} of {total} in {cpu:.1f} s of CPU time")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

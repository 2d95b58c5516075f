"""`unriddle generate`: levels that nobody has drawn."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TextIO

from cyclopts import Parameter

from unriddle.catalog import PUZZLES
from unriddle.cli.exits import BAD_INPUT, INTERRUPTED, with_hint
from unriddle.cli.options import COMMON, Common, Output, whole
from unriddle.cli.output import print_json, talk
from unriddle.core import BadInput
from unriddle.generating import GENERATORS, GeneratedLevel, generate_longest
from unriddle.generating import generate as generated
from unriddle.plans import format_plan
from unriddle.rating.difficulty import DIFFICULTIES
from unriddle.wording import counted, length
from unriddle.writing import replacing, writable


def generate(
    puzzle: Annotated[str, Parameter(help=f"What to make: {', '.join(GENERATORS)}.")],
    /,
    *,
    difficulty: Annotated[
        str | None, Parameter(help=f"One of {', '.join(DIFFICULTIES)}; by measured work.")
    ] = None,
    moves: Annotated[
        str | None, Parameter(help="The optimum, such as 40-60; for deals, 70 to 85 is common.")
    ] = None,
    size: Annotated[
        str | None, Parameter(help="Columns and rows at most, walls included, such as 8x8.")
    ] = None,
    boxes: Annotated[
        int | None, Parameter(help="Number of boxes (Sokoban only).", converter=whole)
    ] = None,
    longest: Annotated[
        bool,
        Parameter(help="The longest levels of an empty rectangle, for each number of boxes."),
    ] = False,
    seed: Annotated[
        int | None,
        Parameter(help="The same seed gives the same levels; by default 0.", converter=whole),
    ] = None,
    count: Annotated[
        int | None, Parameter(help="How many levels; by default 1.", converter=whole)
    ] = None,
    out: Output = None,
    common: Common = COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each level.")] = False,
) -> int:
    """Make levels, each solved and its optimum proved; returns the exit code."""
    common.apply()
    if json and out is not None:
        raise BadInput("--json and --out contradict each other", hint="leave out one of them")
    rectangle = None if size is None else _pair(size, "x", "a size", "8x8")
    if longest:
        if rectangle is None or not (puzzle in GENERATORS and GENERATORS[puzzle].has_longest):
            raise BadInput(
                "--longest is for rectangles of Sokoban",
                hint="generate sokoban --longest --size 5x5",
            )
        if any(one is not None for one in (difficulty, moves, seed, count)):
            raise BadInput(
                "--longest looks at all positions and gives one level for each number of boxes",
                hint="leave out --difficulty, --moves, --seed and --count",
            )
        levels = generate_longest(*rectangle, boxes)
        total = None
    else:
        wanted = None if moves is None else _pair(moves, "-", "a range of moves", "40-60")
        levels = generated(
            puzzle,
            difficulty=difficulty,
            moves=wanted,
            size=rectangle,
            boxes=boxes,
            seed=seed or 0,
            count=(total := 1 if count is None else count),
        )
    if out is None:
        return _give(levels, total, sys.stdout, json=json)
    with writable(out), replacing(out) as part, open(part, "w", encoding="utf-8") as file:
        return _give(levels, total, file, json=False, to=out)


def _give(
    levels: Iterator[GeneratedLevel],
    total: int | None,
    file: TextIO,
    *,
    json: bool,
    to: Path | None = None,
) -> int:
    """Write levels as they come; those before Ctrl-C, or before one that is not found, are kept."""
    console = talk()
    shows = console.is_terminal and (to is not None or json)
    given = 0
    try:
        for made in levels:
            given += 1
            if json:
                print_json(record(made))
            else:
                file.write(_text(made, first=given == 1, short=to is None, number=given))
                file.flush()
            if made.note:
                console.print(f"note: level {made.number}: {made.note}", soft_wrap=True)
            elif shows:
                of = f" of {total}" if total else ""
                console.print(f"{given}{of}: {_figures(made)}", soft_wrap=True)
    except KeyboardInterrupt:
        if not given:
            raise  # a file that was there stays as it was
        print(f"interrupted; {counted(given, 'level')} kept", file=sys.stderr)
        return INTERRUPTED
    except BadInput as error:
        if not given:
            raise
        print(f"error: level {given + 1}: {with_hint(error, error.hint)}", file=sys.stderr)
        print(f"{counted(given, 'level')} kept", file=sys.stderr)
        return BAD_INPUT
    if to is not None:
        console.print(f"{to}: {counted(given, 'level')}", soft_wrap=True)
    return 0


def _text(made: GeneratedLevel, *, first: bool, short: bool, number: int) -> str:
    """A level as its file has it; on standard output, a deal is its id."""
    puzzle: Any = made.puzzle
    if short and puzzle.name:
        return f"{puzzle.name}\n"
    level = puzzle.level
    if hasattr(level, "number"):  # its place in a file
        level = replace(level, number=number)
    return ("" if first else "\n") + PUZZLES[made.kind].notation.format_level(level)


def _figures(made: GeneratedLevel) -> str:
    assert made.result.plan is not None
    plan = length(made.puzzle, made.result.plan, made.optimum)
    return f"{made.difficulty}, {plan}{', proved optimal' if made.result.optimal else ''}"


def record(made: GeneratedLevel) -> dict[str, Any]:
    """What `--json` says about a level."""
    puzzle: Any = made.puzzle
    assert made.result.plan is not None
    return {
        "puzzle": made.kind,
        "level": puzzle.name or None,
        "title": puzzle.level.title,
        "seed": made.seed,
        "number": made.number,
        "difficulty": made.difficulty,
        "cost": made.optimum,
        "optimal": made.result.optimal,
        "counts": puzzle.counts(made.result.plan, made.optimum),
        "expanded": made.expanded,
        "plan": format_plan(puzzle, made.result.plan),
        "text": PUZZLES[made.kind].notation.format_level(puzzle.level),
        "note": made.note or None,
    }


def _pair(text: str, between: str, what: str, example: str) -> tuple[int, int]:
    """Two numbers with a sign between them; one alone stands for both."""
    found = re.fullmatch(rf"([0-9]{{1,9}})(?:{between}([0-9]{{1,9}}))?", text)
    if found is None:
        raise BadInput(f"'{text}' is not {what}", hint=f"write it as {example}")
    return int(found[1]), int(found[2] or found[1])

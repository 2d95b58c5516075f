"""`unriddle polish`: make a solution shorter."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from unriddle.catalog import PUZZLES
from unriddle.cli import options
from unriddle.cli.check import as_the_rules_name_them, given_plan, one_level
from unriddle.cli.exits import BAD_INPUT, INTERRUPTED, OF_STATUS
from unriddle.cli.output import data, print_json, print_plan, talk
from unriddle.cli.progress import follow
from unriddle.core import BadInput, IllegalMove, Limits, Replay, Result, replay
from unriddle.loading import checked_rules
from unriddle.puzzles.sokoban.collection import Attachment, Collection
from unriddle.solving import choose_polish, record
from unriddle.text_files import STANDARD_INPUT, as_bytes, as_text, read_bytes
from unriddle.wording import counted, length
from unriddle.writing import check_writable, write_file

ENOUGH = 10.0
"""Seconds, unless limits are given: polishing could go on for hours."""
ENOUGH_EACH = 1.0
"""The same for each of many solutions."""


def polish(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    solution: Annotated[
        str | None,
        Parameter(help="The moves, a file that holds them, or -; by default all in LEVEL."),
    ] = None,
    *,
    out: Annotated[options.Output, Parameter(help="Without SOLUTION: the file to write.")] = None,
    limit: options.Limit = options.NO_LIMIT,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One JSON object.")] = False,
    **settings: options.AnyRule,
) -> int:
    """Improve a solution as long as the limits allow; returns the exit code."""
    common.apply()
    if solution is None:
        return _polish_all(level, out, limit.limits(), settings)
    if out is not None:
        raise BadInput("--out is for a collection", hint="name no solution")
    entry, instance = one_level(level, puzzle, settings)
    plan = given_plan(entry, solution)
    before = replay(instance, plan)
    if not before.solved:
        raise BadInput("the moves are legal, but they do not solve the level", source="solution")
    choice = choose_polish(instance, plan)
    limits = limit.limits()
    if limits == Limits():
        limits = Limits(seconds=ENOUGH)
    errors = talk()
    run = choice.start(instance, limits)
    result, interrupted = follow(run, limits, instance.name, errors, instance.cost_unit)
    if json:
        figures = {"given_moves": len(plan), "given_cost": before.cost}
        print_json({**record(instance, choice, result), **figures})
    elif result.plan is not None:
        errors.print(_gain(instance, plan, before, result))
        print_plan(data(), entry.notation.format_plan(result.plan))
    return INTERRUPTED if interrupted else OF_STATUS[result.status]


def _polish_all(source: str, out: Path | None, limits: Limits, settings: Mapping[str, str]) -> int:
    """Check and improve every solution in a file of Sokoban; all else in it stays as it is.

    One that its heading calls the best by moves or by pushes is improved by just that.
    """
    if limits == Limits():
        limits = Limits(seconds=ENOUGH_EACH)
    entry = PUZZLES["sokoban"]
    options.check_names(settings, [entry], [])
    by = {
        best: checked_rules(entry, {**settings, "cost": best} if best else settings)
        for best in ("", "moves", "pushes")
    }
    if source != STANDARD_INPUT and not os.path.exists(source):
        raise BadInput(f"there is no file {source}", hint="after a level, name its solution")
    if out is not None:
        check_writable(out)
    content = read_bytes(source)
    collection = Collection(as_text(content, source), source)
    boards, attached = collection.boards, collection.attached()
    games = [
        (number, one)
        for number, several in enumerate(attached)
        for one in several
        if one.kind != "snapshot"
    ]
    errors = talk()
    plans: dict[Attachment, Sequence[Any]] = {}
    solutions, wrong, interrupted = 0, 0, False
    for number, one in games:
        name = f"{source}#{number + 1}, line {one.start + 1}"
        try:
            instance: Any = entry.build(boards[number].read(), by[one.best], name=name)
            plan = entry.notation.parse_plan(one.moves)
            before = replay(instance, plan)
            if not before.solved:
                raise BadInput("the moves are legal, but they do not solve the level")
        except (BadInput, IllegalMove) as error:
            if not one.kind:
                continue  # words, or a game that was not finished
            solutions, wrong = solutions + 1, wrong + 1
            errors.print(Text(f"{name}: {getattr(error, 'problem', error)}"), soft_wrap=True)
            continue
        solutions += 1
        run = choose_polish(instance, plan).start(instance, limits)
        result, interrupted = follow(run, limits, name, errors, instance.cost_unit)
        if result.plan is not None and (result.cost or 0, len(result.plan)) < (
            before.cost,
            len(plan),
        ):
            errors.print(_gain(instance, plan, before, result))
            plans[one] = result.plan
        if interrupted:
            break
    errors.print(
        f"{counted(solutions, 'solution')}: {len(plans)} made shorter, "
        f"{wrong} wrong and left as written"
    )
    text = collection.having(plans)
    if out is not None:
        write_file(out, as_bytes(text, content))
    elif data().is_terminal:
        sys.stdout.write(text)
    else:
        sys.stdout.buffer.write(as_bytes(text, content))
    return INTERRUPTED if interrupted else BAD_INPUT if wrong else 0


def _gain(instance: Any, plan: Sequence[Any], before: Replay[Any], result: Result[Any]) -> str:
    """How long a solution was, and how long it is."""
    given = as_the_rules_name_them(instance, plan, before.states)
    was = length(instance, given, before.cost)
    now = length(instance, result.plan or (), result.cost or 0)
    return f"{instance.name}: {was} before; {now} now"

"""`unriddle polish`: make a solution shorter."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from unriddle.cli.check import as_the_rules_name_them, given_plan, one_level
from unriddle.cli.exits import INTERRUPTED, OF_STATUS
from unriddle.cli.options import COMMON, AnyRule, Common, LimitOptions, PuzzleName
from unriddle.cli.output import data, print_json, talk
from unriddle.cli.progress import follow
from unriddle.core import BadInput, Limits, replay
from unriddle.solving import choose_polish, record
from unriddle.wording import length

ENOUGH = 10.0
"""Seconds, unless limits are given: polishing could go on for hours."""


def polish(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    solution: Annotated[str, Parameter(help="The moves, a file that holds them, or -.")],
    *,
    limit: Annotated[LimitOptions, Parameter(name="*")] = LimitOptions(),  # noqa: B008 - frozen
    puzzle: PuzzleName = None,
    common: Common = COMMON,
    json: Annotated[bool, Parameter(help="One JSON object.")] = False,
    **settings: AnyRule,
) -> int:
    """Improve a solution as long as the limits allow; returns the exit code."""
    common.heed()
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
        given = as_the_rules_name_them(instance, plan, before.states)
        errors.print(
            f"{instance.name}: {length(instance, given, before.cost)} before; "
            f"{length(instance, result.plan, result.cost or 0)} now"
        )
        console = data()
        shorter = entry.notation.format_plan(result.plan)
        console.print(Text(shorter, overflow="fold"), soft_wrap=not console.is_terminal)
    return INTERRUPTED if interrupted else OF_STATUS[result.status]

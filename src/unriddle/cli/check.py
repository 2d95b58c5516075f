"""`unriddle check`: is this a solution?"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from unriddle.catalog import AnyPuzzle, PuzzleEntry
from unriddle.cli import board
from unriddle.cli.exits import OF_STATUS
from unriddle.cli.options import AnySetting, PuzzleName, check_names, locate_all, rules_of
from unriddle.cli.output import data, print_json
from unriddle.core import IllegalMove, Status, replay
from unriddle.loading import STANDARD_INPUT, read_text


def check(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    solution: Annotated[str, Parameter(help="The moves, a file that holds them, or -.")],
    *,
    puzzle: PuzzleName = None,
    json: Annotated[bool, Parameter(help="One JSON object.")] = False,
    **settings: AnySetting,
) -> int:
    """Replay a solution by the rules; returns the exit code."""
    entry, instance = one_level(level, puzzle, settings)
    notation = entry.notation
    plan = given_plan(entry, solution)
    console = data()
    try:
        played = replay(instance, plan)
    except IllegalMove as error:
        legal = plan[: (error.step or 1) - 1]
        if json:
            print_json({"level": instance.name, "legal_moves": len(legal), "error": str(error)})
        else:
            console.print(f"The position before move {error.step}:")
            board.show(console, instance, replay(instance, legal).states[-1])
        raise
    if json:
        named = _as_the_rules_name_it(instance, plan, played.states)
        print_json(
            {
                "level": instance.name,
                "solved": played.solved,
                "moves": len(plan),
                "cost": played.cost,
                "plan": notation.format_plan(named),
            }
        )
    elif played.solved:
        cost = f", cost {played.cost}" if played.cost != len(plan) else ""
        moves = "1 move" if len(plan) == 1 else f"{len(plan)} moves"
        console.print(f"{instance.name}: solved in {moves}{cost}")
    else:
        console.print(f"{instance.name}: all {len(plan)} moves are legal, but it is not solved:")
        board.show(console, instance, played.states[-1])
    return OF_STATUS[Status.SOLVED if played.solved else Status.GAVE_UP]


def one_level(
    level: str, puzzle: str | None, settings: Mapping[str, Any]
) -> tuple[PuzzleEntry, AnyPuzzle]:
    """The one level that is named, under the rules in `settings`."""
    (located,) = locate_all([level], puzzle)
    check_names(settings, [located.entry], ())
    return located.entry, located.only(level, rules_of(located.entry, settings))


def given_plan(entry: PuzzleEntry, solution: str) -> Sequence[Any]:
    """The moves in `solution`: these themselves, or a file that holds them."""
    is_file = solution == STANDARD_INPUT or os.path.exists(solution)
    source = solution if is_file else "solution"
    return entry.notation.parse_plan(read_text(solution) if is_file else solution, source)


def _as_the_rules_name_it(
    puzzle: AnyPuzzle, plan: Sequence[Any], states: Sequence[Any]
) -> Iterator[Any]:
    """The same moves as `actions` lists them: a player may have written a push in lower case."""
    for action, before, after in zip(plan, states, states[1:], strict=False):
        steps = puzzle.successors(before)
        yield next((named for named, state, _ in steps if state == after), action)

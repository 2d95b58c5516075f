"""`unriddle solve`: find solutions, replay them and show them."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from unriddle.catalog import AnyPuzzle
from unriddle.cli import board, options
from unriddle.cli.exits import INTERRUPTED, OF_STATUS
from unriddle.cli.output import colour_of, data, print_json, print_plan, talk
from unriddle.cli.progress import follow
from unriddle.core import BadInput, Result, replay
from unriddle.plans import format_plan
from unriddle.solving import Choice, default_solver, record, start_or_replace
from unriddle.wording import mebibytes, seconds, verdict


def solve(
    *levels: Annotated[str, Parameter(help="Ids such as sokoban/uit/16, files, or -.")],
    solver: Annotated[
        str | None,
        Parameter(
            help="The solver, such as astar or wastar:weight=3; each puzzle has a default. "
            + options.NAMES_OF_SOLVERS
        ),
    ] = None,
    heuristic: options.HeuristicName = None,
    engine: options.EngineName = None,
    first: Annotated[bool, Parameter(help="Stop at the first plan that is found.")] = False,
    limit: options.Limit = options.NO_LIMIT,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each level.")] = False,
    steps: Annotated[bool, Parameter(help="Show the position after every move.")] = False,
    **settings: options.AnySetting,
) -> int:
    """Solve every level in turn; returns the exit code.

    Without a solver, `best` finds a plan at once, then shorter ones, and proves the shortest; it
    takes up to a second a level, or the time that you give it.
    """
    common.apply()
    limits = limit.limits()
    located = options.locate_all(levels, puzzle)
    if first and solver is not None and solver.partition(":")[0] != "best":
        raise BadInput(
            f"--first is for the solver best, not {solver}", hint="leave out one of them"
        )
    if first and "improve" in settings:
        raise BadInput("--first and --improve contradict each other", hint="leave out one of them")
    if steps and json:
        raise BadInput("--json has no pictures for --steps", hint="leave out one of them")
    if first and any(default_solver(one.entry, heuristic, engine) == "best" for one in located):
        settings["improve"] = "0"
    options.refuse_twice(solver, settings, heuristic)
    chosen = options.choose_for(located, [solver], settings, heuristic=heuristic, engine=engine)
    console, errors = data(), talk()
    exit_code = 0
    broken = options.BrokenLevels()
    for found, rules, choice in chosen:
        for instance in found.puzzles(rules, broken=broken):
            used, run = start_or_replace(
                instance, choice, limits, replace=solver is None, heuristic=heuristic, engine=engine
            )
            result, interrupted = follow(run, limits, instance.name, errors, instance.cost_unit)
            if json:
                print_json(record(instance, used, result))
            else:
                _show(console, instance, used, result, steps=steps)
            exit_code = exit_code or OF_STATUS[result.status]
            if interrupted:
                return INTERRUPTED
    return broken.exit_code(exit_code)


def _show(
    console: Console, puzzle: AnyPuzzle, choice: Choice, result: Result[Any], *, steps: bool
) -> None:
    board.show_level(console, puzzle)
    guided = f" with {choice.heuristic}" if choice.heuristic else ""
    stats = result.stats
    console.print(
        Text.assemble(
            "  ",
            (verdict(puzzle, result), colour_of(result.status)),
            f"  ({choice.solver.name}{guided}, {choice.engine}: {stats.expanded:,} expanded, "
            f"{stats.generated:,} generated, {seconds(stats.seconds)}, {mebibytes(stats.memory)})",
        ),
        soft_wrap=True,
    )
    if result.plan is not None:
        if steps:
            _show_steps(console, puzzle, result.plan)
        print_plan(console, format_plan(puzzle, result.plan))
    console.print()


def _show_steps(console: Console, puzzle: AnyPuzzle, plan: tuple[Any, ...]) -> None:
    states = replay(puzzle, plan).states
    for number, (action, state) in enumerate(zip(plan, states[1:], strict=True), start=1):
        console.print(f"  move {number} of {len(plan)}: {action}", soft_wrap=True)
        board.show(console, puzzle, state)

"""`unriddle rate`: what makes a level hard, in figures."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from unriddle.catalog import entry_of
from unriddle.cli import board, options
from unriddle.cli.output import data, print_json
from unriddle.core import Status
from unriddle.rating import MOST_EXPANSIONS, MOST_STATES, Rating
from unriddle.rating import rate as rated
from unriddle.wording import length, verdict


def rate(
    *levels: Annotated[str, Parameter(help="Ids such as sokoban/uit/5, files, or -.")],
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each level.")] = False,
    **settings: options.AnyRule,
) -> int:
    """Rate levels; returns the exit code."""
    common.apply()
    named = options.NamedLevels(levels, puzzle, settings)
    for _, instance in named:
        rating = rated(instance)
        if json:
            print_json(rating.to_dict())
        else:
            _show(rating)
    return named.exit_code(0)


def _show(rating: Rating) -> None:
    console = data()
    board.show_title(console, rating.puzzle)
    for label, text in _lines(rating):
        console.print(Text.assemble((f"  {label:<25}", "dim"), text), soft_wrap=True)
    console.print()


def _lines(rating: Rating) -> list[tuple[str, str]]:
    """What is known, line by line: a label and a text."""
    result = rating.result
    entry = entry_of(rating.puzzle)
    lines = []
    if entry and entry.difficulty:
        lines.append(("difficulty", rating.difficulty or "not known: its search did not end"))
    if result.plan is None or result.cost is None:
        lines = [("result", verdict(rating.puzzle, result))]
    elif result.optimal:
        lines.append(("optimum", length(rating.puzzle, result.plan, result.cost)))
    else:
        best = length(rating.puzzle, result.plan, result.cost)
        least = f", at least {result.stats.lower}" if result.stats.lower else ""
        lines.append(("optimum", f"not proved: {best} is the best plan found{least}"))
    if rating.box_changes is not None and rating.decomposition is not None:
        lines.append(("box changes", str(rating.box_changes)))
        lines.append(("decomposition", "+".join(map(str, rating.decomposition)) or "0"))
    if rating.branching is not None:
        lines.append(("branching", f"{rating.branching:.2f} moves a state along the plan"))
    if rating.states is None:
        lines.append(("states", f"not counted: more than {MOST_STATES:,}"))
    else:
        dead = f"{rating.dead_states:,} of them dead ({rating.dead or 0:.0%})"
        lines.append(("states", f"{rating.states:,}, {dead}"))
        if rating.dead_ends is not None:
            lines.append(("dead ends", f"{rating.dead_ends:,} beside the optimal plan"))
    ended = {name: count for name, count in rating.expansions.items() if count is not None}
    lines += [(f"expansions {name}", f"{count:,}") for name, count in ended.items()]
    if others := ", ".join(name for name in rating.expansions if name not in ended):
        if result.status is Status.UNSOLVABLE:  # searches that cannot tell were not asked
            why = f"not complete, or more than {MOST_EXPANSIONS:,} expansions"
            lines.append(("no verdict by", f"{others} ({why})"))
        else:
            lines.append(("no solution by", f"{others} (at most {MOST_EXPANSIONS:,} each)"))
    return lines

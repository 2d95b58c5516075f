"""`unriddle compare`: several solvers on one level, side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from cyclopts import Parameter
from rich.box import HORIZONTALS
from rich.table import Table
from rich.text import Text

from unriddle.catalog import AnyPuzzle, PuzzleEntry
from unriddle.cli.exits import INTERRUPTED, OF_STATUS
from unriddle.cli.options import (
    AnySetting,
    LimitOptions,
    PuzzleName,
    check_names,
    locate_all,
    rules_of,
    settings_of,
)
from unriddle.cli.output import data, print_json, print_table, talk, tell_engine
from unriddle.cli.progress import follow
from unriddle.core import BadInput, Limits, Result, Status
from unriddle.solving import Choice, choose, record
from unriddle.wording import seconds, status


def compare(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    *,
    solvers: Annotated[
        str,
        Parameter(help="Names with commas between them, or all: astar,wastar:weight=3,bfs."),
    ] = "bfs,ucs,greedy,astar",
    heuristic: Annotated[str | None, Parameter(help="For all solvers that use one.")] = None,
    engine: Annotated[str | None, Parameter(help="What carries out the searches.")] = None,
    limit: Annotated[LimitOptions, Parameter(name="*")] = LimitOptions(time=10.0),  # noqa: B008 - frozen
    puzzle: PuzzleName = None,
    json: Annotated[bool, Parameter(help="One JSON object a line, a line a solver.")] = False,
    **settings: AnySetting,
) -> int:
    """Run several solvers on one level and set them side by side; returns the exit code."""
    limits = limit.limits()
    (located,) = locate_all([level], puzzle)
    known = located.entry.solvers
    names = list(known) if solvers == "all" else [name.strip() for name in solvers.split(",")]
    if "" in names:
        raise BadInput(f"'{solvers}' has a gap where a solver should be", hint="write bfs,astar")
    check_names(settings, [located.entry], names)
    rules = rules_of(located.entry, settings)
    instance = located.only(level, rules)
    choices = [
        choose(
            located.entry,
            name,
            heuristic=heuristic if _is_informed(located.entry, name) else None,
            engine=engine,
            settings=settings_of(located.entry, name, settings),
        )
        for name in names
    ]
    finished, interrupted = _race(instance, choices, limits, engine, json=json)
    if not json:
        title = f"{instance.name}  {instance.title}".rstrip()
        print_table(data(), table(title, names, finished))
    if interrupted:
        return INTERRUPTED
    solved = any(result.status is Status.SOLVED for result in finished)
    return 0 if solved else OF_STATUS[finished[0].status]


def _is_informed(entry: PuzzleEntry, name: str) -> bool:
    solver = entry.solvers.get(name.partition(":")[0])
    return solver is not None and solver.informed


def _race(
    instance: AnyPuzzle, choices: list[Choice], limits: Limits, engine: str | None, *, json: bool
) -> tuple[list[Result[Any]], bool]:
    """Run the solvers one after the other, so that they do not slow each other down.

    The flag says whether Ctrl-C ended it.
    """
    errors = talk()
    tell_engine(errors, engine, choices)
    finished: list[Result[Any]] = []
    for choice in choices:
        run = choice.start(instance, limits)
        result, interrupted = follow(run, limits, choice.solver.name, errors)
        finished.append(result)
        if json:
            print_json(record(instance, choice, result))
        if interrupted:
            return finished, True
    return finished, False


def table(title: str, names: list[str], results: list[Result[Any]]) -> Table:
    """Results side by side; the best of the solved ones is marked in every column."""
    grid = Table(
        title=Text(title),
        title_justify="left",
        caption="* best of those that solved it; opt.: proved optimal",
        caption_justify="left",
        box=HORIZONTALS,
        show_edge=False,
        padding=(0, 1, 0, 0),
    )
    for heading in ("solver", "status", "opt."):
        grid.add_column(heading, no_wrap=True, min_width=len(heading))
    for heading in _FIGURES:
        grid.add_column(heading, justify="right", no_wrap=True, min_width=len(heading))
    solved = [result for result in results if result.status is Status.SOLVED]
    best = {heading: min(map(value, solved), default=0) for heading, (value, _) in _FIGURES.items()}
    for name, result in zip(names, results, strict=False):
        is_solved = result.status is Status.SOLVED
        row = [
            Text(name),
            Text(status(result), "green" if is_solved else "yellow"),
            Text("yes" if result.optimal else ""),
        ]
        for heading, (value, shown) in _FIGURES.items():
            figure = value(result)
            marked = is_solved and figure == best[heading]
            text = "-" if figure is None else shown(figure)
            row.append(Text(f"{text}*", "bold") if marked else Text(f"{text} "))
        grid.add_row(*row)
    return grid


_FIGURES: dict[str, tuple[Callable[[Result[Any]], Any], Callable[[Any], str]]] = {
    "moves": (lambda result: None if result.plan is None else len(result.plan), str),
    "cost": (lambda result: result.cost, str),
    "expanded": (lambda result: result.stats.expanded, "{:,}".format),
    "generated": (lambda result: result.stats.generated, "{:,}".format),
    "time": (lambda result: result.stats.seconds, seconds),
    "MiB": (lambda result: result.stats.memory, lambda value: f"{value / 2**20:.1f}"),
}
"""The columns in which the smallest figure is the best: what it is, and how it is written."""

"""`unriddle compare`: several solvers on one level, side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from unriddle.catalog import AnyPuzzle
from unriddle.cli import options
from unriddle.cli.exits import FAULTY_CODE, INTERRUPTED, OF_STATUS, with_hint
from unriddle.cli.output import data, print_json, print_table, talk, titled_table
from unriddle.cli.progress import follow
from unriddle.comparing import SECONDS, USUAL
from unriddle.core import BadInput, FaultyCode, Limits, Result, Status
from unriddle.figures import plan_counts
from unriddle.out_of_memory import is_out_of_memory
from unriddle.plugins import fault_of
from unriddle.solving import Choice, record
from unriddle.wording import FAULTY, plural, seconds, status


def compare(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    *,
    solvers: Annotated[
        str,
        Parameter(
            help="Names separated by commas, such as astar,wastar:weight=3, or all. "
            + options.NAMES_OF_SOLVERS
        ),
    ] = ",".join(USUAL),
    heuristic: options.HeuristicName = None,
    engine: options.EngineName = None,
    limit: options.Limit = options.LimitOptions(time=SECONDS),  # noqa: B008 - frozen
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each solver.")] = False,
    **settings: options.AnySetting,
) -> int:
    """Run several solvers on one level and set them side by side; returns the exit code."""
    common.apply()
    limits = limit.limits()
    (located,) = options.locate_all([level], puzzle)
    known = located.entry.solvers
    names = list(known) if solvers == "all" else [name.strip() for name in solvers.split(",")]
    if "" in names:
        raise BadInput(f"'{solvers}' has a gap where a solver should be", hint="write bfs,astar")
    chosen = options.choose_for(
        [located], names, settings, heuristic=heuristic, engine=engine, side_by_side=True
    )
    instance = located.only(level, chosen[0].rules)
    finished, interrupted = _race(instance, [one.choice for one in chosen], limits, json=json)
    if not json:
        title = f"{instance.name}  {instance.title}".rstrip()
        engines = [one.choice.engine for one in chosen]
        if "native" in engines:  # the others are slower for no fault of their own
            pairs = zip(names, engines, strict=True)
            names = [name if engine == "native" else f"{name} ({engine})" for name, engine in pairs]
        print_table(data(), table(instance, title, names, finished))
    faults = {
        name: one for name, one in zip(names, finished, strict=False) if isinstance(one, FaultyCode)
    }
    for name, fault in faults.items():
        talk().print(Text(f"{name}: {with_hint(fault, fault.hint)}"), soft_wrap=True)
    if interrupted:
        return INTERRUPTED
    if faults:
        return FAULTY_CODE
    results = [one for one in finished if isinstance(one, Result)]
    solved = any(result.status is Status.SOLVED for result in results)
    return 0 if solved else OF_STATUS[results[0].status]


def _race(
    instance: AnyPuzzle, choices: list[Choice], limits: Limits, *, json: bool
) -> tuple[list[Ended], bool]:
    """Run the solvers one after the other, so that they do not slow each other down.

    The flag says whether Ctrl-C ended it. A fault in the code of a user ends that solver alone.
    """
    errors = talk()
    finished: list[Ended] = []
    for choice in choices:
        name = choice.solver.name
        try:
            run = choice.start(instance, limits)
            result, interrupted = follow(run, limits, name, errors, instance.cost_unit)
        except Exception as error:
            fault = fault_of(error) if choice.own and not is_out_of_memory(error) else None
            if fault is None:
                raise
            finished.append(fault)
            if json:
                level = {"level": instance.name, "solver": name}
                print_json({**level, "status": FAULTY, "fault": str(fault)})
            continue
        finished.append(result)
        if json:
            print_json(record(instance, choice, result))
        if interrupted:
            return finished, True
    return finished, False


Ended = Result[Any] | FaultyCode
"""How a solver ended; one that a user wrote may have done what it must not."""


def table(instance: AnyPuzzle, title: str, names: list[str], results: Sequence[Ended]) -> Table:
    """Results side by side; the best of the solved ones is marked in every column."""
    grid = titled_table(title, "* best of those that solved it; opt.: proved optimal")
    for heading in ("solver", "status", "opt."):
        grid.add_column(heading, no_wrap=True, min_width=len(heading))
    figures = {**_counts(instance), **_FIGURES}
    for heading in figures:
        grid.add_column(heading, justify="right", no_wrap=True, min_width=len(heading))
    ended = [result for result in results if isinstance(result, Result)]
    solved = [result for result in ended if result.status is Status.SOLVED]
    best = {heading: min(map(value, solved), default=0) for heading, (value, _) in figures.items()}
    for name, result in zip(names, results, strict=False):
        if isinstance(result, FaultyCode):
            grid.add_row(Text(name), Text(FAULTY, "red"), "", *("- " for _ in figures))
            continue
        is_solved = result.status is Status.SOLVED
        row = [
            Text(name),
            Text(status(result), "green" if is_solved else "yellow"),
            Text("yes" if result.optimal else ""),
        ]
        for heading, (value, shown) in figures.items():
            figure = value(result)
            marked = is_solved and figure == best[heading]
            text = "-" if figure is None else shown(figure)
            row.append(Text(f"{text}*", "bold") if marked else Text(f"{text} "))
        grid.add_row(*row)
    return grid


Figure = tuple[Callable[[Result[Any]], Any], Callable[[Any], str]]
"""A figure of a result, and how it is written."""


def _counts(instance: AnyPuzzle) -> dict[str, Figure]:
    """Columns of what is counted in a plan, what is minimised first."""

    def of_unit(unit: str) -> Figure:
        return lambda result: (plan_counts(instance, result) or {}).get(unit), "{:,}".format

    return {plural(unit): of_unit(unit) for unit in instance.counts((), 0)}


_FIGURES: dict[str, Figure] = {
    "expanded": (lambda result: result.stats.expanded, "{:,}".format),
    "generated": (lambda result: result.stats.generated, "{:,}".format),
    "time": (lambda result: result.stats.seconds, seconds),
    "MiB": (lambda result: result.stats.memory, lambda value: f"{value / 2**20:.1f}"),
}
"""The other columns in which the smallest figure is the best."""

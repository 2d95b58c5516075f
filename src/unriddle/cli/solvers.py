"""`unriddle solvers`: what each solver accepts and promises."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from unriddle.catalog import (
    PLANNERS,
    PUZZLES,
    SOLVERS,
    AnyPuzzle,
    PuzzleEntry,
    SolverEntry,
    load_installed,
    lookup,
    summary_of,
)
from unriddle.cli import options
from unriddle.cli.output import data, print_json
from unriddle.engines import why_not
from unriddle.settings import Setting, Value


def solvers(
    name: Annotated[str | None, Parameter(help="Only this solver.")] = None,
    /,
    *,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each solver.")] = False,
) -> int:
    """List the solvers, heuristics and rule settings: what they accept and what they promise."""
    common.apply()
    load_installed()
    every: list[tuple[str | None, Mapping[str, SolverEntry]]] = [
        *((entry.name, entry.native_solvers) for entry in PUZZLES.values()),
        (None, SOLVERS),
        (None, PLANNERS),
    ]
    if name is not None:
        lookup(ChainMap(*(dict(table) for _, table in every)), "solver", name)
    chosen = [
        (puzzle, solver)
        for puzzle, table in every
        for solver in table.values()
        if name in (None, solver.name)
    ]
    if json:
        for puzzle, solver in chosen:
            print_json(_record(puzzle, solver))
        return 0
    console = data()
    for puzzle, solver in chosen:
        _show_solver(console, puzzle, solver)
    if name is None:
        for entry in PUZZLES.values():
            _show_puzzle(console, entry)
        _show_engines(console)
    return 0


def _record(puzzle: str | None, solver: SolverEntry) -> dict[str, Any]:
    return {
        "solver": solver.name,
        "title": solver.shown,
        "puzzle": puzzle,
        "summary": solver.summary,
        "complete": solver.complete,
        "optimal": solver.optimal.value,
        "heuristic": solver.informed,
        "installed": not (solver.planner and solver.planner.why_not),
        "settings": {
            setting.name: {
                "default": setting.default,
                "allowed": setting.allowed,
                "help": setting.help,
            }
            for setting in solver.settings
        },
    }


def _show_solver(console: Console, puzzle: str | None, solver: SolverEntry) -> None:
    kind = f"  ({puzzle})" if puzzle else ""
    title = f"  {solver.title}:" if solver.title else ""
    console.print(Text.assemble((solver.name, "bold"), f"{kind}{title}  {solver.summary}"))
    guided = "guided by a heuristic; " if solver.informed else ""
    _note(console, f"{guided}complete: {solver.complete}; optimal: {solver.optimal.value}")
    if solver.planner and solver.planner.why_not:
        _note(console, solver.planner.why_not)
    _show_settings(console, solver.settings)


def _show_puzzle(console: Console, entry: PuzzleEntry) -> None:
    summary = f"  {entry.summary} Solved by {entry.solver} by default."
    console.print(Text.assemble("\n", (entry.name, "bold"), summary))
    _show_settings(console, entry.rules.settings())
    sample = _sample(entry)
    for heuristic, maker in entry.heuristics.items():
        promise = "admissible" if maker(sample).admissible else "not admissible"
        _note(console, "heuristic ", (heuristic, "bold"), f" ({promise}): {summary_of(maker)}")


def _sample(entry: PuzzleEntry) -> AnyPuzzle:
    """Some level under the default rules: what a heuristic promises depends on the rules."""
    pack = next(iter(entry.packs.values()))
    rules = entry.rules()
    return entry.build(pack.level(pack.numbers[0], rules), rules)


def _show_engines(console: Console) -> None:
    console.print(Text("\nengines", "bold"))
    _note(console, ("native", "bold"), f": {why_not or 'compiled, used by default'}")
    _note(console, ("python", "bold"), ": the readable searches; the same plans and counts")


def _show_settings(console: Console, settings: Iterable[Setting]) -> None:
    for setting in settings:
        name = (f"--{setting.name}", "bold")
        default = f" ({_shown(setting.default)}): "
        _note(console, name, f"{default}{setting.help} [{setting.allowed}]")


def _shown(value: Value) -> str:
    """A default as a user would type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value != () else "none"


def _note(console: Console, *parts: str | tuple[str, str]) -> None:
    lines = Text.assemble(*parts).wrap(console, console.width - 4)
    for line in lines:
        line.rstrip()
        console.print(Text("    ").append_text(line), soft_wrap=True)

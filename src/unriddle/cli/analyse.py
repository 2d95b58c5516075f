"""`unriddle analyse`: everything about a stage of Bloxorz."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from unriddle.bloxorz_analysis import Analysis, Untouched, start_analysis
from unriddle.catalog import rules_in_force
from unriddle.catalog.bloxorz import BLOXORZ
from unriddle.cli import board, options
from unriddle.cli.exits import INTERRUPTED, OF_STATUS
from unriddle.cli.output import colour_of, data, print_json, print_plan, talk
from unriddle.cli.progress import follow
from unriddle.core import BadInput, Status
from unriddle.figures import some_figures
from unriddle.puzzles.bloxorz.level import Cell
from unriddle.puzzles.bloxorz.notation import format_plan
from unriddle.wording import counted, mebibytes, seconds, verdict


def analyse(
    *levels: Annotated[str, Parameter(help="Ids such as bloxorz/23, files, or -.")],
    engine: options.EngineName = None,
    limit: options.Limit = options.NO_LIMIT,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each stage.")] = False,
    **settings: options.AnyRule,
) -> int:
    """Explore every state of each stage; returns the exit code."""
    common.apply()
    limits = limit.limits()
    named = options.NamedLevels(levels, puzzle, settings)
    for entry in named.entries:
        if entry is not BLOXORZ:
            raise BadInput(f"only stages of Bloxorz can be analysed, not {entry.name}")
    console, errors = data(), talk()
    exit_code = 0
    for _, stage in named:
        run = start_analysis(stage, limits, engine=engine)
        _, interrupted = follow(run, limits, stage.name, errors)
        analysis = run.analysis()
        if json:
            print_json(record(analysis))
        else:
            _show(console, analysis)
        exit_code = exit_code or OF_STATUS[analysis.status]
        if interrupted:
            return INTERRUPTED
    return named.exit_code(exit_code)


def record(analysis: Analysis) -> dict[str, Any]:
    """What `--json` says about a stage; what is not known is null."""
    known = analysis.complete
    return {
        "puzzle": BLOXORZ.name,
        "level": analysis.puzzle.name,
        "rules": rules_in_force(analysis.puzzle),
        **some_figures(analysis.result, "status", "checked", "proof"),
        "states": analysis.states if known else None,
        "dead": analysis.dead if known else None,
        "optimum": analysis.optimum if known else None,
        "optimum_with_space": analysis.optimum_with_space if known else None,
        "optimal_solutions": analysis.optimal_solutions if known else None,
        "optimal_solutions_with_space": analysis.optimal_solutions_with_space if known else None,
        "plan": None if analysis.plan is None else format_plan(analysis.plan),
        "unreached": _listed(analysis.unreached) if known else None,
        "unneeded": _listed(analysis.unneeded) if known else None,
        "unneeded_by_optimal": _listed(analysis.unneeded_by_optimal) if known else None,
        "fixed_bridges": list(analysis.fixed_bridges) if known else None,
        **some_figures(analysis.result, "expanded", "seconds", "memory_bytes"),
    }


def _listed(untouched: Untouched | None) -> dict[str, list[Any]] | None:
    """Tiles as [row, column], counted from 1."""
    if untouched is None:
        return None
    return {
        "tiles": [[row + 1, column + 1] for row, column in untouched.tiles],
        "switches": list(untouched.switches),
        "bridges": list(untouched.bridges),
    }


def _show(console: Console, analysis: Analysis) -> None:
    board.show_level(console, analysis.puzzle)
    stats = analysis.stats
    took = f"  ({seconds(stats.seconds)}, {mebibytes(stats.memory)})"
    colour = colour_of(analysis.status)
    console.print(Text.assemble("  ", (_verdict(analysis), colour), took), soft_wrap=True)
    if analysis.complete:
        for label, text in _facts(analysis):
            console.print(Text.assemble((f"  {label:<20}", "dim"), text), soft_wrap=True)
    if analysis.plan is not None:
        print_plan(console, format_plan(analysis.plan))
    console.print()


def _verdict(analysis: Analysis) -> str:
    match analysis.status:
        case Status.SOLVED:
            moves = counted(analysis.optimum or 0, "arrow move")
            return f"can be solved in {moves}, proved optimal"
        case Status.UNSOLVABLE:
            return verdict(analysis.puzzle, analysis.result)
        case status:
            return f"{status} after {counted(analysis.stats.expanded, 'state')}; nothing is proved"


def _facts(analysis: Analysis) -> Iterable[tuple[str, str]]:
    """What is known, line by line: a label and a text."""
    yield "states", f"{analysis.states:,}, {analysis.dead:,} of them dead"
    if analysis.optimal_solutions is not None:
        with_space = counted(analysis.optimum_with_space or 0, "move")
        yield "optimal solutions", f"{analysis.optimal_solutions:,}"
        yield (
            "with Space counted",
            f"{with_space}, {counted(analysis.optimal_solutions_with_space or 0, 'solution')}",
        )
    yield from _untouched("out of reach", analysis.unreached, analysis)
    if analysis.unneeded is not None:
        yield from _untouched("no solution needs", analysis.unneeded, analysis)
    if analysis.unneeded_by_optimal is not None:
        yield from _untouched("no best plan needs", analysis.unneeded_by_optimal, analysis)
    if analysis.fixed_bridges:
        yield "never change", f"bridges {', '.join(analysis.fixed_bridges)}"


def _untouched(label: str, untouched: Untouched, analysis: Analysis) -> Iterable[tuple[str, str]]:
    parts = []
    if untouched.switches:
        parts.append(f"switches {', '.join(untouched.switches)}")
    if untouched.bridges:
        parts.append(f"bridges {', '.join(untouched.bridges)}")
    if untouched.tiles:
        parts.append(f"{counted(len(untouched.tiles), 'tile')}: {_places(untouched.tiles)}")
    if analysis.puzzle.goal in untouched.tiles:
        parts.append("even the goal")
    if parts:
        yield label, "; ".join(parts)


def _places(tiles: tuple[Cell, ...]) -> str:
    """Tiles as row,column counted from 1; a few of them if there are many."""
    shown = " ".join(f"{row + 1},{column + 1}" for row, column in tiles[:_MOST_TILES])
    return shown if len(tiles) <= _MOST_TILES else f"{shown} ..."


_MOST_TILES = 24

"""`unriddle heuristic-check`: heuristics beside the exact distances."""

from __future__ import annotations

import os
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from unriddle.catalog import PuzzleEntry
from unriddle.cli import options
from unriddle.cli.exits import FAULTY_CODE, OF_STATUS, with_hint
from unriddle.cli.output import data, print_json
from unriddle.core import BadInput, FaultyCode, Limits, Status
from unriddle.heuristic_check import MOST_STATES, PATIENCE, HeuristicReport, check_heuristic
from unriddle.plugins import fault_of, load_file
from unriddle.wording import counted


def heuristic_check(
    what: Annotated[str, Parameter(help="A file with heuristics of your own, or a name.")],
    /,
    *levels: Annotated[str, Parameter(help="Ids such as bloxorz/1-33, files, or -.")],
    time: Annotated[float, Parameter(help="Stop each level after this many seconds.")] = PATIENCE,
    states: Annotated[
        int, Parameter(help="Levels with more states are compared along an optimal plan.")
    ] = MOST_STATES,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each level.")] = False,
    **settings: options.AnyRule,
) -> int:
    """Compare heuristics with the exact distances; returns the exit code."""
    common.apply()
    if states < 1:
        raise BadInput(f"--states must be at least 1, not {states}")
    limits = Limits(seconds=time)
    names = _registered(what)
    named = options.NamedLevels(levels, puzzle, settings)
    for entry in named.entries:
        _names_for(entry, what, names)
    exit_code = 0
    for entry, instance in named:
        for name in _names_for(entry, what, names):
            try:
                report = check_heuristic(instance, name, limits=limits, states=states)
            except Exception as error:  # of one heuristic; the others are checked all the same
                if (fault := fault_of(error)) is None:
                    raise
                _show_fault(instance.name, name, fault, json=json)
                exit_code = FAULTY_CODE
                continue
            _show(report, json=json)
            if report.refuted:
                exit_code = FAULTY_CODE
            elif not report.states:
                exit_code = exit_code or OF_STATUS[Status.GAVE_UP]
    return named.exit_code(exit_code)


def _registered(what: str) -> list[tuple[str, str]] | None:
    """The heuristics that a file registers, by puzzle and name; None if `what` is no file."""
    if not (what.endswith(".py") or os.path.exists(what)):
        return None
    return list(load_file(what).heuristics)


def _names_for(entry: PuzzleEntry, what: str, names: list[tuple[str, str]] | None) -> list[str]:
    if names is None:
        return [what]
    fitting = [name for puzzle, name in names if puzzle == entry.name]
    if not fitting:
        raise BadInput(f"{what} registers no heuristic for {entry.name}", source="")
    return fitting


def _show_fault(level: str, name: str, fault: FaultyCode, *, json: bool) -> None:
    if json:
        print_json({"level": level, "heuristic": name, "fault": str(fault)})
        return
    told = f"  {with_hint(fault, fault.hint)}"
    data().print(Text.assemble((f"{level}  {name}", "bold"), told), soft_wrap=True)


def _show(report: HeuristicReport, *, json: bool) -> None:
    if json:
        print_json(_record(report))
        return
    console = data()
    head = (f"{report.puzzle.name}  {report.heuristic}", "bold")
    if not report.states:
        unknown = "the distances are not known: too many states, and no proved optimum in time"
        console.print(Text.assemble(head, f"  {unknown}"), soft_wrap=True)
        return
    flaws = {one.against for one in report.counterexamples}
    parts = [
        "admissible" if "admissible" not in flaws else "not admissible",
        "consistent" if "consistent" not in flaws else "not consistent",
        counted(report.states, "state")
        + ("" if report.complete else " along a proved optimal plan, no others")
        + ("" if report.from_start else ", from a position on the way: the level is too hard"),
    ]
    if report.informed is not None:
        parts.append(f"mean h/h* {report.informed:.3f}")
    console.print(Text.assemble(head, f"  {', '.join(parts)}"), soft_wrap=True)
    for one in report.counterexamples:
        claimed = one in report.refuted
        style = "red" if claimed else ""
        word = (
            f"it claims to be {one.against}, and is not: " if one.against in report.claims else ""
        )
        first, *board = one.told(report.puzzle).splitlines()
        words = first.partition(": ")[2] if word else first
        console.print(Text(f"  {word}{words}", style), soft_wrap=True)
        for line in board:
            console.print(Text(f"    {line}"), soft_wrap=True)


def _record(report: HeuristicReport) -> dict[str, Any]:
    flaws = {one.against: one for one in report.counterexamples}
    return {
        "level": report.puzzle.name,
        "heuristic": report.heuristic,
        "claims": list(report.claims),
        "states": report.states,
        "complete": report.complete,
        "from_start": report.from_start,
        "admissible": "admissible" not in flaws if report.states else None,
        "consistent": "consistent" not in flaws if report.states else None,
        "informed": report.informed,
        "refuted": [one.against for one in report.refuted],
        "counterexamples": {
            against: {
                "estimate": _number(one.estimate),
                "bound": _number(one.bound),
                "action": None if one.action is None else str(one.action),
                "state": one.told(report.puzzle).partition("\n")[2],
            }
            for against, one in flaws.items()
        },
    }


def _number(value: float) -> float | str:
    """JSON has no infinity."""
    return value if value < float("inf") else "infinity"

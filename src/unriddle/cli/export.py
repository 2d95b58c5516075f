"""`unriddle export`: a level or its solution as a picture, an animation, a page, text or PDDL."""

from __future__ import annotations

import sys
from typing import Annotated, Any

from cyclopts import Parameter

from unriddle.cli import options
from unriddle.cli.check import given_plan
from unriddle.cli.exits import INTERRUPTED, OF_STATUS
from unriddle.cli.output import talk
from unriddle.cli.progress import follow
from unriddle.core import BadInput
from unriddle.pictures.export import (
    FORMATS,
    NEED_A_PLAN,
    check_looks,
    check_possible,
    domain_beside,
    format_of,
)
from unriddle.pictures.export import export as exported
from unriddle.solving import start_or_replace
from unriddle.wording import verdict
from unriddle.writing import check_writable, write_file


def export(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    *,
    to: Annotated[
        str | None,
        Parameter(help=f"What to write: {', '.join(FORMATS)}; by default as --out ends, or svg."),
    ] = None,
    out: options.Output = None,
    plan: Annotated[
        str | None,
        Parameter(help="The moves, a file that holds them, or -.", allow_leading_hyphen=True),
    ] = None,
    solver: Annotated[
        str | None, Parameter(help="What finds the plan, such as astar; each puzzle has a default.")
    ] = None,
    heuristic: options.HeuristicName = None,
    engine: options.EngineName = None,
    limit: options.Limit = options.NO_LIMIT,
    step: Annotated[
        int | None, Parameter(help="Show the position after this many moves, or begin there.")
    ] = None,
    theme: Annotated[
        str | None, Parameter(help="light or dark; for html also auto: what its reader prefers.")
    ] = None,
    scale: Annotated[float | None, Parameter(help="How much larger png and gif are.")] = None,
    pace: Annotated[
        float | None,
        Parameter(help="Seconds for each move in gif and html; long plans are faster."),
    ] = None,
    plain: Annotated[
        bool, Parameter(help="pddl without costs, for planners that do not know them.")
    ] = False,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    **settings: options.AnySetting,
) -> int:
    """Write a level or its solution; solves it first if a plan is needed and none is given."""
    common.apply()
    to = format_of(to, out)
    check_looks(to, step=step, theme=theme, scale=scale, seconds=pace, plain=plain)
    searching = solver is not None or heuristic is not None or engine is not None
    if to == "pddl" and (plan is not None or searching):
        raise BadInput("pddl holds no plan", hint="leave out the plan and the solver")
    if plan is not None and searching:
        raise BadInput("--plan and a solver contradict each other", hint="leave out one of them")
    solves = plan is None and (searching or bool(step) or to in NEED_A_PLAN or to == "sok")
    (located,) = options.locate_all([level], puzzle)
    ((found, rules, choice),) = options.choose_for(
        [located], [solver], settings, heuristic=heuristic, engine=engine, solves=solves
    )
    instance = found.only(level, rules)
    check_possible(instance, to)
    if out is not None:
        check_writable(out)
    moves: Any = None
    interrupted = False
    if plan is not None:
        moves = given_plan(found.entry, plan)
    elif solves:
        limits = limit.limits()
        _, run = start_or_replace(
            instance, choice, limits, replace=solver is None, heuristic=heuristic, engine=engine
        )
        result, interrupted = follow(run, limits, instance.name, talk(), instance.cost_unit)
        if result.plan is None:
            words = f"{instance.name}: {verdict(instance, result)}; there is no plan to show"
            talk().print(words, soft_wrap=True)
            return INTERRUPTED if interrupted else OF_STATUS[result.status]
        moves = result.plan
    if to == "pddl":
        content = exported(instance, to=to, out=out, plain=plain)
        if out is not None:
            talk().print(f"{out}: the problem; {domain_beside(out)}: the domain", soft_wrap=True)
            return 0
    else:
        content = exported(
            instance, moves, to=to, step=step, theme=theme, scale=scale, seconds=pace
        )
    if out is not None:
        write_file(out, content)
        size = len(content.encode() if isinstance(content, str) else content)
        talk().print(f"{out}: {FORMATS[to]}, {size:,} bytes", soft_wrap=True)
    elif isinstance(content, str):
        print(content, end="" if content.endswith("\n") else "\n")
    elif sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        raise BadInput(f"a terminal cannot show {to}", hint=f"--out {found.entry.name}.{to}")
    else:
        sys.stdout.buffer.write(content)
    if interrupted:
        talk().print("interrupted; this is the best plan so far")
        return INTERRUPTED
    return 0

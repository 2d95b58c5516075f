"""`unriddle trace`: a search step by step, as JSON Lines or as text."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from unriddle.cli.options import (
    COMMON,
    AnySetting,
    Common,
    HeuristicName,
    LimitOptions,
    PuzzleName,
    choose_for,
    locate_all,
    refuse_twice,
)
from unriddle.core import BadInput, Limits
from unriddle.tracing.text import as_text
from unriddle.tracing.trace import STEPS, within, written
from unriddle.tracing.tracer import Tracer


def trace(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    *,
    solver: Annotated[
        str | None,
        Parameter(help="A textbook search, such as astar, or one of your own (--with)."),
    ] = None,
    heuristic: HeuristicName = None,
    steps: Annotated[int | None, Parameter(help=f"The most steps; {STEPS} by default.")] = None,
    limit: Annotated[LimitOptions, Parameter(name="*")] = LimitOptions(),  # noqa: B008 - frozen
    out: Annotated[Path | None, Parameter(help="The file; by default standard output.")] = None,
    text: Annotated[bool, Parameter(help="Plain text: boards and sentences.")] = False,
    language: Annotated[
        Literal["en", "vi"], Parameter(help="Of the sentences of --text: en or vi.")
    ] = "en",
    boards: Annotated[
        bool,
        Parameter(
            help="Draw the board of every node, for readers that know no rules.",
            negative="--no-boards",
        ),
    ] = True,
    puzzle: PuzzleName = None,
    common: Common = COMMON,
    **settings: AnySetting,
) -> int:
    """Follow a search; the exit code is 0, however it ends."""
    common.heed()
    wanted = limit.limits()
    if steps is not None and wanted.nodes is not None:
        raise BadInput("--steps and --nodes mean the same", hint="leave out one of them")
    limits = Limits(
        wanted.seconds, steps if steps is not None else wanted.nodes or STEPS, wanted.mebibytes
    )
    (located,) = locate_all([level], puzzle)
    refuse_twice(solver, settings, heuristic)
    ((found, rules, choice),) = choose_for(
        [located], [solver], settings, heuristic=heuristic, engine="python"
    )
    lines = within(Tracer(found.only(level, rules), choice, boards=boards), limits)
    with ExitStack() as files:
        file = sys.stdout
        if out is not None:
            try:
                file = files.enter_context(open(out, "w", encoding="utf-8"))
            except OSError as error:
                raise BadInput(f"cannot be written: {error.strerror}", source=str(out)) from error
        for piece in as_text(lines, language) if text else map(written, lines):
            file.write(piece if piece.endswith("\n") else f"{piece}\n")
    return 0

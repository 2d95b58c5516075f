"""`unriddle trace`: a search step by step, as JSON Lines, as text, as a page or as an animation."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import Annotated, Literal

from cyclopts import Parameter

from unriddle.cli import options
from unriddle.core import BadInput, Limits
from unriddle.tracing.text import as_text
from unriddle.tracing.trace import STEPS, Trace, kind_of, within, written
from unriddle.tracing.tracer import Tracer
from unriddle.writing import check_writable, replacing, writable


def trace(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    *,
    solver: Annotated[
        str | None,
        Parameter(help="A textbook search, such as astar, or one of your own (--with)."),
    ] = None,
    heuristic: options.HeuristicName = None,
    steps: Annotated[int | None, Parameter(help=f"The most steps; {STEPS} by default.")] = None,
    limit: options.Limit = options.NO_LIMIT,
    out: Annotated[
        options.Output,
        Parameter(
            help="The file; by default, or as -, standard output. .html is a page that plays "
            "it, .gif an animation."
        ),
    ] = None,
    first: Annotated[
        int | None, Parameter(name="--from", help="The first step that .html or .gif shows.")
    ] = None,
    theme: Annotated[
        Literal["light", "dark"] | None, Parameter(help="The colours of .html and .gif.")
    ] = None,
    text: Annotated[bool, Parameter(help="Plain text: boards and sentences.")] = False,
    language: Annotated[
        Literal["en", "vi"], Parameter(help="The language of --text and .html.")
    ] = "en",
    boards: Annotated[
        bool,
        Parameter(
            help="Draw the board of every node, for readers that know no rules.",
            negative="--no-boards",
        ),
    ] = True,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    **settings: options.AnySetting,
) -> int:
    """Follow a search; the exit code is 0, however it ends."""
    common.apply()
    wanted = limit.limits()
    if steps is not None and wanted.nodes is not None:
        raise BadInput("--steps and --nodes mean the same", hint="leave out one of them")
    limits = Limits(
        wanted.seconds, steps if steps is not None else wanted.nodes or STEPS, wanted.mebibytes
    )
    (located,) = options.locate_all([level], puzzle)
    options.refuse_twice(solver, settings, heuristic)
    ((found, rules, choice),) = options.choose_for(
        [located], [solver], settings, heuristic=heuristic, engine="python"
    )
    instance = found.only(level, rules)
    kind = None if out is None else kind_of(out)
    if kind is None and (first is not None or theme is not None):
        raise BadInput("--from and --theme are for .html and .gif", hint="--out trace.html")
    if kind is not None and text:
        raise BadInput("--text and a picture contradict each other", hint="leave out one of them")
    lines = within(Tracer(instance, choice, boards=boards and kind is None), limits)
    if out is not None and kind is not None:
        check_writable(out)
        Trace(lines, instance).write(out, first=first or 1, language=language, theme=theme)
        return 0
    with ExitStack() as files:
        file = sys.stdout
        if out is not None:
            files.enter_context(writable(out))
            part = files.enter_context(replacing(out))
            file = files.enter_context(open(part, "w", encoding="utf-8", errors="backslashreplace"))
        for piece in as_text(lines, language) if text else map(written, lines):
            file.write(piece if piece.endswith("\n") else f"{piece}\n")
    return 0

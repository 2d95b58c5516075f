"""`unriddle table`: make the tables of published reports again, or one of your own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from unriddle.catalog import lookup
from unriddle.cli import options
from unriddle.cli.exits import FAULTY_CODE, INTERRUPTED
from unriddle.cli.output import (
    data,
    print_json,
    print_rows,
    print_table,
    shows_progress,
    talk,
    tell_engine,
    titled_table,
)
from unriddle.core import BadInput
from unriddle.engines import why_not
from unriddle.experiments import text
from unriddle.experiments.measuring import Measurement
from unriddle.experiments.report import make_folder, write
from unriddle.experiments.running import RunKey, adjusted, carry_out, choices, keys
from unriddle.experiments.spec import TOTAL, Experiment
from unriddle.experiments.spec_file import find, shipped
from unriddle.experiments.table import FinishedTable, Part, arrange
from unriddle.wording import FAULTY


def table(
    *names: Annotated[str, Parameter(help="Names of tables, or your own spec files.")],
    all: Annotated[bool, Parameter(help="Every table that comes with the program.")] = False,
    out: Annotated[
        Path | None,
        Parameter(help="A folder for Markdown, CSV, JSON, pictures and one HTML page."),
    ] = None,
    pictures: Annotated[
        str, Parameter(help="The formats of the pictures: png, svg, pdf, or several of them.")
    ] = "png",
    levels: Annotated[
        str | None, Parameter(help="Only these of its levels: 1-5,16 or bloxorz/1.")
    ] = None,
    runs: Annotated[int | None, Parameter(help="Run less often, if a table repeats runs.")] = None,
    full: Annotated[bool, Parameter(help="All levels, if a table uses a sample.")] = False,
    limit: options.Limit = options.NO_LIMIT,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One line of JSON for each table.")] = False,
) -> int:
    """Make tables and show them; without a name, list what there is."""
    common.apply()
    if runs is not None and runs < 1:
        raise BadInput(f"--runs must be at least 1, not {runs}")
    if all and names:
        raise BadInput("--all means every table", hint="leave out the names, or --all")
    if not (names or all) and (out or levels or runs or full or limit != options.NO_LIMIT):
        raise BadInput("no table was named", hint="`unriddle table` lists them")
    if out is not None and (out.is_file() or out.suffix.lower() in _FILES):
        raise BadInput(f"--out names a folder, not a file: {out}", hint=f"try {out.stem}-tables")
    endings = _endings(pictures)
    if not names and not all:
        found = [adjusted(find(name)) for name in shipped()]
        print_rows([(one.name, f"{_count(one):,} runs", one.title) for one in found])
        return 0
    wanted = [word.strip() for word in (levels or "").split(",") if word.strip()]
    limits = limit.limits()
    every = shipped() if all else {}
    experiments = []
    for name in dict.fromkeys([*every, *names]):
        try:
            experiments.append(
                adjusted(find(name), limits=limits, runs=runs, levels=wanted, full=full)
            )
        except BadInput:
            if name not in every or not wanted:  # of all tables, those that have such levels
                raise
    if not experiments:
        raise BadInput(f"no table has one of these levels: {levels}", hint="leave --levels out")
    if out is not None:
        make_folder(out)  # tables may take hours
    errors = talk()
    tell_engine(errors, None, [] if why_not else chain.from_iterable(map(choices, experiments)))
    made: list[FinishedTable] = []
    code = 0
    for experiment in experiments:
        finished, whole = make(experiment, errors)
        made.append(finished)
        if json:
            print_json(text.to_json(finished))
        else:
            show(data(), finished)
        code = max(code, _tell_problems(finished, errors))
        if not whole:
            errors.print("interrupted; these are the finished rows")
            code = INTERRUPTED
            break
    if out is not None:
        _write(made, out, endings, errors)
    return code


def _tell_problems(finished: FinishedTable, errors: Console) -> int:
    """Say once for each solver what went wrong; the exit code tells faulty code of a user."""
    told: dict[tuple[str, str], str] = {}
    for key, measured in finished.runs.items():
        solver = finished.experiment.blocks[key.block].solvers[key.solver].name
        if measured.error:
            words = f"{solver}, {key.level}: {measured.status}: {measured.error}"
            told.setdefault((solver, measured.error), words)
    for words in told.values():
        errors.print(Text(words), soft_wrap=True)
    return FAULTY_CODE if any(one.status == FAULTY for one in finished.runs.values()) else 0


def _endings(pictures: str) -> list[str]:
    """The formats of pictures that were asked for; raises `BadInput` before any work is done."""
    from unriddle.experiments.plots import FORMATS

    endings = [word.strip().lower() for word in pictures.split(",")]
    for ending in endings:
        lookup(FORMATS, "format", ending)
    return endings


def _write(made: list[FinishedTable], out: Path, endings: list[str], errors: Console) -> None:
    from unriddle.experiments.plots import missing

    errors.print(f"written: {write(made, out, endings=endings)}", soft_wrap=True)
    if missing():
        errors.print(f"note: without pictures, which need {' and '.join(missing())}")
        errors.print("hint: pip install 'unriddle[lab]'")


def make(experiment: Experiment, console: Console) -> tuple[FinishedTable, bool]:
    """Carry out an experiment; the flag says whether it came to its end or Ctrl-C ended it."""
    runs: dict[RunKey, Measurement] = {}
    whole = True
    total = _count(experiment)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not shows_progress(console)
    ) as progress:
        task = progress.add_task(experiment.name, total=total)
        told = time.monotonic()
        try:
            for key, measured in carry_out(experiment):
                if measured is None:
                    solver = experiment.blocks[key.block].solvers[key.solver].name
                    progress.update(task, description=f"{experiment.name}: {key.level} · {solver}")
                    continue
                runs[key] = measured
                progress.advance(task)
                if not shows_progress(console) and time.monotonic() - told > _QUIET:
                    told = time.monotonic()
                    console.print(f"{experiment.name}: {len(runs)} of {total} runs")
        except KeyboardInterrupt:
            whole = False
    return arrange(experiment, runs), whole


def _count(experiment: Experiment) -> int:
    """How many runs it has, if none is left out as hopeless."""
    return sum(1 for _ in keys(experiment))


_FILES = (".md", ".csv", ".json", ".html")
"""Endings of what is written into the folder of `--out`, one of each for each table."""
_QUIET = 30.0
"""Seconds between two lines about the progress where there is no terminal to draw on."""


def show(console: Console, finished: FinishedTable) -> None:
    """The table as people read it."""
    experiment = finished.experiment
    console.print(Text(experiment.title, "bold"), soft_wrap=True)
    if experiment.source:
        console.print(f"published in: {experiment.source}", soft_wrap=True)
    for part in finished.parts:
        if part.rows:
            console.print()
            print_table(console, _drawn(part))
    console.print()
    for number, note in enumerate(finished.footnotes, 1):
        console.print(f"[{number}] {note}", soft_wrap=not console.is_terminal)
    for note in (*text.agreement(finished), *experiment.notes):
        console.print(f"- {note}", soft_wrap=not console.is_terminal)
    console.print()


def _drawn(part: Part) -> Table:
    """Narrow enough for most screens: ids without what they share, and headings in two lines."""
    cells = text.grid(part)
    shared = _shared([row[0] for row in cells.rows])
    rows = [(row[0].removeprefix(shared), *row[1:]) for row in cells.rows]
    drawn = titled_table(text.heading(part))
    for place, (label, kind) in enumerate(cells.headings):
        heading = f"{label}\n{_SHORT[kind]}" if kind else label if place else shared or label
        words = " ".join([heading, *(row[place] for row in rows)]).split()
        drawn.add_column(
            Text(heading),
            justify="left" if place < 2 else "right",
            style="dim" if kind == text.PUBLISHED else None,
            min_width=max(map(len, words)),
            overflow="fold",
        )
    for row in rows:
        drawn.add_row(*map(Text, row))
    return drawn


_SHORT = {text.PUBLISHED: "publ.", text.MEASURED: "ours"}


def _shared(levels: Sequence[str]) -> str:
    """What all ids of levels begin with, up to a slash; empty lines and totals do not count."""
    ids = [level for level in levels if level and not level.startswith(TOTAL)]
    folders = {level.rpartition("/")[0] for level in ids}
    return f"{folders.pop()}/" if len(folders) == 1 and ids[0].count("/") else ""

"""`unriddle grade`: points for what students hand in."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from unriddle.cli import options
from unriddle.cli.exits import FAULTY_CODE
from unriddle.cli.output import (
    data,
    print_json,
    print_rows,
    print_table,
    shows_progress,
    talk,
    titled_table,
)
from unriddle.core import BadInput
from unriddle.grading import words
from unriddle.grading.assignment import Assignment
from unriddle.grading.assignment_file import find, shipped
from unriddle.grading.grader import grade as grade_submission
from unriddle.grading.gradescope import results
from unriddle.grading.results import Grade, Outcome, points
from unriddle.grading.words import lines_of, summary, verdict
from unriddle.text_files import STANDARD_INPUT
from unriddle.writing import check_writable, write_file


def grade(
    assignment: Annotated[
        str | None, Parameter(help="A file, or the name of one that comes with the program.")
    ] = None,
    submission: Annotated[str | None, Parameter(help="The Python file that was handed in.")] = None,
    /,
    *,
    list: Annotated[bool, Parameter(help="List the included assignments.")] = False,
    out: Annotated[Path | None, Parameter(help="Write the results.json of Gradescope.")] = None,
    markdown: Annotated[bool, Parameter(help="The report as Markdown.")] = False,
    json: Annotated[bool, Parameter(help="The results of Gradescope, in one line.")] = False,
    common: options.Common = options.COMMON,
) -> int:
    """Grade a submission; returns the exit code."""
    common.apply()
    if list:
        if assignment is not None or out is not None or markdown:
            raise BadInput("--list takes nothing else", hint="leave it out to grade")
        _list(json)
        return 0
    if assignment is None or submission is None:
        hint = "unriddle grade ASSIGNMENT SUBMISSION; --list names assignments"
        raise BadInput("name an assignment and the file to grade", hint=hint)
    if markdown and json:
        raise BadInput("--markdown and --json contradict each other", hint="leave out one of them")
    wanted = find(assignment)
    if out == Path(STANDARD_INPUT):
        raise BadInput("--out takes a file", hint="--json writes the results to standard output")
    if out is not None:
        check_writable(out)
    graded = _graded(wanted, submission)
    if out is not None:
        _write(graded, out)
    if json:
        print_json(results(graded))
    elif markdown:
        data().print(Text(words.markdown(graded)), soft_wrap=True, end="")
    else:
        show(data(), graded)
    return 0 if all(test.passed for test in graded.tests) else FAULTY_CODE


def _list(json: bool) -> None:
    found: tuple[Assignment, ...] = tuple(find(name) for name in shipped())
    for one in found if json else ():
        print_json({"name": one.name, "title": one.title, "points": one.most})
    if not json:
        print_rows([(one.name, f"{points(one.most)} points", one.title) for one in found])


def _graded(assignment: Assignment, submission: str) -> Grade:
    console = talk()
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=20), MofNCompleteColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not shows_progress(console)
    ) as progress:
        line = progress.add_task("grading")

        def on_test(test: Outcome, number: int, total: int) -> None:
            progress.update(line, description=test.name, completed=number - 1, total=total)

        return grade_submission(assignment, submission, on_test=on_test)


def _write(graded: Grade, out: Path) -> None:
    text = json_text.dumps(results(graded), indent=2, ensure_ascii=False, allow_nan=False)
    write_file(out, f"{text}\n")
    talk().print(f"written: {out}", soft_wrap=True)


def show(console: Console, graded: Grade) -> None:
    """The table, and below it what is wrong or printed, test by test."""
    table = titled_table(graded.assignment.title)
    for heading in ("test", "task", "level", "points", "verdict"):
        justify = "right" if heading == "points" else "left"
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for test in graded.tests:
        level = f"{test.level} (hidden)" if test.hidden else test.level
        earned = f"{points(test.score)} / {points(test.most)}"
        style = "green" if test.passed else "red"
        row = (test.number, test.task.name, level, earned)
        table.add_row(*map(Text, row), Text(verdict(test), style))
    print_table(console, table)
    for test in graded.tests:
        if test.passed and test.score == test.most:
            continue
        console.print()
        console.print(Text(f"{test.number} {test.name}", "bold"), soft_wrap=True)
        for line in lines_of(test):
            console.print(Text(f"  {line}"), soft_wrap=True)
    console.print()
    console.print(summary(graded), soft_wrap=True)

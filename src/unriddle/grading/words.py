"""A grade in words: what each test shows, as lines, and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from unriddle.grading.results import Grade, Outcome, points
from unriddle.wording import counted

_PRINTED = 2000
"""Characters of what a submission printed that are shown."""


def summary(grade: Grade, *, of_hidden: bool = True) -> str:
    """The outcome in two sentences; without what hidden levels have shown, for students."""
    tests = [test for test in grade.tests if of_hidden or not test.hidden]
    wrong = sum(not test.passed for test in tests)
    score, most = sum(test.score for test in tests), sum(test.most for test in tests)
    said = f"{points(score)} of {points(most)} points in {counted(len(tests), 'test')}"
    said += f", {wrong} of them with faults." if wrong else ", none of them with a fault."
    if len(tests) < len(grade.tests):
        number = len(grade.tests) - len(tests)
        said += (
            f" {counted(number, 'hidden test')} {'is' if number == 1 else 'are'} not counted here."
        )
    return f"{said} Protection: {'; '.join(grade.protection) or 'none, nothing was run'}."


def verdict(test: Outcome) -> str:
    """A test in a few words."""
    kinds = dict.fromkeys(str(fault.kind) for fault in test.faults)
    return ", ".join(kinds) if kinds else "right"


def lines_of(test: Outcome) -> Iterator[str]:
    """All that a test shows, in characters that do nothing to a terminal."""
    return map(_printable, _lines(test))


def _lines(test: Outcome) -> Iterator[str]:
    for fault in test.faults:
        yield from str(fault).splitlines()
    for part in test.parts:
        yield str(part)
    yield from test.notes
    if test.printed.strip():
        yield "it printed:"
        yield from test.printed[:_PRINTED].splitlines()


def _printable(line: str) -> str:
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line.expandtabs())


def markdown(grade: Grade) -> str:
    """The whole report."""
    lines = [f"# {_cell(grade.assignment.title)}", "", summary(grade), ""]
    lines += ["| Test | Task | Level | Points | Verdict |", "|---|---|---|---|---|"]
    for test in grade.tests:
        level = f"{test.level} (hidden)" if test.hidden else test.level
        earned = f"{points(test.score)} / {points(test.most)}"
        cells = (test.number, test.task.name, level, earned, verdict(test))
        lines.append(f"| {' | '.join(map(_cell, cells))} |")
    for test in grade.tests:
        text = list(lines_of(test))
        ticks = re.findall("`+", "\n".join(text))
        fence = "`" * max(3, 1 + max(map(len, ticks), default=0))
        lines += ["", f"## {test.number} {_cell(test.name)}", "", f"{fence}text", *text, fence]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")

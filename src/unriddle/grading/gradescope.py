"""The `results.json` of Gradescope, as its documentation of autograders describes it."""

from __future__ import annotations

from typing import Any

from unriddle.grading.results import Grade, Outcome, points
from unriddle.grading.words import lines_of, summary

LONGEST = 20_000
"""Characters of the output of a test."""


def results(grade: Grade) -> dict[str, Any]:
    """The whole file."""
    return {
        "score": grade.score,
        "execution_time": round(grade.seconds, 2),
        "output": summary(grade, of_hidden=grade.assignment.hidden == "visible"),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": grade.assignment.stdout,
        "tests": [_test(test, grade) for test in grade.tests],
        "leaderboard": leaderboard(grade),
        "extra_data": {
            "assignment": grade.assignment.name,
            "max_score": grade.most,
            "protection": list(grade.protection),
        },
    }


def _test(test: Outcome, grade: Grade) -> dict[str, Any]:
    return {
        "score": test.score,
        "max_score": round(test.most, 2),
        "status": "passed" if test.passed else "failed",
        "name": test.name,
        "name_format": "text",
        "number": test.number,
        "output": "\n".join(lines_of(test))[:LONGEST],
        "output_format": "text",
        "tags": [test.task.hand_in, *dict.fromkeys(str(fault.kind) for fault in test.faults)],
        "visibility": grade.assignment.hidden if test.hidden else "visible",
        "extra_data": {
            "level": test.level,
            "faults": [str(fault.kind) for fault in test.faults],
            "points": {part.name: points(part.earned) for part in test.parts},
            **test.figures,
        },
    }


def leaderboard(grade: Grade) -> list[dict[str, Any]]:
    """Its lines; a test without a right answer counts as if it had used up its limits."""
    lines = []
    for board in grade.assignment.leaderboard:
        value = grade.score if board.figure == "score" else _figure(grade, board.figure)
        lines.append({"name": board.name, "value": value, "order": board.order})
    return lines


def _figure(grade: Grade, figure: str) -> float:
    values = [float(test.figures.get(figure, _worst(test, figure))) for test in grade.tests]
    if figure == "informed":
        asked = [value for value, test in zip(values, grade.tests, strict=True) if _rates(test)]
        return round(sum(asked) / len(asked), 4) if asked else 0.0
    return round(sum(values), 3)


def _rates(test: Outcome) -> bool:
    return test.task.hand_in == "heuristic"


def _worst(test: Outcome, figure: str) -> float:
    limits = test.task.limits
    if figure == "seconds":
        return limits.seconds or 0.0
    if figure in ("expansions", "cost"):
        return float(limits.nodes or 0) if figure == "expansions" or not _rates(test) else 0.0
    return 0.0

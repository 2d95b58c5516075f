"""The searches of the reports: every published count comes out again."""

from __future__ import annotations

import pytest

from unriddle.core import Limits, Status, replay
from unriddle.experiments.measuring import measure
from unriddle.experiments.reports import SEARCHES
from unriddle.experiments.reports.bloxorz import ReportedBloxorz
from unriddle.experiments.running import RunKey, adjusted, job_of, keys
from unriddle.experiments.spec import Experiment
from unriddle.experiments.spec_file import find
from unriddle.loading import load
from unriddle.puzzles.bloxorz.rules import Bloxorz

QUICK = {
    "bloxorz-dfs-astar": [],
    "sokoban-1": ["1", "2", "3", "4", "6", "7", "8", "9", "10", "11", "12", "13", "15"],
    "sokoban-2": ["1", "2", "3", "4", "6", "7", "8", "9", "10", "11", "12", "13", "15"],
}
"""Tables whose counts are exact, and the levels that take no time."""
LONG = {"sokoban-1": ["5", "16"], "sokoban-2": ["5", "16"]}
"""Here only the searches that do not walk through all states."""


def exact_runs(tables: dict[str, list[str]]) -> list[tuple[Experiment, RunKey]]:
    found = []
    for name, levels in tables.items():
        experiment = adjusted(find(name), levels=levels)
        for key in keys(experiment):
            solver = experiment.blocks[key.block].solvers[key.solver]
            if solver.exact and not (tables is LONG and solver.name == "UCS"):
                found.append((experiment, key))
    return found


def name_of(run: object) -> str:
    return run.level if isinstance(run, RunKey) else ""


@pytest.mark.parametrize(("experiment", "key"), exact_runs(QUICK) + exact_runs(LONG), ids=name_of)
def test_published_counts(experiment: Experiment, key: RunKey) -> None:
    solver = experiment.blocks[key.block].solvers[key.solver]
    published = solver.published[key.level]
    measured = measure(job_of(experiment, key))
    assert {name: getattr(measured, name) for name in solver.exact} == {
        name: published[name] for name in solver.exact
    }
    assert measured.legal, "the plan does not solve the level of the game"


def test_there_are_counts_to_compare() -> None:
    assert len(exact_runs(QUICK)) == 14 + 13 * 3 + 13 * 3
    assert len(exact_runs(LONG)) == 2 * 2 * 2


def test_a_report_is_judged_by_its_own_rules_and_by_ours() -> None:
    stage = load("bloxorz/15")
    assert isinstance(stage, Bloxorz)
    result = SEARCHES["report/bloxorz-astar"].start(stage, Limits()).result()
    assert result.plan is not None
    assert replay(ReportedBloxorz(stage), result.plan).solved
    assert replay(stage, result.plan).solved


def test_limits_hold_for_reports() -> None:
    run = SEARCHES["report/sokoban-1-ucs"].start(load("sokoban/uit/5"), Limits(nodes=10))
    assert run.result().status is Status.OUT_OF_NODES

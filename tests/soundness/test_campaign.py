"""A fixed share of the campaign finds nothing, and the campaign would find what is wrong."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import unriddle
from soundness import sokoban_checks, sokoban_styles
from soundness.campaign import Worker, campaign, make_case, run_case
from soundness.checking import Fault, Tally
from soundness.kinds import KINDS
from soundness.oracles import SokobanOracle, TooLarge, explore
from unriddle import native
from unriddle.core import Result, Stats, Status
from unriddle.engines import proving
from unriddle.engines.sokoban_deadlock import SokobanDeadlock
from unriddle.judge.check import Judgement
from unriddle.puzzles.sokoban.notation import parse_levels
from unriddle.puzzles.sokoban.rules import Sokoban

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

SHARE = {"sokoban": 1600, "bloxorz": 240, "freecell": 320}
"""Cases of one part: all parts together take about a minute on one core."""
PARTS = 5


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", SHARE)
def test_no_verdict_bound_or_plan_is_wrong(name: str, part: int) -> None:
    tally = Tally()
    for number in range(part * SHARE[name], (part + 1) * SHARE[name]):
        run_case(KINDS[name], 1, number, tally)
    shown = [
        f"{failure.check} on case {failure.number}: {failure.problem}\n{failure.shrunk}"
        for failure in tally.failures
    ]
    assert not shown, "\n".join(shown[:3])
    verdicts = dict.fromkeys(("solvable", "unsolvable", "not known"), 0)
    for (_, verdict), count in tally.levels.items():
        verdicts[verdict] += count
    assert verdicts["solvable"] > tally.total / 4  # the levels must be worth the trouble
    assert verdicts["unsolvable"] > tally.total / 12
    assert verdicts["not known"] < tally.total / 8


def test_every_throw_of_a_style_is_a_level_or_none() -> None:
    for style in sokoban_styles.STYLES:
        for seed in range(1500):
            sokoban_styles.random_level(style, Random(seed))


class Refuses:
    """In the place of a native run: it calls every level with two boxes or more unsolvable."""

    def __init__(self, puzzle: Sokoban, run: Any, native: Any) -> None:
        self._puzzle = puzzle

    def result(self) -> Result[Any]:
        solved = unriddle.solve(self._puzzle, "bfs", limits=sokoban_checks.BULK)
        many = len(self._puzzle.initial.boxes) > 1
        return Result(Status.UNSOLVABLE, Stats()) if many else solved


def too_high(puzzle: Any, solver: str, **settings: Any) -> Result[Any]:
    """In the place of `solve`: bounds of `optimal` that are one too high."""
    found = unriddle.solving.solve(puzzle, solver, **settings)
    if solver != "optimal" or found.cost is None:
        return found
    stats = dataclasses.replace(found.stats, lower=found.cost + 1)
    return dataclasses.replace(found, stats=stats)


@pytest.mark.parametrize(
    ("place", "lie", "check"),
    [
        ("NativeRun", Refuses, "expert"),
        (
            "find_deadlock",
            lambda puzzle, state: SokobanDeadlock("freeze", tuple(state.boxes), ""),
            "dead_at_start",
        ),
        ("unriddle.solve", too_high, "optimal"),
    ],
)
def test_a_lie_is_found_and_made_small(
    place: str, lie: Any, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"soundness.sokoban_checks.{place}", lie)
    tally = Tally()
    for number in range(30):
        run_case(KINDS["sokoban"], 1, number, tally)
    found = [failure for failure in tally.failures if failure.check.split()[0] == check]
    assert found
    smallest = min((failure.shrunk for failure in found if failure.shrunk), key=len)
    (level,) = parse_levels(smallest)
    assert len(level.boxes) == (2 if lie is Refuses else 1)
    assert level.width * level.height <= 30


@pytest.mark.parametrize(
    ("check", "settings"),
    [
        (sokoban_checks.expert, {"plain_first": 0}),
        (sokoban_checks.expert, {}),
        (sokoban_checks.expert_in_play, {"seed": 1}),
        (sokoban_checks.optimal, {"cost": "moves"}),
    ],
)
def test_no_unsolvable_goes_without_a_judge(
    check: Callable[..., None], settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (level,) = parse_levels("#######\n#  $ @#\n# $   #\n#.  . #\n#######\n")
    check(sokoban_checks.SokobanSubject(level), **settings)
    monkeypatch.setattr(
        proving, "judge", lambda puzzle, given, **how: Judgement(None, 0, given.states, "lazy")
    )
    with pytest.raises(Fault, match="no judge has accepted a proof"):
        check(sokoban_checks.SokobanSubject(level), **settings)


def test_a_case_is_the_same_again() -> None:
    for kind in KINDS.values():
        for number in range(20):
            one, other = make_case(kind, 3, number), make_case(kind, 3, number)
            assert one == other
            assert one is None or list(map(str, one[2]))


@pytest.mark.parametrize(("number", "moves", "pushes"), [(2, 9, 4), (4, 7, 3), (9, 8, 3)])
def test_the_oracles_know_optima(number: int, moves: int, pushes: int) -> None:
    puzzle = unriddle.load(f"sokoban/uit/{number}")
    assert isinstance(puzzle, Sokoban)
    oracle = SokobanOracle(puzzle.level)
    assert oracle.explore("moves", 200_000).optimum == moves
    assert oracle.explore("pushes", 200_000).optimum == pushes
    assert explore(puzzle, 200_000).optimum == moves
    with pytest.raises(TooLarge):
        oracle.explore("moves", 10)


def test_a_process_that_dies_is_a_failure_and_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    workers: list[Worker] = []

    def kill_the_first(*given: Any) -> Worker:
        workers.append(Worker(*given))
        if len(workers) == 1:  # before it can have done everything
            workers[0].process.kill()
        return workers[-1]

    monkeypatch.setattr("soundness.campaign.Worker", kill_the_first)
    tally = campaign("bloxorz", 1, jobs=1, levels=40)
    (failure,) = tally.failures
    assert (failure.check, "SIGKILL" in failure.problem) == ("crash", True)
    assert tally.total > 0


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """`./dev soundness` as it runs once the project is set up."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    line = [sys.executable, "-m", "soundness", *words]
    return subprocess.run(line, env=environment, capture_output=True, text=True)


def test_the_command_reports_what_it_did() -> None:
    done = command("--levels", "24", "--seed", "1", "--jobs", "2", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["puzzle"] for record in records] == list(KINDS)
    for record in records:
        assert record["levels"] == 24
        assert not record["failures"]
        assert sum(record["checks"].values()) > 100


def test_the_command_prints_a_table() -> None:
    done = command("--puzzle", "bloxorz", "--only", "5", "--seed", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "bloxorz: 1 levels" in done.stdout
    assert "0 failures" in done.stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--puzzle", "chess"], "chess"),
        (["--levels", "0"], "--levels must be at least 1"),
        (["--only", "3"], "--only needs --puzzle"),
    ],
)
def test_a_wrong_command_line_is_refused(words: list[str], problem: str) -> None:
    done = command(*words)
    assert done.returncode == 33
    assert problem in done.stderr
    assert "hint:" in done.stderr

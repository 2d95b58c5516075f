"""Puzzles as PDDL: the tasks mean what the rules mean, and plans come back."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from generators import bloxorz, small_tasks
from generators import sokoban as sokoban_levels
from hypothesis import given, settings
from hypothesis import strategies as st
from strips import Machine

import unriddle
from unriddle import BadInput, Limits, Puzzle, Status, WrongAnswer, cli
from unriddle.catalog import PLANNERS
from unriddle.checking import CheckedRun
from unriddle.planning import planners, plans
from unriddle.planning.encodings import plan_from_pddl, to_pddl, to_unified_planning
from unriddle.planning.planners import FAST_DOWNWARD, PYPERPLAN, Planner, Step
from unriddle.planning.run import PlannerRun
from unriddle.planning.task import Task, name_of
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.freecell.rules import FreeCell, Rules
from unriddle.puzzles.sokoban import rules as sokoban_rules
from unriddle.puzzles.sokoban.rules import Sokoban
from unriddle.s_expressions import read

INSTALLED = [one for one in (FAST_DOWNWARD, PYPERPLAN) if not one.why_not]
SMALL = "######\n#@$ .#\n# ## #\n#    #\n######\n"
WHY = "pip install 'unriddle[planning]'"


def agrees(puzzle: Puzzle[Any, Any]) -> None:
    """The task has the optimum of the puzzle, and its plan is a cheapest one by the rules."""
    ours = unriddle.solve(puzzle, "ucs", limits=Limits(nodes=200_000))
    found = Machine(to_pddl(puzzle)).solve()
    if ours.status is Status.UNSOLVABLE:
        assert found is None
        return
    assert found is not None
    cost, text = found
    played = unriddle.replay(puzzle, plan_from_pddl(puzzle, text))
    assert played.solved
    assert cost == played.cost == ours.cost


@settings(max_examples=25)
@given(bloxorz.levels(), bloxorz.rules)
def test_bloxorz_has_the_optimum_of_the_rules(level: Any, rules: Any) -> None:
    agrees(Bloxorz(level, rules))


@settings(max_examples=25)
@given(sokoban_levels.levels(side=4, boxes=2), st.sampled_from(("moves", "pushes", "walks")))
def test_sokoban_has_the_optimum_of_the_rules(level: Any, cost: str) -> None:
    agrees(Sokoban(level, sokoban_rules.Rules(cost)))


@pytest.mark.parametrize("autoplay", ["none", "horne", "raymond"])
def test_freecell_has_the_optimum_of_single_cards(autoplay: str) -> None:
    for puzzle in small_tasks.freecell(5, 5, left=6, autoplay=autoplay):
        agrees(puzzle)


def test_a_plan_is_read_although_cards_have_gone_home_before() -> None:
    """Autoplay takes both twos of clubs and spades; the plan still stacks cards by hand."""
    for puzzle in small_tasks.freecell(11, 4, left=6, autoplay="none"):
        found = Machine(to_pddl(puzzle)).solve()
        if found is None:
            continue
        played_by = FreeCell(puzzle.level, Rules(cells=puzzle.rules.cells, autoplay="raymond"))
        moves = plan_from_pddl(played_by, found[1])
        assert unriddle.replay(played_by, moves).solved


def test_greedy_games_are_refused() -> None:
    with pytest.raises(BadInput, match="greedy"):
        to_pddl(unriddle.load("freecell/1", autoplay="greedy"))


def test_without_costs_they_are_plain_strips() -> None:
    for name in ("sokoban/uit/5", "bloxorz/3", "freecell/1"):
        task = to_pddl(unriddle.load(name), costs=False)
        assert "cost" not in task.domain
        assert "metric" not in task.problem
        Machine(task)  # can be read


def test_names_are_such_as_planners_read() -> None:
    assert name_of("sokoban/uit/5") == "sokoban-uit-5"
    assert name_of("../Ä b;(c)\n.xsb#3") == "b-c-xsb-3"
    assert name_of("") == "level"
    assert name_of("9") == "level-9"
    level = unriddle.load("sokoban/uit/5").level  # type: ignore[attr-defined]
    odd = Sokoban(level, name='x") (evil\n(:init')
    odd.title = "tïtle\u2028)"
    problem = to_pddl(odd).problem
    assert problem.isascii()
    assert problem.splitlines()[1] == "(define (problem x-evil-init)"


@pytest.mark.parametrize(
    "text",
    [
        "(move a pos-01-01 pos-01-02 dir-up)",
        "  ( MOVE  A pos-01-01\tpos-01-02 DIR-UP ) ; cost = 1\n; nothing\n\n",
        "0: (move a pos-01-01 pos-01-02 dir-up)",
        "0.001: (move a pos-01-01 pos-01-02 dir-up) [1.000]\r\n",
        "step    0: MOVE A POS-01-01 POS-01-02 DIR-UP",
        "move a pos-01-01 pos-01-02 dir-up (1)",
        "SequentialPlan:\n    move(a, pos-01-01, pos-01-02, dir-up)",
    ],
)
def test_plans_are_read_as_planners_write_them(text: str) -> None:
    (action,) = plans.parse(text)
    assert action[:2] == ("move", ("a", "pos-01-01", "pos-01-02", "dir-up"))


def test_an_empty_plan_is_one() -> None:
    assert plans.parse("; cost = 0\n\n") == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(move a", "line 1: '\\(move a' is not an action"),
        ("\n(jump a b)", "line 2: there is no action jump"),
        ("(move player-01 pos-06-09 dir-up)", "wrong number"),
        ("(move player-01 pos-06-09 pos-06-08 dir-away)", "unknown direction dir-away"),
        (
            "(move player-01 pos-06-09 pos-06-08 dir-up)\n(move player-01 pos-06-09 a dir-up)",
            "line 2: .* begins at pos-06-09, not at pos-06-08",
        ),
    ],
)
def test_what_is_wrong_with_a_plan_is_named_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        plan_from_pddl(unriddle.load("sokoban/uit/5"), text)


def test_squares_of_a_plan_may_be_counted_from_another_corner() -> None:
    plan = plan_from_pddl(
        unriddle.load("sokoban/uit/5"),
        "(move p pos-16-29 pos-16-28 dir-up)\n(move p pos-16-28 pos-17-28 dir-right)",
    )
    assert str(plan) == "ur"


def test_wrong_plans_of_the_others_are_named_too() -> None:
    with pytest.raises(BadInput, match="begins at upright-9-9, not at upright-4-4"):
        plan_from_pddl(unriddle.load("bloxorz/1"), "(roll right upright-9-9 row-2-3 ground ground)")
    with pytest.raises(BadInput, match="there is no action fly"):
        plan_from_pddl(unriddle.load("bloxorz/1"), "(fly)")
    deal = unriddle.load("freecell/1")
    for text, problem in (
        ("(cell-to-home d2 d1)", "it begins at a cell, not at column"),
        ("(card-to-home dj dt)", "lies on JD"),
        ("(card-to-home zz dt)", "no card zz"),
        ("(card-to-card h6 zz d7)", "None does not lie open"),
        ("(card-to-column h6)", "no column is empty"),
    ):
        with pytest.raises(BadInput, match=problem):
            plan_from_pddl(deal, text)


def test_a_move_that_the_rules_refuse_is_left_to_the_replay() -> None:
    stage = unriddle.load("bloxorz/1")
    plan = plan_from_pddl(stage, "(roll up upright-4-4 a)\n(roll up upright-0-0 b)")
    with pytest.raises(unriddle.IllegalMove, match="move 1"):
        unriddle.replay(stage, plan)


@pytest.mark.skipif(len(INSTALLED) < 2, reason=WHY)
@pytest.mark.parametrize("planner", ["fast-downward", "pyperplan"])
def test_planners_of_others_find_the_same(planner: str) -> None:
    """A sample; `benchmarks/planners.py` does it with 33 levels of each."""
    levels: Sequence[Puzzle[Any, Any]] = [
        *unriddle.read(SMALL, puzzle="sokoban"),
        *unriddle.read("######\n#@ . #\n#   $#\n######\n", puzzle="sokoban"),
        small_tasks.bloxorz(1, 1)[0],
        small_tasks.freecell(1, 1, left=5)[0],
    ]
    for level in levels:
        ours, theirs = unriddle.solve(level), unriddle.solve(level, planner)
        assert (theirs.status, theirs.cost, theirs.optimal, theirs.checked) == (
            ours.status,
            ours.cost,
            ours.optimal,
            True,
        )


@pytest.mark.skipif(FAST_DOWNWARD not in INSTALLED, reason=WHY)
def test_a_planner_is_a_row_of_a_comparison() -> None:
    ways = ["astar", "fast-downward", "fast-downward:landmarks=no"]
    rows = unriddle.compare("bloxorz/2", ways, limits=60).to_dicts()
    assert [row["cost"] for row in rows] == [17] * 3
    assert [row["optimal"] for row in rows] == [True] * 3
    assert rows[1]["expanded"] < rows[2]["expanded"]  # landmarks tell something


@pytest.mark.skipif(not INSTALLED, reason=WHY)
def test_unified_planning_takes_them() -> None:
    pytest.importorskip("unified_planning", reason=WHY)
    (small,) = unriddle.read(SMALL)
    problem = to_unified_planning(small)
    assert {action.name for action in problem.actions} == {
        "move",
        "push-to-goal",
        "push-to-nongoal",
    }


@pytest.mark.parametrize("name", ["sokoban/uit/5", "bloxorz/8", "freecell/1"])
def test_files_for_planners(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem, domain = tmp_path / "p01.pddl", tmp_path / "p01-domain.pddl"
    assert cli.run(["export", name, "--out", str(problem)]) == 0
    assert Machine(Task(domain.read_text(), problem.read_text())).start
    capsys.readouterr()
    assert cli.run(["export", name, "--to", "pddl", "--plain"]) == 0
    both = capsys.readouterr().out
    assert "total-cost" not in both
    assert len(read(both)) == 2
    for words in (["--plan", "u"], ["--solver", "astar"], ["--step", "1"], ["--theme", "dark"]):
        assert cli.run(["export", name, "--to", "pddl", *words]) == 33
    assert cli.run(["export", name, "--to", "svg", "--plain"]) == 33


def test_a_plan_of_a_planner_is_checked_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stage = unriddle.load("bloxorz/2")
    found = Machine(to_pddl(stage)).solve()
    assert found is not None
    plan = tmp_path / "sas_plan"
    plan.write_text(f"{found[1]}\n; cost = 17 (general cost)\n")
    assert cli.run(["check", "bloxorz/2", str(plan), "--from", "pddl"]) == 0
    assert "solved in 17 moves" in capsys.readouterr().out
    plan.write_text("")
    assert cli.run(["check", "bloxorz/2", str(plan), "--from", "pddl"]) == 12
    plan.write_text("(roll up upright-9-9 x)")
    assert cli.run(["check", "bloxorz/2", str(plan), "--from", "pddl"]) == 33
    assert "sas_plan: line 1: " in capsys.readouterr().err
    assert cli.run(["check", "bloxorz/2", str(plan), "--from", "lurd"]) == 33
    assert cli.run(["check", "bloxorz/2", "UUU", "--from", "pddl"]) == 33


def script(code: str) -> Planner:
    """A planner that is a few lines of Python."""
    return Planner(
        "script",
        "script",
        "unriddle",
        "nothing",
        costs=True,
        steps=lambda folder, search: [Step([sys.executable, "-c", code])],
        plan="plan",
        statuses={0: Status.SOLVED, 11: Status.UNSOLVABLE},
        counts=FAST_DOWNWARD.counts,
    )


def run(
    monkeypatch: pytest.MonkeyPatch, code: str, puzzle: Any, limits: Limits | None = None
) -> Any:
    """The same process plays the worker: what is patched here would not be known in another."""
    planner = script(code)
    monkeypatch.setitem(planners.INSTALLABLE, "script", planner)
    worker = SimpleNamespace(daemon=True)
    monkeypatch.setattr("multiprocessing.current_process", lambda: worker)
    return PlannerRun(puzzle, planner, limits or Limits(), proof=True, landmarks=True)


def test_a_planner_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = unriddle.load("bloxorz/1")
    machine = Machine(to_pddl(stage)).solve()
    assert machine is not None
    good = f"open('plan', 'w').write({machine[1]!r})\n"
    cost = "print('[t=0s, 1 KB] Plan cost: {}')"
    result = run(monkeypatch, good + cost.format(7), stage).result()
    assert (result.cost, result.optimal, result.checked) == (7, True, True)
    for code in (
        good + cost.format(6),  # another cost than it says
        good,  # says no cost
        "open('plan', 'w').write('(roll up upright-4-4 x)')\n" + cost.format(1),
        "open('plan', 'w').write('nonsense (')\n" + cost.format(1),
        "open('plan', 'w').write('')\n" + cost.format(0),
    ):
        with pytest.raises(WrongAnswer):
            run(monkeypatch, code, stage).result()
    assert run(monkeypatch, "raise SystemExit(11)", stage).result().status is Status.UNSOLVABLE
    with pytest.raises(WrongAnswer):
        CheckedRun(stage, run(monkeypatch, "raise SystemExit(11)", stage)).result()
    with pytest.raises(BadInput, match=r"script failed: .*no such planner"):
        run(monkeypatch, "raise SystemExit('no such planner')", stage).result()


def test_a_planner_keeps_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = unriddle.load("bloxorz/1")
    late = run(monkeypatch, "import time; time.sleep(60)", stage, Limits(seconds=0.2))
    assert late.result().status is Status.OUT_OF_TIME
    if sys.platform == "linux":
        greedy = run(monkeypatch, "'x' * 10**10", stage, Limits(mebibytes=300))
        assert greedy.result().status is Status.OUT_OF_MEMORY
    with pytest.raises(BadInput, match="nodes of script"):
        run(monkeypatch, "", stage, Limits(nodes=5))


@pytest.mark.skipif(FAST_DOWNWARD not in INSTALLED, reason=WHY)
def test_a_planner_that_is_stopped_ends_with_all_its_processes() -> None:
    run = unriddle.start("sokoban/uit/18", "fast-downward")
    before = {child.pid for child in psutil.Process().children(recursive=True)}

    def works(child: psutil.Process) -> bool:
        with suppress(psutil.Error):  # it may have ended by now
            return child.pid not in before and "translate" in " ".join(child.cmdline())
        return False

    for number, _ in enumerate(run):
        if any(map(works, psutil.Process().children(recursive=True))) or number > 200:
            run.stop()
    assert run.result().status is Status.STOPPED
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        if not any(map(works, psutil.Process().children(recursive=True))):
            break
        time.sleep(0.05)
    else:
        pytest.fail("the planner lives on")


def test_what_is_not_installed_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planners, "find_spec", lambda name: None)
    with pytest.raises(BadInput) as error:
        unriddle.solve("bloxorz/1", "fast-downward")
    assert "not installed" in str(error.value)
    assert error.value.hint == "pip install up-fast-downward"
    assert PLANNERS["pyperplan"].planner is PYPERPLAN


def test_planners_are_no_search_of_ours() -> None:
    assert "fast-downward" not in unriddle.solvers("sokoban")
    with pytest.raises(BadInput, match="no engine of ours"):
        unriddle.solve("bloxorz/1", "fast-downward", engine="python")
    with pytest.raises(BadInput, match="no engine of ours"):
        unriddle.trace("bloxorz/1", "fast-downward")

"""The default solver: a plan at once, then shorter ones, then the proof."""

from __future__ import annotations

import pytest

from unriddle import engines
from unriddle.catalog import PUZZLES
from unriddle.cli import run as command
from unriddle.core import BadInput, Limits, Status, replay
from unriddle.loading import load, load_all
from unriddle.outlook import is_winnable, least_cost
from unriddle.play import Session
from unriddle.solving import default_solver, solve, start

pytestmark = pytest.mark.skipif(bool(engines.why_not), reason=engines.why_not or "")

OPTIMA = [12, 9, 15, 7, 20, 19, 21, 97, 8, 33, 34, 23, 31, 23, 105, 34]
"""The least moves of the course maps 1 to 16, as breadth-first search finds them."""


def test_it_is_the_default_of_every_puzzle_but_not_of_a_batch() -> None:
    assert {default_solver(entry) for entry in PUZZLES.values()} == {"best"}
    quickest = [default_solver(entry, quickest=True) for entry in PUZZLES.values()]
    assert quickest == ["best", "expert", "fast"]


def test_course_maps_are_proved() -> None:
    for puzzle, least in zip(load_all("sokoban/uit/1-16"), OPTIMA, strict=True):
        result = solve(puzzle, limits=Limits(seconds=60))
        assert (result.cost, result.optimal) == (least, True), puzzle.name
    assert solve(load("sokoban/uit/17")).status is Status.UNSOLVABLE


def test_every_stage_is_proved() -> None:
    for puzzle in load_all("bloxorz/1-33"):
        assert solve(puzzle).optimal, puzzle.name


def test_what_it_finds_costs_no_more_than_the_first_plan() -> None:
    for level in ("sokoban/uit/18", "freecell/1", "bloxorz/23"):
        puzzle = load(level)
        first, best = solve(puzzle, improve=0), solve(puzzle)
        assert first.cost is not None
        assert best.cost is not None
        assert best.cost <= first.cost, level
        assert best.stats.lower is not None
        assert best.stats.lower <= best.cost, level
        assert replay(puzzle, best.plan or ()).cost == best.cost


def test_a_node_limit_ends_it_with_the_best_plan_so_far() -> None:
    puzzle = load("sokoban/uit/18")
    few, more = (solve(puzzle, limits=Limits(nodes=nodes)) for nodes in (20_000, 120_000))
    assert few.cost is not None
    assert more.cost is not None
    assert more.cost < few.cost < 700
    assert solve(puzzle, limits=Limits(nodes=120_000)).plan == more.plan


def test_pushes_come_first_where_they_are_counted_and_moves_second() -> None:
    result = solve(load("sokoban/uit/18", cost="pushes"), "optimal")
    assert (result.cost, result.optimal) == (131, True)
    assert result.plan is not None
    assert len(result.plan) <= 495
    quick = solve(load("sokoban/uit/18", cost="pushes"), "optimal", ties=False)
    assert quick.cost == 131


def test_two_threads_prove_the_same() -> None:
    for number in (5, 8, 15):
        puzzle = load(f"sokoban/uit/{number}")
        result = solve(puzzle, threads=2, limits=Limits(seconds=60))
        assert (result.cost, result.optimal) == (OPTIMA[number - 1], True)
    assert solve(load("sokoban/uit/17"), threads=2).status is Status.UNSOLVABLE
    assert solve(load("sokoban/uit/18"), threads=2, limits=Limits(nodes=30_000)).cost is not None


def test_two_threads_find_a_plan_in_the_memory_for_one() -> None:
    limits = Limits(nodes=20_000, mebibytes=5.6)
    for threads in (1, 2):
        assert solve(load("sokoban/uit/18"), threads=threads, limits=limits).cost is not None


def test_it_can_be_stopped_and_keeps_its_plan() -> None:
    for level in ("sokoban/uit/18", "freecell/1"):
        run = start(load(level), limits=Limits(seconds=600))
        for stats in run:
            if stats.upper is not None:
                run.stop()
                break
        assert run.result().status is Status.SOLVED, level


def test_hints_lead_along_an_optimal_plan() -> None:
    session = Session(load("sokoban/uit/1"))
    while (move := session.hint()) is not None:
        session.play(move)
    assert (session.solved, session.cost) == (True, 12)


def test_a_hint_wants_a_better_plan_than_a_look_at_the_outlook() -> None:
    session = Session(load("sokoban/uit/16"))
    assert session.outlook().solvable
    while (move := session.hint()) is not None:
        session.play(move)
    assert session.cost == 34


def test_a_hint_follows_the_best_plan_that_is_known() -> None:
    puzzle = load("sokoban/uit/1")
    longer = solve(puzzle, "expert").plan
    shorter = solve(puzzle).plan
    assert longer is not None
    assert shorter is not None
    session = Session(puzzle)
    session.learn(longer)
    assert session.outlook().cost == len(longer) > len(shorter)
    session.learn(shorter)
    assert session.outlook().cost == len(shorter)
    while (move := session.hint()) is not None:
        session.play(move)
    assert session.moves == shorter


def test_outlooks_ask_it() -> None:
    assert is_winnable(load("freecell/1")).solvable
    assert least_cost(load("sokoban/uit/16")).cost == 34


def test_settings_are_checked() -> None:
    with pytest.raises(BadInput, match="improve"):
        solve(load("sokoban/uit/1"), improve=-1)
    with pytest.raises(BadInput, match="threads"):
        solve(load("sokoban/uit/1"), threads=3)


def test_first_is_for_best_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["solve", "sokoban/uit/18", "--first"]) == 0
    assert "at most" in capsys.readouterr().out
    assert command(["solve", "bloxorz/1", "--first", "--engine", "python"]) == 0
    assert command(["solve", "bloxorz/1", "--first", "--solver", "best"]) == 0
    capsys.readouterr()
    assert command(["solve", "freecell/1", "--first", "--solver", "short"]) == 33
    assert "--first is for the solver best, not short" in capsys.readouterr().err

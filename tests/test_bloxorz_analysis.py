"""What the analysis says about stages that can be checked by hand, by either engine."""

from __future__ import annotations

import json
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from generators.bloxorz import STAGES

from unriddle import native
from unriddle.bloxorz_analysis import Analysis, analyse, start_analysis
from unriddle.cli import run
from unriddle.cli.analyse import analyse as command
from unriddle.cli.options import LimitOptions
from unriddle.core import BadInput, IllegalMove, Limits, Status, replay
from unriddle.engines import proving
from unriddle.engines.native_puzzle import Budget
from unriddle.loading import load, read
from unriddle.puzzles.bloxorz.notation import format_plan, parse_plan, parse_state
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, Rules, State

ENGINES = ["python", *(["native"] if native.available else [])]
pytestmark = pytest.mark.parametrize("engine", ENGINES)

OPEN = """
@###
####
####
###!
"""
ISLANDS = """
@###aB#.bb#!
####....bb##
bridge a off
bridge b on
switch B soft open a
"""
SPLIT = """
@##1....
........
#####!##
split 1 to 3,2 3,8
"""


def stage(text: str, **rules: str) -> Bloxorz:
    (puzzle,) = read("stage 1\n" + text, **rules)
    assert isinstance(puzzle, Bloxorz)
    return puzzle


def number_of_plans(puzzle: Bloxorz, cost: int) -> int:
    """Every plan of this cost that never swaps twice in a row, one after the other."""

    def count(state: State, left: int, swap: bool) -> int:
        if puzzle.is_goal(state):
            return int(left == 0)
        return sum(
            count(after, left - price, move != Move.SWAP)
            for move, after, price in puzzle.successors(state)
            if price <= left and (swap or move != Move.SWAP)
        )

    return count(puzzle.initial, cost, True)


def test_all_plans_are_counted(engine: Any) -> None:
    for puzzle in (stage(OPEN), stage(SPLIT), stage(SPLIT, space="counted")):
        analysis = analyse(puzzle, engine=engine)
        cost = replay(puzzle, analysis.plan or ()).cost
        assert number_of_plans(puzzle, cost - 1) == 0
        counted = puzzle.rules.space == "counted"
        assert (analysis.optimum_with_space if counted else analysis.optimum) == cost
        expected = number_of_plans(puzzle, cost)
        plans = analysis.optimal_solutions_with_space if counted else analysis.optimal_solutions
        assert plans == expected > 0


def test_a_stage_with_cubes_has_two_optima(engine: Any) -> None:
    analysis = analyse(stage(SPLIT), engine=engine)
    assert (analysis.optimum, analysis.optimal_solutions) == (8, 11)
    assert (analysis.optimum_with_space, analysis.optimal_solutions_with_space) == (8, 1)
    analysis = analyse(Bloxorz(STAGES[7]), engine=engine)
    assert (analysis.states, analysis.dead) == (1283, 0)
    assert (analysis.optimum, analysis.optimal_solutions) == (10, 10)
    assert (analysis.optimum_with_space, analysis.optimal_solutions_with_space) == (11, 3)


def test_the_plan_is_the_first_in_the_order_of_the_moves(engine: Any) -> None:
    analysis = analyse(Bloxorz(STAGES[0]), engine=engine)
    assert analysis.plan is not None
    assert format_plan(analysis.plan) == "RRDRRRD"
    assert analysis.optimal_solutions == 3


def test_an_unsolvable_stage_is_proved_and_says_what_is_out_of_reach(engine: Any) -> None:
    analysis = analyse(stage(ISLANDS), engine=engine)
    assert analysis.status is Status.UNSOLVABLE
    assert analysis.complete
    assert analysis.dead == analysis.states == 6
    assert analysis.plan is None
    assert analysis.optimum is None
    assert analysis.optimal_solutions is None
    assert analysis.optimum_with_space is None
    assert analysis.unneeded is None
    assert analysis.unneeded_by_optimal is None
    tiles, switches, bridges = analysis.unreached
    assert switches == ("B",)
    assert bridges == ("a", "b")
    assert analysis.fixed_bridges == ("a", "b")
    assert {(0, 4), (0, 5), (0, 6), (0, 11)} <= set(tiles)
    assert (0, 3) not in tiles


def test_what_no_optimal_solution_needs(engine: Any) -> None:
    analysis = analyse(stage("@########!\n##########\n"), engine=engine)
    assert (analysis.optimum, analysis.optimal_solutions) == (6, 1)
    assert analysis.unreached == ((), (), ())
    assert analysis.unneeded == ((), (), ())  # one may visit the second row
    second_row = tuple((1, column) for column in range(10))
    assert analysis.unneeded_by_optimal == (second_row, (), ())


def test_a_trap_is_dead_and_no_solution_needs_it(engine: Any) -> None:
    puzzle = stage("##Aaaa@#####!\nbridge a on\nswitch A soft close a\n")
    analysis = analyse(puzzle, engine=engine)
    assert (analysis.optimum, analysis.dead) == (4, 2)
    assert analysis.unreached == ((), (), ())
    assert analysis.unneeded == (((0, 0), (0, 1), (0, 2)), ("A",), ())
    bridge = ((0, 3), (0, 4), (0, 5))
    assert analysis.unneeded_by_optimal == (((0, 0), (0, 1), (0, 2), *bridge), ("A",), ("a",))
    assert analysis.fixed_bridges == ()
    dead = [state for state in reachable(puzzle) if analysis.distance(state) is None]
    assert len(dead) == 2
    assert all(analysis.best_moves(state) == () for state in dead)
    edge = replay(puzzle, parse_plan("LL")).states[-1]
    assert (analysis.loss(edge, Move.LEFT), analysis.loss(edge, Move.RIGHT)) == (None, 0)


def reachable(puzzle: Bloxorz) -> list[State]:
    found = [puzzle.initial]
    seen = set(found)
    for state in found:
        for _, after, _ in puzzle.successors(state):
            if after not in seen:
                seen.add(after)
                found.append(after)
    return found


@pytest.mark.parametrize("space", ["free", "counted"])
@pytest.mark.parametrize("number", [1, 8, 16])
def test_best_moves_lead_to_the_goal_and_others_lose(engine: Any, number: int, space: str) -> None:
    puzzle = Bloxorz(STAGES[number - 1], Rules(space=space))
    analysis = analyse(puzzle, engine=engine)
    state, spent = puzzle.initial, 0
    optimum = analysis.distance(state)
    while not puzzle.is_goal(state):
        best = analysis.best_moves(state)
        assert best == tuple(sorted(best, key=list(Move).index))
        for move in puzzle.actions(state):
            loss = analysis.loss(state, move)
            assert loss is None or loss >= 0
            assert loss == 0 or move not in best
            if space == "counted" or move != Move.SWAP:
                assert (loss == 0) == (move in best)
        spent += puzzle.cost(state, best[0])
        state = puzzle.apply(state, best[0])
    assert spent == optimum
    assert analysis.distance(state) == 0
    assert analysis.best_moves(state) == ()


def test_a_fall_is_a_loss_and_an_impossible_move_an_error(engine: Any) -> None:
    puzzle = Bloxorz(STAGES[0])
    analysis = analyse(puzzle, engine=engine)
    assert analysis.loss(puzzle.initial, Move.LEFT) is None
    with pytest.raises(IllegalMove):
        analysis.loss(puzzle.initial, Move.SWAP)


def test_a_state_that_cannot_be_reached_is_refused(engine: Any) -> None:
    puzzle = stage(ISLANDS)
    analysis = analyse(puzzle, engine=engine)
    with pytest.raises(BadInput, match=r"1,12 \[ab\] cannot be reached"):
        analysis.distance(parse_state(puzzle, "1,12 [ab]"))
    with pytest.raises(BadInput, match="cannot be reached"):
        analysis.distance(puzzle.initial._replace(first=(-1, 0), second=(-1, 0)))
    with pytest.raises(BadInput, match="is dead"):
        analysis.loss(puzzle.initial, Move.RIGHT)


def test_a_stage_that_starts_solved(engine: Any) -> None:
    puzzle = stage("###!\nstart 1,4\n")
    analysis = analyse(puzzle, engine=engine)
    assert (analysis.states, analysis.dead, analysis.optimum) == (1, 0, 0)
    assert (analysis.optimal_solutions, analysis.plan) == (1, ())


def test_limits_are_answers(engine: Any) -> None:
    puzzle = Bloxorz(STAGES[9])
    analysis = analyse(puzzle, Limits(nodes=100), engine=engine)
    assert (analysis.status, analysis.complete) == (Status.OUT_OF_NODES, False)
    assert analysis.stats.expanded == 100
    with pytest.raises(RuntimeError, match="out of nodes"):
        _ = analysis.states
    exactly = analyse(puzzle, Limits(nodes=8711), engine=engine)
    assert exactly.complete
    assert analyse(puzzle, Limits(nodes=8710), engine=engine).status is Status.OUT_OF_NODES
    assert analyse(puzzle, Limits(seconds=1e-9), engine=engine).status is Status.OUT_OF_TIME


def test_a_run_can_be_stopped(engine: Any) -> None:
    run = start_analysis(Bloxorz(STAGES[22]), engine=engine)
    run.stop()
    analysis = run.analysis()
    assert analysis.status is Status.STOPPED
    assert not analysis.complete


def test_a_run_tells_how_far_it_is(engine: Any) -> None:
    run = start_analysis(Bloxorz(STAGES[14]), engine=engine)
    counts = [stats.expanded for stats in run]
    assert all(one <= other for one, other in pairwise(counts))
    result = run.result()
    assert (result.status, result.cost, result.optimal) == (Status.SOLVED, 57, True)
    assert result.stats.expanded == run.analysis().states == 15832


def test_only_bloxorz_is_analysed(engine: Any) -> None:
    with pytest.raises(BadInput, match="not sokoban/uit/1"):
        analyse(load("sokoban/uit/1"), engine=engine)
    with pytest.raises(BadInput, match="no engine 'magic'"):
        analyse(Bloxorz(STAGES[0]), engine="magic")
    with pytest.raises(BadInput, match="not freecell"):
        command("bloxorz/1", "freecell/1", engine=engine)


def test_the_command_writes_a_line_a_stage(engine: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("bloxorz/1-2", "bloxorz/8", json=True, engine=engine) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["level"] for line in lines] == ["bloxorz/1", "bloxorz/2", "bloxorz/8"]
    assert [line["states"] for line in lines] == [89, 380, 1283]
    assert [line["dead"] for line in lines] == [0, 0, 0]
    assert [line["optimum"] for line in lines] == [7, 17, 10]
    assert [line["optimum_with_space"] for line in lines] == [7, 17, 11]
    assert [line["optimal_solutions"] for line in lines] == [3, 1, 10]
    for line in lines:
        puzzle = load(line["level"])
        assert replay(puzzle, parse_plan(line["plan"])).solved


def test_the_command_tells_people(
    engine: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert command("bloxorz/8", engine=engine) == 0
    text = capsys.readouterr().out
    for words in (
        "10 arrow moves, proved optimal",
        "1,283, 0 of them dead",
        "11 moves, 3 solutions",
    ):
        assert words in text
    file = tmp_path / "islands.txt"
    file.write_text("stage 1" + ISLANDS)
    assert command(str(file), engine=engine) == 10
    text = capsys.readouterr().out
    for words in ("proof checked: 6 states", "switches B", "even the goal", "bridges a, b"):
        assert words in text
    assert command(str(file), json=True, engine=engine) == 10
    text = capsys.readouterr().out
    assert '"plan": null' in text
    assert '"checked": true' in text


def test_the_record_says_of_the_check_what_that_of_solve_says(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    engine: Any,
) -> None:
    file = tmp_path / "islands.txt"
    file.write_text("stage 1" + ISLANDS)

    def said(*words: str) -> list[Any]:
        run([*words, "--engine", engine, "--json"])
        record = json.loads(capsys.readouterr().out)
        return [record[field] for field in ("status", "checked", "proof")]

    def same(*words: str) -> list[Any]:
        told = said("analyse", *words)
        assert told == said("solve", *words)
        return told

    assert same("bloxorz/1") == ["solved", True, None]
    proof = {"states": 6, "claims": 0, "judged": 6, "complete": True, "stopped": False}
    assert same(str(file)) == ["unsolvable", True, proof]
    assert same("bloxorz/1", "--nodes", "1") == ["out of nodes", False, None]
    monkeypatch.setattr(proving, "budget", lambda puzzle, form: Budget(3, 1000))
    less = {"states": 3, "claims": 0, "judged": 0, "complete": False, "stopped": False}
    assert same(str(file)) == ["unsolvable", False, less]


@pytest.mark.parametrize(
    ("limit", "code"),
    [(LimitOptions(nodes=10), 24), (LimitOptions(time=1e-9), 23)],
    ids=["nodes", "time"],
)
def test_exit_codes_of_limits(
    engine: Any, limit: LimitOptions, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("bloxorz/10", limit=limit, engine=engine) == code
    assert "nothing is proved" in capsys.readouterr().out
    assert command("bloxorz/10", limit=limit, json=True, engine=engine) == code
    assert '"states": null' in capsys.readouterr().out


def test_an_analysis_is_known_by_its_parts(engine: Any) -> None:
    analysis = analyse(Bloxorz(STAGES[22]), engine=engine)
    assert isinstance(analysis, Analysis)
    assert (analysis.states, analysis.dead) == (46043, 10159)
    assert (analysis.optimum, analysis.optimal_solutions) == (75, 240)
    assert analysis.unneeded is not None
    assert analysis.unneeded.switches == ("C",)


def test_a_stage_is_named_and_other_levels_are_refused(engine: str) -> None:
    assert analyse("bloxorz/1", 60, engine=engine).optimum == 7
    with pytest.raises(BadInput, match="only stages of Bloxorz"):
        analyse("sokoban/uit/1", engine=engine)
    with pytest.raises(BadInput, match="'3' is not a puzzle"):
        analyse(3, engine=engine)  # type: ignore[arg-type]


def test_an_analysis_travels(engine: str) -> None:
    stage = analyse("bloxorz/8", engine=engine)
    again = pickle.loads(pickle.dumps(stage))
    assert again.result == stage.result
    assert (again.states, again.dead, again.optimum) == (stage.states, stage.dead, stage.optimum)
    cut = analyse("bloxorz/8", Limits(nodes=1), engine=engine)
    again = pickle.loads(pickle.dumps(cut))
    assert not again.complete
    assert again.status is cut.status

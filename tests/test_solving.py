"""From a name of a solver to a run: choices, what is refused, and what is promised."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import unriddle
from unriddle import core, engines
from unriddle.catalog import PUZZLES, SOLVERS, Optimal, lookup
from unriddle.catalog.solver_entry import native_solver
from unriddle.core import BadInput, FaultyCode, Heuristic, Limits, Status
from unriddle.search.best_first import astar
from unriddle.search.breadth_first import breadth_first
from unriddle.solving import ENGINES, choose, solve

STAGE = unriddle.load("bloxorz/2")
ENTRY = PUZZLES["bloxorz"]


def refusal(**wanted: Any) -> BadInput:
    with pytest.raises(BadInput) as error:
        unriddle.solve(STAGE, **wanted)
    return error.value


def test_the_short_form() -> None:
    result = unriddle.solve(unriddle.load("sokoban/uit/5"), "astar")
    assert (result.status, result.cost, result.optimal) == (Status.SOLVED, 20, True)


@pytest.mark.parametrize("level", ["bloxorz/1", "sokoban/uit/16", "freecell/14212"])
def test_the_default_solver_solves_one_of_each(level: str) -> None:
    puzzle = unriddle.load(level)
    result = unriddle.solve(puzzle)
    assert result.status is Status.SOLVED
    assert result.plan is not None
    assert unriddle.replay(puzzle, result.plan).solved


def test_a_run_can_be_started_watched_and_stopped() -> None:
    run = unriddle.start(unriddle.load("sokoban/uit/18"), "bfs", limits=Limits(seconds=120))
    for stats in run:
        if stats.expanded:
            run.stop()
    result = run.result()
    assert result.status is Status.STOPPED
    assert result.stats.expanded > 0


def test_a_run_of_a_solved_search_can_be_iterated_to_its_end() -> None:
    run = unriddle.start(STAGE)
    expanded = [stats.expanded for stats in run]
    assert expanded == sorted(expanded)
    assert run.result().status is Status.SOLVED
    assert run.result().stats.expanded >= max(expanded, default=1)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("level", "limits", "status"),
    [
        ("bloxorz/1", Limits(), Status.SOLVED),
        ("bloxorz/1", Limits(nodes=3), Status.OUT_OF_NODES),
        ("freecell/11982", Limits(nodes=10), Status.OUT_OF_NODES),
    ],
)
def test_a_run_may_be_asked_for_its_ending_alone(
    level: str, limits: Limits, status: Status, engine: str
) -> None:
    if engine == "native" and engines.why_not:
        pytest.skip(engines.why_not)
    run = unriddle.start(unriddle.load(level), "bfs", engine=engine, limits=limits)
    assert run.ending()[0] is status
    result = run.result()
    assert result.status is status
    assert run.ending() == (status, result.stats)


def test_limits_reach_the_search() -> None:
    result = unriddle.solve(STAGE, "bfs", limits=Limits(nodes=10))
    assert result.status is Status.OUT_OF_NODES
    assert result.stats.expanded == 10


def test_what_is_unknown_is_named_with_what_there_is() -> None:
    assert str(refusal(solver="astra")) == "unknown solver 'astra'"
    assert refusal(solver="astra").hint == "did you mean astar?"
    assert refusal(heuristic="roll").hint == "did you mean rolls?"
    assert "rolls" in refusal(heuristic="xyz").hint
    assert str(refusal(solver="bfs", weight=3)) == "solver bfs has no setting 'weight'"
    assert "weight" in refusal(solver="wastar", wieght=3).hint
    assert "python" in refusal(engine="steam").hint


def test_an_unfit_heuristic_is_refused() -> None:
    assert "uses no heuristic" in str(refusal(solver="bfs", heuristic="rolls"))
    assert "uses no heuristic" in str(refusal(solver="bfs", heuristic=lambda state: 0.0))


def test_settings_are_checked() -> None:
    assert "weight = -1: must be" in str(refusal(solver="wastar", weight=-1))
    assert "selection = best: must be max or mean" in str(refusal(solver="mcts", selection="best"))
    assert "3 events" in str(refusal(solver="mcts", points=(1.0, 2.0)))


@pytest.mark.parametrize(
    "text", ["wastar:", "wastar:weight", "wastar:=3", "wastar::weight=3", ":weight=3", ":"]
)
def test_a_solver_that_is_spelt_wrongly_is_refused(text: str) -> None:
    refusal(solver=text)


def test_a_solver_may_carry_its_settings() -> None:
    choice = choose(ENTRY, "wastar:weight=3:heuristic=halves")
    assert choice.solver is SOLVERS["wastar"]
    assert choice.settings == {"weight": 3.0}
    assert choice.heuristic == "halves"


def test_the_particular_goes_before_the_general() -> None:
    choice = choose(
        ENTRY, "wastar:weight=3:heuristic=halves", heuristic="rolls", settings={"weight": 5}
    )
    assert choice.settings == {"weight": 3.0}
    assert choice.heuristic == "halves"
    assert choose(ENTRY, "wastar", settings={"weight": "5"}).settings == {"weight": 5.0}


def test_every_solver_has_its_heuristic_for_every_puzzle() -> None:
    for entry in PUZZLES.values():
        for name, solver in SOLVERS.items():
            choice = choose(entry, name)
            assert choice.engine in ENGINES
            expected = entry.heuristic_for(name) if solver.informed else None
            assert choice.heuristic == expected


def test_a_heuristic_of_a_user_is_used_and_believed() -> None:
    asked: list[Any] = []

    def nothing(state: Any) -> float:
        asked.append(state)
        return 0.0

    result = unriddle.solve(STAGE, "astar", heuristic=Heuristic(nothing, admissible=True))
    assert asked
    assert result.cost == 17
    assert result.optimal
    assert not unriddle.solve(STAGE, "astar", heuristic=nothing).optimal


def test_an_inadmissible_heuristic_proves_nothing() -> None:
    for solver in ("astar", "idastar"):
        result = unriddle.solve(STAGE, solver, heuristic="halves", limits=Limits(nodes=20_000))
        assert not result.optimal


def test_the_seed_decides_the_run_of_mcts() -> None:
    def plan(seed: int) -> Any:
        easy = unriddle.load("bloxorz/1")
        return unriddle.solve(easy, "mcts", seed=seed, limits=Limits(nodes=500)).plan

    plans = [plan(seed) for seed in range(4)]
    assert plans == [plan(seed) for seed in range(4)]
    assert len(set(plans)) > 1


def test_lookup_names_the_nearest_or_all() -> None:
    table = {"alpha": 1, "beta": 2}
    assert lookup(table, "letter", "beta") == 2
    with pytest.raises(BadInput, match="unknown letter 'alhpa'") as error:
        lookup(table, "letter", "alhpa")
    assert error.value.hint == "did you mean alpha?"
    with pytest.raises(BadInput) as error:
        lookup(table, "letter", "zzz")
    assert error.value.hint == "there are: alpha, beta"


NATIVE_SOLVER = native_solver("oracle", "Knows.", complete="yes", optimal=Optimal.PROVED)
WITH_NATIVE_SOLVER = replace(ENTRY, native_solvers={"oracle": NATIVE_SOLVER})


@pytest.mark.skipif(bool(engines.why_not), reason=f"native-only solvers: {engines.why_not}")
def test_a_native_only_solver_is_the_default_unless_python_or_a_heuristic_is_asked_for() -> None:
    assert choose(WITH_NATIVE_SOLVER).solver is NATIVE_SOLVER
    assert choose(WITH_NATIVE_SOLVER).engine == "native"
    assert choose(WITH_NATIVE_SOLVER, heuristic="halves").solver is SOLVERS["astar"]
    assert choose(WITH_NATIVE_SOLVER, engine="python").solver is SOLVERS["astar"]
    assert "oracle" not in choose(ENTRY).solver.name
    assert next(iter(WITH_NATIVE_SOLVER.solvers)) == "oracle"


def test_a_native_only_solver_is_refused_where_there_is_no_native_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(BadInput, match="oracle needs the native engine") as refused:
        choose(WITH_NATIVE_SOLVER, "oracle", engine="python")
    assert "astar" in refused.value.hint
    monkeypatch.setattr(engines, "why_not", "there is no compiler")
    with pytest.raises(BadInput, match="there is no compiler"):
        choose(WITH_NATIVE_SOLVER, "oracle")
    assert choose(WITH_NATIVE_SOLVER).solver is SOLVERS["astar"]


def test_what_the_engine_does_not_take_is_refused_with_the_reason() -> None:
    rows = ["#" * 60, *["#" + "$" * 58 + "#"] * 19, "#@" + " " * 57 + "#"]
    rows += [*["#" + "." * 58 + "#"] * 20, "#" * 60]
    (boxes,) = unriddle.read("\n".join(rows))
    letters = [chr(code) for code in range(ord("a"), 0x3000)]
    names = [one for one in letters if one.isalpha() and one.islower()][:300]
    bridges = "\n".join(f"bridge {name} off" for name in names)
    (stage,) = unriddle.read(f"stage 1\n@##!{''.join(names)}\n{bridges}\n")
    for puzzle in (boxes, stage):
        assert unriddle.start(puzzle)  # in Python, as nothing was asked for
        for solver in ("bfs", "dfs"):
            for engine in (None, "native", "python"):
                try:
                    result = unriddle.solve(
                        puzzle, solver, engine=engine, limits=unriddle.Limits(nodes=3)
                    )
                    assert result.stats.expanded <= 3
                except BadInput as error:
                    assert engine != "python"
                    assert "at most" in str(error)  # noqa: PT017 - either is right
                    assert "the other engine, python" in error.hint  # noqa: PT017


# What a program may pass by mistake.


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("sokoban/uit/555",), "there is no level 555"),
        (("somewhere",), "is neither a level nor a file"),
        ((None,), "is not a puzzle"),
        ((STAGE, 5), "5 is not a solver"),
        ((STAGE, "astar", 5), "5 is not a heuristic"),
        ((STAGE, "astar", None, "5"), "'5' are not limits"),
        ((STAGE, "astar", None, True), "True are not limits"),
        ((STAGE, "astar", None, -5), "the time limit must be a number above 0"),
    ],
)
def test_what_is_none_is_refused(arguments: tuple[Any, ...], problem: str) -> None:
    given: list[Any] = [*arguments, None, None, None]
    puzzle, solver, heuristic, limits = given[:4]
    with pytest.raises(BadInput, match=problem):
        solve(puzzle, solver, heuristic=heuristic, limits=limits)


def test_what_can_be_understood_is_accepted() -> None:
    result = solve("sokoban/uit/5", "astar", limits=60)
    assert (result.status, result.cost) == (Status.SOLVED, 20)
    assert solve("bloxorz/1", "bfs", limits=1e-9, engine="python").status is Status.OUT_OF_TIME
    assert unriddle.replay("sokoban/uit/5", str(result.plan)).solved
    states = unriddle.trajectory("sokoban/uit/5", str(result.plan))
    assert states == unriddle.replay(unriddle.load("sokoban/uit/5"), result.plan or ()).states
    with pytest.raises(unriddle.IllegalMove, match="move 6"):
        unriddle.replay("sokoban/uit/5", "dlllll")


@pytest.mark.parametrize("estimate", [math.nan, None, "far", -1.0])
def test_an_estimate_that_is_no_number_is_refused(estimate: Any) -> None:
    given: list[Any] = [lambda state: estimate]
    given.append(Heuristic(given[0], admissible=True))
    for heuristic in given:
        with pytest.raises(FaultyCode, match="the heuristic returned") as refused:
            solve(STAGE, "astar", heuristic=heuristic)
        assert str(STAGE) in refused.value.shown


def test_a_search_function_of_ones_own_runs_in_python() -> None:
    def bfs(puzzle: Any, limit: int = 3) -> Any:  # its name is that of a twin
        return breadth_first(puzzle)

    def guided(puzzle: Any, estimate: Any) -> Any:
        return astar(puzzle, estimate)

    assert solve(STAGE, bfs).cost == 17
    assert not solve(STAGE, bfs).optimal
    assert solve(STAGE, guided, heuristic="rolls").cost == 17
    assert choose(ENTRY, bfs).engine == "python"
    with pytest.raises(BadInput, match="has no search of your own"):
        choose(ENTRY, bfs, engine="native")


@pytest.mark.parametrize("price", [-1, 0.5, math.inf, math.nan])
def test_a_cost_that_is_none_proves_nothing(price: Any) -> None:
    class Cheap(unriddle.Puzzle[int, int]):
        initial = 0

        def actions(self, state: int) -> tuple[int, ...]:
            return (1,) if state < 2 else ()

        def apply(self, state: int, action: int) -> int:
            return state + action

        def is_goal(self, state: int) -> bool:
            return state == 2

        def cost(self, state: int, action: int) -> Any:
            return price

    with pytest.raises(BadInput, match="a cost is a whole number, zero or more"):
        unriddle.replay(Cheap(), (1, 1))
    if price < 0:
        with pytest.raises(FaultyCode, match="a cost is a whole number, zero or more"):
            solve(Cheap(), "ucs")


def test_states_that_cannot_be_kept_are_refused() -> None:
    class Lists(unriddle.Puzzle[Any, int]):
        def actions(self, state: Any) -> tuple[int, ...]:
            return ()

        def apply(self, state: Any, action: int) -> Any:
            return state

        def is_goal(self, state: Any) -> bool:
            return False

    with pytest.raises(BadInput, match="has no initial state"):
        solve(Lists())
    lists = Lists()
    lists.initial = []
    with pytest.raises(FaultyCode, match="cannot be hashed"):
        solve(lists)


def test_plans_are_text_and_back() -> None:
    puzzle = unriddle.load("sokoban/uit/5")
    result = solve(puzzle, "astar")
    assert result.plan is not None
    text = unriddle.format_plan(puzzle, result.plan)
    assert unriddle.parse_plan(puzzle, text) == result.plan
    assert str(result.plan) == text
    assert unriddle.replay(puzzle, text).solved
    with pytest.raises(BadInput, match="not a text"):
        core.replay(puzzle, text)


@pytest.mark.parametrize("wrong", [{"seconds": "3"}, {"nodes": 2.5}, {"mebibytes": -1}])
def test_limits_that_are_no_numbers_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="limit must be"):
        Limits(**wrong)


def test_what_names_no_level_is_refused() -> None:
    nothing: Any = None
    with pytest.raises(BadInput, match="is not a level"):
        unriddle.load(nothing)
    with pytest.raises(BadInput, match="is not text"):
        unriddle.read(nothing)


def test_a_result_is_a_plan() -> None:
    result = unriddle.solve("bloxorz/1", "bfs")
    assert unriddle.replay("bloxorz/1", result).solved
    assert len(unriddle.trajectory("bloxorz/1", result)) == 8
    assert unriddle.format_plan("bloxorz/1", result) == "RRDRRRD"
    unsolved = unriddle.solve("bloxorz/23", "bfs", limits=unriddle.Limits(nodes=1))
    with pytest.raises(BadInput, match="this result has no plan: out of nodes"):
        unriddle.replay("bloxorz/23", unsolved)


def test_what_is_no_plan_is_refused() -> None:
    wrong: Any = 3
    with pytest.raises(BadInput, match="'3' is not a plan"):
        unriddle.replay("bloxorz/1", wrong)
    with pytest.raises(BadInput, match="'3' is not text"):
        unriddle.parse_plan("bloxorz/1", wrong)
    assert str(unriddle.parse_plan("bloxorz/1", "R D")) == "RD"


def test_a_part_of_a_plan_is_written_like_the_whole() -> None:
    plan = unriddle.solve("bloxorz/1", "bfs").plan
    assert plan is not None
    assert str(plan[:2]) == "RR"
    assert str(plan[0]) == "R"


class Words(unriddle.Puzzle[int, Any]):
    """Each step takes one of some actions, in their order."""

    initial = 0

    def __init__(self, *words: Any) -> None:
        self.words = words

    def actions(self, state: int) -> Any:
        return self.words[state : state + 1]

    def apply(self, state: int, action: Any) -> int:
        return state + 1

    def is_goal(self, state: int) -> bool:
        return state == len(self.words)


@given(st.lists(st.one_of(st.integers(0, 30), st.text(max_size=5)), unique_by=str, max_size=6))
@example(["a, b", "c"])
@example(["a\nb", "c"])
@example(["1", "2", "12"])
@example(["a", "b", "ab"])
@example(['"', "\\", ""])
@example(["a b"])
def test_any_plan_of_any_puzzle_is_read_again(words: list[Any]) -> None:
    puzzle = Words(*words)
    text = unriddle.format_plan(puzzle, words)
    assert unriddle.parse_plan(puzzle, text) == tuple(words)


def test_the_plan_of_a_puzzle_nobody_registered_is_read_as_printed() -> None:
    puzzle = Words(1, 2, 3)
    plan = unriddle.solve(puzzle, "bfs").plan
    assert str(plan) == unriddle.format_plan(puzzle, plan or ()) == "1 2 3"
    assert unriddle.replay(puzzle, str(plan)).solved
    letters = Words("a", "b")
    assert unriddle.replay(letters, str(unriddle.solve(letters, "bfs").plan)).solved

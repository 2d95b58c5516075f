"""Heuristics beside exact distances: true claims pass, false ones are shown where they fail."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import unriddle
from unriddle import BadInput, Heuristic, engines, plugins
from unriddle.bloxorz_analysis import analyse
from unriddle.catalog import PUZZLES
from unriddle.heuristic_check import all_distances, check_heuristic

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "own_heuristic.py"
SMALL = {
    "bloxorz": ["bloxorz/1", "bloxorz/8", "bloxorz/16"],
    "sokoban": ["sokoban/uit/1", "sokoban/uit/2"],
}
RULES = {
    "bloxorz": [{}, {"space": "counted"}, {"split": "contact"}, {"parked": "falls"}],
    "sokoban": [{}, {"cost": "pushes"}, {"cost": "walks"}],
}
BUILT_IN = [
    pytest.param(level, name, rules, id=f"{level}-{name}-{'-'.join(rules.values())}")
    for puzzle, levels in SMALL.items()
    for level in levels
    for name in PUZZLES[puzzle].heuristics
    for rules in RULES[puzzle]
]


@pytest.mark.parametrize(("level", "name", "rules"), BUILT_IN)
def test_the_claims_of_our_own_are_true(level: str, name: str, rules: dict[str, Any]) -> None:
    report = check_heuristic(unriddle.load(level, **rules), name)
    assert report.complete
    assert report.states
    assert not report.refuted


@pytest.mark.skipif(bool(engines.why_not), reason="only the engine proves deals optimal")
@pytest.mark.parametrize("name", PUZZLES["freecell"].heuristics)
def test_the_claims_hold_along_proved_optimal_plans_of_freecell(name: str) -> None:
    for rules in ({}, {"cost": "moves"}):
        report = check_heuristic(unriddle.load("freecell/28", **rules), name, states=1000)
        assert not report.complete
        assert report.states > 20
        assert not report.refuted


@pytest.mark.skipif(bool(engines.why_not), reason="only the engine proves deals optimal")
def test_a_deal_that_is_too_hard_is_compared_from_a_position_on_the_way() -> None:
    deal = unriddle.load("freecell/1")
    report = check_heuristic(deal, "evaluation", limits=unriddle.Limits(nodes=5000), states=100)
    assert report.states > 1
    assert not report.from_start
    (worst,) = [one for one in report.counterexamples if one.against == "admissible"]
    exact = unriddle.solve(unriddle.starting_from(deal, worst.state), "optimal")
    assert exact.optimal
    assert exact.cost == worst.bound
    lost = check_heuristic(
        "freecell/11982", "evaluation", limits=unriddle.Limits(nodes=5000), states=100
    )
    assert lost.states == 0


def test_distances_are_those_of_the_analysis() -> None:
    stage = unriddle.load("bloxorz/9")
    analysis = analyse(stage)
    known = all_distances(stage)
    assert known is not None
    assert len(known) == analysis.states
    for state, distance in known:
        exact = analysis.distance(state)
        assert distance == (math.inf if exact is None else exact)
    assert all_distances(stage, most=analysis.states) == known
    assert all_distances(stage, most=analysis.states - 1) is None


def test_one_too_many_is_found_and_shown() -> None:
    puzzle = unriddle.load("sokoban/uit/1")
    exact = {puzzle.key(state): distance for state, distance in all_distances(puzzle) or ()}

    def off_by_one_somewhere(state: Any) -> float:
        true = exact[puzzle.key(state)]
        return true + 1 if true == 3 else true

    report = check_heuristic(puzzle, Heuristic(off_by_one_somewhere, admissible=True))
    (found,) = report.refuted
    assert (found.estimate, found.bound) == (4, 3)
    told = found.told(puzzle)
    assert told.startswith("inadmissible: the estimate is 4, the exact distance 3\n######")
    assert {one.against for one in report.counterexamples} == {"admissible", "consistent"}
    assert report.informed is not None
    assert report.informed > 1
    perfect = check_heuristic(
        puzzle, Heuristic(lambda state: exact[puzzle.key(state)], admissible=True, consistent=True)
    )
    assert not perfect.counterexamples
    assert perfect.informed == 1


def test_a_false_claim_of_consistency_is_found() -> None:
    puzzle = unriddle.load("bloxorz/1")
    first = puzzle.initial
    jumpy: Heuristic[Any] = Heuristic(
        lambda state: 5 * (state == first), admissible=True, consistent=True
    )
    (found,) = check_heuristic(puzzle, jumpy).refuted
    assert found.against == "consistent"
    assert "but after" in found.told(puzzle)


def test_infinity_where_a_plan_is_left_is_never_allowed() -> None:
    puzzle = unriddle.load("bloxorz/1")
    report = check_heuristic(puzzle, lambda state: math.inf)
    assert not report.claims
    assert [one.against for one in report.refuted] == ["finite"]


def test_the_example_passes() -> None:
    plugins.load_file(str(EXAMPLE))
    for rules in RULES["sokoban"]:
        report = check_heuristic(unriddle.load("sokoban/uit/1", **rules), "nearest")
        assert not report.refuted
        assert bool(report.claims) is (rules.get("cost") != "walks")


def test_no_heuristic_is_its_own_reference() -> None:
    @unriddle.puzzle(name="grid")
    class Grid(unriddle.Puzzle[tuple[int, int], str]):
        """The diagonal is the short way, and the heuristic leads away from it."""

        initial = (0, 0)

        def actions(self, state: tuple[int, int]) -> list[str]:
            x, y = state
            return ["R"] * (x < 20) + ["U"] * (y < 20) + ["D"] * (x == y < 20)

        def apply(self, state: tuple[int, int], action: str) -> tuple[int, int]:
            return state[0] + (action != "U"), state[1] + (action != "R")

        def is_goal(self, state: tuple[int, int]) -> bool:
            return state == (20, 20)

    @unriddle.heuristic(puzzle="grid", admissible=True)
    def astray(state: tuple[int, int]) -> int:
        left = 40 - sum(state)
        return 3 * left if state[0] == state[1] and 0 < left < 40 else left

    report = check_heuristic("grid/1", "astray", states=100)
    assert not report.complete
    assert [one.against for one in report.refuted] == ["admissible"]
    assert (report.refuted[0].estimate, report.refuted[0].bound) == (40, 20)
    with pytest.raises(unriddle.FaultyCode, match="there is one of cost 20"):
        unriddle.solve("grid/1", "astar")


def test_what_cannot_be_compared_is_said() -> None:
    few = unriddle.Limits(nodes=20)
    report = check_heuristic("sokoban/uit/18", "freeze", states=10, limits=few)
    assert (report.states, report.informed) == (0, None)
    with pytest.raises(BadInput, match="unknown bloxorz heuristic 'roll'"):
        check_heuristic("bloxorz/1", "roll")
    with pytest.raises(BadInput, match="is not a heuristic"):
        check_heuristic("bloxorz/1", 5)  # type: ignore[arg-type]


def test_an_endless_estimate_is_ended() -> None:
    def endless(state: Any) -> float:
        while True:
            pass

    with pytest.raises(BadInput, match=r"has not ended in 0\.2 s"):
        check_heuristic("bloxorz/1", endless, limits=0.2)


def test_what_an_estimate_raises_comes_out() -> None:
    with pytest.raises(unriddle.FaultyCode, match="the heuristic returned 'far'"):
        check_heuristic("bloxorz/1", lambda state: "far")
    with pytest.raises(ZeroDivisionError):
        check_heuristic("bloxorz/1", lambda state: 1 / 0)

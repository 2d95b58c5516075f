"""What is unsolvable among the levels that come with the program is proved, and the proofs hold."""

from __future__ import annotations

from itertools import product

import pytest
from judge.proofs import proof

from unriddle.bloxorz_analysis import analyse
from unriddle.core import Limits, Status
from unriddle.engines import proving
from unriddle.judge.certificate import read, write
from unriddle.judge.check import check
from unriddle.loading import load, load_all
from unriddle.play import starting_from
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.solving import solve

LOST_DEALS = (146692, 186216, 455889, 495505, 512118, 517776, 781948)
"""Those that have no solution among the first million, beside 11982."""


def test_course_map_17_is_the_only_one_without_a_solution() -> None:
    for puzzle in load_all("sokoban/uit"):
        result = solve(puzzle, limits=Limits(nodes=2_000_000))
        assert result.checked
        expected = Status.UNSOLVABLE if puzzle.name == "sokoban/uit/17" else Status.SOLVED
        assert result.status is expected


@pytest.mark.parametrize("cost", ["moves", "pushes", "walks"])
@pytest.mark.parametrize("solver", [None, "bfs", "astar"])
def test_course_map_17_is_checked_whoever_says_so(cost: str, solver: str | None) -> None:
    result = solve(load("sokoban/uit/17", cost=cost), solver)
    assert (result.status, result.checked) == (Status.UNSOLVABLE, True)


@pytest.mark.parametrize(
    ("split", "parked"), list(product(("upright", "contact"), ("stays", "falls")))
)
def test_no_stage_of_bloxorz_is_unsolvable_under_any_rules(split: str, parked: str) -> None:
    for stage in load_all("bloxorz", split=split, parked=parked):
        assert solve(stage).status is Status.SOLVED


def test_dead_ends_of_stages_are_proved() -> None:
    """From a dead state nothing leads to the goal: the proof holds for every one that is tried."""
    tried = 0
    for stage in load_all("bloxorz"):
        assert isinstance(stage, Bloxorz)
        analysis = analyse(stage)
        if not analysis.dead:
            continue
        for state in _dead_states(stage, analysis.distance, most=2):
            result = analyse(starting_from(stage, state)).result
            assert result.status is Status.UNSOLVABLE
            assert result.checked or (result.proof is not None and not result.proof.complete)
            tried += result.checked
    assert tried >= 10


def _dead_states(stage: Bloxorz, distance: object, most: int) -> list[object]:
    assert callable(distance)
    seen, waiting = {stage.initial}, [stage.initial]
    dead: list[object] = []
    while waiting and len(dead) < most:
        state = waiting.pop()
        if distance(state) is None:
            dead.append(state)
            continue
        for _, after, _ in stage.successors(state):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return dead


def test_deal_11982_is_proved_by_the_book() -> None:
    """In full, by prover and judge in Python; the file is small."""
    puzzle = load("freecell/11982")
    good = proof(puzzle)
    assert good.states == 61_643
    content = write(good)
    assert len(content) < 200_000
    assert check(puzzle, read(content), work=10**7).accepted


@pytest.mark.parametrize("deal", [11982, *LOST_DEALS])
def test_deals_without_a_solution_are_checked_at_once_where_the_engine_proves(deal: int) -> None:
    puzzle = load(f"freecell/{deal}")
    if proving.budget(puzzle) == proving.BOOK:
        pytest.skip("the engine has no prover")
    result = solve(puzzle)
    assert (result.status, result.checked) == (Status.UNSOLVABLE, True)

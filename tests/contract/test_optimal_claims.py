"""What is called optimal is found again in other ways: other searches, other estimates, or none.

On every shipped level at least two ways agree that have nothing in common but the rules, wherever
that takes seconds. On course map 18, which only `optimal` solves in such a time, these are two of
its estimates: what pairs of boxes cost together, and everything but that.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from unriddle import native
from unriddle.bloxorz_analysis import analyse
from unriddle.core import Limits, Result, Status
from unriddle.loading import load, load_all
from unriddle.puzzles.freecell.cards import KING, card_of
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules
from unriddle.solving import solve

A_MOMENT = Limits(nodes=2_000_000)
FOR_PYTHON = Limits(nodes=5_000)


def agreed(results: list[Result[Any]]) -> int | None:
    """The cost on which all agree who say that theirs is the least; at least two have to."""
    claims = [result.cost for result in results if result.optimal]
    assert len(claims) >= 2
    assert len(set(claims)) == 1
    return claims[0]


@pytest.mark.parametrize("cost", ["moves", "pushes"])
@pytest.mark.parametrize("number", [n for n in range(1, 18) if n != 17])
def test_course_maps(number: int, cost: str) -> None:
    puzzle = load(f"sokoban/uit/{number}", cost=cost)
    results = [
        solve(puzzle, "ucs", limits=A_MOMENT),
        solve(puzzle, "astar", limits=A_MOMENT),
        solve(puzzle, "astar", heuristic="matching", limits=A_MOMENT),
        solve(puzzle, "ucs", engine="python", limits=FOR_PYTHON),
    ]
    if native.available:
        results.append(solve(puzzle, "optimal", limits=A_MOMENT))
        assert results[-1].optimal
    agreed(results)


@pytest.mark.skipif(not native.available, reason=native.why_not)
def test_the_last_course_map_by_two_estimates() -> None:
    puzzle = load("sokoban/uit/18", cost="pushes")
    by_pairs = solve(
        puzzle,
        "optimal",
        limits=A_MOMENT,
        without="freeze+frozen-walls+pi-corrals+patterns+goal-rooms+learnt",
    )
    assert by_pairs.optimal
    by_the_rest = solve(puzzle, "optimal", limits=Limits(nodes=900_000), without="pairs")
    assert by_the_rest.stats.lower == by_pairs.cost == 131


@pytest.mark.parametrize("space", ["free", "counted"])
def test_stages_of_bloxorz(space: str) -> None:
    for stage in load_all("bloxorz", space=space):
        ways = ["ucs", "astar", *(["bfs"] if stage.unit_cost else [])]
        least = agreed([solve(stage, way) for way in ways])
        known = analyse(stage)
        assert known.result.optimal
        assert least == known.result.cost
        assert least == (known.optimum if space == "free" else known.optimum_with_space)


@pytest.mark.parametrize("cost", ["moves", "cards", "player"])
def test_endgames_of_freecell(cost: str) -> None:
    random = Random(cost)
    solved = 0
    for _ in range(40):
        rank, columns = random.randint(10, 11), random.randint(3, 4)
        cards = [card_of(r, suit) for suit in range(4) for r in range(rank, KING + 1)]
        random.shuffle(cards)
        piles: list[list[str]] = [[] for _ in range(columns)]
        for card in cards:
            random.choice(piles).append(card)
        position = Position(tuple(map(tuple, piles)), (), (rank - 1,) * 4)
        puzzle = FreeCell(position, Rules(cells=random.randint(0, 2), cost=cost))
        results = [solve(puzzle, "ucs"), solve(puzzle, "astar")]
        if native.available:
            results.append(solve(puzzle, "optimal"))
        if results[0].status is Status.SOLVED:
            solved += 1
            agreed(results)
        else:
            assert {(one.status, one.checked) for one in results} == {(Status.UNSOLVABLE, True)}
    assert 0 < solved < 40

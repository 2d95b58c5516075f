from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable

import pytest
from generators.freecell import AUTOPLAYS, COSTS, endgames
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.core import Heuristic, replay
from unriddle.puzzles.freecell import heuristics
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.notation import parse_levels
from unriddle.puzzles.freecell.rules import FreeCell, Move, Position, Rules, State

ALL: list[Callable[[FreeCell], Heuristic[State]]] = [
    heuristics.cards_left,
    heuristics.deadlock,
    heuristics.alpha,
    heuristics.evaluation,
]

# The least number of single cards moved (a public exact solver's proofs).
BEST_CARDS = dict(
    enumerate([87, 75, 73, 85, 90, 79, 76, 75, 92, 85, 79, 85, 77, 81, 79, 78], start=1)
) | {31465: 108, 29596: 94, 14212: 91}
# The least number of moves, a supermove counting one (Paul and Helmert, 2016).
BEST_MOVES = dict(enumerate([82, 73, 70, 79, 85, 75, 76, 74, 81, 80], start=1))


def best_costs(puzzle: FreeCell) -> dict[State, float]:
    """The least cost to the goal from every reachable state, by search backwards from the goal."""
    states = [puzzle.initial]
    index = {puzzle.key(puzzle.initial): 0}
    into: list[list[tuple[int, int]]] = [[]]
    for here, state in enumerate(states):
        for _, after, cost in puzzle.successors(state):
            there = index.setdefault(puzzle.key(after), len(states))
            if there == len(states):
                states.append(after)
                into.append([])
            into[there].append((here, cost))
    best = [math.inf] * len(states)
    queue = [(0, there) for there, state in enumerate(states) if puzzle.is_goal(state)]
    while queue:
        cost, there = heapq.heappop(queue)
        if cost < best[there]:
            best[there] = cost
            for here, step in into[there]:
                heapq.heappush(queue, (cost + step, here))
    return dict(zip(states, best, strict=True))


def greedy(puzzle: FreeCell, limit: int) -> tuple[list[Move], int] | None:
    """Greedy best-first search by `evaluation`: the plan, and how many states were expanded."""
    estimate = heuristics.evaluation(puzzle).estimate
    seen = {puzzle.key(puzzle.initial)}
    ticket = itertools.count()
    queue: list[tuple[float, int, State, list[Move]]] = [(0, next(ticket), puzzle.initial, [])]
    for expanded in range(1, limit + 1):
        _, _, state, plan = heapq.heappop(queue)
        for move, after, _ in puzzle.successors(state):
            key = puzzle.key(after)
            if key not in seen:
                seen.add(key)
                if puzzle.is_goal(after):
                    return [*plan, move], expanded
                heapq.heappush(queue, (estimate(after), next(ticket), after, [*plan, move]))
    return None


@pytest.mark.parametrize("make", ALL)
@settings(max_examples=40)
@given(
    level=endgames(left=9, columns=3, cells=1),
    cost=st.sampled_from(COSTS),
    autoplay=st.sampled_from(AUTOPLAYS),
)
def test_what_claims_to_be_admissible_never_exceeds_the_best_cost(
    make: Callable[[FreeCell], Heuristic[State]], level: Position, cost: str, autoplay: str
) -> None:
    puzzle = FreeCell(level, Rules(cells=1, cost=cost, autoplay=autoplay))
    heuristic = make(puzzle)
    for state, best in best_costs(puzzle).items():
        estimate = heuristic.estimate(state)
        assert math.isfinite(estimate)
        if heuristic.admissible:
            assert estimate <= best


@settings(max_examples=40)
@given(endgames(left=9, columns=3, cells=1), st.sampled_from(["moves", "cards"]))
def test_safe_autoplay_makes_no_solution_longer(level: Position, cost: str) -> None:
    bare = FreeCell(level, Rules(cells=1, cost=cost, autoplay="none"))
    safe = FreeCell(level, Rules(cells=1, cost=cost, autoplay="raymond"))
    assert best_costs(safe)[safe.initial] == best_costs(bare)[bare.initial]


def test_admissible_is_claimed_under_the_right_rules() -> None:
    for cost, autoplay in itertools.product(COSTS, AUTOPLAYS):
        puzzle = FreeCell(deal(1), Rules(cost=cost, autoplay=autoplay))
        free = cost == "player" and autoplay != "none"
        assert [make(puzzle).admissible for make in ALL] == [not free, True, False, False]


@pytest.mark.parametrize(("cost", "best"), [("cards", BEST_CARDS), ("moves", BEST_MOVES)])
def test_deadlock_stays_below_the_proved_optima(cost: str, best: dict[int, int]) -> None:
    for number, least in best.items():
        puzzle = FreeCell(deal(number), Rules(cost=cost))
        estimate = heuristics.deadlock(puzzle).estimate(puzzle.initial)
        assert 52 < estimate <= least


def test_deadlock_counts_what_must_step_aside() -> None:
    def estimates(columns: str) -> list[float]:
        level = parse_levels(f"Foundations: C-9 D-K H-9 S-K\n{columns}")[0]
        found = []
        for cost in ("cards", "moves", "player"):
            puzzle = FreeCell(level, Rules(cost=cost))
            found.append(heuristics.deadlock(puzzle).estimate(puzzle.initial))
        return found

    # Nothing in the way.
    assert estimates("KC QC JC TC\nKH QH JH TH") == [8, 8, 0]
    # KC lies above TC, and JC above TC.
    assert estimates("QC TC KC JC\nKH QH JH TH") == [10, 10, 2]
    # QH JC can step aside together.
    assert estimates("KC QC TC TH KH QH JC\nJH")[:2] == [11, 10]
    # Crosswise: JC waits for TC below JH, and JH for TH below JC.
    assert estimates("TH JC\nTC JH\nKC QC\nKH QH") == [9, 9, 1]


def test_alpha_is_the_one_of_the_report() -> None:
    level = parse_levels("Foundations: C-9 D-K H-9 S-K\nFreecells: QC\nKC TC JC\nKH QH TH JH", "")[
        0
    ]
    roomy, crowded = FreeCell(level, Rules(cells=2)), FreeCell(level, Rules(cells=1))
    assert heuristics.alpha(roomy).estimate(roomy.initial) == 2 + 8
    assert heuristics.alpha(crowded).estimate(crowded.initial) == 2 * 2 + 8


@pytest.mark.parametrize("make", ALL)
def test_the_estimate_depends_on_the_key_only(
    make: Callable[[FreeCell], Heuristic[State]],
) -> None:
    puzzle = FreeCell(deal(617))
    state = puzzle.apply(puzzle.apply(puzzle.initial, Move("8", "b")), Move("8", "a"))
    columns, cells, foundations = state
    mirrored = State(columns[::-1], cells[::-1], foundations)
    estimate = make(puzzle).estimate
    assert puzzle.key(state) == puzzle.key(mirrored)
    assert estimate(state) == estimate(mirrored)


@pytest.mark.parametrize("number", [1, 617, 1941, 14212, 29596])
def test_evaluation_guides_greedy_search_to_a_solution(number: int) -> None:
    puzzle = FreeCell(deal(number))
    found = greedy(puzzle, 20_000)
    assert found is not None
    assert replay(puzzle, found[0]).solved

"""Code of users under limits: what it does wrong is told, and what never ends is ended."""

from __future__ import annotations

import contextlib
import io
import itertools
import math
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle
from unriddle import (
    Ending,
    Expansion,
    FaultyCode,
    IllegalMove,
    Limits,
    Node,
    Puzzle,
    Status,
    engines,
)
from unriddle.search.breadth_first import breadth_first
from unriddle.search.own_thread import OwnThread


class Line(Puzzle[int, int]):
    """From 0 to a number by steps of 1 and 2."""

    initial = 0

    def __init__(self, goal: int = 5) -> None:
        self.goal = goal

    def actions(self, state: int) -> Sequence[int]:
        return [step for step in (1, 2) if state + step <= self.goal]

    def apply(self, state: int, action: int) -> int:
        if action not in self.actions(state):
            raise IllegalMove(action, "it is too far")
        return state + action

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def draw(self, state: int) -> str:
        return "-" * state + "o"


def ones(puzzle: Line) -> list[int]:
    """A plan, not the shortest, found by asking for the actions of each state."""
    state, plan = puzzle.initial, []
    while not puzzle.is_goal(state):
        plan.append(puzzle.actions(state)[0])
        state = puzzle.apply(state, plan[-1])
    return plan


def fault(search: Callable[..., Any], puzzle: Any = None, **wanted: Any) -> FaultyCode:
    with pytest.raises(FaultyCode) as told:
        unriddle.solve(puzzle or Line(), search, **wanted)
    return told.value


# What works.


def test_a_function_that_returns_a_plan_is_counted() -> None:
    result = unriddle.solve(Line(), ones)
    assert result.plan == (1, 1, 1, 1, 1)
    assert (result.cost, result.optimal, result.checked) == (5, False, True)
    assert (result.stats.expanded, result.stats.generated) == (5, 9)


def test_a_generator_counts_as_a_textbook_search_does() -> None:
    def mine(puzzle: Any) -> Any:
        return (yield from breadth_first(puzzle))

    level = "sokoban/uit/1"
    ours = unriddle.solve(level, "bfs", engine="python")
    theirs = unriddle.solve(level, mine)
    assert theirs.plan == ours.plan
    assert theirs.stats.expanded == ours.stats.expanded
    assert theirs.stats.generated == ours.stats.generated


@pytest.mark.parametrize("nodes", [1, 3])
def test_the_limit_of_nodes_is_exact(nodes: int) -> None:
    def mine(puzzle: Any) -> Any:
        return (yield from breadth_first(puzzle))

    for search in (mine, ones):
        result = unriddle.solve(Line(), search, limits=Limits(nodes=nodes))
        assert result.status is Status.OUT_OF_NODES
        assert result.stats.expanded == nodes


@pytest.mark.parametrize(
    "found", [[2, 2, 1], (2, 2, 1), iter([2, 2, 1])], ids=["list", "tuple", "iterator"]
)
def test_a_plan_may_be_any_row_of_moves(found: Any) -> None:
    assert unriddle.solve(Line(), lambda puzzle: found).cost == 3


def test_a_plan_may_be_text() -> None:
    for plan in ("rUUdRdrUUluL", list("rUUdRdrUUluL")):
        assert unriddle.solve("sokoban/uit/1", lambda puzzle, plan=plan: plan).cost == 12


def test_nothing_found_proves_nothing() -> None:
    assert unriddle.solve(Line(), lambda puzzle: None).status is Status.GAVE_UP
    assert unriddle.solve(Line(), lambda puzzle: Ending.STUCK).status is Status.GAVE_UP


def test_a_run_reports_while_a_function_works() -> None:
    go_on = threading.Event()

    def slow(puzzle: Line) -> Any:
        plan = ones(puzzle)
        go_on.wait(30)
        return plan

    run = unriddle.start(Line(), slow)
    for stats in run:
        if stats.expanded == 5:
            go_on.set()
    assert run.result().stats.expanded == 5


# What never ends.


def endless(puzzle: Any) -> Any:
    while True:
        pass


def endless_generator(puzzle: Any) -> Generator[Expansion[Any, Any], None, None]:
    yield Expansion(Node(puzzle.initial), [], 0)
    while True:
        pass


def stubborn(puzzle: Any) -> Any:
    while True:
        with contextlib.suppress(Exception):
            endless(puzzle)


def asks_for_ever(puzzle: Any) -> Any:
    while True:
        puzzle.successors(puzzle.initial)


@pytest.mark.parametrize("search", [endless, endless_generator, stubborn, asks_for_ever])
def test_an_endless_search_is_ended_by_the_clock(
    search: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unriddle.search.own_thread.GRACE", 300.0)
    before = set(threading.enumerate())
    assert unriddle.solve(Line(), search, limits=0.1).status is Status.OUT_OF_TIME
    assert set(threading.enumerate()) <= before


def test_an_endless_search_is_ended_by_whoever_stops_it() -> None:
    run = unriddle.start(Line(), endless)
    for _ in run:
        run.stop()
    assert run.result().status is Status.STOPPED


def test_an_endless_heuristic_and_an_endless_puzzle_are_ended_too() -> None:
    class Slow(Line):
        def is_goal(self, state: int) -> bool:
            while True:
                pass

    result = unriddle.solve("bloxorz/1", "astar", heuristic=endless, limits=0.1)
    assert result.status is Status.OUT_OF_TIME
    assert unriddle.solve(Slow(), "bfs", limits=0.1).status is Status.OUT_OF_TIME


def test_a_memory_hog_is_ended() -> None:
    def hog(puzzle: Any) -> Any:
        kept = []
        while True:
            kept.append(bytearray(2**20))

    result = unriddle.solve(Line(), hog, limits=Limits(mebibytes=64, seconds=60))
    assert result.status is Status.OUT_OF_MEMORY


def test_code_that_waits_in_the_system_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unriddle.search.own_thread.GRACE", 0.05)
    wake = threading.Event()
    assert unriddle.solve(Line(), lambda puzzle: wake.wait(), limits=0.1).status is (
        Status.OUT_OF_TIME
    )
    wake.set()


def test_a_thread_that_has_ended_cannot_be_ended() -> None:
    thread = OwnThread(lambda: 7)
    thread.start()
    while thread.is_alive(0.01):
        pass
    thread.end()
    assert (thread.value, thread.error) == (7, None)


# What is wrong.


def test_an_illegal_move_is_told_with_the_board_before_it() -> None:
    told = fault(lambda puzzle: [2, 2, 2])
    assert "cannot be played: move 3 of 3, 2: it is too far" in str(told)
    assert told.shown == "the position before it:\n----o"


def test_a_move_that_is_none_is_told() -> None:
    told = fault(lambda puzzle: [1, None])
    assert "move 2 of 2, None: it is too far" in str(told)
    told = fault(lambda puzzle: [5], puzzle="sokoban/uit/1")
    assert "move 1 of 1, 5: AttributeError" in str(told)
    assert "######" in told.shown


def test_a_plan_that_leads_elsewhere_is_told_with_the_board_after_it() -> None:
    told = fault(lambda puzzle: [1])
    assert "does not solve the puzzle" in str(told)
    assert told.shown.endswith("\n-o")


@pytest.mark.parametrize("found", [5, object(), 3.5])
def test_what_is_no_plan_is_told(found: Any) -> None:
    assert "which is not a plan" in str(fault(lambda puzzle: found))


def test_a_wrong_cost_is_told() -> None:
    def mine(puzzle: Line) -> Any:
        node = Node(5, Node(3, Node(1, Node(0), 1, 1), 2, 2), 2, 99)
        yield Expansion(node, [], 0)
        return node

    assert "its plan costs 99; played, it costs 3" in str(fault(mine))


def test_what_is_no_expansion_is_told() -> None:
    def mine(puzzle: Line) -> Any:
        yield 3

    assert "mine yielded '3', which is not an expansion" in str(fault(mine))


def test_a_false_unsolvable_is_told() -> None:
    told = fault(lambda puzzle: Ending.EXHAUSTED)
    assert "said unsolvable, but a goal can be reached" in str(told)
    assert unriddle.solve("sokoban/uit/17", lambda puzzle: Ending.EXHAUSTED).checked


def test_an_exception_comes_out_as_it_is() -> None:
    def broken(puzzle: Any) -> Any:
        return [][3]

    with pytest.raises(IndexError):
        unriddle.solve(Line(), broken)
    run = unriddle.start(Line(), broken)
    with pytest.raises(IndexError):
        list(run)
    with pytest.raises(RuntimeError, match="no result"):
        run.result()


def test_exit_is_no_way_out() -> None:
    def leaves(puzzle: Any) -> Any:
        raise SystemExit(0)

    assert "tried to end the program: exit(0)" in str(fault(leaves))


class Bad(Line):
    """Says something impossible at one place."""

    def __init__(self, cost: Any = 1, after: Any = None) -> None:
        super().__init__()
        self._cost = cost
        self._after = after

    def apply(self, state: int, action: int) -> Any:
        return self._after if state == 2 and self._after is not None else state + action

    def cost(self, state: int, action: int) -> Any:
        return self._cost if state == 2 else 1


@pytest.mark.parametrize("cost", [-1, 0.5, math.nan, math.inf, None, "1"])
def test_a_cost_that_is_none_is_told_where_it_is_met(cost: Any) -> None:
    told = fault("ucs", puzzle=Bad(cost=cost))  # type: ignore[arg-type]
    assert "a cost is a whole number, zero or more" in str(told)
    assert told.shown.endswith("\n--o")


def test_a_state_that_cannot_be_kept_is_told_where_it_is_met() -> None:
    told = fault("bfs", puzzle=Bad(after=[]))  # type: ignore[arg-type]
    assert "the state after 1 cannot be hashed" in str(told)


@given(st.lists(st.one_of(st.integers(-3, 3), st.text(max_size=2), st.none()), max_size=8))
def test_no_plan_is_believed_that_the_rules_refuse(plan: list[Any]) -> None:
    puzzle = Line()
    try:
        result = unriddle.solve(puzzle, lambda given: plan)
    except FaultyCode:
        return
    assert result.checked
    assert unriddle.replay(puzzle, plan).solved


def test_claims_of_optimality_need_a_proof() -> None:
    unriddle.search(name="claims-ones", optimal=True)(ones)
    told = fault("claims-ones")  # type: ignore[arg-type]
    assert "calls a plan optimal that costs 5; there is one of cost 3" in str(told)
    assert unriddle.solve(Line(2), lambda puzzle: [2]).optimal is False

    @unriddle.search(name="claims-twos", optimal=True)
    def twos(puzzle: Any) -> Any:
        return [2] * (puzzle.goal // 2)

    assert unriddle.solve(Line(4), twos).optimal
    far = unriddle.solve(Line(400_000), twos)
    assert far.status is Status.SOLVED
    assert not far.optimal  # nobody could confirm it in a moment


def test_time_is_measured_around_all_of_it() -> None:
    def slow(puzzle: Any) -> Any:
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            pass
        return ones(puzzle)

    assert unriddle.solve(Line(), slow).stats.seconds >= 0.1


def test_actions_that_are_none_are_told() -> None:
    class Silent(Line):
        def actions(self, state: int) -> Any:
            if state < 2:
                return super().actions(state)
            return None

    told = fault("bfs", puzzle=Silent())  # type: ignore[arg-type]
    assert "'NoneType' object is not iterable" in str(told)
    assert told.shown == "--o"

    class Broken(Line):
        def actions(self, state: int) -> Any:
            return len(state)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="has no len"):
        unriddle.solve(Broken(), "bfs")


@pytest.mark.parametrize("picture", [None, 5, [5], [["x", 3]], [[None]]])
def test_a_picture_that_is_none_is_told(picture: Any) -> None:
    class Blind(Line):
        def draw(self, state: int) -> Any:
            return picture

    with pytest.raises(FaultyCode, match="which is not a picture"):
        str(Blind())


@pytest.mark.parametrize("function", [lambda: None, lambda a, b, c: None])
def test_searches_and_heuristics_take_one_argument_or_two(function: Any) -> None:
    with pytest.raises(unriddle.BadInput, match="takes") as told:
        unriddle.solve(Line(), function)
    assert "takes one" in told.value.hint
    with pytest.raises(unriddle.BadInput):
        unriddle.solve(Line(), "astar", heuristic=function)


@given(
    st.dictionaries(st.integers(0, 6), st.integers(0, 8)),
    st.integers(2, 6),
    st.sampled_from(["astar", "idastar"]),
)
def test_no_false_claim_makes_a_plan_optimal(
    estimates: dict[int, int], goal: int, solver: str
) -> None:
    def estimate(state: int) -> int:
        return estimates.get(state, 0)

    heuristic = unriddle.Heuristic(estimate, admissible=True)
    puzzle = Line(goal)
    report = unriddle.check_heuristic(puzzle, heuristic)
    too_high = [one for one in range(goal + 1) if estimate(one) > (goal - one + 1) // 2]
    assert bool(report.refuted) is bool(too_high)
    try:
        result = unriddle.solve(puzzle, solver, heuristic=heuristic)
    except FaultyCode:
        assert too_high
        return
    assert result.optimal
    assert result.cost == (goal + 1) // 2


# Verdicts that rest on code of a user.


def exhausted(puzzle: Any) -> Any:
    yield Expansion(Node(puzzle.initial), puzzle.successors(puzzle.initial), 0)
    return Ending.EXHAUSTED


class Walk(Line):
    """A line so long that nobody can look at all of it in a moment, and the goal is not on it."""

    def actions(self, state: int) -> Sequence[int]:
        return [1, 2]

    def is_goal(self, state: int) -> bool:
        return state == self.goal


@pytest.mark.skipif(bool(engines.why_not), reason="the level is too hard for Python")
def test_unsolvable_is_not_believed_where_our_solver_finds_a_plan() -> None:
    told = fault(exhausted, puzzle="sokoban/uit/18")
    assert "exhausted said unsolvable, but there is a plan of cost" in str(told)


def test_unsolvable_that_nobody_confirms_is_giving_up() -> None:
    result = unriddle.solve(Walk(-1), exhausted)
    assert (result.status, result.proof) == (Status.GAVE_UP, None)


def test_an_infinite_estimate_proves_nothing() -> None:
    hopeless: unriddle.Heuristic[int] = unriddle.Heuristic(lambda state: math.inf, admissible=True)
    assert unriddle.solve(Walk(-1), "astar", heuristic=hopeless).status is Status.GAVE_UP
    with pytest.raises(FaultyCode, match="said unsolvable, but"):
        unriddle.solve(Line(), "astar", heuristic=hopeless)


def test_a_claim_of_admissibility_makes_no_plan_optimal_that_nobody_confirms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    perfect: unriddle.Heuristic[int] = unriddle.Heuristic(
        lambda state: (101 - state) // 2, admissible=True
    )
    assert unriddle.solve(Line(100), "astar", heuristic=perfect).optimal
    monkeypatch.setattr("unriddle.confirming.MOMENT", Limits(nodes=10))
    result = unriddle.solve(Line(100), "astar", heuristic=perfect)
    assert (result.cost, result.optimal) == (50, False)


class Counter:
    """A state that is equal only to itself, and can be changed."""

    def __init__(self, value: int) -> None:
        self.value = value


class InPlace(Puzzle[Any, int]):
    """Changes its state, and returns it."""

    def __init__(self, initial: Any) -> None:
        self.initial = initial

    def actions(self, state: Any) -> Sequence[int]:
        return [1, 2]

    def apply(self, state: Any, action: int) -> Any:
        if isinstance(state, Counter):
            state.value += action
        else:
            state[0] += action
        return state

    def is_goal(self, state: Any) -> bool:
        value: int = state.value if isinstance(state, Counter) else state[0]
        return value == 30

    def key(self, state: Any) -> Any:
        return state if isinstance(state, Counter) else tuple(state)


@pytest.mark.parametrize("initial", [Counter(0), [0]])
def test_a_move_that_changes_its_state_is_told(initial: Any) -> None:
    puzzle = InPlace(initial)
    told = fault("bfs", puzzle=puzzle)  # type: ignore[arg-type]
    assert "a move changed the state that it was made in" in str(told)
    with pytest.raises(FaultyCode, match="a move changed the state"):
        unriddle.check_heuristic(puzzle, lambda state: 0)
    told = fault(lambda puzzle: [puzzle.apply(puzzle.initial, 1)], puzzle=puzzle)
    assert "a move changed the state" in str(told)


def test_states_that_are_equal_only_to_themselves_are_no_fault() -> None:
    class Fresh(InPlace):
        def apply(self, state: Any, action: int) -> Any:
            return Counter(min(30, state.value + action))

    assert unriddle.solve(Fresh(Counter(20)), "bfs").cost == 5


@pytest.mark.parametrize("what", ["state", "cost", "moves"])
def test_rules_that_change_are_told(what: str) -> None:
    class Fickle(Line):
        asked = 0

        def turn(self, about: str, is_here: bool) -> int:
            """0 and 1 in turn, in one position."""
            self.asked += about == what and is_here
            return self.asked % 2 if about == what and is_here else 0

        def actions(self, state: int) -> Sequence[int]:
            return [1, 2, 3][: 2 + self.turn("moves", state == 3)]

        def apply(self, state: int, action: int) -> int:
            return state + action + self.turn("state", (state, action) == (3, 1))

        def cost(self, state: int, action: int) -> int:
            return 1 + self.turn("cost", (state, action) == (3, 1))

    told = fault("ucs", puzzle=Fickle(30))  # type: ignore[arg-type]
    assert "contradicts itself" in str(told)


def test_a_cost_must_be_the_one_that_the_puzzle_promises() -> None:
    class Dear(Line):
        unit_cost = True

        def cost(self, state: int, action: int) -> int:
            return action

    told = fault("bfs", puzzle=Dear())  # type: ignore[arg-type]
    assert "says that every move costs 1" in str(told)


class OneKey(Line):
    """Calls all states the same."""

    def key(self, state: int) -> int:
        return 0


def test_a_key_that_is_the_same_for_different_states_is_told() -> None:
    told = fault("bfs", puzzle=OneKey())  # type: ignore[arg-type]
    assert "calls different states the same: with it there is no plan" in str(told)
    assert "of cost 3" in str(told)
    report = unriddle.check_heuristic(OneKey(), unriddle.Heuristic(lambda s: 3, admissible=True))
    assert report.states == 6
    assert report.refuted


def test_a_key_that_costs_the_best_plan_is_told() -> None:
    class Merged(Line):
        def key(self, state: int) -> int:
            return 1 if state == 2 else state

    told = fault("bfs", puzzle=Merged(4))  # type: ignore[arg-type]
    assert "with it there is none below cost 3, but there is one of cost 2" in str(told)


# What would end the program, or never end.


@pytest.mark.parametrize("error", [KeyboardInterrupt, GeneratorExit, StopIteration, SystemExit])
def test_what_is_meant_for_others_is_a_fault(error: type[BaseException]) -> None:
    def leaves(puzzle: Any) -> Any:
        raise error

    def leaves_later(puzzle: Any) -> Any:
        yield Expansion(Node(puzzle.initial), puzzle.successors(puzzle.initial), 0)
        raise error

    said = "tried to end the program" if error is SystemExit else f"raised {error.__name__}"
    assert said in str(fault(leaves))
    assert __file__ in fault(leaves).shown
    if error is StopIteration:  # in a generator Python itself makes another error of it
        return
    assert said in str(fault(leaves_later))

    class Leaving(Line):
        def apply(self, state: int, action: int) -> int:
            raise error

    assert said in str(fault(lambda puzzle: [1], puzzle=Leaving()))


def test_a_search_that_closes_the_output_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())

    def closes(puzzle: Any) -> Any:
        sys.stdout.close()
        return ones(puzzle)

    assert "closed the standard output" in str(fault(closes))


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (lambda root: Expansion(root, None, 0), "'None' as successors"),  # type: ignore[arg-type]
        (lambda root: Expansion(root, [], "x"), "'x' as the frontier"),  # type: ignore[arg-type]
        (lambda root: Expansion(root.state, [], 0), "an expansion of '0'"),
    ],
)
def test_an_expansion_of_something_else_is_told(said: Any, problem: str) -> None:
    def wrong(puzzle: Any) -> Any:
        yield said(Node(puzzle.initial))
        return ones(puzzle)

    assert problem in str(fault(wrong))


def test_a_plan_without_end_is_told() -> None:
    def circle(puzzle: Any) -> Any:
        node = Node(puzzle.initial, action=1)
        node.parent = node
        return node

    assert "a plan of more than 2,000,000 moves" in str(fault(circle))
    assert "a plan of more than" in str(fault(lambda puzzle: itertools.repeat(1)))

    def orphan(puzzle: Any) -> Any:
        return Node(puzzle.initial, "nobody", 1)  # type: ignore[arg-type]

    assert "the parent of a node is 'nobody'" in str(fault(orphan))


def test_a_plan_that_is_never_read_or_played_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unriddle.search.own_run.REPLAYED", 0.2)

    def never() -> Any:
        while True:
            pass

    assert "has not ended in 0.2 s" in str(fault(lambda puzzle: iter(never, 0)))

    class Slow(Line):
        def apply(self, state: int, action: int) -> int:
            while True:
                pass

    assert "has not ended in 0.2 s" in str(fault(lambda puzzle: [1], puzzle=Slow()))


def test_an_estimate_too_large_to_reckon_with_is_told() -> None:
    with pytest.raises(FaultyCode, match=r"the heuristic returned '10000.* \(int\)"):
        unriddle.solve(Line(), "astar", heuristic=lambda state: 10**400)

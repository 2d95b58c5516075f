"""The driver: limits hold, a run can be watched and stopped, and nothing false comes out of it."""

from __future__ import annotations

import errno
import gc
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import psutil
import pytest
from sanitizers import WATCHED

from unriddle.catalog import entry_of
from unriddle.core import A, IllegalMove, Limits, Puzzle, S, Stats, Status, WrongAnswer
from unriddle.loading import load, read
from unriddle.search import drive
from unriddle.search.breadth_first import breadth_first
from unriddle.search.drive import MemoryMeter, SearchRun
from unriddle.search.node import Ending, Expansion, Node, Search

FOREVER = Limits(seconds=120)
"""For runs that something else must end; if it fails, the test ends all the same."""


@dataclass
class Line(Puzzle[int, int]):
    """Numbers from 0 upwards, one step at a time, for ever or up to a last one."""

    initial: int = 0
    goal: int | None = None
    last: int | None = None

    def actions(self, state: int) -> Sequence[int]:
        return () if state == self.last else (1,)

    def apply(self, state: int, action: int) -> int:
        if action not in self.actions(state):
            raise IllegalMove(action, "only one step at a time")
        return state + 1

    def is_goal(self, state: int) -> bool:
        return state == self.goal


class FatLine(Puzzle[bytes, int]):
    """Every state takes a quarter of a mebibyte, and there is no end of them."""

    initial = b""

    def actions(self, state: bytes) -> Sequence[int]:
        return (1,)

    def apply(self, state: bytes, action: int) -> bytes:
        number = int.from_bytes(state[:8], "big") + 1
        return number.to_bytes(8, "big") + b"\1" * 2**18

    def is_goal(self, state: bytes) -> bool:
        return False


def run(puzzle: Puzzle[S, A], limits: Limits | None = None) -> SearchRun[S, A]:
    return SearchRun(puzzle, lambda: breadth_first(puzzle), limits)


def test_a_search_that_finds_the_goal_is_solved() -> None:
    result = run(Line(goal=5)).result()
    assert (result.status, result.plan, result.cost) == (Status.SOLVED, (1,) * 5, 5)
    assert result.stats.expanded == 5
    assert result.stats.generated == 5
    assert result.stats.seconds > 0
    assert result.stats.memory >= 0


def test_a_search_that_has_seen_everything_proves_it() -> None:
    result = run(Line(last=5)).result()
    assert (result.status, result.plan, result.cost) == (Status.UNSOLVABLE, None, None)
    assert result.stats.expanded == 6


def test_a_search_that_left_something_out_has_given_up() -> None:
    def stuck() -> Search[int, int]:
        yield Expansion(Node(0), (), 0)
        return Ending.STUCK

    assert SearchRun(Line(), stuck).result().status is Status.GAVE_UP


@pytest.mark.parametrize("nodes", [1, 2, 10, 1000])
def test_a_node_limit_is_exact(nodes: int) -> None:
    result = run(Line(), Limits(nodes=nodes)).result()
    assert result.status is Status.OUT_OF_NODES
    assert result.stats.expanded == nodes
    assert result.stats.generated == nodes


def test_a_node_limit_that_is_just_enough_is_enough() -> None:
    assert run(Line(goal=5), Limits(nodes=5)).result().status is Status.SOLVED
    assert run(Line(goal=5), Limits(nodes=4)).result().status is Status.OUT_OF_NODES
    assert run(Line(last=5), Limits(nodes=6)).result().status is Status.UNSOLVABLE
    assert run(Line(last=5), Limits(nodes=5)).result().status is Status.OUT_OF_NODES


def test_a_time_limit_ends_the_search() -> None:
    result = run(Line(), Limits(seconds=0.05)).result()
    assert result.status is Status.OUT_OF_TIME
    assert 0.05 <= result.stats.seconds < 30
    assert result.stats.expanded > 0


def test_a_time_limit_counts_what_a_heuristic_prepares() -> None:
    def slow() -> Search[int, int]:
        time.sleep(0.05)
        return breadth_first(Line())

    result = SearchRun(Line(), slow, Limits(seconds=0.05)).result()
    assert result.status is Status.OUT_OF_TIME
    assert result.stats.expanded == 1


def forever() -> Iterator[None]:
    while True:
        yield


def preparing(limits: Limits | None = None) -> SearchRun[int, int]:
    """A run whose preparation never ends by itself."""
    return SearchRun(Line(), lambda: breadth_first(Line()), limits, prepare=forever)  # type: ignore[arg-type]


def test_limits_hold_while_something_is_prepared() -> None:
    result = preparing(Limits(seconds=0.05)).result()
    assert result.status is Status.OUT_OF_TIME
    assert result.stats.expanded == 0

    def greedy() -> Iterator[None]:
        kept = []
        while True:
            kept.append(b"1" * 2**18)
            yield

    run = SearchRun(
        Line(),
        lambda: breadth_first(Line()),
        Limits(mebibytes=60, seconds=120),
        prepare=greedy,  # type: ignore[arg-type]
    )
    assert run.result().status is Status.OUT_OF_MEMORY


def test_a_preparation_can_be_watched_and_stopped() -> None:
    watched = preparing(FOREVER)
    for stats in watched:
        assert stats.expanded == 0
        watched.stop()
    assert watched.result().status is Status.STOPPED


def test_the_tables_of_a_heuristic_are_made_in_steps() -> None:
    """Of the largest boards, in steps that are short beside the whole."""
    room = "\n".join(["#" * 30, *["#@" + " " * 24 + "$.##"] * 1, *["#" + " " * 28 + "#"] * 20])
    for level, name in ((room + "\n" + "#" * 30, "freeze"), ("bloxorz/1", "rolls")):
        puzzle = load(level) if "/" in level else read(level)[0]
        entry = entry_of(puzzle)
        assert entry is not None
        heuristic = entry.heuristics[name](puzzle)
        steps = sum(1 for _ in heuristic.preparing())
        assert steps > 20
        assert heuristic.estimate is heuristic.estimate
        assert sum(1 for _ in heuristic.preparing()) == 0


class NoMemoryToAsk:
    """Stands for psutil on a machine whose memory is used up."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def memory_info(self) -> object:
        raise self.error


@pytest.mark.parametrize("error", [MemoryError(), OSError(errno.ENOMEM, "no memory")])
def test_where_there_is_no_memory_left_to_ask_the_limit_is_passed(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unriddle.search.drive._process", lambda number: NoMemoryToAsk(error))
    assert MemoryMeter(limit_mebibytes=1000).is_over()
    assert run(Line(), FOREVER).result().status is Status.OUT_OF_MEMORY


def test_memory_is_measured_without_proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "PROCFS_PATH", str(tmp_path))
    drive._process.cache_clear()
    meter = MemoryMeter()
    assert not meter.is_over()
    monkeypatch.setattr(meter, "_limit", -1)
    assert meter.is_over()
    assert run(load("bloxorz/1")).result().status is Status.SOLVED


def test_a_memory_limit_ends_the_search() -> None:
    result = run(FatLine(), Limits(mebibytes=60, seconds=120)).result()
    assert result.status is Status.OUT_OF_MEMORY
    assert result.stats.memory > 60 * 2**20
    # Less than a gibibyte, whatever the machine does within one interval.
    assert result.stats.memory < 2**30


def test_an_allocation_that_fails_is_a_memory_limit() -> None:
    def greedy_for_memory() -> Search[int, int]:
        yield Expansion(Node(0), (), 0)
        raise MemoryError

    def greedy_at_once() -> Search[int, int]:
        raise MemoryError

    assert SearchRun(Line(), greedy_for_memory).result().status is Status.OUT_OF_MEMORY
    assert SearchRun(Line(), greedy_at_once).result().status is Status.OUT_OF_MEMORY


@pytest.mark.skipif(WATCHED, reason="AddressSanitizer takes memory where Python gives some back")
def test_memory_grows_with_what_is_kept() -> None:
    # In a process of its own: what earlier tests gave back would be used again without growing.
    program = """
from unriddle.search.drive import MemoryMeter
meter = MemoryMeter(limit_mebibytes=32)
assert not meter.is_over()
kept = [b"1" * 2**20 for _ in range(64)]
assert meter.is_over()
assert 60 * 2**20 < meter.peak < 80 * 2**20, meter.peak
peak = meter.peak
del kept
meter.is_over()
assert meter.peak == peak
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def first_of(watched: SearchRun[int, int], count: int = 3) -> list[Stats]:
    """Its first statistics, however long they take; then it is stopped."""
    seen: list[Stats] = []
    for stats in watched:
        seen.append(stats)
        if len(seen) == count:
            watched.stop()
    return seen


def test_a_run_can_be_watched() -> None:
    statistics = first_of(run(Line(), FOREVER))
    assert len(statistics) == 3
    for earlier, later in pairwise(statistics):
        assert earlier.expanded < later.expanded
        assert earlier.seconds < later.seconds
        assert earlier.memory <= later.memory


def test_the_last_statistics_are_in_the_result() -> None:
    watched = run(Line(), FOREVER)
    *_, last = first_of(watched)
    result = watched.result()
    assert result.stats.expanded >= last.expanded
    assert result.stats.seconds >= last.seconds


def test_a_run_that_nobody_iterates_does_not_begin() -> None:
    begun: list[int] = []

    def begin() -> Search[int, int]:
        begun.append(1)
        return breadth_first(Line(goal=1))

    waiting = SearchRun(Line(goal=1), begin)
    assert not begun
    waiting.result()
    waiting.result()
    assert begun == [1]


def test_a_watcher_may_look_away() -> None:
    puzzle = Line()
    watched = run(puzzle, FOREVER)
    first = next(iter(watched))
    puzzle.goal = first.expanded + 1000
    result = watched.result()
    assert result.status is Status.SOLVED
    assert result.stats.expanded > first.expanded
    assert watched.result() is result


def test_a_watcher_may_stop_it() -> None:
    watched = run(Line(), FOREVER)
    for stats in watched:
        assert stats.expanded > 0
        watched.stop()
    assert watched.result().status is Status.STOPPED


def test_another_thread_may_stop_it() -> None:
    begun = threading.Event()

    class Telling(Line):
        def actions(self, state: int) -> Sequence[int]:
            if state == 1:  # the second expansion
                begun.set()
            return super().actions(state)

    endless = run(Telling(), FOREVER)

    def stop() -> None:
        begun.wait()
        endless.stop()

    stopper = threading.Thread(target=stop, daemon=True)
    stopper.start()
    result = endless.result()
    stopper.join()
    assert result.status is Status.STOPPED
    assert result.stats.expanded > 0
    assert result.plan is None


def test_a_run_that_was_stopped_before_it_began_does_nothing() -> None:
    stopped = run(Line(), FOREVER)
    stopped.stop()
    result = stopped.result()
    assert result.status is Status.STOPPED
    assert result.stats.expanded == 0


def test_stopping_a_run_that_has_ended_changes_nothing() -> None:
    ended = run(Line(goal=3))
    result = ended.result()
    ended.stop()
    assert ended.result() is result
    assert result.status is Status.SOLVED


def failing_at(moment: int) -> Callable[[], Search[int, int]]:
    def begin() -> Search[int, int]:
        for number in range(moment):
            yield Expansion(Node(number), (), 0)
        raise ZeroDivisionError("a bug")

    return begin


@pytest.mark.parametrize("moment", [0, 3])
def test_a_bug_in_a_search_is_not_swallowed(moment: int) -> None:
    broken = SearchRun(Line(), failing_at(moment))
    with pytest.raises(ZeroDivisionError):
        broken.result()
    with pytest.raises(RuntimeError, match="has no result"):
        broken.result()


def test_keyboard_interrupt_goes_through() -> None:
    def interrupted() -> Iterator[Expansion[int, int]]:
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        SearchRun(Line(), interrupted).result()  # type: ignore[arg-type]


def claiming(node: Node[int, int]) -> Callable[[], Search[int, int]]:
    def search() -> Search[int, int]:
        yield Expansion(Node(0), (), 0)
        return node

    return search


@pytest.mark.parametrize(
    ("node", "lie"),
    [
        (Node(5), "ends unsolved"),
        (Node(5, Node(0), 1, 1), "ends unsolved"),
        (Node(5, Node(0), 7, 1), "illegal plan: move 1, 7"),
        (Node(1, Node(0), 1, 2), "claimed a solution of cost 2"),
    ],
    ids=["no plan", "another plan", "illegal", "wrong cost"],
)
def test_a_search_that_lies_is_found_out(node: Node[int, int], lie: str) -> None:
    puzzle = Line(goal=1) if lie.startswith("claimed") else Line(goal=5)
    with pytest.raises(WrongAnswer, match=lie):
        SearchRun(puzzle, claiming(node)).result()


def test_the_ending_alone_is_not_replayed() -> None:
    lying = SearchRun(Line(goal=5), claiming(Node(5)))
    status, stats = lying.ending()
    assert status is Status.SOLVED
    assert stats.expanded == 1
    with pytest.raises(WrongAnswer):
        lying.result()


@pytest.mark.parametrize("proved", [True, False])
def test_a_plan_is_optimal_if_the_search_proves_it(proved: bool) -> None:
    puzzle = Line(goal=2)
    result = SearchRun(puzzle, lambda: breadth_first(puzzle), optimal=proved).result()
    assert result.optimal is proved


def test_no_plan_is_not_optimal() -> None:
    puzzle = Line(last=2)
    result = SearchRun(puzzle, lambda: breadth_first(puzzle), optimal=True).result()
    assert result.status is Status.UNSOLVABLE
    assert not result.optimal


def broken() -> Search[int, int]:
    raise ZeroDivisionError("before the search begins")


@pytest.mark.parametrize("collects", [True, False])
def test_the_collector_of_cycles_is_left_as_it_was(collects: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if collects else gc.disable)()
        watched = run(Line(), FOREVER)
        for _ in watched:
            assert gc.isenabled() is collects
            watched.stop()
        assert gc.isenabled() is collects
        abandoned = run(Line(), FOREVER)
        next(iter(abandoned))
        del abandoned
        assert gc.isenabled() is collects
        with pytest.raises(ZeroDivisionError):
            SearchRun(Line(), broken).result()
        assert gc.isenabled() is collects
    finally:
        (gc.enable if before else gc.disable)()

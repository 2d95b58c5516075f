"""A native run: progress, stop, every limit, threads, Ctrl-C."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING

import pytest
from strategies.bloxorz import STAGES

from unriddle import native
from unriddle.engines.bloxorz import engine_of
from unriddle.puzzles.bloxorz.rules import Bloxorz

if TYPE_CHECKING:
    from unriddle.native._core import Engine

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

PATIENCE = 10.0
"""Seconds within which a run has to notice that it should end. It takes milliseconds, but a machine
may be busy."""

ENDLESS = 23
"""A stage that takes iterative deepening, IDA* and random play for ever."""


def stage(number: int) -> Engine:
    return engine_of(Bloxorz(STAGES[number - 1]))


def test_a_run_that_is_not_started_searches_where_it_is_awaited() -> None:
    run = stage(1).search("breadth_first")
    assert run.poll() == (0, 0, 0, 0, False)
    assert run.wait()
    ending, plan, cost = run.result()
    assert (ending, cost) == ("solved", 7)
    assert plan is not None
    assert len(plan) == 7
    assert run.poll()[4]
    assert 0 < run.seconds < PATIENCE


def test_a_started_run_works_by_itself() -> None:
    run = stage(23).search("breadth_first")
    run.start()
    run.start()
    assert run.wait(PATIENCE)
    assert run.result()[0] == "solved"
    assert run.result()[2] == 75


def test_a_run_has_no_result_before_it_ends() -> None:
    run = stage(1).search("breadth_first")
    with pytest.raises(RuntimeError, match="not ended"):
        run.result()
    with pytest.raises(RuntimeError, match="not ended"):
        _ = run.seconds


@pytest.mark.parametrize("search", ["iterative_deepening", "idastar", "mcts"])
def test_a_run_stops_soon_when_asked(search: str) -> None:
    run = stage(ENDLESS).search(search, heuristic="rolls", depth=10**6, previous=0)
    run.start()
    assert not run.wait(0.02)
    expanded = run.poll()[0]
    run.stop()
    assert run.wait(PATIENCE)
    assert run.result() == ("stopped", None, None)
    assert run.poll()[0] >= expanded


def test_another_thread_can_stop_a_run_that_was_not_started() -> None:
    run = stage(ENDLESS).search("iterative_deepening")
    threading.Timer(0.02, run.stop).start()
    assert run.wait()
    assert run.result()[0] == "stopped"


def test_a_run_that_is_dropped_ends() -> None:
    run = stage(ENDLESS).search("iterative_deepening")
    run.start()
    del run


def test_a_stop_before_the_start_counts() -> None:
    run = stage(1).search("breadth_first")
    run.stop()
    run.wait()
    assert run.result()[0] == "stopped"


def test_out_of_time() -> None:
    run = stage(ENDLESS).search("iterative_deepening", seconds=0.03)
    run.wait()
    assert run.result()[0] == "out of time"
    assert 0.03 <= run.seconds < PATIENCE


def test_out_of_nodes_after_exactly_so_many() -> None:
    run = stage(23).search("breadth_first", nodes=1234)
    run.wait()
    assert run.result()[0] == "out of nodes"
    assert run.poll()[0] == 1234


@pytest.mark.parametrize(
    "search",
    ["breadth_first", "depth_first", "depth_first_tree", "astar", "hybrid", "mcts"],
)
def test_out_of_memory_is_an_answer_and_the_limit_is_kept(search: str) -> None:
    limit = 150_000
    run = stage(23).search(search, heuristic="rolls", bytes=limit, depth=0)
    run.wait()
    assert run.result()[0] == "out of memory"
    assert limit / 4 < run.poll()[3] <= limit


def test_memory_grows_with_the_states_and_is_what_the_design_says() -> None:
    run = stage(23).search("breadth_first")
    run.wait()
    expanded, _, _, memory, _ = run.poll()
    assert 18 * expanded < memory < 100 * expanded


def test_an_unknown_search_is_refused() -> None:
    with pytest.raises(ValueError, match="no search named magic"):
        stage(1).search("magic")
    with pytest.raises(ValueError, match="max or mean"):
        stage(1).search("mcts", selection="median")


def test_an_unknown_heuristic_is_an_error_of_the_run() -> None:
    run = stage(1).search("astar", heuristic="magic")
    run.wait()
    with pytest.raises(ValueError, match="no estimate named 'magic'"):
        run.result()


def test_a_run_outlives_its_engine() -> None:
    run = engine_of(Bloxorz(STAGES[22])).search("astar", heuristic="rolls")
    run.start()
    assert run.wait(PATIENCE)
    assert run.result()[2] == 75


@pytest.mark.parametrize("started", [False, True])
def test_ctrl_c_ends_the_wait_in_the_main_thread(started: bool) -> None:
    run = stage(ENDLESS).search("iterative_deepening", seconds=PATIENCE)
    if started:
        run.start()
    timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run.wait()
    timer.join()
    run.stop()
    assert run.wait(PATIENCE)
    assert run.result()[0] == "stopped"


def test_many_runs_share_an_engine() -> None:
    engine = stage(10)
    runs = [engine.search("breadth_first") for _ in range(8)]
    for run in runs:
        run.start()
    assert all(run.wait(PATIENCE) for run in runs)
    assert len({tuple(run.result()[1] or ()) for run in runs}) == 1

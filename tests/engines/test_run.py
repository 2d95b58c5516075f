"""A native run: progress, stop, every limit, threads, Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from functools import cache
from typing import Any

import pytest
from generators.bloxorz import STAGES

from unriddle import load, native, start
from unriddle.catalog import PUZZLES, SOLVERS
from unriddle.core import Limits
from unriddle.engines.bloxorz import NATIVE
from unriddle.engines.freecell import NATIVE as NATIVE_FREECELL
from unriddle.engines.sokoban import NATIVE as NATIVE_SOKOBAN
from unriddle.puzzles.bloxorz.rules import Bloxorz, State
from unriddle.puzzles.sokoban.rules import Sokoban

if native.available:
    from unriddle.native import _core

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

PATIENCE = 300.0
"""Seconds within which a run has to notice that it should end. It takes milliseconds, but a machine
may be busy."""

SETTINGS = {"heuristic": "rolls", **SOLVERS["mcts"].defaults, **SOLVERS["hybrid"].defaults}
"""What the searches read; each takes its own."""

NATIVES = {"freecell": NATIVE_FREECELL, "sokoban": NATIVE_SOKOBAN}

ENDLESS = 23
"""A stage that takes iterative deepening, IDA* and random play for ever."""


def stage(number: int) -> _core.Engine:
    return NATIVE.engine_of(Bloxorz(STAGES[number - 1]))


def test_a_run_that_is_not_started_searches_where_it_is_awaited() -> None:
    run = stage(1).search("bfs")
    assert run.poll() == (0, 0, 0, 0, False)
    assert run.wait()
    ending, plan, cost = run.result()
    assert (ending, cost) == ("solved", 7)
    assert plan is not None
    assert len(plan) == 7
    assert run.poll()[4]
    assert 0 < run.seconds < PATIENCE


def test_a_started_run_works_by_itself() -> None:
    run = stage(23).search("bfs")
    run.start()
    run.start()
    assert run.wait(PATIENCE)
    assert run.result()[0] == "solved"
    assert run.result()[2] == 75


def test_a_run_has_no_result_before_it_ends() -> None:
    run = stage(1).search("bfs")
    with pytest.raises(RuntimeError, match="not ended"):
        run.result()
    with pytest.raises(RuntimeError, match="not ended"):
        _ = run.seconds


@pytest.mark.parametrize("search", ["ids", "idastar", "mcts"])
def test_a_run_stops_soon_when_asked(search: str) -> None:
    run = stage(ENDLESS).search(search, {**SETTINGS, "depth": 10**6, "previous": 0})
    run.start()
    assert not run.wait(0.02)
    expanded = run.poll()[0]
    run.stop()
    assert run.wait(PATIENCE)
    assert run.result() == ("stopped", None, None)
    assert run.poll()[0] >= expanded


@cache
def reachable(puzzle: Bloxorz) -> set[State]:
    found, waiting = {puzzle.initial}, [puzzle.initial]
    while waiting:
        new = {state for _, state, _ in puzzle.successors(waiting.pop())} - found
        found |= new
        waiting += new
    return found


WATCHED = Bloxorz(STAGES[ENDLESS - 1])


@pytest.mark.parametrize("search", [*SOLVERS])
def test_who_watches_sees_states_of_the_puzzle_and_changes_no_count(search: str) -> None:
    engine = NATIVE.engine_of(WATCHED)
    settings: Any = {**SETTINGS, **SOLVERS[search].defaults}
    limits = _core.Limits(nodes=30_000)
    alone = engine.search(search, settings, limits)
    alone.wait()
    watched = engine.search(search, settings, limits)
    watched.latest()  # it is asked before it begins, and answers at its first look at the clock
    watched.start()
    while not watched.wait(0.001):
        watched.latest()
    assert NATIVE.state_of(WATCHED, watched.latest()) in reachable(WATCHED)
    assert watched.poll() == alone.poll()
    assert watched.result() == alone.result()


@pytest.mark.parametrize(
    ("level", "solver"),
    [
        *(("freecell/1", solver) for solver in ("best", "fast", "short", "optimal")),
        *(("sokoban/uit/18", solver) for solver in ("best", "expert", "optimal")),
    ],
)
def test_native_only_solvers_tell_where_they_are(level: str, solver: str) -> None:
    puzzle: Any = load(level)
    run: Any = start(puzzle, solver, limits=Limits(nodes=20_000)).search
    assert run.latest is None  # and now it is asked
    run.interval = 0.001
    seen: list[Any] = [run.latest for _ in run]
    run.result()
    for state in filter(None, [*seen, run.latest]):
        assert NATIVES[puzzle.name.partition("/")[0]].problem_of(puzzle, state)  # or it is refused
        if isinstance(puzzle, Sokoban):
            assert len(state.boxes) == len(puzzle.initial.boxes)
    assert run.latest is not None


def test_another_thread_can_stop_a_run_that_was_not_started() -> None:
    run = stage(ENDLESS).search("ids")
    threading.Timer(0.02, run.stop).start()
    assert run.wait()
    assert run.result()[0] == "stopped"


def test_a_run_that_is_dropped_ends() -> None:
    run = stage(ENDLESS).search("ids")
    run.start()
    del run


def test_a_stop_before_the_start_counts() -> None:
    run = stage(1).search("bfs")
    run.stop()
    run.wait()
    assert run.result()[0] == "stopped"


def test_out_of_time() -> None:
    run = stage(ENDLESS).search("ids", {}, _core.Limits(seconds=0.03))
    run.wait()
    assert run.result()[0] == "out of time"
    assert 0.03 <= run.seconds < PATIENCE


def test_out_of_nodes_after_exactly_so_many() -> None:
    run = stage(23).search("bfs", {}, _core.Limits(nodes=1234))
    run.wait()
    assert run.result()[0] == "out of nodes"
    assert run.poll()[0] == 1234


@pytest.mark.parametrize(
    "search",
    ["bfs", "dfs", "dfs-tree", "astar", "hybrid", "mcts"],
)
def test_out_of_memory_is_an_answer_and_the_limit_is_kept(search: str) -> None:
    limit = 150_000
    run = stage(23).search(search, {**SETTINGS, "depth": 0}, _core.Limits(bytes=limit))
    run.wait()
    assert run.result()[0] == "out of memory"
    assert limit / 4 < run.poll()[3] <= limit


def test_memory_grows_with_the_states_and_is_what_the_design_says() -> None:
    run = stage(23).search("bfs")
    run.wait()
    expanded, _, _, memory, _ = run.poll()
    assert 18 * expanded < memory < 100 * expanded


def test_an_unknown_search_is_refused() -> None:
    with pytest.raises(ValueError, match="no search 'magic'; there are: bfs, dfs-tree, dfs"):
        stage(1).search("magic")


@pytest.mark.parametrize(
    ("search", "settings", "problem"),
    [
        ("astar", {"heuristic": "magic"}, "no heuristic 'magic'; there are: rolls, halves"),
        ("astar", {}, "the setting heuristic is missing"),
        ("beam", {"heuristic": "rolls", "width": 2.5}, "the setting width is of the wrong kind"),
        (
            "mcts",
            {**SETTINGS, "selection": "median"},
            "no selection 'median'; there are: max",
        ),
    ],
)
def test_a_wrong_setting_is_an_error_of_the_run(
    search: str, settings: dict[str, object], problem: str
) -> None:
    run = stage(1).search(search, settings)
    run.wait()
    with pytest.raises(ValueError, match=problem):
        run.result()


def test_a_setting_of_a_kind_that_nothing_has_is_refused() -> None:
    with pytest.raises(ValueError, match="the setting width is of a kind"):
        stage(1).search("beam", {"width": object()})


def test_a_run_outlives_its_engine() -> None:
    run = NATIVE.engine_of(Bloxorz(STAGES[22])).search("astar", {"heuristic": "rolls"})
    run.start()
    assert run.wait(PATIENCE)
    assert run.result()[2] == 75


@pytest.mark.parametrize("started", [False, True])
def test_ctrl_c_ends_the_wait_in_the_main_thread(started: bool) -> None:
    run = stage(ENDLESS).search("ids", {}, _core.Limits(seconds=PATIENCE))
    if started:
        run.start()

    def press() -> None:
        while not run.poll()[0]:
            time.sleep(0.001)
        signal.raise_signal(signal.SIGINT)

    presser = threading.Thread(target=press)

    def wait() -> None:
        presser.start()
        run.wait()

    with pytest.raises(KeyboardInterrupt):  # also before the wait: elsewhere it would end all tests
        wait()
    presser.join()
    run.stop()
    assert run.wait(PATIENCE)
    assert run.result()[0] == "stopped"


def test_many_runs_share_an_engine() -> None:
    engine = stage(10)
    runs = [engine.search("bfs") for _ in range(8)]
    for run in runs:
        run.start()
    assert all(run.wait(PATIENCE) for run in runs)
    assert len({tuple(run.result()[1] or ()) for run in runs}) == 1


@pytest.mark.parametrize(
    "work",
    [
        "unriddle.start('freecell/31465', 'astar', engine='native').result()",
        "list(unriddle.start('freecell/31465', 'astar', engine='native'))",
        "unriddle.solve('sokoban/uit/1', 'astar')",
        "unriddle.is_winnable(unriddle.load('sokoban/uit/17'))",
        "puzzle = unriddle.load('sokoban/uit/18'); unriddle.find_deadlock(puzzle, puzzle.initial)",
    ],
)
def test_a_program_ends_quietly_while_threads_are_in_the_engine(work: str) -> None:
    program = (
        "import threading, time, unriddle\n"
        "begun = threading.Semaphore(0)\n"
        "def repeat():\n"
        "    while True:\n"
        "        begun.release()\n"
        f"        {work}\n"
        "for _ in range(3): threading.Thread(target=repeat, daemon=True).start()\n"
        "for _ in range(3): begun.acquire()\n"
        "time.sleep(0.2)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("level", ["bloxorz/1", "sokoban/uit/1", "freecell/1"])
def test_the_defaults_of_native_only_solvers_stand_in_the_catalogue_alone(level: str) -> None:
    puzzle, entry = load(level), PUZZLES[level.partition("/")[0]]
    assert entry.native
    for solver in entry.native_solvers.values():
        prepare = entry.native.solvers[solver.name]
        assert len(prepare(puzzle, solver.defaults)) == len(solver.settings)
        for setting in solver.settings:
            others = {name: one for name, one in solver.defaults.items() if name != setting.name}
            with pytest.raises(KeyError):
                prepare(puzzle, others)

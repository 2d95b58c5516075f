"""A batch as a whole: every level gets its result, whatever happens to the workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from processes import bad_workers

from unriddle.batch import runner
from unriddle.batch.chunk import CRASHED, FAILED, Answer, solve_chunk
from unriddle.batch.executor import Chunk, Ended
from unriddle.batch.jobs import Setup, Task, tasks_of
from unriddle.batch.local import LocalExecutor
from unriddle.batch.runner import run_batch
from unriddle.batch.store import Store
from unriddle.catalog import PUZZLES
from unriddle.core import BadInput, JudgesDiffer, replay
from unriddle.loading import load, locate
from unriddle.solving import choose

LEVELS = [Task(f"bloxorz/{number}") for number in range(1, 34)]
ENTRY = PUZZLES["bloxorz"]
assert ENTRY is not None
CHOICE = choose(ENTRY)
SETUP = Setup("bloxorz", CHOICE.solver.name, CHOICE.engine, CHOICE.heuristic)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "runs.sqlite") as opened:
        yield opened


class HereAndNow:
    """An executor that solves a chunk when it is asked for it, and remembers the chunks."""

    def __init__(self) -> None:
        self.chunks: list[Chunk] = []
        self.waiting: list[Chunk] = []

    def free_slots(self) -> int:
        return 2 - len(self.waiting)

    def submit(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)
        self.waiting.append(chunk)

    def collect(self, seconds: float) -> list[Ended]:
        chunk = self.waiting.pop(0)
        return [Ended(chunk, solve_chunk(chunk.setup_json, chunk.tasks))]

    def close(self) -> None:
        self.waiting.clear()


def statuses(store: Store) -> dict[str, str]:
    return {record["level"]: record["status"] for record in store.records()}


def test_every_plan_in_the_store_solves_its_level(store: Store) -> None:
    progress = run_batch(SETUP, LEVELS, store, HereAndNow())
    assert progress.counts == {"solved": len(LEVELS)}
    assert progress.solving <= progress.working
    records = list(store.records())
    assert {record["level"] for record in records} == {task.level for task in LEVELS}
    for record in records:
        puzzle = load(record["level"])
        plan = ENTRY.notation.parse_plan(record["plan"])
        played = replay(puzzle, plan)
        assert played.solved
        assert played.cost == record["cost"]


def test_an_alarm_ends_the_batch(store: Store) -> None:
    class Alarming(HereAndNow):
        def collect(self, seconds: float) -> list[Ended]:
            return [Ended(self.waiting.pop(0), Answer([], 0.0, 0.0, "the judges differ"))]

    executor = Alarming()
    with pytest.raises(JudgesDiffer, match="the judges differ"):
        run_batch(SETUP, LEVELS, store, executor)
    assert not list(store.records())


def test_only_what_is_missing_is_done(store: Store) -> None:
    run_batch(SETUP, LEVELS[:10], store, HereAndNow())
    executor = HereAndNow()
    progress = run_batch(SETUP, LEVELS, store, executor)
    assert progress.skipped == 10
    assert progress.done == len(LEVELS) - 10
    assert [task for chunk in executor.chunks for task in chunk.tasks] == LEVELS[10:]
    assert run_batch(SETUP, LEVELS, store, executor).done == 0


def test_chunks_grow_with_what_a_level_costs(store: Store) -> None:
    executor = HereAndNow()
    run_batch(SETUP, LEVELS, store, executor)
    assert len(executor.chunks[0].tasks) == 1
    assert max(len(chunk.tasks) for chunk in executor.chunks) > 1


def test_tasks_are_taken_as_they_are_needed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unriddle.batch.store.BLOCK", 4)
    taken = 0

    def counted() -> Iterable[Task]:
        nonlocal taken
        for task in LEVELS:
            taken += 1
            yield task

    class Impatient(HereAndNow):
        def collect(self, seconds: float) -> list[Ended]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(SETUP, counted(), store, Impatient())
    assert taken == 4


def test_a_level_that_cannot_be_read_fails_and_the_rest_goes_on(store: Store) -> None:
    tasks = [LEVELS[0], Task("odd.txt", "this is no stage"), Task("bloxorz/99"), LEVELS[1]]
    progress = run_batch(SETUP, tasks, store, HereAndNow())
    assert progress.counts == {"solved": 2, FAILED: 2}
    errors = {record["level"]: record["error"] for record in store.records()}
    assert "BadInput" in errors["odd.txt"]
    assert "bloxorz/99" in errors["bloxorz/99"]


def test_a_level_that_does_not_fit_into_memory_is_out_of_memory(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def enormous(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("unriddle.batch.chunk.shipped", enormous)
    progress = run_batch(SETUP, LEVELS[:1], store, HereAndNow())
    assert progress.counts == {"out of memory": 1}
    assert progress.unanswered == 0


def test_levels_of_a_file_travel_with_their_text(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "two.xsb"
    file.write_text("#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n")
    entry = locate(str(file)).entry
    choice = choose(entry, "bfs")
    setup = Setup(entry.name, "bfs", choice.engine, None, rules={"cost": "pushes"})
    tasks = list(tasks_of([locate(str(file))], setup.rules))
    assert all(task.text for task in tasks)
    file.unlink()
    run_batch(setup, tasks, store, HereAndNow())
    records = {record["level"]: record for record in store.records()}
    assert [records[f"{file}#{number}"]["moves"] for number in (1, 2)] == [1, 2]
    assert [records[f"{file}#{number}"]["cost"] for number in (1, 2)] == [1, 1]


def test_processes_do_the_same_work(store: Store) -> None:
    executor = LocalExecutor(2)
    try:
        assert run_batch(SETUP, LEVELS, store, executor).counts == {"solved": len(LEVELS)}
    finally:
        executor.close()


def test_a_server_of_workers_that_dies_is_replaced(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = BaseProcess.start
    crashes = [EOFError("unexpected EOF"), ConnectionResetError()]

    def start_or_die(process: BaseProcess) -> None:
        if crashes:
            raise crashes.pop()
        start(process)

    monkeypatch.setattr(BaseProcess, "start", start_or_die)
    executor = LocalExecutor(1)
    try:
        assert run_batch(SETUP, LEVELS[:2], store, executor).counts == {"solved": 2}
    finally:
        executor.close()
    crashes[:] = [EOFError("unexpected EOF")] * 10
    with pytest.raises(BadInput, match="no worker can be started: EOFError: unexpected EOF"):
        LocalExecutor(1)


def test_a_level_that_kills_its_worker_twice_has_crashed(store: Store) -> None:
    executor = LocalExecutor(2, bad_workers.poisoned)
    try:
        progress = run_batch(SETUP, LEVELS, store, executor)
    finally:
        executor.close()
    assert progress.crashes == 2
    found = statuses(store)
    assert found.pop(bad_workers.POISON) == CRASHED
    assert found == {task.level: "solved" for task in LEVELS if task.level != bad_workers.POISON}
    (crashed,) = (record for record in store.records() if record["status"] == CRASHED)
    assert "SIGKILL" in crashed["error"]


def test_a_worker_that_dies_once_is_replaced_and_its_levels_are_tried_again(
    store: Store, tmp_path: Path
) -> None:
    executor = LocalExecutor(2, partial(bad_workers.mortal, tmp_path / "mark"))
    try:
        progress = run_batch(SETUP, LEVELS, store, executor)
    finally:
        executor.close()
    assert progress.crashes == 1
    assert statuses(store) == {task.level: "solved" for task in LEVELS}


def test_a_worker_that_hangs_is_ended(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "GRACE", 0.5)
    setup = Setup("bloxorz", SETUP.solver, SETUP.engine, SETUP.heuristic, limits={"seconds": 0.25})
    executor = LocalExecutor(1, bad_workers.asleep)
    tasks = [Task(bad_workers.POISON)]
    try:
        progress = run_batch(setup, tasks, store, executor)
    finally:
        executor.close()
    assert progress.counts == {CRASHED: 1}
    assert "hung" in next(store.records())["error"]

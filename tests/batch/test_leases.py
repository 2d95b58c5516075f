"""Several batches on one store: they share the work, and the dead hold nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from unriddle.batch import leases as leasing
from unriddle.batch.chunk import Row
from unriddle.batch.jobs import Setup, Task
from unriddle.batch.leases import LEASE, Leases, is_gone, this_process
from unriddle.batch.store import Store

SETUP = Setup("bloxorz", "astar", "native", "rolls")
TASKS = [Task(f"bloxorz/{number}") for number in range(1, 11)]


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[list[Store]]:
    """The same store, opened twice, as two batches do."""
    opened = [Store(tmp_path / "runs.sqlite") for _ in range(2)]
    yield opened
    for store in opened:
        store.close()


@pytest.fixture
def two(stores: list[Store], clock: Clock) -> tuple[Leases, Leases]:
    number = stores[0].setup_id(SETUP)
    first, second = (Leases(store, number, clock=clock) for store in stores)
    return first, second


def test_what_one_has_the_other_does_not_get(two: tuple[Leases, Leases]) -> None:
    first, second = two
    assert first.claim(TASKS[:4]).ours == TASKS[:4]
    claim = second.claim(TASKS)
    assert claim.ours == TASKS[4:]
    assert claim.busy == TASKS[:4]
    assert first.claim(TASKS[:4]).ours == TASKS[:4], "its own it may have again"


def test_no_more_than_is_wanted(two: tuple[Leases, Leases]) -> None:
    claim = two[0].claim(TASKS, 3)
    assert (claim.ours, claim.busy) == (TASKS[:3], TASKS[3:])
    assert two[1].claim(TASKS[2:4]).ours == TASKS[3:4]


def test_a_result_ends_its_lease(two: tuple[Leases, Leases], stores: list[Store]) -> None:
    first, second = two
    first.claim(TASKS[:2])
    stores[0].add(1, [Row(TASKS[0].level, "", "solved")])
    claim = second.claim(TASKS[:2])
    assert (claim.ours, claim.busy, claim.done) == ([], TASKS[1:2], ["solved"])
    assert stores[1].held(1, TASKS) == {(TASKS[1].level, ""): 1}


def test_who_leaves_lets_go(two: tuple[Leases, Leases]) -> None:
    first, second = two
    with first:
        first.claim(TASKS)
    assert second.claim(TASKS).ours == TASKS


def test_leases_expire_unless_they_are_renewed(two: tuple[Leases, Leases], clock: Clock) -> None:
    first, second = two
    first.claim(TASKS[:5])
    second.claim(TASKS[5:])
    for _ in range(5):
        clock.now += LEASE / 3
        second.renew()
    assert second.claim(TASKS).ours == TASKS
    assert first.claim(TASKS).busy == TASKS


def test_who_stood_still_goes_on(two: tuple[Leases, Leases], clock: Clock) -> None:
    first, second = two
    first.claim(TASKS[:5])
    second.claim(TASKS[:5])
    clock.now += LEASE + 1
    second.renew()
    assert second.claim(TASKS[:5]).ours == TASKS[:5]
    first.renew()
    assert first.claim(TASKS).ours == TASKS[5:]
    assert second.claim(TASKS).ours == TASKS[:5]


@pytest.mark.parametrize("set_by", [-86_400.0, -1.0, 0.0, 86_400.0])
def test_a_clock_that_is_set_changes_nothing(
    two: tuple[Leases, Leases], clock: Clock, set_by: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    first.claim(TASKS)
    set_clock = time.time() + set_by
    monkeypatch.setattr(time, "time", lambda: set_clock + clock.now)
    assert second.claim(TASKS).busy == TASKS
    for _ in range(5):
        clock.now += LEASE / 3
        first.renew()
        second.renew()
        assert second.claim(TASKS).busy == TASKS, "it lives"
    clock.now += LEASE + 1
    second.renew()
    assert second.claim(TASKS).ours == TASKS, "it has not been heard of since"


def test_nobody_is_left_on_the_list(
    two: tuple[Leases, Leases], stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch that was killed when nothing was left to claim for another."""
    monkeypatch.setattr(leasing, "is_gone", lambda process: True)
    with two[1]:
        pass
    assert stores[0].batches() == []


def test_the_dead_hold_nothing(two: tuple[Leases, Leases], monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = two
    first.claim(TASKS)
    monkeypatch.setattr(leasing, "is_gone", lambda process: True)
    assert second.claim(TASKS).ours == TASKS


def test_a_lease_of_nobody_holds_nothing(two: tuple[Leases, Leases], stores: list[Store]) -> None:
    stores[0].lease(77, 1, TASKS)  # no batch has that number: somebody has changed the store
    assert two[0].claim(TASKS).ours == TASKS


def test_a_process_is_gone_when_it_is() -> None:
    me = this_process()
    assert not is_gone(me)
    machine, number, started = me.rsplit("/", 2)
    assert is_gone(f"{machine}/{number}/{float(started) - 5:.2f}"), "the number was given again"
    assert not is_gone(f"elsewhere/0/{number}/{started}"), "nobody knows"
    for odd in ("", "nobody", b"\xff"):
        assert is_gone(odd), "no batch writes that"  # type: ignore[arg-type]
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    born = psutil.Process(child.pid).create_time() - psutil.boot_time()
    name = f"{machine}/{child.pid}/{born:.2f}"
    assert not is_gone(name)
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert is_gone(name), "dead, though nobody has asked after it"
    child.wait()
    assert is_gone(name)


def test_a_process_keeps_its_name_when_the_clock_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux then says another time when the machine was started, and so do all processes."""
    me = this_process()
    booted = psutil.boot_time()
    for module in ("psutil", "psutil._psplatform"):
        monkeypatch.setattr(f"{module}.boot_time", lambda: booted - 86_400.0)
    assert not is_gone(me)


def test_without_proc_nobody_is_taken_for_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psutil, "PROCFS_PATH", str(tmp_path))
    me = this_process()
    assert me.split("/")[-2] == str(os.getpid())
    assert not is_gone(me)

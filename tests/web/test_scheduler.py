"""Who may search now: by turns, within the share of each page, and nobody waits for nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from attack.own_thread import run_in_own_thread

from unriddle.web import limits
from unriddle.web.scheduler import Scheduler


async def settle() -> None:
    """Let everybody go on as far as they can: a count of turns, not of milliseconds."""
    for _ in range(100):
        await asyncio.sleep(0)


def granted(
    wanted: list[dict[str, Any]], give_back: Callable[[list[str]], str | None] = lambda _: None
) -> list[str]:
    """The names of those who got a slot, in their order; `give_back` names one that goes."""
    order: list[str] = []

    async def scene() -> None:
        scheduler = Scheduler()
        gone = {one["name"]: asyncio.Event() for one in wanted}

        async def search(name: str, page: object, **what: Any) -> None:
            async with scheduler.slot(page, **what):
                order.append(name)
                await gone[name].wait()

        tasks = [asyncio.create_task(search(**{"mebibytes": 1.0, **one})) for one in wanted]
        await settle()
        while (name := give_back(order)) is not None:
            gone[name].set()
            await settle()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert scheduler.running == 0

    run_in_own_thread(scene())
    return order


def many(page: str, number: int, **what: Any) -> list[dict[str, Any]]:
    return [{"name": f"{page}{index}", "page": page, **what} for index in range(number)]


def test_pages_have_their_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RUNS", 2)
    monkeypatch.setattr(limits, "RUNS_OF_ONE_PAGE", 2)
    left = iter(["a0", "a1", None])
    order = granted([*many("a", 20), *many("b", 1), *many("c", 1)], lambda _: next(left))
    assert order == ["a0", "a1", "b0", "c0"]


def test_one_page_gets_only_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RUNS_OF_ONE_PAGE", 3)
    monkeypatch.setattr(limits, "ADVICE_OF_ONE_PAGE", 2)
    monkeypatch.setattr(limits, "PYTHON_RUNS_OF_ONE_PAGE", 1)
    assert granted(many("a", 9)) == ["a0", "a1", "a2"]
    assert granted(many("a", 9, advice=True)) == ["a0", "a1"]
    assert granted(many("a", 9, python=True)) == ["a0"]


def test_all_pages_together_get_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RUNS", 3)
    monkeypatch.setattr(limits, "ADVICE", 2)
    monkeypatch.setattr(limits, "PYTHON_RUNS", 1)
    crowd = [one for letter in "abcde" for one in many(letter, 1)]
    assert granted(crowd) == ["a0", "b0", "c0"]
    assert granted([{**one, "advice": True} for one in crowd]) == ["a0", "b0"]
    assert granted([{**one, "python": True} for one in crowd]) == ["a0"]


def test_long_searches_do_not_keep_advice_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RUNS", 1)
    order = granted([*many("a", 5), *many("b", 1, advice=True)])
    assert order == ["a0", "b0"]


def test_what_does_not_fit_keeps_nobody_waiting_who_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PYTHON_RUNS", 1)
    order = granted([*many("a", 2, python=True), *many("b", 1, python=True), *many("c", 1)])
    assert order == ["a0", "c0"]


def test_memory_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MEBIBYTES", 100.0)
    monkeypatch.setattr(limits, "TOTAL_MEBIBYTES", 150.0)
    assert granted(many("a", 4, mebibytes=40.0)) == ["a0", "a1"]
    pair = [*many("a", 2, mebibytes=50.0), *many("b", 2, mebibytes=50.0)]
    assert granted(pair) == ["a0", "a1", "b0"]
    assert granted(many("a", 2, mebibytes=1e6)) == ["a0"]  # alone it fits, whatever it wants

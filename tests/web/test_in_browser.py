"""Without a server: the same answers, jobs in workers that can be ended, and what is not kept."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from web.browser_workers import FakeBrowser, in_a_browser
from web.page_client import Page

from unriddle.engines import why_not
from unriddle.web import in_browser

LONG = {"solver": "ids", "engine": "python", "limits": {"seconds": 300}}


@pytest.fixture
def page() -> Iterator[Page]:
    with in_a_browser() as page:
        yield page


def browser_of(page: Page) -> FakeBrowser:
    assert isinstance(page.socket, FakeBrowser)
    return page.socket


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_search_that_is_stopped_tells_how_far_it_came(
    page: Page, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if engine == "native" and why_not:
        pytest.skip(why_not)
    monkeypatch.setattr(in_browser, "PATIENCE", 60)
    monkeypatch.setattr(in_browser, "GRACE", 60)
    page.ask("open", id="freecell/1")
    number = page.send("solve", run="long", **{**LONG, "engine": engine})
    page.wait_for("stats")
    assert page.ask("stop", run="long")["type"] == "done"
    ended = page.answer(number)
    assert ended["status"] == "stopped"
    assert ended["expanded"] > 0
    assert not browser_of(page).workers[0].ended


def test_a_search_that_does_not_hear_is_ended_and_its_worker_replaced(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_browser, "GRACE", 0.2)
    browser_of(page).is_deaf = True
    page.ask("open", id="freecell/1")
    number = page.send("solve", run="long", **LONG)
    seen = page.wait_for("stats")
    assert page.ask("stop", run="long")["type"] == "done"
    ended = page.answer(number)
    assert ended["status"] == "stopped"
    assert ended["plan"] is None
    assert ended["expanded"] >= seen["expanded"] > 0
    first = browser_of(page).workers[0]
    deadline = time.monotonic() + 60
    while not first.ended and time.monotonic() < deadline:
        time.sleep(0.01)
    assert first.ended
    assert page.ask("solve", run="next", solver="greedy", engine="python")["status"] == "solved"


def test_a_job_that_ends_in_time_leaves_its_worker_to_others(page: Page) -> None:
    page.ask("open", id="sokoban/uit/1")
    for _ in range(5):
        number = page.send("outlook")
        page.ask("move", move="r")
        page.ask("undo")
        page.ask("outlook")
        page.answer(number)
    assert not any(one.ended for one in browser_of(page).workers)


def test_a_worker_that_holds_much_memory_is_replaced(page: Page) -> None:
    browser = browser_of(page)
    page.ask("open", id="bloxorz/1")
    for held, ended in ((in_browser.HEAVY, 0), (in_browser.HEAVY + 1, 1), (0, 1)):
        browser.held = held
        answer = page.ask("solve", run=f"with {held}", solver="bfs", engine="python")
        assert answer["status"] == "solved"
        assert sum(one.ended for one in browser.workers) == ended


def test_a_crash_is_told_and_the_page_lives(page: Page) -> None:
    page.ask("open", id="sokoban/uit/1")
    browser_of(page).crash = "RangeError: out of memory"
    answer = page.ask("solve", run="one", solver="bfs", engine="python")
    assert answer["problem"] == "the search has crashed: RangeError: out of memory"
    browser_of(page).crash = ""
    assert page.ask("solve", run="two", solver="bfs", engine="python")["status"] == "solved"


def test_where_no_worker_can_be_started_this_is_told(page: Page) -> None:
    browser_of(page).no_worker = "it could not be loaded"
    assert page.ask("open", id="sokoban/uit/1")["type"] == "opened"
    answer = page.ask("solve", run="one", solver="bfs", engine="python")
    assert answer["problem"] == "no worker can be started: it could not be loaded"
    assert page.ask("move", move="r")["type"] == "position"


def test_questions_are_answered_and_nothing_is_kept(page: Page) -> None:
    browser = browser_of(page)
    ok, menu = browser.question("menu")
    assert ok
    assert menu["puzzles"]
    ok, listed = browser.question("levels", pack="bloxorz", first="3", count="2", search="")
    assert ok
    assert [one["id"] for one in listed["levels"]] == ["bloxorz/3", "bloxorz/4"]
    ok, read = browser.question("read", "#####\n#@$.#\n#####\n", name="mine.xsb")
    assert ok
    assert read["count"] == 1
    ok, flaw = browser.question("read", "#####\n#@$.#\n#   \n", name="mine.xsb")
    assert not ok
    assert flaw["line"] == 3
    assert browser.question("records") == (
        True,
        {"kept": False, "problem": "", "games": [], "statistics": []},
    )


def test_it_loads_nothing_that_a_browser_lacks() -> None:
    lacking = ("anyio", "cyclopts", "numpy", "platformdirs", "psutil", "rich", "starlette")
    script = f"""
import sys
sys.modules.update(dict.fromkeys({(*lacking, "textual", "uvicorn", "websockets")}))
import unriddle.web.in_browser
"""
    subprocess.run([sys.executable, "-c", script], check=True)

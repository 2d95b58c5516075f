"""A search followed step by step in the terminal: forth and back, to events, to the end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tui.harness import Player, perform, screen_text, until
from tui.screens.test_search import choose

from unriddle import plugins
from unriddle.solving import solve
from unriddle.tui import words as tui_words
from unriddle.tui.app import UnriddleApp
from unriddle.tui.screens.replay import ReplayScreen
from unriddle.tui.screens.trace import TraceScreen


async def follow(pilot: Player, solver: str) -> TraceScreen:
    await pilot.press("w")
    await choose(pilot, solver)
    await pilot.press("f6")
    await until(pilot, lambda: isinstance(pilot.app.screen, TraceScreen))
    screen = pilot.app.screen
    assert isinstance(screen, TraceScreen)
    await until(pilot, lambda: screen.at == 1)
    return screen


def words(app: Any) -> str:
    return " ".join(screen_text(app).split())


def test_steps_forth_and_back_and_the_plan() -> None:
    async def scene(pilot: Player) -> None:
        screen = await follow(pilot, "astar")
        assert "A* with rolls" in screen_text(pilot.app)
        assert "f = 7 = 0 + 7, the smallest" in words(pilot.app)
        assert "take the node of open with the lea" in words(pilot.app)
        await pilot.press("right", "right")
        await until(pilot, lambda: screen.at == 3)
        third = words(pilot.app)
        assert "f = 7 = 2 + 5" in third
        assert screen.session.state == screen.tracer.state_of(screen.trace.steps[2]["node"])
        await pilot.press("left", "right")
        assert words(pilot.app) == third
        await pilot.press("pageup")
        assert screen.at == 1
        await pilot.press("left")
        assert screen.at == 1
        await pilot.press("end")
        await until(pilot, lambda: "is a goal: solved, cost 7" in words(pilot.app))
        assert len(screen.trace) == solve("bloxorz/1", "astar", engine="python").stats.expanded
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))

    perform(UnriddleApp("bloxorz/1"), scene)


def test_to_the_next_event() -> None:
    async def scene(pilot: Player) -> None:
        screen = await follow(pilot, "bfs")
        await pilot.press("n")
        await until(pilot, lambda: screen.at > 1)
        steps = screen.trace.steps
        assert "event" in steps[screen.at - 1]
        assert not any("event" in step for step in steps[1 : screen.at - 1])
        await pilot.press(*["n"] * (len(solve("bloxorz/1", "bfs", engine="python").plan or ()) + 9))
        await until(pilot, lambda: "is a goal: solved" in words(pilot.app))

    perform(UnriddleApp("bloxorz/1"), scene)


def test_in_vietnamese() -> None:
    async def scene(pilot: Player) -> None:
        await follow(pilot, "astar")
        seen = words(pilot.app)
        assert "bước 1 trên" in seen
        assert "Lấy (4,4) với f = 7 = 0 + 7, nhỏ nhất" in seen
        assert "lấy nút có f nhỏ nhất" in seen
        assert not {"step", "new", "closed", "with"} & set(re.split(r"[\s,]+", seen))

    tui_words.use("vi")
    perform(UnriddleApp("bloxorz/1"), scene)


def test_a_solver_that_is_no_textbook_search_is_refused() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("w")
        await choose(pilot, "bfs")
        screen = await choose(pilot, "best")
        await pilot.press("f6")
        await until(pilot, lambda: "engine" in words(pilot.app))
        assert pilot.app.screen is screen

    perform(UnriddleApp("bloxorz/1"), scene)


def test_that_refusal_in_vietnamese() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("w")
        await choose(pilot, "best")
        await pilot.press("f6")
        await until(pilot, lambda: "không có bản Python của nó" in words(pilot.app))

    tui_words.use("vi")
    perform(UnriddleApp("bloxorz/1"), scene)


def test_what_is_wrong_with_code_is_said(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import unriddle\n@unriddle.search\ndef broken(puzzle):\n"
        "    yield unriddle.Expansion(unriddle.Node(puzzle.initial), [], 0)\n    {}['no']\n"
    )
    plugins.load_file(str(file))

    async def scene(pilot: Player) -> None:
        await follow(pilot, "broken")
        await pilot.press("right")
        await until(pilot, lambda: "KeyError" in words(pilot.app))

    perform(UnriddleApp("bloxorz/1"), scene)

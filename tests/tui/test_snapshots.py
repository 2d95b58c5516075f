"""The main screens, compared with how they looked when somebody last looked at them.

`UPDATE_SNAPSHOTS=1 ./dev test tests/tui/test_snapshots.py` writes them anew: look at what changed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from tui.harness import PATIENCE, PLAIN, Player, perform, screen_text, until

import unriddle
from unriddle.catalog import PUZZLES, AnyPuzzle
from unriddle.core import Limits, Result, Stats, Status
from unriddle.outlook import Outlook
from unriddle.solving import choose
from unriddle.tui.app import UnriddleApp, app_of
from unriddle.tui.background import BackgroundRun, Stopper
from unriddle.tui.packs import find, packs
from unriddle.tui.screens import menu, play
from unriddle.tui.screens.replay import ReplayScreen
from unriddle.tui.screens.search import SearchScreen
from unriddle.tui.screens.solver_choice import WatchChoice
from unriddle.tui.screens.table import TableScreen
from unriddle.tui.screens.trace import TraceScreen
from unriddle.tui.terminal import Support

SNAPSHOTS = Path(__file__).parent / "snapshots"
SMALL, LARGE = (80, 24), (140, 45)
PLAN = tuple(PUZZLES["bloxorz"].notation.parse_plan("RRDRRRD"))


class StillAdvice:
    """Knows the answers without looking, so that screens do not depend on any solver."""

    def __init__(self, puzzle: AnyPuzzle, *_: Any) -> None:
        unit = puzzle.cost_unit
        lower = 11 if unit == "player move" else 12
        self.outlook: Outlook[Any] = Outlook(True, 12, unit=unit)
        self.optimum: Outlook[Any] = Outlook(True, 12, lower=lower, unit=unit)
        self.has_hint = True
        self.hint = None

    def find_optimum(self) -> None: ...

    def find_outlook(self, moves: Any) -> None: ...

    def stop(self) -> None: ...


@pytest.fixture(autouse=True)
def _fixed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown = ("bloxorz", "sokoban/uit", "freecell")
    fixed = [pack for pack in packs() if pack.name in shown]
    monkeypatch.setattr(menu, "packs", lambda rules: fixed)
    monkeypatch.setattr(play, "Advice", StillAdvice)
    monkeypatch.setattr(play, "clock", lambda seconds: "0:07")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # nothing was played yet


def compare(name: str, app: UnriddleApp) -> None:
    """Compare the screen with the snapshot of this name, or take the snapshot."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(screen_text(app), "utf-8")
    assert screen_text(app) == path.read_text("utf-8")


def snap(
    name: str,
    app: UnriddleApp,
    size: tuple[int, int],
    keys: Iterable[str] = (),
    screen: Any = None,
) -> None:
    """Show a screen, press keys, and compare."""

    async def scene(pilot: Player) -> None:
        if screen is not None:
            app.push_screen(screen)
            await until(pilot, lambda: app.screen is screen)
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()
        compare(name, app)

    perform(app, scene, size)


@pytest.mark.parametrize(
    ("name", "level", "size", "support", "keys"),
    [
        ("bloxorz-upright", "bloxorz/8", SMALL, Support(), ()),
        ("bloxorz-lying", "bloxorz/8", SMALL, Support(), ("right",)),
        ("bloxorz-cubes", "bloxorz/8", SMALL, Support(), ("right", "right")),
        ("bloxorz-cubes-ascii", "bloxorz/8", SMALL, PLAIN, ("right", "right")),
        ("bloxorz-large", "bloxorz/5", LARGE, Support(), ("down",)),
        ("bloxorz-lost", "bloxorz/1", SMALL, Support(), ("up",)),
        ("sokoban", "sokoban/uit/5", SMALL, Support(), ("up", "up")),
        ("sokoban-ascii", "sokoban/uit/5", SMALL, PLAIN, ("up", "up")),
        ("sokoban-large", "sokoban/uit/5", LARGE, Support(), ()),
        ("freecell", "freecell/617", SMALL, Support(), ("3",)),
        ("freecell-ascii", "freecell/617", SMALL, PLAIN, ("right", "enter")),
        ("help", "freecell/617", SMALL, Support(), ("question_mark",)),
    ],
)
def test_play(
    name: str, level: str, size: tuple[int, int], support: Support, keys: tuple[str, ...]
) -> None:
    snap(f"play-{name}", UnriddleApp(level, support=support), size, keys)


@pytest.mark.parametrize(("name", "size"), [("menu", SMALL), ("menu-large", LARGE)])
def test_menu(name: str, size: tuple[int, int]) -> None:
    snap(name, UnriddleApp(), size, ("down", "right", "down"))


def test_solver_choice() -> None:
    screen = WatchChoice(*find("bloxorz/1"))
    screen.names = ["astar", "wastar", "bfs"]
    snap("solver-choice", UnriddleApp(), SMALL, ("down",), screen)


@pytest.mark.parametrize(
    ("name", "size", "support"),
    [
        ("trace", SMALL, Support()),
        ("trace-large", LARGE, Support()),
        ("trace-ascii", SMALL, PLAIN),
    ],
)
def test_trace(name: str, size: tuple[int, int], support: Support) -> None:
    choice = choose(PUZZLES["sokoban"], "astar", engine="python")
    screen = TraceScreen(unriddle.load("sokoban/uit/1"), choice)
    snap(name, UnriddleApp(support=support), size, ("right", "right", "right"), screen)


def test_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def carry_out(search: BackgroundRun, stopper: Stopper) -> None:
        search.stats = Stats(1_234_567, 4_000_000, 98_765, 2.5, 300 << 20, lower=7, upper=12)
        deadline = time.monotonic() + PATIENCE
        while not stopper.stopped and time.monotonic() < deadline:
            time.sleep(0.01)

    monkeypatch.setattr(BackgroundRun, "carry_out", carry_out)
    choice = choose(PUZZLES["bloxorz"], "astar", engine="python")
    screen = SearchScreen(unriddle.load("bloxorz/1"), choice, Limits(seconds=60))
    app = UnriddleApp()

    async def scene(pilot: Player) -> None:
        app.push_screen(screen)
        await until(pilot, lambda: "1,234,567" in screen_text(app))
        compare("search", app)

    perform(app, scene, SMALL)


def test_replay() -> None:
    screen = ReplayScreen(unriddle.load("bloxorz/1"), PLAN, "solved in 7 moves, proved optimal")
    snap("replay", UnriddleApp(), SMALL, ("home", "right", "right", "right"), screen)


def test_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def carry_out(search: BackgroundRun, stopper: Stopper) -> None:
        number = int(search.puzzle.name.rpartition("/")[2])
        search.stats = Stats(100 * number, 300 * number, 5, 0.25 / number, number << 20)
        if number == 2:
            search.result = Result(Status.OUT_OF_TIME, search.stats)
        else:
            search.result = Result(Status.SOLVED, search.stats, PLAN, 7, True)

    monkeypatch.setattr(BackgroundRun, "carry_out", carry_out)
    jobs = [
        (puzzle, choose(PUZZLES["bloxorz"], solver, engine="python"))
        for puzzle in unriddle.load_all("bloxorz/1-3")
        for solver in ("bfs", "wastar:weight=3")
    ]
    screen = TableScreen("bloxorz 1-3", jobs, Limits())
    app = UnriddleApp()

    async def scene(pilot: Player) -> None:
        app.push_screen(screen)
        await until(pilot, lambda: "done, 6 of 6" in screen_text(app))
        await pilot.press("7")
        await pilot.pause()
        compare("table", app_of(screen))

    perform(app, scene, SMALL)

"""Solvers watched, compared and run over packs; no stopped one leaves a thread."""

from __future__ import annotations

import csv
from pathlib import Path

from textual.widgets import Input, OptionList
from tui.harness import PLAIN, Player, perform, screen_text, until

from unriddle import solving
from unriddle.catalog import PUZZLES
from unriddle.core import Limits, Status
from unriddle.loading import load
from unriddle.tui.app import UnriddleApp
from unriddle.tui.screens.menu import MenuScreen
from unriddle.tui.screens.play import PlayScreen
from unriddle.tui.screens.replay import ReplayScreen
from unriddle.tui.screens.search import SearchScreen, sparkline
from unriddle.tui.screens.solver_choice import SolverChoice, WatchChoice
from unriddle.tui.screens.table import TableScreen
from unriddle.tui.terminal import Support

ENDLESS = "freecell/169"
"""A deal that iterative deepening, which needs little memory, does not get through."""


async def choose(pilot: Player, *solvers: str) -> SolverChoice:
    """Highlight, or mark, solvers by name; the screen of choice must be open."""
    screen = pilot.app.screen
    assert isinstance(screen, SolverChoice)
    listed = screen.query_one("#solvers", OptionList)
    for name in (*screen.chosen, *solvers) if screen.several else solvers:
        listed.highlighted = screen.names.index(name)
        await pilot.pause()
        if screen.several:
            await pilot.press("space")
    await pilot.pause()
    return screen


async def begin_endless_search(pilot: Player) -> SearchScreen:
    await pilot.press("w")
    screen = await choose(pilot, "ids")
    screen.query_one("#seconds", Input).value = "300"
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, SearchScreen))
    searching = pilot.app.screen
    assert isinstance(searching, SearchScreen)
    await until(pilot, lambda: searching.search.stats.expanded > 0)
    return searching


def test_watch_a_solver_and_replay_its_plan() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("w")
        await choose(pilot, "astar")
        assert "with an admissible heuristic" in screen_text(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen)
        assert len(replay.plan) == 7
        await until(pilot, lambda: replay.running or replay.session.solved)  # of its own accord
        await pilot.press("home", "right", "right", "left")
        assert replay.step == 1
        await pilot.press("end")
        assert replay.session.solved
        await pilot.press("home", *["minus"] * 8, "space")
        assert replay.running or replay.session.solved  # two seconds a move
        await pilot.press(*["plus"] * 8)
        await until(pilot, lambda: replay.session.solved and not replay.running)
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))

    perform(UnriddleApp("bloxorz/1"), scene)


def test_the_current_move_is_in_the_middle_of_the_window() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("w")
        await choose(pilot, "astar")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("home", "pagedown", "right")
        await pilot.pause()
        rows = [line[60:] for line in screen_text(pilot.app).split("\n")[1:-3]]
        current = next(index for index, row in enumerate(rows) if row.lstrip().startswith(">"))
        assert rows[current].split()[1] == "11"
        assert abs(current - len(rows) // 2) <= 1

    perform(UnriddleApp("sokoban/uit/5"), scene)


def test_escape_stops_a_search() -> None:
    async def scene(pilot: Player) -> None:
        searching = await begin_endless_search(pilot)
        for word in ("nodes", "a second", "frontier", "memory", "time"):
            assert word in screen_text(pilot.app)
        await pilot.press("escape")
        await until(pilot, lambda: searching.search.ended)
        assert searching.search.result is not None
        assert searching.search.result.status is Status.STOPPED
        await until(pilot, lambda: "stopped" in screen_text(pilot.app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))

    perform(UnriddleApp(ENDLESS), scene)


def test_quitting_in_the_middle_of_a_search() -> None:
    async def scene(pilot: Player) -> None:
        await begin_endless_search(pilot)
        await pilot.press("q")

    perform(UnriddleApp(ENDLESS), scene)  # and no thread is left


def test_quitting_at_the_moment_in_which_a_search_ends() -> None:
    async def scene(pilot: Player) -> None:
        puzzle = load("bloxorz/1")
        plan = solving.solve(puzzle).plan
        assert plan is not None
        pilot.app.exit()
        await pilot.app.push_screen(ReplayScreen(puzzle, plan, "solved"))

    perform(UnriddleApp("bloxorz/1"), scene)


def test_the_screen_lives_while_a_search_runs() -> None:
    async def scene(pilot: Player) -> None:
        searching = await begin_endless_search(pilot)
        before = searching.search.stats.expanded
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: searching.search.stats.expanded > before)
        await pilot.press("question_mark")
        await pilot.pause()
        assert "stop the search" in screen_text(pilot.app)
        assert not searching.search.ended

    perform(UnriddleApp(ENDLESS), scene)


def test_wrong_fields_are_named() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("w")
        screen = await choose(pilot, "wastar")
        for field, value, complaint in (
            ("seconds", "soon", "'soon' is not a number"),
            ("nodes", "1.5", "'1.5' is not a whole number"),
            ("memory", "-1", "must be a number above 0"),
            ("settings", "wieght=3", "has no setting 'wieght'"),
        ):
            field_input = screen.query_one(f"#{field}", Input)
            good, field_input.value = field_input.value, value
            await pilot.press("f5")
            await pilot.pause()
            assert complaint in screen_text(pilot.app)
            assert isinstance(pilot.app.screen, WatchChoice)
            field_input.value = good

    perform(UnriddleApp("bloxorz/1"), scene)


def test_best_comes_first_and_is_content_by_itself() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("w")
        screen = await choose(pilot, "best")
        assert screen.names[0] == "best"
        seconds = screen.query_one("#seconds", Input)
        assert seconds.value == ""
        for setting in ("improve=1.0", "threads=1"):
            assert setting in screen_text(pilot.app)
        await choose(pilot, "astar")
        assert seconds.value == "60"
        seconds.value = "5"
        await choose(pilot, "best")
        assert seconds.value == "5"  # what somebody typed stays
        seconds.value = ""
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await until(pilot, lambda: "solved in 34 moves" in screen_text(pilot.app))

    perform(UnriddleApp("sokoban/uit/16"), scene)


def test_columns_say_what_they_count() -> None:
    async def scene(pilot: Player) -> None:
        entry = PUZZLES["sokoban"]
        puzzle = load("sokoban/uit/1")
        choices = [solving.choose(entry, "bfs"), solving.choose(entry, "dfs", engine="python")]
        table = TableScreen("map 1", [(puzzle, choice) for choice in choices], Limits())
        pilot.app.push_screen(table)
        await until(pilot, lambda: "done, 2 of 2 run" in screen_text(pilot.app))
        shown = screen_text(pilot.app)
        assert shown.index("moves") < shown.index("pushes")
        assert "dfs (python)" in shown
        assert "bfs (python)" not in shown
        row = next(line.split() for line in shown.splitlines() if " bfs " in line)
        assert row[4:6] == ["12", "6"]

    perform(UnriddleApp(), scene, size=(110, 30))


def test_compare_solvers_on_one_level() -> None:
    async def scene(pilot: Player) -> None:
        assert isinstance(pilot.app.screen, MenuScreen)
        await pilot.press("c")
        await choose(pilot, "bfs", "dfs", "hill-simple")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: "done, 3 of 3 run" in screen_text(pilot.app))
        names = {search.choice.solver.name for search in table.searches}
        assert names == {"bfs", "dfs", "hill-simple"}
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))

    perform(UnriddleApp(), scene, size=(110, 30))


def test_all_levels_of_a_pack_sorted_and_exported(tmp_path: Path) -> None:
    target = tmp_path / "table.csv"

    async def scene(pilot: Player) -> None:
        await pilot.press("a")
        screen = await choose(pilot, "bfs", "ucs")
        screen.query_one("#levels", Input).value = "1-4"
        await pilot.press("enter")
        await until(pilot, lambda: "done, 8 of 8 run, 8 solved" in screen_text(pilot.app))
        await pilot.press("5")  # by the number of moves
        await pilot.pause()
        rows = [line.split() for line in screen_text(pilot.app).split("\n") if "solved " in line]
        moves = [int(row[4]) for row in rows if row[0].startswith("bloxorz/")]
        assert moves == sorted(moves)
        assert len(moves) == 8
        await pilot.press("5")
        await pilot.pause()
        rows = [line.split() for line in screen_text(pilot.app).split("\n") if "solved " in line]
        assert [int(row[4]) for row in rows if row[0].startswith("bloxorz/")] == moves[::-1]
        await pilot.press("e")
        await pilot.pause()
        pilot.app.screen.query_one("#path", Input).value = str(target)
        await pilot.press("enter")
        await pilot.pause()
        assert "8 rows written" in screen_text(pilot.app)
        await pilot.press("e", "enter")
        await pilot.pause()
        assert "exists already" in screen_text(pilot.app)

    perform(UnriddleApp(), scene, size=(110, 30))
    written = list(csv.DictReader(target.read_text("utf-8").splitlines()))
    assert len(written) == 8
    assert {row["status"] for row in written} == {"solved"}
    assert sorted(row["moves"] for row in written if row["level"] == "bloxorz/1") == ["7", "7"]
    assert all(len(row["plan"]) == int(row["moves"]) for row in written)


def test_stopping_a_table_keeps_what_is_there() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        menu = pilot.app.screen
        menu.query_one("#packs", OptionList).highlighted = [
            pack.name
            for pack in menu.packs  # type: ignore[attr-defined]
        ].index("freecell")
        await pilot.pause()
        await pilot.press("a")
        screen = await choose(pilot, "bfs")
        screen.query_one("#levels", Input).value = "169-170"
        screen.query_one("#seconds", Input).value = "300"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: table.searches[0].stats.expanded > 0)
        await pilot.press("escape")
        await until(pilot, lambda: "stopped, 1 of 2 run" in screen_text(pilot.app))

    perform(UnriddleApp("bloxorz/1"), scene)


def test_sparkline() -> None:
    assert sparkline([0, 1, 2, 4], Support()) == "▁▃▅█"
    assert sparkline([0, 0], PLAIN) == "__"
    assert sparkline([], PLAIN) == ""

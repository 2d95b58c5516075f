"""Each puzzle played to its end through keys, as a person would."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from faulty_rules import TOLD, load_faulty_rules
from textual import events
from tui.harness import PLAIN, Player, perform, screen_text, until

import unriddle
from unriddle.generating.freecell import deal_of_the_day
from unriddle.outlook import is_winnable
from unriddle.rating.difficulty import difficulty_of
from unriddle.records import Store
from unriddle.tui.app import UnriddleApp, app_of
from unriddle.tui.boards.board import Answer
from unriddle.tui.boards.freecell import FreeCellBoard
from unriddle.tui.screens.play import PlayScreen
from unriddle.tui.screens.records import RecordsScreen
from unriddle.tui.screens.replay import ReplayScreen
from unriddle.tui.widgets.board_view import BoardView

KEYS = {"l": "left", "r": "right", "u": "up", "d": "down", "s": "space"}


def plan_of(level: str) -> tuple[Any, ...]:
    result = unriddle.solve(unriddle.load(level))
    assert result.plan is not None
    return result.plan


def playing(pilot: Player) -> PlayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


@pytest.mark.parametrize("level", ["bloxorz/1", "bloxorz/8", "sokoban/uit/16"])
def test_arrows_play_to_the_end(level: str) -> None:
    plan = plan_of(level)

    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        await pilot.press(*(KEYS[str(move).lower()] for move in plan))
        await pilot.pause()
        assert screen.session.moves == plan
        assert screen.session.solved
        assert "solved in" in screen_text(pilot.app)

    perform(UnriddleApp(level), scene)


def test_a_message_is_read_to_its_end_on_a_small_screen() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("up")
        await pilot.pause()
        assert "u takes the move back" in " ".join(screen_text(pilot.app).split())

    perform(UnriddleApp("bloxorz/1"), scene, size=(40, 12))


def test_freecell_takes_standard_notation() -> None:
    plan = plan_of("freecell/164")

    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        for number, move in enumerate(plan, start=1):
            source, target, *count = list(str(move))
            await pilot.press(source, target)
            if screen.board.typed:  # it asks how many cards
                await pilot.press(*count or ["enter"])
            await pilot.pause()
            assert screen.session.moves[-1:] == (move,), (number, screen.message)
        assert screen.session.solved

    perform(UnriddleApp("freecell/164"), scene)


def test_freecell_by_cursor() -> None:
    plan = plan_of("freecell/164")[:12]

    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        board = screen.board
        assert isinstance(board, FreeCellBoard)

        async def point_at(place: str) -> None:
            on_top = place not in "12345678"
            if (board.cursor not in "12345678") != on_top:
                await pilot.press("up")
            while board.cursor != place:
                await pilot.press("right")
            await pilot.press("enter")

        for move in plan:
            await point_at(move.source)
            await point_at(move.target)
            if board.typed:
                await pilot.press(f"{move.cards:x}")
            await pilot.pause()
        assert screen.session.moves == plan

    perform(UnriddleApp("freecell/164"), scene)


def test_no_key_of_the_screen_is_a_place_on_the_table() -> None:
    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        keys = screen.keys()
        letters = [key.shown for key in keys if len(key.shown) == 1]
        assert "v" in letters
        taken = [one for one in letters if screen.board.key(screen.session, one, one)]
        assert not taken

    perform(UnriddleApp("freecell/164"), scene)


def test_freecell_sends_a_card_away_and_lets_go() -> None:
    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert [str(move) for move in screen.session.moves] == ["1a"]
        await pilot.press("2", "escape", "h")  # not home but a hint, for nothing is held
        await until(pilot, lambda: screen.message.startswith("hint: "))
        await pilot.press("1", "5")
        await pilot.pause()
        assert "does not go on" in screen.message or len(screen.session.moves) == 2

    perform(UnriddleApp("freecell/164"), scene)


def test_undo_redo_restart_and_losing() -> None:
    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        session = screen.session
        await pilot.press("right", "right", "down")
        made = list(session.moves)
        assert len(made) == 3
        await pilot.press("u")
        assert list(session.moves) == made[:2]
        await pilot.press("U")
        assert list(session.moves) == made
        await pilot.press("r")
        assert list(session.moves) == []
        await pilot.press("up")
        await pilot.pause()
        assert session.lost
        assert "lost: nothing to land on" in screen_text(pilot.app)
        await pilot.press("left")  # refused while the game is lost
        await pilot.press("u")
        assert not session.lost
        await pilot.press("u")
        await pilot.pause()
        assert "nothing to undo" in screen_text(pilot.app)

    perform(UnriddleApp("bloxorz/1"), scene)


def test_who_obeys_every_hint_needs_no_more_than_the_optimum() -> None:
    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        await until(pilot, lambda: "optimum 12" in screen_text(pilot.app))
        while not screen.session.solved:
            await pilot.press("h")
            await until(pilot, lambda: screen.view.hint is not None)
            await pilot.press(KEYS[str(screen.view.hint).lower()])
            await pilot.pause()
        assert screen.session.counts == {"move": 12, "push": 6}
        assert "solved in 12 moves (6 pushes), nobody can do better" in screen_text(pilot.app)

    perform(UnriddleApp("sokoban/uit/1"), scene)


def test_no_hint_where_there_is_no_solution() -> None:
    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        await pilot.press("h")
        await until(pilot, lambda: screen.message.startswith("no hint"))
        assert screen.message == "no hint: there is no solution from here"

    perform(UnriddleApp("sokoban/uit/17"), scene)


def test_hints_and_the_outlook_take_the_better_plan_of_the_optimum() -> None:
    puzzle = unriddle.load("sokoban/uit/1")
    longer = unriddle.solve(puzzle, "expert").plan
    assert longer is not None

    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        screen.advice._follower.learn(longer)
        await until(pilot, lambda: "optimum 12" in screen_text(pilot.app))
        enough = "still solvable: 12 moves are enough"
        await until(pilot, lambda: str(screen.advice.outlook) == enough)

    perform(UnriddleApp("sokoban/uit/1"), scene)


def test_the_outlook_and_the_optimum() -> None:
    async def scene(pilot: Player) -> None:
        await until(pilot, lambda: "optimum 20" in screen_text(pilot.app))
        await until(pilot, lambda: "solvable" in screen_text(pilot.app))
        await pilot.press("h")
        await until(pilot, lambda: playing(pilot).message.startswith("hint: "))

    perform(UnriddleApp("sokoban/uit/5"), scene)


def test_the_outlook_of_a_dead_end(tmp_path: Any) -> None:
    level = tmp_path / "corner.xsb"
    level.write_text("#######\n#     #\n# $@ .#\n#     #\n#######\n")

    async def scene(pilot: Player) -> None:
        await until(pilot, lambda: "+ solvable" in screen_text(pilot.app))
        await pilot.press("left")
        await until(pilot, lambda: "! lost" in screen_text(pilot.app))
        await pilot.press("u")
        await until(pilot, lambda: "+ solvable" in screen_text(pilot.app))

    perform(UnriddleApp(str(level), support=PLAIN), scene)


def test_next_and_previous_level() -> None:
    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        await pilot.press("n")
        assert screen.session.puzzle.name == "bloxorz/2"
        await pilot.press("p", "p")
        await pilot.pause()
        assert screen.session.puzzle.name == "bloxorz/1"
        assert "1 to 33" in screen_text(pilot.app)

    perform(UnriddleApp("bloxorz/1"), scene)


def test_the_mouse_walks_and_rolls() -> None:
    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        puzzle = screen.session.puzzle
        picture = screen.board.picture(puzzle.initial, screen.view.room)
        x, y = picture.focus
        left = (screen.view.size.width - picture.width) // 2
        top = (screen.view.size.height - picture.height) // 2
        await pilot.click(BoardView, offset=(left + x - 6, top + y))
        await pilot.pause()
        assert [str(move) for move in screen.session.moves] == ["l", "l", "l"]

    perform(UnriddleApp("sokoban/uit/5"), scene)


def test_what_does_not_fit_is_shown_around_the_player(tmp_path: Any) -> None:
    wide = tmp_path / "wide.xsb"
    wide.write_text("#" * 150 + "\n#" + " " * 144 + "@$.#\n" + "#" * 150 + "\n")

    async def scene(pilot: Player) -> None:
        assert "@$.#" in screen_text(pilot.app)
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        assert "@$.#" in screen_text(pilot.app)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        await pilot.press("right")
        assert playing(pilot).session.solved

    perform(UnriddleApp(str(wide), support=PLAIN), scene)


def test_help_names_the_keys_of_the_board() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "take control of the other cube" in screen_text(pilot.app)
        await pilot.press("escape")
        await pilot.pause()
        assert "moves 0" in screen_text(pilot.app)

    perform(UnriddleApp("bloxorz/8"), scene)


RIGHT_WAY = ("right", "right", "down", "right", "right", "right", "down")


def test_a_win_is_kept_told_and_replayed(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on the page, which has the same store; a hint and a new start are told apart."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        await pilot.press("h")
        await until(pilot, lambda: screen.session.help == {"hint"})
        await pilot.press(*RIGHT_WAY)
        await until(pilot, lambda: "your best with help (a hint)" in screen_text(pilot.app))
        await pilot.press("r", *RIGHT_WAY)
        await until(pilot, lambda: "your best so far" in screen_text(pilot.app))
        await pilot.press("v")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await until(pilot, lambda: "move 7 of 7" in screen_text(pilot.app))  # it runs by itself

    perform(UnriddleApp("bloxorz/1"), scene)
    assert {one.help for one in Store().games() if one.solved} == {("hint",), ()}

    async def look(pilot: Player) -> None:
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RecordsScreen))
        assert "bloxorz  2      2    1" in screen_text(pilot.app)

    perform(UnriddleApp(), look)


def test_a_solver_that_was_watched_helps(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def scene(pilot: Player) -> None:
        session = playing(pilot).session
        await pilot.press("w", "escape")
        assert not session.help  # looked at no solver
        await pilot.press("w", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert session.help == {"solver"}
        told = ": solved in 7 moves, proved optimal"
        await until(pilot, lambda: told in screen_text(pilot.app))

    perform(UnriddleApp("bloxorz/1"), scene)


def test_help_counts_after_other_levels_and_from_the_menu_until_a_new_start(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def scene(pilot: Player) -> None:
        first = playing(pilot).session
        await pilot.press("h")
        await until(pilot, lambda: first.help == {"hint"})
        await pilot.press("n", "p")
        assert playing(pilot).session is not first
        assert playing(pilot).session.help == {"hint"}
        await pilot.press("r", "n", "p")
        assert not playing(pilot).session.help
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("w", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("escape", "escape", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert playing(pilot).session.help == {"solver"}

    perform(UnriddleApp("bloxorz/1"), scene)


@pytest.mark.parametrize("keys", [("h",), ("w", "enter")])
def test_help_before_the_first_move_counts_when_the_app_is_opened_again(
    keys: tuple[str, ...],
) -> None:
    async def first(pilot: Player) -> None:
        session = playing(pilot).session
        await pilot.press(*keys)
        await until(pilot, lambda: session.help)

    async def second(pilot: Player) -> None:
        await pilot.press(*(KEYS[str(move).lower()] for move in plan_of("bloxorz/1")))
        assert playing(pilot).session.solved
        (won,) = Store().games()
        assert won.is_aided

    perform(UnriddleApp("bloxorz/1"), first)
    perform(UnriddleApp("bloxorz/1"), second)


def test_a_store_that_does_not_work_is_told_once_and_play_goes_on(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    (tmp_path / "file").write_text("no folder")

    async def scene(pilot: Player) -> None:
        await pilot.press(*RIGHT_WAY)
        await until(pilot, lambda: "your best so far" in screen_text(pilot.app))
        assert len(pilot.app._notifications) == 1

    perform(UnriddleApp("bloxorz/1"), scene)


def test_the_losing_move_is_named() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("3", "a")
        await pilot.press("l")
        await until(pilot, lambda: "it was won until move 1: 3a" in screen_text(pilot.app))

    perform(UnriddleApp("freecell/617"), scene)


def test_keys_that_come_at_once_are_done_one_after_the_other() -> None:
    async def scene(pilot: Player) -> None:
        for key in (*"187a", "u", *"7a7871"):
            pilot.app.post_message(events.Key(key, key))
        made = playing(pilot).session
        await until(pilot, lambda: " ".join(map(str, made.moves)) == "18 7a 78 71")

    perform(UnriddleApp("freecell/12"), scene)


def test_deals_by_difficulty_and_of_the_day() -> None:
    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        for difficulty in ("easy", "medium"):
            await pilot.press("m")
            await pilot.pause()
            assert f"difficulty: {difficulty}" in screen_text(pilot.app)
            expanded = unriddle.solve(screen.session.puzzle, "fast").stats.expanded
            assert difficulty_of("freecell", expanded) == difficulty
        days = [date.today()]
        await pilot.press("t")
        days.append(date.today())  # it may have become midnight
        deals = [f"freecell/{deal_of_the_day(day)}" for day in days]
        await until(pilot, lambda: screen.session.puzzle.name in deals)

    perform(UnriddleApp("freecell/1"), scene)

    async def none(pilot: Player) -> None:
        await pilot.press("m", "t")
        assert playing(pilot).session.puzzle.name == "sokoban/uit/1"

    perform(UnriddleApp("sokoban/uit/1"), none)


def test_no_deal_is_said_to_be_winnable_by_rules_by_which_it_is_not() -> None:
    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        await pilot.press("m", "t")
        assert screen.session.puzzle.name == "freecell/1"
        assert "difficulty" not in str(screen.help_keys())
        await pilot.press("g")
        await until(pilot, lambda: "none of 100 random deals could be won" in screen.message)

    perform(UnriddleApp("freecell/1", rules={"cells": "0", "columns": "6"}), scene)


def test_a_random_deal_can_be_won_and_the_rest_goes_home(tmp_path: Any) -> None:
    path = tmp_path / "end.txt"
    path.write_text("Foundations: C-Q D-Q H-K S-K\nFreecells:\nKC\nKD\n")

    async def scene(pilot: Player) -> None:
        screen = playing(pilot)
        await pilot.press("g")
        await until(pilot, lambda: screen.session.puzzle.name != "freecell/1")
        assert is_winnable(screen.session.puzzle)
        await pilot.press("e")
        assert "some cards have to be moved first" in screen_text(pilot.app)

    perform(UnriddleApp("freecell/1"), scene)

    async def end(pilot: Player) -> None:
        await pilot.press("e")
        assert playing(pilot).session.solved
        await pilot.press("enter")
        assert "has the levels 1 to 1" in playing(pilot).message

    perform(UnriddleApp(str(path), puzzle="freecell", rules={"autoplay": "none"}), end)


def test_rules_of_a_user_that_go_wrong_are_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_faulty_rules(tmp_path, monkeypatch)
    told: list[str] = []
    monkeypatch.setattr(UnriddleApp, "complain", lambda app, error: told.append(str(error)))

    async def scene(pilot: Player) -> None:
        screen = playing(pilot)

        async def make(move: str, *words: str) -> None:
            told.clear()
            screen.later(lambda: screen.answered(Answer([move])))()
            await pilot.pause()
            shown = [*told, screen_text(pilot.app)]
            assert any(all(word in one for word in words) for one in shown), shown

        for move, words in TOLD.items():
            await make(move, *words)
            assert screen.session.moves == ()
        await make("draw", "no picture")
        await make("list", "cannot be listed")
        await pilot.press("u")
        await make("good")
        assert screen.session.moves == ("draw", "good")

    perform(UnriddleApp("faulty/1", support=PLAIN), scene)


def test_a_game_that_is_left_goes_on() -> None:
    moves: list[tuple[Any, ...]] = []

    async def left_by_keys(pilot: Player) -> None:
        await pilot.press("right", "right", "n")
        assert not playing(pilot).session.moves
        await pilot.press("p")
        moves.append(playing(pilot).session.moves)
        assert "your game continues" in screen_text(pilot.app)
        left = playing(pilot)
        await pilot.press("down", "escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, PlayScreen))
        app_of(pilot.app.screen).play_level(left.pack, left.number)
        await until(pilot, lambda: "your game continues" in screen_text(pilot.app))
        moves.append(playing(pilot).session.moves)
        await pilot.press("ctrl+q")

    async def after_quitting(pilot: Player) -> None:
        moves.append(playing(pilot).session.moves)
        await pilot.press("r")
        assert not playing(pilot).session.moves

    perform(UnriddleApp("bloxorz/1"), left_by_keys)
    perform(UnriddleApp("bloxorz/1"), after_quitting)
    assert ["".join(map(str, one)) for one in moves] == ["RR", "RRD", "RRD"]

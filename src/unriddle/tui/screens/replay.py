"""A solution, move by move: forward and back, at any speed, with the moves beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Static

from unriddle.catalog import AnyPuzzle
from unriddle.play import Session
from unriddle.tui.app import app_of
from unriddle.tui.boards import board_for
from unriddle.tui.styles import style_of
from unriddle.tui.widgets.board_view import BoardView
from unriddle.tui.widgets.keyed_screen import QUIT, Key, KeyedScreen, back
from unriddle.tui.words import said_title, t

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Moves a second."""


class ReplayScreen(KeyedScreen):
    """Starts at the beginning, and runs."""

    KEYS = (
        Key("Space", "start/pause", "start_or_pause", "start, pause, start again", "space"),
        Key("left", "back", "step(-1)", "a move back", "left"),
        Key("right", "forward", "step(1)", "a move forward", "right"),
        Key("PageUp", action="step(-10)", help="ten moves back", keys="pageup"),
        Key("PageDown", action="step(10)", help="ten moves forward", keys="pagedown"),
        Key("Home", " ", "jump(0)", "to the start", "home"),
        Key("End", " ", "jump(1000000000)", "to the end", "end"),
        Key("+", "faster", "speed(1)", "faster", "plus,equals_sign,up"),
        Key("-", "slower", "speed(-1)", "slower", "minus,down"),
        back(),
        QUIT._replace(label=""),
    )

    def __init__(self, puzzle: AnyPuzzle, plan: Sequence[Any], verdict: str, by: str = "") -> None:
        super().__init__()
        self.plan = tuple(plan)
        self.verdict = f"{by.strip()}: {verdict}" if by else verdict
        self.session: Session[Any, Any] = Session(puzzle)
        for move in self.plan:
            self.session.play(move)
        self.session.restart()
        self.speed = SPEEDS.index(4.0)
        self._timer: Timer | None = None

    @property
    def step(self) -> int:
        """How many moves have been made."""
        return len(self.session.moves)

    @property
    def running(self) -> bool:
        """Does it go on by itself?"""
        return self._timer is not None

    def compose(self) -> ComposeResult:
        """Board and moves."""
        puzzle = self.session.puzzle
        yield from self.title_bar(f"{puzzle.name}  {said_title(puzzle.title)}")
        with Horizontal():
            board = board_for(puzzle, app_of(self).support)
            self.view = BoardView(self.session, board)
            yield self.view
            yield Static(id="moves", classes="side", markup=False)
        yield from self.last_lines(self.verdict)

    def on_mount(self) -> None:
        """Begin to play it."""
        if self.plan:
            self._run()
        self._show()

    def on_resize(self) -> None:
        """The window of moves is as high as the screen."""
        self.call_after_refresh(self._show)

    def action_start_or_pause(self) -> None:
        """Start, or pause; at the end start again."""
        if self.running:
            self._pause()
        else:
            if self.step == len(self.plan):
                self.session.jump(0)
            self._run()
        self._show()

    def action_step(self, by: int) -> None:
        """Some moves forward or back, and pause."""
        self._pause()
        self.action_jump(self.step + by)

    def action_jump(self, step: int) -> None:
        """To a position, and pause."""
        self._pause()
        self.session.jump(max(0, min(len(self.plan), step)))
        self._show()

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + by))
        if self.running:
            self._run()
        self._show()

    def _run(self) -> None:
        self._pause()
        self._timer = self.set_interval(1 / SPEEDS[self.speed], self._advance)

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _advance(self) -> None:
        self.session.redo()
        if self.step == len(self.plan):
            self._pause()
        self._show()

    def _show(self) -> None:
        support = app_of(self).support
        sign = support.pick("▶", ">") if self.running else support.pick("■", "=")
        where = t("move {index} of {all}", index=self.step, all=len(self.plan))
        counter = f"{sign} {where}, {t('{speed:g} a second', speed=SPEEDS[self.speed])} "
        self.query_one("#counter", Static).update(counter)
        moves = self.query_one("#moves", Static)
        moves.update(self._window(max(1, moves.size.height)))
        self.view.refresh()

    def _window(self, height: int) -> Text:
        """Moves around the current one, which stands in the middle of the window."""
        colours = app_of(self).support.colours
        current = self.step - 1
        first = current - height // 2
        text = Text()
        for index in range(first, first + height):
            if 0 <= index < len(self.plan):
                named = self.view.board.name_of(self.plan[index])
                line = f"{'>' if index == current else ' '}{index + 1:>5}  {named}"
                style = "hint" if index == current else "quiet" if index < current else ""
                text.append(line, style_of(style, colours))
            elif index == -1:
                text.append(f"{'>' if current < 0 else ' '}       {t('start')}")
            elif index == len(self.plan):
                text.append(f"        {t('end')}")
            text.append("\n")
        return text

"""A board on the screen: draws the position, and passes keys and clicks on to the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.text import Text
from textual import events
from textual.widget import Widget

from unriddle.play import Session
from unriddle.plugins import fault_of
from unriddle.tui.app import app_of
from unriddle.tui.boards.board import Answer, Board
from unriddle.tui.boards.picture import Size, crop, window


class BoardView(Widget, can_focus=True):
    """Shows the position of a session, as large as it fits."""

    DEFAULT_CSS = """
    BoardView { width: 1fr; height: 1fr; }
    """

    def __init__(
        self,
        session: Session[Any, Any],
        board: Board,
        answered: Callable[[Answer], None] | None = None,
    ) -> None:
        """`answered` gets what a key or a click means on this board; without it, none does."""
        super().__init__()
        self.session = session
        self.board = board
        self.hint: Any | None = None
        self.can_focus = answered is not None
        self._answered = answered

    @property
    def room(self) -> Size:
        """What there is to draw on."""
        return Size(self.size.width, self.size.height)

    def render(self) -> Text:
        """The picture, centred or cropped; what is wrong where a user's puzzle draws none."""
        try:
            return crop(self.board.picture(self.session.state, self.room, self.hint), self.room)
        except Exception as error:
            if fault := fault_of(error):
                return Text(str(fault))
            raise

    async def on_key(self, event: events.Key) -> None:
        """Give the board the first look at a key, and do what it means before the next one."""
        if self._answered is None:
            return
        app = app_of(self.screen)
        with app.faults_told():
            answer = self.board.key(self.session, event.key, event.character or "")
            if answer is not None:
                event.stop()
                self._answered(answer)
            elif bound := self.screen.active_bindings.get(event.key):
                event.stop()  # it would wait until keys that have come since are done
                await app.run_action(bound.binding.action, bound.node)

    def on_click(self, event: events.Click) -> None:
        """Find out what was clicked."""
        if self._answered is None:
            return
        with app_of(self.screen).faults_told():
            picture = self.board.picture(self.session.state, self.room, self.hint)
            shown = window(picture, self.room)
            x = event.x - shown.margin_left + shown.left
            y = event.y - shown.margin_top + shown.top
            if 0 <= x < picture.width and 0 <= y < picture.height:
                answer = self.board.click(self.session, picture.place_at(x, y))
                if answer is not None:
                    self._answered(answer)

"""A board on the screen: draws the position, and passes keys and clicks on to the board."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual import events
from textual.message import Message
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

    class Answered(Message):
        """A key or a click meant something on this board."""

        def __init__(self, answer: Answer) -> None:
            self.answer = answer
            super().__init__()

    def __init__(self, session: Session[Any, Any], board: Board, *, active: bool = True) -> None:
        super().__init__()
        self.session = session
        self.board = board
        self.hint: Any | None = None
        self.can_focus = active
        self._active = active

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

    def on_key(self, event: events.Key) -> None:
        """Give the board the first look at a key."""
        answer = None
        with app_of(self.screen).faults_told():
            answer = self.board.key(self.session, event.key, event.character or "")
        if answer is not None:
            event.stop()
            self.post_message(self.Answered(answer))

    def on_click(self, event: events.Click) -> None:
        """Find out what was clicked."""
        if not self._active:
            return
        answer = None
        with app_of(self.screen).faults_told():
            picture = self.board.picture(self.session.state, self.room, self.hint)
            shown = window(picture, self.room)
            x = event.x - shown.margin_left + shown.left
            y = event.y - shown.margin_top + shown.top
            if 0 <= x < picture.width and 0 <= y < picture.height:
                answer = self.board.click(self.session, picture.place_at(x, y))
        if answer is not None:
            self.post_message(self.Answered(answer))

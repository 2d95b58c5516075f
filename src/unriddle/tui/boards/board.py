"""What a screen asks of a board: a picture, and the moves that keys and clicks mean.

`Board` itself serves any puzzle of the catalogue: it shows the drawing of its notation and takes
moves as they are written. The boards of single puzzles do better.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.text import Text

from unriddle.catalog import AnyPuzzle, drawing_of, entry_of
from unriddle.core import BadInput
from unriddle.play import Session
from unriddle.tui.boards.picture import Picture, Size
from unriddle.tui.styles import style_of
from unriddle.tui.terminal import Support

AnySession = Session[Any, Any]


_ARROWS = {
    "up": ("u", "U", "up"),
    "down": ("d", "D", "down"),
    "left": ("l", "L", "left"),
    "right": ("r", "R", "right"),
}
"""How puzzles write the four directions."""


class Answer(NamedTuple):
    """What a board makes of a key or a click."""

    moves: Sequence[Any] = ()
    """To be played, one after the other."""
    say: str = ""
    """To be shown to the player."""


class Board:
    """Draws the positions of one puzzle and understands its keys."""

    controls: tuple[tuple[str, str], ...] = (
        ("a move as written", "make it; Enter if a longer move begins the same way"),
        ("arrows", "moves named after directions"),
    )
    """Keys of this board and what they do, for the help."""

    def __init__(self, puzzle: AnyPuzzle, support: Support) -> None:
        self.puzzle = puzzle
        self.support = support
        self.typed = ""
        """The beginning of a move that was typed."""

    def picture(self, state: Any, room: Size, hint: Any = None) -> Picture:
        """The position, as large as the room allows; `hint` is a move to be pointed out."""
        lines = []
        for row in drawing_of(self.puzzle, state):
            line = Text()
            for glyph in row:
                line.append(glyph.text, style_of(glyph.role, self.support.colours))
            lines.append(line)
        return Picture(tuple(lines), max((line.cell_len for line in lines), default=0))

    def describe(self, state: Any) -> str:
        """What there is to say about a position beside its picture, in a few words."""
        return f"moves: {', '.join(map(str, self.puzzle.tries(state)))}"

    def legend(self) -> Sequence[str]:
        """What the marks on this board mean."""
        return ()

    has_way_home = False
    """Is there a `way_home` on some positions of this board?"""

    def way_home(self, state: Any) -> list[Any]:
        """Moves that end the game and need no thought; none if there are no such moves."""
        return []

    def name_of(self, move: Any) -> str:
        """A move as a hint names it."""
        return str(move)

    def key(self, session: AnySession, key: str, character: str) -> Answer | None:
        """What a key means here; None if it means nothing and others may have it."""
        if key == "enter" and self.typed:
            return self._play_typed(session)
        if key in ("backspace", "escape") and self.typed:
            self.typed = self.typed[:-1] if key == "backspace" else ""
            return Answer(say=self.typed)
        moves = (
            {}
            if session.lost
            else {str(move): move for move in session.puzzle.tries(session.state)}
        )
        for name in _ARROWS.get(key, ()):
            if name in moves:
                return Answer([moves[name]])
        # A key that begins no move is left to the screen, which has a hint and undo for it.
        for text in dict.fromkeys((self.typed + character, character)):
            begun = [name for name in moves if character.strip() and name.startswith(text)]
            if begun == [text]:
                self.typed = ""
                return Answer([moves[text]])
            if begun:
                self.typed = text
                return Answer(say=f"{text} (Enter plays it)" if text in moves else f"{text}_")
        return None

    def _play_typed(self, session: AnySession) -> Answer:
        text, self.typed = self.typed, ""
        try:
            return Answer([move_from(self.puzzle, text)])
        except BadInput as error:
            return Answer(say=str(error))

    def forget(self) -> None:
        """Drop what was begun: the position has changed."""
        self.typed = ""

    def click(self, session: AnySession, place: Any) -> Answer | None:
        """What a click on a place of the picture means."""
        return None


def move_from(puzzle: AnyPuzzle, text: str) -> Any:
    """The move that a text means; raises `BadInput`."""
    entry = entry_of(puzzle)
    if entry is None:
        raise BadInput("this puzzle has no notation")
    return entry.notation.parse_move(text)

"""The screen on which one plays by hand."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from unriddle.core import BadInput, IllegalMove
from unriddle.outlook import Outlook
from unriddle.play import Session
from unriddle.tui.advice import Advice
from unriddle.tui.app import app_of
from unriddle.tui.boards import board_for
from unriddle.tui.packs import LevelPack
from unriddle.tui.styles import style_of
from unriddle.tui.widgets.board_view import BoardView
from unriddle.tui.widgets.keyed_screen import HELP, QUIT, Key, KeyedScreen, back
from unriddle.wording import counted, length, plural

BEAT = 0.1
"""Seconds between two looks at whether an answer has been found."""


class PlayScreen(KeyedScreen):
    """A board, a counter, a line that says whether it can still be won, and the moves."""

    KEYS = (
        Key("u", "undo", "undo", "undo"),
        Key("U", "redo", "redo", "redo"),
        Key("r", "restart", "restart", "restart"),
        Key("h", "hint", "hint", "hint: the next move of a solution"),
        Key("n/p", "level", "leaf(1)", "next and previous level", keys="n"),
        Key("p", action="leaf(-1)"),
        Key("w", "watch", "watch", "let a solver play this level"),
        HELP,
        back(),
        QUIT,
    )

    def __init__(self, pack: LevelPack, number: int) -> None:
        super().__init__()
        self.pack = pack
        self.number = number
        self.session: Session[Any, Any] = Session(pack.load(number))
        self.message = ""
        self._awaits_hint = False
        self._heard: tuple[Any, ...] = ()

    def compose(self) -> ComposeResult:
        """Title, board, moves, message and keys."""
        support = app_of(self).support
        self.board = board_for(self.session.puzzle, support)
        self.view = BoardView(self.session, self.board)
        self.advice = Advice(self.session.puzzle, app_of(self).background_tasks)
        yield from self.title_bar()
        with Horizontal():
            yield self.view
            yield Static(id="side", classes="side", markup=False)
        yield from self.last_lines()

    def on_mount(self) -> None:
        """Begin to ask whether it can be won."""
        self.view.focus()
        self.set_interval(BEAT, self.later(self._listen))
        self._show_title()
        self._show()
        self.call_after_refresh(self.later(self._begin))  # first the board, then the questions

    def on_unmount(self) -> None:
        """The questions end with their screen."""
        self.advice.stop()

    def on_resize(self) -> None:
        """The moves that fit beside the board depend on the size."""
        self.call_after_refresh(self.later(self._show))

    def _show_title(self) -> None:
        puzzle = self.session.puzzle
        self.query_one("#title", Static).update(f" {puzzle.name}  {puzzle.title}")

    def _begin(self) -> None:
        self.advice.find_optimum()
        self._after_change("")

    def load(self, number: int) -> None:
        """Take another level from the pack; raises `BadInput`."""
        session: Session[Any, Any] = Session(self.pack.load(number))
        self.advice.stop()
        self.number, self.session = number, session
        self.board = board_for(session.puzzle, app_of(self).support)
        self.view.session, self.view.board = session, self.board
        self.advice = Advice(session.puzzle, app_of(self).background_tasks)
        self._show_title()
        self._begin()

    # What the player does.

    def on_board_view_answered(self, event: BoardView.Answered) -> None:
        """Play what the board made of a key or a click."""
        played = False
        message = event.answer.say
        for move in event.answer.moves:
            try:
                played = True
                if not self.session.play(move):
                    break
            except IllegalMove as error:
                message = error.reason
                break
        if played:
            self._after_change(message)
        else:
            self.message = message
            self._show()

    def action_undo(self) -> None:
        """Take a move back."""
        self._after_change("" if self.session.undo() else "there is nothing to undo")

    def action_redo(self) -> None:
        """Make a move again."""
        self._after_change("" if self.session.redo() else "there is nothing to redo")

    def action_restart(self) -> None:
        """Back to the start; redo makes the moves again."""
        self.session.restart()
        self._after_change("from the start; U makes the moves again")

    def action_hint(self) -> None:
        """Ask for the next move."""
        if self.session.lost or self.session.solved:
            self.message = (
                "undo first: the game is lost" if self.session.lost else "it is solved already"
            )
        else:
            self._awaits_hint = True
            self.advice.find_hint(self.session.moves)
            self.message = "thinking about a hint ..."
        self._show()

    def action_leaf(self, by: int) -> None:
        """Go to the next or the previous level."""
        number = self.number + by
        if number not in self.pack.numbers:
            self.message = f"{self.pack.name} has the levels {self._range()}"
            self._show()
            return
        try:
            self.load(number)
        except BadInput as error:
            app_of(self).complain(error)

    def _range(self) -> str:
        return f"{self.pack.numbers[0]} to {self.pack.numbers[-1]}"

    def action_watch(self) -> None:
        """Let a solver play this level."""
        app_of(self).choose_solver(self.pack, self.number)

    def help_keys(self) -> list[tuple[str, str]]:
        """The keys of the board before those of the screen."""
        return [*self.board.controls, *super().help_keys()]

    # What the screen shows.

    def _after_change(self, message: str) -> None:
        """The position may be another one."""
        self.board.forget()
        self.view.hint = None
        self._awaits_hint = False
        self.message = message
        if self.session.lost:
            self.message = f"lost: {self.session.lost}; u takes the move back"
        elif self.session.solved:
            self.message = self._praise()
        else:
            self.advice.find_outlook(self.session.moves)
        self._show()

    def _praise(self) -> str:
        best = self.advice.optimum
        session, cost = self.session, self.session.cost
        made = f"solved in {length(session.puzzle, session.moves, cost)}"
        if best is not None and best.cost is not None and cost <= best.cost:
            proof = "nobody can do better" if best.proved else "as good as the best known"
            made += f", {proof}"
        return f"{made}! n: the next level"

    def _listen(self) -> None:
        """Show what has been found out, if it is news."""
        advice = self.advice
        answers = (advice.outlook, advice.optimum, advice.has_hint)
        has_hint = self._awaits_hint and advice.has_hint
        if answers == self._heard and not has_hint:
            return
        has_new_optimum = advice.optimum is not None and advice.optimum not in self._heard[1:2]
        self._heard = answers
        if has_new_optimum and not self._awaits_hint and not self.session.solved:
            self.advice.find_outlook(self.session.moves)  # its plan may be a better one
        if has_hint:
            self._awaits_hint = False
            self.view.hint = self.advice.hint
            if self.advice.hint is None:
                self.message = "no hint: no solution was found in time"
            else:
                self.message = f"hint: {self.board.name_of(self.advice.hint)}"
            self.advice.find_outlook(self.session.moves)
        self._show()

    def _show(self) -> None:
        self.query_one("#counter", Static).update(self._counter())
        self.say(self.message)
        self.query_one("#side", Static).update(self._side())
        self.view.refresh()

    def _counter(self) -> Text:
        session, best = self.session, self.advice.optimum
        counts = session.counts.items()
        text = Text("  ".join(f"{plural(unit)} {number:,}" for unit, number in counts))
        if best is None:
            text.append("  best ...")
        elif best.cost is not None:
            least = counted(best.cost, best.unit)
            text.append(f"  {'optimum' if best.proved else 'best'} {least}")
        return text.append("  ").append_text(self._light()).append(" ")

    def _light(self) -> Text:
        """Can it still be won?"""
        support = app_of(self).support
        if self.session.solved:
            return Text(support.pick("★ solved", "* solved"), style_of("good", support.colours))
        lost: Outlook[Any] = Outlook(False, checked=True)
        outlook = lost if self.session.lost else self.advice.outlook
        if outlook is None:
            return Text(support.pick("○ looking", "? looking"), style_of("quiet", support.colours))
        shown, role = {
            True: (support.pick("● solvable", "+ solvable"), "good"),
            False: (support.pick("✖ lost", "! lost"), "bad"),
            None: (support.pick("○ not known", "? not known"), "quiet"),
        }[outlook.solvable]
        if outlook.solvable is False and not outlook.checked:
            shown += ", not checked"
        return Text(shown, style_of(role, support.colours))

    def _side(self) -> Text:
        """The position in words, what the marks mean, and the last moves."""
        width = max(10, self.query_one("#side", Static).size.width - 2)
        height = self.view.size.height
        parts = [self.board.describe(self.session.state)]
        if not self.session.solved and not self.session.lost and self.advice.outlook:
            parts.append(str(self.advice.outlook))
        legend = "\n".join(self.board.legend())
        if legend:
            parts.append(legend)
        text = Text("\n\n".join(part for part in parts if part))
        used = sum(len(line) // width + 1 for line in text.plain.split("\n"))
        room = max(1, height - used - 3) * width
        moves = self._moves()
        if moves:
            shown = moves if len(moves) <= room else "..." + moves[3 - room :]
            text.append(f"\n\n{shown}", style_of("quiet", app_of(self).support.colours))
        return text

    def _moves(self) -> str:
        entry = self.pack.entry
        return entry.notation.format_plan(self.session.moves) if self.session.moves else ""

"""The app: its style, its threads, and the way from one screen to the next."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import App
from textual.binding import Binding
from textual.css.query import NoMatches
from textual.filter import LineFilter, NoColor
from textual.screen import Screen

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, FaultyCode
from unriddle.plugins import fault_of
from unriddle.records import Record, Store, key_of
from unriddle.tui.background import BackgroundTasks
from unriddle.tui.packs import LevelPack, find
from unriddle.tui.terminal import Colours, Support
from unriddle.tui.words import t

if TYPE_CHECKING:
    from unriddle.core import Limits
    from unriddle.solving import Choice


FAULT_SECONDS = 20.0
"""How long a fault in the code of a user is shown: it comes with the lines that led to it."""


class UnriddleApp(App[None]):
    """Plays, watches and compares; starts with a level, or with the menu."""

    TITLE = "unriddle"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("ctrl+q,ctrl+c", "quit", "Quit", priority=True),
        Binding("question_mark,f1", "help", "Help"),
    ]
    CSS_PATH = "layout.tcss"

    def __init__(
        self,
        reference: str | None = None,
        *,
        support: Support | None = None,
        puzzle: str | None = None,
        rules: Mapping[str, Any] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.notes = notes
        """What the player should know at the start."""
        self.support = support or Support()
        few = self.support.colours is not Colours.MANY
        super().__init__(ansi_color=True if few else None)
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (110, "-wide")]
        if few:
            self.theme = "ansi-dark"
        self.rules = dict(rules or {})
        self.background_tasks = BackgroundTasks(lambda fault: self.call_later(self.complain, fault))
        self.store = Store()
        self.last_level: tuple[LevelPack, int] | None = None
        """What was played last: the menu comes back to it."""
        self._told = ""
        self._last_filters = list(_filters(self.support))
        self.set_class(self.support.colours is Colours.NONE, "-plain")
        self._first = find(reference, puzzle=puzzle, rules=self.rules) if reference else None

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Those of Textual, and behind them what the terminal needs."""
        return [*super().get_line_filters(), *self._last_filters]

    def on_mount(self) -> None:
        """Show the board of the level that was named, or the menu."""
        if self._first is not None:
            self.play_level(*self._first)
        else:
            self._show_menu()
        for note in self.notes:
            self.notify(t(note), severity="warning", markup=False)
        self._quit_on_signals()

    def _quit_on_signals(self) -> None:
        """A window that is closed, or `kill`, ends the app as its keys do: no game is lost."""
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError, ValueError, AttributeError):  # Windows
            for one in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(one, partial(self.exit, return_code=128 + one))

    def _show_menu(self) -> None:
        from unriddle.tui.screens.menu import MenuScreen

        self.push_screen(MenuScreen())

    def on_unmount(self) -> None:
        """Leave nothing behind."""
        self.background_tasks.close()

    # The ways between screens; each screen is loaded when it is first wanted.

    def go_back(self) -> None:
        """To the screen before, or to the menu, which only q leaves."""
        is_first = len(self.screen_stack) == 2  # under all lies the empty one of Textual
        if is_first and self._first is None:
            return
        self.pop_screen()
        if is_first:
            self._first = None
            self._show_menu()

    def play_level(self, pack: LevelPack, number: int) -> None:
        """Play a level by hand."""
        from unriddle.tui.screens.play import PlayScreen

        try:
            self.push_screen(PlayScreen(pack, number))
        except BadInput as error:
            self.complain(error)

    def choose_solvers(self, purpose: str, pack: LevelPack, number: int) -> None:
        """Choose what is watched on a level, compared on it, or run over many: `PURPOSES`."""
        from unriddle.tui.screens.solver_choice import PURPOSES

        self.push_screen(PURPOSES[purpose](pack, number))

    def watch_solver(self, puzzle: AnyPuzzle, choice: Choice, limits: Limits) -> None:
        """Let a solver work on a level, in place of the screen where it was chosen."""
        from unriddle.tui.screens.search import SearchScreen

        self._note_solver(puzzle)
        self.switch_screen(SearchScreen(puzzle, choice, limits))

    def follow_search(self, puzzle: AnyPuzzle, choice: Choice) -> None:
        """Follow a search step by step, in place of the screen where it was chosen."""
        from unriddle.tui.screens.trace import TraceScreen

        self._note_solver(puzzle)
        self.switch_screen(TraceScreen(puzzle, choice))

    def _note_solver(self, puzzle: AnyPuzzle) -> None:
        """A game at this level, also one that waits below, has a solver's help from now on."""
        from unriddle.tui.screens.play import PlayScreen

        key = key_of(puzzle)
        self.store.note_help(key, self.store.help_seen(key) | {"solver"})
        for screen in self.screen_stack:
            if isinstance(screen, PlayScreen) and key_of(screen.session.puzzle) == key:
                screen.session.take_help("solver")
                screen.keeper.note_help()

    def tabulate(
        self, title: str, jobs: Sequence[tuple[AnyPuzzle, Choice]], limits: Limits
    ) -> None:
        """Run solvers over levels and fill a table, in place of the screen of their choice."""
        from unriddle.tui.screens.table import TableScreen

        self.switch_screen(TableScreen(title, jobs, limits))

    def show_records(self) -> None:
        """Show the best games and the statistics."""
        from unriddle.tui.screens.records import RecordsScreen

        self.push_screen(RecordsScreen())

    def keep(self, record: Record | None) -> None:
        """Say once if the store of records does not work; play goes on."""
        if record is not None and self.store.problem != self._told:
            self._told = self.store.problem
            if self._told:
                self.notify(t(self._told), severity="warning", markup=False)

    def replay_plan(
        self, puzzle: AnyPuzzle, plan: Sequence[Any], verdict: str, by: str = ""
    ) -> None:
        """Show a solution move by move, and who found it."""
        from unriddle.tui.screens.replay import ReplayScreen

        if by:
            self._note_solver(puzzle)
        self.push_screen(ReplayScreen(puzzle, plan, verdict, by))

    def action_help(self) -> None:
        """Say what the keys of this screen do."""
        from unriddle.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            keys = getattr(self.screen, "help_keys", None)
            self.push_screen(HelpScreen(keys() if keys else ()))

    def complain(self, error: BadInput | FaultyCode) -> None:
        """Show what is wrong with something that was typed, or with the code of a user."""
        seconds = None
        if isinstance(error, FaultyCode):
            seconds = FAULT_SECONDS
            self.clear_notifications()  # the same fault is met again and again
        text = f"{t(str(error))}\n{t(error.hint)}".strip()
        self.notify(text, severity="error", markup=False, timeout=seconds)

    @contextmanager
    def faults_told(self) -> Iterator[None]:
        """What code of a user does wrong meanwhile is shown; the app lives on."""
        try:
            yield
        except NoMatches:  # a screen that comes while the app ends gets no widgets from Textual
            if not self._exit:
                raise
        except Exception as error:
            fault = fault_of(error)
            if fault is None:
                raise
            self.complain(fault)

    async def run_action(self, *given: Any, **named: Any) -> bool:
        """What a key is bound to."""
        with self.faults_told():
            return await super().run_action(*given, **named)
        return True


def app_of(screen: Screen[Any]) -> UnriddleApp:
    """The app of a screen, by its own type."""
    return cast(UnriddleApp, screen.app)


def _filters(support: Support) -> Iterator[LineFilter]:
    """What takes colours and Unicode away from lines where the terminal has none."""
    if support.colours is Colours.NONE:
        yield NoColor()
    if not support.unicode:
        from unriddle.tui.ascii import AsciiFilter

        yield AsciiFilter()

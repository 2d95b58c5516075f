"""The best games and the statistics, of the app and of the page."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import DataTable, Static

from unriddle.catalog import PUZZLES
from unriddle.core import UnriddleError
from unriddle.records import Record, bests, statistics
from unriddle.records.record import puzzle_of
from unriddle.tui.app import app_of
from unriddle.tui.saying import helped, in_words, told
from unriddle.tui.widgets.keyed_screen import HELP, QUIT, Key, KeyedScreen, back
from unriddle.tui.words import t
from unriddle.wording import aligned, clock


class RecordsScreen(KeyedScreen):
    """Figures for each puzzle, and a table of games to replay."""

    KEYS = (
        Key("up, down", help="choose a game"),
        Key("Enter", "replay", "replay", "replay the game"),
        HELP,
        back(),
        QUIT,
    )

    def compose(self) -> ComposeResult:
        """Statistics above, games below."""
        yield from self.title_bar("Records and statistics")
        yield Static(id="statistics", markup=False)
        self._table: DataTable[Text] = DataTable(cursor_type="row")
        yield self._table
        yield from self.last_lines()

    def on_mount(self) -> None:
        """Fill both."""
        store = app_of(self).store
        games = store.games()
        self._games: list[Record] = sorted(
            bests(games).values(), key=lambda one: one.began, reverse=True
        )
        heads = ("Puzzle", "Games", "Won", "Without help", "Wins in a row (most)", "Time")
        rows = [tuple(map(t, heads))]
        rows += [
            (
                one.puzzle,
                str(one.played),
                str(one.won),
                str(one.unaided),
                f"{one.streak} ({one.best_streak})",
                clock(one.seconds),
            )
            for one in statistics(games)
        ]
        lines = "\n".join(f" {line}" for line in aligned(rows))
        self.query_one("#statistics", Static).update(lines)
        self._table.add_columns(*map(t, ("Level", "Result", "Time", "Date", "Help")))
        for number, one in enumerate(self._games):
            cells = (one.name, in_words(one.counts), clock(one.seconds), one.began[:10])
            self._table.add_row(*map(Text, (*cells, helped(one))), key=str(number))
        self._table.focus()
        self.say(store.problem or ("" if self._games else "No game has been won yet."))

    def action_replay(self) -> None:
        """What Enter does, for the mouse."""
        self._table.action_select_cursor()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Replay the game of a row."""
        record = self._games[int(str(event.row_key.value))]
        try:
            plan = PUZZLES[record.puzzle].notation.parse_plan(record.plan, record.name)
            app_of(self).replay_plan(puzzle_of(record), plan, told(record))
        except (UnriddleError, KeyError) as error:
            self.say(str(error))

"""Solvers over levels: a table that fills in while they run, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import DataTable, Input, Static

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, Limits
from unriddle.solving import Choice
from unriddle.tui.app import app_of
from unriddle.tui.background import BackgroundRun, Stopper
from unriddle.tui.results import cells, columns_of, solved, sort_key, write_csv
from unriddle.tui.saying import verdict
from unriddle.tui.widgets.keyed_screen import HELP, QUIT, Key, KeyedScreen, back
from unriddle.tui.words import t

INTERVAL = 0.2


class TableScreen(KeyedScreen):
    """A row a level and solver; sorted by any column, and written to a file on request."""

    KEYS = (
        Key("1-9", "sort by column", "sort_next", "sort by a column; again: the other way round"),
        *(Key(str(n), action=f"sort({n - 1})") for n in range(1, 10)),
        Key("s", action="sort_next", help="sort by the next column"),
        Key("S", "reverse", "reverse", "reverse the order"),
        Key("click", help="on a heading: sort by it"),
        Key("Enter", "replay", "replay", "replay the solution of a row"),
        Key("e", "export CSV", "export", "write the table as CSV"),
        back("stop, then back", "stop", "stop; once all has ended, back"),
        HELP,
        QUIT._replace(label=""),
    )

    def __init__(
        self, title: str, jobs: Sequence[tuple[AnyPuzzle, Choice]], limits: Limits
    ) -> None:
        super().__init__()
        self.heading = title
        self.searches = [BackgroundRun(choice, puzzle, limits) for puzzle, choice in jobs]
        self.columns = columns_of(self.searches)
        self._shown: list[list[str]] = [[] for _ in self.searches]
        self._order = list(range(len(self.searches)))
        self._sorted_by: int | None = None
        self._reversed = False
        self._through = False

    def compose(self) -> ComposeResult:
        """The table between a title and the keys."""
        yield from self.title_bar(self.heading)
        yield DataTable(cursor_type="row", id="table")
        yield from self.last_lines()
        yield Input("results.csv", id="path")

    def on_mount(self) -> None:
        """Fill in the names and begin."""
        table = self._table
        for index, column in enumerate(self.columns):
            table.add_column(t(column.name), key=str(index))
        for index, search in enumerate(self.searches):
            self._shown[index] = cells(self.columns, search)
            table.add_row(
                *map(self._cell, range(len(self.columns)), self._shown[index]), key=str(index)
            )
        table.focus()
        self._stopper = app_of(self).background_tasks.begin(self._work)
        self._timer = self.set_interval(INTERVAL, self._refresh)
        self._refresh()

    def on_unmount(self) -> None:
        """The searches end with their screen."""
        self._stopper.stop()

    @property
    def _table(self) -> DataTable[Text]:
        return self.query_one("#table", DataTable)

    def _work(self, stopper: Stopper) -> None:
        """Run the searches one after the other, so that they do not slow each other down."""
        for search in self.searches:
            if stopper.stopped:
                break
            search.carry_out(stopper)
        self._through = True

    def _cell(self, column: int, text: str) -> Text:
        known = self.columns[column]
        text = t(text) if known.name in ("status", "opt.") else text
        return Text(text, justify="right" if known.is_number else "left")

    def _refresh(self) -> None:
        """Fill in what is new."""
        through = self._through
        changed = False
        for index, search in enumerate(self.searches):
            row = cells(self.columns, search)
            for column, (old, new) in enumerate(zip(self._shown[index], row, strict=True)):
                if old != new:
                    changed = True
                    self._table.update_cell(
                        str(index), str(column), self._cell(column, new), update_width=True
                    )
            self._shown[index] = row
        if changed and self._sorted_by is not None:
            self._sort()
        ended = sum(search.ended for search in self.searches)
        told = t(
            "{ended} of {count} run, {solved} solved",
            ended=ended,
            count=len(self.searches),
            solved=solved(self.searches),
        )
        if through:
            told = f"{t('stopped' if ended < len(self.searches) else 'done')}, {told}"
        self.query_one("#counter", Static).update(f"{told} ")
        if through:
            self._timer.stop()

    # Sorting.

    def on_data_table_header_selected(self, event: DataTable.HeaderSelected) -> None:
        """Sort by the column that was clicked."""
        self.action_sort(event.column_index)

    def action_sort(self, column: int) -> None:
        """Sort by a column; the same one again turns the order round."""
        if column >= len(self.columns):
            return
        self._reversed = not self._reversed if column == self._sorted_by else False
        self._sorted_by = column
        self._sort()

    def action_sort_next(self) -> None:
        """Sort by the column after the one that it is sorted by."""
        self.action_sort(
            0 if self._sorted_by is None else (self._sorted_by + 1) % len(self.columns)
        )

    def action_reverse(self) -> None:
        """Turn the order round."""
        self.action_sort(self._sorted_by or 0)

    def _sort(self) -> None:
        column = self.columns[self._sorted_by or 0]
        order = sorted(self._order, key=lambda index: sort_key(column, self.searches[index]))
        if self._reversed:
            order.reverse()
        place = {index: position for position, index in enumerate(order)}
        # The table sorts by the values of one column; the level and the solver name a row.
        keys = {tuple(self._shown[index][:2]): place[index] for index in self._order}
        self._table.sort("0", "1", key=lambda row: keys[(row[0].plain, row[1].plain)])
        told = "sorted by {column}, downwards" if self._reversed else "sorted by {column}, upwards"
        self.say(t(told, column=t(column.name)))

    # What can be done with the rows.

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Replay the solution of a row."""
        search = self.searches[int(str(event.row_key.value))]
        if search.result is None or search.result.plan is None:
            self.say(search.problem or "there is no solution to replay in this row")
            return
        app_of(self).replay_plan(
            search.puzzle,
            search.result.plan,
            verdict(search.puzzle, search.result),
            search.choice.solver.shown,
        )

    def action_replay(self) -> None:
        """What Enter does, for the mouse."""
        self._table.action_select_cursor()

    def action_export(self) -> None:
        """Ask for the name of a file."""
        path = self.query_one("#path", Input)
        path.add_class("-shown")
        path.focus()
        self.say("Enter writes the table to this file, Escape does not")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Write the file."""
        ordered = [self.searches[int(str(row.key.value))] for row in self._table.ordered_rows]
        try:
            write_csv(event.value.strip(), self.columns, ordered)
        except BadInput as error:
            self.say(error)
            return
        self._close_export()
        self.say(t("{count} rows written to {path}", count=len(ordered), path=event.value.strip()))

    def _close_export(self) -> None:
        self.query_one("#path").remove_class("-shown")
        self._table.focus()

    def action_stop(self) -> None:
        """Close the question for a file; stop the searches; when they have ended, go back."""
        if self.query_one("#path").has_class("-shown"):
            self._close_export()
        elif self._through:
            app_of(self).go_back()
        else:
            self._stopper.stop()
            self.say("stopping ...")

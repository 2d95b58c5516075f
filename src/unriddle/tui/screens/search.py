"""A solver at work: live figures until it ends or is stopped."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from unriddle.catalog import AnyPuzzle
from unriddle.core import Limits
from unriddle.play import Session
from unriddle.solving import Choice
from unriddle.tui.app import app_of
from unriddle.tui.background import BackgroundRun
from unriddle.tui.boards import board_for
from unriddle.tui.saying import bounds, counted, verdict
from unriddle.tui.styles import style_of
from unriddle.tui.terminal import Support
from unriddle.tui.widgets.board_view import BoardView
from unriddle.tui.widgets.keyed_screen import HELP, QUIT, Key, KeyedScreen, back
from unriddle.tui.words import said_title, t
from unriddle.wording import mebibytes, seconds

INTERVAL = 0.1


class SearchScreen(KeyedScreen):
    """The level, what the search has done so far, and at the end its verdict."""

    KEYS = (
        back("stop, then back", "stop", "stop the search; once it has ended, back"),
        Key("Enter", "replay the solution", "replay", "replay the solution", "enter"),
        HELP,
        QUIT,
    )

    def __init__(self, puzzle: AnyPuzzle, choice: Choice, limits: Limits) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.search = BackgroundRun(choice, puzzle, limits)
        self._rates: deque[float] = deque(maxlen=400)
        self._before = (0.0, 0)
        self._has_ended = False

    def compose(self) -> ComposeResult:
        """Board and figures."""
        yield from self.title_bar(
            f"{self.puzzle.name}  {said_title(self.puzzle.title)}", self._solver()
        )
        with Horizontal():
            board = board_for(self.puzzle, app_of(self).support)
            yield BoardView(Session(self.puzzle), board)
            yield Static(id="figures", classes="side", markup=False)
        yield from self.last_lines()

    def _solver(self) -> str:
        choice = self.search.choice
        who = t(choice.solver.shown)
        if choice.heuristic:
            who = t("{solver} with {heuristic}", solver=who, heuristic=choice.heuristic)
        return f"{who}, {choice.engine} "

    def on_mount(self) -> None:
        """Begin the search."""
        self._stopper = app_of(self).background_tasks.begin(self.search.carry_out)
        self._timer = self.set_interval(INTERVAL, self._refresh)
        self._refresh()

    def on_unmount(self) -> None:
        """The search ends with its screen."""
        self._stopper.stop()

    def on_resize(self) -> None:
        """The curve is as wide as its column."""
        self.call_after_refresh(self._show)

    def _refresh(self) -> None:
        stats = self.search.stats
        before, expanded = self._before
        if stats.seconds > before:
            self._rates.append((stats.expanded - expanded) / (stats.seconds - before))
            self._before = (stats.seconds, stats.expanded)
        if self.search.ended:
            self._timer.stop()
            self._has_ended = True
        self._show()
        self.action_replay()

    def _show(self) -> None:
        self.query_one("#figures", Static).update(self._figures())
        result = self.search.result
        if self.search.problem:
            message = self.search.problem
        elif result is not None:
            message = verdict(self.puzzle, result)
        else:
            known = bounds(self.search.stats, self.puzzle.cost_unit)
            message = t("searching; Esc stops it")
            if known:
                message = t("searching: {known}; Esc stops it", known=known)
        self.say(message)

    def _figures(self) -> Text:
        stats, limits = self.search.stats, self.search.limits
        rate = stats.expanded / stats.seconds if stats.seconds else 0.0
        rows = [
            ("nodes", f"{stats.expanded:,}", limits.nodes and f"{limits.nodes:,}"),
            ("a second", f"{rate:,.0f}", None),
            ("generated", f"{stats.generated:,}", None),
            ("frontier", f"{stats.frontier:,}", None),
            ("memory", mebibytes(stats.memory), limits.mebibytes and f"{limits.mebibytes:g}"),
            ("time", seconds(stats.seconds), limits.seconds and f"{limits.seconds:g} s"),
        ]
        if stats.lower is not None:
            rows.append(("at least", counted(stats.lower, self.puzzle.cost_unit), None))
        if stats.upper is not None:
            rows.append(("found", counted(stats.upper, self.puzzle.cost_unit), None))
        text = Text()
        for name, value, limit in rows:
            text.append(f"{t(name):<10}").append(value, "bold").append(
                f"/{limit}\n" if limit else "\n"
            )
        support = app_of(self).support
        width = max(8, self.query_one("#figures", Static).size.width)
        text.append(f"\n{t('nodes a second over time')}\n", style_of("quiet", support.colours))
        text.append(
            sparkline(list(self._rates)[-width:], support), style_of("good", support.colours)
        )
        return text

    def action_stop(self) -> None:
        """Stop the search; when it has ended, go back."""
        if self._has_ended:
            app_of(self).go_back()
        else:
            self._stopper.stop()

    def action_replay(self) -> None:
        """Show the solution, as soon as there is one."""
        result = self.search.result
        if result is not None and result.plan is not None:
            app_of(self).replay_plan(
                self.puzzle, result.plan, verdict(self.puzzle, result), self._solver()
            )


def sparkline(values: Sequence[float], support: Support) -> str:
    """One character a value; the largest is drawn highest, and nothing is drawn below zero."""
    steps = support.pick("▁▂▃▄▅▆▇█", "_.:-=+*#")
    top = max(values, default=0.0)
    if top <= 0:
        return steps[0] * len(values)
    return "".join(
        steps[min(len(steps) - 1, int(max(0.0, value) / top * len(steps)))] for value in values
    )

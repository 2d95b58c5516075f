"""A textbook search, step by step: the board, the line of the pseudo-code, and a sentence."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from unriddle.catalog import AnyPuzzle
from unriddle.core import Status, UnriddleError
from unriddle.play import Session, starting_from
from unriddle.plugins import fault_of
from unriddle.search.own_thread import within
from unriddle.solving import Choice
from unriddle.tracing.reading import Json
from unriddle.tracing.sentences import fate_word, word
from unriddle.tracing.trace import Trace
from unriddle.tracing.tracer import Tracer
from unriddle.tui.app import app_of
from unriddle.tui.boards import board_for
from unriddle.tui.styles import style_of
from unriddle.tui.widgets.board_view import BoardView
from unriddle.tui.widgets.keyed_screen import HELP, QUIT, Key, KeyedScreen, back
from unriddle.tui.words import language, t

MOST = 100_000
"""Steps that are kept."""
PORTION = 0.05
"""Seconds of work between two looks at the keys."""
PATIENCE = 5.0
"""Seconds that a step of a user's own search may take."""
FIGURES = ("f", "g", "h")
_SPELT = str.maketrans({"←": ":=", "∞": "infinity", "≤": "<=", "·": "*"})
"""The signs of pseudo-code where the terminal has none of them."""


class TraceScreen(KeyedScreen):
    """Starts at the first step. Steps that were seen are kept: back costs nothing."""

    KEYS = (
        Key("right", "step", "step(1)", "a step forward", "right"),
        Key("left", "back", "step(-1)", "a step back", "left"),
        Key("PageDown", action="step(10)", help="ten steps forward", keys="pagedown"),
        Key("PageUp", action="step(-10)", help="ten steps back", keys="pageup"),
        Key("n", "next event", "event", "to the next event: a better h, a dead end, a goal, ..."),
        Key("Home", " ", "jump(1)", "to the first step", "home"),
        Key("End", " ", "jump(1000000000)", "to the end", "end"),
        Key("Enter", "play the plan", "replay", "play the plan that was found", "enter"),
        HELP,
        back(),
        QUIT._replace(label=""),
    )

    def __init__(self, puzzle: AnyPuzzle, choice: Choice) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.choice = choice
        patiently = (lambda work: within(work, PATIENCE)) if choice.own else None
        self.tracer = Tracer(puzzle, choice, run=patiently)
        self._preparing = self.tracer.prepare()
        self.trace = Trace([])
        self.at = 0
        """The step that is shown, counted from 1; 0 as long as there is none."""
        self._wanted: Callable[[], bool] | None = None
        """Says whether the steps that were asked for are there."""
        self.session: Session[Any, Any] = Session(puzzle)

    def compose(self) -> ComposeResult:
        """Board, pseudo-code and sentence."""
        puzzle, heuristic = self.puzzle, self.tracer.heuristic_title
        guided = f" {word('with', language())} {t(heuristic)}" if heuristic else ""
        title = f"{puzzle.name}  {t(self.choice.solver.shown)}{guided}"
        yield from self.title_bar(title)
        with Horizontal():
            self.view = BoardView(self.session, board_for(puzzle, app_of(self).support))
            yield self.view
            yield Static(id="code", classes="side", markup=False)
        yield from self.last_lines("preparing")

    def on_mount(self) -> None:
        """Prepare the search, and make its first step."""
        self.action_jump(1)

    # Steps.

    def action_step(self, by: int) -> None:
        """Some steps forth or back."""
        self.action_jump(self.at + by)

    def action_jump(self, step: int) -> None:
        """To a step, which may have to be made first."""
        target = max(1, step)
        self._want(lambda: len(self.trace) >= target, lambda: self._go(target))

    def action_event(self) -> None:
        """To the next step in which something happens that is worth a look, or to the end."""
        looked_at, target = self.at, MOST + 1

        def found() -> bool:
            nonlocal looked_at, target
            steps = self.trace.steps
            while looked_at < len(steps):
                looked_at += 1
                if "event" in steps[looked_at - 1]:
                    target = looked_at
                    return True
            return False

        self._want(found, lambda: self._go(target))

    def action_replay(self) -> None:
        """Play the plan that was found."""
        end = self.trace.end
        if end is not None and end.get("node") is not None:
            plan = self.tracer.way_to(end["node"])
            app_of(self).replay_plan(self.puzzle, plan, self.trace.sentence(None, language()))

    def _want(self, there: Callable[[], bool], then: Callable[[], None]) -> None:
        """Search until `there` is true, a moment at a time, then do what was asked for."""
        self._wanted = there

        def portion() -> None:
            if self._wanted is not there or not self.is_attached:
                return  # somebody wants something else by now
            try:
                done = self._work(there)
            except Exception as error:
                fault = error if isinstance(error, UnriddleError) else fault_of(error)
                if fault is None:
                    raise
                self.tracer.stop(Status.STOPPED)
                self.say(str(fault))
                return
            if done:
                then()
            else:
                self.say(t("searching: {count} steps", count=f"{len(self.trace):,}"))
                self.set_timer(0.001, portion)

        portion()

    def _work(self, there: Callable[[], bool]) -> bool:
        """Search for a moment; True when what was asked for is there, or cannot come."""
        deadline = time.monotonic() + PORTION
        tracer, trace = self.tracer, self.trace
        while not tracer.is_ready and tracer.ending is None:
            if next(self._preparing, self) is self:
                trace.add(tracer.header())
            if time.monotonic() > deadline:
                return False
        while not there():
            if trace.end is not None:
                return True
            if len(trace) >= MOST:
                tracer.stop(Status.OUT_OF_NODES)
            try:
                line = tracer.step()
            except TimeoutError:
                tracer.stop(Status.OUT_OF_TIME)
                line = None
            trace.add(tracer.ended() if line is None else line)
            if time.monotonic() > deadline:
                return there()
        return True

    # What is seen.

    def _go(self, step: int) -> None:
        self.at = min(step, len(self.trace))
        self._show(at_end=step > len(self.trace) and self.trace.end is not None)

    def _show(self, *, at_end: bool) -> None:
        trace = self.trace
        line: Json = trace.end if at_end and trace.end is not None else trace.steps[self.at - 1]
        number = line.get("node")
        if number is not None:
            state = self.tracer.state_of(number)
            self.view.session = self.session = Session(starting_from(self.puzzle, state))
            self.view.refresh()
        step, of = word("step", language()), word("of", language())
        counted = f"{step} {self.at:,} {of} {len(trace):,}{'' if trace.end else '+'} "
        self.query_one("#counter", Static).update(counted)
        self.query_one("#code", Static).update(self._code(line))
        self.say(trace.sentence(None if at_end else self.at, language()))

    def _code(self, line: Json) -> Text:
        """The pseudo-code with the lines that ran, and below it the figures of the step."""
        support = app_of(self).support
        text = Text()
        ran = {line.get("line", ""), *line.get("lines", ())} - {""}
        for one in self.trace.header["pseudocode"]:
            lit = one["name"] in ran
            sign = ">" if one["name"] == line.get("line") else " "
            words = one["text"].get(language()) or one["text"]["en"]
            if not support.unicode:
                words = words.translate(_SPELT)
            shown = f"{sign}{'  ' * one['depth']}{words}\n"
            text.append(shown, style_of("hint" if lit else "quiet", support.colours))
        node = self.trace.nodes.get(line.get("node", -1), {})
        known = [f"{name} = {node[name]}" for name in FIGURES if name in node]
        said = language()
        known += [f"{word(name, said)} {line[name]}" for name in ("open", "closed") if name in line]
        known += [
            f"{word(name, said)} {value}"
            for name, value in line.get("instrument", {}).items()
            if not isinstance(value, list) and value is not None
        ]
        text.append(f"\n{', '.join(known)}\n\n")
        for one in line.get("successors", ()):
            child = one.get("node", {})
            figures = ", ".join(f"{name} = {child[name]}" for name in FIGURES if name in child)
            text.append(f"{one['move']:<4} {fate_word(one['fate'], said):<10} {figures}\n")
        return text

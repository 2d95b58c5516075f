"""The screen on which one plays by hand."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import date
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from unriddle import engines
from unriddle.core import BadInput, IllegalMove
from unriddle.generating.freecell import are_measured_by, deal_of_the_day, winnable_deal
from unriddle.outlook import Outlook, is_winnable
from unriddle.play import Session, WhereLost, where_lost
from unriddle.rating.difficulty import DIFFICULTIES
from unriddle.records import Keeper, Record, bests, key_of
from unriddle.records.record import puzzle_of
from unriddle.tui import saying
from unriddle.tui.advice import Advice
from unriddle.tui.app import app_of
from unriddle.tui.background import Stopper
from unriddle.tui.boards import board_for
from unriddle.tui.boards.board import Answer
from unriddle.tui.packs import LevelPack
from unriddle.tui.styles import style_of
from unriddle.tui.widgets.board_view import BoardView
from unriddle.tui.widgets.keyed_screen import HELP, QUIT, Key, KeyedScreen, back
from unriddle.tui.words import said_title, t
from unriddle.wording import clock

INTERVAL = 0.1
"""Seconds between two looks at whether an answer has been found."""
DEALS = 100
"""Random deals that are looked at before one is given up; nearly all can be won."""


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
        Key("l", "where lost?", "where_lost", "which move lost the game"),
        Key("g", "random", "random", "a random deal that can be won, or a level not solved yet"),
        Key("t", "", "today", "the deal of the day"),
        Key("m", "", "harder", "a deal that can be won, of the next difficulty"),
        Key("Enter", action="go_on", help="after a win, to the next level", keys="enter"),
        Key("e", "", "finish", "send all cards home, when nothing else is left to do"),
        Key("v", "best", "replay_best", "replay your best game"),
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
        self.lost_by: WhereLost[Any] | None = None
        self._search: Stopper | None = None
        self._seconds = -1
        self._awaits_hint = False
        self._heard: tuple[Any, ...] = ()
        self._step = -1
        """The difficulty of the last deal that was asked for by difficulty."""

    def compose(self) -> ComposeResult:
        """Title, board, moves, message and keys."""
        self._follow()
        self.view = BoardView(self.session, self.board, self.answered)
        yield from self.title_bar()
        with Horizontal():
            yield self.view
            yield Static(id="side", classes="side", markup=False)
        yield from self.last_lines()

    def on_mount(self) -> None:
        """Begin to ask whether it can be won."""
        self.view.focus()
        self.set_interval(INTERVAL, self.later(self._listen))
        self.app.app_suspend_signal.subscribe(self, lambda _: self.on_screen_suspend())
        self.app.app_resume_signal.subscribe(self, lambda _: self.on_screen_resume())
        self._show_title()
        self._show()
        self.call_after_refresh(self.later(self._begin))  # first the board, then the questions

    def on_unmount(self) -> None:
        """The questions end with their screen; the game waits for the player."""
        self.keeper.leave()
        self.advice.stop()
        self._stop_search()

    def _stop_search(self) -> None:
        if self._search is not None:
            self._search.stop()

    def on_screen_suspend(self) -> None:
        """Time without the player does not count."""
        self.session.stopwatch.pause()

    def on_screen_resume(self) -> None:
        """The player is back."""
        if self.session.moves and not self.session.solved:
            self.session.stopwatch.start()

    def _follow(self) -> None:
        """Draw the session, advise on it, keep its games from now on, and know the best ones."""
        app = app_of(self)
        self.board = board_for(self.session.puzzle, app.support)
        self.advice = Advice(self.session.puzzle, app.background_tasks)
        app.last_level = (self.pack, self.number)
        self.keeper = Keeper.going_on(self.session, app.store)
        self._learn_bests()

    def _learn_bests(self) -> None:
        games = app_of(self).store.games(key_of(self.session.puzzle))
        found = {kind: one for (_, kind), one in bests(games).items()}
        self.own, self.aided = found.get(False), found.get(True)

    def on_resize(self) -> None:
        """The moves that fit beside the board depend on the size."""
        self.call_after_refresh(self.later(self._show))

    def _show_title(self) -> None:
        puzzle = self.session.puzzle
        whole = f" {puzzle.name}  {said_title(puzzle.title)}"
        room = self.size.width - self._counter().cell_len
        self.query_one("#title", Static).update(whole if len(whole) < room else f" {puzzle.name}")

    def _begin(self) -> None:
        self.advice.find_optimum()
        goes_on = bool(self.session.moves)
        self._after_change(t("your game continues; r restarts it") if goes_on else "")

    def load(self, number: int) -> None:
        """Take another level from the pack; raises `BadInput`."""
        session: Session[Any, Any] = Session(self.pack.load(number))
        self.keeper.leave()
        self.advice.stop()
        self._stop_search()
        self.number, self.session = number, session
        self.lost_by = None
        self._follow()
        self.view.session, self.view.board = session, self.board
        self.on_screen_resume()
        self._show_title()
        self._begin()

    # What the player does.

    def answered(self, answer: Answer) -> None:
        """Play what the board made of a key or a click."""
        played = False
        message = t(answer.say)
        for move in answer.moves:
            try:
                played = True
                if not self.session.play(move):
                    break
            except IllegalMove as error:
                message = t(error.reason)
                break
        if played:
            self._after_change(message)
        else:
            self._tell(message)

    def action_undo(self) -> None:
        """Take a move back."""
        self._after_change("" if self.session.undo() else t("there is nothing to undo"))

    def action_redo(self) -> None:
        """Make a move again."""
        self._after_change("" if self.session.redo() else t("there is nothing to redo"))

    def action_restart(self) -> None:
        """Back to the start; redo makes the moves again."""
        self.session.restart()
        self._after_change(t("restarted; U makes the moves again"))

    def action_hint(self) -> None:
        """Ask for the next move."""
        if self.session.lost or self.session.solved:
            self.message = t(
                "undo first: the game is lost" if self.session.lost else "it is solved already"
            )
        else:
            self._awaits_hint = True
            self.advice.find_hint(self.session.moves)
            self.message = t("thinking about a hint ...")
        self._show()

    def action_leaf(self, by: int) -> None:
        """Go to the next or the previous level."""
        number = self.number + by
        if number not in self.pack.numbers:
            first, last = self.pack.numbers[0], self.pack.numbers[-1]
            told = "{pack} has the levels {first} to {last}"
            self._tell(t(told, pack=self.pack.name, first=first, last=last))
        else:
            self._load(number)

    def _load(self, number: int) -> None:
        try:
            self.load(number)
        except BadInput as error:
            app_of(self).complain(error)

    def action_random(self) -> None:
        """A random deal for which a win is found, or a random level that is not solved yet."""
        if self._drawn_from is None:
            solved = self.pack.solved(app_of(self).store.games())
            left = [number for number in self.pack.numbers if number not in solved]
            self._load(random.choice(left or list(self.pack.numbers)))
            return
        for _ in range(DEALS):
            number = random.choice(self._drawn_from)
            if is_winnable(self.pack.load(number)):
                self._load(number)
                return
        self._tell(t("none of {count} random deals could be won", count=DEALS))

    @property
    def _deals_are_measured(self) -> bool:
        """Are there numbered deals, measured by these rules, and the engine that does it?"""
        puzzle: Any = self.session.puzzle
        return (
            self._drawn_from is not None and not engines.why_not and are_measured_by(puzzle.rules)
        )

    @property
    def _drawn_from(self) -> range | None:
        """Numbers to take one of at random, where there are too many levels to list."""
        return self.pack.shipped.drawn_from if self.pack.shipped else None

    def action_today(self) -> None:
        """The deal of the day, which can be won."""
        if self._deals_are_measured:
            self._load(deal_of_the_day(date.today()))
            self._tell(t("the deal of the day"))

    def action_harder(self) -> None:
        """A deal that can be won, of the difficulty after that of the last one."""
        if self._deals_are_measured:
            self._step = (self._step + 1) % len(DIFFICULTIES)
            difficulty = DIFFICULTIES[self._step]
            self._load(winnable_deal(difficulty, seed=random.randrange(2**32)))
            self._tell(t("difficulty: {difficulty}; m: the next", difficulty=t(difficulty)))

    def _tell(self, message: str) -> None:
        self.message = message
        self._show()

    def action_go_on(self) -> None:
        """After a win, to the next level."""
        if self.session.solved:
            self.action_leaf(1)

    def action_finish(self) -> None:
        """Send everything home."""
        if not self.board.has_way_home:
            return
        moves = self.board.way_home(self.session.state)
        for move in moves:
            self.session.play(move)
        self._after_change("" if moves else t("some cards have to be moved first"))

    def action_replay_best(self) -> None:
        """Show the best game, one's own before one with help."""
        best = self.own or self.aided
        if best is None:
            self._tell(t("not solved yet"))
            return
        plan = self.pack.entry.notation.parse_plan(best.plan, best.name)
        app_of(self).replay_plan(puzzle_of(best), plan, saying.told(best))

    def action_where_lost(self) -> None:
        """Find the move that lost the game."""
        session = self.session
        self._stop_search()
        self._tell(t("looking for the losing move ..."))

        def find(stopper: Stopper) -> None:
            found = where_lost(session, started=stopper.attach)
            if not stopper.stopped:
                self.lost_by = found

        self._search = app_of(self).background_tasks.begin(find)

    def action_watch(self) -> None:
        """Let a solver play this level."""
        app_of(self).choose_solvers("watch", self.pack, self.number)

    def keys(self) -> Iterable[Key]:
        """Only where there are cards, all of them can be sent home, or dealt by difficulty."""
        hidden = set() if self.board.has_way_home else {"finish"}
        if not self._deals_are_measured:
            hidden |= {"today", "harder"}
        return [key for key in self.KEYS if key.action not in hidden]

    def help_keys(self) -> list[tuple[str, str]]:
        """The keys of the board before those of the screen."""
        controls = [(t(key), t(meaning)) for key, meaning in self.board.controls]
        return [*controls, *super().help_keys()]

    # What the screen shows.

    def _after_change(self, message: str) -> None:
        """The position may be another one."""
        self.board.forget()
        self.view.hint = None
        self._awaits_hint = False
        self.message = message
        record = self.keeper.note()
        app_of(self).keep(record)
        if self.session.lost:
            self.message = t("lost: {why}; u takes the move back", why=t(self.session.lost))
        elif self.session.solved:
            self._learn_bests()
            self.message = self._praise(record)
        else:
            self.advice.find_outlook(self.session.moves)
        self._show()

    def _praise(self, record: Record | None) -> str:
        best, session = self.advice.optimum, self.session
        parts = [t("solved in {length}", length=saying.in_words(session.counts))]
        if best is not None and best.cost is not None and session.cost <= best.cost:
            parts.append(t("nobody can do better" if best.proved else "as good as the best known"))
        if record is not None and record in (self.own, self.aided):
            help_words = saying.helped(record)
            parts.append(
                t("your best with help ({help})", help=help_words)
                if help_words
                else t("your best so far")
            )
        star = app_of(self).support.pick("★", "*")
        return f"{star} {', '.join(parts)}! {t('Enter: next level')}"

    def _listen(self) -> None:
        """Show what has been found out, if it is news."""
        advice = self.advice
        answers = (advice.outlook, advice.optimum, advice.has_hint)
        has_hint = self._awaits_hint and advice.has_hint
        if self.lost_by is not None:
            self.message, self.lost_by = saying.in_user_words(self.lost_by), None
            self._show()
        if int(self.session.stopwatch.seconds) != self._seconds:
            self._show_counter()
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
                outlook = self.advice.outlook
                self.message = (
                    t("no hint: there is no solution from here")
                    if outlook is not None and outlook.solvable is False
                    else t("no hint: no solution was found in time")
                )
            else:
                self.session.take_help("hint")
                self.keeper.note_help()
                self.message = t("hint: {move}", move=self.board.name_of(self.advice.hint))
            self.advice.find_outlook(self.session.moves)
        self._show()

    def _show(self) -> None:
        self._show_counter()
        self.say(self.message)
        self.query_one("#side", Static).update(self._side())
        self.view.refresh()

    def _show_counter(self) -> None:
        self._seconds = int(self.session.stopwatch.seconds)
        self.query_one("#counter", Static).update(self._counter())
        self._show_title()

    def _counter(self) -> Text:
        session, best = self.session, self.advice.optimum
        counts = session.counts.items()
        text = Text(f"{clock(session.stopwatch.seconds)}  ")
        text.append("  ".join(f"{saying.units(unit)} {number:,}" for unit, number in counts))
        if best is None:
            text.append(f"  {t('best')} ...")
        elif best.cost is not None:
            text.append(f"  {t('optimum' if best.proved else 'best')} {best.cost:,}")
        return text.append("  ").append_text(self._outlook_text()).append(" ")

    def _outlook_text(self) -> Text:
        """Can it still be won?"""
        support = app_of(self).support
        if self.session.solved:
            star = support.pick("★", "*")
            return Text(f"{star} {t('solved')}", style_of("good", support.colours))
        lost: Outlook[Any] = Outlook(False, checked=True)
        outlook = lost if self.session.lost else self.advice.outlook
        if outlook is None:
            shown = f"{support.pick('○', '?')} {t('looking')}"
            return Text(shown, style_of("quiet", support.colours))
        sign, word, role = {
            True: (support.pick("●", "+"), "solvable", "good"),
            False: (support.pick("✖", "!"), "lost", "bad"),
            None: (support.pick("○", "?"), "not known", "quiet"),
        }[outlook.solvable]
        shown = f"{sign} {t(word)}"
        if outlook.solvable is False and not outlook.checked:
            shown += f", {t('not checked')}"
        return Text(shown, style_of(role, support.colours))

    def _side(self) -> Text:
        """The position in words, what the marks mean, and the last moves."""
        width = max(10, self.query_one("#side", Static).size.width - 2)
        height = self.view.size.height
        parts = [self.board.describe(self.session.state)]
        if not self.session.solved and not self.session.lost and self.advice.outlook is not None:
            parts.append(saying.outlook_words(self.advice.outlook))
        parts += self._bests()
        legend = "\n".join(self.board.legend())
        if legend:
            parts.append(legend)
        text = Text("\n\n".join(part for part in parts if part))
        used = sum(len(line) // width + 1 for line in text.plain.split("\n"))
        room = max(1, height - used - 3) * width
        moves = self.pack.entry.notation.format_plan(self.session.moves)
        if moves:
            shown = moves if len(moves) <= room else "..." + moves[3 - room :]
            text.append(f"\n\n{shown}", style_of("quiet", app_of(self).support.colours))
        return text

    def _bests(self) -> list[str]:
        """The best games here, and whether this one has help."""
        lines = []
        if self.own:
            lines.append(f"{t('your best')}: {saying.told(self.own)}")
        if self.aided and (not self.own or self.aided.cost < self.own.cost):
            lines.append(f"{t('with help')}: {saying.told(self.aided)}")
        if now := sorted(self.session.help):
            lines.append(f"{t('help')}: {', '.join(map(saying.help_word, now))}")
        return lines

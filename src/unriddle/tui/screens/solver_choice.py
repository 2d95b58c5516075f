"""Choosing what solves: a solver or several, a heuristic, settings and limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from unriddle.catalog import PuzzleEntry, SolverEntry, summary_of
from unriddle.comparing import SECONDS, USUAL
from unriddle.core import BadInput, Limits
from unriddle.solving import Choice, choose, default_solver
from unriddle.tui.app import app_of
from unriddle.tui.packs import LevelPack
from unriddle.tui.widgets.keyed_screen import HELP, QUIT, Key, KeyedScreen, back
from unriddle.tui.words import said_title, t

FIRST_LEVELS = 20
"""How many levels of a huge pack are suggested."""
LARGE = 1000
"""A pack with more levels is not run as a whole unless the player says so."""
_OWN = "the solver's own"
_N = TypeVar("_N", int, float)


class SolverChoice(KeyedScreen):
    """The solvers of a puzzle with what they promise, and a form for the rest."""

    heading = ""
    several = False
    """May more than one solver be chosen?"""
    seconds = "60"
    """The time limit that stands in the form; that of `best` is its own where it is alone."""

    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("up, down", help="look at the solvers"),
        Key("Space", "choose", "mark", "select or deselect this solver"),
        Key("Enter", "start", "start", "start", "f5"),
        Key("Tab", "next field", "app.focus_next", "next field; Shift+Tab: the one before"),
        Key("settings", help="by name, joined by colons: weight=3 or plies=4:record=100000"),
        Key("limits", help="an empty field is no limit; running into one proves nothing"),
        HELP,
        back(),
        QUIT._replace(label="", help=""),
    )

    def __init__(self, pack: LevelPack, number: int) -> None:
        super().__init__()
        self.pack = pack
        self.number = number
        self.entry: PuzzleEntry = pack.entry
        self.names = list(self.entry.solvers)
        self._default = default_solver(self.entry)
        default = self._default.partition(":")[0]
        self.names.sort(key=lambda name: name != default)  # the default one first
        self.chosen: set[str] = set()

    def compose(self) -> ComposeResult:
        """A list of solvers, what the highlighted one promises, and a form."""
        yield from self.title_bar(f"{t(self.heading)}: {self._subject()}")
        with Horizontal():
            yield OptionList(id="solvers")
            with Vertical(id="form"):
                yield Static(id="about", markup=False)
                with Horizontal(classes="field"):
                    yield Static(t("heuristic"))
                    yield Select(
                        [(self._heuristic_text(name), name) for name in self.entry.heuristics],
                        prompt=t(_OWN),
                        compact=True,
                        id="heuristic",
                    )
                yield from self._field("settings", "settings", "", "weight=3:...")
                yield from self._field("seconds", "seconds", self.seconds, "no limit")
                yield from self._field("nodes", "nodes", "", "no limit")
                yield from self._field("memory", "memory in MiB", "1024", "no limit")
                yield from self.more_fields()
        yield from self.last_lines()

    def keys(self) -> Iterable[Key]:
        """Only one solver is started at once, without choosing."""
        return [key for key in self.KEYS if self.several or key.shown != "Space"]

    def _subject(self) -> str:
        return self.pack.reference(self.number)

    def _heuristic_text(self, name: str) -> str:
        return f"{name}: {t(summary_of(self.entry.heuristics[name]))}"

    def _field(self, id: str, label: str, value: str, placeholder: str) -> ComposeResult:
        with Horizontal(classes="field"):
            yield Static(t(label))
            yield Input(value, placeholder=t(placeholder), id=id)

    def more_fields(self) -> ComposeResult:
        """What only some of these screens ask."""
        yield from ()

    def on_mount(self) -> None:
        """Fill the list."""
        solvers = self.query_one("#solvers", OptionList)
        solvers.add_options(Option(self._solver_text(name), name) for name in self.names)
        solvers.highlighted = 0
        solvers.focus()

    def _solver_text(self, name: str) -> str:
        shown = t(self.entry.solvers[name].shown)
        if not self.several:
            return shown
        return f"({'x' if name in self.chosen else ' '}) {shown}"

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say what the highlighted solver promises."""
        if event.option_list.id == "solvers" and event.option_id is not None:
            about = _promises(self.entry.solvers[event.option_id], self.entry)
            self.query_one("#about", Static).update(about)
            self._suggest_seconds(event.option_id)

    def _suggest_seconds(self, solver: str) -> None:
        """A player who has typed no limit gets one that suits the highlighted solver."""
        field = self.query_one("#seconds", Input)
        if field.value in ("", self.seconds) and not self.several:
            has_its_own = "improve" in self.entry.solvers[solver].defaults
            field.value = "" if has_its_own else self.seconds

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter starts at once."""
        if event.option_list.id == "solvers":
            self.action_start()

    def on_input_submitted(self) -> None:
        """Enter starts from the form, too."""
        self.action_start()

    def on_key(self, event: events.Key) -> None:
        """Space marks a solver where several may be chosen."""
        if event.key == "space" and self.several and self.focused is self.query_one("#solvers"):
            event.stop()
            self.action_mark()

    def action_mark(self) -> None:
        """Choose the highlighted solver, or no longer."""
        solvers = self.query_one("#solvers", OptionList)
        if not self.several or solvers.highlighted is None:
            return
        name = self.names[solvers.highlighted]
        self.chosen ^= {name}
        solvers.replace_option_prompt_at_index(solvers.highlighted, self._solver_text(name))

    def action_start(self) -> None:
        """Read the form and go; what is wrong in it is said below."""
        try:
            self.begin(self._choices(), self._limits())
        except BadInput as error:
            self.say(error)

    def begin(self, choices: Sequence[Choice], limits: Limits) -> None:
        """Start what was chosen; raises `BadInput`."""
        raise NotImplementedError

    def _choices(self, engine: str | None = None) -> list[Choice]:
        """The solvers that were chosen, with heuristic and settings; raises `BadInput`."""
        highlighted = self.query_one("#solvers", OptionList).highlighted or 0
        names = [name for name in self.names if name in self.chosen] or [self.names[highlighted]]
        typed = self._text("settings")
        wanted = self.query_one("#heuristic", Select).value
        choices = []
        for name in names:
            spelt = f"{name}:{typed}" if typed else name
            if not typed and name == self._default.partition(":")[0]:
                spelt = self._default
            takes_one = self.entry.solvers[name].informed or not self.several
            heuristic = str(wanted) if wanted != Select.NULL and takes_one else None
            choices.append(choose(self.entry, spelt, heuristic=heuristic, engine=engine))
        return choices

    def _limits(self) -> Limits:
        return Limits(
            seconds=self._read("seconds", float, "a number"),
            nodes=self._read("nodes", _whole, "a whole number"),
            mebibytes=self._read("memory", float, "a number"),
        )

    def _read(self, id: str, kind: Callable[[str], _N], called: str) -> _N | None:
        """What is typed into a field, None for nothing; raises `BadInput`."""
        text = self._text(id)
        try:
            return kind(text) if text else None
        except ValueError:
            problem = f"{id}: '{text[:20]}' is not {called}"
            raise BadInput(problem, hint="or leave it empty") from None

    def _text(self, id: str) -> str:
        return self.query_one(f"#{id}", Input).value.strip()


class WatchChoice(SolverChoice):
    """One solver, to be watched, or followed step by step."""

    heading = "Let a solver play"

    KEYS = (
        *SolverChoice.KEYS[:3],
        Key("F6", "step by step", "follow", "follow a textbook search step by step", "f6"),
        *SolverChoice.KEYS[3:],
    )

    def action_follow(self) -> None:
        """Follow it step by step; what is wrong in the form is said below."""
        try:
            (chosen,) = self._choices(engine="python")
            app_of(self).follow_search(self.pack.load(self.number), chosen)
        except BadInput as error:
            self.say(error)

    def begin(self, choices: Sequence[Choice], limits: Limits) -> None:
        """Watch it."""
        app_of(self).watch_solver(self.pack.load(self.number), choices[0], limits)


class CompareChoice(SolverChoice):
    """Several solvers on one level."""

    heading = "Compare solvers"
    several = True
    seconds = f"{SECONDS:g}"

    def __init__(self, pack: LevelPack, number: int) -> None:
        super().__init__(pack, number)
        usual = (*USUAL, *self.entry.native_solvers)
        self.chosen = {name for name in usual if name in self.names}

    def begin(self, choices: Sequence[Choice], limits: Limits) -> None:
        """Let them run one after the other."""
        puzzle = self.pack.load(self.number)
        title = f"{puzzle.name}  {said_title(puzzle.title)}".strip()
        app_of(self).tabulate(title, [(puzzle, choice) for choice in choices], limits)


class AllLevelsChoice(SolverChoice):
    """Solvers for many levels."""

    heading = "Run all levels"
    several = True
    seconds = f"{SECONDS:g}"

    def _subject(self) -> str:
        return self.pack.name

    def more_fields(self) -> ComposeResult:
        """Which levels: all of a pack, or the first ones of a huge one."""
        first, last = self.pack.numbers[0], self.pack.numbers[-1]
        if len(self.pack.numbers) > LARGE:
            first, last = self.number, self.number + FIRST_LEVELS - 1
        yield from self._field("levels", "levels", f"{first}-{last}", "1-20,31")

    def begin(self, choices: Sequence[Choice], limits: Limits) -> None:
        """Let them run over the levels, one after the other."""
        numbers = self._text("levels") or str(self.number)
        puzzles = self.pack.load_some(numbers)
        jobs = [(puzzle, choice) for puzzle in puzzles for choice in choices]
        app_of(self).tabulate(f"{self.pack.name} {numbers}", jobs, limits)


PURPOSES = {"watch": WatchChoice, "compare": CompareChoice, "all": AllLevelsChoice}
"""By what the menu calls it."""


def _promises(solver: SolverEntry, entry: PuzzleEntry) -> Text:
    """What a solver does, finds and accepts."""
    named = "" if solver.shown == solver.name else f"  ({solver.name})"
    text = Text.assemble((t(solver.shown), "bold"), f"{named}\n{t(solver.summary)}\n\n")
    facts = [
        (t("complete"), t(solver.complete)),
        (t("optimal"), t(solver.optimal.value)),
        (t("heuristic"), entry.heuristic_for(solver.name) if solver.informed else ""),
    ]
    width = max(len(label) for label, _ in facts)
    for label, fact in facts:
        if fact:
            text.append(f"{label:<{width}} ", "bold").append(f"{fact}\n")
    for setting in solver.settings:
        text.append(f"{setting.name}={setting.default}  ", "bold").append(f"{t(setting.help)}\n")
    return text


def _whole(text: str) -> int:
    return int(text.replace(",", ""))

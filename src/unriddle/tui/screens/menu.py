"""The menu: a puzzle, a level, and what to do with it."""

from __future__ import annotations

import os
from textwrap import wrap

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from unriddle.core import BadInput
from unriddle.remembered import forget, remember
from unriddle.tui.app import app_of
from unriddle.tui.boards import board_for
from unriddle.tui.boards.picture import Size, crop
from unriddle.tui.packs import MOST, LevelPack, find, packs
from unriddle.tui.widgets.keyed_screen import HELP, QUIT, Key, KeyedScreen
from unriddle.tui.words import said_title, t

ABOUT = 20
"""The most characters about a pack that fit into a line of its list."""
ACTIONS = (
    ("play", "Play by hand", ""),
    ("watch", "Let a solver play", "w"),
    ("compare", "Compare solvers", "c"),
    ("all", "Run all levels", "a"),
)
"""What can be done with a level: the action, its name, its key."""
LISTS = ("packs", "levels", "actions")
"""From left to right."""


class MenuScreen(KeyedScreen):
    """Packs on the left, their levels beside them, and the actions under a preview."""

    KEYS = (
        Key("up, down", help="choose in a list"),
        Key("Enter", "choose", "forward", "to the next list; in the last list, start"),
        Key("left", action="back", help="to the list before; so does Esc", keys="escape"),
        Key("/", "search or open", "search", "search, or type a deal, an id or a file", "slash"),
        Key("w", "watch", "do('watch')", "let a solver play, and watch it"),
        Key("c", "compare", "do('compare')", "compare solvers on this level"),
        Key("a", "all levels", "do('all')", "run solvers over all levels of this pack"),
        Key("r", "records", "records", "your best games and statistics"),
        Key("x", action="forget", help="forget a collection of your own; its files stay"),
        HELP,
        QUIT,
    )

    def __init__(self) -> None:
        super().__init__()
        self.packs: list[LevelPack] = []
        self.pack: LevelPack
        self.number = 0

    def compose(self) -> ComposeResult:
        """Three columns between a title and the keys."""
        yield from self.title_bar("unriddle  choose a puzzle, a level, and what to do")
        with Horizontal():
            yield OptionList(id="packs")
            with Vertical(id="choice"):
                yield Input(id="search", placeholder=t("/ search or open"))
                yield OptionList(id="levels")
            with Vertical(id="right"):
                yield Static(id="preview", markup=False)
                yield OptionList(
                    *(
                        Option(f"{t(label):<19} {key}".rstrip(), action)
                        for action, label, key in ACTIONS
                    ),
                    id="actions",
                )
        yield from self.last_lines()

    def on_mount(self) -> None:
        """Fill the list of packs."""
        self.packs = packs(app_of(self).rules)
        came_back = self._come_back()
        if not came_back:
            self._list_packs(0)
        self.query_one("#actions" if came_back else "#packs").focus()

    def on_screen_resume(self) -> None:
        """Back from a level: that is the one that is chosen now, with its mark."""
        if self.packs:
            self._come_back()

    def _come_back(self) -> bool:
        """Choose the level that was played last, if there is one."""
        app = app_of(self)
        if app.last_level is None:
            return False
        pack, number = app.last_level
        app.last_level = None
        if pack not in self.packs:  # a file that was named when the app was started
            self.packs.append(pack)
        self._choose(pack, number)
        return True

    def on_resize(self) -> None:
        """The preview is drawn as large as it fits."""
        self.call_after_refresh(self.later(self._preview))

    def _list_packs(self, chosen: int) -> None:
        listed = self.query_one("#packs", OptionList)
        listed.clear_options()
        listed.add_options(Option(self._pack_text(pack)) for pack in self.packs)
        listed.highlighted = chosen

    def _pack_text(self, pack: LevelPack) -> Text:
        about = wrap(t(pack.about), ABOUT)
        return Text.assemble((pack.name, "bold"), *(f"\n  {line}" for line in about))

    # Choosing.

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what was highlighted."""
        if event.option_list.id == "packs":
            self.pack = self.packs[event.option_index]
            self.query_one("#search", Input).value = ""
            self._list_levels("")
        elif event.option_list.id == "levels" and event.option_id is not None:
            self.number = int(event.option_id)
            self._preview()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """From packs to levels, from levels to actions, from an action to its screen."""
        if event.option_list.id == "packs":
            self.query_one("#levels").focus()
        elif event.option_list.id == "levels":
            self.query_one("#actions").focus()
        elif event.option_id is not None:
            self.action_do(event.option_id)

    def _list_levels(self, wanted: str) -> None:
        """The levels whose number or title holds what is wanted."""
        listed = self.query_one("#levels", OptionList)
        listed.clear_options()
        word = wanted.strip().lower()
        shown = [
            (number, title)
            for number, title in ((one, said_title(english)) for one, english in self.pack.titles)
            if word in f"{number} {title}".lower()
        ]
        if word.isdecimal() and word.isascii() and int(word) in self.pack.numbers:
            exact = int(word)
            titles = dict(shown)
            shown = [(exact, titles.pop(exact, "")), *titles.items()]
        solved = self.pack.solved(app_of(self).store.games())
        mark = app_of(self).support.pick("✓", "*")

        def line(number: int, title: str) -> Text:
            sign = mark if number in solved else " "
            return Text(f"{sign}{number:>4}  {title}", no_wrap=True, overflow="ellipsis")

        listed.add_options(Option(line(number, title), str(number)) for number, title in shown)
        if shown:
            listed.highlighted = 0
        count, last = len(self.pack.numbers), self.pack.numbers[-1]
        more = t("; type any number up to {last}", last=last) if count > MOST else ""
        told = t("{count:,} levels, {done} solved", count=count, done=len(solved))
        self.say(f"{self.pack.name}: {told}{more}")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while typing."""
        if hasattr(self, "pack"):
            self._list_levels(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the first level that was found, or open an id or a file."""
        text = event.value.strip()
        if not text:
            self.query_one("#levels").focus()
        elif self.query_one("#levels", OptionList).option_count:
            self.query_one("#actions").focus()
        else:
            self._open(text)

    def _open(self, reference: str) -> None:
        try:
            pack, number = find(os.path.expanduser(reference), rules=app_of(self).rules)
        except BadInput as error:
            self.say(error)
            return
        told: str | BadInput = ""
        if pack.shipped is None:
            try:
                name = remember(pack.name).pack
            except BadInput as error:
                told = error
            else:
                told = t("remembered as {pack}; x forgets it", pack=name)
                self.packs = [one for one in self.packs if one.name != name]
        if pack not in self.packs:
            self.packs.append(pack)
        self._choose(pack, number)
        self.query_one("#actions").focus()
        if told:
            self.say(told)

    def action_forget(self) -> None:
        """Take a collection of the user from the menu, now and for the next time."""
        try:
            gone = forget(self.pack.name)
        except BadInput as error:
            self.say(error)
            return
        self.packs.remove(self.pack)
        first = self.packs[0]
        self._choose(first, first.numbers[0])
        self.query_one("#packs").focus()
        self.say(t("{pack} is forgotten; {path} stays", pack=gone.pack, path=gone.path))

    def _choose(self, pack: LevelPack, number: int) -> None:
        with self.prevent(OptionList.OptionHighlighted, Input.Changed):
            self._list_packs(self.packs.index(pack))
            self.query_one("#search", Input).value = ""
            self.pack = pack
            self._list_levels("")
            levels = self.query_one("#levels", OptionList)
            if number - pack.numbers[0] < levels.option_count:
                levels.highlighted = number - pack.numbers[0]
        self.number = number
        self._preview()

    def action_records(self) -> None:
        """Show what was played."""
        app_of(self).show_records()

    # Doing.

    def action_do(self, what: str) -> None:
        """Go to the screen of an action with the level that is chosen."""
        if not self.query_one("#levels", OptionList).option_count:
            self.say(t("no level is chosen"))
        elif what == "play":
            app_of(self).play_level(self.pack, self.number)
        else:
            app_of(self).choose_solvers(what, self.pack, self.number)

    def action_forward(self) -> None:
        """What Enter does, for the mouse."""
        if isinstance(self.focused, OptionList):
            self.focused.action_select()

    def action_search(self) -> None:
        """To the line where a search, a number, an id or a file is typed."""
        self.query_one("#search").focus()

    def action_back(self) -> None:
        """One list back; only q leaves the app."""
        here = self.focused.id if self.focused else None
        if here == "search":
            self.query_one("#levels").focus()
        elif here in LISTS[1:]:
            self.query_one(f"#{LISTS[LISTS.index(here) - 1]}").focus()
        else:
            self.say(t("q quits"))

    def on_key(self, event: events.Key) -> None:
        """Left and right go from list to list."""
        here = self.focused.id if self.focused else None
        if here == "search" and event.key == "down":
            self.query_one("#levels").focus()
        elif here in LISTS and event.key in ("left", "right"):
            index = LISTS.index(here) + (1 if event.key == "right" else -1)
            self.query_one(f"#{LISTS[max(0, min(2, index))]}").focus()

    def _preview(self) -> None:
        area = self.query_one("#preview", Static)
        if not self.number or not area.size.width:
            return
        try:
            puzzle = self.pack.load(self.number)
        except BadInput as error:
            area.update(t(str(error)))
            return
        heading = wrap(f"{puzzle.name}  {said_title(puzzle.title)}", area.size.width - 1) or [""]
        room = Size(area.size.width, area.size.height - len(heading))
        picture = board_for(puzzle, app_of(self).support).picture(puzzle.initial, room)
        lines = (Text(f" {line}", "bold") for line in heading)
        area.update(Text("\n").join([*lines, crop(picture, room)]))

"""What all screens share: keys, said once, that are bound, shown in the last line and explained."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static

from unriddle.core import BadInput
from unriddle.tui.app import app_of
from unriddle.tui.words import t


class Key(NamedTuple):
    """A key, or several that belong together, and what a screen does then."""

    shown: str
    """As people read it."""
    label: str = ""
    """In the line at the bottom, where it can be clicked; it is not there without one."""
    action: str = ""
    help: str = ""
    """In the help; it is not there without one."""
    keys: str = ""
    """As Textual calls them; a letter needs none, and nothing else is bound without them."""

    @property
    def name(self) -> str:
        """In the user's language; a letter is what is written on the key."""
        return t(self.shown) if len(self.shown) > 1 else self.shown


HELP = Key("?", "help", "app.help")
QUIT = Key("q", "quit", "app.quit", "quit")


def back(label: str = "back", action: str = "back", help: str = "back") -> Key:
    """The key that leads back."""
    return Key("Esc", label, action, help, keys="escape")


class KeyBar(Static):
    """The keys at the bottom of a screen, in two lines where one is too short; click or press."""

    DEFAULT_CSS = """
    KeyBar { height: auto; max-height: 2; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, keys: Iterable[Key]) -> None:
        self._parts = []
        for key in keys:
            action = key.action if "." in key.action else f"screen.{key.action}"
            click = Style.from_meta({"@click": action})
            label = f" {t(key.label)}".rstrip()
            self._parts.append(
                Content.assemble((key.name, click + Style(bold=True)), (label, click))
            )
        super().__init__(Content("  ").join(self._parts))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the keys need, before they are drawn."""
        return len(self._lines(width))

    def on_resize(self) -> None:
        """A line ends between two keys."""
        lines = self._lines(self.size.width)
        self.update(Content("\n").join(Content("  ").join(line) for line in lines))

    def _lines(self, width: int) -> list[list[Content]]:
        lines: list[list[Content]] = [[]]
        used = 0
        for part in self._parts:
            wide = part.cell_length + 2
            if lines[-1] and used + wide - 2 > width:
                lines.append([])
                used = 0
            lines[-1].append(part)
            used += wide
        return lines


class KeyedScreen(Screen[None]):
    """A screen with a title, a line for messages, and keys."""

    KEYS: ClassVar[tuple[Key, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        cls.BINDINGS = [
            (key.keys or key.shown, key.action, key.label or key.shown)
            for key in cls.__dict__.get("KEYS", ())
            if key.action and key is not HELP and (key.keys or len(key.shown) == 1)
        ]
        super().__init_subclass__(**options)

    async def _on_message(self, message: Message) -> None:
        with app_of(self).faults_told():
            await super()._on_message(message)

    def later(self, callback: Callable[[], None]) -> Callable[[], None]:
        """The same for a timer: what code of a user does wrong then is shown."""

        def call() -> None:
            with app_of(self).faults_told():
                callback()

        return call

    def title_bar(self, title: str = "", counter: str = "") -> ComposeResult:
        """The first line."""
        with Horizontal(classes="bar"):
            yield Static(f" {t(title)}", id="title", classes="left", markup=False)
            yield Static(counter, id="counter", classes="right", markup=False)

    def last_lines(self, message: str = "") -> ComposeResult:
        """The line for messages, and the keys."""
        yield Static(f" {message}", id="message", classes="message", markup=False)
        yield KeyBar(key for key in self.keys() if key.label)

    def keys(self) -> Iterable[Key]:
        """The keys of this screen as it is now."""
        return self.KEYS

    def help_keys(self) -> list[tuple[str, str]]:
        """What the help says about this screen."""
        return [(key.name, t(key.help)) for key in self.keys() if key.help]

    def say(self, text: str | BadInput) -> None:
        """Show a message; what is wrong with an input comes with its way out."""
        parts = (str(text), text.hint) if isinstance(text, BadInput) else (text,)
        said = "; ".join(t(part) for part in parts if part)
        self.query_one("#message", Static).update(f" {said}")

    def action_back(self) -> None:
        """To the screen before."""
        app_of(self).go_back()

"""Pictures of positions in the terminal: what a glyph shows decides its colour."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from unriddle.catalog import AnyPuzzle, drawing_of

STYLES = {
    "wall": "bright_black",
    "floor": "",
    "void": "bright_black",
    "fragile": "yellow",
    "goal": "bold green",
    "box": "bold yellow",
    "box on goal": "bold green",
    "player": "bold cyan",
    "player on goal": "bold cyan",
    "block": "bold black on cyan",
    "block-lying": "bold black on cyan",
    "cube": "bold black on cyan",
    "cube-parked": "black on bright_black",
    "bridge": "bold blue",
    "bridge-off": "bright_black",
    "switch": "bold magenta",
    "switch-heavy": "bold magenta",
    "split": "bold magenta",
    "red card": "bold red",
    "black card": "bold",
    "empty": "bright_black",
    "label": "bright_black",
}


def show_title(console: Console, puzzle: AnyPuzzle) -> None:
    """Print what a level is called."""
    title = f"  {puzzle.title}" if puzzle.title else ""
    console.print(Text.assemble((puzzle.name, "bold"), title), soft_wrap=True)


def show_level(console: Console, puzzle: AnyPuzzle) -> None:
    """Print what a level is called, and how it starts."""
    show_title(console, puzzle)
    show(console, puzzle, puzzle.initial)


def show(console: Console, puzzle: AnyPuzzle, state: object, indent: int = 2) -> None:
    """Print the picture of a state, without the empty rows around it."""
    lines = []
    for row in drawing_of(puzzle, state):
        line = Text(" " * indent)
        for glyph in row:
            line.append(glyph.text, STYLES.get(glyph.role, ""))
        line.rstrip()
        lines.append(line)
    shown = [index for index, line in enumerate(lines) if line]
    for line in lines[min(shown, default=0) : max(shown, default=-1) + 1]:
        console.print(line, soft_wrap=True)

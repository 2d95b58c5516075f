"""The colours of the page and of pictures by name, for both themes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PAGE: Final = {
    "bg": ("#f5f3ee", "#11141b"),
    "surface": ("#ffffff", "#1a1f2a"),
    "surface-2": ("#ece9e1", "#242a37"),
    "line": ("#dcd7cb", "#323948"),
    "ink": ("#1b2130", "#eceef3"),
    "ink-2": ("#545c6e", "#b1b8c7"),
    "ink-3": ("#5f6675", "#98a0b0"),
    "accent": ("#3450c8", "#8ea2ff"),
    "accent-ink": ("#ffffff", "#11141b"),
    "accent-soft": ("#e4e8fb", "#272f52"),
    "good": ("#1d7a4c", "#6cd09b"),
    "good-soft": ("#def1e6", "#16382a"),
    "warn": ("#96610a", "#efbd62"),
    "warn-soft": ("#fbeccd", "#3d2f12"),
    "bad": ("#b8322a", "#ff8f83"),
    "bad-soft": ("#fae1de", "#46211e"),
    "focus": ("#3450c8", "#aab8ff"),
    "board-bg": ("#eae6dc", "#171b24"),
    "tile": ("#eef0f5", "#4a5264"),
    "tile-edge": ("#c3c9d6", "#353c4c"),
    "tile-side": ("#9aa3b5", "#2f3644"),
    "fragile": ("#f0c75e", "#a9822b"),
    "goal": ("#1f8a5f", "#38c98b"),
    "well": ("#1d2330", "#05070b"),
    "block-top": ("#e8743b", "#f58a52"),
    "block-front": ("#b9501f", "#a8491e"),
    "block-right": ("#d3622c", "#cf6430"),
    "bridge": ("#7f9ae0", "#6079c4"),
    "switch-soft": ("#0f8f80", "#35c9b2"),
    "switch-heavy": ("#6f3fc2", "#b184f5"),
    "split": ("#c93a78", "#f06ba6"),
    "wall": ("#5d6678", "#3a4252"),
    "wall-top": ("#7c8698", "#505a6e"),
    "floor": ("#f6f2e9", "#222835"),
    "box": ("#cf9550", "#b9803f"),
    "box-edge": ("#94602a", "#6f4720"),
    "box-home": ("#4f9d69", "#4c9a69"),
    "player": ("#3450c8", "#8ea2ff"),
    "player-2": ("#ffd9b8", "#ffd9b8"),
    "cap": ("#e5484d", "#f2555a"),
    "felt": ("#2f6b55", "#17382d"),
    "card": ("#fffdf8", "#f1eee6"),
    "card-edge": ("#cfc8b8", "#8f8a7d"),
    "card-red": ("#c0332b", "#b92c25"),
    "card-black": ("#1b2130", "#1b2130"),
    "slot": ("#24543f", "#2f5f4e"),
    "hint": ("#f2b705", "#ffd24a"),
    "heat": ("#e8552d", "#ff7a4d"),
    "frontier": ("#2f6fe0", "#6fa2ff"),
}
"""Of both, in the light and in the dark theme: six digits of a colour."""
_OWN = {
    "fragile-dark": ("#94751f", "#63490f"),
    "goal-dark": ("#0f5539", "#1b6a49"),
    "block-edge": ("#f6b690", "#ffb78f"),
    "parked-top": ("#b9a398", "#8d7b72"),
    "parked-front": ("#86736a", "#5c4f49"),
    "bridge-dark": ("#526bb0", "#3c4f8c"),
    "floor-2": ("#efeae0", "#272e3c"),
    "box-panel": ("#bd8340", "#a46f34"),
    "box-home-edge": ("#2f6a43", "#2a5c3d"),
    "box-home-panel": ("#428a5a", "#3f8458"),
    "mark": ("#ffffff", "#ffffff"),
    "player-dark": ("#1c2c78", "#4a5790"),
    "cap-dark": ("#ab3438", "#b53f43"),
    "slot-fill": ("#2a604c", "#132f26"),
    "slot-ink": ("#b4cdc3", "#8ba79d"),
    "shadow": ("#14182838", "#0000006b"),
}
"""Of pictures alone, which mix none: two more digits are the opacity."""

PICTURES: Final = PAGE | _OWN

LIGHT: Final[Mapping[str, str]] = {name: light for name, (light, _) in PICTURES.items()}
DARK: Final[Mapping[str, str]] = {name: dark for name, (_, dark) in PICTURES.items()}
THEMES: Final = {"light": LIGHT, "dark": DARK}


def declared(colours: Mapping[str, tuple[str, str]]) -> str:
    """Colours for a style sheet, whose `color-scheme` chooses between the two of each."""
    both = colours.items()
    return "".join(f"--{name}: light-dark({light}, {dark});" for name, (light, dark) in both)

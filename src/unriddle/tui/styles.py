"""The colour of everything that a board shows, for terminals with many, sixteen or no colours."""

from __future__ import annotations

from unriddle.tui.terminal import Colours

_MANY = {
    "wall": "#5b6478 on #3b4252",
    "floor": "#4c566a on #262b36",
    "floor-odd": "#4c566a on #2d333f",
    "outside": "",
    "void": "",
    "fragile": "#ffd9a0 on #a0541b",
    "goal": "bold #b9f6ca on #14532d",
    "box": "bold #3b2a10 on #d79a3c",
    "box on goal": "bold #06270f on #4caf6a",
    "player": "bold #ffffff on #2f6fed",
    "player on goal": "bold #b9f6ca on #2f6fed",
    "block": "bold #ffffff on #c2410c",
    "block-lying": "bold #ffffff on #9a3412",
    "cube": "bold #ffffff on #c2410c",
    "cube-parked": "#d6d3d1 on #57342a",
    "bridge": "bold #cfe8ff on #1d4e89",
    "bridge-off": "#64748b",
    "switch": "bold #f5d0fe on #701a75",
    "switch-heavy": "bold #ffffff on #86198f",
    "split": "bold #ffffff on #4c1d95",
    "red card": "bold #d11a2a on #f4f1e8",
    "black card": "bold #1b1b1b on #f4f1e8",
    "empty": "#64748b",
    "label": "#94a3b8",
    "cursor": "bold #ffffff on #2f6fed",
    "chosen": "bold #1b1b1b on #facc15",
    "hint": "bold #1b1b1b on #4ade80",
    "good": "bold #4ade80",
    "bad": "bold #f87171",
    "quiet": "#94a3b8",
}
_SIXTEEN = {
    "wall": "bright_black on bright_black",
    "floor": "bright_black",
    "outside": "",
    "void": "",
    "fragile": "bright_yellow",
    "goal": "bold bright_green",
    "box": "bold black on yellow",
    "box on goal": "bold black on green",
    "player": "bold bright_white on blue",
    "player on goal": "bold bright_green on blue",
    "block": "bold bright_white on red",
    "block-lying": "bold bright_white on red",
    "cube": "bold bright_white on red",
    "cube-parked": "white on bright_black",
    "bridge": "bold bright_cyan",
    "bridge-off": "bright_black",
    "switch": "bold bright_magenta",
    "switch-heavy": "bold bright_magenta",
    "split": "bold bright_magenta",
    "red card": "bold red on white",
    "black card": "bold black on white",
    "empty": "bright_black",
    "label": "white",
    "cursor": "bold bright_white on blue",
    "chosen": "bold black on bright_yellow",
    "hint": "bold black on bright_green",
    "good": "bold bright_green",
    "bad": "bold bright_red",
    "quiet": "white",
}
_NONE = {
    "player": "bold",
    "player on goal": "bold",
    "block": "reverse",
    "block-lying": "reverse",
    "cube": "reverse",
    "goal": "bold",
    "box": "bold",
    "cursor": "reverse",
    "chosen": "bold underline",
    "hint": "bold underline",
    "good": "bold",
    "bad": "bold reverse",
}
_BY_COLOURS = {Colours.MANY: _MANY, Colours.SIXTEEN: _SIXTEEN, Colours.NONE: _NONE}


def style_of(role: str, colours: Colours, *, odd: bool = False) -> str:
    """The style of what a glyph shows; `odd` squares of a checkerboard differ where they can."""
    styles = _BY_COLOURS[colours]
    if odd and f"{role}-odd" in styles:
        return styles[f"{role}-odd"]
    return styles.get(role, "")

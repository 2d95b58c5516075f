"""The colour of everything that a board shows, for terminals with many, sixteen or no colours."""

from __future__ import annotations

from unriddle.tui.terminal import Colours

_STYLES = {
    "wall": ("#5b6478 on #3b4252", "bright_black on bright_black", ""),
    "floor": ("#4c566a on #262b36", "bright_black", ""),
    "floor-odd": ("#4c566a on #2d333f", "", ""),
    "fragile": ("#ffd9a0 on #a0541b", "bright_yellow", ""),
    "goal": ("bold #b9f6ca on #14532d", "bold bright_green", "bold"),
    "box": ("bold #3b2a10 on #d79a3c", "bold black on yellow", "bold"),
    "box on goal": ("bold #06270f on #4caf6a", "bold black on green", ""),
    "player": ("bold #ffffff on #2f6fed", "bold bright_white on blue", "bold"),
    "player on goal": ("bold #b9f6ca on #2f6fed", "bold bright_green on blue", "bold"),
    "block": ("bold #ffffff on #c2410c", "bold bright_white on red", "reverse"),
    "block-lying": ("bold #ffffff on #9a3412", "bold bright_white on red", "reverse"),
    "cube": ("bold #ffffff on #c2410c", "bold bright_white on red", "reverse"),
    "cube-parked": ("#d6d3d1 on #57342a", "white on bright_black", ""),
    "bridge": ("bold #cfe8ff on #1d4e89", "bold bright_cyan", ""),
    "bridge-off": ("#64748b", "bright_black", ""),
    "switch": ("bold #f5d0fe on #701a75", "bold bright_magenta", ""),
    "switch-heavy": ("bold #ffffff on #86198f", "bold bright_magenta", ""),
    "split": ("bold #ffffff on #4c1d95", "bold bright_magenta", ""),
    "red card": ("bold #d11a2a on #f4f1e8", "bold red on white", ""),
    "black card": ("bold #1b1b1b on #f4f1e8", "bold black on white", ""),
    "empty": ("#64748b", "bright_black", ""),
    "label": ("#94a3b8", "white", ""),
    "cursor": ("bold #ffffff on #2f6fed", "bold bright_white on blue", "reverse"),
    "chosen": ("bold #1b1b1b on #facc15", "bold black on bright_yellow", "bold underline"),
    "hint": ("bold #1b1b1b on #4ade80", "bold black on bright_green", "bold underline"),
    "good": ("bold #4ade80", "bold bright_green", "bold"),
    "bad": ("bold #f87171", "bold bright_red", "bold reverse"),
    "quiet": ("#94a3b8", "white", ""),
}
"""By role: with many colours, with sixteen, with none."""
_PLACE = {Colours.MANY: 0, Colours.SIXTEEN: 1, Colours.NONE: 2}
_PLAIN = ("", "", "")


def style_of(role: str, colours: Colours, *, odd: bool = False) -> str:
    """The style of what a glyph shows; `odd` squares of a checkerboard differ where they can."""
    place = _PLACE[colours]
    return (odd and _STYLES.get(f"{role}-odd", _PLAIN)[place]) or _STYLES.get(role, _PLAIN)[place]

"""Puzzles and plans that the tests of pictures show."""

from __future__ import annotations

from functools import cache
from typing import Any

import unriddle
from unriddle.catalog import AnyPuzzle
from unriddle.core import Glyph

HOSTILE = "\"'><script>alert(1)</script></title>]]>&amp;<!--"
"""A title that tries to leave wherever it stands."""
LEVEL = """\
#####
#@$.#
#####
"""

MAP_18 = "".join(
    (
        "rdrRdddrruuLUUruulLulllldDuurrrrdrrddldlllulLLLLLrrrrdddldlluRRdrUUUUrrdrrrdrddlllluLLdllu",
        "RdrUUUddrrdrruLLLLrrrrdrruulullDululLLLLdlUUddlUUrrrdrrddddlluRdrUUUddrrdrruLLLLdlluRdrUrr",
        "ruululLLLLLrrrrrrdrrrdrdLLLLLLUUdddlluRdrUrrruululLLLdlUUrdrrrrdrrDrdLLLLLUUddrrruululLLLL",
        "rrrddddlluRdrUUUddrrruululLLLdlUrrrrrdrrruruullulllldDuurrrrdrrddldlllulLLLuLUruLLrddDrrru",
        "uurrdLulDDurrurrdLLrrrrddldlllulLLLdLLrUULDrrrruuurrdLulDDurrrrrrddldlllulLLLLrrrrrdrrruUr",
        "uLLLLLulDDurrrrrdddlllulLLLdlUruLUruL",
    )
)
"""A solution of course map 18 with 131 pushes, the least that there are."""

SOLVED = {
    "sokoban/uit/18": MAP_18,
    "bloxorz/1": "RRDRRRD",
    "sokoban/uit/5": "luuRRdrUUUldLUdLdlUU",
}


@cache
def solved(level: str) -> tuple[AnyPuzzle, tuple[Any, ...]]:
    """A level with a plan that solves it."""
    puzzle = unriddle.load(level)
    if level in SOLVED:
        return puzzle, unriddle.parse_plan(puzzle, SOLVED[level])
    plan = unriddle.solve(puzzle, "greedy" if level.startswith("freecell") else "bfs").plan
    assert plan
    return puzzle, plan


def hostile() -> AnyPuzzle:
    """A level with a hostile title."""
    return unriddle.read(f"{LEVEL}Title: {HOSTILE}\n")[0]


class Lamps(unriddle.Puzzle[tuple[bool, ...], int]):
    """A puzzle of a user: light three lamps, each with its switch."""

    initial = (False, False, False)

    def actions(self, state: tuple[bool, ...]) -> list[int]:
        return [place for place, lit in enumerate(state) if not lit]

    def apply(self, state: tuple[bool, ...], action: int) -> tuple[bool, ...]:
        return (*state[:action], True, *state[action + 1 :])

    def is_goal(self, state: tuple[bool, ...]) -> bool:
        return all(state)


class DrawnLamps(Lamps):
    """The same with a picture."""

    def draw(self, state: tuple[bool, ...]) -> str:
        return "\n".join("<&>" if lit else " . " for lit in state)


class GlyphLamps(Lamps):
    """The same with a picture in which every character says what it shows."""

    def draw(self, state: tuple[bool, ...]) -> list[list[Glyph]]:
        return [[Glyph("*", "lit") if lit else Glyph(".", "dark") for lit in state]]

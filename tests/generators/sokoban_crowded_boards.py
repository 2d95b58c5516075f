"""Small Sokoban levels in which boxes stand in each other's way, from a seed."""

from __future__ import annotations

from random import Random

from unriddle.core import BadInput
from unriddle.puzzles.sokoban.notation import parse_levels
from unriddle.puzzles.sokoban.rules import Level


def crowded_level(random: Random) -> Level:
    """A level with 2 to 7 boxes on 3 to 5 by 3 to 7 squares, many of them on goals.

    At times there are goals to spare; groups of boxes are often frozen, on goals or off, and cut
    off parts of the board.
    """
    while True:
        height, width = random.randint(3, 5), random.randint(3, 7)
        inner = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
        random.shuffle(inner)
        floor = inner[random.randint(0, len(inner) // 4) :]
        count = random.randint(2, min(7, len(floor) - 2))
        home = random.randint(0, count)
        marks = ["@"] + ["*"] * home + ["$"] * (count - home)
        marks += ["."] * (count - home + random.choice((0, 0, 1, 2)))
        if len(marks) > len(floor):
            continue
        marks += [" "] * (len(floor) - len(marks))
        board = dict(zip(floor, marks, strict=True))
        rows = [
            "".join(board.get((r, c), "#") for c in range(width + 2)) for r in range(height + 2)
        ]
        try:
            return parse_levels("\n".join(rows) + "\n")[0]
        except BadInput:  # a box out of reach, for example
            continue

"""Sokoban levels of any size: a walled hall with pillars, boxes and goals strewn over it."""

from __future__ import annotations

from unriddle.puzzles.sokoban.rules import Level
from unriddle.search.rng import SplitMix64


def hall(width: int, height: int, boxes: int) -> Level:
    """A hall of so many squares inside its walls, the same one every time.

    A hall of one row has no pillars. The goals are two more than the boxes.
    """
    frame = width + 2
    inner = [row * frame + column for row in range(1, height + 1) for column in range(1, width + 1)]
    rim = set(range(frame * (height + 2))) - set(inner)
    middle = height // 2 + 1
    # Pillars stand apart, so the player could walk everywhere; few are enough to split sides.
    pillars = {row * frame + column for row in range(2, middle, 4) for column in range(3, width, 5)}
    free = [square for square in inner if square not in pillars]
    rng = SplitMix64(width * height + boxes)

    def strewn(count: int) -> list[int]:
        squares = list(free)
        return [squares.pop(rng.below(len(squares))) for _ in range(count)]

    player, *strewn_boxes = strewn(boxes + 1)
    return Level(
        width=frame,
        height=height + 2,
        walls=frozenset(rim | pillars),
        goals=frozenset(strewn(boxes + 2)),
        boxes=frozenset(strewn_boxes),
        player=player,
    )

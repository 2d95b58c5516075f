"""The positions of a Sokoban room by their distance from being solved: breadth first, backwards.

Every solved position, wherever the player is, has distance 0. A step backwards is a step of the
player away from where it came, by which it may pull the box that it had pushed. So the distance is
exactly the number of moves of an optimal solution, and a level of a wanted length can be picked.

This is the book. The engine has the same in C++, position for position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from unriddle import engines
from unriddle.engines import sokoban as engine

MOST_SQUARES = 58
"""Of a room: a position is one number of 64 bits, one for each square and six for the player."""


class Layers(Protocol):
    """What a search has found, both in the book and in the engine."""

    @property
    def layers(self) -> Sequence[int]:
        """How many positions are 0, 1, 2, ... moves away."""

    @property
    def exact(self) -> bool:
        """Is every distance exact? Not where a layer was thinned."""

    def position(self, number: int) -> Sequence[int]:
        """The square of the player and those of the boxes, of a position by its number."""


def pulls(width: int, floor: Sequence[int], goals: Sequence[int], most: int, widest: int) -> Layers:
    """Search a room, by the engine where it is at hand; squares are numbered as in `rules`.

    There are as many boxes as goals. At most `most` positions, and of each layer at most `widest`,
    evenly chosen, are kept.
    """
    if engines.why_not:
        return Pulls(width, floor, goals, most, widest)
    return engine.pulls(width, floor, goals, most, widest)


class Pulls:
    """The search in Python."""

    def __init__(
        self, width: int, floor: Sequence[int], goals: Sequence[int], most: int, widest: int
    ) -> None:
        self.layers: list[int] = []
        self.exact = True
        room, home, steps = frozenset(floor), frozenset(goals), (-width, width, -1, 1)
        self._found = found = [(player, home) for player in sorted(room - home)]
        seen = set(found)
        first = 0
        while first < len(found):
            count = len(found) - first
            if count > widest:
                found[first:] = [found[first + i * count // widest] for i in range(widest)]
                self.exact = False
            last = len(found)
            self.layers.append(last - first)
            for player, boxes in found[first:last]:
                for step in steps:
                    before, beyond = player - step, player + step
                    if before not in room or before in boxes:
                        continue
                    if len(found) >= most:
                        return
                    earlier = [(before, boxes)]
                    if beyond in boxes:
                        earlier.append((before, boxes - {beyond} | {player}))
                    for position in earlier:
                        if position not in seen:
                            seen.add(position)
                            found.append(position)
            first = last

    def position(self, number: int) -> Sequence[int]:
        """The square of the player and those of the boxes."""
        player, boxes = self._found[number]
        return [player, *sorted(boxes)]

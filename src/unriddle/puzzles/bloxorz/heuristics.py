"""How far it still is to the goal.

`halves` is what one would write down first; `rolls` is what can be proved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from unriddle.core import Heuristic, Steps, pickles
from unriddle.puzzles.bloxorz.level import VOID, Cell, Split, adjacent
from unriddle.puzzles.bloxorz.rules import Bloxorz, Parts, State


@pickles
def halves(puzzle: Bloxorz) -> Heuristic[State]:
    """The sum of both halves' Manhattan distances to the goal; may be more than the true distance.

    One roll can bring this sum down by 3, so a search that trusts it may miss the shortest plan.
    """
    row, column = puzzle.goal

    def estimate(state: State) -> float:
        (row1, column1), (row2, column2) = state.first, state.second
        return abs(row1 - row) + abs(column1 - column) + abs(row2 - row) + abs(column2 - column)

    return Heuristic(estimate, admissible=False)


@pickles
def rolls(puzzle: Bloxorz) -> Heuristic[State]:
    """The rolls to the goal if every bridge were on and a cube never waited; never too high.

    Two cubes need at least as many rolls as the one that is farther away. Consistent: a move of
    cost c brings the estimate down by at most c, under all rule settings.
    """

    def prepare() -> Steps[Callable[[State], float]]:
        distance = yield from _relaxed_distances(puzzle)

        def estimate(state: State) -> float:
            if state.split:
                one = distance.get((state.first,), math.inf)
                other = distance.get((state.second,), math.inf)
                return max(one, other)
            return distance.get((state.first, state.second), math.inf)

        return estimate

    return Heuristic.prepared(prepare, admissible=True, consistent=True)


def _relaxed_distances(puzzle: Bloxorz) -> Steps[dict[Parts, int]]:
    """Rolls to the goal from every place of a block `(first, second)` or of a cube `(cell,)`.

    A breadth-first search backwards from the goal. A cube is as near as the nearest lying block
    that it could be half of, for its partner may be waiting there. Two cubes `(one, other)` that a
    split makes appear are as near as the farther of them, so they count once both are reached.
    """
    before = yield from _rolls_into(puzzle)
    pairs = [split.to for split in puzzle.level.splits if not adjacent(*split.to)]
    distance: dict[Parts, int] = {}
    reached: list[Parts] = [(puzzle.goal, puzzle.goal)]
    steps = 0
    while reached:
        farther: list[Parts] = []
        yield
        for parts in reached:  # grows: what is reached without a roll joins this round
            if parts in distance:
                continue
            distance[parts] = steps
            farther += before.get(parts, ())
            if len(parts) == 1:
                reached += [pair for pair in pairs if all((cell,) in distance for cell in pair)]
            elif adjacent(*parts):
                reached += [(cell,) for cell in parts]
        reached = farther
        steps += 1
    return distance


def _rolls_into(puzzle: Bloxorz) -> Steps[dict[Parts, list[Parts]]]:
    """From where one roll leads to each place, with any bridges on or off."""
    before: dict[Parts, list[Parts]] = {}
    for parts in _places(puzzle):
        yield
        for way in puzzle.ways(parts):
            split = puzzle.split_under(way.landing)
            after = _appearing(split) if split else way.landing
            before.setdefault(after, []).append(parts)
    return before


def _appearing(split: Split) -> Parts:
    """What a split makes appear: two cubes, or where they touch at once, a lying block."""
    return tuple(sorted(split.to)) if adjacent(*split.to) else split.to


def _places(puzzle: Bloxorz) -> Iterator[Parts]:
    """Every place for a cube and for a block, except the goal, where nothing rolls any more."""
    tiles: list[Cell] = [cell for cell, square in puzzle.level.cells() if square != VOID]
    known = set(tiles)
    for row, column in tiles:
        cell = (row, column)
        yield (cell,)
        if cell != puzzle.goal:
            yield (cell, cell)
        for neighbour in ((row, column + 1), (row + 1, column)):
            if neighbour in known:
                yield (cell, neighbour)

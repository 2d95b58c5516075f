"""The uniform-cost search and the A* of both Sokoban reports.

Both start from one program, and everything on which their counts depend is this:

- A state is the player and the *tuple* of boxes, where a pushed box goes to the end: one position
  of the boxes is as many states as there were orders of pushing.
- Moves are tried in the order up, down, left, right. A walking step costs 1, a push nothing, so
  what is minimised is the walking, not the length.
- A successor is thrown away if a box off goal is stuck in one of five patterns of its 3 x 3
  neighbourhood, turned and mirrored. Others are queued, known or not.
- The queue is ordered by f, and first in, first out among equals. A state that leaves it is tested
  for the goal, then thrown away if it was expanded before.
- Boxes off goal and free goals are paired in the order in which Python iterates over sets of
  (row, column), which is arbitrary but always the same. So the estimate is not admissible.
- The first report has f = g(child) + h(child) and counts expanded states. The second has
  f = g(parent) + h(child), but g(child) in uniform cost, and counts the queued states.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache, partial
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from unriddle.core import Step
from unriddle.puzzles.sokoban.rules import Direction, Move, Rules, Sokoban, State
from unriddle.search.node import Ending, Expansion, Node, Search

Square: TypeAlias = tuple[int, int]
"""Row and column: their hash, and so the order of a set of them, is part of the algorithm."""

Estimate: TypeAlias = Callable[["Map", Square, tuple[Square, ...]], float]


class OrderedState(NamedTuple):
    """Where the player and the boxes are, the boxes in the order of their last pushes."""

    player: Square
    boxes: tuple[Square, ...]


class Map:
    """A level as the reports see it: squares are pairs of row and column."""

    def __init__(self, level: Sokoban) -> None:
        width = level.level.width
        self._width = width
        self.walls = {divmod(square, width) for square in level.level.walls}
        self.goals = tuple(divmod(square, width) for square in sorted(level.level.goals))
        boxes = tuple(divmod(square, width) for square in sorted(level.level.boxes))
        self.initial = OrderedState(divmod(level.level.player, width), boxes)
        self.is_stuck = cache(self._is_stuck)

    def state(self, ordered: OrderedState) -> State:
        """The same without the order, as our rules know it."""
        row, column = ordered.player
        boxes = frozenset(row * self._width + column for row, column in ordered.boxes)
        return State(row * self._width + column, boxes)

    def successors(self, state: OrderedState) -> Iterator[tuple[Move, OrderedState]]:
        """Every legal step that does not get a box stuck, in the order up, down, left, right."""
        (row, column), boxes = state
        for direction, (down, right) in _STEPS.items():
            target = row + down, column + right
            if target in boxes:
                beyond = row + 2 * down, column + 2 * right
                if beyond in self.walls or beyond in boxes:
                    continue
                after = (*(box for box in boxes if box != target), beyond)
                if not self.is_stuck(frozenset(after)):
                    yield Move(direction, push=True), OrderedState(target, after)
            elif target not in self.walls and not self.is_stuck(frozenset(boxes)):
                yield Move(direction), OrderedState(target, boxes)

    def pairs(self, boxes: tuple[Square, ...]) -> Iterator[tuple[Square, Square]]:
        """Boxes off goal and free goals, paired as two sets happen to be ordered."""
        home = set(self.goals) & set(boxes)
        return zip(set(boxes).difference(home), set(self.goals).difference(home), strict=False)

    def _is_stuck(self, boxes: frozenset[Square]) -> bool:
        walls = self.walls
        for row, column in boxes.difference(self.goals):
            for looks in _EIGHT_WAYS:
                up, corner, side, other_side, low_corner, other_low_corner = (
                    (row + down, column + right) for down, right in looks
                )
                if up in walls and side in walls:
                    return True
                if up not in boxes:
                    continue
                if corner in walls and (side in walls or side in boxes):
                    return True
                if corner in boxes and side in boxes:
                    return True
                if (
                    other_low_corner in boxes
                    and corner in walls
                    and other_side in walls
                    and low_corner in walls
                ):
                    return True
        return False


_STEPS = {
    Direction.UP: (-1, 0),
    Direction.DOWN: (1, 0),
    Direction.LEFT: (0, -1),
    Direction.RIGHT: (0, 1),
}
_LOOKS = ((-1, 0), (-1, 1), (0, 1), (0, -1), (1, 1), (1, -1))
"""Above, upper right, right, left, lower right, lower left."""
_EIGHT_WAYS = tuple(
    tuple((a * down + b * right, c * down + d * right) for down, right in _LOOKS)
    for a, b, c, d in (
        *((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)),
        *((1, 0, 0, -1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, -1, 0)),
    )
)
"""The same squares turned four ways, and mirrored."""


def walking(level: Sokoban) -> Sokoban:
    """The level under the cost of the reports: pushes are free."""
    return Sokoban(level.level, Rules(cost="walks"), name=level.name)


def nothing(level: Map, player: Square, boxes: tuple[Square, ...]) -> float:
    """No estimate: uniform cost."""
    return 0


def manhattan(level: Map, player: Square, boxes: tuple[Square, ...]) -> float:
    """Rows plus columns between paired boxes and goals."""
    return sum(_between(box, goal) for box, goal in level.pairs(boxes))


def euclid(level: Map, player: Square, boxes: tuple[Square, ...]) -> float:
    """Straight lines between paired boxes and goals, added up from left to right."""
    total = 0.0
    for (row, column), (goal_row, goal_column) in level.pairs(boxes):
        total += math.sqrt((row - goal_row) ** 2 + (column - goal_column) ** 2)
    return total


def with_player(level: Map, player: Square, boxes: tuple[Square, ...]) -> float:
    """Manhattan, plus the distance of the player from each box off goal."""
    return sum(_between(player, box) + _between(box, goal) for box, goal in level.pairs(boxes))


def best_first(
    estimate: Estimate, *, cost_of_parent: bool
) -> Callable[[Sokoban], Search[State, Move]]:
    """The search of the reports with this estimate, and with f of g(parent) or of g(child)."""
    return partial(_search, estimate=estimate, cost_of_parent=cost_of_parent)


def _search(level: Sokoban, estimate: Estimate, cost_of_parent: bool) -> Search[State, Move]:
    """Expansions list the successors that were queued."""
    board = Map(level)
    remembered = cache(partial(estimate, board))
    goals = frozenset(board.goals)
    expanded: set[OrderedState] = set()
    start = Node[State, Move](board.state(board.initial))
    queue: list[tuple[float, int, OrderedState, Node[State, Move]]] = []
    queue.append((0.0, 0, board.initial, start))
    turn = 0
    while queue:
        _, _, state, node = heappop(queue)
        if goals.issuperset(state.boxes):
            return node
        if state in expanded:
            continue
        expanded.add(state)
        queued: list[Step[Move, State]] = []
        for move, after in board.successors(state):
            cost = 0 if move.push else 1
            child = Node(board.state(after), node, move, node.cost + cost)
            g = node.cost if cost_of_parent else child.cost
            turn += 1
            heappush(queue, (g + remembered(*after), turn, after, child))
            queued.append((move, child.state, cost))
        yield Expansion(node, queued, len(queue))
    return Ending.EXHAUSTED


def _between(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])

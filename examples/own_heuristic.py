"""A heuristic of your own: every box is pushed to the goal that is nearest to it.

unriddle heuristic-check examples/own_heuristic.py sokoban/uit/1
unriddle solve sokoban/uit/5 --with examples/own_heuristic.py --solver astar --heuristic nearest
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable

import unriddle
from unriddle.puzzles.sokoban.rules import State


@unriddle.heuristic(
    puzzle="sokoban",
    admissible=lambda puzzle: puzzle.rules.cost != "walks",
    consistent=lambda puzzle: puzzle.rules.cost != "walks",
)
def nearest(puzzle: unriddle.Sokoban) -> Callable[[State], float]:
    """The pushes from each box to its nearest goal, as if it were alone on the board.

    Never too high: every box needs at least these pushes, and a push moves one box. Consistent: a
    push brings one box nearer by one square at most. Infinity on a square without a way out.
    """
    pushes = dict.fromkeys(puzzle.goals, 0)
    queue = deque(puzzle.goals)
    while queue:  # backwards: pull a box away from the goals, in all directions
        square = queue.popleft()
        for step in puzzle.level.steps.values():
            box, player = square - step, square - 2 * step
            if box in puzzle.floor and player in puzzle.floor and box not in pushes:
                pushes[box] = pushes[square] + 1
                queue.append(box)
    return lambda state: sum(pushes.get(box, math.inf) for box in state.boxes)

"""Levels of Sokoban, pulled back from solved boards.

A room is drawn, and goals on it. `pulls` then finds every position by its distance from being
solved, so one with a wanted optimum can be picked. A* solves it and proves the optimum, `stripped`
takes the useless squares away, and A* solves and proves what is left. No clock decides anything.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from unriddle import engines
from unriddle.core import BadInput, Limits
from unriddle.generating.criteria import Candidate, Criteria, Maker
from unriddle.generating.pulls import MOST_SQUARES, Layers, pulls
from unriddle.generating.rooms import (
    Floor,
    interior,
    is_too_large,
    random_goals,
    random_room,
    stripped,
    walled,
)
from unriddle.puzzles.sokoban.rules import Level, Move, Sokoban
from unriddle.rating.difficulty import step_of
from unriddle.search.rng import SplitMix64
from unriddle.solving import solve
from unriddle.wording import counted

LARGEST_SIDE = 20
MOST_BOXES = 6
PROOF = Limits(nodes=30_000)
"""What A* may take to prove an optimum, and then the solver `optimal`; a level on which both are
too little is not given out."""

_SIZES = ((7, 7), (7, 7), (8, 8), (9, 8), (9, 9))
_BOXES = (2, 3, 3, 4, 4)
"""By difficulty, or by the moves that are asked for, unless they are asked for themselves."""
_BOXES_IN_SMALLEST = 4
"""With which a room of the first size is no tight fit; each more takes the next size."""
_MOVES = (5, 50, 70, 90)
"""Moves up to which these sizes and boxes give nearly any optimum; the last ones are for more."""
_TRIES = 1_200
"""Rooms that are drawn for one level, divided by the boxes: with many, each takes longer."""
_GOAL_SETS = 4
_POSITIONS = 200_000
_WIDEST = 2_000
_STARTS = 40
MOST_COMBINATIONS = 200_000_000
"""Positions that `longest` may look at."""


def candidates(criteria: Criteria, rng: SplitMix64) -> Iterator[Candidate | None]:
    """Levels without end, solved and proved, as near to the criteria as one room allows.

    None for a room that came to nothing. Raises `BadInput` at once for what cannot be asked for.
    """
    width, height, boxes = shape(criteria)
    while is_too_large(width, height):  # all over it, the floor would be corridors
        width, height = (width - 1, height) if width > height else (width, height - 1)

    def endless() -> Iterator[Candidate | None]:
        while True:
            room = random_room(rng, width, height, boxes)
            level = _start_in(criteria, rng, width, room, boxes)
            yield None if level is None else _proved(level)

    return endless()


def tries(criteria: Criteria) -> int:
    """How many candidates one level may take."""
    return min(300, _TRIES // shape(criteria)[2] ** 2)


def _note(criteria: Criteria) -> str:
    if criteria.size is None or not is_too_large(*criteria.size):
        return ""
    return f"no floor has more than {MOST_SQUARES} squares, so it does not fill its frame"


def shape(criteria: Criteria) -> tuple[int, int, int]:
    """Columns, rows and boxes; raises `BadInput` for what no level can have."""
    least, most = criteria.moves or (_MOVES[0] + 1, MOST_BOXES)
    step = bisect_left(_MOVES, least)
    if criteria.difficulty is not None:
        step = step_of(criteria.difficulty)
    boxes = criteria.boxes
    if boxes is not None and not 1 <= boxes <= MOST_BOXES:
        raise BadInput(
            f"a level with {boxes} boxes cannot be made", hint=f"ask for 1 to {MOST_BOXES}"
        )
    width, height = criteria.size or _SIZES[max(step, (boxes or 0) - _BOXES_IN_SMALLEST)]
    if not (3 <= width <= LARGEST_SIDE and 3 <= height <= LARGEST_SIDE):
        raise BadInput(
            f"a board of {width}x{height} cannot be made",
            hint=f"its sides are 3 to {LARGEST_SIDE}, walls included",
        )
    room = len(interior(width, height))
    if boxes is None:  # each of them has to be pushed
        boxes = max(1, min(_BOXES[step], most, room // 3))
    # A box that can be pulled needs a square for the player and one to pull to.
    if room < boxes + 2:
        raise BadInput(
            f"{counted(boxes, 'box')} and a player have no room on a board of {width}x{height}, "
            "walls included",
            hint="ask for fewer boxes, or for a larger board",
        )
    return width, height, boxes


def _start_in(
    criteria: Criteria, rng: SplitMix64, width: int, room: Floor, boxes: int
) -> Level | None:
    """A level in this room, from the best of a few sets of goals; None if none will do.

    Of some positions of the wanted depth, one with the fewest boxes on goals.
    """
    best: tuple[Floor, Layers] | None = None
    for _ in range(_GOAL_SETS):
        goals = random_goals(rng, width, room, boxes)
        found = pulls(width, sorted(room), sorted(goals), _POSITIONS, _WIDEST)
        if best is None or len(found.layers) > len(best[1].layers):
            best = goals, found
    assert best is not None
    goals, found = best
    deepest = len(found.layers) - 1
    if deepest < 1:
        return None
    least, most = criteria.moves or (max(1, deepest * 2 // 3), deepest)
    least, most = min(least, deepest), min(most, deepest)
    depth = least + rng.below(most - least + 1)
    first = sum(found.layers[:depth])
    drawn = [first + rng.below(found.layers[depth]) for _ in range(_STARTS)]
    positions = [found.position(number) for number in drawn]
    player, *start = min(positions, key=lambda one: len(goals.intersection(one[1:])))
    return walled(width, room, goals, frozenset(start), player)


def _proved(level: Level) -> Candidate | None:
    """The level without useless squares, with its proof; None if that takes too much."""
    first = _solved(Sokoban(level))
    plan = first and first.result.plan
    if not plan or not _moves_all(level, plan):
        return None
    return _solved(Sokoban(stripped(level, plan)))


def _solved(puzzle: Sokoban) -> Candidate | None:
    """The puzzle with a plan that A* has proved optimal, or else the solver `optimal`."""
    result = solve(puzzle, "astar", limits=PROOF)
    expanded = result.stats.expanded
    if not result.optimal and not engines.why_not:
        result = solve(puzzle, "optimal", limits=PROOF)
    return Candidate(puzzle, result, expanded) if result.optimal else None


def _moves_all(level: Level, plan: Sequence[Move]) -> bool:
    """Is every box pushed?"""
    player, boxes = level.player, set(level.boxes)
    for move in plan:
        player += level.steps[move.direction]
        boxes.discard(player)
    return not boxes


def longest(width: int, height: int, boxes: int | None) -> Iterator[Candidate]:
    """For each number of boxes: a level with the longest optimum of an empty rectangle.

    All sets of goals and all positions are looked at. Raises `BadInput` where these are too many.
    """
    floor = sorted(interior(width, height))
    counts = range(1, len(floor) - 1) if boxes is None else (boxes,)
    work = sum(comb(len(floor), count) ** 2 * (len(floor) - count) for count in counts)
    if not floor or not all(0 < count < len(floor) for count in counts) or not counts:
        raise BadInput(f"there is no room for boxes and a player on {width}x{height}")
    if work > MOST_COMBINATIONS or len(floor) > MOST_SQUARES:
        raise BadInput(
            f"{width}x{height} has too many positions to look at all of them",
            hint="ask for a smaller --size, or for one number of --boxes",
        )
    is_there_any = False
    for count in counts:
        best: tuple[int, Level] | None = None
        for goals in combinations(floor, count):
            found = pulls(width, floor, goals, work + 1, work + 1)
            depth = len(found.layers) - 1
            if depth > (best[0] if best else 0):
                player, *start = found.position(sum(found.layers[:depth]))
                board = frozenset(floor), frozenset(goals), frozenset(start)
                best = depth, walled(width, *board, player)
        if best is not None:
            is_there_any = True
            puzzle = Sokoban(best[1])
            result = solve(puzzle, "astar")
            yield Candidate(puzzle, result, result.stats.expanded)
    if not is_there_any:
        raise BadInput(
            f"there is no room to push a box on {width}x{height}",
            hint="ask for a larger size or fewer boxes",
        )


MAKER = Maker(
    candidates,
    tries,
    if_none="its plan has to push every box, and there may be no room for that: "
    "ask for a larger size or fewer boxes, or try another seed",
    note=_note,
    has_longest=True,
)

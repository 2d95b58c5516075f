"""Sokoban boards for the campaign: floors of many shapes, and the way to levels and back.

A cell is a number, `STRIDE` to a row, so that a step is an addition; boards keep a rim of one cell
on all sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from unriddle.puzzles.sokoban.rules import Level

STRIDE = 32
STEPS = (-STRIDE, STRIDE, -1, 1)
AROUND = (*STEPS, -STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1)


@dataclass
class Board:
    """A level in the making; everything else is wall."""

    floor: set[int]
    goals: set[int] = field(default_factory=set)
    boxes: set[int] = field(default_factory=set)
    player: int = 0

    def free(self) -> list[int]:
        """The squares without a box, in order."""
        return sorted(self.floor - self.boxes)


def level_of(board: Board) -> Level | None:
    """A board as a level; None if it would be refused, is solved, or reaches over the frame.

    Boxes that the player can never reach are given a goal, and boxes beyond the number of goals
    are taken away.
    """
    reach = flood(board.player, board.floor, ())
    boxes = board.boxes & board.floor
    goals = board.goals & board.floor | (boxes - reach)
    spare = len(boxes & reach) - len(goals & reach)
    for box in sorted(boxes & reach - goals)[: max(0, spare)]:
        boxes.remove(box)
    if not boxes & reach or boxes <= goals or board.player in boxes:
        return None
    rows = [cell // STRIDE for cell in board.floor]
    columns = [cell % STRIDE for cell in board.floor]
    if min(columns) < 1 or max(columns) > STRIDE - 2:
        return None
    top, left = min(rows) - 1, min(columns) - 1
    height, width = max(rows) - top + 2, max(columns) - left + 2

    def moved(cell: int) -> int:
        return (cell // STRIDE - top) * width + cell % STRIDE - left

    frame = {r * STRIDE + c for r in range(top, top + height) for c in range(left, left + width)}
    return Level(
        width=width,
        height=height,
        walls=frozenset(map(moved, frame - board.floor)),
        goals=frozenset(map(moved, goals)),
        boxes=frozenset(map(moved, boxes)),
        player=moved(board.player),
    )


def flood(start: int, floor: set[int], boxes: Iterable[int]) -> set[int]:
    """Where the player can walk to."""
    free = floor.difference(boxes)
    seen = {start}
    queue = [start]
    for cell in queue:
        for step in STEPS:
            if cell + step in free and cell + step not in seen:
                seen.add(cell + step)
                queue.append(cell + step)
    return seen


def board_of(level: Level) -> Board:
    """A level as a board, with the parts that the player cannot reach."""

    def moved(squares: Iterable[int]) -> set[int]:
        return {
            STRIDE + square // level.width * STRIDE + square % level.width for square in squares
        }

    squares = moved(range(level.width * level.height))
    return Board(
        squares - moved(level.walls),
        moved(level.goals),
        moved(level.boxes),
        *moved([level.player]),
    )


def rectangle(top: int, left: int, height: int, width: int) -> set[int]:
    """The cells of a rectangle."""
    return {r * STRIDE + c for r in range(top, top + height) for c in range(left, left + width)}


def room(random: Random, most: int = 30) -> set[int]:
    """A room with pillars and crooked walls."""
    height = random.randint(2, 6)
    width = random.randint(2, max(2, min(8, most // height)))
    cells = sorted(rectangle(1, 1, height, width))
    random.shuffle(cells)
    return set(cells[random.randint(0, len(cells) // 3) :])


def rooms(random: Random) -> set[int]:
    """Two or three small rooms in a row or a column, with doors or short corridors between them."""
    floor: set[int] = set()
    place, across = 1, random.random() < 0.5
    for number in range(random.randint(2, 3)):
        if number:
            length = random.choice((1, 1, 1, 2))
            for door in random.sample(range(1, 5), random.choice((1, 1, 2))):
                floor |= rectangle(door, place, 1, length)
            place += length
        width = random.randint(1, 3)
        floor |= rectangle(random.randint(1, 2), place, random.randint(2, 4), width)
        place += width
    if across:
        floor = {cell % STRIDE * STRIDE + cell // STRIDE for cell in floor}
    return floor


def corridors(random: Random) -> set[int]:
    """What a wanderer with a liking for straight lines has carved, with some bays."""
    here, step = 10 * STRIDE + 10, 1
    floor = {here}
    for _ in range(random.randint(10, 34)):
        if random.random() < 0.35:
            step = random.choice(STEPS)
        if 2 <= (here + step) // STRIDE <= 18 and 2 <= (here + step) % STRIDE <= 18:
            here += step
            floor.add(here)
            if random.random() < 0.25:
                floor.add(here + random.choice(STEPS))
    return floor


def thin(random: Random) -> set[int]:
    """A long board of one or two rows, with bays on both sides."""
    length, height = random.randint(5, 16), random.choice((1, 1, 1, 2))
    floor = rectangle(2, 1, height, length)
    for _ in range(random.randint(1, 6)):
        row = random.choice((1, 2 + height))
        floor.add(row * STRIDE + random.randint(1, length))
    if random.random() < 0.5:
        floor = {cell % STRIDE * STRIDE + cell // STRIDE for cell in floor}
    return floor


def loops(random: Random, height: int = 0, width: int = 0) -> set[int]:
    """A hall with pillars, many of them joined by walls: small rooms, and several ways to each."""
    height, width = height or random.randint(5, 7), width or random.randint(5, 8)
    floor = rectangle(1, 1, height, width)
    first, second = random.randint(2, 3), random.randint(2, 3)
    for row in range(first, height, 2):
        for column in range(second, width, random.choice((2, 2, 3))):
            pillar = row * STRIDE + column
            floor -= {pillar}
            if random.random() < 0.45:
                floor -= {pillar + random.choice(STEPS)}
    return max(parts(floor), key=lambda part: (len(part), min(part)))


def parts(floor: set[int]) -> list[set[int]]:
    """The connected parts of a board."""
    parts = []
    left = set(floor)
    while left:
        part = flood(min(left), floor, ())
        parts.append(part)
        left -= part
    return parts


def any_board(random: Random) -> set[int]:
    """One of the kinds above."""
    return random.choice((room, room, rooms, corridors, thin))(random)

"""Small random Sokoban levels by the thousand: from a seed, without looking for small examples."""

from __future__ import annotations

from random import Random

from unriddle.core import BadInput
from unriddle.puzzles.sokoban.notation import parse_levels
from unriddle.puzzles.sokoban.rules import Level

Place = tuple[int, int]


def random_level(random: Random) -> Level:
    """A level with 1 to 5 boxes on 3 to 6 by 3 to 6 squares with walls among them.

    Half of the levels are made by pulling boxes off their goals, and can be solved; in the others
    everything stands where it fell. At times there are goals to spare, or boxes on goals.
    """
    while True:
        height, width = random.randint(3, 6), random.randint(3, 6)
        inner = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
        random.shuffle(inner)
        floor = inner[random.randint(0, len(inner) // 3) :]
        count = random.randint(1, 5)
        if len(floor) < 2 * count + 2:
            continue
        goals, player = set(floor[:count]), floor[-1]
        if random.random() < 0.5:
            boxes, player = _pulled(random, set(floor), set(goals), player)
        else:
            overlap = random.randint(0, 1)
            boxes = set(floor[count - overlap : 2 * count - overlap])
        if random.random() < 0.2:
            goals.add(random.choice(floor))
        try:
            return parse_levels(_text(height, width, set(floor), goals, boxes, player))[0]
        except BadInput:  # a box out of reach, for example
            continue


def _pulled(
    random: Random, floor: set[Place], boxes: set[Place], player: Place
) -> tuple[set[Place], Place]:
    """Boxes and player after some walking and pulling."""
    for _ in range(random.randint(20, 200)):
        down, right = random.choice([(-1, 0), (1, 0), (0, -1), (0, 1)])
        r, c = player
        ahead, behind = (r + down, c + right), (r - down, c - right)
        if ahead not in floor or ahead in boxes:
            continue
        if behind in boxes and random.random() < 0.8:
            boxes = boxes - {behind} | {player}
        player = ahead
    return boxes, player


def _text(
    height: int,
    width: int,
    floor: set[Place],
    goals: set[Place],
    boxes: set[Place],
    player: Place,
) -> str:
    """The level in XSB."""

    def mark(place: Place) -> str:
        if place not in floor:
            return "#"
        if place == player:
            return "+" if place in goals else "@"
        if place in boxes:
            return "*" if place in goals else "$"
        return "." if place in goals else " "

    rows = ["".join(mark((r, c)) for c in range(width + 2)) for r in range(height + 2)]
    return "\n".join(rows) + "\n"

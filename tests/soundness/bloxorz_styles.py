"""Bloxorz stages in many styles: what a rolling block has carved, with devices on it.

A stage is a level and its rules. Carved by a block from the start to the goal, a stage has a
solution until its devices are put on it; whether it still has one, the oracle finds out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from unriddle.core import BadInput
from unriddle.puzzles.bloxorz.level import (
    FLOOR,
    FRAGILE,
    GOAL,
    VOID,
    Bridge,
    Cell,
    Level,
    Split,
    Switch,
    check,
)
from unriddle.puzzles.bloxorz.rules import Rules

DIRECTIONS = ((0, -1), (0, 1), (-1, 0), (1, 0))
Tiles = dict[Cell, str]


class Stage(NamedTuple):
    """A level of Bloxorz under certain rules."""

    level: Level
    rules: Rules


class Carved(NamedTuple):
    """Tiles with a way over them."""

    tiles: Tiles
    start: tuple[Cell, Cell]
    stood: frozenset[Cell]
    """Where the block stood upright."""


def random_stage(style: str, random: Random) -> Stage | None:
    """A stage in one of `STYLES`; None where the throw makes none."""
    carved = carve(random, *_SIZES.get(style, (8, 40)))
    if carved is None:
        return None
    tiles = STYLES[style](random, carved)
    level = level_of(random, tiles, carved.start)
    if level is None:
        return None
    rules = Rules(
        space=random.choice(("free", "counted")),
        split=random.choice(("upright", "contact")),
        parked=random.choice(("stays", "falls")),
    )
    return Stage(level, rules)


def carve(random: Random, least: int, most: int) -> Carved | None:
    """What a block leaves that rolls at random; the goal is where it stands at last."""
    row, column = 10, 10
    block = ((row, column), (row, column))
    if random.random() < 0.2:
        block = ((row, column), random.choice(((row, column + 1), (row + 1, column))))
    start = block
    cells = set(block)
    stood = set()
    for _ in range(random.randint(least, most)):
        block = rolled(block, random.choice(DIRECTIONS))
        cells.update(block)
        if block[0] == block[1]:
            stood.add(block[0])
    ends = sorted(stood - set(start))
    if not ends:
        return None
    tiles = dict.fromkeys(sorted(cells), FLOOR)
    tiles[random.choice(ends)] = GOAL
    for cell in [random.choice(sorted(cells)) for _ in range(random.randint(0, 3))]:
        down, right = random.choice(DIRECTIONS)  # a tile that the way does not need
        tiles.setdefault((cell[0] + down, cell[1] + right), FLOOR)
    return Carved(tiles, start, frozenset(stood))


def rolled(block: tuple[Cell, Cell], direction: tuple[int, int]) -> tuple[Cell, Cell]:
    """Where a block comes to rest."""
    down, right = direction
    (r, c), (s, d) = block
    if block[0] == block[1]:
        one, two = (r + down, c + right), (r + 2 * down, c + 2 * right)
    elif (down != 0) == (r != s):  # over its length, it gets up
        front = max(block) if down + right > 0 else min(block)
        one = two = (front[0] + down, front[1] + right)
    else:
        one, two = (r + down, c + right), (s + down, d + right)
    return min(one, two), max(one, two)


def level_of(random: Random, tiles: Tiles, start: tuple[Cell, Cell]) -> Level | None:
    """Tiles as a level, their devices wired at random; None if it has a flaw."""
    top, left = min(r for r, _ in tiles), min(c for _, c in tiles)
    height = max(r for r, _ in tiles) - top + 1
    width = max(c for _, c in tiles) - left + 1

    def moved(cell: Cell) -> Cell:
        return cell[0] - top, cell[1] - left

    rows = tuple(
        "".join(tiles.get((top + r, left + c), VOID) for c in range(width)) for r in range(height)
    )
    used = sorted(set(tiles.values()))
    bridges = tuple(Bridge(name, random.random() < 0.4) for name in used if name in "abcd")
    switches = tuple(_wired(random, name, bridges) for name in used if name in "ABCD" and bridges)
    cells = sorted(map(moved, tiles))
    splits = tuple(
        Split(name, _two(random, cells)) for name in used if name in "12" and len(cells) > 1
    )
    level = Level(rows, (moved(start[0]), moved(start[1])), bridges, switches, splits)
    try:
        check(level)
    except BadInput:
        return None
    return level


def _two(random: Random, cells: Sequence[Cell]) -> tuple[Cell, Cell]:
    one, other = random.sample(cells, 2)
    return one, other


def _wired(random: Random, name: str, bridges: Sequence[Bridge]) -> Switch:
    """A switch that operates at least one bridge, each in its own manner."""
    chosen = random.sample(bridges, random.randint(1, len(bridges)))
    told: dict[str, list[str]] = {"toggle": [], "open": [], "close": []}
    for bridge in chosen:
        told[random.choice(("toggle", "toggle", "open", "close"))].append(bridge.name)
    return Switch(
        name,
        random.random() < 0.4,
        tuple(told["toggle"]),
        tuple(told["open"]),
        tuple(told["close"]),
    )


# Styles: what is put on the tiles. The goal stays where it is.


def _put(random: Random, tiles: Tiles, marks: str) -> Tiles:
    """Each mark on some tile, wherever it falls."""
    free = [cell for cell, tile in tiles.items() if tile == FLOOR]
    chosen = random.sample(free, min(len(free), len(marks)))
    return {**tiles, **dict(zip(chosen, marks, strict=False))}


def _bare(random: Random, carved: Carved) -> Tiles:
    return carved.tiles


def _fragile(random: Random, carved: Carved) -> Tiles:
    tiles = dict(carved.tiles)
    for cell in tiles:
        chance = 0.05 if cell in carved.stood else 0.4
        if tiles[cell] == FLOOR and random.random() < chance:
            tiles[cell] = FRAGILE
    return tiles


def _bridges(random: Random, carved: Carved) -> Tiles:
    names = "abcd"[: random.randint(1, 4)]
    marks = names * random.randint(1, 2) + names.upper() * random.randint(1, 2)
    return _put(random, carved.tiles, marks)


def _splits(random: Random, carved: Carved) -> Tiles:
    stood = [cell for cell in carved.stood if carved.tiles[cell] == FLOOR]
    tiles = dict(carved.tiles)
    for name in "12"[: random.randint(1, 2)]:
        if stood:
            tiles[random.choice(stood)] = name
    return tiles


def _split_bridges(random: Random, carved: Carved) -> Tiles:
    """Cubes that press soft switches while the other one is parked on a bridge."""
    return _put(random, _splits(random, carved), "aabAAB"[: random.randint(2, 6)])


def _mixed(random: Random, carved: Carved) -> Tiles:
    marks = "aabbcABC~~~12"
    chosen = "".join(random.sample(marks, random.randint(3, len(marks))))
    return _put(random, carved.tiles, chosen)


STYLES: dict[str, Callable[[Random, Carved], Tiles]] = {
    "bare": _bare,
    "fragile": _fragile,
    "bridges": _bridges,
    "splits": _splits,
    "split bridges": _split_bridges,
    "mixed": _mixed,
    "small": _mixed,
    "wide": _mixed,
}
"""By name: what puts devices on the tiles."""
_SIZES = {"bare": (6, 30), "small": (3, 10), "wide": (30, 90)}
"""How many rolls carve the board, at least and at most."""

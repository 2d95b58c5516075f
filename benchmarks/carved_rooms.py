"""Boards in the shape and the files of Boxoban, to make a large data set of.

    ./dev python benchmarks/carved_rooms.py levels --files 1000
    unriddle batch levels --dataset optima --store optima.sqlite --workers 1
    unriddle check --all optima

10 x 10 squares, four boxes. A room of 16 to 22 squares is carved by a random walk, and positions
are picked among those that the engine pulls back from the solved one, so each can be solved. No
board comes twice, and the same seed gives the same files.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from unriddle.engines.sokoban import pulls

WIDTH, BOXES = 10, 4
OF_A_ROOM = 10
LEAST_OFF_GOAL = 3
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def carved(random: Random) -> list[int]:
    """The squares of a room."""
    inside = range(1, WIDTH - 1)
    x, y = random.randint(1, WIDTH - 2), random.randint(1, WIDTH - 2)
    floor, size = {WIDTH * y + x}, random.randint(16, 22)
    while len(floor) < size:
        dx, dy = random.choice(STEPS)
        if x + dx in inside and y + dy in inside:
            x, y = x + dx, y + dy
            floor.add(WIDTH * y + x)
    return sorted(floor)


def boards(random: Random) -> Iterator[str]:
    """Boards without end, each of them once."""
    seen: set[int] = set()
    while True:
        floor = carved(random)
        goals = sorted(random.sample(floor, BOXES))
        found = pulls(WIDTH, floor, goals, 4000, 60)
        number, first = sum(found.layers), found.layers[0]
        if number - first < 100:
            continue
        for index in random.sample(range(first, number), OF_A_ROOM):
            player, *boxes = found.position(index)
            if len(set(boxes) - set(goals)) < LEAST_OFF_GOAL:
                continue
            signs = dict.fromkeys(floor, " ")
            signs |= dict.fromkeys(goals, ".")
            signs |= {square: "*" if square in goals else "$" for square in boxes}
            signs[player] = "+" if player in goals else "@"
            text = "".join(signs.get(square, "#") for square in range(WIDTH * WIDTH))
            board = "\n".join(text[at : at + WIDTH] for at in range(0, len(text), WIDTH))
            if hash(board) not in seen:
                seen.add(hash(board))
                yield board


def main() -> None:
    """Write the files, a tenth of them for validation and for tests."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", type=Path)
    options.add_argument(
        "--files", type=int, default=10, help="how many files, of a thousand boards each"
    )
    options.add_argument("--seed", type=int, default=2022)
    given = options.parse_args()
    made = boards(Random(given.seed))
    for number in range(given.files):
        share = number / given.files
        folder = given.folder / ("train" if share < 0.9 else "valid" if share < 0.95 else "test")
        folder.mkdir(parents=True, exist_ok=True)
        text = "".join(f"; {index}\n{next(made)}\n\n" for index in range(1000))
        (folder / f"{number:03d}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

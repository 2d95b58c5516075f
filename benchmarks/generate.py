"""How quickly levels are made, and how often they are what was asked for.

    ./dev python benchmarks/generate.py

One process, one level after the other, in seconds of CPU time. A level is a hit if it fulfils the
wish, and near if its optimum is at most 10 % outside.
"""

from __future__ import annotations

import time
from typing import Any

from unriddle.generating import generate
from unriddle.generating.freecell import winnable_deal
from unriddle.rating.difficulty import DIFFICULTIES

WISHES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("sokoban", 200, {"size": (7, 7), "boxes": 3}),
    ("sokoban", 40, {"size": (7, 7), "boxes": 3, "moves": (20, 24)}),
    ("sokoban", 40, {"size": (7, 7), "boxes": 3, "moves": (40, 44)}),
    ("sokoban", 40, {"size": (8, 8), "boxes": 4, "moves": (40, 60)}),
    ("sokoban", 20, {"size": (8, 8), "boxes": 4, "moves": (70, 80)}),
    ("sokoban", 3, {"size": (10, 10), "boxes": 6, "moves": (60, 80)}),
    ("bloxorz", 20, {"moves": (18, 22)}),
    ("bloxorz", 20, {"moves": (36, 44)}),
    ("bloxorz", 20, {"moves": (57, 63)}),
    ("bloxorz", 20, {"moves": (85, 95)}),
    ("bloxorz", 5, {"moves": (114, 126)}),
    ("bloxorz", 5, {"moves": (143, 157)}),
    *(("freecell", 20, {"difficulty": difficulty}) for difficulty in DIFFICULTIES),
    ("freecell", 20, {"moves": (70, 74)}),
    ("freecell", 20, {"moves": (80, 84)}),
)


def main() -> None:
    """Print a line for each wish."""
    for puzzle, count, wish in WISHES:
        begun = time.process_time()
        made = list(generate(puzzle, seed=1, count=count, **wish))
        took = (time.process_time() - begun) / count
        hits = sum(not one.note for one in made)
        least, most = wish.get("moves", (0, 10**9))
        near = sum(0.9 * least <= one.optimum <= 1.1 * most for one in made)
        words = ", ".join(f"{name} {value}" for name, value in wish.items())
        print(
            f"{puzzle}, {words}: {hits} hits, {near} near of {count}, {took:.3f} CPU s each",
            flush=True,
        )
    for difficulty in DIFFICULTIES:
        times = []
        for seed in range(100):
            begun = time.process_time()
            winnable_deal(difficulty, seed=seed)
            times.append(time.process_time() - begun)
        print(
            f"a new game of freecell, {difficulty}: {sum(times) / 100:.4f} CPU s each, "
            f"at most {max(times):.3f}"
        )


if __name__ == "__main__":
    main()

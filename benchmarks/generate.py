"""How quickly levels are made, and how often they are what was asked for.

    ./dev python benchmarks/generate.py [--json]

One process, one level after the other, in seconds of CPU time. A level is a hit if it fulfils the
request, and near if its optimum is at most 10 % outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from measuring import Row, cpu, parser, show

from unriddle.generating import generate
from unriddle.generating.freecell import winnable_deal
from unriddle.rating.difficulty import DIFFICULTIES

REQUESTS: tuple[tuple[str, int, dict[str, Any]], ...] = (
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


def rows() -> Iterator[Row]:
    """One for each request, then new games of FreeCell."""
    for puzzle, count, request in REQUESTS:
        levels = generate(puzzle, seed=1, count=count, **request)
        seconds, made = cpu(partial(list, levels))
        least, most = request.get("moves", (0, 10**9))
        yield {
            "request": ", ".join([puzzle, *(f"{name} {value}" for name, value in request.items())]),
            "of": count,
            "hits": sum(not one.note for one in made),
            "near": sum(0.9 * least <= one.optimum <= 1.1 * most for one in made),
            "CPU s each": seconds / count,
        }
    for difficulty in DIFFICULTIES:
        times = [cpu(partial(winnable_deal, difficulty, seed=seed))[0] for seed in range(100)]
        name = f"a new game of freecell, {difficulty}"
        yield {"request": name, "CPU s each": sum(times) / len(times), "at most": max(times)}


if __name__ == "__main__":
    show(rows(), as_json=parser(__doc__).parse_args().json)

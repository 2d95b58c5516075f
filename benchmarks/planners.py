"""Two planners of others on small levels of every puzzle: do they find the costs that we prove?

    ./dev python benchmarks/planners.py                  # some minutes
    ./dev python benchmarks/planners.py --levels 10 --puzzles sokoban --planners pyperplan

Needs `pip install 'unriddle[planning]'`. Every plan is read back and replayed by our rules. The
exit code is 1 if an answer differs, which is then printed, or if fewer than 30 plans of a puzzle
have the cost that we prove; not if fewer levels are asked for.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from generators import small_tasks

from unriddle import Limits, Status, solve
from unriddle.catalog import AnyPuzzle

OURS = {"bloxorz": "astar", "sokoban": "optimal", "freecell": "optimal"}
SETTINGS: dict[tuple[str, str], dict[str, Any]] = {
    ("bloxorz", "fast-downward"): {"landmarks": False}
}
"""There are few states and thousands of actions: landmark cuts take longer than they save."""
ENOUGH = 30


def levels_of(puzzle: str, planner: str, number: int) -> list[AnyPuzzle]:
    """Levels on which planner and rules count the same."""
    if puzzle == "sokoban":
        half = number // 2 if planner == "fast-downward" else 0
        pushes = small_tasks.sokoban(2, half, cost="pushes")
        boxes = 3 if planner == "fast-downward" else 2
        return [*small_tasks.sokoban(1, number - half, boxes=boxes), *pushes]
    if puzzle == "freecell":
        left = 12 if planner == "fast-downward" else 6
        return [*small_tasks.freecell(1, number, left=left)]
    if planner == "fast-downward":
        return [*small_tasks.stages(), *small_tasks.bloxorz(1, number, switches=True)]
    return [*small_tasks.bloxorz(1, number)]


def compare(puzzle: str, planner: str, number: int, seconds: float) -> tuple[bool, int]:
    """A line of the table: whether nothing differs, and how many costs were equal."""
    ended: Counter[str] = Counter()
    ours = theirs = 0.0
    right = True
    levels = levels_of(puzzle, planner, number)
    for level in levels:
        mine = solve(level, OURS[puzzle])
        assert mine.optimal or (mine.status is Status.UNSOLVABLE and mine.checked), level.name
        started = time.perf_counter()
        settings = SETTINGS.get((puzzle, planner), {})
        other = solve(level, planner, limits=Limits(seconds=seconds, mebibytes=2048), **settings)
        theirs += time.perf_counter() - started
        ours += mine.stats.seconds
        if other.status in (Status.SOLVED, Status.UNSOLVABLE):
            same = (mine.status, mine.cost) == (other.status, other.cost)
            same = same and other.optimal == (other.status is Status.SOLVED)
            if not same:
                print(f"{level.name}: {mine} but {planner}: {other}\n{level}")
                right = False
            ended[f"{other.status}, {'equal' if same else 'DIFFERENT'}"] += 1
        else:
            ended[str(other.status)] += 1
    told = "; ".join(f"{count} {what}" for what, count in ended.most_common())
    each = f"{theirs / len(levels):.2f} s a level, ours {1000 * ours / len(levels):.2f} ms"
    print(f"{puzzle:9} {planner:14} {len(levels):3} levels: {told}; {each}", flush=True)
    return right, ended["solved, equal"]


def main() -> int:
    """Run them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=33)
    parser.add_argument("--puzzles", default="bloxorz,sokoban,freecell")
    parser.add_argument("--planners", default="fast-downward,pyperplan")
    parser.add_argument("--time", type=float, default=120.0, help="seconds for a level")
    given = parser.parse_args()
    all_right = True
    for puzzle in given.puzzles.split(","):
        found = [
            compare(puzzle, planner, given.levels, given.time)
            for planner in given.planners.split(",")
        ]
        equal = sum(number for _, number in found)
        print(f"{puzzle}: {equal} plans at the cost that we prove", flush=True)
        all_right &= all(right for right, _ in found) and (equal >= ENOUGH or given.levels < ENOUGH)
    return 0 if all_right else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""Two planners of others on small levels of every puzzle: do they find the costs that we prove?

    ./dev python benchmarks/planners.py                  # some minutes
    ./dev python benchmarks/planners.py --levels 10 --puzzles sokoban --planners pyperplan

Needs `pip install 'unriddle[planning]'`. Every plan is read back and replayed by our rules. A
difference is printed, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from generators import small_tasks

from unriddle import Limits, Status, solve
from unriddle.catalog import AnyPuzzle

OURS = {"bloxorz": "astar", "sokoban": "optimal", "freecell": "optimal"}


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


def compare(puzzle: str, planner: str, number: int, seconds: float) -> bool:
    """A line of the table; False if anything differs."""
    ended: Counter[str] = Counter()
    ours = theirs = 0.0
    right = True
    levels = levels_of(puzzle, planner, number)
    for level in levels:
        mine = solve(level, OURS[puzzle])
        assert mine.optimal or (mine.status is Status.UNSOLVABLE and mine.checked), level.name
        started = time.perf_counter()
        other = solve(level, planner, limits=Limits(seconds=seconds, mebibytes=2048))
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
    return right


def main() -> int:
    """Run them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=33)
    parser.add_argument("--puzzles", default="bloxorz,sokoban,freecell")
    parser.add_argument("--planners", default="fast-downward,pyperplan")
    parser.add_argument("--time", type=float, default=120.0, help="seconds for a level")
    given = parser.parse_args()
    right = [
        compare(puzzle, planner, given.levels, given.time)
        for puzzle in given.puzzles.split(",")
        for planner in given.planners.split(",")
    ]
    return 0 if all(right) else 1


if __name__ == "__main__":
    raise SystemExit(main())

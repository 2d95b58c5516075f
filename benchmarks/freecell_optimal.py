"""Cheapest and short FreeCell plans: what the solvers prove and find, and what they take.

    ./dev python benchmarks/freecell_optimal.py [--json] [--only cards,moves,short,best]
                                                [--deals 1-200]

`cards` and `moves` prove the published optima again: single cards (a public exact solver), and
sequences as one move (Paul and Helmert, SoCS 2016). `short` counts player moves under greedy
autoplay, and so does `best`, with a tenth of a second and a second a deal on the clock: on a busy
machine that is less of the processor. Seconds are CPU time of the solver and of the
replay of its plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean
from typing import Any

from measuring import Row, cpu, numbers, parser, show

from unriddle.core import Limits
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Rules
from unriddle.solving import solve

CARDS = dict(
    enumerate((87, 75, 73, 85, 90, 79, 76, 75, 92, 85, 79, 85, 77, 81, 79, 78), start=1)
) | {14212: 91, 29596: 94, 31465: 108}
MOVES = dict(enumerate((82, 73, 70, 79, 85, 75, 76, 74, 81, 80), start=1))
"""On deal 1 a plan of 81 exists that moves more cards into an empty column than that paper lets."""

EFFORTS: dict[Any, dict[str, Any]] = {"default": {}} | {n: {"effort": n} for n in (5, 256, 2500)}
TIMES = {seconds: {"limits": Limits(seconds=seconds)} for seconds in (0.1, 1.0)}
PARTS = ("cards", "moves", "short", "best")


def main() -> None:
    """Run the parts that were asked for."""
    options = parser(__doc__)
    options.add_argument("--only", default=",".join(PARTS), help="parts, separated by commas")
    options.add_argument(
        "--deals", type=numbers, default="1-200", help="the deals for short and best"
    )
    given = options.parse_args()
    parts = {
        "cards": lambda: optima("cards", CARDS),
        "moves": lambda: optima("moves", MOVES),
        "short": lambda: means("short", "effort", EFFORTS, given.deals),
        "best": lambda: means("best", "limit", TIMES, given.deals),
    }
    for name in given.only.split(","):
        show(parts[name](), as_json=given.json)


def optima(cost: str, published: dict[int, int]) -> list[dict[str, Any]]:
    """Every deal with its proved optimum, and their mean."""
    rows = []
    for number, reference in published.items():
        seconds, result = timed(FreeCell(deal(number), Rules(cost=cost)), "optimal")
        rows.append(
            {
                "cost": cost,
                "deal": number,
                "optimum": result.cost if result.optimal else None,
                "published": reference,
                "seconds": round(seconds, 3),
                "MiB": round(result.stats.memory / 2**20, 1),
                "states": result.stats.expanded,
            }
        )
    rows.append(
        {"cost": cost, "deal": "mean", "seconds": round(mean(row["seconds"] for row in rows), 3)}
    )
    return rows


def means(
    solver: str, column: str, options: dict[Any, dict[str, Any]], deals: list[int]
) -> Iterator[Row]:
    """The mean player moves and milliseconds a deal, what is proved, and how many are optimal."""
    rules = Rules(cost="player", autoplay="greedy")
    for label, given in options.items():
        runs = [timed(FreeCell(deal(number), rules), solver, **given) for number in deals]
        results = [result for _, result in runs]
        yield {
            column: label,
            "solved": sum(result.cost is not None for result in results),
            "moves": round(mean(result.cost for result in results), 3),
            "at least": round(mean(result.stats.lower or 0 for result in results), 3),
            "proved": sum(result.optimal for result in results),
            "milliseconds": round(1000 * mean(seconds for seconds, _ in runs), 2),
        }


def timed(puzzle: FreeCell, solver: str, **settings: Any) -> tuple[float, Any]:
    """CPU seconds and result."""
    return cpu(lambda: solve(puzzle, solver, **settings))


if __name__ == "__main__":
    main()

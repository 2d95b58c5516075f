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

from statistics import mean
from typing import Any

from measuring import cpu, numbers, parser, show

from unriddle.core import Limits
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Rules
from unriddle.solving import solve

CARDS = dict(
    enumerate((87, 75, 73, 85, 90, 79, 76, 75, 92, 85, 79, 85, 77, 81, 79, 78), start=1)
) | {14212: 91, 29596: 94, 31465: 108}
MOVES = dict(enumerate((82, 73, 70, 79, 85, 75, 76, 74, 81, 80), start=1))
"""On deal 1 a plan of 81 exists that moves more cards into an empty column than that paper lets."""

PARTS = ("cards", "moves", "short", "best")


def main() -> None:
    """Run the parts that were asked for."""
    options = parser(__doc__)
    options.add_argument("--only", default=",".join(PARTS), help="parts, separated by commas")
    options.add_argument("--deals", type=numbers, default="1-200", help="those of short and best")
    given = options.parse_args()
    parts = {
        "cards": lambda: optima("cards", CARDS),
        "moves": lambda: optima("moves", MOVES),
        "short": lambda: short(given.deals),
        "best": lambda: best(given.deals),
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


def short(deals: list[int]) -> list[dict[str, Any]]:
    """The mean number of player moves and seconds a deal, with less and with more effort."""
    rules = Rules(cost="player", autoplay="greedy")
    rows = []
    for effort in (None, 5, 256, 2500):
        settings = {} if effort is None else {"effort": effort}
        runs = [timed(FreeCell(deal(number), rules), "short", **settings) for number in deals]
        rows.append(
            {
                "effort": effort or "default",
                "solved": sum(result.cost is not None for _, result in runs),
                "moves": round(mean(result.cost for _, result in runs), 3),
                "milliseconds": round(1000 * mean(seconds for seconds, _ in runs), 2),
            }
        )
    return rows


def best(deals: list[int]) -> list[dict[str, Any]]:
    """The mean number of player moves, the mean of what is proved, and how many are optimal."""
    rules = Rules(cost="player", autoplay="greedy")
    rows = []
    for limit in (0.1, 1.0):
        limits = Limits(seconds=limit)
        runs = [timed(FreeCell(deal(number), rules), "best", limits=limits) for number in deals]
        rows.append(
            {
                "limit": limit,
                "solved": sum(result.cost is not None for _, result in runs),
                "moves": round(mean(result.cost for _, result in runs), 3),
                "at least": round(mean(result.stats.lower for _, result in runs), 3),
                "proved": sum(result.optimal for _, result in runs),
                "milliseconds": round(1000 * mean(seconds for seconds, _ in runs), 2),
            }
        )
    return rows


def timed(puzzle: FreeCell, solver: str, **settings: Any) -> tuple[float, Any]:
    """CPU seconds and result."""
    return cpu(lambda: solve(puzzle, solver, **settings))


if __name__ == "__main__":
    main()

"""The assignment problem: give every row a column of its own so that the sum is least."""

from __future__ import annotations

import math
from collections.abc import Sequence


def least_matching(costs: Sequence[Sequence[float]]) -> float:
    """The least sum of `costs[row][column]` with one column for each row, no column used twice.

    Infinity marks a pair that is not allowed; the answer is infinity if there is no matching.
    There must be at least as many columns as rows.

    The Hungarian method: rows enter one by one, each along a cheapest chain of exchanges
    (Dijkstra over columns). Prices on rows and columns keep every reduced cost
    `cost - row price - column price` at zero or above, and at zero for the pairs in use.
    """
    columns = range(len(costs[0])) if costs else range(0)
    row_price = [0.0] * len(costs)
    column_price = [0.0] * len(columns)
    owner: dict[int, int] = {}
    """The row that each used column belongs to."""
    for newcomer in range(len(costs)):
        distance = [math.inf] * len(columns)
        previous: list[int | None] = [None] * len(columns)
        settled: list[int] = []
        waiting = list(columns)
        row, reached, through = newcomer, 0.0, None
        while True:
            for column in waiting:
                reduced = costs[row][column] - row_price[row] - column_price[column]
                if reached + reduced < distance[column]:
                    distance[column] = reached + reduced
                    previous[column] = through
            through = min(waiting, key=distance.__getitem__, default=None)
            if through is None or distance[through] == math.inf:
                return math.inf
            reached = distance[through]
            if through not in owner:
                break
            waiting.remove(through)
            settled.append(through)
            row = owner[through]

        row_price[newcomer] += reached
        for column in settled:
            row_price[owner[column]] += reached - distance[column]
            column_price[column] -= reached - distance[column]
        while through is not None:
            before = previous[through]
            owner[through] = newcomer if before is None else owner[before]
            through = before

    total = 0.0
    for column in sorted(owner):
        total += costs[owner[column]][column]
    return total

"""The searches of published reports, as they were: their order, their marking, their counting.

They are no solvers of ours and are in no menu; a spec names them `report/...` so that a table can
show that a published count comes out again. What they find is replayed like any other plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from unriddle.checking import CheckedRun
from unriddle.core import Limits, Run, Stats
from unriddle.experiments.reports import bloxorz, sokoban
from unriddle.search.drive import SearchRun
from unriddle.search.node import Search

PREFIX = "report/"


@dataclass(frozen=True)
class ReportSearch:
    """A search of a report, and what the report counts."""

    puzzle: str
    about: str
    adapt: Callable[[Any], Any]
    """The level under the rules of the report."""
    search: Callable[[Any], Search[Any, Any]]
    counted: str
    """What the report calls a node."""
    nodes: Callable[[Stats], int]

    def start(self, puzzle: Any, limits: Limits) -> Run[Any]:
        """A run that ends as every other; its plan is replayed under the rules of the report."""
        adapted = self.adapt(puzzle)
        return CheckedRun(adapted, SearchRun(adapted, lambda: self.search(adapted), limits))


def _recorded(stats: Stats) -> int:
    """The start, and all that expansions have listed."""
    return stats.generated + 1


def _expanded(stats: Stats) -> int:
    return stats.expanded


def _bloxorz(about: str, search: Callable[[Any], Search[Any, Any]]) -> ReportSearch:
    counted = "states recorded when first generated, fallen ones included, and the start"
    return ReportSearch("bloxorz", about, bloxorz.ReportedBloxorz, search, counted, _recorded)


def _sokoban(
    about: str, estimate: sokoban.Estimate, *, first_report: bool, cost_of_parent: bool = False
) -> ReportSearch:
    search = sokoban.best_first(estimate, cost_of_parent=cost_of_parent)
    counted = "expanded states" if first_report else "queued states, and the start"
    nodes = _expanded if first_report else _recorded
    return ReportSearch("sokoban", about, sokoban.walking, search, counted, nodes)


SEARCHES: Mapping[str, ReportSearch] = {
    "report/bloxorz-dfs": _bloxorz("depth first, marking at generation", bloxorz.depth_first),
    "report/bloxorz-astar": _bloxorz("A*, f = g + both halves' distances", bloxorz.astar),
    "report/sokoban-1-ucs": _sokoban("uniform cost", sokoban.nothing, first_report=True),
    "report/sokoban-1-manhattan": _sokoban("A*, Manhattan", sokoban.manhattan, first_report=True),
    "report/sokoban-1-euclid": _sokoban("A*, Euclid", sokoban.euclid, first_report=True),
    "report/sokoban-2-ucs": _sokoban("uniform cost", sokoban.nothing, first_report=False),
    "report/sokoban-2-astar": _sokoban(
        "A*, Manhattan, f = g(parent) + h",
        sokoban.manhattan,
        first_report=False,
        cost_of_parent=True,
    ),
    "report/sokoban-2-new": _sokoban(
        "A*, Manhattan and the player, f = g(parent) + h",
        sokoban.with_player,
        first_report=False,
        cost_of_parent=True,
    ),
}

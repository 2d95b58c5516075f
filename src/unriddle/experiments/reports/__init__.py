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
    adapt: Callable[[Any], Any]
    """The level under the rules of the report."""
    search: Callable[[Any], Search[Any, Any]]
    nodes: Callable[[Stats], int]
    """What the report calls nodes."""

    def start(self, puzzle: Any, limits: Limits) -> Run[Any]:
        """A run that ends as every other; its plan is replayed under the rules of the report."""
        adapted = self.adapt(puzzle)
        return CheckedRun(adapted, SearchRun(adapted, lambda: self.search(adapted), limits))


def _recorded(stats: Stats) -> int:
    """The start, and all that expansions have listed: states first generated, or queued."""
    return stats.generated + 1


def _expanded(stats: Stats) -> int:
    return stats.expanded


def _bloxorz(search: Callable[[Any], Search[Any, Any]]) -> ReportSearch:
    return ReportSearch("bloxorz", bloxorz.ReportedBloxorz, search, _recorded)


def _sokoban(
    estimate: sokoban.Estimate, nodes: Callable[[Stats], int], *, cost_of_parent: bool = False
) -> ReportSearch:
    search = sokoban.best_first(estimate, cost_of_parent=cost_of_parent)
    return ReportSearch("sokoban", sokoban.walking, search, nodes)


SEARCHES: Mapping[str, ReportSearch] = {
    "report/bloxorz-dfs": _bloxorz(bloxorz.depth_first),
    "report/bloxorz-astar": _bloxorz(bloxorz.astar),
    "report/sokoban-1-ucs": _sokoban(sokoban.nothing, _expanded),
    "report/sokoban-1-manhattan": _sokoban(sokoban.manhattan, _expanded),
    "report/sokoban-1-euclid": _sokoban(sokoban.euclid, _expanded),
    "report/sokoban-2-ucs": _sokoban(sokoban.nothing, _recorded),
    "report/sokoban-2-astar": _sokoban(sokoban.manhattan, _recorded, cost_of_parent=True),
    "report/sokoban-2-new": _sokoban(sokoban.with_player, _recorded, cost_of_parent=True),
}

"""Planners by the names that users type; each has to be installed beside this program."""

from __future__ import annotations

from unriddle.catalog.solver_entry import FINITE, Optimal, SolverEntry
from unriddle.planning.planners import INSTALLABLE, Planner
from unriddle.settings import Setting

_ABOUT = {
    "fast-downward": "A general planner: A* with landmark cuts on the puzzle as PDDL.",
    "pyperplan": "A general planner in Python: A* with landmark cuts on plain STRIPS.",
}
_PROOF = Setting(
    "proof", True, "look for a cheapest plan and its proof; no: for any plan, greedily"
)
_LANDMARKS = Setting(
    "landmarks",
    True,
    "guide the proof by landmark cuts; no: by no estimate, faster for few states with many actions",
)


def _entry(planner: Planner) -> SolverEntry:
    return SolverEntry(
        planner.name,
        None,
        False,
        FINITE,
        Optimal.PROVED,
        (_PROOF, _LANDMARKS),
        about=f"{_ABOUT[planner.name]} Needs `pip install {planner.install}`.",
        title=planner.title,
        planner=planner,
    )


PLANNERS: dict[str, SolverEntry] = {name: _entry(one) for name, one in INSTALLABLE.items()}
"""What can be compared with our solvers, where it is installed."""

"""FreeCell in the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from unriddle import engines
from unriddle.catalog.planners import PLANNERS
from unriddle.catalog.puzzle_entry import DifficultyScale, PuzzleEntry
from unriddle.catalog.solver_entry import Optimal, best_solver, native_solver
from unriddle.engines import freecell as engine
from unriddle.puzzles.freecell import deals, heuristics, notation, rules
from unriddle.settings import Setting


@dataclass(frozen=True)
class FreeCellDeals:
    """The numbered deals of Microsoft FreeCell and FreeCell Pro."""

    about: str = "deals of Microsoft FreeCell (1-32000, 1-1000000) and FreeCell Pro"
    numbers: range = range(1, deals.LAST_DEAL + 1)
    drawn_from: range | None = range(1, 32_001)

    def level(self, number: int, rules: rules.Rules) -> rules.Position:
        """The deal with this number, over as many columns as the rules say."""
        quick = None if engines.why_not else engine.shuffled
        return deals.deal(number, rules.columns, shuffle=quick)


FREECELL = PuzzleEntry(
    name="freecell",
    summary="Bring all 52 cards home, by suit from ace to king.",
    build=rules.FreeCell,
    rules=rules.Rules,
    notation=notation,
    packs={"": FreeCellDeals()},
    heuristics={
        "evaluation": heuristics.evaluation,
        "deadlock": heuristics.deadlock,
        "cards-left": heuristics.cards_left,
        "alpha": heuristics.alpha,
    },
    textbook_solver="hybrid:plies=4",
    default_heuristics={
        "": "evaluation",
        "astar": "deadlock",
        "wastar": "deadlock",
        "idastar": "deadlock",
        "hybrid": "alpha",
    },
    quickest_solver="fast",
    native_solvers={
        "best": best_solver(
            "Find a plan at once, then shorter ones, and prove the shortest: fast, short and "
            "optimal take turns."
        ),
        "fast": native_solver(
            "fast",
            "Try short searches with different strategies, then look at every state.",
            complete="yes",
            optimal=Optimal.NEVER,
        ),
        "proof": native_solver(
            "proof",
            "Look at every state in which safe cards are home, the most promising first.",
            complete="yes",
            optimal=Optimal.NEVER,
        ),
        "short": native_solver(
            "short",
            "Find a short plan quickly, then shorter ones, by wider and wider beams.",
            complete="yes",
            optimal=Optimal.PROVED,
            settings=(
                Setting(
                    "effort",
                    64,  # about 20 milliseconds
                    "thousands of positions to look at; if not set, a time limit ends it",
                    minimum=1,
                    maximum=10**9,
                    until_limit=True,
                ),
            ),
        ),
        "optimal": native_solver(
            "optimal",
            "Prove a cheapest plan, or give bounds: A* with an exact deadlock estimate.",
            complete="yes",
            optimal=Optimal.PROVED,
        ),
    },
    difficulty=DifficultyScale("fast", (35, 54, 250, 1_000)),
    native=engine.NATIVE,
    planners=PLANNERS,
    heuristic_titles={"cards-left": "cards left", "alpha": "Alpha"},
)

"""Sokoban in the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from unriddle.catalog.planners import PLANNERS
from unriddle.catalog.puzzle_entry import Deadlock, DifficultyScale, PuzzleEntry, ShippedPack
from unriddle.catalog.solver_entry import FINITE, Optimal, best_solver, native_solver
from unriddle.engines import sokoban as engine
from unriddle.puzzles.sokoban import heuristics, notation, rules
from unriddle.puzzles.sokoban.collection import Collection
from unriddle.settings import Setting


def _find_deadlock(puzzle: rules.Sokoban, state: rules.State) -> Deadlock | None:
    from unriddle.engines.sokoban_deadlock import find_deadlock, is_proved

    found = find_deadlock(puzzle, state)
    return Deadlock(found.reason, is_proved(puzzle, state, found)) if found else None


def _places(puzzle: rules.Sokoban, state: rules.State) -> Iterable[tuple[int, int]]:
    """The square of the player."""
    return (divmod(state.player, puzzle.level.width),)


_WITHOUT = Setting("without", "", "rules to leave out, joined by +: freeze+matching")

SOKOBAN = PuzzleEntry(
    name="sokoban",
    summary="Push every box onto a goal.",
    build=rules.Sokoban,
    rules=rules.Rules,
    notation=notation,
    packs={
        "uit": ShippedPack("18 course maps", "sokoban/uit.xsb", notation.parse_levels),
        "generated": ShippedPack(
            "100 generated levels, from easy to master",
            "sokoban/generated.xsb",
            notation.parse_levels,
        ),
    },
    heuristics={
        "freeze": heuristics.freeze,
        "walk": heuristics.walk,
        "matching": heuristics.matching,
        "manhattan": heuristics.manhattan,
        "euclid": heuristics.euclid,
        "player": heuristics.player,
    },
    textbook_solver="astar",
    default_heuristics={"": "freeze"},
    quickest_solver="expert",
    native_solvers={
        "best": best_solver(
            "Find a solution at once, then shorter ones, and prove the shortest: expert, polish "
            "and optimal take turns.",
            Setting(
                "threads",
                1,
                "with 2, the proof and the shortening have a thread each; the solution and the "
                "counts may then differ from run to run",
                minimum=1,
                maximum=2,
            ),
        ),
        "expert": native_solver(
            "expert",
            "Find any solution, quickly: macro pushes, guided by a packing plan.",
            complete=FINITE,
            optimal=Optimal.NEVER,
            settings=(
                _WITHOUT,
                Setting(
                    "threads",
                    1,
                    "how many threads search at the same time; with more than one, the "
                    "solution and the counts may differ from run to run",
                    minimum=1,
                    maximum=16,
                ),
            ),
        ),
        "optimal": native_solver(
            "optimal",
            "Prove the cheapest solution, or give the best bounds: A* over pushes.",
            complete="yes",
            optimal=Optimal.PROVED,
            settings=(
                _WITHOUT,
                Setting(
                    "ties",
                    True,
                    "of the cheapest solutions, look for one with fewer moves (or pushes)",
                ),
            ),
        ),
        "polish": native_solver(
            "polish",
            "Make a solution shorter, never longer; find one first if none is given.",
            complete="yes, given time",
            optimal=Optimal.NEVER,
            settings=(Setting("solution", "", "the moves of the solution to start from"),),
        ),
    },
    difficulty=DifficultyScale("astar", (100, 400, 1_600, 6_400)),
    native=engine.NATIVE,
    planners=PLANNERS,
    suffixes=(".xsb", ".sok", ".slc"),
    attached=lambda text: Collection(text).attached(),
    find_deadlock=_find_deadlock,
    heuristic_titles={
        "freeze": "frozen boxes",
        "walk": "frozen boxes and walk",
        "manhattan": "Manhattan",
        "euclid": "Euclid",
        "player": "player and boxes",
    },
    places=_places,
)

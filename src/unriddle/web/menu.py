"""The catalogue as JSON: every name that a page offers, with its help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from unriddle.catalog import (
    PUZZLES,
    SOLVERS,
    AnyPuzzle,
    HeuristicMaker,
    PuzzleEntry,
    SolverEntry,
    load_installed,
    summary_of,
)
from unriddle.comparing import SECONDS, USUAL
from unriddle.editing import EDITORS
from unriddle.engines import why_not
from unriddle.rating.difficulty import DIFFICULTIES
from unriddle.search.own_heuristic import OwnHeuristic
from unriddle.settings import Setting
from unriddle.solving import default_solver
from unriddle.version import __version__
from unriddle.web import limits
from unriddle.web.scenes import Json, scene_of


def menu() -> Json:
    """Puzzles and solvers with all that can be chosen about them."""
    load_installed()
    return {
        "version": __version__,
        "native": not why_not,
        "puzzles": [_puzzle(entry) for entry in PUZZLES.values()],
        "solvers": [
            *(
                _solver(solver, puzzle.name)
                for puzzle in PUZZLES.values()
                for solver in puzzle.native_solvers.values()
                if not why_not
            ),
            *(_solver(entry, "") for entry in SOLVERS.values()),
        ],
        "compared": {"solvers": USUAL, "seconds": SECONDS},
        "limits": {
            "seconds": limits.DEFAULT.seconds,
            "mebibytes": limits.DEFAULT.mebibytes,
            "mostSeconds": limits.SECONDS,
            "mostMebibytes": limits.MEBIBYTES,
            "text": limits.TEXT,
            "runs": limits.RUNS_OF_ONE_PAGE,
        },
    }


def _puzzle(entry: PuzzleEntry) -> Json:
    packs = [
        {
            "id": prefix,
            "about": pack.about,
            "first": pack.numbers[0],
            "last": pack.numbers[-1],
            "drawnFrom": pack.drawn_from and (pack.drawn_from[0], pack.drawn_from[-1]),
        }
        for prefix, pack in entry.ids()
    ]
    sample = _sample(entry)
    is_drawn = any(pack.drawn_from is not None for _, pack in entry.ids())
    return {
        "name": entry.name,
        "summary": entry.summary,
        "board": scene_of(sample).board if sample else "drawn",
        "native": entry.native is not None and not why_not,
        "packs": packs,
        "editable": entry.name in EDITORS,
        "difficulties": DIFFICULTIES if is_drawn and not why_not else (),
        "rules": _settings(entry.rules.settings()),
        "solver": default_solver(entry),
        "unit": (sample or entry.kind or AnyPuzzle).cost_unit,
        "heuristics": [
            {
                "name": name,
                "title": entry.shown_heuristic(name),
                "summary": summary_of(maker),
                "admissible": _is_admissible(maker, sample),
            }
            for name, maker in entry.heuristics.items()
        ],
        "heuristicOf": {name: entry.heuristic_for(name) for name in SOLVERS},
    }


def _sample(entry: PuzzleEntry) -> AnyPuzzle | None:
    """Some level: whether a heuristic is admissible depends on the rules only.

    None if the code of a user cannot make it: the answer to a request for the level says why.
    """
    pack = next(iter(entry.packs.values()))
    rules = entry.rules()
    try:
        return entry.build(pack.level(pack.numbers[0], rules), rules)
    except Exception:
        if entry.kind is None:
            raise
        return None


def _is_admissible(maker: HeuristicMaker, sample: AnyPuzzle | None) -> bool:
    """What a heuristic says of itself; False where the code of a user cannot say it."""
    try:
        return sample is not None and maker(sample).admissible
    except Exception:
        if not isinstance(maker, OwnHeuristic):
            raise
        return False


def _solver(entry: SolverEntry, puzzle: str) -> Json:
    """A solver; `puzzle` is the only one that a native-only solver is for."""
    return {
        "puzzle": puzzle,
        "name": entry.name,
        "title": entry.shown,
        "textbook": entry.search is not None,
        "own": entry.own,
        "summary": entry.summary,
        "informed": entry.informed,
        "complete": entry.complete,
        "optimal": entry.optimal.value,
        "settings": _settings(entry.settings),
    }


def _settings(settings: Iterable[Setting]) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "default": one.default,
            "help": one.help,
            "choices": one.choices,
            "titles": [one.shown(choice) for choice in one.choices],
            "minimum": one.minimum,
            "maximum": one.maximum,
            "allowed": one.allowed,
        }
        for one in settings
    ]

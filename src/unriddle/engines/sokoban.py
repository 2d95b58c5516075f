"""Sokoban for the native engine: puzzles, moves and states to and from plain numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from unriddle.core import BadInput, replay
from unriddle.engines.native_puzzle import Budget, NativePuzzle, prepare_best
from unriddle.judge.certificate import PUSHES
from unriddle.puzzles.sokoban.notation import parse_plan
from unriddle.puzzles.sokoban.rules import Direction, Move, Sokoban, State

if TYPE_CHECKING:
    from unriddle.native._core import SokobanLevel, SokobanPulls

_MOVES = tuple(Move(direction, push) for push in (False, True) for direction in Direction)
"""By action code."""
_CODES = {move: code for code, move in enumerate(_MOVES)}

MAX_SIDE = 64
"""The most rows, and the most columns, of a board that a native-only solver takes."""
MAX_BOXES = 100
_USUAL_FLOOR = 100
_USUAL_BOXES = 15
"""Squares and boxes of a level on which the usual budget takes a second."""


def plain_start(puzzle: Sokoban, start: State | None = None) -> dict[str, Any]:
    """The level of `puzzle` in numbers, from its initial state or from another one."""
    player, boxes = start or puzzle.initial
    return {
        "width": puzzle.level.width,
        "floor": sorted(puzzle.floor),
        "goals": sorted(puzzle.goals),
        "boxes": sorted(boxes),
        "player": player,
    }


def plain_game(puzzle: Sokoban, start: State | None = None) -> dict[str, Any]:
    """The same with its costs."""
    return {
        **plain_start(puzzle, start),
        "walk_cost": 0 if puzzle.rules.cost == "pushes" else 1,
        "push_cost": 0 if puzzle.rules.cost == "walks" else 1,
    }


def level_of(puzzle: Sokoban, start: State | None = None) -> SokobanLevel:
    """The same as the engine wants it."""
    from unriddle.native import _core

    return _core.SokobanLevel(**plain_game(puzzle, start))


def check_size(puzzle: Sokoban) -> None:
    """Raise `BadInput` for a level that is too large for the native-only solvers."""
    level, boxes = puzzle.level, len(puzzle.initial.boxes)
    if max(level.width, level.height) > MAX_SIDE or boxes > MAX_BOXES:
        raise BadInput(
            f"the board is {level.width} squares wide and {level.height} high with {boxes} boxes; "
            f"this solver takes at most {MAX_SIDE} by {MAX_SIDE} squares and "
            f"{MAX_BOXES} boxes",
            source=puzzle.name,
            hint="use a textbook solver, such as astar",
        )


def _optimal(puzzle: Sokoban, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    check_size(puzzle)
    return {"without": _left_out(settings, "optimal"), "ties": settings["ties"]}


def _best(puzzle: Sokoban, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    check_size(puzzle)
    return {**prepare_best(puzzle, settings), "threads": settings["threads"]}


def _polish(puzzle: Sokoban, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    check_size(puzzle)
    plan = parse_plan(settings["solution"], "solution")
    if plan and not replay(puzzle, plan).solved:
        raise BadInput("the moves are legal, but they do not solve the level", source="solution")
    return {"plan": [_CODES[move] for move in plan]}


def _expert(puzzle: Sokoban, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    check_size(puzzle)
    return {"without": _left_out(settings, "expert"), "threads": settings["threads"]}


def _left_out(settings: Mapping[str, Any], solver: str) -> list[str]:
    """The rules to leave out, which `without` names with + between them."""
    names, known = [name for name in settings["without"].split("+") if name], rules(solver)
    for name in names:
        if name not in known:
            raise BadInput(f"without = {name}: there is no such rule", hint=" ".join(known))
    return names


def rules(solver: str) -> list[str]:
    """What `optimal` or `expert` can do without: docs/sokoban.md says what each of them is."""
    from unriddle.native import _core

    return _core.sokoban_rules(solver)


def pulls(
    width: int, floor: Sequence[int], goals: Sequence[int], most: int, widest: int
) -> SokobanPulls:
    """The positions of a room by their distance from being solved, see `generating.pulls`."""
    from unriddle.native import _core

    return _core.SokobanPulls(width=width, floor=floor, goals=goals, most=most, widest=widest)


def state_of(puzzle: Sokoban, numbers: Sequence[int]) -> State:
    """A state that the engine describes as the Python rules know it."""
    player, *boxes = numbers
    return State(player, frozenset(boxes))


def _budget_of(puzzle: Sokoban, usual: Budget) -> Budget:
    """After every push the player walks over the whole board, so a large one gets fewer states."""
    by_floor = min(1.0, _USUAL_FLOOR / len(puzzle.floor))
    by_boxes = min(1.0, _USUAL_BOXES / len(puzzle.initial.boxes))
    return usual.part(by_floor * by_boxes, by_floor)


NATIVE = NativePuzzle(
    "sokoban",
    level_of,
    _MOVES.__getitem__,
    state_of,
    plain_start,
    plain_game,
    _CODES.__getitem__,
    games="SokobanGames",
    add_game=lambda games, puzzle, squares, columns: games.add(squares, columns),
    form=PUSHES,
    budget=Budget(60_000, 500_000),
    budget_of=_budget_of,
    solvers={"best": _best, "expert": _expert, "optimal": _optimal, "polish": _polish},
)

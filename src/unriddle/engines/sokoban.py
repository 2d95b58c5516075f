"""Sokoban for the native engine: puzzles, moves and states to and from plain numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from unriddle.core import BadInput, replay
from unriddle.puzzles.sokoban.notation import parse_plan
from unriddle.puzzles.sokoban.rules import Direction, Move, Sokoban, State

if TYPE_CHECKING:
    from unriddle.native._core import Engine, Run

_MOVES = tuple(Move(direction, push) for push in (False, True) for direction in Direction)
"""By action code."""

MAX_EXPERT_SIDE = 64
"""The most rows, and the most columns, of a board that an expert takes."""
MAX_EXPERT_BOXES = 100


def plain_level(puzzle: Sokoban, start: State | None = None) -> dict[str, Any]:
    """The level of `puzzle` as the engine wants it, from its initial state or from another one."""
    player, boxes = start or puzzle.initial
    return {
        "width": puzzle.level.width,
        "floor": sorted(puzzle.floor),
        "goals": sorted(puzzle.goals),
        "boxes": sorted(boxes),
        "player": player,
        "walk_cost": 0 if puzzle.rules.cost == "pushes" else 1,
        "push_cost": 0 if puzzle.rules.cost == "walks" else 1,
    }


def check_size(puzzle: Sokoban) -> None:
    """Raise `BadInput` for a level that is too large for the experts."""
    level, boxes = puzzle.level, len(puzzle.initial.boxes)
    if max(level.width, level.height) > MAX_EXPERT_SIDE or boxes > MAX_EXPERT_BOXES:
        raise BadInput(
            f"the board is {level.width} squares wide and {level.height} high with {boxes} boxes; "
            f"this solver takes at most {MAX_EXPERT_SIDE} by {MAX_EXPERT_SIDE} squares and "
            f"{MAX_EXPERT_BOXES} boxes",
            source=puzzle.name,
            hint="use a textbook solver, such as --solver astar",
        )


def _optimal(puzzle: Sokoban, *, without: str = "", **limits: Any) -> Run:
    """A run of the solver `optimal`; `without` names rules to leave out, with + between them."""
    from unriddle.native import _core

    check_size(puzzle)
    names = _left_out(without, "optimal")
    return _core.sokoban_optimal(**plain_level(puzzle), without=names, **limits)


def _polish(puzzle: Sokoban, *, solution: str = "", **limits: Any) -> Run:
    """A run of the solver `polish`, which looks for a solution first if none is given."""
    from unriddle.native import _core

    check_size(puzzle)
    plan = parse_plan(solution, "solution")
    if plan and not replay(puzzle, plan).solved:
        raise BadInput("the moves are legal, but they do not solve the level", source="solution")
    codes = [_MOVES.index(move) for move in plan]
    return _core.sokoban_polish(**plain_level(puzzle), plan=codes, **limits)


def _expert(puzzle: Sokoban, *, without: str = "", threads: int = 1, **limits: Any) -> Run:
    """A run of the solver `expert`; `without` as for `optimal`."""
    from unriddle.native import _core

    check_size(puzzle)
    names = _left_out(without, "expert")
    return _core.sokoban_expert(**plain_level(puzzle), without=names, threads=threads, **limits)


def _left_out(without: str, solver: str) -> list[str]:
    names, known = [name for name in without.split("+") if name], rules(solver)
    for name in names:
        if name not in known:
            raise BadInput(f"without = {name}: there is no such rule", hint=" ".join(known))
    return names


def rules(solver: str) -> list[str]:
    """What `optimal` or `expert` can do without: docs/sokoban.md says what each of them is."""
    from unriddle.native import _core

    return _core.sokoban_rules(solver)


EXPERTS: Final[Mapping[str, Callable[..., Run]]] = {
    "expert": _expert,
    "optimal": _optimal,
    "polish": _polish,
}
"""By the name in the catalogue: the maker of a run, from the puzzle, the limits and settings."""


def engine_of(puzzle: Sokoban, start: State | None = None) -> Engine:
    """The engine of `puzzle`, from its initial state or from another one."""
    from unriddle.native import _core

    return _core.sokoban(**plain_level(puzzle, start))


def move_of(puzzle: Sokoban, code: int) -> Move:
    """The move with an action code."""
    return _MOVES[code]


def state_of(puzzle: Sokoban, engine: Engine, packed: bytes) -> State:
    """A packed state as the Python rules know it."""
    player, *boxes = engine.describe(packed)
    return State(player, frozenset(boxes))

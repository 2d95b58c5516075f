"""Bloxorz for the native engine: stages, states and moves as plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from unriddle.engines.native_puzzle import Budget, NativePuzzle, prepare_best
from unriddle.judge.certificate import ACTIONS
from unriddle.puzzles.bloxorz.level import FRAGILE, VOID, Cell
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State

if TYPE_CHECKING:
    from unriddle.native._core import BloxorzStage

_MOVES = tuple(Move)
"""By action code."""
WORD: Final = 64
"""Bits of a state of the engine: one a bridge, and those of two places."""


def state_of(puzzle: Bloxorz, numbers: Sequence[int]) -> State:
    """A state that the engine describes as the Python rules know it."""
    first, second, split, *on = numbers
    width = len(puzzle.level.rows[0])
    names = frozenset(puzzle.level.bridges[index].name for index in on)
    return State(divmod(first, width), divmod(second, width), bool(split), names)


def plain_start(puzzle: Bloxorz, start: State | None = None) -> dict[str, Any]:
    """A stage and its rules in numbers, from the initial state or from another one."""
    level, rules, start = puzzle.level, puzzle.rules, start or puzzle.initial
    width = len(level.rows[0])
    squares = "".join(level.rows)
    bridges = {one.name: i for i, one in enumerate(level.bridges)}
    switches = {one.name: i for i, one in enumerate(level.switches)}
    splits = {one.name: i for i, one in enumerate(level.splits)}
    known = set(squares)

    def each(numbers: dict[str, int], otherwise: int) -> list[int]:
        """The number of every square of the frame."""
        if known.isdisjoint(numbers):
            return [otherwise] * len(squares)
        table = {square: numbers.get(square, otherwise) for square in known}
        return list(map(table.__getitem__, squares))

    def number(cell: Cell) -> int:
        return cell[0] * width + cell[1]

    def numbers(names: tuple[str, ...]) -> list[int]:
        return [bridges[name] for name in names]

    return {
        "width": width,
        "squares": each({VOID: 0, FRAGILE: 2}, 1),
        "bridge_at": each(bridges, -1),
        "switch_at": each(switches, -1),
        "split_at": each(splits, -1),
        "bridges": len(bridges),
        "switches": [
            (one.heavy, numbers(one.toggle), numbers(one.open), numbers(one.close))
            for one in level.switches
        ],
        "splits": [(number(one.to[0]), number(one.to[1])) for one in level.splits],
        "goal": number(puzzle.goal),
        "start": (
            number(start.first),
            number(start.second),
            start.split,
            [bridges[name] for name in start.on],
        ),
        "split_on_contact": rules.split == "contact",
        "parked_falls": rules.parked == "falls",
    }


def plain_game(puzzle: Bloxorz) -> dict[str, Any]:
    """The same with its cost, and with the names of the bridges."""
    return {
        **plain_start(puzzle),
        "space_counts": puzzle.rules.space == "counted",
        "names": [bridge.name for bridge in puzzle.level.bridges],
    }


def stage_of(puzzle: Bloxorz, start: State | None = None) -> BloxorzStage:
    """The same with its cost, as the engine wants it."""
    from unriddle.native import _core

    counted = puzzle.rules.space == "counted"
    return _core.BloxorzStage(**plain_start(puzzle, start), space_counts=counted)


def is_within_limits(puzzle: Bloxorz) -> bool:
    """Is a state sure to fit into a word? There are three places of the block for a square."""
    level = puzzle.level
    square = (len(level.rows) * len(level.rows[0])).bit_length()
    return len(level.bridges) + 2 * square + 2 <= WORD


NATIVE = NativePuzzle(
    "bloxorz",
    stage_of,
    _MOVES.__getitem__,
    state_of,
    plain_start,
    plain_game,
    _MOVES.index,
    games="BloxorzGames",
    add_game=lambda games, puzzle, squares, columns: games.add(stage_of(puzzle), squares),
    form=ACTIONS,
    budget=Budget(1_200_000, 6_000_000),
    solvers={"best": prepare_best},
    is_within_limits=is_within_limits,
)

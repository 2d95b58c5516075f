"""The native engine of a Bloxorz puzzle, and its states and actions in the words of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unriddle.puzzles.bloxorz.level import FRAGILE, VOID
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State

if TYPE_CHECKING:
    from unriddle.native._core import Engine

MOVES = tuple(Move)


def engine_of(puzzle: Bloxorz, start: State | None = None) -> Engine:
    """The engine of `puzzle`, from its initial state or from another one."""
    from unriddle.native import _core

    level, rules = puzzle.level, puzzle.rules
    width = len(level.rows[0])
    squares = [square for _, square in level.cells()]
    bridges = {bridge.name: index for index, bridge in enumerate(level.bridges)}
    switches = {switch.name: index for index, switch in enumerate(level.switches)}
    splits = {split.name: index for index, split in enumerate(level.splits)}
    start = start or puzzle.initial

    def number(cell: tuple[int, int]) -> int:
        return cell[0] * width + cell[1]

    def numbers(names: tuple[str, ...]) -> list[int]:
        return [bridges[name] for name in names]

    return _core.bloxorz(
        width=width,
        squares=[{VOID: 0, FRAGILE: 2}.get(square, 1) for square in squares],
        bridge_at=[bridges.get(square, -1) for square in squares],
        switch_at=[switches.get(square, -1) for square in squares],
        split_at=[splits.get(square, -1) for square in squares],
        bridges=len(bridges),
        switches=[
            (one.heavy, numbers(one.toggle), numbers(one.open), numbers(one.close))
            for one in level.switches
        ],
        splits=[(number(one.to[0]), number(one.to[1])) for one in level.splits],
        goal=number(puzzle.goal),
        start=(
            number(start.first),
            number(start.second),
            start.split,
            [bridges[name] for name in start.on],
        ),
        space_counts=rules.space == "counted",
        split_on_contact=rules.split == "contact",
        parked_falls=rules.parked == "falls",
    )


def state_of(puzzle: Bloxorz, engine: Engine, packed: bytes) -> State:
    """A packed state as the Python rules know it."""
    first, second, split, *on = engine.describe(packed)
    width = len(puzzle.level.rows[0])
    names = frozenset(puzzle.level.bridges[index].name for index in on)
    return State(divmod(first, width), divmod(second, width), bool(split), names)

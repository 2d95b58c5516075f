"""The rules of Bloxorz.

A block of two cubes stands upright or lies along a row or a column, and each arrow rolls it over
one of its edges. What is under it must bear it: void and bridges that are off bear nothing, and
a fragile tile gives way under an upright block. Arriving parts press switches, which operate
bridges; a split switch turns the block into two cubes, which roll one at a time, swap control, and
become a block again as soon as they touch. The stage is solved when the block stands in the goal.

`Bloxorz.roll` is the definition of a move, with everything a player gets to see. `successors` is
the same for a search: it remembers, for every place where the block or a cube can be, the rolls on
which nothing is pressed, and asks `roll` about the others.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from unriddle.core import Drawing, IllegalMove, LosingMove, Puzzle, Step, on_board
from unriddle.puzzles.bloxorz.level import (
    FRAGILE,
    GOAL,
    VOID,
    Cell,
    Level,
    Split,
    Switch,
    adjacent,
    check,
    numbers,
    place,
)
from unriddle.settings import Settings, setting


@dataclass(frozen=True)
class Rules(Settings):
    """The points on which programs that play Bloxorz differ."""

    space: str = setting(
        "free",
        "free: only arrow moves count, as in the original game; "
        "counted: swapping the controlled cube is a move like any other",
        choices=("free", "counted"),
    )
    split: str = setting(
        "upright",
        "upright: a split switch fires only under the upright block; contact: it fires as soon as "
        "the whole block rolls onto it, upright or lying. Single cubes never fire it, nor does a "
        "block that has just been joined there",
        choices=("upright", "contact"),
    )
    parked: str = setting(
        "stays",
        "stays: a part that rests on a bridge stays there when the bridge is switched off, because "
        "support is checked on arrival only; falls: it falls, and the stage is lost",
        choices=("stays", "falls"),
    )


class Move(enum.StrEnum):
    """What a player can do, in the order in which every search looks at it."""

    LEFT = "L"
    RIGHT = "R"
    UP = "U"
    DOWN = "D"
    SWAP = "S"


ARROWS = (Move.LEFT, Move.RIGHT, Move.UP, Move.DOWN)
_DIRECTION = {Move.LEFT: (0, -1), Move.RIGHT: (0, 1), Move.UP: (-1, 0), Move.DOWN: (1, 0)}

Parts: TypeAlias = tuple[Cell, ...]
"""What rolls: the two cells of a block in reading order (equal when upright), or a cube's cell."""


class State(NamedTuple):
    """Where the block or the cubes are, and which bridges are on."""

    first: Cell
    """The controlled cube, or the first cell of the block in reading order."""
    second: Cell
    """The other cube, or the second cell of the block: equal to the first when upright."""
    split: bool
    """Are there two cubes?"""
    on: frozenset[str]

    def __repr__(self) -> str:
        kind = "two cubes" if self.split else "block"
        bridges = ", ".join(sorted(self.on)) or "none"
        return f"State({kind} on {self.where}, bridges on: {bridges})"

    def __str__(self) -> str:
        """As `notation.format_state` writes it; bridges that are on, by name."""
        return self.where + (f" [{''.join(sorted(self.on))}]" if self.on else "")

    @property
    def where(self) -> str:
        """The squares of the block, or of the cubes, the controlled one first."""
        if self.first == self.second:
            return numbers(self.first)
        return f"{numbers(self.first)}{'/' if self.split else '-'}{numbers(self.second)}"


class Roll(NamedTuple):
    """What happens on a move, for a screen to show."""

    landing: tuple[Cell, ...]
    """The squares on which the moving part arrives; none when control is swapped."""
    fired: tuple[str, ...]
    """The switches that were pressed, in their order; a split switch comes last."""
    fell: tuple[Cell, ...]
    """The squares that did not bear what was on them."""
    reason: str
    """Why the stage is lost, or an empty text."""
    state: State | None
    """What follows, or None if the stage is lost."""


class Way(NamedTuple):
    """A roll that a block or a cube can make if certain bridges are on."""

    move: Move
    landing: Parts
    needs: frozenset[str]
    """The bridges on which it lands."""
    quiet: bool
    """True when nothing is pressed there."""


class _Squares(dict[Cell, str]):
    """The characters of the map by cell, looked up once each: a map can be large."""

    def __init__(self, level: Level) -> None:
        self._level = level

    def __missing__(self, cell: Cell) -> str:
        square = self[cell] = self._level.square(cell)
        return square


class Bloxorz(Puzzle[State, Move]):
    """One stage of Bloxorz under the given rules."""

    cost_unit = "move"
    event_names = ("split", "appeared", "vanished")

    def __init__(self, level: Level, rules: Rules | None = None, *, name: str = "") -> None:
        check(level)
        self.level = level
        self.rules = rules or Rules()
        self.name = name
        self.title = level.title
        on = frozenset(bridge.name for bridge in level.bridges if bridge.on)
        self.initial = on_board(self, State(*level.start, False, on))
        self.unit_cost = self.rules.space == "counted" or not level.splits
        self.goal = next(
            (row, text.index(GOAL)) for row, text in enumerate(level.rows) if GOAL in text
        )
        self._swap_cost = 1 if self.rules.space == "counted" else 0
        self._bridges = frozenset(bridge.name for bridge in level.bridges)
        self._switches = {switch.name: switch for switch in level.switches}
        self._splits = {split.name: split for split in level.splits}
        self._devices = frozenset((*self._switches, *self._splits))
        self._square = _Squares(level)
        self._ways: dict[Parts, tuple[Way, ...]] = {}

    def draw(self, state: State) -> Drawing:
        """A state on the map."""
        from unriddle.puzzles.bloxorz.notation import draw

        return draw(self, state)

    @property
    def size(self) -> str:
        """Squares of the map."""
        return f"{len(self.level.rows[0])}x{len(self.level.rows)}"

    def is_goal(self, state: State) -> bool:
        """Does the whole block stand in the goal?"""
        return state.first == state.second == self.goal and not state.split

    def actions(self, state: State) -> Sequence[Move]:
        """The moves after which nothing falls; none once the stage is solved."""
        return [move for move, _, _ in self.successors(state)]

    def tries(self, state: State) -> Sequence[Move]:
        """Every arrow, even if something falls, and the swap if there are two cubes."""
        if self.is_goal(state):
            return ()
        return tuple(Move) if state.split else ARROWS

    def other_counts(self, plan: Sequence[Move], cost: int) -> dict[str, int]:
        """Swaps, where they can be made and cost nothing."""
        return {} if self.unit_cost else {"swap": sum(move == Move.SWAP for move in plan)}

    def cost(self, state: State, action: Move) -> int:
        """1 for every roll; the rules say what a swap costs."""
        return self._swap_cost if action == Move.SWAP else 1

    def apply(self, state: State, action: Move) -> State:
        """The state after `action`; raises `LosingMove` if something falls."""
        roll = self.roll(state, action)
        if roll.state is None:
            raise LosingMove(action, roll.reason)
        return roll.state

    def roll(self, state: State, move: Move) -> Roll:
        """What happens on `move`, also if the stage is lost by it.

        Raises `IllegalMove` for what a player cannot even try. In this order: the moving part must
        be borne where it arrives; it presses the switches there, in reading order; a split switch
        among them makes two cubes appear, which must be borne and press nothing; and cubes that
        touch, also two that have just appeared, become a block.
        """
        first, second, split, on = state
        if self.is_goal(state):
            raise IllegalMove(move, "the stage is solved, the block is gone")
        if move == Move.SWAP:
            if not split:
                raise IllegalMove(move, "there is one whole block, no other cube to control")
            return Roll((), (), (), "", type(state)(second, first, True, on))
        if move not in _DIRECTION:
            raise IllegalMove(move, "not a move of Bloxorz: those are L, R, U, D and S")

        landing = _landing((first,) if split else (first, second), move)
        arrived = tuple(dict.fromkeys(landing))
        if fell := self._unborne(arrived, on, upright=_is_upright(landing)):
            return Roll(arrived, (), fell, self._why(fell[0], "is off"), None)

        switches = self.switches_under(landing)
        for switch in switches:
            on = switched(on, switch)
        fired = tuple(switch.name for switch in switches)
        if splitter := self.split_under(landing):
            fired += (splitter.name,)
            after = type(state)(*splitter.to, True, on)
        elif split:
            after = type(state)(landing[0], second, True, on)
        else:
            after = type(state)(landing[0], landing[1], False, on)

        if splitter or self.rules.parked == "falls":
            resting = tuple(dict.fromkeys((after.first, after.second)))
            if fell := self._unborne(resting, on, upright=False):
                why = "is off where a cube appears" if splitter else "goes off under a part"
                return Roll(arrived, fired, fell, self._why(fell[0], why), None)
        return Roll(arrived, fired, (), "", _joined(after))

    def successors(self, state: State) -> Sequence[Step[Move, State]]:
        """Every legal move with its state and cost, in the order of `Move`."""
        first, second, split, on = state
        steps: list[Step[Move, State]] = []
        kind = type(state)
        if split:
            for move, landing, needs, quiet in self.ways((first,)):
                if quiet and not adjacent(landing[0], second):
                    if needs <= on:
                        steps.append((move, kind(landing[0], second, True, on), 1))
                elif (after := self.roll(state, move).state) is not None:
                    steps.append((move, after, 1))
            steps.append((Move.SWAP, kind(second, first, True, on), self._swap_cost))
        elif not first == second == self.goal:
            for move, landing, needs, quiet in self.ways((first, second)):
                if quiet:
                    if needs <= on:
                        steps.append((move, kind(landing[0], landing[1], False, on), 1))
                elif (after := self.roll(state, move).state) is not None:
                    steps.append((move, after, 1))
        return steps

    def ways(self, parts: Parts) -> tuple[Way, ...]:
        """The rolls from here that neither void nor a fragile tile forbids, in the move order."""
        found = self._ways.get(parts)
        if found is None:
            found = self._ways[parts] = tuple(self._find_ways(parts))
        return found

    def _find_ways(self, parts: Parts) -> Iterable[Way]:
        for move in ARROWS:
            landing = _landing(parts, move)
            squares = [self._square[cell] for cell in landing]
            if VOID in squares or (FRAGILE in squares and _is_upright(landing)):
                continue
            quiet = self._devices.isdisjoint(squares) or not (
                self.switches_under(landing) or self.split_under(landing)
            )
            yield Way(move, landing, self._bridges.intersection(squares), quiet)

    def split_under(self, parts: Parts) -> Split | None:
        """The split switch that fires when `parts` roll onto it: the first in reading order."""
        whole = len(parts) == 2
        if whole and (self.rules.split == "contact" or _is_upright(parts)):
            for cell in parts:
                if split := self._splits.get(self._square[cell]):
                    return split
        return None

    def switches_under(self, parts: Parts) -> tuple[Switch, ...]:
        """The switches that operate bridges when `parts` roll onto them, in reading order."""
        pressed = []
        for cell in dict.fromkeys(parts):
            switch = self._switches.get(self._square[cell])
            if switch and (_is_upright(parts) or not switch.heavy):
                pressed.append(switch)
        return tuple(pressed)

    def _unborne(self, cells: Parts, on: frozenset[str], *, upright: bool) -> tuple[Cell, ...]:
        """Which of the `cells` do not bear what is on them."""
        unborne = []
        for cell in cells:
            square = self._square[cell]
            off = square in self._bridges and square not in on
            if square == VOID or off or (upright and square == FRAGILE):
                unborne.append(cell)
        return tuple(unborne)

    def _why(self, cell: Cell, bridge_problem: str) -> str:
        """Why something fell at `cell`."""
        square = self.level.square(cell)
        if not self.level.has(cell):
            return "nothing to land on beyond the edge of the board"
        if square == VOID:
            return f"nothing to land on at {place(cell)}"
        if square == FRAGILE:
            return f"the fragile tile at {place(cell)} breaks under the upright block"
        return f"bridge {square} at {place(cell)} {bridge_problem}"

    def events(self, before: State, after: State) -> Sequence[str]:
        """The block was split, some bridge came on, some bridge went off."""
        happened = (
            after.split and not before.split,
            not after.on <= before.on,
            not before.on <= after.on,
        )
        return tuple(name for name, true in zip(self.event_names, happened, strict=True) if true)


def _is_upright(parts: Parts) -> bool:
    """Is this a whole block that stands?"""
    return len(parts) == 2 and parts[0] == parts[1]


def _landing(parts: Parts, move: Move) -> Parts:
    """Where a block or a cube comes to rest when it rolls."""
    down, right = _DIRECTION[move]
    row, column = parts[0]
    moved = (row + down, column + right)
    if len(parts) == 1:
        return (moved,)
    if parts[0] == parts[1]:  # it falls over and covers the next two squares
        beyond = (row + 2 * down, column + 2 * right)
        return (moved, beyond) if moved < beyond else (beyond, moved)
    row, column = parts[1]
    also_moved = (row + down, column + right)
    # Lengthwise, one half would come to where the other is: the block gets up beyond that one.
    if moved == parts[1]:
        return (also_moved, also_moved)
    if also_moved == parts[0]:
        return (moved, moved)
    return (moved, also_moved)


def switched(on: frozenset[str], switch: Switch) -> frozenset[str]:
    """The bridges that are on after `switch` was pressed."""
    return (on ^ frozenset(switch.toggle) | frozenset(switch.open)) - frozenset(switch.close)


def _joined(state: State) -> State:
    """The same state, with cubes that touch made a block."""
    if state.split and adjacent(state.first, state.second):
        first, second = sorted((state.first, state.second))
        return type(state)(first, second, False, state.on)
    return state

"""Bloxorz as PDDL: STRIPS with costs, one domain for all stages.

The block is at a *place*: upright on a square, or lying along a row or a column. A place rests on
one or two supports, the ground or bridges, which have to be on when the block arrives. Where it
presses switches, a roll is followed by steps that cost nothing and leave no choice: each changes
or keeps one bridge, and the last one hands the move back or puts two cubes in the place of the
block. In plans, these steps stand between the rolls; reading a plan skips them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from unriddle.core import BadInput, IllegalMove
from unriddle.planning.task import (
    MOST_FACTS,
    Action,
    Task,
    action_text,
    domain,
    misplaced,
    problem,
    too_large,
    unknown,
)
from unriddle.puzzles.bloxorz.level import VOID, Cell, adjacent
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, Parts, State

DOMAIN: Final = "bloxorz"

_HEAD: Final = """\
(define (domain bloxorz)
  (:requirements :typing :action-costs)
  (:types spot support direction step value - object
          place cell - spot
          bridge - support)
  (:constants on off - value)
  (:predicates
    (block ?p - place)
    (controlled ?c - cell)
    (parked ?c - cell)
    (is ?s - support ?v - value)
    (ready)
    (doing ?n - step)
    (roll ?from ?to - spot ?dir - direction)
    (rests ?p - place ?s ?t - support)
    (holds ?c - cell ?s - support)
    (quiet ?x - spot)
    (presses ?x - spot ?n - step)
    (changes ?n - step ?b - bridge ?v ?w - value ?m - step)
    (keeps ?n - step ?b - bridge ?v - value ?m - step)
    (ends ?n - step)
    (splits ?n - step ?c ?d - cell)
    (splits-joined ?n - step ?c ?d - cell ?p - place)
    (apart ?c ?d - cell)
    (joined ?c ?d - cell ?p - place))
  (:functions (total-cost) - number)
"""


def _action(
    name: str, parameters: str, needs: str, takes: str, gives: str, price: str = "0"
) -> str:
    """The text of an action; its conditions and effects are facts, separated by commas."""
    facts = ([one.strip() for one in text.split(",")] for text in (needs, takes, gives))
    return action_text(name, parameters, *facts, price=price)


_BLOCK = "?dir - direction ?from ?to - place ?s ?t - support"
_ROLLS = "ready, block ?from, roll ?from ?to ?dir, rests ?to ?s ?t, is ?s on, is ?t on"
_CUBE = "?dir - direction ?from ?to ?other - cell ?s - support"
_CUBE_ROLLS = "ready, controlled ?from, parked ?other, roll ?from ?to ?dir, holds ?to ?s, is ?s on"
_JOINS = "controlled ?from, parked ?other"
_ACTIONS: Final = (
    _action("roll", _BLOCK, f"{_ROLLS}, quiet ?to", "block ?from", "block ?to", "$roll"),
    _action(
        "roll-and-press",
        f"{_BLOCK} ?n - step",
        f"{_ROLLS}, presses ?to ?n",
        "block ?from, ready",
        "block ?to, doing ?n",
        "$roll",
    ),
    _action(
        "cube",
        _CUBE,
        f"{_CUBE_ROLLS}, apart ?to ?other, quiet ?to",
        "controlled ?from",
        "controlled ?to",
        "$roll",
    ),
    _action(
        "cube-and-press",
        f"{_CUBE} ?n - step",
        f"{_CUBE_ROLLS}, apart ?to ?other, presses ?to ?n",
        "controlled ?from, ready",
        "controlled ?to, doing ?n",
        "$roll",
    ),
    _action(
        "cube-and-join",
        f"{_CUBE} ?p - place",
        f"{_CUBE_ROLLS}, joined ?to ?other ?p, quiet ?to",
        _JOINS,
        "block ?p",
        "$roll",
    ),
    _action(
        "cube-join-and-press",
        f"{_CUBE} ?p - place ?n - step",
        f"{_CUBE_ROLLS}, joined ?to ?other ?p, presses ?to ?n",
        f"{_JOINS}, ready",
        "block ?p, doing ?n",
        "$roll",
    ),
    _action(
        "swap",
        "?from ?to - cell",
        "ready, controlled ?from, parked ?to",
        "controlled ?from, parked ?to",
        "controlled ?to, parked ?from",
        "$swap",
    ),
    _action(
        "change",
        "?n ?m - step ?b - bridge ?v ?w - value",
        "doing ?n, changes ?n ?b ?v ?w ?m, is ?b ?v",
        "doing ?n, is ?b ?v",
        "doing ?m, is ?b ?w",
    ),
    _action(
        "keep",
        "?n ?m - step ?b - bridge ?v - value",
        "doing ?n, keeps ?n ?b ?v ?m, is ?b ?v",
        "doing ?n",
        "doing ?m",
    ),
    _action(
        "split",
        "?n - step ?p - place ?c ?d - cell ?s ?t - support",
        "doing ?n, splits ?n ?c ?d, block ?p, holds ?c ?s, holds ?d ?t, is ?s on, is ?t on",
        "doing ?n, block ?p",
        "ready, controlled ?c, parked ?d",
    ),
    _action(
        "split-and-join",
        "?n - step ?p ?q - place ?c ?d - cell ?s ?t - support",
        "doing ?n, splits-joined ?n ?c ?d ?q, block ?p, rests ?q ?s ?t, is ?s on, is ?t on",
        "doing ?n, block ?p",
        "ready, block ?q",
    ),
)
_STAYS: Final = (_action("settle", "?n - step", "doing ?n, ends ?n", "doing ?n", "ready"),)
_FALLS: Final = (
    _action(
        "settle",
        "?n - step ?p - place ?s ?t - support",
        "doing ?n, ends ?n, block ?p, rests ?p ?s ?t, is ?s on, is ?t on",
        "doing ?n",
        "ready",
    ),
    _action(
        "settle-cubes",
        "?n - step ?c ?d - cell ?s ?t - support",
        "doing ?n, ends ?n, controlled ?c, parked ?d, holds ?c ?s, holds ?d ?t, is ?s on, is ?t on",
        "doing ?n",
        "ready",
    ),
)

_DIRECTIONS: Final = {move.name.lower(): move for move in Move if move is not Move.SWAP}
_ROLLING: Final = (
    *("roll", "roll-and-press"),
    *("cube", "cube-and-press", "cube-and-join", "cube-join-and-press"),
)
_FORCED: Final = ("change", "keep", "split", "split-and-join", "settle", "settle-cubes")
_GROUND: Final = "ground"


def task(puzzle: Bloxorz, *, costs: bool = True) -> Task:
    """The stage as a domain and a problem."""
    cells = [cell for cell, square in puzzle.level.cells() if square != VOID]
    if 20 * len(cells) > MOST_FACTS or (puzzle.level.splits and len(cells) ** 2 > MOST_FACTS):
        raise too_large(puzzle)
    writer = _Writer(puzzle, cells)
    rules = puzzle.rules
    ending = _FALLS if rules.parked == "falls" else _STAYS
    text = "\n".join([_HEAD.rstrip(), *_ACTIONS, *ending, ")", ""])
    note = f"(space: {rules.space}, split: {rules.split}, parked: {rules.parked})"
    facts = list(writer.facts())
    return Task(
        domain(text, costs=costs, roll=1, swap=int(rules.space == "counted")),
        problem(
            puzzle,
            DOMAIN,
            {
                "direction": _DIRECTIONS,
                "place": writer.places.values(),
                "cell": writer.cubes.values(),
                "support": (_GROUND,),
                "bridge": writer.bridges.values(),
                "step": writer.steps,
            },
            facts,
            [f"block {_place((puzzle.goal, puzzle.goal))}", "ready"],
            costs=costs,
            note=note,
        ),
    )


def same_cost(puzzle: Bloxorz, *, costs: bool = True) -> bool:
    """Yes; without costs only where nothing is pressed, which takes steps that count."""
    return costs or not (puzzle.level.switches or puzzle.level.splits)


def _place(parts: Parts) -> str:
    """A place of the block, or a cell: rows and columns count from 1."""
    row, column = parts[0]
    if len(parts) == 1:
        kind = "cube"
    elif parts[0] == parts[1]:
        kind = "upright"
    else:
        kind = "row" if parts[0][0] == parts[1][0] else "column"
    return f"{kind}-{row + 1}-{column + 1}"


class _Writer:
    """The facts of a stage, and the objects that they name."""

    def __init__(self, puzzle: Bloxorz, cells: Sequence[Cell]) -> None:
        self.puzzle = puzzle
        known = set(cells)
        lying = [
            (cell, other)
            for cell in cells
            for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
            if other in known
        ]
        whole: list[Parts] = [*((cell, cell) for cell in cells), *lying]
        self.places = {parts: _place(parts) for parts in whole}
        alone = cells if puzzle.level.splits else ()
        self.cubes: dict[Parts, str] = {(cell,): _place((cell,)) for cell in alone}
        names = [bridge.name for bridge in puzzle.level.bridges]
        self.bridges = {name: f"bridge-{n}" for n, name in enumerate(names, start=1)}
        self.steps: dict[str, None] = {}
        self._chains: dict[tuple[object, ...], str] = {}

    def facts(self) -> Iterator[str]:
        """All that holds at the start, and what never changes."""
        start = self.puzzle.initial
        yield f"block {_place((start.first, start.second))}"
        yield "ready"
        yield f"is {_GROUND} on"
        for name, bridge in self.bridges.items():
            yield f"is {bridge} {'on' if name in start.on else 'off'}"
        for parts, name in self.places.items():
            yield f"rests {name} {self._support(parts[0])} {self._support(parts[1])}"
        for parts, name in self.cubes.items():
            yield f"holds {name} {self._support(parts[0])}"
        for parts, name in (*self.places.items(), *self.cubes.items()):
            for way in self.puzzle.ways(parts):
                yield f"roll {name} {_place(way.landing)} {way.move.name.lower()}"
            yield from self._arrival(parts, name)
        for ((one,), name), ((other,), to) in product(self.cubes.items(), repeat=2):
            if adjacent(one, other):
                yield f"joined {name} {to} {_place(tuple(sorted((one, other))))}"
            elif one != other:
                yield f"apart {name} {to}"

    def _support(self, cell: Cell) -> str:
        return self.bridges.get(self.puzzle.level.square(cell), _GROUND)

    def _arrival(self, parts: Parts, name: str) -> Iterator[str]:
        """What happens when the block, or a cube, comes to rest here."""
        switches = self.puzzle.switches_under(parts)
        split = self.puzzle.split_under(parts)
        if not switches and split is None:
            yield f"quiet {name}"
            return
        chain = (tuple(switch.name for switch in switches), split)
        if chain in self._chains:
            yield f"presses {name} {self._chains[chain]}"
            return
        changes = [
            (bridge, verb)
            for switch in switches
            for verb in ("toggle", "open", "close")
            for bridge in getattr(switch, verb)
        ]
        number = len(self._chains) + 1
        steps = [f"step-{number}-{n}" for n in range(1, len(changes) + 2)]
        self._chains[chain] = steps[0]
        self.steps |= dict.fromkeys(steps)
        yield f"presses {name} {steps[0]}"
        for (bridge, verb), step, after in zip(changes, steps, steps[1:], strict=False):
            for before in ("on", "off"):
                then = {"open": "on", "close": "off"}.get(verb, "off" if before == "on" else "on")
                what = f"{self.bridges[bridge]} {before}"
                kept = f"keeps {step} {what} {after}"
                yield kept if then == before else f"changes {step} {what} {then} {after}"
        if split is None:
            yield f"ends {steps[-1]}"
            return
        cubes = " ".join(_place((cell,)) for cell in split.to)
        if adjacent(*split.to):
            yield f"splits-joined {steps[-1]} {cubes} {_place(tuple(sorted(split.to)))}"
        else:
            yield f"splits {steps[-1]} {cubes}"


def moves(puzzle: Bloxorz, actions: Sequence[Action]) -> list[Move]:
    """The moves of a plan; every action has to begin where the block or the cube is."""
    plan: list[Move] = []
    state: State | None = puzzle.initial
    for action in actions:
        if action.name in _FORCED:
            continue
        if action.name == "swap" and len(action.arguments) == 2:
            move, said = Move.SWAP, action.arguments[0]
        elif action.name in _ROLLING and len(action.arguments) > 1:
            direction, said = action.arguments[:2]
            if direction not in _DIRECTIONS:
                hint = f"directions are {', '.join(_DIRECTIONS)}"
                raise BadInput(f"unknown direction {direction}", line=action.line, hint=hint)
            move = _DIRECTIONS[direction]
        else:
            raise unknown(action, (*_ROLLING, "swap", *_FORCED))
        if state is not None:
            true = _place((state.first,) if state.split else (state.first, state.second))
            if said != true:
                raise misplaced(action, said, true)
            try:
                state = puzzle.apply(state, move)
            except IllegalMove:
                state = None  # the replay says why, and what follows does not matter
        plan.append(move)
    return plan

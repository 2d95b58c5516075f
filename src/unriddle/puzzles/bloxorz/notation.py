"""Bloxorz in text: stages, moves, plans and states, and a picture of a state.

A file holds one stage or several. A stage is a heading, a map, and what its letters and digits
mean:

    ; a comment
    stage 1: Two rooms
    passcode 123456
    ####..####
    #@A#aa#B!#
    ####..####
    bridge a off
    switch A soft toggle a
    switch B heavy open a
    split 1 to 2,11 8,11
    start 2,2 2,3

Rows and columns count from 1. Rows may differ in length; what is missing is void. Two `@` side by
side start the block lying. A `start` line replaces the `@` where the block starts on something
other than a plain tile. The heading and the passcode may be left out, and lines that start with `;`
are comments. A cube of `split` that is named first is the one under control.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from unriddle.core import BadInput, Drawing, Glyph
from unriddle.lines import LARGEST_PLAN, lines_of
from unriddle.puzzles.bloxorz.level import FLOOR, FRAGILE, GOAL, VOID, Cell, Level, adjacent, place
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State
from unriddle.puzzles.bloxorz.stage_file import find_levels as find_levels
from unriddle.puzzles.bloxorz.stage_file import format_level as format_level
from unriddle.puzzles.bloxorz.stage_file import parse_levels as parse_levels
from unriddle.puzzles.bloxorz.stage_file import recognises as recognises

_MOVES = {letter: move for move in Move for letter in (move.value, move.value.lower())}
_MOVES_HINT = "moves are L, R, U, D and S (swap the controlled cube)"
_STATE = re.compile(
    r"(?P<first>[0-9]{1,9},[0-9]{1,9})"
    r"(?:(?P<link>[-/])(?P<second>[0-9]{1,9},[0-9]{1,9}))?"
    r"(?: *\[(?P<on>[^\]]*)\])?"
)


def parse_move(text: str) -> Move:
    """One move from its letter, in upper or lower case."""
    move = _MOVES.get(text.strip())
    if move is None:
        raise BadInput(f"unknown move {text[:20]!r}", hint=_MOVES_HINT)
    return move


def parse_plan(text: str, source: str = "") -> tuple[Move, ...]:
    """A plan from its letters; blanks and line breaks are skipped."""
    plan = []
    for number, line in enumerate(lines_of(text, source, largest=LARGEST_PLAN), start=1):
        for column, letter in enumerate(line, start=1):
            if letter in _MOVES:
                plan.append(_MOVES[letter])
            elif not letter.isspace():
                raise BadInput(
                    f"unknown move {letter!r}",
                    source=source,
                    line=number,
                    column=column,
                    hint=_MOVES_HINT,
                )
    return tuple(plan)


def format_plan(plan: Iterable[Move]) -> str:
    """A plan as letters, such as `RRDLS`."""
    return "".join(plan)


def format_state(puzzle: Bloxorz, state: State) -> str:
    """A state as text: `5,2` upright, `5,2-5,3` lying, `5,2/7,3` cubes, the controlled one first.

    Where the stage has bridges, those that are on follow: `5,2 [ac]`.
    """
    if not puzzle.level.bridges:
        return state.where
    names = (bridge.name for bridge in puzzle.level.bridges)
    return f"{state.where} [{''.join(name for name in names if name in state.on)}]"


def parse_state(puzzle: Bloxorz, text: str) -> State:
    """The state that `format_state` writes as `text`; raises `BadInput` if it cannot be one."""
    match = _STATE.fullmatch(text.strip())
    if match is None:
        raise BadInput(
            f"{text[:40]!r} is not a state of Bloxorz",
            hint="write 5,2 upright, 5,2-5,3 lying or 5,2/7,3 for cubes, then bridges on: [ac]",
        )
    first = _cell(match["first"])
    second = _cell(match["second"]) if match["second"] else first
    on = _parse_bridges(puzzle.level, match["on"])
    split = match["link"] == "/"
    if match["link"] == "-" and second < first:
        first, second = second, first
    state = type(puzzle.initial)(first, second, split, on)
    _check_state(puzzle, state, lying=match["link"] == "-")
    return state


def _parse_bridges(level: Level, names: str | None) -> frozenset[str]:
    """The bridges between the brackets of a state, or None where there are no brackets."""
    if names is None:
        if level.bridges:
            raise BadInput("the bridges that are on are missing", hint="write [] if none is on")
        return frozenset()
    known = {bridge.name for bridge in level.bridges}
    for index, name in enumerate(names):
        if name not in known:
            raise BadInput(f"the stage has no bridge {name!r}")
        if name in names[:index]:
            raise BadInput(f"bridge {name!r} is named twice")
    return frozenset(names)


def _check_state(puzzle: Bloxorz, state: State, *, lying: bool) -> None:
    """Raise `BadInput` if the block or the cubes cannot be where `state` says."""
    first, second, split, on = state
    square = puzzle.level.square
    off = {bridge.name for bridge in puzzle.level.bridges if bridge.name not in on}
    for cell in (first, second):
        if square(cell) == VOID:
            raise BadInput(f"there is only void at {place(cell)}")
        if puzzle.rules.parked == "falls" and square(cell) in off:
            raise BadInput(f"bridge {square(cell)} at {place(cell)} is off and holds nothing")
    if split:
        if not puzzle.level.splits:
            raise BadInput("the stage has no split switch, so there cannot be two cubes")
        if first == second or adjacent(first, second):
            raise BadInput("cubes on one square or side by side are a block", hint="write 5,2-5,3")
    elif lying:
        if not adjacent(first, second):
            raise BadInput("the two squares of a lying block are not neighbours")
    elif square(first) == FRAGILE:
        raise BadInput(f"the fragile tile at {place(first)} does not hold an upright block")


def draw(puzzle: Bloxorz, state: State) -> Drawing:
    """The map with the block on it; every square is two characters wide.

    Roles: void, floor, fragile, goal, bridge, bridge-off, switch, switch-heavy, split; block,
    block-lying; cube (under control) and cube-parked.
    """
    squares = _squares(puzzle.level, state.on)
    parts = _parts(state)
    rows: list[list[Glyph]] = [[] for _ in puzzle.level.rows]
    for cell, square in puzzle.level.cells():
        rows[cell[0]].append(parts.get(cell) or squares[square])
    return rows


def _squares(level: Level, on: frozenset[str]) -> dict[str, Glyph]:
    """How the squares of the map look while the bridges `on` are on."""
    glyphs = {
        VOID: Glyph("  ", "void"),
        FLOOR: Glyph(" .", "floor"),
        FRAGILE: Glyph(" ~", "fragile"),
        GOAL: Glyph("()", "goal"),
    }
    for bridge in level.bridges:
        is_on = bridge.name in on
        sign, role = ("=", "bridge") if is_on else (" ", "bridge-off")
        glyphs[bridge.name] = Glyph(sign + bridge.name, role)
    for switch in level.switches:
        sign, role = ("x", "switch-heavy") if switch.heavy else ("o", "switch")
        glyphs[switch.name] = Glyph(sign + switch.name, role)
    for split in level.splits:
        glyphs[split.name] = Glyph(":" + split.name, "split")
    return glyphs


def _parts(state: State) -> dict[Cell, Glyph]:
    """How the block or the cubes look."""
    if state.split:
        return {state.first: Glyph("<>", "cube"), state.second: Glyph("><", "cube-parked")}
    if state.first == state.second:
        return {state.first: Glyph("##", "block")}
    lying = Glyph("[]", "block-lying")
    return {state.first: lying, state.second: lying}


def _cell(text: str) -> Cell:
    row, _, column = text.partition(",")
    return int(row) - 1, int(column) - 1

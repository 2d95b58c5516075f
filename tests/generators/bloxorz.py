"""Stages of Bloxorz for tests: the official ones, and small random ones that are always valid."""

from __future__ import annotations

from importlib.resources import files

from hypothesis import strategies as st

from unriddle.puzzles.bloxorz.level import (
    FLOOR,
    FRAGILE,
    GOAL,
    VOID,
    Bridge,
    Cell,
    Level,
    Split,
    Switch,
    is_bridge,
    is_split,
    is_switch,
)
from unriddle.puzzles.bloxorz.notation import parse_levels
from unriddle.puzzles.bloxorz.rules import Rules

PACK = (files("unriddle.levels") / "bloxorz.txt").read_text(encoding="utf-8")
STAGES = parse_levels(PACK, "bloxorz.txt")

rules = st.builds(
    Rules,
    space=st.sampled_from(("free", "counted")),
    split=st.sampled_from(("upright", "contact")),
    parked=st.sampled_from(("stays", "falls")),
)

_SQUARES = VOID + FLOOR * 10 + FRAGILE + "aabßя" + "ABЖ" + "1122"
_LINE = st.text(st.characters(categories=("L", "N", "P", "Zs"), max_codepoint=0x3000), max_size=12)
_HEADING = _LINE.map(str.strip).filter(str.isprintable)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """Boards of up to 5 x 6 squares with all kinds of tiles, switches, bridges and splits."""
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    squares = draw(
        st.lists(st.sampled_from(_SQUARES), min_size=height * width, max_size=height * width)
    )
    squares[draw(st.integers(0, len(squares) - 1))] = GOAL
    tiles = [divmod(index, width) for index, square in enumerate(squares) if square != VOID]
    if not any(map(is_bridge, squares)):
        squares = [FLOOR if is_switch(square) else square for square in squares]
    if len(tiles) < 2:
        squares = [FLOOR if is_split(square) else square for square in squares]
    names = draw(st.permutations(sorted(set(squares))))
    bridges = tuple(Bridge(name, draw(st.booleans())) for name in names if is_bridge(name))
    switches = tuple(draw(_switches(name, bridges)) for name in names if is_switch(name))
    splits = tuple(
        Split(name, draw(st.permutations(tiles).map(lambda cells: (cells[0], cells[1]))))
        for name in names
        if is_split(name)
    )
    rows = tuple("".join(squares[row * width : (row + 1) * width]) for row in range(height))
    return Level(
        rows=rows,
        start=draw(st.sampled_from(_starts(rows, bridges))),
        bridges=bridges,
        switches=switches,
        splits=splits,
        title=draw(_HEADING),
        passcode=draw(_HEADING),
        number=draw(st.integers(0, 10**9 - 1)),
    )


@st.composite
def _switches(draw: st.DrawFn, name: str, bridges: tuple[Bridge, ...]) -> Switch:
    verbs = draw(
        st.lists(
            st.sampled_from(("toggle", "open", "close", "none")),
            min_size=len(bridges),
            max_size=len(bridges),
        ).filter(lambda verbs: set(verbs) != {"none"})
    )

    def told_to(verb: str) -> tuple[str, ...]:
        return tuple(
            bridge.name for bridge, told in zip(bridges, verbs, strict=True) if told == verb
        )

    return Switch(name, draw(st.booleans()), told_to("toggle"), told_to("open"), told_to("close"))


def _starts(rows: tuple[str, ...], bridges: tuple[Bridge, ...]) -> list[tuple[Cell, Cell]]:
    """Where the block can start, upright or lying; the goal is always among them."""
    bad = {VOID} | {bridge.name for bridge in bridges if not bridge.on}
    tiles = {
        (row, column): square
        for row, text in enumerate(rows)
        for column, square in enumerate(text)
        if square not in bad
    }
    starts = [(cell, cell) for cell, square in tiles.items() if square != FRAGILE]
    for row, column in tiles:
        neighbours = ((row, column + 1), (row + 1, column))
        starts += [((row, column), other) for other in neighbours if other in tiles]
    return starts

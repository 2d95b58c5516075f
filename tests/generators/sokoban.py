"""Small random Sokoban levels, and states that can be reached in them."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from hypothesis import strategies as st

from unriddle.puzzles.sokoban.notation import format_level
from unriddle.puzzles.sokoban.rules import Level, Sokoban, State


@st.composite
def levels(draw: st.DrawFn, side: int = 5, boxes: int = 3, named: bool = False) -> Level:
    """A level of at most `side` by `side` squares inside its rim, with goals to spare at times.

    Pockets that the player cannot reach may hold goals and decoration, and walls that do not
    touch the player's room may be left out.
    """
    width, height = draw(st.integers(2, side)) + 2, draw(st.integers(1, side)) + 2
    inner = [r * width + c for r in range(1, height - 1) for c in range(1, width - 1)]
    mark = st.sampled_from(draw(st.sampled_from(["   ##$.*", "      #$.*"])))
    marks = draw(st.lists(mark, min_size=len(inner), max_size=len(inner)))
    board = dict(zip(inner, marks, strict=True))
    player = draw(st.sampled_from(inner))
    room = _room(board, width, player)
    if len(room) == 1:
        # The player is shut in alone: open the whole board.
        board = dict.fromkeys(inner, " ")
        room = _room(board, width, player)

    free = [square for square in room if square != player]
    live_boxes = [square for square in free if board[square] in "$*"][:boxes] or free[:1]
    live_goals = [square for square in room if board[square] in ".*"]
    for square in reversed(room):
        if len(live_goals) < len(live_boxes) and square not in live_goals:
            live_goals.append(square)
    outside = [square for square in inner if square not in room]
    walls = set(range(width * height)) - set(inner)
    walls |= {square for square in outside if board[square] == "#"}
    if draw(st.booleans()):
        walls &= {square + r * width + c for square in room for r in (-1, 0, 1) for c in (-1, 0, 1)}
    decoration = {square for square in outside if board[square] == "*"}
    return _cropped(
        width,
        walls,
        decoration | set(live_goals) | {square for square in outside if board[square] == "."},
        decoration | set(live_boxes),
        player,
        draw(titles()) if named else "",
        draw(titles()) if named else "",
    )


def _room(board: dict[int, str], width: int, player: int) -> list[int]:
    """The squares that the player can walk to on a board without boxes, in reading order."""
    room = {player}
    frontier = [player]
    while frontier:
        square = frontier.pop()
        for near in (square - width, square + width, square - 1, square + 1):
            if near in board and board[near] != "#" and near not in room:
                room.add(near)
                frontier.append(near)
    return sorted(room)


def titles() -> st.SearchStrategy[str]:
    """Titles, also odd ones."""
    return st.text(max_size=12).map(
        lambda text: " ".join("".join(c for c in text if c.isprintable()).split())
    )


@st.composite
def positions(draw: st.DrawFn, steps: int = 12) -> tuple[Sokoban, State]:
    """A puzzle and a state some random moves away from its start."""
    puzzle = Sokoban(draw(levels()))
    state = puzzle.initial
    for choice in draw(st.lists(st.integers(0, 3), max_size=steps)):
        if actions := puzzle.actions(state):
            state = puzzle.apply(state, actions[choice % len(actions)])
    return puzzle, state


def _cropped(
    width: int,
    walls: set[int],
    goals: set[int],
    boxes: set[int],
    player: int,
    title: str,
    author: str,
) -> Level:
    """The level without empty rows and columns at its edges."""
    things = walls | goals | boxes | {player}
    rows = [square // width for square in things]
    columns = [square % width for square in things]
    top, left = min(rows), min(columns)
    new_width = max(columns) - left + 1

    def moved(squares: set[int]) -> frozenset[int]:
        return frozenset(
            (square // width - top) * new_width + square % width - left for square in squares
        )

    return Level(
        width=new_width,
        height=max(rows) - top + 1,
        walls=moved(walls),
        goals=moved(goals),
        boxes=moved(boxes),
        player=min(moved({player})),
        title=title,
        author=author,
    )


def format_rle(level: Level) -> str:
    """The board of a level in one line: counts before repeated squares, `|` between rows."""
    rows = []
    for row in format_level(replace(level, title="", author="")).replace(" ", "-").splitlines():
        runs = [(len(list(run)), mark) for mark, run in groupby(row)]
        rows.append("".join(f"{count}{mark}" if count > 1 else mark for count, mark in runs))
    return "|".join(rows)

"""How Sokoban is written: levels and positions as XSB or run-length text, plans as LURD letters.

Levels can also be read from PDDL problems in the shape of the planning competitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from unriddle.core import BadInput, Drawing, Glyph, plain
from unriddle.lines import LARGEST_PLAN, Draft, bounded
from unriddle.puzzles.sokoban import ipc, xsb
from unriddle.puzzles.sokoban.rules import Direction, Level, Move, Sokoban, State

MAX_PLAN = 1_000_000
"""The most moves that a plan may have; a few letters with counts could stand for billions."""
DEEPEST = 100
"""Groups of moves within each other."""

_GLYPHS = {
    role: Glyph(text, role)
    for text, role in (
        ("#", "wall"),
        (" ", "outside"),
        (" ", "floor"),
        (".", "goal"),
        ("$", "box"),
        ("*", "box on goal"),
        ("@", "player"),
        ("+", "player on goal"),
    )
}
_MOVES = {
    str(move): move
    for direction in Direction
    for move in (Move(direction), Move(direction, push=True))
}
_HEADING = re.compile(r"^[ \t]*solution\b[^:\n]*(?::|$)", re.IGNORECASE | re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_ALLOWED = "; a move is u, d, l or r for a walk, in upper case for a push"


# Levels and positions.


def recognises(text: str) -> bool:
    """Does it look like boards in XSB, or like PDDL?"""
    return ipc.recognises(text) or xsb.recognises(text)


def find_levels(text: str, source: str = "") -> Sequence[Draft[Level]]:
    """The levels of a file, at least one, not yet read; raises `BadInput` if there is none."""
    find = ipc.find_levels if ipc.recognises(text) else xsb.find_levels
    return find(text, source)


def parse_levels(text: str, source: str = "") -> tuple[Level, ...]:
    """The levels of a file, at least one; raises `BadInput` with the place of what is wrong."""
    levels = (draft.read() for draft in find_levels(text, source))
    return tuple(bounded(levels, lambda level: level.squares, source))


def format_level(level: Level) -> str:
    """A level in XSB, with its title and author under the board where it has them."""
    lines = [row or "-" for row in _rows(level, State(level.player, level.boxes))]
    if level.title:
        lines.append(f"Title: {level.title}")
    if level.author:
        lines.append(f"Author: {level.author}")
    return "\n".join(lines) + "\n"


def format_state(puzzle: Sokoban, state: State) -> str:
    """A position in XSB."""
    return "\n".join(row or "-" for row in plain(draw(puzzle, state)).split("\n")) + "\n"


def parse_state(puzzle: Sokoban, text: str) -> State:
    """The position that an XSB board shows; walls and goals must be those of the level."""
    levels = parse_levels(text)
    if len(levels) != 1:
        raise BadInput(f"one position was expected, but there are {len(levels)} boards")
    shown, level = levels[0], puzzle.level
    if (shown.width, shown.height) != (level.width, level.height):
        raise BadInput(
            f"the position is {shown.width} squares wide and {shown.height} high, "
            f"the level {level.width} and {level.height}"
        )
    for problem, squares in (
        ("a wall is not as in the level", shown.walls ^ level.walls),
        ("a goal is not as in the level", shown.goals ^ level.goals),
        ("the player can never be here", {shown.player} - puzzle.floor),
        ("this box can never be moved", (shown.boxes - puzzle.floor) ^ puzzle.decoration),
    ):
        if squares:
            row, column = level.place(min(squares))
            raise BadInput(f"row {row}, column {column}: {problem}")
    if len(shown.boxes) != len(level.boxes):
        raise BadInput(
            f"boxes in the position: {len(shown.boxes)}, in the level: {len(level.boxes)}"
        )
    return type(puzzle.initial)(shown.player, shown.boxes & puzzle.floor)


def draw(puzzle: Sokoban, state: State) -> Drawing:
    """A position as XSB characters, each with what it shows."""
    boxes = state.boxes | puzzle.decoration
    return list(_glyphs(puzzle.level, State(state.player, boxes)))


def _glyphs(level: Level, state: State) -> Iterator[list[Glyph]]:
    """The rows of a board; `state` holds all boxes, also those that are decoration."""
    for row in range(level.height):
        squares = range(row * level.width, (row + 1) * level.width)
        yield [_GLYPHS[_role(level, state, square)] for square in squares]


def _role(level: Level, state: State, square: int) -> str:
    """What is to be seen on a square."""
    on_goal = " on goal" if square in level.goals else ""
    if square in level.walls:
        return "wall"
    if square == state.player:
        return "player" + on_goal
    if square in state.boxes:
        return "box" + on_goal
    if on_goal:
        return "goal"
    return "floor" if square in level.reach else "outside"


def _rows(level: Level, state: State) -> list[str]:
    """The rows of a board as text, without trailing blanks."""
    return plain(list(_glyphs(level, state))).split("\n")


# Moves and plans.


def parse_move(text: str) -> Move:
    """The move that a letter stands for."""
    move = _MOVES.get(text)
    if move is None:
        raise BadInput(f"unknown move {text[:20]!r}{_ALLOWED}")
    return move


def parse_plan(text: str, source: str = "") -> tuple[Move, ...]:
    """A plan in LURD letters; a count may stand before a letter or a group, blanks mean nothing.

    Of a level file that holds one solution, that one.
    """
    if len(text) > LARGEST_PLAN:
        raise BadInput(f"a plan is written in at most {LARGEST_PLAN >> 20} MiB", source=source)
    plan: list[Move] = []
    groups: list[tuple[int, int]] = []  # still open: where each begins, and how often it is made
    count = ""
    start, end = _solution(text, source)
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start) - 1
    for character in text[start:end] + "\n":
        column += 1
        problem = ""
        if character in _MOVES or character == "(":
            # More digits than any sensible count has are not read.
            groups.append((len(plan), int(count[:9] or "1")))
            count = ""
        if character in _MOVES:  # a group of one
            plan.append(_MOVES[character])
        if character in _MOVES or (character == ")" and groups and not count):
            begin, times = groups.pop()
            if times < 1 or len(plan) + (times - 1) * (len(plan) - begin) > MAX_PLAN:
                problem = f"a plan has at most {MAX_PLAN} moves, and a count is at least 1"
            elif times > 1:
                plan += plan[begin:] * (times - 1)
        elif character.isascii() and character.isdigit():
            count += character
        elif count:
            problem = f"the count {count[:9]} has no move after it"
        elif len(groups) > DEEPEST:
            problem = f"groups of moves are at most {DEEPEST} deep"
        elif not (character.isspace() or character == "("):
            problem = f"unknown move {character!r}{_ALLOWED}"
        if problem:
            raise BadInput(problem, source=source, line=line, column=column)
        if character == "\n":
            line, column = line + 1, 0
    if groups:
        raise BadInput("a group of moves has no ) at its end", source=source)
    return tuple(plan)


def _solution(text: str, source: str) -> tuple[int, int]:
    """Where the moves in a text begin and end: all of it, if no line says `Solution`."""
    headings = list(_HEADING.finditer(text))
    if not headings:
        return 0, len(text)
    if len(headings) > 1:
        line = text.count("\n", 0, headings[1].start()) + 1
        hint = "take one of them out into a file of its own"
        raise BadInput(f"{len(headings)} solutions, not one", source=source, line=line, hint=hint)
    start = headings[0].end()
    while start < len(text) and text[start].isspace():
        start += 1
    blank = _BLANK_LINE.search(text, start)
    return start, blank.start() if blank else len(text)


def format_plan(plan: Iterable[Move]) -> str:
    """A plan in LURD letters."""
    return "".join(map(str, plan))

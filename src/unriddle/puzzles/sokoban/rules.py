"""The rules of Sokoban: a player walks on a walled board and pushes boxes, one at a time.

Squares are numbered row by row from 0, so that the square above number `n` is `n - width` and the
one to its right is `n + 1`. The level is solved when every box stands on a goal; there may be more
goals than boxes.

Only squares that the player could walk to if there were no boxes take part in the game. What lies
elsewhere is decoration: boxes that stand on goals out there are kept and drawn but are no part of
a state, and goals out there are only drawn. A box out there that stands on no goal could never be
brought home, so such a level is refused.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from unriddle.core import BadInput, Drawing, IllegalMove, OnBoard, Puzzle, Step, on_board, text_of
from unriddle.settings import Settings, setting

MAX_SIDE = 200
"""The most rows, and the most columns, that a board may have."""

Place: TypeAlias = tuple[int, int]
"""A square by its row and its column."""


class Direction(enum.Enum):
    """Where a move goes, in the order in which moves are listed."""

    UP = "u"
    DOWN = "d"
    LEFT = "l"
    RIGHT = "r"


class Move(NamedTuple):
    """A step in a direction; written in lower case if it only walks, in upper case if it pushes."""

    direction: Direction
    push: bool = False

    def __str__(self) -> str:
        letter = self.direction.value
        return letter.upper() if self.push else letter


_MOVES = {direction: (Move(direction), Move(direction, push=True)) for direction in Direction}


class State(NamedTuple):
    """The square of the player and the squares of the boxes that can be reached."""

    player: int
    boxes: frozenset[int]

    def __repr__(self) -> str:
        return f"State(player={self.player}, boxes={{{', '.join(map(str, sorted(self.boxes)))}}})"

    def __str__(self) -> str:
        """The board in XSB; the squares by number if nobody knows the walls."""
        if isinstance(self, OnBoard):
            return text_of(self.puzzle, self)
        return f"{self.player} {','.join(map(str, sorted(self.boxes)))}"


@dataclass(frozen=True)
class Rules(Settings):
    """What a solution is measured by."""

    cost: str = setting(
        "moves",
        "what counts: every step of the player; only those that push a box; or only those that "
        "push none, as in two course reports",
        choices=("moves", "pushes", "walks"),
    )


STANDARD = Rules()


def one_line(text: str) -> str:
    """`text` as a title: printable characters only, no blanks but single spaces inside."""
    if not text.isprintable():
        text = "".join(c for c in text if c.isprintable() or c.isspace())
    return " ".join(text.split())


@dataclass(frozen=True)
class Level:
    """A board with its boxes and its player, checked: every `Level` can be played.

    Sets hold square numbers. A board is cropped (no empty row or column at its edges), and walls
    close it around the player. `BadInput` names a place by row and column as line and column.
    """

    width: int
    height: int
    walls: frozenset[int]
    goals: frozenset[int]
    boxes: frozenset[int]
    player: int
    title: str = ""
    author: str = ""

    def __repr__(self) -> str:
        size = f"{self.width}x{self.height}, {len(self.boxes)} boxes"
        return f"<Level {self.title!r}: {size}>"

    def __post_init__(self) -> None:
        self._check_squares()
        if not self.boxes:
            raise BadInput("there is no box on the board", hint="write a box as $, on a goal as *")
        self._check_reach()

    def _check_squares(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise BadInput(
                f"the board is {self.width} squares wide and {self.height} high; "
                f"at most {MAX_SIDE} by {MAX_SIDE} are allowed"
            )
        for text in (self.title, self.author):
            if text != one_line(text):
                raise BadInput(
                    f"a title or author must be one line of printable text, not {text!r}"
                )
        things = self.walls | self.goals | self.boxes | {self.player}
        if min(things) < 0 or max(things) >= self.width * self.height:
            raise BadInput("something stands outside the board")
        if self.walls & (self.goals | self.boxes | {self.player}) or self.player in self.boxes:
            raise BadInput("two things stand on the same square")
        rows = {square // self.width for square in things}
        columns = {square % self.width for square in things}
        if not ({0, self.height - 1} <= rows and {0, self.width - 1} <= columns):
            raise BadInput("the board has an empty row or column at its edge")

    def _check_reach(self) -> None:
        boxes, goals = self.boxes & self.reach, self.goals & self.reach
        lost = sorted(self.boxes - self.reach - self.goals)
        if lost:
            row, column = self.place(lost[0])
            raise BadInput(
                "the player can never reach this box, and it is not on a goal",
                line=row,
                column=column,
                hint="a box that is only decoration must stand on a goal (*)",
            )
        if not boxes:
            raise BadInput("there is no box that the player can reach")
        if len(boxes) > len(goals):
            raise BadInput(
                "there are more boxes than goals that the player can reach "
                f"(boxes: {len(boxes)}, goals: {len(goals)})"
            )

    @property
    def squares(self) -> int:
        """How large the board is."""
        return self.width * self.height

    @cached_property
    def reach(self) -> frozenset[int]:
        """The squares that the player could walk to if there were no boxes."""
        span: dict[int, tuple[int, int]] = {}
        for wall in self.walls:
            row = wall // self.width
            first, last = span.get(row, (wall, wall))
            span[row] = min(first, wall), max(last, wall)
        seen = {self.player}
        queue = deque(seen)
        while queue:
            square = queue.popleft()
            row = square // self.width
            first, last = span.get(row, (square, square))
            if not (0 < row < self.height - 1 and first < square < last):
                line, column = self.place(square)
                raise BadInput(
                    "the board is open: the player can walk off it here",
                    line=line,
                    column=column,
                    hint="walls (#) must enclose every square that the player can walk to",
                )
            for step in self.steps.values():
                if square + step not in seen and square + step not in self.walls:
                    seen.add(square + step)
                    queue.append(square + step)
        return frozenset(seen)

    @cached_property
    def steps(self) -> dict[Direction, int]:
        """What each direction adds to the number of a square."""
        return {
            Direction.UP: -self.width,
            Direction.DOWN: self.width,
            Direction.LEFT: -1,
            Direction.RIGHT: 1,
        }

    def place(self, square: int) -> tuple[int, int]:
        """Row and column of a square, counted from 1 as people do."""
        row, column = divmod(square, self.width)
        return row + 1, column + 1


def enclosed(
    floor: Set[Place], goals: Set[Place], boxes: Set[Place], player: Place, title: str = ""
) -> Level:
    """The level on this floor, with walls put around it."""
    walls = {
        (row + down, column + right)
        for row, column in floor
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    } - floor
    top, left = min(row for row, _ in walls), min(column for _, column in walls)
    height = max(row for row, _ in walls) - top + 1
    width = max(column for _, column in walls) - left + 1

    def numbers(places: Iterable[Place]) -> frozenset[int]:
        return frozenset((row - top) * width + column - left for row, column in places)

    (start,) = numbers([player])
    return Level(width, height, numbers(walls), numbers(goals), numbers(boxes), start, title)


class _Way(NamedTuple):
    """One direction out of a square: where it leads, and where a box found there would go."""

    target: int
    beyond: int | None
    """None where a wall would stop the box."""
    walk: Move
    push: Move


class _Ways(dict[int, tuple[_Way, ...]]):
    """The ways out of each square, found when the player stands there: boards can be large."""

    def __init__(self, level: Level) -> None:
        self._level = level

    def __missing__(self, square: int) -> tuple[_Way, ...]:
        ways = self[square] = tuple(self._from(square))
        return ways

    def _from(self, square: int) -> Iterator[_Way]:
        floor = self._level.reach
        for direction, step in self._level.steps.items():
            target, beyond = square + step, square + 2 * step
            if target in floor:
                walk, push = _MOVES[direction]
                yield _Way(target, beyond if beyond in floor else None, walk, push)


class Sokoban(Puzzle[State, Move]):
    """One level under one set of rules."""

    event_names = ("box home", "box away")

    def __init__(self, level: Level, rules: Rules = STANDARD, *, name: str = "") -> None:
        self.level = level
        self.rules = rules
        self.name = name
        self.title = level.title
        self.floor = level.reach
        """The squares that take part in the game."""
        self.goals = level.goals & level.reach
        self.decoration = level.boxes - level.reach
        """Boxes that the player can never touch; they stand on goals."""
        self.initial = on_board(self, State(level.player, level.boxes & level.reach))
        self.cost_unit = {"pushes": "push", "walks": "walk"}.get(rules.cost, "move")
        self.unit_cost = rules.cost == "moves"
        self._walk_cost = 0 if rules.cost == "pushes" else 1
        self._push_cost = 0 if rules.cost == "walks" else 1
        self._ways = _Ways(level)

    def draw(self, state: State) -> Drawing:
        """A position in XSB."""
        from unriddle.puzzles.sokoban.notation import draw

        return draw(self, state)

    @property
    def size(self) -> str:
        """Squares, boxes and goals."""
        board = f"{self.level.width}x{self.level.height}"
        boxes, goals = len(self.initial.boxes), len(self.goals)
        return f"{board}, {boxes} boxes" + (f", {goals} goals" if goals != boxes else "")

    def other_counts(self, plan: Sequence[Move], cost: int) -> dict[str, int]:
        """Moves and pushes, whichever is not the cost."""
        counts = {"move": len(plan), "push": sum(move.push for move in plan)}
        counts.pop(self.cost_unit, None)
        return counts

    def actions(self, state: State) -> Sequence[Move]:
        """The legal moves in the order up, down, left, right, each written as what it does."""
        return [action for action, _, _ in self.successors(state)]

    def apply(self, state: State, action: Move) -> State:
        """The state after a step in the direction of `action`, which pushes if a box is there."""
        player, boxes = state
        step = self.level.steps[action.direction]
        target, beyond = player + step, player + 2 * step
        if target not in self.floor:
            raise IllegalMove(action, f"there is a wall at {self._where(target)}")
        if target not in boxes:
            return type(state)(target, boxes)
        if beyond not in self.floor:
            obstacle = "a wall"
        elif beyond in boxes:
            obstacle = "another box"
        else:
            return type(state)(target, boxes - {target} | {beyond})
        raise IllegalMove(
            action, f"the box at {self._where(target)} cannot be pushed, {obstacle} is behind it"
        )

    def is_goal(self, state: State) -> bool:
        """Every box stands on a goal."""
        return state.boxes <= self.goals

    def cost(self, state: State, action: Move) -> int:
        """1, but nothing for a step of the kind that does not count."""
        pushes = state.player + self.level.steps[action.direction] in state.boxes
        return self._push_cost if pushes else self._walk_cost

    def successors(self, state: State) -> Sequence[Step[Move, State]]:
        """Every legal move with its state and cost, in the order of `actions`."""
        player, boxes = state
        walk_cost, push_cost = self._walk_cost, self._push_cost
        new, kind = tuple.__new__, type(state)  # `_make` in half the time: nothing is made as often
        steps: list[Step[Move, State]] = []
        for target, beyond, walk, push in self._ways[player]:
            if target not in boxes:
                steps.append((walk, new(kind, (target, boxes)), walk_cost))
            elif beyond is not None and beyond not in boxes:
                steps.append((push, new(kind, (target, boxes - {target} | {beyond})), push_cost))
        return steps

    def events(self, before: State, after: State) -> Sequence[str]:
        """A box came onto a goal, or left the goals."""
        gained = len(after.boxes & self.goals) - len(before.boxes & self.goals)
        if gained == 0:
            return ()
        return ("box home",) if gained > 0 else ("box away",)

    def _where(self, square: int) -> str:
        row, column = self.level.place(square)
        return f"row {row}, column {column}"

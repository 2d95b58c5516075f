"""Why a Sokoban position is lost, for the players: the rule, and the boxes that it speaks of."""

from __future__ import annotations

from typing import NamedTuple

from unriddle import native
from unriddle.core import BadInput, starting_from
from unriddle.engines.proving import judge
from unriddle.engines.sokoban import check_size, level_of
from unriddle.judge.certificate import GOALS, LOST, PUSHES, Claim
from unriddle.judge.forms import certificate
from unriddle.puzzles.sokoban.deadlocks import Deadlocks
from unriddle.puzzles.sokoban.rules import Level, Sokoban, State

SECONDS = 0.25
"""Seconds that a look may take."""
SCRUTINY = 300_000
"""Squares, about, that the judge may walk over to settle a claim: a tenth of a second in Python."""
MAX_WORK = 2_500 * 2_500
"""For a look by the book, which grows with the square of the floor, and with floor and goals."""

_WORDS = {
    "dead square": "the box at {boxes} can never be brought to a goal from there",
    "freeze": "the boxes at {boxes} hold each other for good, and not all of them are on goals",
    "pair": "the boxes at {boxes} are in each other's way: they can never both come home",
    "pattern": "the boxes at {boxes} can never all be brought home or out of each other's way",
    "corral": "the boxes at {boxes} close off a part of the board that can never be opened",
    "matching": "the boxes at {boxes} cannot have a goal each: they reach too few different ones",
    "goal room": "with the boxes at {boxes} the goals behind that entrance can never all be filled",
}
_ALONE = {
    "freeze": "the box at {boxes} can never be moved again, and is not on a goal",
    "matching": "the box at {boxes} can never be brought to a goal with the player on this side",
    "corral": "the box at {boxes} closes off a part of the board that can never be opened",
    "goal room": "with the box at {boxes} the goals behind that entrance can never all be filled",
}
"""What is said of a single box."""


class SokobanDeadlock(NamedTuple):
    """A lost position: `rule` is proved of the `boxes` alone, wherever the others stand."""

    rule: str
    """One of dead square, freeze, pair, corral, pattern, matching and goal room."""
    boxes: tuple[int, ...]
    """The squares of the boxes that it speaks of, in reading order."""
    reason: str
    """In words for players."""

    def __str__(self) -> str:
        return self.reason


def find_deadlock(puzzle: Sokoban, state: State) -> SokobanDeadlock | None:
    """Why `state` is lost, if a quick rule shows it. None proves nothing.

    Every rule is sound. With the native engine all of them are used, otherwise dead squares and
    frozen boxes.
    """
    if not isinstance(puzzle, Sokoban):
        raise BadInput(f"only Sokoban is known here, and this is a {type(puzzle).__name__}")
    if puzzle.is_goal(state):
        return None
    try:
        check_size(puzzle)
        rule, boxes = _by_engine(puzzle, state) if native.available else _by_the_book(puzzle, state)
    except BadInput:  # too large for the engine
        if len(puzzle.floor) * max(len(puzzle.floor), 10 * len(puzzle.goals)) > MAX_WORK:
            return None
        rule, boxes = _by_the_book(puzzle, state)
    if not rule:
        return None
    words = _ALONE.get(rule, _WORDS[rule]) if len(boxes) == 1 else _WORDS[rule]
    return SokobanDeadlock(rule, boxes, words.format(boxes=_places(puzzle.level, boxes)))


def is_proved(puzzle: Sokoban, state: State, deadlock: SokobanDeadlock) -> bool:
    """Does the judge accept that the boxes of `deadlock` lose by themselves, or with frozen ones?

    False proves nothing: the rule may rest on more than its boxes.
    """
    here = starting_from(puzzle, state)
    kinds = (GOALS, LOST) if deadlock.rule == "matching" else (LOST, GOALS)
    walls = tuple(sorted(_frozen_on_goals(puzzle, state.boxes - set(deadlock.boxes))))
    for frozen in ((), walls) if walls else ((),):
        for kind in kinds:
            claim = Claim(kind, deadlock.boxes, state.player, frozen)
            proof = certificate(here, PUSHES, (), (), [claim])
            if judge(here, proof, work=1 + SCRUTINY // len(puzzle.floor)).accepted:
                return True
    return False


def _frozen_on_goals(puzzle: Sokoban, boxes: frozenset[int]) -> frozenset[int]:
    """Boxes on goals that walls and other boxes on goals hold along both axes."""
    width = puzzle.level.width
    held = boxes & puzzle.goals

    def is_held(box: int) -> bool:
        return all(
            any(there in held or there not in puzzle.floor for there in (box - step, box + step))
            for step in (1, width)
        )

    while not all(map(is_held, held)):
        held = frozenset(filter(is_held, held))
    return held


def _by_engine(puzzle: Sokoban, state: State) -> tuple[str, tuple[int, ...]]:
    rule, boxes = level_of(puzzle, state).find_deadlock(SECONDS)
    return rule, tuple(sorted(boxes))


def _by_the_book(puzzle: Sokoban, state: State) -> tuple[str, tuple[int, ...]]:
    deadlocks = Deadlocks(puzzle)
    on_dead_squares = sorted(state.boxes & deadlocks.dead_squares)
    if on_dead_squares:
        return "dead square", (on_dead_squares[0],)
    frozen = deadlocks.frozen(state.boxes)
    if not frozen <= puzzle.goals:
        return "freeze", tuple(sorted(frozen))
    return "", ()


def _places(level: Level, boxes: tuple[int, ...]) -> str:
    """`row 2, column 3; row 2, column 5 and row 4, column 5`."""
    *others, last = [f"row {row}, column {column}" for row, column in map(level.place, boxes)]
    return f"{'; '.join(others)} and {last}" if others else last

"""Sokoban for the judge: pushes, claims, and the exhaustive searches that settle claims.

A state is the set of boxes and the region in which the player can walk, named by its first square.
docs/proofs.md has the lemmas; each is short.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from unriddle.judge.certificate import GOALS, Claim
from unriddle.judge.rules import Rules, Spend
from unriddle.puzzles.sokoban.rules import Sokoban

Squares: TypeAlias = frozenset[int]


class NormalizedState(NamedTuple):
    """Where the boxes are, and the first square of the player's region."""

    boxes: Squares
    region: int


class Board:
    """Floor, goals and steps; everything else is wall."""

    def __init__(self, width: int, floor: Squares, goals: Squares) -> None:
        self.floor = floor
        self.goals = goals
        self.steps = (-width, width, -1, 1)  # up, down, left, right

    def region(self, boxes: Squares, player: int) -> set[int]:
        """The squares to which the player can walk."""
        reached = {player}
        waiting = [player]
        while waiting:
            square = waiting.pop()
            for step in self.steps:
                there = square + step
                if there in self.floor and there not in boxes and there not in reached:
                    reached.add(there)
                    waiting.append(there)
        return reached

    def normalized(self, boxes: Squares, player: int) -> NormalizedState:
        """The state with the player on this square."""
        return NormalizedState(boxes, min(self.region(boxes, player)))

    def pushes(self, state: NormalizedState) -> Iterator[int]:
        """Every push that is legal: 4 * square of the box + direction."""
        region = self.region(*state)
        for box in sorted(state.boxes):
            for direction, step in enumerate(self.steps):
                target = box + step
                if box - step in region and target in self.floor and target not in state.boxes:
                    yield 4 * box + direction

    def pushed(self, state: NormalizedState, push: int) -> NormalizedState:
        """The state after a legal push."""
        box = push // 4
        return self.normalized(state.boxes - {box} | {box + self.steps[push % 4]}, box)

    def live_squares(self) -> set[int]:
        """Where a box could be pushed to a goal from, if it were alone and the player everywhere.

        No box comes home from another square.
        """
        live = set(self.goals)
        waiting = list(live)
        while waiting:
            square = waiting.pop()
            for step in self.steps:
                before = square - step
                if before not in live and {before, before - step} <= self.floor:
                    live.add(before)
                    waiting.append(before)
        return live

    def within_reach(
        self, start: NormalizedState, spend: Spend, live: Collection[int] | None = None
    ) -> Iterator[NormalizedState]:
        """Every state that can be reached, the start included; each is paid for.

        Nothing follows from a state with a box off the `live` squares, if they are given.
        """
        seen = {start}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            spend()
            yield state
            if live is not None and not state.boxes.issubset(live):
                continue
            for push in self.pushes(state):
                after = self.pushed(state, push)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)

    def is_frozen(self, boxes: Squares) -> bool:
        """Is each box held along both axes by a wall or by another of these boxes?

        Then none of them can ever move: the first that did would have to be free along an axis.
        """
        up, down, left, right = self.steps

        def holds(square: int) -> bool:
            return square not in self.floor or square in boxes

        return all(
            (holds(box + up) or holds(box + down)) and (holds(box + left) or holds(box + right))
            for box in boxes
        )


class Pushes(Rules):
    """The rules of a level as the judge asks for them, with the claims of a certificate."""

    def __init__(self, puzzle: Sokoban, claims: Sequence[Claim] = ()) -> None:
        self._width = puzzle.level.width
        self._board = Board(self._width, puzzle.floor, puzzle.goals)
        self.start = self._board.normalized(puzzle.initial.boxes, puzzle.initial.player)
        self._claims = claims
        self._by_box: dict[int, list[int]] = defaultdict(list)  # by the first box of a claim
        for number, claim in enumerate(claims):
            self._by_box[min((*claim.boxes, *claim.frozen), default=-1)].append(number)
        self._regions: dict[int, set[int]] = {}

    def is_goal(self, state: NormalizedState) -> bool:
        """Does every box stand on a goal?"""
        return state.boxes <= self._board.goals

    def successors(self, state: NormalizedState) -> Iterator[tuple[int, NormalizedState]]:
        """Every push with what follows."""
        for push in self._board.pushes(state):
            yield push, self._board.pushed(state, push)

    def after(self, state: NormalizedState, move: int) -> NormalizedState | None:
        """The state after a push; None if it is not legal."""
        return self._board.pushed(state, move) if move in self._board.pushes(state) else None

    def describe(self) -> str:
        """The start and the board in one text; what a solution costs does not matter here."""
        board = self._board
        squares = (sorted(some) for some in (board.floor, board.goals, self.start.boxes))
        return f"sokoban {self._width} {list(squares)} {self.start.region}"

    def cover(self, state: NormalizedState) -> int | None:
        """The number of the first claim that speaks of this state, if one does.

        All its boxes are there, and the player is in the region that it means.
        """
        candidates = [number for box in state.boxes for number in self._by_box.get(box, ())]
        return next((n for n in sorted(candidates) if self._covers(n, state)), None)

    def _covers(self, number: int, state: NormalizedState) -> bool:
        claim = self._claims[number]
        boxes = frozenset((*claim.boxes, *claim.frozen))
        if not boxes <= state.boxes:
            return False
        if number not in self._regions:
            self._regions[number] = self._board.region(boxes, claim.player)
        return state.region in self._regions[number]

    def objection(self, number: int, spend: Spend) -> str:
        """Why a claim does not hold; empty if it does. Every position looked at is paid for."""
        board, claim = self._board, self._claims[number]
        boxes, frozen = frozenset(claim.boxes), frozenset(claim.frozen)
        things = (*claim.boxes, *claim.frozen, claim.player)
        if not boxes:
            return "it names no box"
        if len(set(things)) < len(things):
            return "it names a square twice"
        if not board.floor.issuperset(things):
            return "it names a square that is not floor"
        if not frozen <= board.goals:
            return "it calls boxes frozen that are not on goals"
        if not board.is_frozen(frozen):
            return "it calls boxes frozen that are not held by walls and each other"
        smaller = Board(self._width, board.floor - frozen, board.goals - frozen)
        if claim.kind == GOALS:
            reached = _goals_within_reach(smaller, boxes, claim.player, spend)
            return f"its boxes reach {len(reached)} goals" if len(reached) >= len(boxes) else ""
        start = smaller.normalized(boxes, claim.player)
        live = smaller.live_squares()
        if any(state.boxes <= smaller.goals for state in smaller.within_reach(start, spend, live)):
            return "its boxes can all be brought to goals"
        return ""


def _goals_within_reach(board: Board, boxes: Squares, player: int, spend: Spend) -> set[int]:
    """The goals to which at least one of the boxes can be pushed if it is alone on the board."""
    reached: set[int] = set()
    for box in boxes:
        start = board.normalized(frozenset({box}), player)
        for state in board.within_reach(start, spend):
            reached |= state.boxes & board.goals
    return reached

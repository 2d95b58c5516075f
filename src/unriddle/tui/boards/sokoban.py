"""The board of Sokoban, with walks to wherever the mouse points."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from unriddle.core import Drawing
from unriddle.puzzles.sokoban.rules import Move, Sokoban, State
from unriddle.tui.boards.board import Answer, AnySession
from unriddle.tui.boards.grid import LARGE, Cell, GridBoard, framed, labelled
from unriddle.tui.boards.picture import Size
from unriddle.tui.words import t

_SMALL = {
    "wall": ("██", "##"),
    "goal": ("··", "()"),
    "box": ("[]", "[]"),
    "box on goal": ("▐▌", "**"),
    "player": ("◖◗", "@@"),
    "player on goal": ("◖◗", "@)"),
}


class SokobanBoard(GridBoard):
    """Walls, boxes, goals and the player."""

    puzzle: Sokoban
    controls = (
        ("arrows", "walk, and push a box that is in the way"),
        ("click", "walk to a square, or push the box beside the player"),
    )
    sizes = (*LARGE, Size(2, 1), Size(1, 1))
    moved = frozenset({"player", "player on goal"})

    def player(self, state: State) -> Cell:
        """Where the player stands."""
        row, column = self.puzzle.level.place(state.player)
        return row - 1, column - 1

    def describe(self, state: State) -> str:
        """How many boxes are home."""
        home = len(state.boxes & self.puzzle.goals)
        return t("{home} of {boxes} boxes home", home=home, boxes=len(state.boxes))

    def sprite(self, grid: Drawing, cell: Cell, size: Size) -> Sequence[str]:
        """A square in one of the sizes; the smallest is the notation itself."""
        glyph = grid[cell[0]][cell[1]]
        if size.width == 1:
            return (glyph.text,)
        if size.height == 1:
            small = _SMALL.get(glyph.role)
            return (self.support.pick(*small) if small else "  ",)
        match glyph.role:
            case "wall":
                return (self.support.pick("█", "#") * size.width,) * size.height
            case "box":
                corners, across = self.support.pick("┌┐└┘", "++++"), self.support.pick("─", "-")
                return framed(size, corners, across, self.support.pick("│", "|"))
            case "box on goal":
                corners, across = self.support.pick("╔╗╚╝", "****"), self.support.pick("═", "*")
                return framed(size, corners, across, self.support.pick("║", "*"), "ok")
            case "player" | "player on goal":
                head = self.support.pick("◖◗", "@@" if glyph.role == "player" else "@)")
                lines = list(labelled(size, head))
                middle = (size.height - 1) // 2
                lines[middle + 1] = self.support.pick("▟▙", "/\\").center(size.width)
                return lines
            case "goal":
                return labelled(size, self.support.pick("◇◇", "()"))
        return (" " * size.width,) * size.height

    def click(self, session: AnySession, place: Any) -> Answer | None:
        """A step to a neighbouring square, or a walk to one further away."""
        state: State = session.state
        row, column = self.player(state)
        if abs(place[0] - row) + abs(place[1] - column) <= 1:
            return super().click(session, place)
        target = place[0] * self.puzzle.level.width + place[1]
        path = walk_to(self.puzzle, state, target)
        return Answer(path) if path else Answer(say="there is no way to walk there")


def walk_to(puzzle: Sokoban, state: State, target: int) -> list[Move]:
    """The shortest way to a square without pushing; empty if there is none."""
    came: dict[int, tuple[int, Move] | None] = {state.player: None}
    queue = deque([state])
    while queue and target not in came:
        here = queue.popleft()
        for move, after, _ in puzzle.successors(here):
            if after.boxes == here.boxes and after.player not in came:
                came[after.player] = (here.player, move)
                queue.append(after)
    path: list[Move] = []
    step = came.get(target)
    while step is not None:
        path.append(step[1])
        step = came[step[0]]
    return path[::-1]

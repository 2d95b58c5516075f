"""A puzzle of your own: Rush Hour, in the terminal, on the page and for every search.

unriddle solve rush/1 --with examples/own_puzzle.py
unriddle serve --with examples/own_puzzle.py
"""

from __future__ import annotations

import unriddle
from unriddle.core import Glyph

Board = tuple[str, ...]  # six rows of six squares; the same letter is the same car
WAYS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}
LEVELS = {
    "one in the way": "..A... ..A... XXA... ...... ...... ......",
    "a small jam": "AA...B C..D.B CXXD.B C..D.. E...FF E.GGG.",
    "a larger jam": "A..BBB A..C.. XX.C.. ..DEEE ..D..F ..GG.F",
}


@unriddle.puzzle(name="rush", levels=LEVELS, about="cars in a jam")
class RushHour(unriddle.Puzzle[Board, str]):
    """Slide the cars along their lanes until the car X is at the right edge."""

    def __init__(self, level: str) -> None:
        self.initial = tuple(level.split())

    def actions(self, state: Board) -> list[str]:
        cars = sorted(set("".join(state)) - {"."})
        return [car + way for car in cars for way in WAYS if self._after(state, car + way)]

    def apply(self, state: Board, action: str) -> Board:
        after = self._after(state, action)
        if after is None:
            raise unriddle.IllegalMove(action, "the car cannot move there")
        return after

    def is_goal(self, state: Board) -> bool:
        return any(row.endswith("X") for row in state)

    def draw(self, state: Board) -> list[list[Glyph]]:
        roles = {".": "floor", "X": "player"}
        return [[Glyph(f" {one} ", roles.get(one, "box")) for one in row] for row in state]

    def _after(self, state: Board, action: str) -> Board | None:
        car, (down, right) = action[0], WAYS[action[1]]
        old = {(r, c) for r in range(6) for c in range(6) if state[r][c] == car}
        if len({r if right else c for r, c in old}) != 1:
            return None  # it stands across
        new = {(r + down, c + right) for r, c in old}
        if any(not (0 <= r < 6 and 0 <= c < 6) or state[r][c] not in f".{car}" for r, c in new):
            return None
        board = [list(row.replace(car, ".")) for row in state]
        for r, c in new:
            board[r][c] = car
        return tuple("".join(row) for row in board)

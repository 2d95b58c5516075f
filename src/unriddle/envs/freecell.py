"""FreeCell as an environment.

An observation has a row for each column, from the bottom to the open card, then a row for the
cells and a row for the last card of each foundation. An entry is 0, or the rank of a card (1 to
13) + 16 * its suit (0 to 3: clubs, diamonds, hearts, spades).

Actions, with C columns and K cells, in this order; they are just the moves that the rules list:

- C: the open card of a column goes home; K: the card of a cell does;
- C * C: cards of a column go on the open card of a column, as many as fit;
- K * C: the card of a cell goes on the open card of a column;
- C * 13: from 1 to 13 cards of a column go into the first empty column, but never a whole column;
- K: the card of a cell goes into the first empty column;
- C: the open card of a column goes into the first empty cell.

With 8 columns and 4 cells that makes 224. An episode in which no move is left is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from unriddle.core import BadInput
from unriddle.envs.kind import Frame, Grid, Kind, Scene
from unriddle.puzzles.freecell.cards import DECK, KING, RANK, SUIT, Card
from unriddle.puzzles.freecell.rules import FreeCell, Move, State
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES, HOME

_ENTRY: Final[dict[Card | None, int]] = {
    None: 0,
    **{card: RANK[card] + 16 * SUIT[card] for card in DECK},
}


class FreeCellScene(Scene):
    """A deal within a frame of columns, cells and the longest column that there can be."""

    puzzle: FreeCell

    def __init__(self, puzzle: FreeCell, frame: Frame) -> None:
        super().__init__(puzzle, frame)
        self._numbers = {name: number for number, name in enumerate(actions_of(frame))}

    def grid(self, state: State) -> Grid:
        """Columns, cells and foundations."""
        columns, _, height = self.frame
        grid = np.zeros((columns + 2, height), np.uint8)
        for row, column in enumerate(state.columns):
            grid[row, : len(column)] = [_ENTRY[card] for card in column]
        grid[columns, : len(state.cells)] = [_ENTRY[card] for card in state.cells]
        for suit, rank in enumerate(state.foundations):
            grid[columns + 1, suit] = rank + 16 * suit if rank else 0
        return grid

    def number(self, state: State, move: Move) -> int:
        """By what it does."""
        source, target, cards = move
        if target in CELL_NAMES:
            return self._numbers[f"{source} cell"]
        if target == HOME or state.columns[COLUMN_NAMES.index(target)]:
            return self._numbers[f"{source} {target}"]
        return self._numbers[f"{source} empty" + (f" {cards}" if source in COLUMN_NAMES else "")]

    def widest(self) -> Sequence[State]:
        """With a column as long as it can become."""
        columns = (DECK[: self.frame[2]], *self.puzzle.initial.columns[1:])
        return (self.puzzle.initial._replace(columns=columns),)

    def progress(self, state: State) -> int:
        """Cards that are home."""
        return sum(state.foundations)


def actions_of(frame: Frame) -> tuple[str, ...]:
    """Every action, such as `3 h`, `a 5`, `2 empty 4` or `7 cell`."""
    columns, cells = COLUMN_NAMES[: frame[0]], CELL_NAMES[: frame[1]]
    return (
        *(f"{source} {HOME}" for source in columns + cells),
        *(f"{source} {target}" for source in columns + cells for target in columns),
        *(f"{source} empty {cards}" for source in columns for cards in range(1, KING + 1)),
        *(f"{source} empty" for source in cells),
        *(f"{source} cell" for source in columns),
    )


def frame_of(puzzle: Any) -> Frame:
    """Columns, cells, and how long a column can become: a sequence grows on its last card."""
    columns, cells, _ = puzzle.initial
    longest = min(len(DECK), max(map(len, columns)) + KING - 1)
    return len(columns), len(cells), max(longest, len(cells), 4)


def larger(one: Frame, other: Frame) -> Frame:
    """Both tables must have the same columns and cells."""
    if one[:2] != other[:2]:
        said = " and ".join(
            f"{columns} columns with {cells} cells" for columns, cells, _ in (one, other)
        )
        raise BadInput(f"{said} do not go together", hint="the actions would not be the same")
    return (*one[:2], max(one[2], other[2]))


FREECELL: Final = Kind(
    "freecell",
    FreeCellScene,
    frame_of,
    larger,
    lambda frame: (frame[0] + 2, frame[2]),
    planes=6,
    actions=actions_of,
    levels="freecell/1-32000",
    same_frames=True,
    text_size=lambda frame: (4 * max(frame[0], frame[1] + 5) + 1) * (frame[2] + 5),
)

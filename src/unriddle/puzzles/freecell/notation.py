"""FreeCell in text: moves in standard notation, states, and a picture of the table.

Positions have a module of their own, `layouts`; its functions can be imported from here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import zip_longest
from typing import Final

from unriddle.core import BadInput, Drawing, Glyph
from unriddle.lines import LARGEST_PLAN, lines_of
from unriddle.puzzles.freecell.cards import SUITS, Card, card_of, is_red
from unriddle.puzzles.freecell.layouts import Word, format_board
from unriddle.puzzles.freecell.layouts import find_levels as find_levels
from unriddle.puzzles.freecell.layouts import format_level as format_level
from unriddle.puzzles.freecell.layouts import parse_levels as parse_levels
from unriddle.puzzles.freecell.layouts import recognises as recognises
from unriddle.puzzles.freecell.rules import FreeCell, Move, State
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES

_MOVE: Final = re.compile(r"([0-9a-gi])([0-9a-i])(?:v([1-9a-d]))?", re.IGNORECASE | re.ASCII)
_MOVE_HINT: Final = (
    "a move is a source and a target: 1 to 9 and 0 for columns, a to g and i for cells, "
    "h for home, as in 3a or 5h; several cards go to an empty column as in 26v3"
)
_AROUND_MOVES: Final = re.compile(
    r"\s*(-=-|====|:|Foundations:|Freecells:|This game is|Total number of|This scan)"
)
_BEFORE_MOVE: Final = re.compile(r"\s*Move:")
_WORD: Final = re.compile(r"\S+")
_CARDS_IN_A_RUN: Final = "0123456789abcd"


class _Written(dict[Move, str]):
    """Moves as texts; there are only some hundred moves, and batches write out millions."""

    def __missing__(self, move: Move) -> str:
        text = self[move] = str(move)
        return text


_WRITTEN: Final = _Written()


def parse_move(text: str) -> Move:
    """A move in standard notation; raises `BadInput`."""
    return _read_move(Word(text.strip(), 1, 1))


def parse_plan(text: str, source: str = "") -> tuple[Move, ...]:
    """The moves of a plan, separated by blanks or lines; raises `BadInput`.

    Comments after `#` and what Freecell Solver prints around its moves are passed over.
    """
    moves: list[Move] = []
    for number, content in enumerate(lines_of(text, source, largest=LARGEST_PLAN), start=1):
        if _AROUND_MOVES.match(content):
            continue
        label = _BEFORE_MOVE.match(content)
        moves_of_line = content.partition("#")[0]
        for match in _WORD.finditer(moves_of_line, label.end() if label else 0):
            try:
                moves.append(_read_move(Word(match.group(), number, match.start() + 1)))
            except BadInput as error:
                error.source = source
                raise
    return tuple(moves)


def _read_move(word: Word) -> Move:
    match = _MOVE.fullmatch(word.text)
    if match is None:
        raise word.wrong(f"{word.shown} is not a move", _MOVE_HINT)
    source, target, cards = match.group(1).lower(), match.group(2).lower(), match.group(3)
    count = _CARDS_IN_A_RUN.index(cards.lower()) if cards else 1
    if count > 1 and not (source in COLUMN_NAMES and target in COLUMN_NAMES):
        raise word.wrong(f"{word.shown}: only between columns do several cards move", _MOVE_HINT)
    return Move(source, target, count)


def format_plan(plan: Iterable[Move]) -> str:
    """A plan in standard notation."""
    return " ".join(map(_WRITTEN.__getitem__, plan))


def format_state(puzzle: FreeCell, state: State) -> str:
    """A state in the board format."""
    return format_board(*state)


def parse_state(puzzle: FreeCell, text: str) -> State:
    """The state of `puzzle` that a text describes, in either format; raises `BadInput`."""
    levels = parse_levels(text)
    if len(levels) > 1:
        raise BadInput(f"{len(levels)} positions: a state is one")
    columns = len(puzzle.initial.columns)
    if len(levels[0].columns) != columns:
        raise BadInput(f"the state has {len(levels[0].columns)} columns, the puzzle has {columns}")
    return FreeCell(levels[0], puzzle.rules).initial


def draw(puzzle: FreeCell, state: State) -> Drawing:
    """The table: cells and foundations above, the columns below, each place under its name."""
    names = CELL_NAMES[: len(state.cells)]
    home = [card_of(rank, suit) if rank else None for suit, rank in enumerate(state.foundations)]
    rows = list(zip_longest(*state.columns)) or [(None,) * len(state.columns)]
    between = Glyph("    ")
    return [
        [*map(_label, names), between, *map(_label, SUITS)],
        [*map(_place, state.cells), between, *map(_place, home)],
        [],
        [_label(name) for name, _ in zip(COLUMN_NAMES, state.columns, strict=False)],
        *(
            [_place(card) if card or not depth else between for card in row]
            for depth, row in enumerate(rows)
        ),
    ]


def _label(name: str) -> Glyph:
    return Glyph(f" {name:>2} ", "label")


def _place(card: Card | None) -> Glyph:
    """A card, or a place where one could lie."""
    if card is None:
        return Glyph(" -- ", "empty")
    return Glyph(f" {card} ", "red card" if is_red(card) else "black card")

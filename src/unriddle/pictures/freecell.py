"""FreeCell as a picture: the table with its cells, homes and columns."""

from __future__ import annotations

from collections.abc import Sequence

from unriddle.pictures.shapes import Board, Boxes, Label, Oval, Piece, Polygon, Rect, Shape, box
from unriddle.puzzles.freecell.cards import DECK, SUITS, card_of, is_red
from unriddle.puzzles.freecell.rules import FreeCell, Move, State
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES

WIDTH, HEIGHT = 58, 80
"""Of a card, in pixels."""
STEP = WIDTH + 10
FAN = 25
"""How much is seen of a card that another one lies on."""
MARGIN = 16
NAMES = 18
"""The height of a row of names."""
BETWEEN = 20
"""Between the cells and the homes, at least."""


def board(puzzle: FreeCell, states: Sequence[State]) -> Board:
    """The picture of a table that is deep enough for all `states`; one unit is a pixel."""
    columns, cells = len(puzzle.initial.columns), len(puzzle.initial.cells)
    above = (cells + len(SUITS)) * STEP - 10 + (BETWEEN if cells else 0)
    width = max(columns * STEP - 10, above)
    first = MARGIN + (width - columns * STEP + 10) / 2
    homes = MARGIN + width - len(SUITS) * STEP + 10
    top = MARGIN + NAMES
    below = top + HEIGHT + 12 + NAMES
    depth = max(7, *(len(column) for state in states for column in state.columns))
    slots = [Rect(MARGIN + index * STEP, top, WIDTH, HEIGHT, 7) for index in range(cells)]
    slots += [Rect(homes + index * STEP, top, WIDTH, HEIGHT, 7) for index in range(len(SUITS))]
    slots += [Rect(first + index * STEP, below, WIDTH, HEIGHT, 7) for index in range(columns)]
    scenery: list[Shape] = [Boxes(tuple(slots), "slot-fill", "slot", 1.5)]
    for index, suit in enumerate(SUITS):
        scenery += _suit(suit, homes + index * STEP + WIDTH / 2, top + HEIGHT / 2, 34, "slot")
    for index, name in enumerate(CELL_NAMES[:cells]):
        scenery.append(Label(MARGIN + index * STEP + WIDTH / 2, top - 10, 13, name, "slot-ink"))
    for index, name in enumerate(COLUMN_NAMES[:columns]):
        scenery.append(Label(first + index * STEP + WIDTH / 2, below - 10, 13, name, "slot-ink"))

    def pieces(state: State, move: Move | None) -> Sequence[Piece]:
        found = []
        for index, card in enumerate(state.cells):
            if card is not None:
                found.append(Piece(card, card, MARGIN + index * STEP, top))
        for suit, rank in enumerate(state.foundations):
            # The card below is hidden, but seen while the one above it is on its way.
            for lower in range(max(1, rank - 1), rank + 1):
                card = card_of(lower, suit)
                found.append(Piece(card, card, homes + suit * STEP, top, lower))
        for index, column in enumerate(state.columns):
            for height, card in enumerate(column):
                place = first + index * STEP, below + height * FAN
                found.append(Piece(card, card, *place, height))
        return found

    return Board(
        frame=Rect(0, 0, width + 2 * MARGIN, below + (depth - 1) * FAN + HEIGHT + MARGIN),
        scale=1,
        background="felt",
        scenery=tuple(scenery),
        sprites=_SPRITES,
        pieces=pieces,
    )


def _suit(suit: str, x: float, y: float, size: float, fill: str) -> tuple[Shape, ...]:
    """The sign of a suit around a middle; its height in units."""
    unit = size / 2

    def at(*points: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        return tuple((round(x + a * unit, 2), round(y + b * unit, 2)) for a, b in points)

    def disc(a: float, b: float, radius: float) -> Oval:
        ((dx, dy),) = at((a, b))
        return Oval(dx, dy, round(radius * unit, 2), round(radius * unit, 2), fill)

    stem = Polygon(
        at((-0.06, 0.2), (0.06, 0.2), (0.13, 0.7), (0.38, 1), (-0.38, 1), (-0.13, 0.7)), fill
    )
    if suit == "D":
        return (Polygon(at((0, -1), (0.74, 0), (0, 1), (-0.74, 0)), fill),)
    if suit == "H":
        body = at((-0.83, -0.17), (-0.42, -0.5), (0, -0.4), (0.42, -0.5), (0.83, -0.17), (0, 1))
        return (disc(-0.44, -0.44, 0.47), disc(0.44, -0.44, 0.47), Polygon(body, fill))
    if suit == "S":
        body = at((-0.83, 0.05), (0, -1), (0.83, 0.05), (0.4, 0.6), (0, 0.3), (-0.4, 0.6))
        return (disc(-0.46, 0.24, 0.42), disc(0.46, 0.24, 0.42), Polygon(body, fill), stem)
    return (
        disc(0, -0.52, 0.44),
        disc(-0.48, 0.2, 0.44),
        disc(0.48, 0.2, 0.44),
        disc(0, 0, 0.3),
        stem,
    )


def _card(card: str) -> tuple[Shape, ...]:
    ink = "card-red" if is_red(card) else "card-black"
    rank = "10" if card[0] == "T" else card[0]
    return (
        box(0, 0, WIDTH, HEIGHT, "card", radius=7, line="card-edge", thick=1),
        Label(15, 14, 19, rank, ink),
        *_suit(card[1], 43, 13.5, 14, ink),
        *_suit(card[1], WIDTH / 2, 51, 34, ink),
    )


_SPRITES = {card: _card(card) for card in DECK}

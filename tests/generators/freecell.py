"""Hypothesis strategies for FreeCell: rules, moves, and positions near the end of a game."""

from __future__ import annotations

from itertools import zip_longest

from hypothesis import strategies as st

from unriddle.puzzles.freecell.cards import KING, card_of
from unriddle.puzzles.freecell.layouts import GAP
from unriddle.puzzles.freecell.rules import Move, Position, Rules
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES, HOME

AUTOPLAYS = ("none", "horne", "raymond", "greedy")
COSTS = ("moves", "cards", "player")

rules = st.builds(
    Rules,
    cells=st.integers(0, 8),
    columns=st.integers(4, 10),
    autoplay=st.sampled_from(AUTOPLAYS),
    cost=st.sampled_from(COSTS),
)

deal_numbers = st.one_of(
    st.integers(1, 32_000),
    st.integers(2**31, 2**32 - 1),
    st.integers(2**32, 2**33 - 1),
)

titles = st.text(max_size=20).map(lambda text: " ".join(text.split()))


@st.composite
def moves(draw: st.DrawFn) -> Move:
    """A move that can be written down, legal or not."""
    source = draw(st.sampled_from(COLUMN_NAMES + CELL_NAMES))
    target = draw(st.sampled_from(COLUMN_NAMES + CELL_NAMES + HOME))
    several = source in COLUMN_NAMES and target in COLUMN_NAMES
    return Move(source, target, draw(st.integers(1, KING)) if several else 1)


@st.composite
def endgames(
    draw: st.DrawFn, *, left: int = 10, columns: int = 3, cells: int = 1, named: bool = False
) -> Position:
    """A position with at most `left` cards on so many columns and cells."""
    home = [KING] * 4
    for suit in draw(st.lists(st.integers(0, 3), min_size=min(left, 4), max_size=left)):
        home[suit] = max(0, home[suit] - 1)
    cards = [card_of(rank, suit) for suit in range(4) for rank in range(home[suit] + 1, KING + 1)]
    cards = draw(st.permutations(cards))
    held: list[str | None] = []
    for _ in range(cells):
        is_full = draw(st.booleans())
        held.append(cards.pop() if cards and is_full else None)
    places = [draw(st.integers(0, columns - 1)) for _ in cards]
    return Position(
        columns=tuple(
            tuple(card for card, place in zip(cards, places, strict=True) if place == index)
            for index in range(columns)
        ),
        cells=tuple(held),
        foundations=(home[0], home[1], home[2], home[3]),
        title=draw(titles) if named else "",
    )


def format_report(level: Position) -> str:
    """A position in the report format, with four cells or as many more as it uses."""
    held = (*level.cells, *[None] * (4 - len(level.cells)))
    home = [card_of(rank, suit) if rank else GAP for suit, rank in enumerate(level.foundations)]
    rows = [[card or GAP for card in held] + home]
    rows += [list(row) for row in zip_longest(*level.columns, fillvalue=GAP)]
    if len(rows) == 1 or not any(GAP in row for row in rows):
        rows.append([GAP] * len(level.columns))  # without any gap it would be read as a board
    title = [f"# {level.title}"] if level.title else []
    return "\n".join(title + [" ".join(row) for row in rows]) + "\n"

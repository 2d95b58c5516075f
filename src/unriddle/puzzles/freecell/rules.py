"""The rules of FreeCell: positions, legal moves, and cards that go home by themselves.

After every move, and only then, cards that are safe to go home do so by themselves. The rule
`autoplay` says what is safe:

- `horne`: aces and twos; any other card once no card is left that could be laid on it.
- `raymond`: also a card on which only cards could be laid that can go home themselves, and on them
  in turn only such cards. Neither rule ever loses a solution, nor makes one longer.
- `greedy`: every card that fits, which can lose the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

from unriddle.core import BadInput, Drawing, IllegalMove, Puzzle, Step, on_board
from unriddle.puzzles.freecell.cards import (
    DECK,
    KING,
    LIES_ON,
    OTHER_COLOUR,
    RANK,
    SAME_COLOUR,
    SUIT,
    Card,
    card_of,
    run_length,
)
from unriddle.puzzles.freecell.table import (
    CELL_NAMES,
    COLUMN_NAMES,
    EMPTY,
    HOME,
    MAXIMUM_CELLS,
    MAXIMUM_COLUMNS,
    Column,
    Foundations,
    Move,
    State,
    cards_moved,
    carry_out,
    into_empty_column,
    objection,
    one_more,
    single_moves,
    supermove_limit,
)
from unriddle.settings import Settings, setting

__all__ = ["FreeCell", "Move", "Position", "Rules", "State"]

MINIMUM_COLUMNS: Final = 4
_HOME_HINT: Final = "the whole deck is needed: cards that are home count by their foundation"

_WHOLE_DECK: Final = frozenset(DECK)
_RANKS_AT_HOME: Final = frozenset(range(KING + 1))
_NOTHING_HOME: Final[Foundations] = (0, 0, 0, 0)
_ALL_HOME: Final[Foundations] = (KING, KING, KING, KING)


@dataclass(frozen=True)
class Position:
    """A layout of the whole deck: a deal, or any later position; raises `BadInput` if it is not.

    `cells` names the content of the cells up to the last card: how many there are is a rule.
    """

    columns: tuple[Column, ...]
    cells: tuple[Card | None, ...] = ()
    foundations: Foundations = _NOTHING_HOME
    title: str = ""

    def __repr__(self) -> str:
        columns = " / ".join(" ".join(column) for column in self.columns)
        return f"<Position {self.title!r}: {columns}>"

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", " ".join(self.title.split()))
        while self.cells and not self.cells[-1]:
            object.__setattr__(self, "cells", self.cells[:-1])
        if not 1 <= len(self.columns) <= MAXIMUM_COLUMNS:
            raise BadInput(f"{len(self.columns)} columns: there may be 1 to {MAXIMUM_COLUMNS}")
        if len(self.cells) > MAXIMUM_CELLS:
            raise BadInput(f"{len(self.cells)} cells: there may be at most {MAXIMUM_CELLS}")
        if len(self.foundations) != 4 or not set(self.foundations) <= _RANKS_AT_HOME:
            raise BadInput(f"foundations {self.foundations}: must be four ranks from 0 to {KING}")
        whole = [*chain.from_iterable(self.columns), *filter(None, self.cells)]
        for suit, rank in enumerate(self.foundations):
            whole += DECK[suit : 4 * rank : 4]
        if len(whole) == len(DECK) and set(whole) == _WHOLE_DECK:
            return
        count = Counter(whole)
        for problem, cards, hint in (
            ("unknown", [repr(card)[:20] for card in count if card not in RANK], ""),
            ("doubled", [card for card in DECK if count[card] > 1], ""),
            ("missing", [card for card in DECK if count[card] == 0], _HOME_HINT),
        ):
            if cards:
                noun = "card" if len(cards) == 1 else "cards"
                raise BadInput(f"{problem} {noun}: {' '.join(cards)}", hint=hint)

    @property
    def squares(self) -> int:
        """How large it is beside boards that have squares: a place a card."""
        return len(DECK)


@dataclass(frozen=True)
class Rules(Settings):
    """How FreeCell is played."""

    cells: int = setting(4, "how many cells there are", minimum=0, maximum=MAXIMUM_CELLS)
    columns: int = setting(
        8,
        "over how many columns a numbered deal is dealt",
        minimum=MINIMUM_COLUMNS,
        maximum=MAXIMUM_COLUMNS,
    )
    autoplay: str = setting(
        "raymond",
        "which cards go home by themselves after a move (greedy can lose the game)",
        choices=("none", "horne", "raymond", "greedy"),
        titles=("no cards", "aces, twos and unneeded cards", "safe cards", "every card that fits"),
    )
    cost: str = setting(
        "player",
        "what is counted: what the player does; all moves, automatic ones included; or single "
        "cards",
        choices=("player", "moves", "cards"),
    )


STANDARD: Final = Rules()


class FreeCell(Puzzle[State, Move]):
    """A position to be played until all cards are home."""

    event_names = ("card home",)

    def __init__(self, level: Position, rules: Rules = STANDARD, *, name: str = "") -> None:
        used = len(level.cells)
        if used > rules.cells:
            raise BadInput(
                f"the position has a card in cell {used}, but the rules have cells={rules.cells}",
                source=name,
                hint=f"set cells={used}",
            )
        self.level = level
        self.rules = rules
        self.name = name
        self.title = level.title
        self.cost_unit = {"cards": "card move", "player": "player move"}.get(rules.cost, "move")
        self.unit_cost = rules.cost == "player" or (rules.cost, rules.autoplay) == ("moves", "none")
        cells = (*level.cells, *[None] * (rules.cells - used))
        self.initial = on_board(self, State(level.columns, cells, level.foundations))

    def other_counts(self, plan: Sequence[Move], cost: int) -> dict[str, int]:
        """Player moves, where something else is counted."""
        return {} if self.rules.cost == "player" else {"player move": len(plan)}

    def is_goal(self, state: State) -> bool:
        """All cards are home."""
        return state.foundations == _ALL_HOME

    def key(self, state: State) -> tuple[object, ...]:
        """The same for two states that differ in the order of columns or of cells only."""
        columns, cells, _ = state
        return (*sorted(columns), *sorted(filter(None, cells)))

    def events(self, before: State, after: State) -> Sequence[str]:
        """`card home` when at least one card went home."""
        return self.event_names if before.foundations != after.foundations else ()

    def draw(self, state: State) -> Drawing:
        """The table with its cells, foundations and columns."""
        from unriddle.puzzles.freecell.notation import draw

        return draw(self, state)

    @property
    def size(self) -> str:
        """Cells and columns."""
        return f"{len(self.initial.cells)} cells, {len(self.initial.columns)} columns"

    def actions(self, state: State) -> Sequence[Move]:
        """The legal moves that differ by more than the choice among empty columns or cells.

        In this order, always from left to right, first by source and then by target:

        1. home, from the columns and then from the cells;
        2. from a column, then from a cell, on another card;
        3. from a column, then from a cell, into the first empty column: from one card up to the
           longest sequence, but never a whole column;
        4. from a column into the first empty cell.
        """
        columns, cells, foundations = state
        limit = supermove_limit(cells.count(None), columns.count(EMPTY))
        moves: list[Move] = []
        tops = [(COLUMN_NAMES[i], column) for i, column in enumerate(columns) if column]
        held = [(CELL_NAMES[i], card) for i, card in enumerate(cells) if card is not None]

        for source, column in tops:
            if RANK[column[-1]] == foundations[SUIT[column[-1]]] + 1:
                moves.append(Move(source, HOME))
        for source, card in held:
            if RANK[card] == foundations[SUIT[card]] + 1:
                moves.append(Move(source, HOME))

        runs = [min(run_length(column), limit) for _, column in tops]
        for (source, column), run in zip(tops, runs, strict=True):
            rank = RANK[column[-1]]
            for target, onto in tops:
                below = onto[-1]
                if 0 < RANK[below] - rank <= run and below in LIES_ON[column[rank - RANK[below]]]:
                    moves.append(Move(source, target))
        for source, card in held:
            for target, onto in tops:
                if onto[-1] in LIES_ON[card]:
                    moves.append(Move(source, target))

        if EMPTY in columns:
            target = COLUMN_NAMES[columns.index(EMPTY)]
            for (source, column), run in zip(tops, runs, strict=True):
                longest = min(run, limit // 2, len(column) - 1)
                moves += [Move(source, target, count) for count in range(1, longest + 1)]
            moves += [Move(source, target) for source, _ in held]

        if None in cells:
            target = CELL_NAMES[cells.index(None)]
            moves += [Move(source, target) for source, _ in tops]
        return moves

    def successors(self, state: State) -> Sequence[Step[Move, State]]:
        """Every action with its state and cost; the actions are known to be legal."""
        steps: list[Step[Move, State]] = []
        for move in self.actions(state):
            after, gone = self._settle(carry_out(state, move))
            steps.append((move, after, self._price(state, move, len(gone))))
        return steps

    def apply(self, state: State, action: Move) -> State:
        """The state after the move and after all that goes home by itself."""
        return self.step(state, action)[0]

    def step(self, state: State, action: Move) -> tuple[State, int]:
        """The state after the move, and what the move counts."""
        reason = objection(state, action)
        if reason:
            raise IllegalMove(action, reason)
        after, gone = self._settle(carry_out(state, action))
        return after, self._price(state, action, len(gone))

    def autoplayed(self, state: State, action: Move) -> tuple[Card, ...]:
        """The cards that go home by themselves after a legal move, one after the other.

        Again and again the first that may go does: columns from left to right, then cells.
        """
        return tuple(self._settle(carry_out(state, action))[1])

    def cost(self, state: State, action: Move) -> int:
        """What a legal move counts under the rule `cost`."""
        return self._price(state, action, len(self.autoplayed(state, action)))

    def _price(self, state: State, move: Move, automatic: int) -> int:
        if self.rules.cost == "player":
            return 1
        if self.rules.cost == "moves":
            return 1 + automatic
        count = cards_moved(state, move)
        if count == 1:
            return 1 + automatic
        spare = state.columns.count(EMPTY) - into_empty_column(state, move)
        return single_moves(count, state.cells.count(None), spare) + automatic

    def _settle(self, state: State) -> tuple[State, list[Card]]:
        """The state after autoplay, and the cards that went home, in their order."""
        open_cards = [column[-1] if column else None for column in state.columns]
        open_cards += state.cells
        ready = _ready(self.rules.autoplay, state.foundations)
        if ready.isdisjoint(open_cards):
            return state, []
        columns, cells, foundations = list(state.columns), list(state.cells), state.foundations
        gone: list[Card] = []
        while going := ready.intersection(open_cards):
            place = min(map(open_cards.index, going))
            card = open_cards[place]
            assert card is not None
            if place < len(columns):
                left = columns[place] = columns[place][:-1]
                open_cards[place] = left[-1] if left else None
            else:
                cells[place - len(columns)] = open_cards[place] = None
            gone.append(card)
            foundations = one_more(foundations, card)
            ready = _ready(self.rules.autoplay, foundations)
        return type(state)(tuple(columns), tuple(cells), foundations), gone


@cache
def _ready(autoplay: str, foundations: Foundations) -> frozenset[Card]:
    """The cards that go home by themselves as soon as they lie open."""
    return frozenset(
        card_of(foundations[suit] + 1, suit)
        for suit in range(4)
        if foundations[suit] < KING and _is_safe(autoplay, foundations, suit)
    )


def _is_safe(autoplay: str, foundations: Foundations, suit: int) -> bool:
    """May the next card of a suit go home by itself?"""
    if autoplay in ("none", "greedy"):
        return autoplay == "greedy"
    rank = foundations[suit] + 1
    others = min(foundations[other] for other in OTHER_COLOUR[suit])
    if rank <= 2 or others >= rank - 1:
        return True
    twin = foundations[SAME_COLOUR[suit]]
    return autoplay == "raymond" and others >= rank - 2 and twin >= rank - 3

"""FreeCell as PDDL: STRIPS with costs, every action moves one card and costs 1.

That is what `--cost cards` counts: a sequence that moves as one is written as its single moves.
Nothing goes home by itself in a plan. Under safe autoplay (none, horne, raymond) a plan is read
back all the same: a card that a plan still moves after autoplay has taken it home could only have
served cards that are home too, so such moves are left out. The cheapest plan costs the same with
and without safe autoplay; greedy autoplay can lose the game, so such games are refused.

Columns and cells are counted, not named: which of two empty ones is used makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from unriddle.core import BadInput, IllegalMove
from unriddle.planning.task import Action, Task, action_text, domain, misplaced, problem, unknown
from unriddle.puzzles.freecell.cards import DECK, KING, LIES_ON, RANK, RANKS, SUIT, SUITS, Card
from unriddle.puzzles.freecell.rules import FreeCell, Move, State
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES, EMPTY, HOME

DOMAIN: Final = "freecell-cards"

_HEAD: Final = """\
(define (domain freecell-cards)
  (:requirements :typing :action-costs)
  (:types card count - object)
  (:predicates
    (on ?c ?x - card)
    (bottom ?c - card)
    (held ?c - card)
    (home ?c - card)
    (clear ?c - card)
    (fits ?c ?t - card)
    (follows ?c ?p - card)
    (cells ?n - count)
    (columns ?n - count)
    (next ?n ?m - count))
  (:functions (total-cost) - number)
"""

_FROM: Final = {
    "card": ("?x - card", ("clear ?c", "on ?c ?x"), ("on ?c ?x",), ("clear ?x",)),
    "bottom": (
        "?n ?m - count",
        ("clear ?c", "bottom ?c", "columns ?n", "next ?n ?m"),
        ("bottom ?c", "columns ?n"),
        ("columns ?m",),
    ),
    "cell": (
        "?n ?m - count",
        ("held ?c", "cells ?n", "next ?n ?m"),
        ("held ?c", "cells ?n"),
        ("cells ?m",),
    ),
}
"""Where a card is taken from: parameters, conditions, facts that end, facts that begin."""
_TO: Final = {
    "card": ("?t - card", ("clear ?t", "fits ?c ?t"), ("clear ?t",), ("on ?c ?t", "clear ?c")),
    "column": (
        "?j ?k - count",
        ("columns ?j", "next ?k ?j"),
        ("columns ?j",),
        ("columns ?k", "bottom ?c", "clear ?c"),
    ),
    "cell": (
        "?j ?k - count",
        ("cells ?j", "next ?k ?j"),
        ("cells ?j", "clear ?c"),
        ("cells ?k", "held ?c"),
    ),
    "home": ("?p - card", ("follows ?c ?p", "home ?p"), ("clear ?c",), ("home ?c",)),
}
"""Where it goes: the same."""
_POINTLESS: Final = (("bottom", "column"), ("cell", "cell"))
_ACTIONS: Final = {
    f"{source}-to-{target}": (source, target)
    for source in _FROM
    for target in _TO
    if (source, target) not in _POINTLESS
}


def _action(source: str, target: str) -> str:
    """The text of an action. What is both ended and begun stays, and is not named."""
    arguments, needs, ends, begins = _FROM[source]
    to, also, and_ends, and_begins = _TO[target]
    ended, begun = (*ends, *and_ends), (*begins, *and_begins)
    if "clear ?c" in ended and source == "cell":  # a card in a cell is not clear
        ended = tuple(one for one in ended if one != "clear ?c")
    elif "clear ?c" in begun and source != "cell":  # it was clear before
        begun = tuple(one for one in begun if one != "clear ?c")
    parameters = f"?c - card {to} {arguments}"
    name = f"{source}-to-{target}"
    return action_text(name, parameters, (*needs, *also), ended, begun, price="$card")


def task(puzzle: FreeCell, *, costs: bool = True) -> Task:
    """The position as a domain and a problem."""
    if puzzle.rules.autoplay == "greedy":
        hint = "autoplay none, horne or raymond"
        raise BadInput("greedy autoplay is not written as PDDL: it can lose the game", hint=hint)
    state = puzzle.initial
    text = "\n".join([_HEAD.rstrip(), *(_action(*ways) for ways in _ACTIONS.values()), ")", ""])
    cards = [card for card in DECK if RANK[card] > state.foundations[SUIT[card]]]
    bases = [_base(suit, rank) for suit, rank in enumerate(state.foundations)]
    most = max(len(state.cells), len(state.columns))
    return Task(
        domain(text, costs=costs, card=1),
        problem(
            puzzle,
            DOMAIN,
            {
                "card": (*map(_name, cards), *bases),
                "count": (f"n{number}" for number in range(most + 1)),
            },
            (
                *(f"home {base}" for base in bases),
                *_facts(state, cards),
                *(f"next n{number} n{number + 1}" for number in range(most)),
            ),
            [f"home {_base(suit, KING)}" for suit in range(4)],
            costs=costs,
            note="(single cards are counted; nothing goes home by itself)",
        ),
    )


def _facts(state: State, cards: Sequence[Card]) -> Iterator[str]:
    """Where the cards are, and which may lie on which."""
    yield f"cells n{state.cells.count(None)}"
    yield f"columns n{state.columns.count(EMPTY)}"
    for card in filter(None, state.cells):
        yield f"held {_name(card)}"
    for column in filter(None, state.columns):
        yield f"bottom {_name(column[0])}"
        for below, card in pairwise(column):
            yield f"on {_name(card)} {_name(below)}"
        yield f"clear {_name(column[-1])}"
    for card in cards:
        yield f"follows {_name(card)} {_base(SUIT[card], RANK[card] - 1)}"
        for target in sorted(LIES_ON[card]):
            if target in cards:
                yield f"fits {_name(card)} {_name(target)}"


def _name(card: Card) -> str:
    """The suit first: names begin with a letter."""
    return card[::-1].lower()


def _base(suit: int, rank: int) -> str:
    """The card of a suit that is home up to a rank, which is 0 for none."""
    return f"{SUITS[suit]}{RANKS[rank - 1] if rank else 0}".lower()


def same_cost(puzzle: FreeCell, *, costs: bool = True) -> bool:
    """Only if single cards are counted."""
    return puzzle.rules.cost == "cards"


def moves(puzzle: FreeCell, actions: Sequence[Action]) -> list[Move]:
    """The moves of a plan; moves of cards that autoplay has taken home before are left out."""
    cards = {_name(card): card for card in DECK}
    plan: list[Move] = []
    state = puzzle.initial
    for action in actions:
        if action.name not in _ACTIONS or not action.arguments:
            raise unknown(action, _ACTIONS)
        card = cards.get(action.arguments[0])
        if card is None:
            raise BadInput(f"there is no card {action.arguments[0][:20]}", line=action.line)
        if RANK[card] <= state.foundations[SUIT[card]]:
            continue
        source, target = _ACTIONS[action.name]
        if target == "card" and len(action.arguments) < 2:
            raise BadInput(f"{action}: it does not say onto which card", line=action.line)
        onto = cards.get(action.arguments[1]) if target == "card" else None
        move = Move(_source(state, card, source, action), _target(state, target, onto, action))
        plan.append(move)
        try:
            state = puzzle.apply(state, move)
        except IllegalMove:
            break  # the replay says why
    return plan


def _source(state: State, card: Card, kind: str, action: Action) -> str:
    """The column or the cell that holds an open card."""
    if card in state.cells:
        if kind == "cell":
            return CELL_NAMES[state.cells.index(card)]
        raise misplaced(action, "a column", "a cell")
    for name, column in zip(COLUMN_NAMES, state.columns, strict=False):
        if card in column:
            if kind == "cell":
                raise misplaced(action, "a cell", f"column {name}")
            if column[-1] != card:
                raise BadInput(f"{action}: {column[-1]} lies on {card}", line=action.line)
            return name
    raise BadInput(f"{action}: {card} is nowhere", line=action.line)


def _target(state: State, kind: str, onto: Card | None, action: Action) -> str:
    """The column, cell or home that an action leads to."""
    if kind == "home":
        return HOME
    if kind == "cell":
        if None in state.cells:
            return CELL_NAMES[state.cells.index(None)]
        raise BadInput(f"{action}: no cell is empty", line=action.line)
    for name, column in zip(COLUMN_NAMES, state.columns, strict=False):
        if (bool(column) and column[-1] == onto) if kind == "card" else not column:
            return name
    what = f"{onto} does not lie open" if kind == "card" else "no column is empty"
    raise BadInput(f"{action}: {what}", line=action.line)

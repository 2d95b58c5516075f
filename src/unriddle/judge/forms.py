"""Which rules a certificate is judged by, and what identifies a level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from unriddle.core import Puzzle
from unriddle.judge.certificate import ACTIONS, CARDS, PUSHES, Certificate, Claim
from unriddle.judge.freecell import SingleCards
from unriddle.judge.generic import Actions
from unriddle.judge.rules import Rules
from unriddle.judge.sokoban import Pushes
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.freecell.rules import FreeCell
from unriddle.puzzles.sokoban.rules import Sokoban


class _Kind(NamedTuple):
    """A kind of puzzle that has rules of its own for the judge."""

    name: str
    form: str = ACTIONS
    """In which a certificate is smallest."""
    rules: Callable[..., Rules] = Actions
    """For certificates of that form; takes the claims too if it is about `PUSHES`."""
    is_exact: Callable[[Any], bool] = lambda puzzle: True
    """Does a goal within reach of these rules mean that a puzzle has a solution?"""


_KINDS: dict[type, _Kind] = {
    Bloxorz: _Kind("bloxorz"),
    Sokoban: _Kind("sokoban", PUSHES, Pushes),
    # Greedy autoplay may send a card home that is still needed.
    FreeCell: _Kind("freecell", CARDS, SingleCards, lambda one: one.rules.autoplay != "greedy"),
}
"""A puzzle whose class is derived from one of these may have other rules, and is not listed."""


def _kind(puzzle: Puzzle[Any, Any]) -> _Kind:
    return _KINDS.get(type(puzzle)) or _Kind(type(puzzle).__name__)


def kind_of(puzzle: Puzzle[Any, Any]) -> str:
    """What a certificate calls this kind of puzzle."""
    return _kind(puzzle).name


def best_form(puzzle: Puzzle[Any, Any]) -> str:
    """The form in which a certificate of this puzzle is smallest."""
    return _kind(puzzle).form


def is_exact(puzzle: Puzzle[Any, Any]) -> bool:
    """Does a goal within reach of the rules of its best form mean that `puzzle` has a solution?"""
    return _kind(puzzle).is_exact(puzzle)


def rules_of(puzzle: Puzzle[Any, Any], form: str, claims: Sequence[Claim] = ()) -> Rules:
    """The rules of a puzzle for certificates of a form that fits it; only pushes have claims."""
    kind = _kind(puzzle)
    if form != kind.form:
        return Actions(puzzle)
    return kind.rules(puzzle, claims) if form == PUSHES else kind.rules(puzzle)


def digest(puzzle: Puzzle[Any, Any], form: str) -> str:
    """What tells the start and the rules of a puzzle from all others, in 32 letters."""
    return sha256(rules_of(puzzle, form).describe().encode()).hexdigest()[:32]


def certificate(
    puzzle: Puzzle[Any, Any],
    form: str,
    parents: Sequence[int],
    moves: Sequence[int],
    claims: Sequence[Claim] = (),
) -> Certificate:
    """A certificate for `puzzle`, with the name and the digest that belong to it."""
    return Certificate(kind_of(puzzle), digest(puzzle, form), form, parents, moves, claims)

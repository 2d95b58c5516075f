"""Which rules a certificate is judged by, and what identifies a level."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from unriddle.core import Puzzle
from unriddle.judge.certificate import ACTIONS, CARDS, PUSHES, Certificate, Claim
from unriddle.judge.freecell import SingleCards
from unriddle.judge.generic import Actions
from unriddle.judge.rules import Rules
from unriddle.judge.sokoban import Pushes
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.freecell.rules import FreeCell
from unriddle.puzzles.sokoban.rules import Sokoban

_NAMES: dict[type, str] = {Bloxorz: "bloxorz", Sokoban: "sokoban", FreeCell: "freecell"}
_FORMS: dict[type, str] = {Sokoban: PUSHES, FreeCell: CARDS}
"""The best form for a certificate; for all others `ACTIONS`."""


def kind_of(puzzle: Puzzle[Any, Any]) -> str:
    """What a certificate calls this kind of puzzle."""
    return _NAMES.get(type(puzzle), type(puzzle).__name__)


def best_form(puzzle: Puzzle[Any, Any]) -> str:
    """The form in which a certificate of this puzzle is smallest."""
    return _FORMS.get(type(puzzle), ACTIONS)


def rules_of(puzzle: Puzzle[Any, Any], form: str, claims: Sequence[Claim] = ()) -> Rules:
    """The rules of a puzzle for certificates of a form that fits it; only pushes have claims."""
    if form == PUSHES and isinstance(puzzle, Sokoban):
        return Pushes(puzzle, claims)
    if form == CARDS and isinstance(puzzle, FreeCell):
        return SingleCards(puzzle)
    return Actions(puzzle)


def fits(puzzle: Puzzle[Any, Any], form: str) -> bool:
    """Can a certificate of this puzzle have this form?"""
    return form in (ACTIONS, best_form(puzzle))


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

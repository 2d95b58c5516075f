"""Unsolvable levels and certificates for them, good ones and damaged ones."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Any

from unriddle.core import Puzzle
from unriddle.judge.certificate import LOST, PUSHES, Certificate, Claim
from unriddle.judge.explore import explore
from unriddle.judge.forms import best_form, certificate
from unriddle.judge.sokoban import NormalizedState, Pushes
from unriddle.loading import read
from unriddle.puzzles.sokoban.rules import Sokoban

ISLANDS = """stage 1
@###aB#.bb#!
####....bb##
bridge a off
bridge b on
switch B soft open a
"""
"""A stage whose goal is out of reach, with 6 states."""

BLOCKED = """
#######
#  $ @#
# $   #
#.  . #
#######
"""
"""The upper box can never leave the wall; the other one can go anywhere."""


NARROW = """
########
# #    #
#   $. #
# # $ ##
#   # ##
#.#  @ #
########
"""
"""No box can be brought into the left part: 171 states, or 36 and some claims."""


def level(text: str, **rules: Any) -> Any:
    (puzzle,) = read(text, **rules)
    return puzzle


def proof(puzzle: Puzzle[Any, Any], form: str = "") -> Certificate:
    """The certificate of the prover in the book; the puzzle must be unsolvable."""
    exploration = explore(puzzle, form or best_form(puzzle))
    while True:
        try:
            next(exploration)
        except StopIteration as end:
            found: Certificate = end.value
            return found


def proof_with_claims(puzzle: Sokoban) -> Certificate:
    """The same, but states in which a lone box is lost are claimed to be lost, and not kept."""
    rules = Pushes(puzzle)
    holding: dict[Claim, bool] = {}
    kept, keys = [rules.start], {rules.start}
    parents, moves = array("i"), array("i")

    def is_lost(state: NormalizedState) -> bool:
        for box in sorted(state.boxes):
            claim = Claim(LOST, (box,), state.region)
            if claim not in holding:
                holding[claim] = not Pushes(puzzle, [claim]).objection(0, _nothing)
            if holding[claim]:
                return True
        return False

    for number, state in enumerate(kept):
        for move, after in rules.successors(state):
            if after in keys or is_lost(after):
                continue
            assert not rules.is_goal(after)
            keys.add(after)
            kept.append(after)
            parents.append(number)
            moves.append(move)
    claims = [claim for claim, holds in holding.items() if holds]
    return certificate(puzzle, PUSHES, parents, moves, claims)


def _nothing() -> None:
    """Looking costs nothing here."""


def without_state(good: Certificate, number: int) -> Certificate:
    """The certificate without one kept state, from 1 on, that no other state comes from."""
    parents = [parent - (parent > number) for parent in good.parents]
    moves = list(good.moves)
    del parents[number - 1], moves[number - 1]
    return replace(good, parents=parents, moves=moves)


def leaves(good: Certificate) -> list[int]:
    """The numbers of the kept states from which no other comes."""
    return sorted(set(range(1, good.states)) - set(good.parents))

"""The judge accepts what holds and refuses what was damaged, with the reason."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from judge.proofs import (
    BLOCKED,
    ISLANDS,
    NARROW,
    leaves,
    level,
    proof,
    proof_with_claims,
    without_state,
)

from unriddle.core import Puzzle, replay
from unriddle.judge.certificate import ACTIONS, CARDS, GOALS, LOST, PUSHES, Certificate, Claim
from unriddle.judge.check import Judgement, check
from unriddle.judge.forms import certificate
from unriddle.loading import load
from unriddle.play import starting_from
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules
from unriddle.puzzles.sokoban.notation import parse_plan

PLENTY = 10**6


def judged(puzzle: Puzzle[Any, Any], given: Certificate) -> Judgement:
    return check(puzzle, given, work=PLENTY)


def refusal(puzzle: Puzzle[Any, Any], given: Certificate) -> str:
    judgement = judged(puzzle, given)
    assert judgement.accepted is False
    return judgement.reason


def stuck_cards(autoplay: str = "none") -> FreeCell:
    """Jacks, queens and kings in three columns without cells, and no way to bring them home."""
    columns = ("QC QD QS KC JC", "QH JH", "JS KS JD KD KH")
    position = Position(tuple(tuple(cards.split()) for cards in columns), (), (10, 10, 10, 10))
    return FreeCell(position, Rules(cells=0, autoplay=autoplay), name="stuck")


def puzzles() -> list[Any]:
    return [level(ISLANDS), level(BLOCKED), level(NARROW), stuck_cards()]


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.name or "text")
def test_proofs_of_the_book_are_accepted(puzzle: Any) -> None:
    good = proof(puzzle)
    assert judged(puzzle, good) == (True, good.states, good.states, "")
    by_actions = proof(puzzle, ACTIONS)
    assert judged(puzzle, by_actions).accepted


def test_claims_make_a_proof_shorter() -> None:
    puzzle = level(NARROW)
    good = proof_with_claims(puzzle)
    assert (good.states, len(good.claims)) == (36, 7)
    assert judged(puzzle, good).accepted


def test_a_claim_or_a_state_left_out_is_missed() -> None:
    puzzle = level(NARROW)
    good = proof_with_claims(puzzle)
    for number in range(len(good.claims)):
        claims = [claim for index, claim in enumerate(good.claims) if index != number]
        assert "neither kept nor covered" in refusal(puzzle, replace(good, claims=claims))
    for number in leaves(good):
        assert "neither kept nor covered" in refusal(puzzle, without_state(good, number))


def test_a_false_claim_is_refused_where_it_is_used() -> None:
    """Each claim in turn speaks of another box, which can go home alone."""
    puzzle = level(NARROW)
    good = proof_with_claims(puzzle)
    false = Claim(LOST, (20,), 45)
    assert "claim 0: its boxes can all" in refusal(puzzle, replace(good, claims=[false]))
    never_used = Claim(LOST, (9,), 45)
    assert judged(puzzle, replace(good, claims=[*good.claims, never_used])).accepted


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.name or "text")
def test_a_state_left_out_is_missed(puzzle: Any) -> None:
    good = proof(puzzle)
    ends = leaves(good)
    for number in Random(1).sample(ends, min(20, len(ends))):
        assert "neither kept nor covered" in refusal(puzzle, without_state(good, number))


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.name or "text")
def test_moves_and_parents_that_are_not_there_are_refused(puzzle: Any) -> None:
    good = proof(puzzle)
    last = good.states - 1
    moves, parents = list(good.moves), list(good.parents)
    assert "is not legal" in refusal(puzzle, replace(good, moves=[*moves[:-1], 10**6]))
    assert "is not legal" in refusal(puzzle, replace(good, moves=[*moves[:-1], -1]))
    for parent in (last, last + 1, -1):
        wrong = replace(good, parents=[*parents[:-1], parent])
        assert "which is no earlier one" in refusal(puzzle, wrong)
    other = (parents[-1] + 1) % last
    assert judged(puzzle, replace(good, parents=[*parents[:-1], other])).accepted is False


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.name or "text")
def test_a_state_written_twice_is_refused(puzzle: Any) -> None:
    good = proof(puzzle)
    twice = replace(
        good, parents=[*good.parents, good.parents[-1]], moves=[*good.moves, good.moves[-1]]
    )
    assert refusal(puzzle, twice) == f"state {good.states} is there twice"


def test_a_goal_smuggled_in_is_seen() -> None:
    solvable = load("bloxorz/1")
    parents, moves, here = [], [], solvable.initial
    plan = "RRDRRRD"
    for number, wanted in enumerate(plan):
        actions = list(map(str, solvable.actions(here)))
        parents.append(number)
        moves.append(actions.index(wanted))
        here = solvable.apply(here, solvable.actions(here)[moves[-1]])
    assert solvable.is_goal(here)
    just_the_goal = starting_from(solvable, here)
    assert (
        refusal(just_the_goal, certificate(just_the_goal, ACTIONS, [], [])) == "state 0 is a goal"
    )
    whole = _everything(solvable)
    assert "is a goal" in refusal(solvable, whole)


def _everything(puzzle: Any) -> Certificate:
    """All states of a puzzle, as if none of them were a goal."""
    kept, keys, parents, moves = [puzzle.initial], {puzzle.initial}, [], []
    for number, state in enumerate(kept):
        for move, action in enumerate(puzzle.actions(state)):
            after = puzzle.apply(state, action)
            if after not in keys:
                keys.add(after)
                kept.append(after)
                parents.append(number)
                moves.append(move)
    return certificate(puzzle, ACTIONS, parents, moves)


def test_a_proof_of_another_level_is_refused_by_name() -> None:
    blocked, islands, stuck = level(BLOCKED), level(ISLANDS), stuck_cards()
    good = proof(blocked)
    assert refusal(islands, good) == "it is about sokoban, not bloxorz"
    assert "another level" in refusal(load("sokoban/uit/17"), good)
    pushed = starting_from(blocked, replay(blocked, parse_plan("lL")).states[-1])
    assert "another level" in refusal(pushed, good)
    assert "another level" in refusal(load("bloxorz/1"), proof(islands))
    assert "another level" in refusal(load("freecell/1"), proof(stuck))
    falling = level(ISLANDS, parked="falls")
    assert "another level, or about other rules" in refusal(falling, proof(islands))
    assert judged(level(BLOCKED, cost="pushes"), good).accepted  # what it costs does not matter
    assert judged(stuck_cards("raymond"), proof(stuck)).accepted  # and neither does autoplay
    assert "another level" in refusal(stuck_cards("raymond"), proof(stuck, ACTIONS))


def test_the_form_must_fit() -> None:
    blocked = level(BLOCKED)
    good = proof(blocked)
    assert "are not written as cards" in refusal(blocked, replace(good, form=CARDS))
    claimed = replace(proof(blocked, ACTIONS), claims=[Claim(LOST, (1,), 2)])
    assert "only proofs by pushes" in refusal(blocked, claimed)


def test_a_covered_start_needs_no_states() -> None:
    cornered = level("#####\n#$ .#\n#@  #\n#####")
    box, player = 6, 11
    for kind in (LOST, GOALS):
        one = certificate(cornered, PUSHES, [], [], [Claim(kind, (box,), player)])
        assert judged(cornered, one) == (True, 1, 1, "")


CROWDED = """
########
#.*  $ #
#*#### #
#.   $@#
########
"""
"""Two boxes hold each other on goals in the upper left corner, and two want the two other goals."""


def crowded() -> tuple[Any, dict[str, int]]:
    puzzle = level(CROWDED)
    squares = {"above": 10, "left": 17, "upper": 13, "lower": 29, "player": 30}
    assert puzzle.initial == (squares["player"], frozenset([10, 17, 13, 29]))
    return puzzle, squares


def claim_says(puzzle: Any, claim: Claim) -> str:
    """What the judge says of a claim on the start; empty if he accepts it."""
    judgement = judged(puzzle, certificate(puzzle, PUSHES, [], [], [claim]))
    assert judgement.accepted is not None
    return judgement.reason


def test_claims_that_are_too_strong_are_refused() -> None:
    puzzle, at = crowded()
    player = at["player"]

    def says(*claim: Any) -> str:
        return claim_says(puzzle, Claim(*claim))

    assert "can all be brought to goals" in says(LOST, (at["lower"],), player)
    assert "reach" in says(GOALS, (at["lower"],), player)
    assert "neither kept nor covered" in says(LOST, (at["lower"] - 1,), player)  # no such box
    assert "neither kept nor covered" in says(LOST, (), player)
    assert "names a square twice" in says(LOST, (at["lower"], at["lower"]), player)
    assert "names a square twice" in says(LOST, (at["lower"],), player, (at["lower"],))
    assert "not on goals" in says(LOST, (at["upper"],), player, (at["lower"],))
    assert "not held" in says(LOST, (at["upper"],), player, (at["above"],))


def test_frozen_boxes_must_hold_each_other() -> None:
    puzzle = level("#######\n#.  *##\n#.* $ #\n#.   @#\n#######")
    player = puzzle.initial.player
    assert "not held" in claim_says(puzzle, Claim(LOST, (18,), player, (16,)))
    assert "not held" in claim_says(puzzle, Claim(LOST, (18,), player, (11, 16)))
    assert "can all be brought" in claim_says(puzzle, Claim(LOST, (18,), player, (11,)))
    block = level("######\n#.**##\n#.**##\n#.$ @#\n######")
    # The four boxes hold each other: the fifth has one goal left, and comes there.
    boxes = (8, 9, 14, 15)
    assert "can all be brought" in claim_says(block, Claim(LOST, (20,), 22, boxes))


def test_a_claim_speaks_only_of_the_players_side() -> None:
    """One box in a corridor: lost from the right, not from the left."""
    puzzle = level("########\n#@ $ . #\n########")
    assert puzzle.initial.player == 9
    on_the_right = Claim(LOST, (11,), 12)
    assert "neither kept nor covered" in claim_says(puzzle, on_the_right)
    right = starting_from(puzzle, puzzle.initial._replace(player=12))
    assert claim_says(right, on_the_right) == ""
    assert "can all be brought" in claim_says(puzzle, Claim(LOST, (11,), 9))


def test_a_box_at_home_out_of_reach_is_home() -> None:
    """One push from the end; a judge that forgets that the lower boxes are home would refuse it."""
    puzzle = level("#######\n#.$@  #\n##### #\n#.*  *#\n#######")
    boxes = tuple(sorted(puzzle.initial.boxes))
    for kind in (LOST, GOALS):
        for some in (boxes, boxes[1:], boxes[:1]):
            assert claim_says(puzzle, Claim(kind, some, puzzle.initial.player))


def test_work_is_counted() -> None:
    puzzle = level(NARROW)
    for good in (proof(puzzle), proof_with_claims(puzzle)):
        states = [check(puzzle, good, work=work).states for work in (0, 10, 40, 80)]
        assert states == sorted(states)
        for work in (0, 10, 40, 80):
            judgement = check(puzzle, good, work=work)
            assert judgement.accepted is None
            assert judgement.states < judgement.of == good.states
            assert judgement.reason

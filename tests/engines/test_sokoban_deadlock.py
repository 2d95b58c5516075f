"""Why a Sokoban position is lost: each rule explains itself, and is right."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from generators.sokoban_boards import random_level

import unriddle
from unriddle import BadInput, Session, Status, native
from unriddle.engines.sokoban_deadlock import find_deadlock
from unriddle.loading import read
from unriddle.play import starting_from
from unriddle.puzzles.sokoban.rules import Sokoban, State

BOOK = [
    ("dead square", "the box at row 2, column 3 can never", "#####\n#@$ #\n#  .#\n#####\n"),
    ("freeze", "hold each other", "######\n#    #\n# $$ #\n# $$@#\n#....#\n#    #\n######\n"),
]
NATIVE = [
    ("corral", "close off a part", "######\n#  * #\n#*$. #\n# $@ #\n# . ##\n######\n"),
    ("pattern", "out of each other's way", "#######\n# $ . #\n# .$ $#\n# @# .#\n#######\n"),
    ("matching", "a goal each", "#########\n#.$ $ $.#\n#       #\n#   @ . #\n#########\n"),
    (
        "goal room",
        "the box at row 3, column 7 the goals behind that entrance",
        "#########\n#@   ####\n# $  #*.#\n#  $   .#\n#  $ # .#\n#    ####\n#########\n",
    ),
]
"""The rule, some of its words, and a position."""


@pytest.mark.skipif(not native.available, reason=native.why_not)
@pytest.mark.parametrize(("rule", "words", "text"), [*BOOK, *NATIVE])
def test_a_lost_position_is_explained(rule: str, words: str, text: str) -> None:
    puzzle = _puzzle(text)
    lost = find_deadlock(puzzle, puzzle.initial)
    assert lost is not None
    assert lost.rule == rule
    assert words in str(lost)
    assert set(lost.boxes) <= puzzle.initial.boxes
    assert unriddle.solve(puzzle, "bfs").status is Status.UNSOLVABLE


@pytest.mark.parametrize(("rule", "words", "text"), BOOK)
def test_python_alone_knows_the_simplest_rules(
    rule: str, words: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "available", False)
    puzzle = _puzzle(text)
    lost = find_deadlock(puzzle, puzzle.initial)
    assert lost is not None
    assert lost.rule == rule
    assert words in str(lost)


def test_a_position_that_can_be_solved_is_not_lost() -> None:
    for number in range(1, 17):
        puzzle = unriddle.load(f"sokoban/uit/{number}")
        assert isinstance(puzzle, Sokoban)
        plan = unriddle.solve(puzzle, "optimal" if native.available else "astar").plan
        assert plan is not None
        for state in unriddle.replay(puzzle, plan).states:
            assert find_deadlock(puzzle, state) is None


@pytest.mark.skipif(not native.available, reason=native.why_not)
def test_what_is_called_lost_is_lost() -> None:
    rules: dict[str, int] = {}
    for seed in range(300):
        puzzle = Sokoban(random_level(Random(seed)))
        if lost := find_deadlock(puzzle, puzzle.initial):
            rules[lost.rule] = rules.get(lost.rule, 0) + 1
            assert lost.boxes
            assert unriddle.solve(puzzle, "bfs").status is Status.UNSOLVABLE
    assert rules.keys() >= {"dead square", "freeze", "pair"}  # the others need more room


@pytest.mark.skipif(not native.available, reason=native.why_not)
@pytest.mark.parametrize(
    "text",
    [
        "#####\n#  .#\n#**##\n#** #\n# $@#\n#**##\n#####\n",
        "######\n#.*# #\n##   #\n#*@  #\n#* $ #\n###  #\n#   *#\n######\n",
    ],
)
def test_a_corral_is_lost_by_the_boxes_that_are_named(text: str) -> None:
    """Its border alone would not do: the boxes that need the goals inside belong to it."""
    puzzle = _puzzle(text)
    lost = find_deadlock(puzzle, puzzle.initial)
    assert lost is not None
    assert lost.rule == "corral"
    alone = starting_from(puzzle, State(puzzle.initial.player, frozenset(lost.boxes)))
    assert unriddle.solve(alone, "bfs").status is Status.UNSOLVABLE


@pytest.mark.skipif(not native.available, reason=native.why_not)
def test_a_game_says_why_it_is_lost() -> None:
    session = Session(_puzzle(NATIVE[0][2]))
    outlook = session.outlook()
    assert outlook.solvable is False
    assert "can never be opened" in str(outlook)


def _puzzle(text: str) -> Sokoban:
    (puzzle,) = read(text, puzzle="sokoban")
    assert isinstance(puzzle, Sokoban)
    return puzzle


def test_another_puzzle_is_refused() -> None:
    other: Any = unriddle.load("bloxorz/1")
    with pytest.raises(BadInput, match="only Sokoban is known here, and this is a Bloxorz"):
        find_deadlock(other, other.initial)

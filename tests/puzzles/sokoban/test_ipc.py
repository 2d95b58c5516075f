"""Sokoban problems in PDDL."""

from __future__ import annotations

from pathlib import Path

import pytest
from generators.sokoban import levels
from hypothesis import given, settings

import unriddle
from unriddle.core import BadInput
from unriddle.planning.encodings import to_pddl
from unriddle.puzzles.sokoban import ipc, notation
from unriddle.puzzles.sokoban.rules import Level, Sokoban

PROBLEM = """\
;; in capitals, with blanks, with walls among the locations
(DEFINE (PROBLEM p-1)
 (:DOMAIN Sokoban-Sequential)
 (:OBJECTS dir-left dir-right dir-up dir-down - DIRECTION
   player-01 - player  s1 - stone
   pos-0-0 pos-1-1 pos-2-1
   pos-3-1 - location)
 (:init (IS-GOAL pos-3-1) (is-nongoal pos-1-1) (is-nongoal pos-2-1) (is-nongoal pos-0-0)
   (move-dir pos-1-1 pos-2-1 dir-right) (move-dir pos-2-1 pos-1-1 dir-left)
   (move-dir pos-2-1 pos-3-1 dir-right)
   (move-dir pos-3-1 pos-2-1 dir-left)
   (at player-01 pos-1-1) (at s1 pos-2-1) (clear pos-3-1) (= (total-cost) 0))
 (:goal (and (at-goal s1)))
 (:metric minimize (total-cost)))
"""


def test_a_problem_of_the_competitions_is_a_level(tmp_path: Path) -> None:
    path = tmp_path / "p01.pddl"
    path.write_text(PROBLEM)
    puzzle = unriddle.load(path)
    assert str(puzzle) == "#####\n#@$.#\n#####"
    assert puzzle.title == "p-1"
    assert str(unriddle.solve(puzzle).plan) == "R"


def test_directions_may_be_told_by_the_locations() -> None:
    for word, other in (("dir-left", "west"), ("dir-right", "east")):
        text = PROBLEM.replace(word, other)
    (level,) = notation.parse_levels(text)
    assert level.goals


@settings(max_examples=30)
@given(levels())
def test_what_we_write_is_read_back(level: Level) -> None:
    puzzle = Sokoban(level, name="x")
    task = to_pddl(puzzle)
    (back,) = notation.parse_levels(f"{task.domain}\n{task.problem}".upper())
    again = Sokoban(back)
    assert to_pddl(again).problem.count("move-dir") == task.problem.count("move-dir")
    ours, theirs = unriddle.solve(puzzle, "ucs"), unriddle.solve(again, "ucs")
    assert (ours.status, ours.cost) == (theirs.status, theirs.cost)
    assert ours.stats.expanded == theirs.stats.expanded


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("(PROBLEM p-1)", "(domain p-1)", None, "holds no problem"),
        ("(:goal (and (at-goal s1)))", "", 2, "no :goal"),
        ("s1 - stone", "s1 - rock", 2, "one player, and stones"),
        ("- location)", ")", 4, "has no type"),
        ("(clear pos-3-1)", "(clear pos-3-1) (clear pos-2-1)", 12, "clear, and something is there"),
        ("(at s1 pos-2-1)", "(at s1 pos-2-1) (at-goal s1)", 12, "at-goal does not say the same"),
        ("(at s1 pos-2-1)", "(at s1 pos-2-1) (colour s1 red)", 12, "not a fact of"),
        ("(at s1 pos-2-1)", "(at s1 pos-2-1) (at s1 pos-3-1)", 2, "at two locations"),
        ("(at-goal s1)", "(at s1 pos-3-1)", 13, "asks for something else"),
        ("(at-goal s1)", "(at-goal s1) (at-goal s2)", 13, "s2, which is nowhere"),
        ("(and (at-goal s1))", "(and)", 12, "leaves s1 out"),
        ("(move-dir pos-3-1 pos-2-1 dir-left)", "", 10, "no way leads back"),
        ("(move-dir pos-3-1 pos-2-1 dir-left)", "(move-dir pos-3-1 pos-2-1 dir-up)", 10, "back"),
        ("(IS-GOAL pos-3-1)", "", 2, "neither is-goal nor is-nongoal"),
        ("(IS-GOAL pos-3-1)", "(IS-GOAL pos-3-1) (is-nongoal pos-3-1)", 8, "a goal and is none"),
        ("minimize (total-cost)))", "minimize (total-cost))", 2, "never closed"),
    ],
)
def test_what_no_board_can_show_is_refused(
    old: str, new: str, line: int | None, problem: str
) -> None:
    assert old in PROBLEM
    with pytest.raises(BadInput, match=problem) as error:
        notation.parse_levels(PROBLEM.replace(old, new), "p01.pddl")
    assert (error.value.source, error.value.line) == ("p01.pddl", line)


def test_what_is_neither_clear_nor_taken_is_a_wall() -> None:
    with pytest.raises(BadInput, match="more boxes than goals"):
        notation.parse_levels(PROBLEM.replace("(clear pos-3-1)", ""))


def test_only_pddl_is_taken_for_pddl() -> None:
    assert ipc.recognises("\ufeff ; (\n;;\r\n ( Define (domain x))")
    assert not ipc.recognises("(defined")
    assert not ipc.recognises("###\n(define")
    assert not ipc.recognises(";" * 100_000)

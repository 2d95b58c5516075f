"""Collections with solutions and saved games, and files in XML."""

from __future__ import annotations

import pytest

from unriddle.core import BadInput
from unriddle.loading import read
from unriddle.puzzles.sokoban.collection import Collection
from unriddle.puzzles.sokoban.notation import find_levels, parse_levels, parse_plan, recognises

SOK = """:: a collection of two
Title: Both

First

#####
#@$.#
#####
Author: Somebody
Solution 1 (moves 3, pushes 1)
lr
R
Snapshot 1
R

Second

######
#@$ .#
######

Solution/Own: lrRR
Solution
Comment: not moves
Collection: kept
"""


def test_moves_belong_to_the_board_above_them() -> None:
    collection = Collection(SOK)
    assert [draft.read().title for draft in collection.boards] == ["First", "Second"]
    first, second = collection.attached()
    assert [(one.kind, one.moves) for one in first] == [("solution", "lr\nR"), ("snapshot", "R")]
    assert [(one.kind, one.moves) for one in second] == [("solution", "lrRR")]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_better_solution_changes_its_own_lines_only(newline: str) -> None:
    text = SOK.replace("\n", newline)
    collection = Collection(text)
    assert collection.having({}) == text
    (solution, _), (other,) = collection.attached()
    better = collection.having({solution: parse_plan("R"), other: parse_plan("RR")})
    assert better == (
        text.replace(f"lr{newline}R{newline}Snapshot", f"R{newline}Snapshot")
        .replace("(moves 3, pushes 1)", "(moves 1, pushes 1)")
        .replace("Solution/Own: lrRR", "Solution: RR")
    )
    assert [one.moves for several in Collection(better).attached() for one in several] == [
        "R",
        "R",
        "RR",
    ]


def test_every_line_keeps_its_end() -> None:
    text = "\ufeff#####\r\n#@$.#\r#####\n\nSolution\rlr\r\nR\n\x0b\x85\r\nSolution\n\rlrR"
    collection = Collection(text)
    assert collection.having({}) == text
    ((first, last),) = collection.attached()
    better = collection.having({first: parse_plan("R"), last: parse_plan("R")})
    assert better == text.replace("lr\r\nR", "R").replace("lrR", "R")


NAMED = """#####
#@$.#
#####

My first try
lrlr
R

Saved on Sunday
[]lL*r

dull

#####
#@$.#
#####

R
"""


def test_a_game_may_have_any_name_or_none() -> None:
    collection = Collection(NAMED)
    assert [draft.read().title for draft in collection.boards] == ["", ""]
    (first, words), (last,) = collection.attached()
    assert [(one.kind, one.moves) for one in (first, words, last)] == [
        ("", "lrlr\nR"),
        ("", "dull"),
        ("", "R"),
    ]
    assert collection.having({first: parse_plan("R")}) == NAMED.replace("lrlr\nR", "R", 1)


TOLD = """######
# @$.#
#    #
######
Title: Ours

Solution/Moves (An Optimizer, 5/1/0/0/0)
lrR

Solution 3 Moves 5 Pushes 1 Solver: Theirs 2.142 Date: 2020-04-01
lrlrR

Solution/Pushes: 5 moves, 1 push
Creation Date: Thu Apr 02 10:20:30 CEST 2015
; all by itself
lrlr
R

Solution: 3/1 Optimizer 1.0
lrR

Solution (2009-01-01 10:00)
lrR

Solution
Comment:
lr
Comment-End:

Snapshot/Reverse: from the end
[3,2]lL

Savegame: 2 moves
lr
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_headings_tell_how_other_programs_found_the_moves(newline: str) -> None:
    text = TOLD.replace("\n", newline)
    collection = Collection(text)
    (attached,) = collection.attached()
    solutions = [one for one in attached if one.kind == "solution"]
    assert [(one.moves.replace("\n", ""), one.best) for one in solutions] == [
        ("lrR", "moves"),
        ("lrlrR", ""),
        ("lrlrR", "pushes"),
        ("lrR", ""),
        ("lrR", ""),
    ]
    assert [(one.kind, one.moves) for one in attached[5:]] == [
        ("", "lr"),
        ("snapshot", "[3,2]lL"),
        ("", "lr"),
    ]
    better = collection.having(dict.fromkeys(solutions, parse_plan("R")))
    expected = text
    for old, new in (
        ("Solution/Moves (An Optimizer, 5/1/0/0/0)\nlrR", "Solution/Moves\nR"),
        ("Moves 5 Pushes 1", "Moves 1 Pushes 1"),
        ("2020-04-01\nlrlrR", "2020-04-01\nR"),
        ("Solution/Pushes: 5 moves, 1 push", "Solution/Pushes: 1 moves, 1 push"),
        ("itself\nlrlr\nR", "itself\nR"),
        ("Solution: 3/1 Optimizer 1.0\nlrR", "Solution\nR"),
        ("Solution (2009-01-01 10:00)\nlrR", "Solution\nR"),
    ):
        expected = expected.replace(old.replace("\n", newline), new.replace("\n", newline))
    assert better == expected


def test_moves_with_mistakes_are_found_below_their_heading() -> None:
    text = "#####\n#@$.#\n#####\nSolution\n2(R)\nRxR\nby hand\nSolution/Pushes: R,R\nSolution\n?\n"
    assert [(one.moves, one.best) for one in Collection(text).attached()[0]] == [
        ("2(R)\nRxR", ""),
        ("R,R", "pushes"),
        ("?", ""),
    ]


def test_a_heading_of_moves_is_no_title() -> None:
    (level,) = parse_levels("#####\n#@$.#\n#####\nSolution\nR\n")
    assert level.title == ""


SLC = """<?xml version="1.0" encoding="ISO-8859-1"?>
<SokobanLevels>
  <Title>Two &amp; more</Title>
  <LevelCollection Copyright="A. Body" MaxWidth="6" MaxHeight="3">
    <Level Id="One &amp; only" Width="5" Height="3">
      <L>#####</L>
      <L>#@$.#</L>
      <L>#####</L>
    </Level>
    <Level Id="Two" Width="6" Height="4">
      <L>######</L>
      <L>#@$ .#</L>
      <L>######</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
"""


XML = pytest.mark.parametrize(
    "text",
    [
        SLC,
        SLC.replace("\n", " "),
        SLC.replace("#####</L>\n", "#####</L>"),
        SLC.replace('"Two"', "'Two'"),
    ],
    ids=["a row a line", "one line", "some rows share a line", "other quotes"],
)


@XML
def test_files_in_xml(text: str) -> None:
    assert recognises(text)
    one, two = parse_levels(text)
    assert (one.title, one.author, two.title) == ("One & only", "A. Body", "Two")
    assert (one.width, two.width) == (5, 6)
    assert len(read(text)) == 2


@XML
def test_files_in_xml_hold_no_solutions(text: str) -> None:
    collection = Collection(text)
    assert collection.attached() == [[], []]
    assert collection.having({}) == text


def test_a_mistake_in_xml_is_named_where_it_stands() -> None:
    _, two = find_levels(SLC.replace("#@$ .#", "#@$x.#"))
    with pytest.raises(BadInput) as caught:
        two.read()
    assert (caught.value.line, caught.value.column) == (12, 13)

"""What an author is told about a level."""

from __future__ import annotations

import pytest

from unriddle.core import Limits, Steps
from unriddle.editing import advice as advice_module
from unriddle.editing import advise
from unriddle.loading import read
from unriddle.puzzles.sokoban.rules import Sokoban


def test_a_board_with_two_niches() -> None:
    (board,) = read("#######\n#  #  #\n#@$  .#\n#  #  #\n#######\n", puzzle="sokoban")
    advice = advise(board)
    assert (advice.outlook.cost, advice.outlook.proved) == (3, True)
    assert (1, 1) in advice.dead
    assert (2, 3) not in advice.dead
    assert (1, 1) in advice.useless
    assert (2, 1) not in advice.useless


def test_squares_that_cannot_be_found_in_time_are_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (board,) = read("######\n#@$. #\n######\n", puzzle="sokoban")
    assert advise(board).dead == ((1, 1), (1, 4))

    def endless(puzzle: Sokoban) -> Steps[frozenset[int]]:
        while True:
            yield

    monkeypatch.setattr(advice_module, "dead_squares_in_steps", endless)
    assert advise(board, Limits(seconds=0.1)).dead == ()


def test_a_stage_with_a_tile_a_switch_and_a_bridge_too_many() -> None:
    text = "@##!...\n....#..\n.....Aa\nbridge a off\nswitch A soft toggle a\n"
    (stage,) = read(text, puzzle="bloxorz")
    advice = advise(stage)
    assert advice.outlook.proved
    assert advice.useless == ((1, 4), (2, 5), (2, 6))
    assert advice.unused == ("A", "a")


def test_levels_without_a_solution() -> None:
    (board,) = read("#####\n#@ .#\n# $ #\n#####\n", puzzle="sokoban")
    (stage,) = read("@#!", puzzle="bloxorz")
    for advice in (advise(board), advise(stage)):
        assert advice.outlook.solvable is False
        assert advice.outlook.checked
        assert advice.useless == ()

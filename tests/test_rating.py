"""What makes a level hard: the figures of small levels, counted again."""

from __future__ import annotations

import pytest

import unriddle
from unriddle import BadInput, engines
from unriddle.rating import boxes_pushed, rate
from unriddle.rating.difficulty import DIFFICULTIES, difficulty_of, range_of, scale_of, step_of

TWO_ROOMS = """
#########
#@$ .#  #
#    $ .#
#########
"""


def test_the_figures_of_a_level() -> None:
    (puzzle,) = unriddle.read(TWO_ROOMS, puzzle="sokoban")
    rating = rate(puzzle)
    assert rating.optimum == unriddle.solve(puzzle, "ucs").cost
    assert rating.result.plan is not None
    assert rating.counts == {
        "move": len(rating.result.plan),
        "push": sum(move.push for move in rating.result.plan),
    }
    assert rating.box_changes == 1
    assert rating.decomposition == (1, 1)
    assert rating.states is not None
    assert rating.dead_states is not None
    assert 0 < rating.dead_states < rating.states
    assert rating.dead == rating.dead_states / rating.states
    assert rating.dead_ends is not None
    assert rating.expansions["astar"] == unriddle.solve(puzzle, "astar").stats.expanded
    assert rating.difficulty == difficulty_of("sokoban", rating.expansions["astar"])
    assert rating.branching is not None
    assert 1 <= rating.branching <= 4
    assert rating.to_dict()["decomposition"] == [1, 1]


def test_boxes_that_are_pushed_in_turns_are_one_group() -> None:
    rating = rate("sokoban/uit/1")
    assert isinstance(rating.puzzle, unriddle.Sokoban)
    assert rating.result.plan is not None
    pushed = boxes_pushed(rating.puzzle, rating.result.plan)
    assert pushed is not None
    assert len(set(pushed)) == 2
    assert rating.box_changes == 2
    assert rating.decomposition == (2,)


def test_a_stage_has_the_figures_of_its_analysis() -> None:
    analysis = unriddle.analyse("bloxorz/2")
    rating = rate("bloxorz/2")
    assert (rating.states, rating.dead_states) == (analysis.states, analysis.dead)
    assert rating.optimum == analysis.optimum
    assert rating.box_changes is None
    assert rating.decomposition is None


def test_a_level_without_a_solution_has_no_difficulty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unriddle.rating.MOST_EXPANSIONS", 1000)
    (puzzle,) = unriddle.read("#####\n#@$.#\n#$ .#\n#####\n")
    rating = rate(puzzle)
    assert rating.result.status == "unsolvable"
    assert (rating.optimum, rating.difficulty, rating.branching) == (None, None, None)
    assert rating.dead == 1


@pytest.mark.skipif(bool(engines.why_not), reason="the native engine is missing")
def test_a_level_on_which_the_measuring_search_does_not_end_is_among_the_hardest() -> None:
    rating = rate("sokoban/generated/82")
    assert rating.expansions["astar"] is None
    assert (rating.difficulty, rating.puzzle.title) == ("master", "Master 2")


def test_no_search_runs_in_circles_where_there_is_no_solution() -> None:
    """MCTS goes one step deeper with each expansion in a corridor, so that takes minutes."""
    (puzzle,) = unriddle.read("#####\n#$@.#\n#####\n")
    rating = rate(puzzle)
    assert (rating.expansions["bfs"], rating.expansions["mcts"]) == (2, None)


def test_difficulties_are_steps_of_one_measure() -> None:
    for puzzle in ("bloxorz", "sokoban", "freecell"):
        bounds = scale_of(puzzle).up_to
        assert list(bounds) == sorted(bounds)
        for difficulty in DIFFICULTIES:
            wanted = range_of(puzzle, difficulty)
            assert {difficulty_of(puzzle, wanted[0]), difficulty_of(puzzle, wanted[-1])} == {
                difficulty
            }
    assert [step_of(one) for one in DIFFICULTIES] == [0, 1, 2, 3, 4]
    with pytest.raises(BadInput, match="no difficulty"):
        step_of("insane")

"""What notebooks show of puzzles, states, plans and results."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from pictures.samples import DrawnLamps, hostile, solved

import unriddle
from unriddle.catalog import entry_of
from unriddle.core import BadInput, Limits, Result, Stats, Status
from unriddle.search.breadth_first import breadth_first


@pytest.mark.parametrize("level", ["bloxorz/1", "sokoban/uit/5", "freecell/1"])
def test_a_puzzle_shows_its_board(level: str) -> None:
    puzzle, _ = solved(level)
    bundle = puzzle._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "image/svg+xml"}
    ElementTree.fromstring(bundle["image/svg+xml"])
    assert level in bundle["text/plain"]


def test_a_result_shows_a_player_and_says_how_good_it_is() -> None:
    result = unriddle.solve(unriddle.load("bloxorz/1"), "bfs")
    bundle = result._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "image/svg+xml", "text/html"}
    assert bundle["text/plain"] == repr(result)
    assert bundle["text/html"].startswith('<div><iframe srcdoc="')
    assert 'sandbox="allow-scripts"' in bundle["text/html"]
    assert bundle["text/html"].endswith("<div>solved in 7 moves, proved optimal</div>")
    assert "\n" not in bundle["text/html"]


def test_a_result_without_a_plan_shows_the_board_and_the_verdict() -> None:
    result = unriddle.solve(unriddle.load("sokoban/uit/17"), "astar")
    bundle = result._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "image/svg+xml"}
    title = ElementTree.fromstring(bundle["image/svg+xml"]).get("aria-label")
    assert title
    assert "unsolvable, proof checked" in title


def test_a_result_of_a_puzzle_that_nobody_named_is_text() -> None:
    result: Result[str] = Result(Status.STOPPED, Stats())
    assert result._repr_mimebundle_() == {"text/plain": repr(result)}


def test_a_result_knows_its_puzzle_but_neither_compares_nor_pickles_nor_prints_it() -> None:
    puzzle = unriddle.load("bloxorz/1")
    one, other = (unriddle.solve(puzzle, "bfs", limits=Limits(nodes=10_000)) for _ in range(2))
    assert one.puzzle is puzzle
    assert one.plan == other.plan
    alone = Result(one.status, one.stats, one.plan, one.cost, one.optimal, one.checked)
    assert alone == one
    assert hash(alone) == hash(one)
    assert repr(alone) == repr(one)
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert again.puzzle is None


def test_any_state_can_be_shown() -> None:
    puzzle, plan = solved("sokoban/uit/5")
    states = unriddle.replay(puzzle, plan).states
    pictures = {unriddle.view(puzzle, state).svg for state in (states[0], states[4], states[-1])}
    assert len(pictures) == 3
    assert unriddle.view(puzzle).svg == unriddle.view(puzzle, states[0]).svg
    assert unriddle.view("sokoban/uit/5")._repr_svg_() == unriddle.view(puzzle).html


@pytest.mark.parametrize("level", ["bloxorz/8", "sokoban/uit/5", "freecell/164"])
def test_a_state_shows_its_board_and_is_equal_to_its_values(level: str) -> None:
    puzzle = unriddle.load(level)
    state = unriddle.trajectory(puzzle, unriddle.solve(puzzle))[5]
    bundle = state._repr_mimebundle_()
    assert bundle["image/svg+xml"] == unriddle.view(puzzle, state).svg
    assert "<svg" in bundle["image/svg+xml"]
    entry = entry_of(puzzle)
    assert entry is not None
    assert entry.notation.parse_state(puzzle, str(state)) == state
    plainly: Any = type(state).__base__
    assert {plainly._make(state): 1}[state] == 1
    again = pickle.loads(pickle.dumps([puzzle, state]))
    assert again == [puzzle, state]
    assert str(again[1]) == str(state)
    assert again[0].initial.puzzle is again[0]


def test_a_plan_becomes_a_player() -> None:
    view = unriddle.view("bloxorz/1", plan="RR")
    assert repr(view) == "<View of bloxorz/1 Stage 01, 2 moves>"
    assert "<iframe" in view.html
    assert view.bundle()["text/html"].endswith("<div>2 moves</div>")


def test_a_heat_map_of_a_search() -> None:
    puzzle = unriddle.load("bloxorz/1")
    states = [expansion.node.state for expansion in breadth_first(puzzle)]
    view = unriddle.view(puzzle, heat=iter(states))
    assert f"{len(states)} states" in repr(view)
    assert view.svg.count("fill-opacity") > unriddle.view(puzzle).svg.count("fill-opacity")


def test_a_hostile_title_does_not_leave_its_frame() -> None:
    for view in (unriddle.view(hostile()), unriddle.view(hostile(), plan="R")):
        shown = view.bundle()
        assert shown.pop("text/plain")
        for text in shown.values():
            assert "<script" not in text


def test_a_puzzle_of_a_user_shows_itself_too() -> None:
    result = unriddle.solve(DrawnLamps(), "bfs")
    assert "text/html" in result._repr_mimebundle_()
    assert "image/svg+xml" in DrawnLamps()._repr_mimebundle_()


def test_what_is_too_large_is_told_in_words() -> None:
    puzzle = DrawnLamps()
    puzzle.draw = lambda state: "x" * 50_000  # type: ignore[method-assign]
    bundle = puzzle._repr_mimebundle_()
    assert set(bundle) == {"text/plain"}
    assert "at most 40,000 characters" in bundle["text/plain"]


def test_contradictions_are_refused() -> None:
    puzzle, _ = solved("bloxorz/1")
    with pytest.raises(BadInput, match="a state and a plan at once"):
        unriddle.view(puzzle, puzzle.initial, plan="R")
    with pytest.raises(BadInput, match="unknown theme 'pink'"):
        unriddle.view(puzzle, theme="pink")


@pytest.mark.parametrize("wrong", [{"state": 3}, {"heat": [1, 2]}, {"heat": 3}])
def test_what_is_no_state_is_refused_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"not (a state|states)"):
        unriddle.view("bloxorz/1", **wrong)

"""Sentences: every step and every end has one, in both languages, with nothing left open."""

from __future__ import annotations

import pytest
from generators.graphs import Guess, guesses
from hypothesis import given
from tracing.following import VARIANTS, traced

import unriddle
from unriddle.core import Status
from unriddle.tracing.sentences import LANGUAGES, filled, place, templates
from unriddle.tracing.trace import Trace


@pytest.mark.parametrize("name", VARIANTS)
@given(guess=guesses(admissible=False))
def test_nothing_is_left_open(name: str, guess: Guess) -> None:
    _, lines = traced(VARIANTS[name], guess)
    trace = Trace(lines)
    for language in LANGUAGES:
        for step in range(1, len(trace) + 1):
            told = trace.sentence(step, language)
            assert told.endswith(".")
            assert "?" not in told
            assert "{" not in told
            assert "None" not in told
        assert trace.sentence(language=language).endswith(".")


def test_a_sentence_says_what_the_step_shows() -> None:
    trace = unriddle.trace("bloxorz/1", "astar")
    first = "Takes (4,4) with f = 7 = 0 + 7, the smallest; 2 of 2 successors are new."
    assert trace.sentence(1) == first
    assert trace.sentence(1, "vi").startswith("Lấy (4,4) với f = 7 = 0 + 7, nhỏ nhất;")
    assert trace.sentence() == "(7,10) is a goal: solved, cost 7."
    with pytest.raises(unriddle.BadInput, match="no language"):
        trace.sentence(1, "xx")


def test_every_end_has_a_sentence() -> None:
    for opening in ("astar", "climb", "tree", "own"):
        assert set(Status) <= set(templates(opening, single=False))


def test_places_count_from_one_and_nodes_without_places_have_their_number() -> None:
    assert place({"id": 3, "places": [[2, 3], [2, 4]]}) == "(3,4)-(3,5)"
    assert place({"id": 3}) == "#3"


def test_what_a_foreign_trace_does_not_say_is_left_open() -> None:
    assert filled("Takes {board} with f = {f}.", {}, {"id": 1}) == "Takes #1 with f = ?."

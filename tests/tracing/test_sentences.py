"""Sentences: every step and every end has one, in both languages, with nothing left open."""

from __future__ import annotations

import pytest
from generators.graphs import Guess, guesses
from hypothesis import given
from tracing.following import VARIANTS, traced

import unriddle
from unriddle.core import Status
from unriddle.tracing.sentences import LANGUAGES, change_of, filled, place, templates
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
    first = "Takes (4,4) with f = 7 = 0 + 7, the smallest; its 2 successors are all new."
    assert trace.sentence(1) == first
    assert trace.sentence(1, "vi").startswith("Lấy (4,4) với f = 7 = 0 + 7, nhỏ nhất;")
    assert trace.sentence() == "(7,10) is a goal: solved, cost 7."
    with pytest.raises(unriddle.BadInput, match="no language"):
        trace.sentence(1, "xx")


@pytest.mark.parametrize(
    ("fates", "told"),
    [
        ({}, "it has no successors."),
        ({"new": 1}, "its only successor is new."),
        ({"new": 3}, "its 3 successors are all new."),
        ({"new": 1, "known": 1}, "1 of 2 successors is new."),
        ({"new": 2, "known": 1}, "2 of 3 successors are new."),
        ({"known": 1}, "its only successor does not go on: known already."),
        ({"dead": 2}, "none of its 2 successors goes on: no goal can be reached."),
        ({"dead": 1, "known": 1}, "none of its 2 successors goes on."),
    ],
)
def test_grammar_follows_the_numbers(fates: dict[str, int], told: str) -> None:
    values = {"all": sum(fates.values()), "new": fates.get("new", 0)}
    words = templates("astar")[f"astar.{change_of(fates)}"]
    assert filled(words["en"], {"values": values}, {}).endswith(f"; {told}")


def test_a_search_that_forgets_states_calls_none_new_and_the_limit_no_dead_end() -> None:
    trace = unriddle.trace("bloxorz/3", "ids", steps=4)
    assert [trace.sentence(step).partition("; ")[2] for step in (1, 2)] == [
        "none of its 2 successors goes on: too deep.",
        "its 2 successors all go on.",
    ]


def test_every_end_has_a_sentence() -> None:
    for opening in ("astar", "climb", "tree", "own"):
        assert set(Status) <= set(templates(opening))


def test_places_count_from_one_and_nodes_without_places_have_their_number() -> None:
    assert place({"id": 3, "places": [[2, 3], [2, 4]]}) == "(3,4)-(3,5)"
    assert place({"id": 3}) == "#3"


def test_what_a_foreign_trace_does_not_say_is_left_open() -> None:
    assert filled("Takes {board} with f = {f}.", {}, {"id": 1}) == "Takes #1 with f = ?."

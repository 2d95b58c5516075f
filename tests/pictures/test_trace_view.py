"""What a notebook shows of a trace."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

import unriddle
from unriddle.core import BadInput
from unriddle.pictures.trace_view import MOST_STEPS
from unriddle.pictures.trace_view import page as page_of


def data_of(html: str) -> dict[str, list[dict[str, object]]]:
    match = re.search(r'<script type="application/json" id="trace">(.*?)</script>', html)
    assert match is not None
    found: dict[str, list[dict[str, object]]] = json.loads(match[1])
    return found


@pytest.mark.parametrize(
    ("level", "solver"),
    [("bloxorz/1", "astar"), ("sokoban/uit/1", "ids"), ("freecell/1", "mcts")],
)
def test_every_step_has_its_board_and_its_sentence(level: str, solver: str) -> None:
    trace = unriddle.trace(level, solver, steps=30)
    bundle = trace._repr_mimebundle_()
    assert bundle["text/plain"] == repr(trace)
    assert "<iframe" in bundle["text/html"]
    assert trace.puzzle is not None
    steps = data_of(page_of(trace, trace.puzzle).html)["steps"]
    assert [step["words"] for step in steps] == [
        trace.sentence(number) for number in range(1, len(trace) + 1)
    ]
    assert all(step["pieces"] and step["lit"] for step in steps)
    assert all(bool(step["at"]) != level.startswith("freecell") for step in steps)


def test_a_long_trace_shows_its_beginning() -> None:
    trace = unriddle.trace("sokoban/uit/5", "bfs", steps=MOST_STEPS + 5)
    assert trace.puzzle is not None
    assert len(data_of(page_of(trace, trace.puzzle).html)["steps"]) == MOST_STEPS
    assert f"the first {MOST_STEPS:,} steps" in trace._repr_mimebundle_()["text/html"]


def test_without_a_board_there_are_words() -> None:
    trace = unriddle.trace("bloxorz/1", "bfs")
    assert list(unriddle.Trace(trace)._repr_mimebundle_()) == ["text/plain"]
    with pytest.raises(BadInput, match="not of this puzzle"):
        page_of(trace, unriddle.load("sokoban/uit/1"))


def test_it_is_stepped_through_in_a_browser(page: Page) -> None:
    trace = unriddle.trace("bloxorz/1", "astar")
    assert trace.puzzle is not None
    page.set_content(page_of(trace, trace.puzzle).html)
    sentence = page.locator("#sentence")
    expect(sentence).to_have_text(trace.sentence(1))
    page.keyboard.press("ArrowRight")
    expect(sentence).to_have_text(trace.sentence(2))
    page.keyboard.press("End")
    expect(sentence).to_have_text(trace.sentence(len(trace)))
    page.locator("#rows tr").nth(2).click()
    expect(sentence).to_have_text(trace.sentence(3))
    expect(page.locator("#code .lit").first).to_be_visible()

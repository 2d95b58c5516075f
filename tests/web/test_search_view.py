"""The search view in a real browser: every instrument, by pointer and by keys, forward and back."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect
from web.page_server import PATIENCE, Server
from web.search_view import count_of, open_search, sentence, stands_at

from unriddle.loading import load
from unriddle.solving import solve

TEXTBOOK = [
    *("bfs", "dfs-tree", "dfs", "ids", "ucs", "greedy", "astar", "wastar", "idastar", "beam"),
    *("hill-simple", "hill-steepest", "hill", "mcts", "hybrid"),
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    assert server.stop() == 0


# Walking.


def test_steps_forward_and_back_show_the_same(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=astar")
    expect(sentence(page)).to_have_text("A* is about to begin: only the start waits.")
    seen = []
    for step in range(1, 6):
        page.click("[data-do=stepper-step]")
        stands_at(page, step)
        expect(sentence(page)).to_contain_text("Takes (")
        seen.append((sentence(page).inner_text(), page.locator(".open-list").inner_text()))
    for step in range(5, 0, -1):
        stands_at(page, step)
        assert (sentence(page).inner_text(), page.locator(".open-list").inner_text()) == seen.pop()
        page.click("[data-do=stepper-back]")
    stands_at(page, 0)
    page.click("[data-do=stepper-ten]")
    stands_at(page, 10)
    page.click("[data-do=stepper-back-ten]")
    stands_at(page, 0)


@pytest.mark.parametrize("solver", TEXTBOOK)
def test_every_search_is_shown_as_it_is_solved(page: Page, server: Server, solver: str) -> None:
    """The page counts what the command line counts, and nothing of a template is left open."""
    level = (
        "bloxorz/1" if solver not in ("dfs-tree", "hill-simple", "hill-steepest") else "bloxorz/2"
    )
    open_search(page, server, f"{level}?solver={solver}")
    page.click("[data-do=stepper-step]")
    stands_at(page, 1)
    expect(sentence(page)).not_to_have_text(re.compile(r"[{?]"))
    expect(page.locator(".code-line.is-lit")).to_have_count(1)
    if solver == "dfs-tree":  # it may run in circles for ever
        return
    page.keyboard.press("End")
    expect(page.locator(".search-outcome .ending")).to_be_visible()
    expect(sentence(page)).not_to_have_text(re.compile(r"[{?]"))
    result = solve(load(level), solver, engine="python")
    expect(page.locator(".search-outcome .ending")).to_have_attribute(
        "data-status", result.status.value
    )
    expect(page.locator("#step-number")).to_have_value(str(result.stats.expanded))
    if result.plan is not None:
        expect(page.locator(".search-outcome .ending")).to_contain_text(f"{result.cost} moves")


def test_to_a_number_and_by_the_slider(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=bfs")
    page.fill("#step-number", "37")
    page.press("#step-number", "Enter")
    stands_at(page, 37)
    page.locator("#scrub").fill("12")
    stands_at(page, 12)
    page.keyboard.press("Home")
    expect(page.locator("#scrub")).to_have_value("0")


def test_to_the_next_event_of_a_kind(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=astar")
    page.select_option("#event", "goal_taken")
    page.click("[data-do=event-next]")
    expect(page.locator(".ending.good")).to_be_visible()
    page.click("[data-do=event-next]")
    expect(page.locator(".toast")).to_contain_text("no such event any more")
    page.select_option("#event", "new_best_h")
    page.click("[data-do=event-previous]")
    step = int(page.locator("#step-number").input_value())
    best = page.locator(".series", has_text="Best h").locator(".chart-now").inner_text()
    page.click("[data-do=stepper-back]")
    before = page.locator(".series", has_text="Best h").locator(".chart-now")
    expect(before).not_to_have_text(best)
    stands_at(page, step - 1)


def test_playing_tells_the_rate_that_is_reached(page: Page, server: Server) -> None:
    words = page.locator(".speed-words")
    page.clock.install()
    open_search(page, server, "sokoban/uit/5?solver=bfs")
    expect(words).to_have_text("10 a second")
    page.locator("#speed").fill("12")
    expect(words).to_have_text("10,000 a second")
    page.click("[data-do=stepper-run]")
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    step = page.locator("#step-number")
    until = time.monotonic() + PATIENCE / 1000
    while "reached" not in words.inner_text() or step.input_value() == "0":
        assert time.monotonic() < until
        page.clock.fast_forward(1000)  # between two pictures: that much is not made up for
    expect(words).to_have_text(re.compile(r"10,000 a second wanted, [\d,]+ reached"))
    page.click("[data-do=stepper-run]")
    page.clock.resume()
    expect(page.locator("[data-do=stepper-run]")).to_have_text("Play")
    assert int(step.input_value()) > 0


# The instruments.


def test_the_tree_names_what_became_of_every_successor(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=astar&step=14")
    stands_at(page, 14)
    expect(page.locator(".tree-card.is-focus .tree-order")).to_have_text("14.")
    assert page.locator(".tree-card[data-fate=known]").count() > 0
    card = page.locator(".tree-card.is-waiting").first
    node = card.get_attribute("data-node")
    card.click()
    expect(page.locator(f".tree-card.is-focus[data-node='{node}']")).to_be_visible()
    expect(page.locator(".board-caption")).to_contain_text(f"node #{node}")
    stands_at(page, 14)
    page.keyboard.press("c")
    expect(page.locator(".tree-card.is-focus .tree-order")).to_have_text("14.")


def test_a_dead_end_is_shown_with_its_reason(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=astar&step=10")
    stands_at(page, 10)
    dead = page.locator(".tree-card[data-fate=dead]").first
    expect(dead).to_be_visible()
    dead.click()
    expect(page.locator(".tree-note")).to_contain_text("A dead end")
    expect(page.locator(".board-caption")).to_contain_text("box")


def test_the_open_list_is_in_the_order_in_which_it_is_taken(page: Page, server: Server) -> None:
    """What is first in the list is what the next step takes, also where the order is not by f."""
    for solver in ("astar", "bfs", "dfs", "greedy", "ucs", "ids", "idastar", "hybrid"):
        open_search(page, server, f"sokoban/uit/1?solver={solver}&step=20")
        stands_at(page, 20)
        for step in range(21, 27):
            rows = page.locator(".open-row")
            first = rows.first.get_attribute("data-node") if rows.count() else None
            page.keyboard.press("ArrowRight")
            stands_at(page, step)
            taken = page.locator(".tree-card.is-focus").get_attribute("data-node")
            if first is not None:  # the next iteration begins with a new root
                assert taken == first, (solver, step)


def test_a_link_that_was_just_followed_is_not_overwritten(page: Page, server: Server) -> None:
    """Before the page hears of the new address, the old view may want to note its step there."""
    open_search(page, server, "sokoban/uit/1?solver=greedy&step=7")
    stands_at(page, 7)
    page.evaluate(
        """() => {
            location.hash = "#/search/sokoban/uit/1?solver=ucs&step=9";
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "l", bubbles: true }));
        }"""
    )
    stands_at(page, 9)
    assert "solver=ucs" in page.url


def test_the_counts_of_open_and_closed(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=bfs&step=30")
    stands_at(page, 30)
    assert count_of(page, ".open-counts", r"closed: (\d+)") >= 30
    waiting = count_of(page, ".open-counts", r"open: (\d+)")
    assert page.locator(".open-row").count() == min(50, waiting)


@pytest.mark.parametrize(
    ("solver", "figures"),
    [
        ("ids", ["limit", "iteration"]),
        ("idastar", ["bound", "next_bound", "iteration"]),
        ("beam", ["layer", "kept", "of", "width"]),
        ("hill-steepest", ["h"]),
        ("hybrid", ["burst", "ply", "record"]),
        ("mcts", ["reward", "simulated"]),
    ],
)
def test_the_instrument_of_a_search(
    page: Page, server: Server, solver: str, figures: list[str]
) -> None:
    step = 1 if solver == "hill-steepest" else 12  # it is soon stuck
    open_search(page, server, f"sokoban/uit/1?solver={solver}&step={step}")
    stands_at(page, step)
    for name in figures:
        value = page.locator(f".instrument [data-figure={name}] dd")
        expect(value).to_have_text(re.compile(r"\S"))
    if solver == "mcts":
        chosen = page.locator(".mcts .is-chosen")
        move, visits = chosen.locator("th").inner_text(), chosen.locator("td").first.inner_text()
        among = page.locator(".tree-card", has_text=re.compile(r"n \d+ +v"))
        parent = page.locator(".tree-card.is-path").last
        expect(parent.locator(".tree-move")).to_have_text(move)
        expect(parent.locator(".tree-values")).to_have_text(re.compile(rf"n {visits} +v"))
        assert among.count() > page.locator(".tree-card.is-path").count() + 1  # beside the path
        expect(page.locator(".simulation")).to_contain_text("Then at random")
    if solver == "idastar":
        expect(page.locator(".bound-bar")).to_be_visible()


def test_the_line_of_the_step_is_lit(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=astar&step=3")
    lit = page.locator(".code-line.is-lit")
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("aria-current", "step")
    expect(lit.locator(".code-note")).to_have_text(re.compile(r"f = \d+ = \d+ \+ \d+"))


def test_the_path_and_the_plan_are_played(page: Page, server: Server) -> None:
    open_search(page, server, "bloxorz/1?solver=astar&step=5")
    stands_at(page, 5)
    page.keyboard.press("p")
    expect(page.locator(".replay-where")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".replay-where")).to_have_count(0)
    page.keyboard.press("End")
    page.click("[data-do=plan-play]")
    steps = len(solve(load("bloxorz/1"), "astar").plan or ())
    expect(page.locator(".replay-where")).to_contain_text(f"of {steps}")
    page.select_option(".replay select", "8")
    expect(page.locator(".replay-where")).to_have_text(f"move {steps} of {steps}")


def test_freecell_has_no_heat_and_says_nothing_of_it(page: Page, server: Server) -> None:
    open_search(page, server, "freecell/1?solver=greedy&step=10")
    stands_at(page, 10)
    expect(page.locator(".frame-board [data-card]").first).to_be_visible()
    expect(page.locator(".frame-board .been")).to_have_count(0)
    expect(page.locator(".legend")).to_be_hidden()


def test_the_heat_counts_states(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=bfs&step=1")
    expect(page.locator(".frame-board .been").first).to_be_attached()
    expect(page.locator(".legend")).to_contain_text("states expanded with the man there")
    page.keyboard.press("ArrowLeft")
    stands_at(page, 0)
    shown = "all => all.filter(one => Number(one.getAttribute('opacity')) > 0).length"
    expect(page.locator(".frame-board .waits").first).to_be_attached()
    assert page.locator(".frame-board .been").evaluate_all(shown) == 0


# Two searches.


def test_two_searches_in_step(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/5?solver=astar&step=20")
    page.wait_for_function(
        "() => document.querySelector('#scrub').max > 1000"
    )  # it holds many more
    page.keyboard.press("t")
    lanes = page.locator(".lane")
    expect(lanes).to_have_count(2)
    expect(lanes.nth(0).locator(".panel-title")).to_have_text("1 · A*")
    expect(lanes.nth(1).locator(".panel-title")).to_have_text("2 · Greedy")
    stands_at(page, 20)
    expected = [lane.locator(".figure dd").first for lane in (lanes.nth(0), lanes.nth(1))]
    for figure in expected:
        expect(figure).to_have_text("20")
    page.select_option("#second-solver", "ucs")
    expect(lanes.nth(1).locator(".panel-title")).to_have_text("2 · Uniform cost")
    stands_at(page, 20)  # it comes to where the first stands
    page.keyboard.press("ArrowRight")
    for figure in expected:
        expect(figure).to_have_text("21")
    page.fill("#step-number", "5")
    page.press("#step-number", "Enter")
    page.select_option("#pair-by", "f")
    expect(expected[0]).to_have_text("5")
    f = int(lanes.nth(0).locator(".figure dd").last.inner_text())
    puzzle = load("sokoban/uit/5")
    near = layer = {puzzle.initial}
    for _ in range(f):
        layer = {state for one in layer for _, state, _ in puzzle.successors(one)} - near
        near = near | layer
    expect(expected[1]).to_have_text(f"{len(near):,}")
    page.wait_for_url(re.compile("second=ucs.*by=f"))
    page.select_option("#second-solver", "ids")  # it has no f
    expect(page.locator("#pair-by option[value=f]")).to_be_disabled()
    expect(page.locator("#pair-by")).to_have_value("expansions")
    expect(expected[1]).to_have_text("5")
    page.click("[data-do=two]")
    expect(page.locator(".bench")).to_be_visible()

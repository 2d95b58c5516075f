"""The search view in use: what it survives, and that everybody can use it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from web.axe import barriers, watch_for_barriers
from web.page_server import Server, visit
from web.search_view import open_search, sentence, stands_at


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    assert server.stop() == 0


# What the view survives.


def test_a_switch_of_the_language_keeps_the_step(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=greedy&step=15")
    stands_at(page, 15)
    page.click("[data-do=language]")
    expect(sentence(page)).to_contain_text("Lấy")
    stands_at(page, 15)
    page.keyboard.press("ArrowRight")
    stands_at(page, 16)
    assert "successor" not in page.locator("main").inner_text()


def test_its_own_tab_and_another_level(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=greedy&step=15")
    stands_at(page, 15)
    page.click(".tab[data-view=search]")
    stands_at(page, 15)
    page.keyboard.press("ArrowRight")
    stands_at(page, 16)
    page.evaluate("location.hash = '#/search/bloxorz/1?solver=bfs&step=3'")
    expect(page).to_have_title(re.compile("Bloxorz"))
    stands_at(page, 3)
    page.keyboard.press("End")
    expect(page.locator(".ending.good")).to_be_visible()


def test_it_goes_on_playing_in_another_language_but_not_on_another_level(
    page: Page, server: Server
) -> None:
    """An address that is on its way is not overwritten by the view that it replaces."""
    open_search(page, server, "sokoban/uit/5?solver=astar")
    page.click("[data-do=stepper-run]")
    page.click("[data-do=language]")
    expect(page.locator("[data-do=stepper-run]")).to_have_text("Dừng")
    before = int(page.locator("#scrub").input_value())
    page.wait_for_function(
        "before => Number(document.querySelector('#scrub').value) > before", arg=before
    )
    page.evaluate("""() => {
        location.hash = "#/search/bloxorz/3?solver=bfs&step=7";
        document.querySelector("[data-do=link]").click(); // the old view writes its own address
    }""")
    stands_at(page, 7)
    expect(page.locator("#solver")).to_have_value("bfs")
    assert page.url.endswith("#/search/bloxorz/3?solver=bfs&step=7")


def test_what_is_not_chosen_cannot_be_played(page: Page, server: Server) -> None:
    open_search(page, server, "bloxorz/3?solver=beam")
    page.fill("#setting-width", "-5")
    page.press("#setting-width", "Tab")
    expect(page.locator(".search-status")).to_contain_text("width = -5")
    expect(page.locator(".search-place")).to_have_js_property("inert", True)
    page.fill("#setting-width", "3")
    page.press("#setting-width", "Tab")
    expect(page.locator(".search-place")).to_have_js_property("inert", False)


def test_the_restart_of_the_server_is_survived(page: Page) -> None:
    server = Server()
    try:
        open_search(page, server, "sokoban/uit/5?solver=bfs&step=10")
        stands_at(page, 10)
        server.stop()
        expect(page.locator(".banner")).to_be_visible()
        page.keyboard.press("ArrowRight")  # what the page holds can still be walked through
        stands_at(page, 11)
        server.start()
        expect(page.locator(".banner")).to_be_hidden()
        page.fill("#step-number", "1500")
        page.press("#step-number", "Enter")
        stands_at(page, 1500)
    finally:
        server.stop()


def test_the_next_portion_is_asked_for_before_the_last_one_came(page: Page, server: Server) -> None:
    """And where the server loses the view meanwhile, no line is missing or comes twice."""
    visit(page, server, "")
    asked, steps = page.evaluate("""async () => {
        const { LiveSource } = await import("/static/search/live-source.js");
        const { Problem } = await import("/static/problem.js");
        const log = [];
        let at = 0;
        let isLost = false;
        const ask = async (type, { count = 0 }) => {
          log.push(type);
          if (type === "stepper") [at, isLost] = [0, false];
          if (log.length === 4) isLost = true;
          const lost = isLost;
          const step = () => ({ step: ++at, node: 0, values: { at } });
          const lines = Array.from({ length: count }, step);
          await new Promise((resolve) => setTimeout(resolve, 1));
          log.push("answer");
          if (lost) throw new Problem({ gone: "view1" });
          return { header: { format: "unriddle-trace", version: 1, root: { id: 0 } }, lines };
        };
        const wire = { ask, ready: async () => {}, isUp: true };
        const source = new LiveSource(wire, { solver: "bfs", settings: {} });
        const trace = await source.begin();
        while (trace.length < 2500) await source.more(2500 - trace.length);
        const steps = [...trace.rest.keys()].slice(1);
        return [log, steps.map((one) => trace.details(one).values.at)];
    }""")
    assert asked[:4] == ["stepper", "answer", "step", "step"]
    assert asked.count("stepper") == 2
    assert steps == list(range(1, len(steps) + 1))


# For everybody.


def test_a_presentation(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=astar&step=5")
    stands_at(page, 5)
    page.keyboard.press("f")
    expect(page.locator(".top")).to_be_hidden()
    size = sentence(page).evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 23
    page.keyboard.press("ArrowRight")
    stands_at(page, 6)
    page.keyboard.press("?")
    expect(page.locator(".key-help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".key-help")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".top")).to_be_visible()


def test_by_keys_alone(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=astar")
    for key, step in (("ArrowRight", 1), ("Shift+ArrowRight", 11), ("ArrowLeft", 10), ("Home", 0)):
        page.keyboard.press(key)
        stands_at(page, step)
    page.keyboard.press("g")
    page.keyboard.type("14\n")
    stands_at(page, 14)
    page.locator(".tree-card.is-focus").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=node-back]")).to_be_visible()
    page.keyboard.press("c")
    page.locator("#main").focus()
    page.keyboard.press("+")
    expect(page.locator(".speed-words")).to_have_text("25 a second")
    page.keyboard.press("Space")
    expect(page.locator("[data-do=stepper-run]")).to_have_text("Pause")
    page.keyboard.press("Space")
    expect(page.locator("[data-do=stepper-run]")).to_have_text("Play")


def test_the_sentence_is_read_out(page: Page, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=astar")
    page.keyboard.press("ArrowRight")
    expect(sentence(page)).to_have_attribute("aria-live", "polite")
    assert page.locator(".board-panel [aria-live]").count() == 0  # nothing speaks beside it


def test_everything_is_in_sight_on_a_projector(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-US")
    page = context.new_page()
    open_search(page, server, "sokoban/uit/5?solver=astar&step=40")
    stands_at(page, 40)
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    for part in (".tree", "#sentence", "#scrub", ".open-list", ".code", ".frame-board"):
        box = page.locator(part).first.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < 720
    context.close()


def test_a_phone_shows_board_and_sentence_and_the_rest_by_tabs(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    open_search(page, server, "sokoban/uit/5?solver=idastar&step=40")
    stands_at(page, 40)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for part in (".frame-board", "#sentence"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 740
    for name in ("open", "code", "instrument", "series", "tree"):
        page.tap(f".panel-tab[data-tab={name}]")
        expect(page.locator(f"[data-panel={name}]")).to_be_visible()
        expect(page.locator(".bench [data-panel]:visible")).to_have_count(1)
    context.close()


def test_the_buttons_below_the_board_fit_into_a_folded_phone(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(viewport={"width": 280, "height": 650}, locale="vi-VN")
    page = context.new_page()
    open_search(page, server, "sokoban/uit/1?solver=astar&step=14")
    page.click(".panel-tab[data-tab=tree]")
    page.locator(".tree-card.is-focus").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=node-back]")).to_be_visible()
    expect(page.locator("[data-do=path-play]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 280
    context.close()


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
@pytest.mark.parametrize(
    "rest",
    [
        "sokoban/uit/1?solver=astar&step=14",
        "sokoban/uit/1?solver=mcts&step=14",
        "bloxorz/1?solver=idastar&second=ids&step=5",
    ],
)
def test_axe_finds_nothing(browser: Browser, server: Server, language: str, rest: str) -> None:
    context = browser.new_context(
        viewport={"width": 1280, "height": 720},
        locale=language,
        reduced_motion="reduce",
    )
    watch_for_barriers(context)
    page = context.new_page()
    visit(page, server, f"#/search/{rest}")
    expect(page.locator(".chart-now").first).to_be_visible()
    assert barriers(page) == []
    context.close()

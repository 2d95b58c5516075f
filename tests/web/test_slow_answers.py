"""What a reader does before the server has answered: the last thing that was wanted happens."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from web.page_server import Server, visit

ONE = "#####\n#@$.#\n#####\n"
HELD = """
    // Questions whose names are in `held` wait until `release` lets them go.
    const held = (window.held = new Set());
    const waiting = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (held.has(JSON.parse(text).type)) waiting.push(() => send.call(this, text));
        else send.call(this, text);
    };
    const { fetch } = window;
    window.fetch = async (address, options) => {
        const name = /api\\/(\\w+)/.exec(address)?.[1];
        if (held.has(name)) await new Promise((on) => waiting.push(on));
        return fetch(address, options);
    };
    window.release = () => {
        held.clear();
        for (const one of waiting.splice(0)) one();
    };
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def held(page: Page) -> Page:
    page.add_init_script(HELD)
    return page


def hold(page: Page, *questions: str) -> None:
    page.evaluate("(questions) => questions.forEach((one) => held.add(one))", list(questions))


def release(page: Page) -> None:
    page.evaluate("release()")


def test_a_new_game_that_comes_late_leads_nobody_away(held: Page, server: Server) -> None:
    visit(held, server, "#/play/freecell/1")
    hold(held, "deal")
    held.click("[data-do=new-game]")
    held.click("a[data-view=compare]")
    expect(held.locator(".race-promises")).to_be_visible()
    with held.expect_response(re.compile("api/deal")) as answer:
        release(held)
    answer.value.finished()
    held.evaluate("location.hash = '#/play/bloxorz/2'")  # a view later, nothing has come between
    expect(held.locator("h1.top-title")).to_have_text(re.compile("Bloxorz 2"))
    held.go_back()
    expect(held.locator("h1.top-title")).to_have_text(re.compile("FreeCell 1 "))


def swipe(page: Page, across: float) -> None:
    box = page.locator(".frame-board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.95
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y)
    page.mouse.up()


def test_what_is_played_before_an_answer_is_not_lost(held: Page, server: Server) -> None:
    """It is meant for where the moves before it lead, where others are legal."""
    visit(held, server, "#/play/sokoban/uit/1")
    expect(held.locator(".figure-main dd")).to_have_text("0")
    hold(held, "move")
    swipe(held, 60)
    swipe(held, -60)
    release(held)
    expect(held).to_have_url(re.compile("moves=rl$"))
    hold(held, "move")
    for move in "dwwsds":
        held.keyboard.press(move)
    held.click("[data-do=language]")
    expect(held.locator("html")).to_have_attribute("lang", "vi")
    expect(held.locator("[data-do=restart]")).to_have_text("Chơi lại")
    for move in "dwwawa":
        held.keyboard.press(move)
    held.keyboard.press("Enter")  # after the win
    release(held)
    expect(held).to_have_url(re.compile("sokoban/uit/2$"))
    visit(held, server, "#/play/freecell/1")
    expect(held.locator("h1.top-title")).to_have_text(re.compile("FreeCell 1 "))
    hold(held, "move")
    held.keyboard.type("1a2b1c")
    release(held)
    expect(held).to_have_url(re.compile(r"moves=1a\+2b\+1c$"))


def test_a_text_that_is_read_late_leads_nobody_away(held: Page, server: Server) -> None:
    visit(held, server)
    hold(held, "read")
    held.fill("#own-text", ONE)
    held.click("[data-do=own-read]")
    held.evaluate("location.hash = '#/play/bloxorz/2'")
    expect(held.locator("h1.top-title")).to_have_text(re.compile("Bloxorz 2"))
    with held.expect_response(re.compile("api/read")) as answer:
        release(held)
    answer.value.finished()
    held.keyboard.press("PageDown")
    expect(held.locator("h1.top-title")).to_have_text(re.compile("Bloxorz 3"))
    held.go_back()
    expect(held.locator("h1.top-title")).to_have_text(re.compile("Bloxorz 2"))


def test_a_solution_that_is_played_on_can_be_left_at_once(held: Page, server: Server) -> None:
    visit(held, server, "#/solve/bloxorz/1")
    held.select_option("#solver", "bfs")
    held.click("[data-do=solve]")
    held.click("[data-do=replay-next]")
    expect(held.locator(".replay-where")).to_contain_text("move 1 of")
    hold(held, "open")
    held.click("[data-do=replay-adopt]")
    expect(held).to_have_url(re.compile("play/bloxorz/1.moves="))
    held.click("a[data-view=compare]")
    release(held)
    expect(held.locator(".race-promises")).to_be_visible()
    expect(held).to_have_url(re.compile("compare/bloxorz/1.moves="))


def test_squares_painted_while_the_server_is_slow_stay_different(
    held: Page, server: Server
) -> None:
    visit(held, server, "#/edit/sokoban")
    text = held.locator("#edit-text")
    expect(text).to_have_value(re.compile("^########\n#      #\n"))
    held.locator(".edit-map").focus()
    hold(held, "edit")
    for key in ("ArrowDown", "ArrowRight", "$", "ArrowRight", ".", "ArrowRight", "#"):
        held.keyboard.press(key)
    release(held)
    expect(text).to_have_value(re.compile("^########\n#[$][.]#   #\n"))
    held.click("[data-do=edit-undo]")  # one square at a time
    expect(text).to_have_value(re.compile("^########\n#[$][.]    #\n"))


def test_a_verdict_does_not_stay_for_another_level(held: Page, server: Server) -> None:
    visit(held, server, "#/edit/sokoban")
    verdict = held.locator(".edit-verdict")
    expect(verdict).to_have_text("Legal and solvable")
    hold(held, "advise")
    held.fill("#edit-text", "######\n#@ $.#\n#    #\n######\n")
    expect(verdict).to_have_text("Legal. Looking for a solution…")
    expect(held.locator(".edit-optimum")).to_have_count(0)
    release(held)
    expect(held.locator(".edit-optimum")).to_have_text("Optimum: 2 moves, proved")


def test_nothing_that_is_typed_to_a_slow_server_is_lost(held: Page, server: Server) -> None:
    visit(held, server, "#/edit/sokoban")
    text = held.locator("#edit-text")
    sent = "() => new Promise((on) => setTimeout(on, 100))"  # the hands rest: it is sent
    text.fill("")
    hold(held, "edit")
    text.press_sequentially("#####\n#@$")
    held.evaluate(sent)
    text.press_sequentially(".#\n#####")
    release(held)
    expect(held.locator(".edit-optimum")).to_contain_text("1 move")
    expect(text).to_have_value(ONE.rstrip("\n"))
    # What is pressed now is about the text as it is now.
    hold(held, "edit")
    text.fill(ONE.replace("$", " $").replace("#####", "######"))
    held.click("[data-do=edit-play]")
    release(held)
    expect(held.locator("pre.board-text")).to_have_text("######\n#@ $.#\n######")


def test_another_language_takes_nothing_from_the_editor(page: Page, server: Server) -> None:
    visit(page, server, "#/edit/sokoban")
    text = page.locator("#edit-text")
    expect(text).to_have_value(re.compile("^########\n"))
    before = text.input_value()
    page.click("[data-do=edit-right1]")
    expect(text).to_have_value(re.compile("^#########?"))
    expect(text).not_to_have_value(before)
    page.fill("#edit-name", "Mine")
    page.click("[data-do=language]")
    expect(page.locator("[data-do=edit-turn]")).to_contain_text("Xoay")
    expect(page.locator("#edit-name")).to_have_value("Mine")
    page.click("[data-do=edit-undo]")
    expect(text).to_have_value(before)


def test_another_language_takes_no_race_away_and_a_double_click_begins_one(
    held: Page, server: Server
) -> None:
    visit(held, server, "#/compare/bloxorz/1")
    held.get_by_role("button", name="None").click()
    held.check("input[value=bfs]", force=True)
    hold(held, "solve")
    held.locator("[data-do=race]").click()
    expect(held.locator("tr[data-solver=bfs]")).to_be_visible()
    held.click("[data-do=language]")
    expect(held.locator("[data-do=race-stop]")).to_contain_text("Dừng cuộc đua")
    release(held)
    expect(held.locator("tr[data-solver=bfs]")).to_have_attribute("data-status", "solved")
    expect(held.locator("[data-do=race]")).to_contain_text("Bắt đầu cuộc đua")
    held.click("[data-do=language]")
    expect(held.locator("tr[data-status=solved]")).to_have_count(1)
    held.get_by_role("button", name="Watch the solution of BFS").click()
    expect(held.locator(".replay-where")).to_contain_text("move 0 of")
    held.locator("[data-do=race]").evaluate("(start) => { start.click(); start.click(); }")
    expect(held.locator("[data-do=race]")).to_be_visible()
    expect(held.locator("tr[data-solver=bfs]")).to_have_attribute("data-status", "stopped")


def test_a_text_that_is_too_long_is_taken_back(page: Page, server: Server) -> None:
    visit(page, server, "#/edit/sokoban")
    text = page.locator("#edit-text")
    expect(page.locator(".edit-optimum")).to_be_visible()
    before = text.input_value()
    text.fill("#" * 70_000)
    expect(page.locator(".edit-advice")).to_contain_text("too long")
    expect(page.locator("[data-do=edit-play]")).to_be_disabled()
    page.click("[data-do=edit-undo]")
    expect(text).to_have_value(before)
    expect(page.locator(".edit-optimum")).to_be_visible()
    expect(page.locator("[data-do=edit-undo]")).to_be_disabled()


def test_the_editor_survives_a_restart_of_the_server(page: Page, server: Server) -> None:
    visit(page, server, "#/edit/sokoban")
    expect(page.locator(".edit-optimum")).to_be_visible()
    server.stop()
    expect(page.locator(".banner")).to_be_visible()
    page.fill("#edit-text", ONE)
    expect(page.locator(".edit-advice")).to_contain_text("does not answer")
    server.start()
    expect(page.locator(".edit-optimum")).to_contain_text("1 move")
    expect(page.locator("#edit-text")).to_have_value(ONE)


def test_what_cannot_be_done_without_the_server_is_said(page: Page, server: Server) -> None:
    """And nothing is thrown, which would fail the test of any page."""
    visit(page, server, "#/solve/sokoban/uit/18")
    page.click("[data-do=solve]")
    expect(page.locator(".ending.good")).to_be_visible()
    expect(page.locator(".replay-where")).to_contain_text("move 0 of")
    server.stop()
    expect(page.locator(".banner")).to_be_visible()
    page.click("[data-do=replay-last]")  # moves that have not come yet
    expect(page.locator(".toast.bad").last).to_contain_text("does not answer")
    expect(page.locator(".replay-where")).to_contain_text("move 0 of")
    server.start()
    expect(page.locator(".banner")).to_be_hidden()
    visit(page, server)
    page.reload()
    expect(page.locator(".section-bloxorz .level-card").first).to_be_visible()
    server.stop()
    expect(page.locator(".banner")).to_be_visible()
    for button in (".section-more button", "[data-do=new-game]", "[data-do=own-read]"):
        page.locator(button).first.click()
    expect(page.locator(".toast.bad").last).to_contain_text("does not answer")
    expect(page.locator(".own-answer .flaw")).to_contain_text("does not answer")
    server.start()

"""Small things that players stumbled over: links, places, solutions, own levels, touch."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from web.page_server import Server, visit

DEAD = "#####\n#@ .#\n# $ #\n#####\n"
THREE = "#####\n#@$.#\n#####\n\n######\n#@$ .#\n######\n\n#######\n#@$  .#\n#######\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


def counter(page: Page, count: int) -> None:
    expect(page.locator(".figure-main dd")).to_have_text(str(count))


def paste(page: Page, text: str) -> None:
    expect(page.locator(".section-freecell .level-card").first).to_be_visible()
    page.fill("#own-text", text)
    page.click("[data-do=own-read]")


def test_links_and_levels_that_change_under_way(page: Page, server: Server) -> None:
    visit(page, server, "#/play/sokoban/uit/18")
    # Another level while the optimum is on its way, and keys that were meant for the first.
    page.evaluate(
        """async () => {
            const press = (key) => dispatchEvent(new KeyboardEvent("keydown", { key, code: key }));
            press("ArrowUp");
            location.hash = "#/play/sokoban/uit/6?moves=u";
            press("ArrowUp");
            await new Promise((on) => addEventListener("hashchange", () => setTimeout(on, 0)));
            press("ArrowUp");
            press("?");
            document.querySelector("[data-do=hint]").click(); // not for the level that comes
        }"""
    )
    expect(page).to_have_title(re.compile("Sokoban 6"))
    counter(page, 1)
    page.click("[data-do=undo]")
    counter(page, 0)
    expect(page.locator(".bests")).not_to_contain_text("a hint")
    # The same level with other moves.
    page.evaluate("location.hash = '#/play/sokoban/uit/6?moves=ud'")
    counter(page, 2)
    page.evaluate("location.hash = '#/play/sokoban/uit/6'")
    counter(page, 0)


def test_the_gallery_keeps_its_place(page: Page, server: Server) -> None:
    visit(page, server)
    cards = page.locator(".section-bloxorz .level-card")
    page.locator(".section-bloxorz .section-more button").click()
    expect(cards).to_have_count(28)
    page.evaluate("scrollTo(0, 333)")
    page.wait_for_function("() => scrollY === 333")
    page.evaluate("location.hash = '#/play/bloxorz/20'")
    counter(page, 0)
    page.go_back()
    expect(cards).to_have_count(28)
    page.wait_for_function("() => scrollY === 333")


def test_a_solution_outlives_a_change_of_language_and_space_plays_it(
    page: Page, server: Server
) -> None:
    visit(page, server, "#/solve/bloxorz/3")
    page.select_option("#solver", "bfs")
    page.click("[data-do=solve]")
    expect(page.locator(".ending.good")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("[data-do=replay-play]")).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("Space")
    page.locator(".replay .slider").fill("3")
    page.click("[data-do=language]")
    expect(page.locator(".ending.good")).to_contain_text("tối ưu")
    expect(page.locator(".replay-where")).to_contain_text("nước 3 trên")
    expect(page.locator("#solver")).to_have_value("bfs")
    page.click("[data-do=replay-next]")
    expect(page.locator(".replay-where")).to_contain_text("nước 4 trên")


def test_what_was_typed_and_chosen_outlives_a_change_of_language(
    page: Page, server: Server
) -> None:
    visit(page, server)
    page.fill(".gallery-search", "7")
    page.fill("#own-text", THREE)
    page.click("[data-do=language]")
    expect(page.get_by_role("heading", name="Chọn một trò chơi")).to_be_visible()
    expect(page.locator(".gallery-search")).to_have_value("7")
    expect(page.locator("#own-text")).to_have_value(THREE)
    visit(page, server, "#/solve/bloxorz/3")
    page.select_option("#solver", "wastar")
    page.fill("#setting-weight", "5")
    page.fill("#seconds", "7")
    page.select_option("#from", "here")
    page.click("[data-do=language]")
    expect(page.locator("[data-do=solve]")).to_have_text("Start")
    expect(page.locator("#solver")).to_have_value("wastar")
    expect(page.locator("#setting-weight")).to_have_value("5")
    expect(page.locator("#seconds")).to_have_value("7")
    expect(page.locator("#from")).to_have_value("here")
    page.click("[data-view=compare]")
    page.get_by_role("checkbox", name="BFS").uncheck()
    page.select_option("#race-mode", "3")
    page.fill("#race-seconds", "4")
    page.click("[data-do=language]")
    expect(page.locator("[data-do=race]")).to_have_text("Bắt đầu cuộc đua")
    expect(page.get_by_role("checkbox", name="BFS")).not_to_be_checked()
    expect(page.locator("#race-mode")).to_have_value("3")
    expect(page.locator("#race-seconds")).to_have_value("4")
    visit(page, server, "#/replay/bloxorz/1?plan=RRDRRRD")
    expect(page.locator(".replay-where")).to_have_text("nước 0 trên 7")
    page.locator(".replay .slider").fill("3")
    page.click("[data-do=language]")
    expect(page.locator(".replay-where")).to_have_text("move 3 of 7")


def test_own_levels_are_kept_with_next_and_previous(page: Page, server: Server) -> None:
    visit(page, server)
    paste(page, DEAD)
    expect(page.locator(".outlook-words")).to_have_text(re.compile("cannot be solved at all"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".outlook-words")).to_have_text(re.compile("Take moves back"))
    visit(page, server)
    paste(page, THREE)
    page.locator(".own-answer .level-card").first.click()
    expect(page.locator("[data-do=previous]")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict.good")).to_be_visible()
    page.keyboard.press("Enter")  # to the next level
    expect(page.locator(".verdict.good")).to_have_count(0)
    expect(page.locator(".outlook-words")).to_have_text(re.compile("a plan of 2 moves is known"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".outlook-words")).to_have_text(re.compile("a plan of 1 move is known"))
    page.click("[data-do=next]")
    page.click("[data-do=next]")  # the text that was pasted before
    expect(page.locator(".outlook-words")).to_have_text(re.compile("cannot be solved at all"))
    expect(page.locator("[data-do=next]")).to_be_disabled()
    visit(page, server)
    page.reload()
    kept = page.locator(".own-kept")
    expect(kept).to_have_count(2)
    kept.first.get_by_role("button", name="Forget").click()
    expect(kept).to_have_count(1)


def test_a_button_that_was_clicked_leaves_the_keys_to_the_game(page: Page, server: Server) -> None:
    visit(page, server)
    paste(page, THREE)
    page.locator(".own-answer .level-card").first.click()
    page.click("[data-do=restart]")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict.good")).to_be_visible()
    page.keyboard.press("Enter")  # to the next level, and no restart
    expect(page.locator("[data-do=previous]")).to_be_enabled()
    counter(page, 0)
    page.keyboard.press("ArrowRight")
    counter(page, 1)
    page.focus("[data-do=restart]")  # who comes by keys presses it by keys
    page.keyboard.press("Enter")
    counter(page, 0)


def test_next_pressed_twice_at_once_goes_two_levels_on(page: Page, server: Server) -> None:
    """The second press comes before the first level is there, and goes on from that one."""
    visit(page, server, "#/play/bloxorz/3")
    page.locator("[data-do=next]").evaluate("(next) => { next.click(); next.click(); }")
    expect(page.locator("h1")).to_have_text(re.compile("Bloxorz 5"))
    for _ in range(3):
        page.keyboard.press("PageUp")
    expect(page.locator("h1")).to_have_text(re.compile("Bloxorz 2"))


def test_files_of_one_name_are_kept_beside_each_other(page: Page, server: Server) -> None:
    kept = page.locator(".own-kept")
    for text in (THREE, f"{THREE}\n{DEAD}", THREE):
        visit(page, server)
        page.set_input_files(
            "#own-file", {"name": "levels.txt", "mimeType": "", "buffer": text.encode()}
        )
        expect(page.locator(".own .level-card").first).to_be_visible()
    expect(kept).to_have_count(2)
    expect(kept.first).to_contain_text("levels.txt (3)")
    expect(kept.last).to_contain_text("levels.txt [2] (4)")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "latin-1"])
def test_files_are_read_as_other_programs_write_them(
    page: Page, server: Server, encoding: str
) -> None:
    text = "König\r\n#####\r\n#@$.#\r\n#####\r\n"
    mark = "" if encoding == "latin-1" else "\ufeff"
    content = (mark + text + "\r\n" + text).encode(encoding)
    visit(page, server)
    page.set_input_files("#own-file", {"name": "old.xsb", "mimeType": "", "buffer": content})
    expect(page.locator(".own .level-card").first).to_contain_text("König")


def test_a_text_of_no_known_kind_asks_which_it_is(page: Page, server: Server) -> None:
    visit(page, server)
    paste(page, "hello\nworld\n")
    expect(page.locator(".flaw")).not_to_contain_text("--")
    page.click("[data-do=is-sokoban]")
    expect(page.locator(".flaw-problem")).to_contain_text("no Sokoban board was found")


def test_a_swipe_on_a_box_is_a_swipe_and_a_hold_drags_it(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    visit(page, server, "#/play/sokoban/uit/1")
    box = page.locator(".frame-board .box").first.bounding_box()
    assert box is not None
    touch = context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def finger(kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", x, y)
    finger("touchMove", x, y - 20)
    finger("touchMove", x, y - 60)
    finger("touchEnd")
    counter(page, 1)
    page.keyboard.press("z")
    counter(page, 0)
    finger("touchStart", x, y)
    expect(page.locator(".board .lost")).to_have_attribute("d", re.compile("M"))  # squares to avoid
    finger("touchMove", x, y - 20)
    finger("touchMove", x, y - box["height"] * 1.2)
    finger("touchEnd")
    expect(page.locator(".figure-main dd")).not_to_have_text("0")
    page.keyboard.press("Backspace")  # the whole drag
    counter(page, 0)
    # What the browser takes away is let go of.
    finger("touchStart", x, y)
    expect(page.locator(".board .lost")).to_have_attribute("d", re.compile("M"))
    finger("touchCancel")
    expect(page.locator(".board .lost")).to_have_attribute("d", "")
    context.close()


@pytest.mark.parametrize("fragment", ["play/sokoban/uit/1", "play/bloxorz/1", "edit/sokoban"])
def test_two_fingers_zoom(browser: Browser, server: Server, fragment: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    visit(page, server, f"#/{fragment}")
    box = page.locator(".frame-board svg").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = context.new_cdp_session(page)

    def fingers(kind: str, *heights: float) -> None:
        points = [{"x": x, "y": height, "id": number} for number, height in enumerate(heights)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    text = """() => document.querySelector("#edit-text")?.value
        ?? document.querySelector(".board-text").textContent"""
    zoomed = """() => new Promise((on) => {
        const until = performance.now() + 3000;
        const look = () => visualViewport.scale > 1.2 || performance.now() > until
            ? on(visualViewport.scale > 1.2) : requestAnimationFrame(look);
        look();
    })"""
    before = page.evaluate(text)
    for _ in range(8):  # a browser that is busy may miss fingers, as it does for people
        fingers("touchStart", y - 15)
        fingers("touchStart", y - 15, y + 15)
        for apart in range(20, 90, 10):
            fingers("touchMove", y - apart, y + apart)
        fingers("touchEnd")
        if page.evaluate(zoomed):
            break
    else:
        pytest.fail("nothing was zoomed")
    page.wait_for_timeout(300)
    assert page.evaluate(text) == before
    context.close()


@pytest.mark.parametrize("width", [480, 800])
def test_the_board_of_a_low_window_covers_no_button(page: Page, server: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 400})
    visit(page, server, "#/solve/sokoban/uit/1")
    start = page.locator("[data-do=solve]")
    seen = """(start) => {
        start.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = start.getBoundingClientRect();
        return start.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    expect(start).to_be_visible()
    assert start.evaluate(seen)

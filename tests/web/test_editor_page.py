"""The editor in a browser: painting, keys, the text, and what becomes of a level."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from web.page_server import Server, visit
from web.pointing import point_on

SMALL = "#######\n#@ $ .#\n#     #\n#######\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


def square(page: Page, row: int, column: int) -> tuple[float, float]:
    """The middle of a square of a flat map, on the screen."""
    x, y = page.evaluate(
        """([row, column]) => {
            const matrix = document.querySelector(".edit-map svg > g:last-child").getScreenCTM();
            const { x, y } = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(matrix);
            return [x, y];
        }""",
        [row, column],
    )
    return x, y


def test_a_board_is_painted_judged_played_and_kept(page: Page, server: Server) -> None:
    text, verdict = page.locator("#edit-text"), page.locator(".edit-verdict")
    visit(page, server)
    page.click("[data-do=new-sokoban]")
    expect(verdict).to_have_text("Legal and solvable")
    text.fill(SMALL)
    expect(page.locator(".edit-optimum")).to_have_text("Optimum: 3 moves, proved")
    expect(page.locator(".edit-note-dead")).to_contain_text("6")
    # A stroke of the pointer is one change, also for undo.
    page.mouse.move(*square(page, 2, 1))
    page.mouse.down()
    page.mouse.move(*square(page, 2, 3))  # so quickly that the browser tells nothing in between
    page.mouse.up()
    expect(text).to_have_value(SMALL.replace("#     #", "####  #"))
    page.locator(".edit-map").focus()
    page.keyboard.press("Control+z")
    expect(text).to_have_value(SMALL)
    # By keys: the square under the cursor, by its own character, and by the chosen one.
    page.keyboard.press("ArrowUp")
    page.keyboard.press("#")
    expect(text).to_have_value(SMALL.replace("$", "#"))
    expect(verdict).to_have_text("Not a level yet")
    for needs_a_level in ("play", "share", "keep"):
        expect(page.locator(f"[data-do=edit-{needs_a_level}]")).to_be_disabled()
    page.keyboard.press("$")
    expect(text).to_have_value(SMALL)
    page.click("[data-do=edit-mirror]")
    page.click("[data-do=edit-turn]")
    page.click("[data-do=edit-bottom1]")
    expect(text).to_have_value("####\n# .#\n#  #\n# $#\n#  #\n# @#\n####\n-   \n")
    for _ in range(3):
        page.click("[data-do=edit-undo]")
    expect(text).to_have_value(SMALL)
    # A mistake is named where it stands; the level that is told to be lost is lost.
    text.fill(SMALL.replace("$", "x"))
    expect(page.locator(".flaw-problem")).to_contain_text("line 2, column 4")
    expect(page.locator(".excerpt mark")).to_have_text("x")
    text.fill("#####\n#@ .#\n# $ #\n#####\n")
    expect(verdict).to_contain_text("proved to have no solution")
    text.fill(SMALL)
    expect(verdict).to_have_text("Legal and solvable")
    page.fill("#edit-name", "Mine")
    page.click("[data-do=edit-keep]")
    text.fill(SMALL.replace(" $", "$ "))
    expect(page.locator(".edit-optimum")).to_contain_text("3 moves")
    page.click("[data-do=edit-keep]")  # instead of the one before
    text.fill(SMALL)
    expect(page.locator(".edit-optimum")).to_contain_text("3 moves")
    page.click("[data-do=edit-keep]")
    with page.expect_download() as download:
        page.click("[data-do=edit-save]")
    assert download.value.suggested_filename == "Mine.xsb"
    assert download.value.path().read_text() == SMALL
    page.click("[data-do=edit-play]")
    expect(page).to_have_title(re.compile("Mine"))
    page.keyboard.press("ArrowRight")
    page.click("[data-do=edit]")
    expect(text).to_have_value(SMALL)
    page.reload()
    expect(text).to_have_value(SMALL)
    # Who leaves keeps nothing: neither another level nor this one as it has become.
    text.fill(SMALL.replace("$", " "))
    expect(verdict).to_have_text("Not a level yet")
    page.click("[data-do=language]")
    expect(verdict).to_have_text("Chưa phải là màn chơi")
    page.click(".brand")
    kept = page.locator(".own-kept")
    expect(kept).to_have_text([re.compile(r"^Mine \(1\)")])
    kept.get_by_role("button").first.click()
    expect(page.locator(".figure-optimum dd")).to_have_text("3 nước")


def test_who_may_keep_nothing_is_told(page: Page, server: Server) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full') }")
    visit(page, server, "#/edit/sokoban")
    page.click("[data-do=edit-keep]")
    expect(page.locator(".toast")).to_contain_text("cannot keep the level")
    visit(page, server)
    page.fill("#own-text", SMALL)
    page.click("[data-do=own-read]")
    expect(page.locator(".frame-board svg").first).to_be_visible()
    expect(page.locator(".toast").last).to_contain_text("cannot keep the level")


def test_a_level_of_a_collection_is_edited_alone(page: Page, server: Server) -> None:
    text = page.locator("#edit-text")
    second = "######\n#@ $.#\n######\n"
    visit(page, server)
    three = f"#####\n#@$.#\n#####\n\n{second}\n{SMALL}".encode()
    page.set_input_files("#own-file", {"name": "three.xsb", "mimeType": "", "buffer": three})
    page.locator(".own .level-card").nth(1).click()
    page.click("[data-do=edit]")
    expect(text).to_have_value(second)
    expect(page.locator(".edit-optimum")).to_have_text("Optimum: 2 moves, proved")
    page.click("[data-do=edit-mirror]")
    expect(text).to_have_value("######\n#.$ @#\n######\n")
    page.click("[data-do=edit-keep]")
    page.click("[data-do=edit-play]")
    expect(page).to_have_title(re.compile("three.xsb#2 "))
    visit(page, server)
    kept = page.locator(".own-kept")
    expect(kept).to_have_text(
        [re.compile(r"^three\.xsb#2 \(1\)"), re.compile(r"^three\.xsb \(3\)")]
    )


def test_any_position_of_freecell_is_laid_out(page: Page, server: Server) -> None:
    text, verdict = page.locator("#edit-text"), page.locator(".edit-verdict")
    stock = page.locator(".edit-stock button")

    visit(page, server)
    page.click("[data-do=new-freecell]")
    expect(verdict).to_have_text("Legal and solvable")
    expect(page.locator(".edit-optimum")).to_have_text(re.compile("^Optimum: 12 .* proved$"))
    start = text.input_value()
    # By the pointer: a card from below others, to a cell, into a column, and from the table.
    for target in ("[data-place=b]", "[data-card=QH]", ".edit-advice"):
        page.mouse.move(*point_on(page, "[data-card=JH]", 12))
        page.mouse.down()
        page.mouse.move(*point_on(page, target, 12), steps=3)
        page.mouse.up()
        if target == "[data-place=b]":
            expect(text).to_have_value(re.compile("\nFreecells: - JH\n.*\n7H KH TS\n"))
        elif target == "[data-card=QH]":
            expect(text).to_have_value(re.compile("\nTC QH JH JD KD\n7H KH TS\n"))
    expect(stock).to_have_text(["J♥"])
    expect(page.locator(".flaw-problem")).to_contain_text("missing card: JH")
    stock.click()
    page.mouse.click(*point_on(page, "[data-card=KH]", 12))
    expect(text).to_have_value(start.replace("JH KH", "KH JH"))
    expect(verdict).to_have_text("Legal and solvable")
    # By keys: behind another card, home with all below it, and undone.
    page.locator(".edit-map").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(text).to_have_value(start.replace("JH ", ""))
    page.keyboard.press("Control+z")
    page.click("[data-do=edit-clear]")
    expect(stock).to_have_count(52)
    page.click("[data-do=edit-wider]")
    page.click("[data-do=edit-deal]")
    expect(stock).to_have_count(0)
    expect(page.locator("[data-do=edit-play]")).to_be_enabled()
    assert len(text.input_value().split("\n")) == 9 + 1
    with page.expect_download() as download:
        page.click("[data-do=edit-save]")
    assert download.value.suggested_filename == "freecell.txt"
    page.click("[data-do=edit-keep]")
    laid = text.input_value()
    page.click("[data-do=edit-play]")
    expect(page.locator("[data-place='9']")).to_be_visible()
    page.click("[data-do=edit]")
    expect(text).to_have_value(laid)


def test_a_stage_by_touch_in_vietnamese(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        locale="vi-VN", viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark"
    )
    page = context.new_page()
    visit(page, server, "#/edit/bloxorz")
    text = page.locator("#edit-text")
    expect(page.locator(".edit-verdict")).to_have_text("Hợp lệ và giải được")
    page.locator("[data-square=a]").tap()
    page.touchscreen.tap(*square(page, 4, 0))
    expect(text).to_have_value(re.compile("\na#######\nbridge a off\n"))
    expect(page.locator(".edit-note")).to_have_text(["Số ô thừa: 1", "Không lời giải nào dùng: a"])
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for width, height in ((844, 390), (640, 400)):  # held sideways; at 200 %
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator(".edit-map").bounding_box()
        assert board is not None
        assert board["width"] > width / 2, "the palette leaves no room for the board"
        assert board["y"] + board["height"] <= height
    page.emulate_media(forced_colors="active")
    outlines = page.locator(".edit-square").evaluate_all(
        "all => all.filter(one => getComputedStyle(one).outlineStyle === 'solid')"
        ".map(one => one.dataset.square)"
    )
    assert outlines == ["a"], "where backgrounds are gone, what is painted with has a line"
    context.close()


def test_what_is_typed_is_not_replaced_by_an_earlier_answer(page: Page, server: Server) -> None:
    text = page.locator("#edit-text")
    visit(page, server, "#/edit/sokoban")
    expect(page.locator(".edit-verdict")).to_have_text("Legal and solvable")
    before = text.input_value()
    # One task of the browser: the answer about the mirrored board comes after the typing.
    page.evaluate(
        """(typed) => {
            document.querySelector("[data-do=edit-mirror]").click();
            const text = document.querySelector("#edit-text");
            text.focus();
            text.value = typed;
            text.dispatchEvent(new Event("input"));
            window.replaced = [];
            const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
            const get = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").get;
            Object.defineProperty(text, "value", {
                get() { return get.call(this); },
                set(value) { window.replaced.push(value); set.call(this, value); },
            });
        }""",
        SMALL,
    )
    expect(page.locator(".edit-optimum")).to_have_text("Optimum: 3 moves, proved")
    assert text.input_value() == SMALL
    assert page.evaluate("window.replaced") == []
    page.click("[data-do=edit-undo]")  # first what was typed, then the mirror
    page.click("[data-do=edit-undo]")
    expect(text).to_have_value(before)

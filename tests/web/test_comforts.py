"""What players expect beside the game: keys, sound, a celebrated win, an app, a frame."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from web.axe import barriers, watch_for_barriers
from web.page_server import Server, visit

WON_SOON = "Foundations: C-K D-K H-K S-Q\nKS\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


def open_own(page: Page, server: Server, text: str) -> None:
    visit(page, server)
    page.fill("#own-text", text)
    page.click("[data-do=own-read]")
    expect(page.locator(".frame-board svg, .own-answer .level-card").first).to_be_visible()


def test_keys_are_listed_and_sound_is_off_until_wanted(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 640, "height": 320})
    visit(page, server, "#/play/sokoban/uit/1")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("undo a single step")
    expect(page.locator(".key-help h2")).to_be_in_viewport()  # it opens at its beginning
    expect(page.locator("[data-do=close-keys]")).to_be_focused()
    list_end = page.locator(".key-help dl").evaluate("it => it.getBoundingClientRect().bottom")
    button_top = page.locator("[data-do=close-keys]").evaluate(
        "it => it.getBoundingClientRect().top"
    )
    assert list_end <= button_top, "the button covers a row"
    page.click("[data-do=close-keys]")
    sound = page.locator("[data-do=sound]")
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.evaluate(
        """() => {
            window.heard = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...when) {
                window.heard++;
                start.apply(this, when);
            };
        }"""
    )
    page.keyboard.press("ArrowUp")
    expect(page.locator(".figure-main dd")).to_have_text("1")
    assert page.evaluate("window.heard") == 0
    page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("() => window.heard === 2")
    page.keyboard.press("t")
    expect(page.locator(".hint-words")).to_contain_text("to go")


def test_keys_work_as_soon_as_a_dialog_is_closed(page: Page, server: Server) -> None:
    """Also before the page is drawn again: until then what was closed has the focus."""
    visit(page, server, "#/play/sokoban/uit/1")
    close_and_press = """() => {
        document.querySelector("[data-do=close-keys]").click();
        const press = { key: "m", bubbles: true, cancelable: true };
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", press));
    }"""
    for on in ("true", "false"):
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        page.locator("[data-do=close-keys]").focus()
        page.evaluate(close_and_press)
        expect(page.locator("[data-do=sound]")).to_have_attribute("aria-pressed", on)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_win_is_celebrated_unless_motion_is_unwanted(
    browser: Browser, server: Server, motion: str
) -> None:
    context = browser.new_context(locale="en-US", reduced_motion=motion)  # type: ignore[arg-type]
    page = context.new_page()
    is_still = motion == "reduce"
    watch = """selector => {
        const one = document.querySelector(selector);
        const height = () => Number(one.getAttribute("transform").match(/ ([-\\d.]+)[)]/)[1]);
        const before = height();
        window.lifted = 0;
        const look = () => {
            if (Math.abs(height() - before) > 0.01) window.lifted = 1;
            requestAnimationFrame(look);
        };
        look();
    }"""
    open_own(page, server, "#####\n#@$.#\n#####\n")
    page.evaluate(watch, ".board .box")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict.good")).to_be_visible()
    delay = page.locator(".verdict.good").evaluate("one => getComputedStyle(one).animationDelay")
    assert delay == ("0s" if is_still else "0.7s")  # until then it covers nothing
    if is_still:
        page.wait_for_timeout(300)
        assert page.evaluate("window.lifted") == 0
    else:
        page.wait_for_function("() => window.lifted === 1")
    open_own(page, server, WON_SOON)
    page.evaluate(watch, ".board [data-card='KC']")
    page.keyboard.press("1")
    page.keyboard.press("h")
    expect(page.locator(".verdict.good")).to_be_visible()
    if not is_still:
        page.wait_for_function("() => window.lifted === 1")
    context.close()


def test_it_can_be_installed_and_never_serves_what_is_stale(page: Page, server: Server) -> None:
    visit(page, server)
    manifest = page.evaluate(
        "fetch(document.querySelector('[rel=manifest]').href).then(it => it.json())"
    )
    assert manifest["display"] == "standalone"
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    version = page.evaluate("document.querySelector('script[type=module]').src.split('/')[4]")
    assert page.evaluate("caches.keys()") == [f"unriddle / {version}"]
    fetched = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert all(f"/static/{version}/" in one for one in fetched if "/static/" in one)


def test_after_one_visit_it_opens_also_while_the_server_is_away(page: Page, server: Server) -> None:
    visit(page, server, "#/play/sokoban/uit/1")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".banner")).to_contain_text("The server does not answer")
    page.context.set_offline(False)
    expect(page.locator(".frame-board svg")).to_be_visible()


def test_the_losing_move_is_named_and_taken_back(page: Page, server: Server) -> None:
    open_own(page, server, "#######\n#     #\n# $@  #\n#   . #\n#######\n")
    for count, key in enumerate(("ArrowRight", "ArrowLeft", "ArrowLeft"), start=1):
        page.keyboard.press(key)
        expect(page.locator(".figure-main dd")).to_have_text(str(count))
    page.click("[data-do=where-lost]")
    expect(page.locator(".outlook-where")).to_contain_text("It was won until move 3: L.")
    page.click("[data-do=before-lost]")
    expect(page.locator(".figure-main dd")).to_have_text("2")
    expect(page.locator("[data-outlook=yes]")).to_be_visible()


def test_the_replay_of_a_game_shows_the_outlook_at_every_move(page: Page, server: Server) -> None:
    moves = page.locator(".replay .move")
    words, named = page.locator(".outlook-words"), page.locator(".outlook-where")

    def replayed(expected: str) -> None:
        page.locator("[data-do=replay-game]:visible").first.click()
        shown = "".join({"yes": "+", "no": "-", "unknown": "?"}[one] for one in answers())
        assert shown == expected

    def answers() -> list[str]:
        expect(moves.first).to_have_attribute("data-outlook", re.compile("."))
        told: list[str] = moves.evaluate_all("all => all.map(one => one.dataset.outlook)")
        return told

    # In the middle of a game that cannot be won any more.
    visit(page, server, "")
    open_own(page, server, "#######\n#     #\n# $@  #\n#   . #\n#######\n")
    for count, key in enumerate(("Right", "Left", "Left", "Right"), start=1):
        page.keyboard.press(f"Arrow{key}")
        expect(page.locator(".figure-main dd")).to_have_text(str(count))
    replayed("+++--")
    expect(named).to_have_text("It was won until move 3: L.")
    expect(moves.nth(3)).to_have_attribute("title", "this move lost the game")
    expect(words).to_have_text("Yes")
    page.keyboard.press("End")
    expect(words).to_have_text("No")
    widths = page.locator(".outlook-strip span").evaluate_all(
        "all => all.map(one => Number(one.style.flexGrow))"
    )
    assert widths == [2, 0, 0, 2]
    page.keyboard.press("Home")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-where")).to_have_text("move 2 of 4")
    page.click("[data-do=replay-adopt]")  # play on from there
    expect(page.locator(".figure-main dd")).to_have_text("2")
    expect(page.locator("[data-outlook=yes]")).to_be_visible()

    # One that ended by a fall, which is seen again.
    visit(page, server, "#/play/bloxorz/1?moves=RR")
    expect(page.locator("[data-board=bloxorz] svg").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict.bad")).to_be_visible()
    replayed("+++-")
    page.keyboard.press("End")
    expect(page.locator("#board-words")).to_contain_text("nothing to land on")

    # A solution in a file is checked, shown, and help.
    visit(page, server, "")
    open_own(page, server, "######\n#@$ .#\n######\nSolution\nRR\n\nSolution\nR\n")
    expect(page.locator("[data-solution=wrong]")).to_contain_text("do not solve the level")
    page.locator("[data-solution=right]").get_by_role("button").click()
    expect(moves).to_have_count(3)
    page.click("[data-do=to-level]")
    expect(page.locator(".figure-main dd")).to_have_text("0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".bests").first).to_contain_text("moves of others")

    # One that was won, in the other language.
    page.click("[data-do=language]")
    visit(page, server, "")
    open_own(page, server, WON_SOON)
    page.keyboard.press("1")
    page.keyboard.press("h")
    expect(page.locator(".verdict.good")).to_contain_text("Xem lại ván của tôi")
    replayed("++")
    expect(named).to_be_empty()


def test_in_a_frame_there_is_only_the_level(page: Page, server: Server) -> None:
    watch_for_barriers(page.context)
    page.goto(server.address + "?embed#/play/bloxorz/1")
    expect(page.locator(".frame-board svg").first).to_be_visible()
    expect(page.locator(".top :is(a, button)")).not_to_have_count(0)
    for one in page.locator(".top :is(a, button)").all():
        expect(one).to_be_hidden()
    assert barriers(page) == []  # it has a heading that is read out
    expect(page.locator("[data-do=hint]")).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0


@pytest.mark.parametrize("size", [(740, 360), (640, 400), (960, 540), (360, 740)])
def test_every_rank_of_freecell_can_be_read(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", locale="en-US"
    )
    page = context.new_page()
    king_first = [f"{rank}{suit}" for suit in "SHCD" for rank in "KQJT98765432A"]
    columns = [king_first[:16], *([*king_first[16 + index :: 7]] for index in range(7))]
    open_own(page, server, "\n".join(" ".join(one) for one in columns) + "\n")
    page.wait_for_function(  # the board takes the size of its frame a moment after it is shown
        """() => [...document.querySelectorAll(".frame-board .rank")].some(rank =>
            parseFloat(getComputedStyle(rank).fontSize) * rank.getScreenCTM().a > 9)"""
    )
    ranks = page.locator(".board .rank").evaluate_all(
        """ranks => ranks.map(rank => {
            const box = rank.getBoundingClientRect();
            const size = parseFloat(getComputedStyle(rank).fontSize) * rank.getScreenCTM().a;
            const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height * 0.45);
            return [size, at?.closest("[data-card]") === rank.closest("[data-card]")];
        })"""
    )
    assert len(ranks) == 52
    assert min(size for size, _ in ranks) > 9  # pixels
    assert all(is_seen for _, is_seen in ranks)
    context.close()


def test_what_only_a_colour_tells_keeps_it_among_the_colours_of_the_reader(
    page: Page, server: Server
) -> None:
    page.emulate_media(forced_colors="active")
    colours = """all => new Set(all.map(one => {
        const { backgroundColor, borderColor, borderStyle } = getComputedStyle(one);
        return backgroundColor + borderColor + borderStyle;
    })).size"""
    visit(page, server, "#/replay/bloxorz/1?plan=RRR")
    assert page.locator(".outlook-strip > *").evaluate_all(colours) == 4
    visit(page, server, "#/search/bloxorz/1?solver=bfs&step=3")
    expect(page.locator(".legend-heat, .legend-frontier")).to_have_count(2)
    assert page.locator(".legend-heat, .legend-frontier").evaluate_all(colours) == 2
    expect(page.locator(".tree-key").first).to_be_visible()
    assert page.locator(".tree-key").evaluate_all(colours) == page.locator(".tree-key").count() > 2


@pytest.mark.parametrize(("scheme", "language"), [("light", "en-US"), ("dark", "vi-VN")])
def test_axe_finds_nothing(browser: Browser, server: Server, scheme: str, language: str) -> None:
    """No barrier in any view, in both languages; in the other theme, none of contrast."""
    context = browser.new_context(locale=language, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    watch_for_barriers(context)
    page = context.new_page()

    def check(where: str) -> None:
        assert barriers(page) == [], where

    open_own(page, server, "#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n")
    page.locator(".own-answer .level-card").first.click()
    expect(page.locator(".frame-board svg").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict.good")).to_be_visible()
    check("won")
    page.keyboard.press("?")
    check("keys")
    for view in (
        "",
        "#/play/freecell/1",
        "#/edit/bloxorz/2",
        "#/edit/sokoban",
        "#/edit/freecell",
        "#/play/bloxorz/1",
        "#/replay/bloxorz/1?plan=RRR",
        "#/compare/sokoban/uit/1",
        "#/trace",
        "#/solve/sokoban/uit/1",
    ):
        visit(page, server, view)
        if "trace" not in view and "compare" not in view:
            expect(page.locator(".board").first).to_be_visible()
        if "replay" in view:
            expect(page.locator(".move[data-outlook=no]")).to_be_visible()
        check(view)
    page.click("[data-do=solve]")
    expect(page.locator(".ending.good")).to_be_visible()
    check("solved")
    visit(page, server, "#/play/sokoban/uit/1x")
    check("failure")
    page.evaluate("location.hash = '#/play/bloxorz/1'")
    expect(page.locator(".frame-board svg")).to_be_visible()
    page.keyboard.press("ArrowUp")  # over the edge
    expect(page.locator(".verdict.bad")).to_be_visible()
    check("lost")
    visit(page, server, "#/edit/sokoban")
    page.fill("#edit-text", "#####\n#@$.x\n#####\n")
    expect(page.locator(".edit-advice .excerpt")).to_be_visible()
    check("a mistake in the editor")
    visit(page, server, "#/compare/bloxorz/1")
    page.click("[data-do=race]")
    expect(page.locator("tr[data-status=solved]")).to_have_count(5)
    page.locator("tr[data-solver=bfs] button").click()
    expect(page.locator(".replay")).to_be_visible()
    check("a race")
    visit(page, server)
    page.fill("#own-text", "hello")
    page.click("[data-do=own-read]")
    expect(page.locator(".own-answer .flaw")).to_be_visible()
    check("a text that is no level")
    visit(page, server, "#/records")
    expect(page.locator(".records table").first).to_be_visible()
    check("records")
    context.close()

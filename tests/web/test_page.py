"""The page in a real browser, on a real server: played, solved, watched, compared, shared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from web.page_server import PATIENCE, Server, visit
from web.pointing import point_on

from unriddle.core import Limits
from unriddle.loading import load
from unriddle.play import Session
from unriddle.puzzles.freecell.table import cards_moved
from unriddle.solving import solve
from unriddle.web.macro_move import find

ARROWS = {"u": "ArrowUp", "d": "ArrowDown", "l": "ArrowLeft", "r": "ArrowRight"}
SWIPES = {"L": (-90, -24), "R": (90, 24), "U": (40, -80), "D": (-40, 80)}
"""Pixels, along the edges of the board as it is drawn in space."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    assert server.stop() == 0  # Ctrl-C is the usual way to end it


def open_level(page: Page, server: Server, level: str) -> Session[Any, Any]:
    """The level on the page, and a game of our own to know what should be there."""
    visit(page, server, f"#/play/{level}")
    expect(page.locator(".frame-board svg").first).to_be_visible()
    return Session(load(level))


def read_own(page: Page, text: str) -> None:
    """Paste a level; first the cards above it have to be there, for they move what is below."""
    for puzzle in ("bloxorz", "sokoban", "freecell"):
        expect(page.locator(f".section-{puzzle} .level-card").first).to_be_visible()
    page.fill("#own-text", text)
    page.click("[data-do=own-read]")


def moves_made(page: Page, count: int) -> None:
    """Wait until the counter says so."""
    page.wait_for_function(
        "count => document.querySelector('.figure-main dd')?.textContent === String(count)",
        arg=count,
        timeout=PATIENCE,
    )


def plan_of(level: str) -> tuple[Any, ...]:
    result = solve(load(level), "astar", limits=Limits(seconds=60))
    assert result.plan is not None
    return result.plan


def is_solved(page: Page) -> None:
    expect(page.locator(".verdict.good")).to_be_visible()


# Every puzzle, to the end, by keyboard and by pointer.


@pytest.mark.parametrize("level", ["bloxorz/1", "sokoban/uit/1", "freecell/1941"])
def test_played_to_the_end_by_keyboard(page: Page, server: Server, level: str) -> None:
    open_level(page, server, level)
    for count, move in enumerate(plan_of(level), start=1):
        text = str(move)
        if level.startswith("freecell"):
            source, target, cards = text[0], text[1], text[3:]
            assert not cards  # this plan does without
            page.keyboard.press(source)
            page.keyboard.press(target)
        else:
            page.keyboard.press(ARROWS[text.lower()])
        moves_made(page, count)
    is_solved(page)
    visit(page, server)
    if not level.startswith("freecell"):  # the gallery lists only the first deals
        expect(page.locator(f"[data-level='{level}']")).to_have_class(
            re.compile("level-card-solved")
        )


def swipe(page: Page, dx: float, dy: float) -> None:
    box = page.locator(".frame-board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.85
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def test_bloxorz_by_pointer(page: Page, server: Server) -> None:
    open_level(page, server, "bloxorz/1")
    for count, move in enumerate(plan_of("bloxorz/1"), start=1):
        swipe(page, *SWIPES[str(move)])
        moves_made(page, count)
    is_solved(page)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def test_sokoban_by_pointer(page: Page, server: Server) -> None:
    session = open_level(page, server, "sokoban/uit/1")
    level: Any = load("sokoban/uit/1").level  # type: ignore[attr-defined]
    frame = page.locator(".frame-board svg").bounding_box()
    assert frame is not None
    shown = page.locator(".frame-board svg").evaluate(
        "svg => [...['x','y','width','height'].map(name => svg.viewBox.baseVal[name])]"
    )
    scale = min(frame["width"] / shown[2], frame["height"] / shown[3])
    left = frame["x"] + (frame["width"] - shown[2] * scale) / 2 - shown[0] * scale
    top = frame["y"] + (frame["height"] - shown[3] * scale) / 2 - shown[1] * scale

    def at(square: tuple[int, int]) -> tuple[float, float]:
        return left + (square[1] + 0.5) * scale, top + (square[0] + 0.5) * scale

    def place(number: int) -> tuple[int, int]:
        row, column = divmod(number, level.width)
        return row, column

    def play(message: dict[str, Any]) -> None:
        for move in find(session.puzzle, session.state, message):
            assert session.play(move)
        moves_made(page, len(session.moves))

    free = (1, 2)
    page.mouse.click(*at(free))
    play({"kind": "walk", "to": list(free)})
    for box, goal in zip(sorted(session.state.boxes), sorted(level.goals), strict=True):
        drag(page, at(place(box)), at(place(goal)))
        play({"kind": "push", "box": list(place(box)), "to": list(place(goal))})
    assert session.solved
    is_solved(page)


def test_freecell_by_pointer(page: Page, server: Server) -> None:
    session = open_level(page, server, "freecell/1941")
    for count, move in enumerate(plan_of("freecell/1941"), start=1):
        columns, cells = session.state.columns, session.state.cells
        source, target, count_of_cards = move.source, move.target, cards_moved(session.state, move)

        def card(place: str, depth: int = 1, columns: Any = columns, cells: Any = cells) -> str:
            if place in "1234567890":
                column = columns["1234567890".index(place)]
                return column[-depth] if len(column) >= depth else ""
            return (cells["abcdefgi".index(place)] if place != "h" else None) or ""

        start = point_on(page, f".frame-board [data-card='{card(source, count_of_cards)}']")
        onto = card(target)
        selector = f"[data-card='{onto}']" if onto else f"[data-place='{target}']"
        if target == "h":
            page.mouse.dblclick(*start)
        else:
            drag(page, start, point_on(page, f".frame-board {selector}"))
        assert session.play(move)
        moves_made(page, count)
    is_solved(page)


# The helps of a player.


def test_undo_redo_restart_and_the_list(page: Page, server: Server) -> None:
    open_level(page, server, "bloxorz/2")
    for count, key in enumerate(("ArrowRight", "ArrowDown", "ArrowUp"), start=1):
        page.keyboard.press(key)
        moves_made(page, count)
    page.click("[data-do=undo]")
    moves_made(page, 2)
    page.keyboard.press("Shift+Backspace")
    moves_made(page, 3)
    page.click(".moves .move >> nth=1")
    moves_made(page, 1)
    page.click("[data-do=restart]")
    moves_made(page, 0)
    expect(page.locator("[data-do=undo]")).to_be_disabled()


def test_a_hint_and_the_outlook(page: Page, server: Server) -> None:
    open_level(page, server, "sokoban/uit/1")
    expect(page.locator("[data-outlook=yes]")).to_be_visible()
    optimum = solve(load("sokoban/uit/1"), "astar").cost
    expect(page.locator(".figure-optimum dd")).to_have_text(f"{optimum} moves")
    page.click("[data-do=hint]")
    expect(page.locator(".hint-words")).to_contain_text("moves to go")


def test_who_obeys_every_hint_needs_no_more_than_the_optimum(page: Page, server: Server) -> None:
    session = open_level(page, server, "sokoban/uit/1")
    expect(page.locator(".figure-optimum dd")).to_have_text("12 moves")
    keys = {"l": "ArrowLeft", "r": "ArrowRight", "u": "ArrowUp", "d": "ArrowDown"}
    for count in range(1, 13):
        page.click("[data-do=hint]")
        left = 13 - count
        words = page.locator(".hint-words")
        expect(words).to_contain_text(f"{left} move{'' if left == 1 else 's'} to go")
        expect(page.locator(".outlook-words")).to_contain_text(f"a plan of {left} move")
        move = words.inner_text().split()[1].strip(";")
        session.play(move)
        page.keyboard.press(keys[move.lower()])
        moves_made(page, count)
    assert session.solved
    expect(page.locator(".verdict.good")).to_contain_text(
        "12 moves (6 pushes). Nobody can do better"
    )
    page.keyboard.press("t")  # there is nothing to hint at
    expect(words).to_be_empty()


def test_a_dead_end_is_said(page: Page, server: Server) -> None:
    visit(page, server)
    read_own(page, "#######\n#     #\n# $@  #\n#   . #\n#######\n")
    expect(page.locator("[data-outlook=yes]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-outlook=no]")).to_be_visible()


def test_a_fall_is_told_and_taken_back(page: Page, server: Server) -> None:
    open_level(page, server, "bloxorz/1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".verdict.bad")).to_contain_text("nothing to land on")
    outlook = page.locator(".outlook[data-outlook=no]")
    expect(outlook).to_contain_text("Take moves back")  # the level itself can be solved
    page.click("[data-do=where-lost]")
    expect(outlook).to_contain_text("move 1")
    page.click("[data-do=take-back]")
    expect(page.locator(".verdict.bad")).to_have_count(0)


# Solving and watching.


def test_a_solution_is_stepped_and_jumped_through(page: Page, server: Server) -> None:
    visit(page, server, "#/solve/bloxorz/3")
    page.select_option("#solver", "bfs")
    page.click("[data-do=solve]")
    expect(page.locator(".ending.good")).to_contain_text("proved optimal")
    steps = len(solve(load("bloxorz/3"), "bfs").plan or ())
    where = page.locator(".replay-where")
    page.click("[data-do=replay-next]")
    page.click("[data-do=replay-next]")
    expect(where).to_have_text(f"move 2 of {steps}")
    page.click("[data-do=replay-previous]")
    expect(where).to_have_text(f"move 1 of {steps}")
    page.click(".replay .move >> nth=5")
    expect(where).to_have_text(f"move 5 of {steps}")
    page.keyboard.press("End")
    expect(where).to_have_text(f"move {steps} of {steps}")
    page.locator(".replay .slider").fill("3")
    expect(where).to_have_text(f"move 3 of {steps}")
    page.select_option(".replay select", "8")
    page.click("[data-do=replay-play]")
    expect(where).to_have_text(f"move {steps} of {steps}")
    page.click(".replay .move >> nth=4")
    page.click("[data-do=replay-adopt]")
    moves_made(page, 4)


def test_best_comes_first_and_says_how_good_its_plan_is(page: Page, server: Server) -> None:
    visit(page, server, "#/solve/sokoban/uit/16")
    expect(page.locator("#solver")).to_have_value("best")
    expect(page.locator("#seconds")).to_have_value("")
    for setting in ("improve", "threads"):
        expect(page.locator(f"#setting-{setting}")).to_be_visible()
    page.fill("#seconds", "60")  # a busy machine may need more than the usual second
    page.click("[data-do=solve]")
    expect(page.locator(".ending.good")).to_contain_text(
        "Solved in 34 moves (12 pushes), proved optimal."
    )
    page.fill("#seconds", "")
    page.select_option("#solver", "astar")
    expect(page.locator("#seconds")).to_have_value("30")


def test_bounds_close_while_best_is_at_work(page: Page, server: Server) -> None:
    visit(page, server, "#/solve/sokoban/uit/18")
    page.fill("#seconds", "300")
    page.click("[data-do=solve]")
    expect(page.locator(".bounds")).to_have_text(re.compile(r"^between \d+ and \d+ moves$"))
    page.click("[data-do=stop]")
    expect(page.locator(".ending.good")).to_contain_text(
        re.compile(r"Solved in \d+ moves \(\d+ pushes\), at most \d+ % above the optimum")
    )


def test_a_long_search_is_stopped(page: Page, server: Server) -> None:
    visit(page, server, "#/solve/freecell/1")
    page.select_option("#solver", "ids")
    page.fill("#seconds", "300")
    page.click("[data-do=solve]")
    expanded = page.locator(".statistics .figure dd").first
    expect(expanded).not_to_have_text("0")
    before = expanded.inner_text()
    expect(expanded).not_to_have_text(before)
    page.click("[data-do=stop]")
    expect(page.locator("[data-status=stopped]")).to_contain_text("Nothing is proved")
    expect(page.locator("[data-do=solve]")).to_be_visible()


def test_no_solution_is_said_plainly(page: Page, server: Server) -> None:
    visit(page, server)
    read_own(page, "######\n#@  .#\n#  $ #\n######\n")
    page.click("[data-view=solve]")
    page.select_option("#solver", "bfs")
    page.click("[data-do=solve]")
    ending = page.locator("[data-status=unsolvable]")
    expect(ending).to_contain_text("A judge that knows the rules and no solver has checked a proof")


def test_solvers_race(page: Page, server: Server, tmp_path: Path) -> None:
    visit(page, server, "#/compare/sokoban/uit/1")
    page.fill("#race-seconds", "60")  # a busy machine is slow
    page.click("[data-do=race]")
    for solver in ("bfs", "ucs", "greedy", "astar"):
        row = page.locator(f"tr[data-solver={solver}]")
        expect(row).to_have_attribute("data-status", "solved")
    expect(page.locator("tr[data-solver=bfs] .col-optimal")).to_have_text("proved")
    expect(page.locator("th.col-count")).to_have_text(["Moves", "Pushes"])
    expect(page.locator("tr[data-solver=bfs] .col-count")).to_have_text(["12", "6"])
    best = solve(load("sokoban/uit/1"), "bfs")
    with page.expect_download() as csv:
        page.click("[data-do=csv]")
    csv.value.save_as(tmp_path / "race.csv")
    lines = (tmp_path / "race.csv").read_text().splitlines()
    assert lines[0].startswith("solver,status,moves,pushes,optimal")
    assert any(line.startswith(f"bfs,solved,{best.cost},6,yes,") for line in lines)
    with page.expect_download() as png:
        page.click("[data-do=png]")
    png.value.save_as(tmp_path / "race.png")
    assert (tmp_path / "race.png").read_bytes().startswith(b"\x89PNG")
    for solver in ("bfs", "greedy"):  # with less motion, their solutions are shown at once
        lane = page.locator(f"[data-lane={solver}]")
        moves = page.locator(f"tr[data-solver={solver}] .col-count").first.inner_text()
        expect(lane.locator("figcaption")).to_contain_text(f"move {moves} of {moves}")
        expect(lane.locator("svg")).to_be_visible()
    page.locator("tr[data-solver=greedy] button").click()
    expect(page.locator(".replay-area .replay-where")).to_contain_text("move 0 of")


def test_what_solvers_promise_is_said_before_they_start(page: Page, server: Server) -> None:
    visit(page, server, "#/compare/sokoban/uit/1")
    promised = page.locator(".promises tbody tr")
    expect(promised.filter(has_text="A*")).to_contain_text("with an admissible heuristic")
    before = promised.count()
    page.locator(".chip", has_text="IDA*").click()
    expect(promised).to_have_count(before + 1)


def test_solvers_take_turns_and_the_spread_is_shown(
    page: Page, server: Server, tmp_path: Path
) -> None:
    visit(page, server, "#/compare/bloxorz/1")
    page.click("text=None")
    page.locator(".chip", has_text="BFS").click()
    page.locator(".chip", has_text="IDA*").click()
    page.select_option("#race-mode", "3")
    page.click("[data-do=race]")
    for solver in ("bfs", "idastar"):
        time = page.locator(f"tr[data-solver={solver}] .col-time")
        expect(time).to_have_text(re.compile(r".+ \(.+\)"))
    expect(page.locator("[data-do=race]")).to_be_visible()
    with page.expect_download() as csv:
        page.click("[data-do=csv]")
    csv.value.save_as(tmp_path / "race.csv")
    head, *rows = (tmp_path / "race.csv").read_text().splitlines()
    assert head.endswith("runs,least seconds,most seconds")
    for row in rows:
        runs, least, most = row.split(",")[-3:]
        assert runs == "3"
        assert 0 < float(least) <= float(most)


# Choosing and sharing.


def test_levels_are_found(page: Page, server: Server) -> None:
    visit(page, server)
    expect(page.locator(".section-bloxorz .level-card")).to_have_count(14)
    expect(page.locator(".section-bloxorz .level-card svg").first).to_be_visible()
    page.locator(".section-bloxorz .section-more button").click()
    expect(page.locator(".section-bloxorz .level-card")).to_have_count(28)
    page.fill(".gallery-search", "5")
    expect(page.locator("[data-level='bloxorz/5']")).to_be_visible()
    expect(page.locator(".section-bloxorz .level-card")).to_have_count(1)


def test_a_deal_by_its_number(page: Page, server: Server) -> None:
    visit(page, server)
    page.fill("#deal", "0")
    page.locator("#deal").evaluate("input => input.form.noValidate = true")
    page.click("[data-do=deal]")
    expect(page.locator(".deals [role=alert]")).to_be_visible()
    page.fill("#deal", "617")
    page.click("[data-do=deal]")
    expect(page).to_have_title(re.compile("617"))


def test_a_bad_file_shows_its_error_at_its_line(page: Page, server: Server, tmp_path: Path) -> None:
    visit(page, server)
    (tmp_path / "bad.xsb").write_text("#####\n#@$.#\n#   \n#####\n")
    page.set_input_files("#own-file", tmp_path / "bad.xsb")
    expect(page.locator(".flaw-problem")).to_contain_text("bad.xsb: level 1, line 3, column 2")
    expect(page.locator(".excerpt-here")).to_contain_text("3")
    expect(page.locator(".flaw-hint")).to_be_visible()


def test_a_dropped_file_is_read(page: Page, server: Server) -> None:
    visit(page, server)
    transfer = page.evaluate_handle(
        """() => {
            const transfer = new DataTransfer();
            const text = "#####\\n#@$.#\\n#####\\n\\n######\\n#@$ .#\\n######\\n";
            const title = new Uint8Array([67, 97, 102, 0xe9, 10]); // Café in Latin-1
            transfer.items.add(new File([text, "Title: ", title], "two.xsb"));
            return transfer;
        }"""
    )
    page.dispatch_event("body", "drop", {"dataTransfer": transfer})
    expect(page.locator(".own-found")).to_have_text("2 levels found")
    expect(page.locator(".own-answer .level-card").nth(1)).to_contain_text("Café")
    page.locator(".own-answer .level-card").nth(1).click()
    moves_made(page, 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    is_solved(page)


def test_several_files_are_kept_and_those_that_cannot_be_read_named(
    page: Page, server: Server, tmp_path: Path
) -> None:
    board = "#####\n#@$.#\n#####\n"
    for name, text in {"one.xsb": board, "two.xsb": board + "\n" + board, "bad.txt": ""}.items():
        (tmp_path / name).write_text(text)
    visit(page, server)
    answer, kept = page.locator(".own-answer").first, page.locator(".own-answer").nth(1)
    for _ in range(2):  # the same ones can be chosen again
        page.set_input_files("#own-file", sorted(tmp_path.iterdir()))
        expect(kept).to_contain_text("two.xsb (2)")
        expect(kept).to_contain_text("one.xsb (1)")
        expect(answer).to_have_text("bad.txt: it is empty")
        page.get_by_role("button", name="Forget two.xsb").click()
        page.get_by_role("button", name="Forget one.xsb").click()
        expect(kept).to_be_empty()
    folder = page.evaluate_handle(
        """() => {
            const files = [new File([], "levels")];
            files[0].arrayBuffer = () => Promise.reject(new DOMException("", "NotFoundError"));
            return Object.defineProperty(new DataTransfer(), "files", { value: files });
        }"""
    )
    page.dispatch_event("body", "drop", {"dataTransfer": folder})
    expect(answer).to_contain_text("levels: it cannot be read")
    # A long one is listed in part, and too many make room for each other.
    (tmp_path / "many.xsb").write_text((board + "\n") * 2001)
    page.set_input_files("#own-file", tmp_path / "many.xsb")
    expect(page.locator(".own-found")).to_have_text(
        "2,001 levels found, 2,000 of them are listed", timeout=4 * PATIENCE
    )
    visit(page, server, "#/play/bloxorz/1")
    old = json.dumps([{"name": "old", "text": " " * 2_000_000, "indices": [0]}])
    page.evaluate("texts => localStorage.setItem('unriddle.own', texts)", old)
    visit(page, server)
    page.evaluate(  # a busy machine may not see them before they go
        """() => {
            const toasts = document.querySelector("#toasts");
            document.body.dataset.told = "";
            const note = () => (document.body.dataset.told += toasts.textContent);
            new MutationObserver(note).observe(toasts, { childList: true, subtree: true });
        }"""
    )
    page.set_input_files("#own-file", tmp_path / "two.xsb")
    told = re.compile(r"this browser forgot old\.")
    expect(page.locator("body")).to_have_attribute("data-told", told)


def test_a_share_link_restores_a_game(page: Page, browser: Browser, server: Server) -> None:
    visit(page, server)
    read_own(page, "########\n#@ $  .#\n########\nTitle: Mine\n")
    moves_made(page, 0)
    page.keyboard.press("ArrowRight")
    moves_made(page, 1)
    page.keyboard.press("ArrowRight")
    moves_made(page, 2)
    page.wait_for_url(re.compile("moves=rR"))
    other = browser.new_context(locale="en-US")
    copy = other.new_page()
    copy.goto(page.url)
    moves_made(copy, 2)
    expect(copy).to_have_title(re.compile("Mine"))
    other.close()


def test_the_restart_of_the_server_is_survived(page: Page, server: Server) -> None:
    open_level(page, server, "bloxorz/1")
    page.keyboard.press("ArrowRight")
    moves_made(page, 1)
    server.stop()
    expect(page.locator(".banner")).to_be_visible()
    server.start()
    expect(page.locator(".banner")).to_be_hidden()
    expect(page.locator(".toast.good")).to_be_visible()
    page.keyboard.press("ArrowRight")
    moves_made(page, 2)
    # A view that was never there before waits for it, too.
    server.stop()
    expect(page.locator(".banner")).to_be_visible()
    page.click("[data-view=compare]")
    expect(page.locator(".failure")).to_contain_text("The program does not answer.")
    server.start()
    expect(page.locator("[data-do=race]")).to_be_visible()


def test_a_page_that_is_older_than_its_server_is_loaded_again(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(locale="en-US", service_workers="block")
    page = context.new_page()
    open_level(page, server, "bloxorz/1")
    version = page.evaluate("document.querySelector('script[type=module]').src.split('/')[4]")
    gone = f"**/static/{version}/views/solve.js"
    page.route(gone, lambda route: route.fulfill(status=404), times=1)
    page.route(
        server.address,
        lambda route: route.fulfill(body=route.fetch().text().replace(version, "upgraded")),
        times=1,
    )
    page.keyboard.press("ArrowRight")
    moves_made(page, 1)
    with page.expect_event("load"):
        page.locator(".tab[data-view=solve]").click()
    expect(page.locator("[data-do=solve]")).to_be_visible()
    page.locator(".tab[data-view=play]").click()
    moves_made(page, 1)
    page.route("**/views/records.js", lambda route: route.abort())  # not for that reason
    page.goto(server.address + "#/records")
    expect(page.locator(".failure")).to_be_visible()
    context.close()


# For everybody.


def test_dark_and_light(browser: Browser, server: Server) -> None:
    context = browser.new_context(color_scheme="dark", locale="en-US")
    page = context.new_page()
    visit(page, server)
    background = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    page.click("[data-do=theme]")
    assert page.evaluate(background) != dark
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    context.close()


def test_two_languages(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="vi-VN")
    page = context.new_page()
    visit(page, server, "#/play/bloxorz/1")
    expect(page.locator("[data-do=hint]")).to_contain_text("Gợi ý")
    page.click("[data-do=language]")
    expect(page.locator("[data-do=hint]")).to_contain_text("Hint")
    context.close()


def test_what_the_server_says_is_translated(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="vi-VN")
    page = context.new_page()
    visit(page, server, "#/solve/bloxorz/1")
    expect(page.locator("main")).to_contain_text("Đầy đủ: có")
    assert "Complete" not in page.inner_text("main")
    visit(page, server, "#/play/custom?level=")
    expect(page.locator(".failure")).to_contain_text("màn đã dán: không có gì trong đó")
    said = page.evaluate(
        """async () => {
            const { loadLanguage, said, saidTitle } = await import("/static/language.js");
            await loadLanguage();
            return [
                said("the boxes at row 2, column 3 and row 4, column 5 close off a part of the "
                    + "board that can never be opened"),
                said("the box at row 2, column 3 cannot be pushed, another box is behind it"),
                said("Course map 14 (Microban 4 up to symmetry)"),
                said("these moves cannot be made: r: there is a wall at row 5, column 6"),
                said("x.sok: level 2, line 3, column 2: there is a second player"),
                said("cell c is empty"),
                said("expected soft or heavy, found '-'"),
                saidTitle("Stage 3"),
                saidTitle("Sun: black and white"),
            ];
        }"""
    )
    assert said[0].startswith("các thùng ở hàng 2, cột 3 và hàng 4, cột 5 chặn")
    assert said[1] == "không đẩy được thùng ở hàng 2, cột 3, phía sau là thùng khác"
    assert said[2] == "Bản đồ môn học 14 (Microban 4, sai khác đối xứng)"
    assert said[3] == "không đi được các nước này: r: có tường ở hàng 5, cột 6"
    assert said[4] == "x.sok: màn 2, dòng 3, cột 2: có người chơi thứ hai"
    assert said[5:7] == ["ô c trống", "cần soft hoặc heavy, nhưng gặp '-'"]
    assert said[7:] == ["Màn 3", "Sun: black and white"]  # the second one is not ours
    context.close()


@pytest.mark.parametrize(
    ("view", "last"),
    [
        ("", ".section-freecell .level-card"),
        ("#/play/freecell/1", ".frame-board svg"),
        ("#/solve/bloxorz/1", ".frame-board svg"),
        ("#/compare/freecell/1", ".race-promises"),
        ("#/search/bloxorz/1", ".control-group"),
    ],
)
@pytest.mark.parametrize("language", ["en-US", "vi"])
def test_a_phone(browser: Browser, server: Server, language: str, view: str, last: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, locale=language
    )
    page = context.new_page()
    visit(page, server, view)
    expect(page.locator(last).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size({"width": 280, "height": 650})  # folded
    assert page.evaluate("document.documentElement.scrollWidth") <= 280
    context.close()


def test_long_names_fit_into_a_phone(page: Page, server: Server, tmp_path: Path) -> None:
    width = "document.documentElement.scrollWidth"
    page.set_viewport_size({"width": 320, "height": 568})
    file = tmp_path / f"{'name' * 25}.sok"
    file.write_text(f"####\n#@?#\n####\n\n#####\n#@$.#\n#####\n\nSolution/{'by' * 40}\nR\n")
    visit(page, server)
    page.set_input_files("#own-file", file)
    expect(page.locator(".own-answer .flaw")).to_contain_text("line 2, column 3")
    expect(page.locator(".own-kept")).to_be_visible()
    assert page.evaluate(width) == 320
    page.locator(".own-answer .level-card").click()
    expect(page.locator("[data-solution=right]")).to_be_visible()
    assert page.evaluate(width) == 320
    visit(page, server)
    read_own(page, f"{'#' * 60}\n#@${' ' * 55}.#\n{'#' * 60}\n")
    moves_made(page, 0)
    visit(page, server)
    expect(page.locator(".own-kept")).to_have_count(2)
    assert page.evaluate(width) == 320


def test_a_verdict_fits_into_a_folded_phone(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        locale="vi", viewport={"width": 280, "height": 650}, reduced_motion="reduce"
    )
    page = context.new_page()
    visit(page, server)
    page.fill("#own-text", "########\n#@   $.#\n########\n\n#####\n#@$.#\n#####\n")
    page.click("[data-do=own-read]")
    page.locator(".own-answer .level-card").first.click()
    expect(page.locator(".figure-optimum")).to_be_visible()
    for way in ("Right", "Left", "Right", "Right", "Right", "Right"):
        page.keyboard.press(f"Arrow{way}")
    expect(page.locator(".verdict.good")).to_contain_text("Kết quả tốt nhất của bạn")
    top = "one => one.getBoundingClientRect().top"
    assert page.locator(".verdict").evaluate(top) >= page.locator(".frame").evaluate(top)
    page.reload()  # it is solved before the optimum is known
    expect(page.locator(".verdict.good")).to_contain_text("tối ưu là 4 nước")
    context.close()


def test_a_replay_fits_into_a_folded_phone(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 280, "height": 650})
    visit(page, server, "#/replay/bloxorz/1?plan=RRDRRRD")
    expect(page.locator(".outlook-strip > *").first).to_be_visible()
    ends = "all => Math.max(...all.map(one => one.getBoundingClientRect().right))"
    assert page.locator(".replay *").evaluate_all(ends) <= 280


def test_the_buttons_below_the_panel_stand_in_one_row(page: Page, server: Server) -> None:
    open_level(page, server, "sokoban/uit/5")
    tops = "all => new Set(all.map(one => Math.round(one.getBoundingClientRect().bottom))).size"
    for width in (1280, 1000, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".panel-foot > .button").evaluate_all(tops) == 1, width


def test_a_touch_plays(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    open_level(page, server, "freecell/1941")
    move = next(one for one in plan_of("freecell/1941"))
    column = load("freecell/1941").initial.columns["1234567890".index(move.source)]
    page.touchscreen.tap(*point_on(page, f".frame-board [data-card='{column[-1]}']"))
    page.touchscreen.tap(*point_on(page, ".frame-board [data-place='a']"))
    moves_made(page, 1)
    context.close()


@pytest.mark.parametrize("level", ["", "bloxorz/1", "sokoban/uit/1", "freecell/1"])
def test_the_first_paint_is_small(page: Page, server: Server, level: str) -> None:
    """Less than 90 KB, as the browser counts what it fetched, and what the server said."""
    talk: list[int] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: talk.append(len(data))))
    if level:
        open_level(page, server, level)
    else:
        visit(page, server)
        expect(page.locator(".level-card svg").first).to_be_visible()
    fetched = page.evaluate(
        "[...performance.getEntriesByType('navigation'),"
        " ...performance.getEntriesByType('resource')]"
        ".reduce((sum, one) => sum + one.transferSize, 0)"
    )
    print(level, fetched, sum(talk))
    assert 0 < fetched + sum(talk) < 90_000


def test_the_board_is_told_in_words(page: Page, server: Server) -> None:
    open_level(page, server, "sokoban/uit/1")
    expect(page.locator("#board-words")).not_to_be_empty()
    page.click("summary:has-text('Board as text')")
    expect(page.locator(".board-text").last).to_contain_text("#    #")
    expect(page.locator("[role=application]")).to_have_attribute("tabindex", "0")

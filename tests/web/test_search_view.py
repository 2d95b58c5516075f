"""The search view in a real browser: every instrument, by pointer and by keys, forward and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from web.page_server import Server, visit

from unriddle.loading import load
from unriddle.solving import solve

ROOT = Path(__file__).resolve().parent.parent.parent
AXE = ROOT / ".venv" / "node" / "node_modules" / "axe-core" / "axe.min.js"

TEXTBOOK = [
    *("bfs", "dfs-tree", "dfs", "ids", "ucs", "greedy", "astar", "wastar", "idastar", "beam"),
    *("hill-simple", "hill-steepest", "hill", "mcts", "hybrid"),
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    assert server.stop() == 0


def look(page: Page, server: Server, rest: str) -> None:
    """Open the search view, and wait until its search is there."""
    visit(page, server, f"#/search/{rest}")
    expect(page.locator(".tree-card").first).to_be_visible()


def stands_at(page: Page, step: int) -> None:
    """Wait until this expansion is shown: the slider follows, whatever was typed elsewhere."""
    expect(page.locator("#scrub")).to_have_value(str(step))


def sentence(page: Page) -> Locator:
    return page.locator("#sentence")


def count_of(page: Page, selector: str, pattern: str) -> int:
    found = re.search(pattern, page.locator(selector).inner_text())
    assert found
    return int(found[1].replace(",", ""))


# Walking.


def test_steps_forward_and_back_show_the_same(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=astar")
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
    look(page, server, f"{level}?solver={solver}")
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
    look(page, server, "sokoban/uit/1?solver=bfs")
    page.fill("#step-number", "37")
    page.press("#step-number", "Enter")
    stands_at(page, 37)
    page.locator("#scrub").fill("12")
    stands_at(page, 12)
    page.keyboard.press("Home")
    expect(page.locator("#scrub")).to_have_value("0")


def test_to_the_next_event_of_a_kind(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=astar")
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
    look(page, server, "sokoban/uit/5?solver=bfs")
    expect(page.locator(".speed-words")).to_have_text("10 a second")
    page.locator("#speed").fill("12")
    expect(page.locator(".speed-words")).to_have_text("10,000 a second")
    page.click("[data-do=stepper-run]")
    expect(page.locator(".speed-words")).to_have_text(
        re.compile(r"10,000 a second wanted, [\d,]+ reached")
    )
    page.click("[data-do=stepper-run]")
    expect(page.locator("[data-do=stepper-run]")).to_have_text("Play")
    assert int(page.locator("#step-number").input_value()) > 0


# The instruments.


def test_the_tree_names_what_became_of_every_successor(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=astar&step=14")
    stands_at(page, 14)
    expect(page.locator(".tree-card.is-focus .tree-order")).to_have_text("#14")
    assert page.locator(".tree-card[data-fate=known]").count() > 0
    card = page.locator(".tree-card.is-waiting").first
    node = card.get_attribute("data-node")
    card.click()
    expect(page.locator(f".tree-card.is-focus[data-node='{node}']")).to_be_visible()
    expect(page.locator(".board-caption")).to_contain_text(f"node #{node}")
    stands_at(page, 14)
    page.keyboard.press("c")
    expect(page.locator(".tree-card.is-focus .tree-order")).to_have_text("#14")


def test_a_dead_end_is_shown_with_its_reason(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=astar&step=10")
    stands_at(page, 10)
    dead = page.locator(".tree-card[data-fate=dead]").first
    expect(dead).to_be_visible()
    dead.click()
    expect(page.locator(".tree-note")).to_contain_text("A dead end")
    expect(page.locator(".board-caption")).to_contain_text("box")


def test_the_open_list_is_in_the_order_in_which_it_is_taken(page: Page, server: Server) -> None:
    """What is first in the list is what the next step takes, also where the order is not by f."""
    for solver in ("astar", "bfs", "dfs", "greedy", "ucs", "ids", "idastar", "hybrid"):
        look(page, server, f"sokoban/uit/1?solver={solver}&step=20")
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
    """Between the new address and the event that tells of it, the old view may want to note its step there."""
    look(page, server, "sokoban/uit/1?solver=greedy&step=7")
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
    look(page, server, "sokoban/uit/1?solver=bfs&step=30")
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
    look(page, server, f"sokoban/uit/1?solver={solver}&step={step}")
    stands_at(page, step)
    for name in figures:
        value = page.locator(f".instrument [data-figure={name}] dd")
        expect(value).to_have_text(re.compile(r"\S"))
    if solver == "mcts":
        expect(page.locator(".mcts tbody tr").first).to_be_visible()
        expect(page.locator(".simulation")).to_contain_text("Then at random")
    if solver == "idastar":
        expect(page.locator(".bound-bar")).to_be_visible()


def test_the_line_of_the_step_is_lit(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=astar&step=3")
    lit = page.locator(".code-line.is-lit")
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("aria-current", "step")
    expect(lit.locator(".code-note")).to_have_text(re.compile(r"f = \d+ = \d+ \+ \d+"))


def test_the_path_and_the_plan_are_played(page: Page, server: Server) -> None:
    look(page, server, "bloxorz/1?solver=astar&step=5")
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
    look(page, server, "freecell/1?solver=greedy&step=10")
    stands_at(page, 10)
    expect(page.locator(".frame-board [data-card]").first).to_be_visible()
    expect(page.locator(".frame-board .been")).to_have_count(0)
    expect(page.locator(".legend")).to_be_hidden()


def test_the_heat_counts_states(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=bfs&step=1")
    expect(page.locator(".frame-board .been").first).to_be_attached()
    expect(page.locator(".legend")).to_contain_text("states expanded with the man there")
    page.keyboard.press("ArrowLeft")
    stands_at(page, 0)
    shown = "all => all.filter(one => Number(one.getAttribute('opacity')) > 0).length"
    expect(page.locator(".frame-board .waits").first).to_be_attached()
    assert page.locator(".frame-board .been").evaluate_all(shown) == 0


# Two searches.


def test_two_searches_in_step(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=astar&step=20")
    page.keyboard.press("t")
    lanes = page.locator(".lane")
    expect(lanes).to_have_count(2)
    expect(lanes.nth(0).locator(".panel-title")).to_have_text("1 · A*")
    expect(lanes.nth(1).locator(".panel-title")).to_have_text("2 · Greedy")
    stands_at(page, 20)
    page.select_option("#second-solver", "ucs")
    expect(lanes.nth(1).locator(".panel-title")).to_have_text("2 · Uniform cost")
    page.keyboard.press("ArrowRight")
    expected = [lane.locator(".figure dd").first for lane in (lanes.nth(0), lanes.nth(1))]
    for figure in expected:
        expect(figure).to_have_text("1")
    page.fill("#step-number", "60")
    page.press("#step-number", "Enter")
    page.select_option("#pair-by", "f")
    expect(expected[0]).to_have_text("60")
    f = [int(lane.locator(".figure dd").last.inner_text()) for lane in (lanes.nth(0), lanes.nth(1))]
    assert f[1] <= f[0]
    page.wait_for_url(re.compile("second=ucs.*by=f"))
    page.click("[data-do=two]")
    expect(page.locator(".bench")).to_be_visible()


# Links, files, pictures.


def test_a_link_opens_the_same_step(page: Page, browser: Browser, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=beam&set.width=7")
    page.click("[data-do=stepper-ten]")
    page.wait_for_url(re.compile("step=10"))
    there = sentence(page).inner_text()
    other = browser.new_context(locale="en-US")
    copy = other.new_page()
    copy.goto(page.url)
    stands_at(copy, 10)
    expect(copy.locator("#setting-width")).to_have_value("7")
    expect(sentence(copy)).to_have_text(there)
    other.close()


def test_a_trace_is_saved_and_opened_again(page: Page, server: Server, tmp_path: Path) -> None:
    look(page, server, "sokoban/uit/1?solver=astar")
    page.keyboard.press("End")
    expect(page.locator(".ending.good")).to_be_visible()
    steps = int(page.locator("#step-number").input_value())
    page.click(".menu summary")
    with page.expect_download() as saved:
        page.click("[data-do=trace]")
    path = tmp_path / "trace.jsonl"
    saved.value.save_as(path)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert lines[0]["format"] == "unriddle-trace"
    assert lines[0]["root"]["board"]
    assert [line["step"] for line in lines[1:-1]] == list(range(1, steps + 1))
    assert lines[-1]["end"] == "solved"
    page.fill("#step-number", "9")
    page.press("#step-number", "Enter")
    stands_at(page, 9)
    before = [sentence(page).inner_text(), page.locator(".open-list").inner_text()]
    page.set_input_files("#trace-file", path)
    expect(page.locator(".search-file")).to_contain_text("trace.jsonl")
    page.fill("#step-number", "9")
    page.press("#step-number", "Enter")
    stands_at(page, 9)
    expect(sentence(page)).to_have_text(before[0])
    assert page.locator(".open-list").inner_text() == before[1]
    expect(page.locator(".frame-board .glyph").first).to_be_visible()


def test_a_trace_of_another_program(page: Page, server: Server) -> None:
    """Only what the format asks for: a header with a root, and steps with successors."""
    lines = [
        {"format": "unriddle-trace", "version": 1, "root": {"id": 7}},
        {
            "step": 1,
            "node": 7,
            "successors": [
                {"move": "east", "fate": "new", "node": {"id": 30}},
                {"move": "west", "fate": "known", "same": 7},
            ],
        },
        {"step": 2, "node": 30, "successors": []},
    ]
    visit(page, server, "#/trace")
    expect(page.locator(".drop-here")).to_be_visible()
    transfer = page.evaluate_handle(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "mine.jsonl"));
            return transfer;
        }""",
        "\n".join(json.dumps(line) for line in lines),
    )
    page.dispatch_event(".search-view", "drop", {"dataTransfer": transfer})
    expect(page.locator(".tree-card")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(sentence(page)).to_have_text("Step 1: takes #7; 2 successors.")
    expect(page.locator(".tree-card")).to_have_count(3)
    page.keyboard.press("End")
    expect(page.locator(".board-path")).to_contain_text("east")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "no trace"),
        ('{"format": "something"}', "no trace"),
        ('{"format": "unriddle-trace", "version": 2, "root": {"id": 0}}', "another version"),
        ('{"format": "unriddle-trace", "version": 1, "root": {"id": 0}}\n{"step": 1', "line 2"),
        (
            '{"format": "unriddle-trace", "version": 1, "root": {"id": 0}}\n'
            '{"step": 1, "node": 5, "successors": []}',
            "line 2",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said(
    page: Page, server: Server, tmp_path: Path, text: str, words: str
) -> None:
    visit(page, server, "#/trace")
    (tmp_path / "bad.jsonl").write_text(text)
    page.set_input_files("#trace-file", tmp_path / "bad.jsonl")
    expect(page.locator(".toast.bad")).to_contain_text(words)


def test_pictures(page: Page, server: Server, tmp_path: Path) -> None:
    look(page, server, "sokoban/uit/1?solver=astar&step=12")
    stands_at(page, 12)
    for name in ("boardSvg", "treeSvg", "png"):
        page.click(".menu summary")
        with page.expect_download() as saved:
            page.click(f"[data-do={name}]")
        saved.value.save_as(tmp_path / name)
        content = (tmp_path / name).read_bytes()
        if name == "png":
            assert content.startswith(b"\x89PNG")
            assert len(content) > 5000
        else:
            assert content.startswith(b"<svg")
            assert b"fill=" in content
            assert b"var(--" not in content


# What the view survives.


def test_a_switch_of_the_language_keeps_the_step(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=greedy&step=15")
    stands_at(page, 15)
    page.click("[data-do=language]")
    expect(sentence(page)).to_contain_text("Lấy")
    stands_at(page, 15)
    page.keyboard.press("ArrowRight")
    stands_at(page, 16)
    assert "successor" not in page.locator("main").inner_text()


def test_its_own_tab_and_another_level(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=greedy&step=15")
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


def test_the_restart_of_the_server_is_survived(page: Page) -> None:
    server = Server()
    try:
        look(page, server, "sokoban/uit/5?solver=bfs&step=10")
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


# For everybody.


def test_a_presentation(page: Page, server: Server) -> None:
    look(page, server, "sokoban/uit/1?solver=astar&step=5")
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
    look(page, server, "sokoban/uit/1?solver=astar")
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
    look(page, server, "sokoban/uit/1?solver=astar")
    page.keyboard.press("ArrowRight")
    expect(sentence(page)).to_have_attribute("aria-live", "polite")
    assert page.locator(".board-panel [aria-live]").count() == 0  # nothing speaks beside it


def test_everything_is_in_sight_on_a_projector(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-US")
    page = context.new_page()
    look(page, server, "sokoban/uit/5?solver=astar&step=40")
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
    look(page, server, "sokoban/uit/5?solver=idastar&step=40")
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "rest",
    [
        "sokoban/uit/1?solver=astar&step=14",
        "sokoban/uit/1?solver=mcts&step=14",
        "bloxorz/1?solver=idastar&second=ids&step=5",
    ],
)
def test_axe_finds_nothing(browser: Browser, server: Server, scheme: str, rest: str) -> None:
    if not AXE.exists():
        pytest.skip("there is no axe-core: `./dev test` installs it where there is npm")
    context = browser.new_context(
        viewport={"width": 1280, "height": 720},
        locale="en-US",
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    visit(page, server, f"#/search/{rest}")
    expect(page.locator(".chart-now").first).to_be_visible()
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then(result => result.violations)")
    assert not [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]
    context.close()


def test_a_hundred_thousand_nodes_stay_in_a_small_window(
    page: Page, server: Server, tmp_path: Path
) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("w") as file:
        head = {"format": "unriddle-trace", "version": 1, "order": "queue", "root": {"id": 0}}
        print(json.dumps(head), file=file)
        for step in range(1, 50_001):
            nodes = [
                {"move": "ab"[one], "fate": "new", "node": {"id": 2 * step - 1 + one, "g": 1}}
                for one in range(2)
            ]
            print(json.dumps({"step": step, "node": step - 1, "successors": nodes}), file=file)
    visit(page, server, "#/trace")
    page.set_input_files("#trace-file", path)
    expect(page.locator(".step-of")).to_have_text("of 50,000")
    page.keyboard.press("End")
    stands_at(page, 50_000)
    assert page.locator(".tree-card").count() < 100
    expect(page.locator(".open-row")).to_have_count(50)
    assert count_of(page, ".tile-open .help", r"and ([\d,]+) more") == 50_001 - 50
    page.locator("#scrub").fill("25000")
    stands_at(page, 25_000)
    expect(page.locator(".tree-card.is-focus .tree-order")).to_have_text("#25,000")

"""What is taken out of the search view and brought into it: links, traces, pictures, animations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from web.page_server import Server, visit
from web.search_view import count_of, open_search, sentence, stands_at


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    assert server.stop() == 0


def test_a_link_opens_the_same_step(page: Page, browser: Browser, server: Server) -> None:
    open_search(page, server, "sokoban/uit/1?solver=beam&set.width=7")
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
    open_search(page, server, "sokoban/uit/1?solver=astar")
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
        {
            "format": "unriddle-trace",
            "version": 1,
            "sentences": {"none": {"en": 5}},
            "root": {"id": 7},
        },
        {
            "step": 1,
            "node": 7,
            "successors": [
                {"move": "east", "fate": "new", "node": {"id": 30}},
                {"move": "west", "fate": "known", "same": 7},
            ],
        },
        {
            "step": 2,
            "node": 30,
            "sentence": "none",
            "successors": [{"move": "loop", "fate": "new", "node": {"id": 31, "parent": 31}}],
        },
        {"step": 3, "node": 31},
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
    expect(sentence(page)).to_have_text("Step 1: takes #7; successors: 2.")
    expect(page.locator(".tree-card")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board-path")).to_contain_text("east")
    expect(sentence(page)).to_have_text("Step 2: takes #30; successors: 1.")
    page.keyboard.press("End")  # a node that is its own parent has none
    expect(sentence(page)).to_have_text("Step 3: takes #31; successors: 0.")


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
        (
            '{"format": "unriddle-trace", "version": 1, "root": {"id": 0}}\n'
            '{"step": 1, "node": 0, "instrument": {"children": [null]}}',
            "line 2",
        ),
        (
            '{"format": "unriddle-trace", "version": 1, "pseudocode": [null], "root": {"id": 0}}',
            "no trace",
        ),
        (
            '{"format": "unriddle-trace", "version": 1, "title": {"en": 1}, "root": {"id": 0}}',
            "no trace",
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
    open_search(page, server, "sokoban/uit/1?solver=astar&step=12")
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


def test_steps_as_an_animation_and_as_a_page(page: Page, server: Server, tmp_path: Path) -> None:
    open_search(page, server, "sokoban/uit/1?solver=astar&step=12")
    stands_at(page, 12)
    for kind in ("gif", "html"):
        page.click(".menu summary")
        page.click(f"[data-do={kind}]")
        page.fill("#stretch-first", "5")
        with page.expect_download() as saved:
            page.click("[data-do=stretch-save]")
        assert saved.value.suggested_filename == f"sokoban-uit-1-astar-5-12.{kind}"
        saved.value.save_as(tmp_path / f"steps.{kind}")
    with Image.open(tmp_path / "steps.gif") as image:
        assert getattr(image, "n_frames", 1) == 8
    words = sentence(page).inner_text()
    page.goto((tmp_path / "steps.html").as_uri())
    page.keyboard.press("End")
    expect(page.locator("#where")).to_have_text("8 / 8")
    expect(page.locator("#sentence")).to_have_text(words)
    page.click("#play")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#where")).to_have_text("3 / 8")


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
    expect(page.locator(".tree-card.is-focus .tree-order")).to_have_text("25,000.")

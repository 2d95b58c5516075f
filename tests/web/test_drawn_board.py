"""The board that any new puzzle has on the page: its picture, and its moves as buttons and keys."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from recipes.program import make_program

RUSH_HOUR = Path(__file__).resolve().parents[2] / "examples" / "own_puzzle.py"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server of a program with a new puzzle is."""
    program = make_program(tmp_path_factory.mktemp("program"))
    server = subprocess.Popen(
        [sys.executable, "-m", "unriddle", "serve", "--port", "0", "--with", str(RUSH_HOUR)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=program.environment,
        cwd=program.folder,
    )
    assert server.stdout is not None
    yield server.stdout.readline().strip()
    server.send_signal(signal.SIGINT)
    try:
        assert server.wait(300) == 0
    finally:
        server.kill()
        server.stdout.close()


def made(page: Page) -> list[str]:
    return page.locator(".moves .move").all_text_contents()[1:]


def test_it_is_in_the_gallery(page: Page, address: str) -> None:
    page.goto(address)
    section = page.locator(".section-frogs")
    expect(section.locator("h2")).to_have_text("Frogs")
    expect(section.locator(".level-card")).to_have_count(5)
    expect(section.locator(".level-card svg text").first).to_have_text("F")
    section.locator(".level-card").nth(1).click()
    expect(page.locator(".frame .board-drawn, .frame-board.board-drawn")).to_be_visible()


def test_moves_are_clicked_typed_and_hinted(page: Page, address: str) -> None:
    page.goto(f"{address}#/play/frogs/4")
    buttons = page.locator(".drawn-move")
    expect(buttons).to_have_text(["4", "5", "7", "8"])
    page.locator(".drawn-move", has_text="5").click()
    expect(page.locator(".moves .move")).to_have_count(2)
    expect(page.locator("#board-words")).to_contain_text(
        "F F F F _ F T T T T T", use_inner_text=False
    )
    page.locator('[data-do="hint"]').click()
    good = page.locator(".drawn-hint")
    expect(good).to_have_count(1)
    move = good.text_content()
    page.keyboard.press(str(move))
    expect(page.locator(".moves .move")).to_have_count(3)
    assert made(page) == ["5", move]
    page.keyboard.press("Backspace")
    expect(page.locator(".moves .move")).to_have_count(2)
    page.keyboard.press("Shift+Backspace")
    expect(page.locator(".moves .move")).to_have_count(3)
    expect(page.locator(".outlook")).to_contain_text("Yes")
    page.reload()  # the moves are in the address, with blanks between them
    expect(page.locator(".moves .move")).to_have_count(3)


def test_a_number_of_two_digits_is_typed(page: Page, address: str) -> None:
    page.goto(f"{address}#/play/frogs/4?moves=5+7+8+6+4+3+5+7+9")
    buttons = page.locator(".drawn-move")
    expect(buttons.first).to_be_visible()
    shown = buttons.all_text_contents()
    assert "10" in shown
    assert "1" not in shown
    page.keyboard.press("1")
    expect(page.locator(".drawn-typed")).to_have_text("1")
    page.keyboard.press("0")
    expect(page.locator(".moves .move")).to_have_count(11)


def test_the_keyboard_alone_chooses_from_the_list(page: Page, address: str) -> None:
    page.goto(f"{address}#/play/frogs/1")
    page.locator(".drawn-move", has_text="1").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".moves .move")).to_have_count(2)
    expect(page.locator(".drawn-move:focus")).to_have_text("3")
    page.keyboard.press("Enter")
    expect(page.locator(".drawn-move:focus")).to_have_text("2")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict.good")).to_be_visible()
    expect(page.locator(".drawn-moves")).to_be_hidden()


def test_it_is_solved_replayed_searched_and_compared(page: Page, address: str) -> None:
    page.goto(f"{address}#/solve/frogs/3")
    page.locator('[data-do="solve"]').click()
    expect(page.locator('[data-status="solved"]')).to_be_visible()
    page.locator('[data-do="replay-last"]').click()
    expect(page.locator("#board-words")).to_contain_text("T")
    expect(page.locator(".replay-where")).to_have_text("move 15 of 15")
    page.locator('[data-view="search"]').click()
    page.locator('[data-do="stepper-ten"]').click()
    expect(page.locator("#step-number")).to_have_value("10")
    expect(page.locator(".legend")).to_be_hidden()
    page.locator('[data-view="compare"]').click()
    page.locator('[data-do="race"]').click()
    row = page.locator('tr[data-solver="astar"][data-status="solved"]')
    expect(row).to_be_visible()
    row.locator("button").click()
    expect(page.locator(".replay-area svg.board text").first).to_be_visible()


def test_a_search_without_a_twin_says_its_engine(page: Page, address: str) -> None:
    page.goto(f"{address}#/solve/sokoban/uit/1")
    page.select_option("#solver", "enforced")
    page.locator('[data-do="solve"]').click()
    expect(page.locator('[data-status="solved"]')).to_be_visible()
    if page.locator('#engine option[value="native"]').count():
        note = page.locator('.ending [data-note="engine"]')
        expect(note).to_have_text(
            "Engine: python (the native engine has no search named enforced)."
        )


def test_a_puzzle_of_a_users_file_has_its_board_and_its_optimum(page: Page, address: str) -> None:
    page.goto(f"{address}#/play/rush/1")
    expect(page.locator(".drawn-move")).to_have_text(["Av"])
    page.locator(".drawn-move", has_text="Av").click()
    expect(page.locator(".moves .move")).to_have_count(2)
    expect(page.locator(".board-drawn").first).to_contain_text("XXA")

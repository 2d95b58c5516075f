"""The player, operated in Chromium as a page of its own and inside of another one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pictures.samples import HOSTILE, DrawnLamps, hostile, solved
from playwright.sync_api import Browser, Page, expect

import unriddle
from unriddle.core import BadInput, replay
from unriddle.pictures import board_of
from unriddle.pictures.player import MOST_MOVES, Player, follow, player
from unriddle.pictures.shapes import Piece

LEVELS = ["bloxorz/8", "sokoban/uit/5", "freecell/1"]


def player_of(level: str, **options: Any) -> Player:
    puzzle, plan = solved(level)
    states = replay(puzzle, plan).states
    return player(board_of(puzzle, states), states, plan, title=level, **options)


def open_page(page: Page, html: str, tmp_path: Path) -> list[str]:
    """Open it as a file; returns the addresses that it asks for, which grow."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    file = tmp_path / "player.html"
    file.write_text(html, "utf-8")
    page.goto(file.as_uri())
    return asked


def shown(page: Page) -> list[tuple[str, str]]:
    """What the board shows: the drawing of each piece and where it is, in their order."""
    found: list[tuple[str, str]] = page.evaluate(
        """() => [...document.querySelectorAll("#pieces use")].map(
            (use) => [document.querySelector(use.getAttribute("href")).innerHTML,
                      use.style.transform])"""
    )
    return [(drawing, place.replace(" ", "")) for drawing, place in found]


def expected(level: str, step: int) -> list[str]:
    """Where the pieces should be after so many moves."""
    puzzle, plan = solved(level)
    states = replay(puzzle, plan).states
    pieces = board_of(puzzle, states).pieces(states[step], None)
    return [f"translate({piece.x:g}px,{piece.y:g}px)" for piece in pieces]


@pytest.mark.parametrize("level", LEVELS)
def test_it_is_operated_by_buttons_keys_and_slider(page: Page, tmp_path: Path, level: str) -> None:
    asked = open_page(page, player_of(level).html, tmp_path)
    _, plan = solved(level)
    end = len(plan)
    where, slider = page.locator("#where"), page.locator("#slider")
    expect(where).to_have_text(f"Move 0 of {end}")
    first = shown(page)
    assert page.get_by_label("One move back").is_disabled()
    page.get_by_label("One move on").click()
    expect(where).to_have_text(f"Move 1 of {end}: {plan[0]}")
    assert shown(page) != first
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"Move 2 of {end}: {plan[1]}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text(f"Move 0 of {end}")
    assert shown(page) == first
    page.keyboard.press("End")
    expect(where).to_have_text(f"Move {end} of {end}: {plan[-1]}")
    assert page.get_by_label("One move on").is_disabled()
    last = shown(page)
    slider.fill("3")
    expect(where).to_have_text(f"Move 3 of {end}: {plan[2]}")
    page.get_by_label("To the end").click()
    assert shown(page) == last
    page.keyboard.press("Home")
    assert shown(page) == first
    assert slider.input_value() == "0"
    assert len(asked) == 1, asked


@pytest.mark.parametrize("level", LEVELS)
def test_every_way_to_a_position_shows_the_same(page: Page, tmp_path: Path, level: str) -> None:
    """By single steps, by jumps, and back: pieces, their places and their order."""
    open_page(page, player_of(level).html, tmp_path)
    end = len(solved(level)[1])
    slider = page.locator("#slider")
    by_steps = []
    for step in range(end + 1):
        by_steps.append(shown(page))
        places = [place for _, place in by_steps[-1]]
        assert sorted(places) == sorted(expected(level, step))
        page.keyboard.press("ArrowRight")
    for step in (end, 0, end // 2, 1, end):
        slider.fill(str(step))
        assert sorted(shown(page)) == sorted(by_steps[step])
    for step in reversed(range(end)):
        page.keyboard.press("ArrowLeft")
        assert sorted(shown(page)) == sorted(by_steps[step])


def test_it_plays_to_the_end_and_pauses(page: Page, tmp_path: Path) -> None:
    open_page(page, player_of("bloxorz/1", seconds=0.02).html, tmp_path)
    end = len(solved("bloxorz/1")[1])
    where = page.locator("#where")
    page.get_by_label("Play", exact=True).click()
    expect(where).to_have_text(re.compile(f"Move {end} of {end}"))
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    expect(where).to_have_attribute("aria-live", "polite")


def test_space_plays_and_pauses(page: Page, tmp_path: Path) -> None:
    open_page(page, player_of("bloxorz/1", seconds=30).html, tmp_path)
    page.locator("#board").focus()
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    expect(page.locator("#where")).to_have_text(re.compile("Move 0 of"))


def test_cards_that_were_moved_cover_those_that_were_not(page: Page, tmp_path: Path) -> None:
    """At every step, forward and back, a card lies above all that are higher up its column."""
    open_page(page, player_of("freecell/1").html, tmp_path)
    end = len(solved("freecell/1")[1])
    for key in ["ArrowRight"] * end + ["ArrowLeft"] * end:
        page.keyboard.press(key)
        columns: dict[str, list[float]] = {}
        for _, place in shown(page):
            x, y = re.findall(r"[-\d.]+", place)
            columns.setdefault(x, []).append(float(y))
        for heights in columns.values():
            below = [height for height in heights if height > 100]
            assert below == sorted(below)


def test_many_fit_on_one_page(page: Page, tmp_path: Path) -> None:
    """In frames, so that their ids and their keys do not clash."""
    frames = "".join(player_of(level).frame for level in LEVELS[:2])
    asked = open_page(page, f"<!doctype html><title>two</title>{frames}", tmp_path)
    one, other = page.frame_locator("iframe >> nth=0"), page.frame_locator("iframe >> nth=1")
    one.get_by_label("One move on").click()
    expect(one.locator("#where")).to_have_text(re.compile("Move 1 of 11"))
    expect(other.locator("#where")).to_have_text("Move 0 of 20")
    assert {address for address in asked if not address.startswith("about:")} == {page.url}
    for frame in (one, other):
        bar = frame.locator(".words").bounding_box()
        around = frame.locator("html").bounding_box()
        assert bar
        assert around
        assert bar["y"] + bar["height"] <= around["y"] + around["height"]


@pytest.mark.parametrize("theme", ["auto", "dark", "light"])
def test_it_follows_the_theme(browser: Browser, tmp_path: Path, theme: str) -> None:
    file = tmp_path / "player.html"
    file.write_text(player_of("bloxorz/1", theme=theme).html, "utf-8")
    colours = []
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(file.as_uri())
        colours.append(page.evaluate("getComputedStyle(document.body).color"))
        context.close()
    assert (colours[0] != colours[1]) == (theme == "auto")


def test_it_fits_a_phone(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "player.html"
    file.write_text(player_of("freecell/1").html, "utf-8")
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_without_scripts_the_first_position_is_seen(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "player.html"
    file.write_text(player_of("sokoban/uit/5").html, "utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("#pieces use").count() == 4
    context.close()


def test_a_hostile_title_stays_a_title(page: Page, tmp_path: Path) -> None:
    puzzle = hostile()
    html = unriddle.export(puzzle, "R", to="html")
    assert isinstance(html, str)
    page.on("dialog", lambda dialog: pytest.fail("a script of the title ran"))
    open_page(page, html, tmp_path)
    assert page.title() == HOSTILE
    expect(page.locator(".words b")).to_have_text(HOSTILE)
    expect(page.locator("#where")).to_have_text("Move 0 of 1")
    assert page.locator("script").count() == 2
    view = unriddle.view(puzzle, plan="R").bundle()["text/html"]
    open_page(page, view, tmp_path)
    expect(page.frame_locator("iframe").locator(".words b")).to_have_text(HOSTILE)


def test_a_hostile_move_stays_a_move(page: Page, tmp_path: Path) -> None:
    puzzle, _ = solved("bloxorz/1")
    states = [puzzle.initial] * 2
    html = player(board_of(puzzle, states), states, [f"</script>{HOSTILE}"]).html
    plan = re.search(r'id="plan">(.*?)</script>', html)
    assert plan
    assert json.loads(plan[1])["moves"] == [f"</script>{HOSTILE}"]
    open_page(page, html, tmp_path)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_have_text(f"Move 1 of 1: </script>{HOSTILE}")


def test_a_puzzle_of_a_user(page: Page, tmp_path: Path) -> None:
    puzzle = DrawnLamps()
    states = replay(puzzle, [0, 1, 2]).states
    open_page(page, player(board_of(puzzle, states), states, [0, 1, 2]).html, tmp_path)
    page.keyboard.press("End")
    assert page.locator("#pieces use").count() == 9


def test_a_piece_that_moves_keeps_its_number() -> None:
    box, other = Piece("box", "box", 1, 1), Piece("box", "box", 5, 1)
    moved = box._replace(x=2, sprite="box-home")
    card = Piece("KH", "KH", 0, 0)
    before = follow({}, [box, other])
    assert before == {0: box, 1: other}
    assert follow(before, [other, moved]) == {0: moved, 1: other}
    assert follow(before, [card, other]) == {1: other, 2: card}


def test_a_plan_of_too_many_moves_is_refused() -> None:
    puzzle, _ = solved("bloxorz/1")
    with pytest.raises(BadInput, match="at most 100,000 moves"):
        player(board_of(puzzle, [puzzle.initial]), [], ["L"] * (MOST_MOVES + 1))

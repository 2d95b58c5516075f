"""Records on the page: to what they belong, what does not count, and who may write them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from records.test_record import pasted, solved
from starlette.testclient import TestClient
from web.page_client import HERE, HOME
from web.page_client import Page as Talk
from web.page_server import Server, visit

from unriddle.loading import load
from unriddle.records import Store, write_export
from unriddle.solving import solve
from unriddle.web import limits
from unriddle.web.server.app import build

OWN = "######\n#@$ .#\n######\n"


def post(client: TestClient, path: str, content: Any) -> Any:
    return client.post(path, content=json.dumps(content), headers={"origin": HOME}).json()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_games_are_replayed_before_they_are_kept(data: Path) -> None:
    true, forged = solved(pasted()), replace(solved(pasted()), id="2", cost=0)
    with TestClient(build(), base_url=HOME) as client:
        games = [true.as_json(), forged.as_json(), 7]
        answer = post(client, "/api/records", {"games": games})
        assert [one["id"] for one in answer["games"]] == ["1"]
        assert len(answer["refused"]) == 2
        kept = client.get("/api/records").json()
    assert [one["id"] for one in kept["games"]] == ["1"]
    assert Store().games() == [true]


@pytest.mark.parametrize("path", ["records", "statistics"])
@pytest.mark.parametrize("one", ["{}", "0"])
def test_only_so_many_games_are_read(data: Path, path: str, one: str) -> None:
    with TestClient(build(), base_url=HOME) as client:
        for number in (limits.GAMES + 1, 300_000):
            body = f'{{"games": [{",".join([one] * number)}]}}'
            answer = client.post(f"/api/{path}", content=body, headers={"origin": HOME})
            assert (answer.status_code, len(answer.content) < 1000) == (422, True)


def test_strangers_write_no_records(data: Path) -> None:
    """A server that others reach neither tells nor keeps any; the page still plays."""
    mine = solved(pasted())
    Store().keep([mine])
    with TestClient(build(open_to_others=True), base_url=HOME) as client:
        assert client.get("/api/records?all=1").json()["games"] == []
        theirs = replace(mine, id="theirs").as_json()
        answer = post(client, "/api/records", {"games": [theirs]})
        assert (answer["kept"], len(answer["games"])) == (False, 1)  # checked, for their browser
        odd = {**theirs, "began": "9999-12-31T23:59:59Z"}
        figures = post(client, "/api/statistics", {"games": [theirs, odd]})["statistics"]
        assert [(one["puzzle"], one["won"]) for one in figures] == [("sokoban", 1)]
        with client.websocket_connect("/socket", headers=HERE | {"origin": HOME}) as socket:
            page = Talk(socket)
            page.ask("open", text=OWN)
            page.ask("move", move="r")
            assert page.ask("move", move="r")["record"]["solved"]
    assert Store().games() == [mine]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    before = os.environ["XDG_DATA_HOME"]
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("records"))
    server = Server()
    yield server
    assert server.stop() == 0
    os.environ["XDG_DATA_HOME"] = before


def open_level(page: Page, server: Server, fragment: str) -> None:
    visit(page, server, "#/")
    expect(page.locator(".gallery")).to_be_visible()  # no board is left that could be taken for it
    visit(page, server, fragment)
    expect(page.locator(".frame-board svg").first).to_be_visible()


def press(page: Page, moves: str) -> None:
    keys = {"l": "ArrowLeft", "r": "ArrowRight", "u": "ArrowUp", "d": "ArrowDown"}
    listed = page.locator(".panel-moves .move")
    made = listed.count()
    for number, move in enumerate(moves, start=1):
        page.keyboard.press(keys[move])
        expect(listed).to_have_count(max(made, 1) + number)


def test_the_records_of_the_page_are_true(page: Page, server: Server) -> None:
    own, aided = page.locator("[data-best=own]"), page.locator("[data-best=aided]")
    # By pushes, with walks that cost nothing; the record by moves is another one.
    result = solve(load("sokoban/uit/1"))
    assert result.plan is not None
    plan = "".join(map(str, result.plan)).lower()
    open_level(page, server, "#/play/sokoban/uit/1?rule.cost=pushes")
    press(page, plan)
    expect(own).to_contain_text("6 pushes (12")  # at once, without a reload
    visit(page, server, "#/play/sokoban/uit/1")
    expect(page.locator(".figure-optimum dd")).to_have_text("12 moves")
    expect(own).to_contain_text("not solved yet")

    # A link with the solution is nobody's best.
    visit(page, server, "")
    visit(page, server, f"#/play/sokoban/uit/1?moves={plan}")
    expect(page.locator(".verdict.good")).to_be_visible()
    expect(own).to_contain_text("not solved yet")
    expect(aided).to_have_count(0)

    # A hint is told, and a new start is one's own.
    open_level(page, server, "#/play/bloxorz/1")
    page.click("[data-do=hint]")
    expect(page.locator(".bests")).to_contain_text("This game has help: a hint")
    press(page, "rrdrrrd")
    expect(aided).to_contain_text("With help (a hint) 7 moves")
    expect(page.locator(".verdict.good")).to_contain_text("best result with help so far (a hint)")
    expect(own).to_contain_text("not solved yet")
    page.click("[data-do=restart]")
    expect(page.locator(".panel-moves .move")).to_have_count(1)  # the start
    press(page, "rrdr")
    page.reload()  # the moves in the address are still one's own
    expect(page.locator(".figure-main dd")).to_have_text("4")
    press(page, "rrd")
    expect(own).to_contain_text("7 moves")

    # Its plan is there.
    own.get_by_role("button").click()
    expect(page.locator(".replay-where")).to_have_text("move 0 of 7")
    page.click("[data-do=replay-last]")
    expect(page.locator(".replay-where")).to_have_text("move 7 of 7")

    # Addresses that somebody mistyped are told.
    for address, problem in (
        ("#/replay/bloxorz/1?plan=RRRR", "these moves cannot be made"),
        ("#/play/%E0%A4%A", "there is no level '%E0%A4%A'"),
    ):
        visit(page, server, address)
        expect(page.locator("main")).to_contain_text(problem)

    # Taken along, and brought to another browser; what is forged is refused.
    visit(page, server, "#/records")
    expect(page.locator(".records")).to_contain_text("Kept on this machine")
    words_fit = "one => one.scrollWidth <= one.clientWidth"
    assert page.locator("[data-do=replay-record]").first.evaluate(words_fit)
    with page.expect_download() as download:
        page.click("[data-do=export-records]")
    games = json.loads(Path(download.value.path()).read_text("utf-8"))["games"]
    assert {(one["name"], tuple(one["help"])) for one in games if one["solved"]} == {
        ("sokoban/uit/1", ()),
        ("bloxorz/1", ("hint",)),
        ("bloxorz/1", ()),
    }


def test_a_win_that_is_looked_at_again_is_no_second_win(page: Page, server: Server) -> None:
    won = "Object.values(JSON.parse(localStorage['unriddle.records'])).filter(one => one.solved)"
    visit(page, server)
    page.fill("#own-text", "##########\n#@   $  .#\n##########\n")
    page.click("[data-do=own-read]")
    own = page.locator("[data-best=own]")
    expect(own).to_contain_text("not solved yet")
    press(page, "rlrrrrr")
    page.keyboard.press("ArrowRight")
    expect(own).to_contain_text("8 moves")
    count = page.evaluate(f"{won}.length")
    page.reload()
    expect(page.locator(".verdict.good")).to_be_visible()
    page.keyboard.press("Shift+Z")
    expect(page).to_have_url(re.compile("moves=rlrrrRR$"))
    page.reload()
    expect(page.locator(".figure-main dd")).to_have_text("7")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict.good")).to_be_visible()
    assert page.evaluate(f"{won}.length") == count
    page.click("[data-do=restart]")  # another game
    expect(page.locator(".figure-main dd")).to_have_text("0")
    page.reload()
    expect(own).to_contain_text("8 moves")
    press(page, "rrrrrr")
    expect(own).to_contain_text("6 moves")
    assert page.evaluate(f"{won}.length") == count + 1


def test_help_counts_until_a_restart(page: Page, server: Server) -> None:
    helped = page.locator(".bests .help")

    def restart() -> None:
        page.click("[data-do=restart]")
        expect(helped).to_have_count(0)

    # A hint before the first move, over a reload and a look at another level.
    open_level(page, server, "#/play/bloxorz/1")
    page.click("[data-do=hint]")
    expect(helped).to_contain_text("a hint")
    page.reload()
    expect(helped).to_contain_text("a hint")
    page.keyboard.press("PageDown")
    expect(page).to_have_title(re.compile("Bloxorz 2"))
    expect(helped).to_have_count(0)
    page.keyboard.press("PageUp")
    expect(helped).to_contain_text("a hint")
    restart()
    # A solver after moves of one's own.
    press(page, "rr")
    page.click("[data-view=solve]")
    page.click("[data-do=solve]")
    expect(page.locator(".replay-where")).to_be_visible()
    page.click("[data-view=play]")
    expect(helped).to_contain_text("a solver")
    page.reload()
    expect(helped).to_contain_text("a solver")
    restart()
    # A search that is led to its end, and looked at again; before its end it shows no solution.
    page.click("[data-view=search]")
    expect(page.locator("#sentence")).not_to_be_empty()
    page.click("[data-view=play]")
    expect(page.locator("[data-do=restart]")).to_be_visible()
    expect(helped).to_have_count(0)
    page.click("[data-view=search]")
    expect(page.locator("#sentence")).not_to_be_empty()
    page.keyboard.press("End")
    for _ in range(2):
        expect(page.locator("[data-status=solved]")).to_be_visible()
        page.click("[data-view=play]")
        expect(helped).to_contain_text("a solver")
        restart()
        page.click("[data-view=search]")


def test_the_way_back_in_the_browser_leaves_the_game_as_it_is(page: Page, server: Server) -> None:
    helped, count = page.locator(".bests .help"), page.locator(".figure-main dd")
    open_level(page, server, "#/play/bloxorz/2")
    press(page, "uu")
    page.click("[data-view=solve]")
    expect(page.locator("[data-do=solve]")).to_be_visible()
    page.click("[data-view=play]")
    expect(count).to_have_text("2")
    press(page, "r")
    page.go_back()
    expect(page).to_have_url(re.compile("#/solve/bloxorz/2[?]moves=UUR$"))
    page.go_back()
    expect(count).to_have_text("3")
    expect(helped).to_have_count(0)
    # Another level comes between.
    page.keyboard.press("PageDown")
    expect(page).to_have_title(re.compile("Bloxorz 3"))
    page.go_back()
    expect(count).to_have_text("3")
    expect(helped).to_have_count(0)
    # Two links are two places.
    visit(page, server, "#/play/bloxorz/2?moves=u")
    expect(count).to_have_text("1")
    visit(page, server, "#/play/bloxorz/2?moves=ur")
    expect(count).to_have_text("2")
    page.go_back()
    expect(count).to_have_text("1")
    expect(helped).to_contain_text("moves of others")


def test_moves_that_a_link_shows_help(page: Page, server: Server) -> None:
    helped = page.locator(".bests .help")
    open_level(page, server, "#/play/bloxorz/3")
    press(page, "r")
    page.click("[data-do=replay-game]")
    for _ in range(2):
        expect(page.locator(".replay-where")).to_have_text("move 0 of 1")
        page.reload()  # they are still the player's own
    page.click("[data-do=to-level]")
    expect(page.locator("[data-do=hint]")).to_be_visible()
    expect(helped).to_have_count(0)
    open_level(page, server, "#/replay/bloxorz/3?plan=rd")
    expect(page.locator(".replay-where")).to_have_text("move 0 of 2")
    page.click("[data-do=to-level]")
    expect(helped).to_contain_text("moves of others")


def test_a_browser_that_keeps_much_still_takes_the_best_games(page: Page, server: Server) -> None:
    long = solved(pasted(), id="long").as_json() | {"key": "long", "plan": "r" * 2_000_000}
    first = {**long, "id": "first", "key": "first", "plan": "r", "solved": False, "kept": True}
    games = {"long": {**long, "kept": True}, "first": first}
    visit(page, server)
    page.evaluate("games => localStorage.setItem('unriddle.records', games)", json.dumps(games))
    page.reload()
    page.fill("#own-text", "########\n#@$   .#\n########\n")
    page.click("[data-do=own-read]")
    own = page.locator("[data-best=own]")
    expect(own).to_contain_text("not solved yet")
    press(page, "rrrr")
    expect(own).to_contain_text("4 moves")
    kept = json.loads(page.evaluate("localStorage.getItem('unriddle.records')"))
    assert "long" in kept
    assert "first" not in kept  # it was not won


def test_a_browser_alone_counts_all_that_it_keeps(page: Page, server: Server) -> None:
    alone = {"kept": False, "games": [], "problem": "", "statistics": []}
    page.route("**/api/records", lambda route: route.fulfill(json=alone))
    one = solved(pasted()).as_json() | {"kept": True}
    count = 990_000 // len(json.dumps(one))
    games = {str(n): {**one, "id": str(n), "level": f"{n:064}"} for n in range(count)}
    visit(page, server)
    page.evaluate("games => localStorage.setItem('unriddle.records', games)", json.dumps(games))
    page.reload()
    visit(page, server, "#/records")
    expect(page.locator(".records table").first).to_contain_text(f"{count:,}")


def test_a_browser_that_keeps_nothing_still_tells_the_best_game(page: Page, server: Server) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('forbidden'); }")
    visit(page, server)
    page.fill("#own-text", "##########\n#@  $  .#\n##########\n")
    page.click("[data-do=own-read]")
    expect(page.locator("#toasts")).to_contain_text("cannot keep the level")
    own = page.locator("[data-best=own]")
    expect(own).to_contain_text("not solved yet")
    press(page, "rrrrr")
    expect(own).to_contain_text("5 moves")
    page.keyboard.press("m")
    expect(page.locator("[data-do=sound]")).to_have_attribute("aria-pressed", "true")


def test_pasted_levels_are_kept_apart_and_forged_games_refused(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    context = browser.new_context(locale="en-US", reduced_motion="reduce")
    page = context.new_page()
    own = page.locator("[data-best=own]")
    for text, moves in ((OWN, "rr"), ("#######\n#@$  .#\n#######\n", "rrr")):
        visit(page, server, "")
        expect(page.locator(".section-freecell .level-card").first).to_be_visible()
        page.fill("#own-text", text)
        page.click("[data-do=own-read]")
        expect(own).to_contain_text("not solved yet")
        press(page, moves)
        expect(own).to_contain_text(f"{len(moves)} moves")
    true = solved(pasted(), id="file")
    forged = replace(true, id="forged", name="forged", cost=0, counts={"move": 0, "push": 1})
    path = tmp_path / "games.json"
    path.write_text(write_export([true, forged]))
    visit(page, server, "#/records")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".records-outcome")).to_contain_text("Games taken: 1")
    expect(page.locator(".records-outcome")).to_contain_text("Refused: forged")
    # A level of a pack that was played from elsewhere is that level.
    second = solved(load("sokoban/uit/2"), "UUrrddrUU", id="elsewhere")
    path.write_text(write_export([replace(second, name="mine.sok#2")]))
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".records-outcome")).not_to_contain_text("Refused")
    visit(page, server, "")
    done = page.locator(".section-sokoban .level-card-solved")
    expect(done.last).to_have_attribute("data-level", "sokoban/uit/2")
    expect(page.locator(".section-sokoban")).to_contain_text(f"{done.count()} of 18 solved")
    context.close()


def test_a_win_in_one_tab_is_told_in_the_other(page: Page, server: Server) -> None:
    visit(page, server)
    page.fill("#own-text", "########\n#@  $ .#\n########\n")  # a level that no other test plays
    page.click("[data-do=own-read]")
    expect(page.locator(".bests").first).to_contain_text("not solved yet")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(".frame-board svg").first).to_be_visible()
    press(other, "rrrr")
    expect(other.locator(".verdict.good")).to_be_visible()
    expect(page.locator(".bests").first).to_contain_text("4 moves")


def test_a_win_in_the_terminal_is_told_when_the_player_comes_back(
    page: Page, server: Server
) -> None:
    open_level(page, server, "#/play/sokoban/uit/3")
    own = page.locator("[data-best=own]")
    expect(own).to_contain_text("not solved yet")
    level = load("sokoban/uit/3")
    plan = solve(level).plan
    assert plan is not None
    Store().keep([solved(level, "".join(map(str, plan)), id="terminal")])
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(own).to_contain_text(f"{len(plan)} moves")


def test_only_the_time_with_the_player_counts(page: Page, server: Server) -> None:
    def clock() -> int:
        minutes, seconds = page.locator(".clock").inner_text().split(":")
        return 60 * int(minutes) + int(seconds)

    page.clock.install()
    open_level(page, server, "#/play/sokoban/uit/7")
    press(page, "u")
    page.clock.run_for(100_000)
    assert clock() >= 90
    page.reload()  # what was thought about since the last move is not lost
    expect(page.locator(".figure-main dd")).to_have_text("1")
    thought = clock()
    assert 90 <= thought < 500
    page.click("[data-view=solve]")
    expect(page.locator("[data-do=solve]")).to_be_visible()
    page.clock.run_for(1_000_000)
    page.click("[data-view=play]")
    expect(page.locator(".figure-main dd")).to_have_text("1")
    assert clock() < 900
    page.keyboard.press("PageDown")
    expect(page).to_have_title(re.compile("Sokoban 8"))
    expect(page.locator(".clock")).to_have_text("0:00")
    page.go_back()
    expect(page.locator(".figure-main dd")).to_have_text("1")
    assert clock() >= 90

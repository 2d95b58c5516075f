"""The talk between page and server: games, hints, searches, solutions, and their limits."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from faulty_rules import TOLD, load_faulty_rules
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from web.browser_workers import in_a_browser
from web.page_client import Page, page, server

from unriddle import plugins
from unriddle.catalog import PUZZLES
from unriddle.core import replay
from unriddle.loading import load
from unriddle.solving import choose
from unriddle.web import limits
from unriddle.web.runs import _content_soon

PATIENCE = 300
"""Seconds after which something that should have happened is a failure."""

HARD = "freecell/1"
SLOW = {"solver": "ids", "limits": {"seconds": 300}}
"""Iterative deepening needs hours for a deal, and next to no memory."""


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with server() as client:
        yield client


@pytest.fixture(params=["server", "browser"])
def talk(request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page with a server, and one whose messages a worker of its browser answers."""
    if request.param == "server":
        with page(request.getfixturevalue("client")) as talk:
            yield talk
    else:
        with in_a_browser() as talk:
            yield talk


def eventually(is_true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if is_true():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("level", ["bloxorz/1", "sokoban/uit/1", "freecell/164"])
def test_a_game_from_the_first_move_to_the_last(talk: Page, level: str) -> None:
    opened = talk.ask("open", id=level)
    assert opened["type"] == "opened"
    assert not opened["solved"]
    ended = talk.ask("solve", run="r")
    assert ended["status"] == "solved"
    for index, move in enumerate(ended["plan"]):
        position = talk.ask("move", move=move)
        assert position["type"] == "position"
        assert len(position["moves"]) == index + 1
        assert [step["move"] for step in position["steps"]] == [move]
        assert position["steps"][-1]["state"] == position["state"]
    assert position["solved"]
    assert position["counts"] == ended["counts"]
    back = talk.ask("restart")
    assert back["state"] == opened["state"]
    assert back["canRedo"]
    assert talk.ask("jump", count=2)["moves"] == ended["plan"][:2]
    assert talk.ask("undo", single=True)["moves"] == ended["plan"][:1]
    assert talk.ask("redo", single=True)["moves"] == ended["plan"][:2]


def test_the_scene_of_every_puzzle_says_all_that_is_drawn(talk: Page) -> None:
    opened = talk.ask("open", id="bloxorz/8")
    assert opened["level"]["rows"][4] == "####1#...####!#"
    assert opened["state"] == {"block": [[4, 1], [4, 1]], "split": False, "on": []}
    opened = talk.ask("open", id="sokoban/uit/1")
    assert opened["state"] == {"player": [4, 1], "boxes": [[3, 2], [3, 3]]}
    opened = talk.ask("open", id="freecell/1")
    assert opened["level"] == {"columns": 8, "cells": 4, "autoplay": "raymond"}
    assert opened["state"]["columns"][0] == ["JD", "KD", "2S", "4C", "3S", "6D", "6S"]
    assert opened["state"]["home"] == {"C": 0, "D": 0, "H": 0, "S": 0}


def test_a_move_that_loses_says_why_and_can_be_taken_back(talk: Page) -> None:
    talk.ask("open", id="bloxorz/1")
    lost = talk.ask("move", move="L")
    assert lost["lost"]
    assert lost["legal"] == []
    assert lost["fall"]["move"] == "L"
    assert lost["fall"]["fell"]
    assert talk.ask("outlook")["solvable"] is False
    back = talk.ask("undo")
    assert not back["lost"]
    assert back["legal"]


def test_an_illegal_move_changes_nothing(talk: Page) -> None:
    talk.ask("open", id="sokoban/uit/1")
    refused = talk.ask("move", move="l")
    assert refused["type"] == "refused"
    assert "wall" in refused["reason"]
    assert talk.ask("move", move="nonsense")["type"] == "refused"
    assert talk.ask("undo")["moves"] == []


def test_a_move_in_other_letters_is_the_move_it_means(talk: Page) -> None:
    talk.ask("open", text="######\n#@$ .#\n######\n")
    assert talk.ask("move", move="r")["moves"] == ["R"]


def test_any_empty_cell_is_as_good_as_the_first(talk: Page) -> None:
    talk.ask("open", id="freecell/1")
    position = talk.ask("move", move="1c")
    assert position["state"]["cells"] == [None, None, "6S", None]
    assert position["steps"][0]["did"]["carried"] == ["6S"]


def test_walking_and_pushing_by_gesture(talk: Page) -> None:
    talk.ask("open", text="########\n#@     #\n# $    #\n#     .#\n########\n")
    walked = talk.ask("macro", kind="walk", to=[3, 6])
    assert walked["state"]["player"] == [3, 6]
    assert len(walked["steps"]) == 7
    pushed = talk.ask("macro", kind="push", box=[2, 2], to=[3, 6])
    assert pushed["solved"]
    assert pushed["state"]["boxes"] == [[3, 6]]
    assert any(step["did"]["pushed"] for step in pushed["steps"])


def test_a_gesture_without_a_way_is_refused(talk: Page) -> None:
    talk.ask("open", text="#######\n#@$. ##\n#######\n")
    assert talk.ask("macro", kind="walk", to=[1, 4])["type"] == "refused"
    assert talk.ask("macro", kind="push", box=[1, 2], to=[0, 0])["type"] == "refused"
    assert talk.ask("macro", kind="push", box=[1, 1], to=[1, 3])["type"] == "error"
    assert talk.ask("macro", kind="fly", to=[1, 1])["type"] == "error"
    assert talk.ask("macro", kind="walk", to="there")["type"] == "error"


def test_rolling_by_gesture(talk: Page) -> None:
    talk.ask("open", id="bloxorz/1")
    there = talk.ask("macro", kind="reach", to=[3, 5])
    assert [3, 5] in there["state"]["block"]


def test_hints_lead_to_the_end(talk: Page) -> None:
    talk.ask("open", id="sokoban/uit/1")
    position: dict[str, Any] = {"solved": False}
    for _ in range(100):
        if position["solved"]:
            break
        hint = talk.ask("hint")
        assert hint["left"] > 0
        position = talk.ask("move", move=hint["move"])
    assert position["solved"]
    assert talk.ask("hint")["move"] is None


def test_the_outlook_is_yes_or_no(talk: Page) -> None:
    talk.ask("open", text="#######\n#     #\n# $@  #\n#   . #\n#######\n")
    assert talk.ask("outlook")["solvable"] is True
    position = talk.ask("move", move="L")
    assert position["moves"] == ["L"]
    outlook = talk.ask("outlook")
    assert (outlook["solvable"], outlook["checked"]) == (False, True)
    hint = talk.ask("hint")
    assert (hint["move"], hint["solvable"]) == (None, False)


def test_par_is_the_optimum(talk: Page) -> None:
    talk.ask("open", id="sokoban/uit/5")
    optimum = talk.ask("optimum")
    assert (optimum["cost"], optimum["lower"], optimum["proved"]) == (20, 20, True)


def test_who_obeys_every_hint_needs_no_more_than_the_optimum(talk: Page) -> None:
    position = talk.ask("open", id="sokoban/uit/1")
    assert talk.ask("outlook")["solvable"]
    left = talk.ask("optimum")["cost"]
    assert left == 12
    while not position["solved"]:
        hint = talk.ask("hint")
        assert hint["left"] == left == talk.ask("outlook")["cost"]
        position = talk.ask("move", move=hint["move"])
        left -= 1
    assert position["counts"] == {"move": 12, "push": 6}


def test_what_is_minimised_is_counted_first(talk: Page) -> None:
    opened = talk.ask("open", id="sokoban/uit/1", rules={"cost": "pushes"})
    assert opened["unit"] == "push"
    assert list(opened["counts"]) == ["push", "move"]
    ended = talk.ask("solve", run="r")
    assert next(iter(ended["counts"].items())) == ("push", 6)


def test_a_page_without_limits_gets_the_best_plan_of_a_moment() -> None:
    best = choose(PUZZLES["sokoban"], "best")
    assert _content_soon(best).settings == {"improve": 1.0}
    patient = choose(PUZZLES["sokoban"], "best", settings={"improve": 5})
    assert _content_soon(patient).settings == {"improve": 5}
    assert _content_soon(choose(PUZZLES["sokoban"], "bfs")).settings == {}
    assert not limits.says_how_long({"seconds": None, "mebibytes": 100})
    assert limits.says_how_long({"seconds": 5})
    assert limits.says_how_long({"nodes": 100})


def test_rules_are_chosen(talk: Page) -> None:
    opened = talk.ask("open", id="sokoban/uit/5", rules={"cost": "pushes"})
    assert opened["rules"] == {"cost": "pushes"}
    assert "must be" in talk.ask("open", id="sokoban/uit/5", rules={"cost": "x"})["problem"]
    for name in ("x", "reference", "source"):
        assert "no rule" in talk.ask("open", id="sokoban/uit/5", rules={name: 1})["problem"]


def test_moves_of_a_link_are_made(talk: Page) -> None:
    opened = talk.ask("open", id="bloxorz/1", moves="RRD")
    assert opened["moves"] == ["R", "R", "D"]
    assert opened["flaw"] is None


def test_moves_that_do_not_fit_are_a_flaw(talk: Page) -> None:
    opened = talk.ask("open", id="sokoban/uit/1", moves="ullllllll")
    assert opened["type"] == "opened"
    assert opened["moves"] == ["u"]
    assert opened["flaw"]["problem"]
    assert talk.ask("open", id="sokoban/uit/1", moves="u?")["flaw"]["problem"]


def test_the_frames_of_a_solution_are_its_replay(talk: Page) -> None:
    talk.ask("open", id="bloxorz/8")
    ended = talk.ask("solve", run="r", solver="bfs")
    puzzle = load("bloxorz/8")
    states = replay(puzzle, PUZZLES["bloxorz"].notation.parse_plan("".join(ended["plan"]))).states
    frames = talk.ask("frames", run="r", first=0, count=1000)["frames"]
    assert [frame["move"] for frame in frames] == ended["plan"]
    for frame, state in zip(frames, states[1:], strict=True):
        assert frame["state"]["block"] == [list(state.first), list(state.second)]
    some = talk.ask("frames", run="r", first=3, count=2)["frames"]
    assert some == frames[3:5]
    assert talk.ask("frames", run="x", first=0, count=1)["type"] == "error"


def test_solving_from_the_position_of_the_game(talk: Page) -> None:
    talk.ask("open", id="bloxorz/1", moves="RR")
    assert len(talk.ask("solve", run="a", solver="bfs")["plan"]) == 7
    assert len(talk.ask("solve", run="b", solver="bfs", here=True)["plan"]) == 5


def test_no_solution_is_a_proof(talk: Page) -> None:
    talk.ask("open", text="######\n#@  .#\n#  $ #\n######\n")
    ended = talk.ask("solve", run="r", solver="bfs")
    assert ended["status"] == "unsolvable"
    assert ended["checked"] is True
    assert ended["proof"]["judged"] == ended["proof"]["states"] > 0
    assert ended["plan"] is None
    assert ended["expanded"] > 0


def test_a_limit_is_no_proof(talk: Page) -> None:
    talk.ask("open", id=HARD)
    ended = talk.ask("solve", run="r", solver="bfs", limits={"nodes": 1000})
    assert (ended["status"], ended["expanded"]) == ("out of nodes", 1000)


def test_a_search_is_watched_and_stopped(talk: Page) -> None:
    talk.ask("open", id=HARD)
    number = talk.send("solve", run="r", **SLOW)
    first = talk.wait_for("stats")
    assert first["run"] == "r"
    assert eventually(lambda: talk.wait_for("stats")["expanded"] > first["expanded"])
    assert talk.ask("move", move="1a")["type"] == "position"  # the page is not blocked meanwhile
    talk.ask("stop", run="r")
    assert talk.answer(number)["status"] == "stopped"


@pytest.mark.parametrize("states", [True, False])
@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_search_tells_where_it_is_to_who_asks(talk: Page, engine: str, states: bool) -> None:
    talk.ask("open", id=HARD)
    number = talk.send("solve", run="r", **SLOW, engine=engine, states=states)

    def tells() -> bool:
        return "columns" in talk.wait_for("stats").get("state", {})

    # An engine answers when it comes to it.
    assert eventually(tells) if states else not any(tells() for _ in range(3))
    talk.ask("stop", run="r")
    assert talk.answer(number)["status"] == "stopped"


def test_a_page_that_goes_frees_its_solvers(client: TestClient) -> None:
    scheduler = client.app.state.scheduler  # type: ignore[attr-defined]
    with page(client) as talk:
        talk.ask("open", id=HARD)
        talk.send("solve", run="native", **SLOW)
        talk.send("solve", run="book", **SLOW, engine="python")
        talk.wait_for("stats")
        assert eventually(lambda: scheduler.running == 2)
    assert eventually(lambda: scheduler.running == 0)


def test_opening_another_level_stops_what_ran(client: TestClient, talk: Page) -> None:
    talk.ask("open", id=HARD)
    number = talk.send("solve", run="r", **SLOW)
    talk.wait_for("started")
    talk.ask("open", id="bloxorz/1")
    assert talk.answer(number)["status"] == "stopped"


def test_a_page_has_only_so_many_searches(talk: Page) -> None:
    talk.ask("open", id=HARD)
    numbers = [talk.send("solve", run=f"r{n}", **SLOW) for n in range(limits.RUNS_OF_ONE_PAGE)]
    refused = talk.ask("solve", run="more")
    assert refused["type"] == "error"
    assert "at once" in refused["problem"]
    for number in range(limits.RUNS_OF_ONE_PAGE):
        talk.ask("stop", run=f"r{number}")
    assert all(talk.answer(number)["status"] == "stopped" for number in numbers)


def test_more_searches_than_places_wait_for_their_turn(
    talk: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RUNS", 1)
    talk.ask("open", id=HARD)
    first = talk.send("solve", run="first", **SLOW)
    talk.wait_for("started")
    second = talk.send("solve", run="second", solver="bfs", limits={"nodes": 10})
    assert talk.wait_for("waiting")["run"] == "second"
    talk.ask("stop", run="first")
    assert talk.answer(first)["status"] == "stopped"
    assert talk.answer(second)["status"] == "out of nodes"


def test_a_search_that_waits_for_its_turn_can_be_stopped(
    talk: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RUNS", 1)
    talk.ask("open", id=HARD)
    first = talk.send("solve", run="first", solver="ids", limits={"seconds": 20})
    second = talk.send("solve", run="second", **SLOW)
    talk.ask("stop", run="second")
    assert talk.answer(second)["status"] == "stopped"
    talk.ask("stop", run="first")
    assert talk.answer(first)["status"] == "stopped"  # not out of time: it ran until now


def test_searches_in_python_do_not_keep_hints_in_python_waiting(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_faulty_rules(tmp_path, monkeypatch)  # a puzzle of a user: all is done in Python
    monkeypatch.setattr(limits, "PYTHON_RUNS", 1)
    with page(client) as searcher, page(client) as player:
        searcher.ask("open", id=HARD)
        limited = {"seconds": 20}
        run = searcher.send("solve", run="r", solver="ids", engine="python", limits=limited)
        searcher.wait_for("started")
        player.ask("open", id="faulty/1")
        player.ask("outlook")
        searcher.ask("stop", run="r")
        assert searcher.answer(run)["status"] == "stopped"  # not out of time: it ran until now


def test_limits_are_cut_to_what_the_server_gives() -> None:
    allowed = limits.granted({"seconds": 1e9, "nodes": 5, "mebibytes": 1e9})
    assert allowed.seconds == limits.SECONDS
    assert allowed.mebibytes == limits.MEBIBYTES
    assert allowed.nodes == 5
    for wrong in ({"seconds": -1}, {"nodes": 0.5}, {"seconds": "x"}, {"seconds": float("nan")}):
        with pytest.raises(ValueError, match="limit"):
            limits.granted(wrong)


def follow(talk: Page, view: str, count: int = 500, **search: Any) -> tuple[list[Any], Any]:
    """The lines of a search view to its end: the header and the steps, and the last line."""
    report = talk.ask("stepper", view=view, **search)
    lines = [report["header"]]
    while not report["end"]:
        report = talk.ask("step", view=view, count=count)
        lines += [one for one in (report["header"], *report["lines"]) if one]
    return [one for one in lines if one], report["end"]


def test_the_search_view_follows_the_book(talk: Page) -> None:
    talk.ask("open", id="sokoban/uit/1")
    (header, *steps), end = follow(talk, "a", solver="bfs")
    assert header["root"]["places"] == [[4, 1]]
    assert header["limits"]["steps"] == limits.STEPPED
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    solved = talk.ask("solve", run="r", solver="bfs", engine="python")
    assert (end["end"], end["expanded"]) == ("solved", solved["expanded"])
    assert end["generated"] == solved["generated"]
    assert end["moves"] == solved["plan"]
    assert talk.ask("close stepper", view="a")["type"] == "done"
    assert talk.ask("step", view="a", count=1)["gone"] == "a"


def test_boards_and_ways_are_found_by_the_numbers_of_nodes(talk: Page) -> None:
    opened = talk.ask("open", id="bloxorz/3")
    _, end = follow(talk, "a", solver="astar")
    start, goal = talk.ask("nodes", view="a", nodes=[0, end["node"]])["nodes"]
    assert (start["id"], start["state"]) == (0, opened["initial"])
    assert start["text"] == opened["text"]
    way = talk.ask("way", view="a", node=end["node"], first=0, count=100)
    assert [frame["move"] for frame in way["frames"]] == end["moves"]
    assert way["frames"][-1]["state"] == goal["state"]
    rest = talk.ask("way", view="a", node=end["node"], first=3, count=2)
    assert rest["frames"] == way["frames"][3:5]
    assert rest["length"] == len(end["moves"])
    assert talk.ask("nodes", view="a", nodes=[10**9])["type"] == "error"
    assert talk.ask("way", view="a", node=-1)["type"] == "error"
    assert talk.ask("nodes", view="b", nodes=[0])["gone"] == "b"


def test_a_dead_end_says_by_which_rule(talk: Page) -> None:
    talk.ask("open", id="sokoban/uit/1")
    lines, _ = follow(talk, "a", solver="greedy", heuristic="freeze")
    dead = [
        successor["node"]["id"]
        for step in lines[1:]
        for successor in step["successors"]
        if successor["fate"] == "dead"
    ]
    assert dead
    (node,) = talk.ask("nodes", view="a", nodes=dead[:1], why=True)["nodes"]
    assert "box" in node["why"]


def test_search_views_are_limited_and_given_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STEPPERS", 1)
    with page(client) as first, page(client) as second:
        for talk in (first, second):
            talk.ask("open", id="sokoban/uit/1")
        assert first.ask("stepper", solver="bfs")["type"] == "stepper"
        assert first.ask("stepper", solver="dfs")["type"] == "stepper"
        assert "too many search views" in second.ask("stepper", solver="bfs")["problem"]
        first.ask("close stepper")
        assert second.ask("stepper", solver="bfs")["type"] == "stepper"


def test_a_late_close_closes_only_its_own_view(talk: Page) -> None:
    talk.ask("open", id="bloxorz/1")
    for view in ("old", "new"):
        assert talk.ask("stepper", view=view, solver="bfs")["view"] == view
    talk.ask("close stepper", view="old")
    assert talk.ask("step", view="new", count=1)["expanded"] == 1
    assert talk.ask("step", view="old", count=1)["gone"] == "old"


def test_two_views_are_led_on_side_by_side_and_a_third_closes_the_oldest(talk: Page) -> None:
    assert limits.STEPPERS_OF_ONE_PAGE == 2
    talk.ask("open", id="bloxorz/1")
    for view in ("a", "b"):
        talk.ask("stepper", view=view, solver="bfs")
    assert talk.ask("step", view="a", count=3)["expanded"] == 3
    assert talk.ask("step", view="b", count=2)["expanded"] == 2
    talk.ask("stepper", view="c", solver="bfs")
    assert talk.ask("step", view="a", count=1)["gone"] == "a"
    assert talk.ask("step", view="b", count=1)["expanded"] == 3


def test_the_search_view_of_cards_has_no_places_and_a_plan_to_play(talk: Page) -> None:
    talk.ask("open", id="freecell/1")
    (header, *steps), end = follow(talk, "a", solver="greedy")
    assert "places" not in header["root"]
    assert len(steps) == end["expanded"]
    way = talk.ask("way", view="a", node=end["node"], first=0, count=100)
    assert [frame["move"] for frame in way["frames"]] == end["moves"][:100]


def test_requests_that_make_no_sense_are_answered(client: TestClient) -> None:
    with page(client) as talk:
        assert talk.ask("move", move="R")["problem"] == "no level is open"
        assert talk.ask("fly")["type"] == "error"
        assert talk.ask("open", id=5)["type"] == "error"
        assert talk.ask("open", text="x", index="y")["type"] == "error"
        assert talk.ask("open", text="#####\n#@$.#\n#####\n", index=1)["type"] == "error"
        assert talk.ask("open", id="bloxorz/1", rules=[1])["type"] == "error"
        talk.ask("open", id="bloxorz/1")
        assert talk.ask("jump", count="x")["type"] == "error"
        assert talk.ask("solve", run="r", solver="none")["type"] == "error"
        assert talk.ask("solve", run="r", solver="bfs", heuristic="rolls")["type"] == "error"
        assert talk.ask("solve", run="r", solver="astar", settings={"x": 1})["type"] == "error"
        for text in ("", "[]", "nonsense", "[" * 5000, '{"type": 5}', '{"type": "move"}'):
            talk.socket.send_text(text)
        assert talk.ask("restart")["type"] == "position"


def test_rules_of_a_user_that_go_wrong_are_told_and_the_game_goes_on(
    talk: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_faulty_rules(tmp_path, monkeypatch)
    assert talk.ask("open", id="faulty/1")["type"] == "opened"
    for move, words in TOLD.items():
        told = talk.ask("move", move=move)
        assert told["type"] == "error"
        assert all(word in told["message"] for word in words)
    assert "no picture" in talk.ask("move", move="draw")["message"]
    assert "cannot be listed" in talk.ask("move", move="list")["message"]
    assert talk.ask("jump", count=0)["text"] == "at"
    assert talk.ask("move", move="good")["moves"] == ["good"]


HALVED = """
import unriddle

@unriddle.search
def halved(puzzle):
    "Half a character: \\ud800."
    raise ValueError("\\ud800")
"""


def test_half_characters_of_a_user_silence_no_page(tmp_path: Path) -> None:
    """The server cannot write them; the page would wait for ever."""
    path = tmp_path / "halved.py"
    path.write_text(HALVED, "utf-8")
    plugins.load_file(str(path))
    with server() as client, page(client) as talk:
        talk.ask("open", id="bloxorz/1")
        told = talk.ask("solve", run="r", solver="halved")
        assert "your code raised ValueError: ?" in told["problem"]
        json.dumps(told, ensure_ascii=False).encode()
        assert "Half a character: ?." in client.get("/api/menu").text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
NAMES = ("id", "text", "index", "rules", "moves", "move", "kind", "to", "box", "count", "run")


@settings(
    max_examples=80,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.sampled_from(
        ("open", "move", "macro", "jump", "stop", "frames", "stepper", "step", "nodes", "way")
    ),
    st.dictionaries(st.sampled_from(NAMES), JSON),
)
def test_no_request_ends_the_talk(talk: Page, type: str, fields: dict[str, Any]) -> None:
    answer = talk.ask(type, **fields)
    assert "server failed" not in answer.get("problem", "")


def test_an_undo_takes_back_a_whole_push_or_gesture(talk: Page) -> None:
    talk.ask("open", text="##########\n#@ $    .#\n#        #\n##########\n")
    for move in "rRRRd":
        talk.ask("move", move=move)
    assert talk.ask("macro", kind="walk", to=[2, 1])["moves"] == [*"rRRRd", *"llll"]
    assert talk.ask("undo")["moves"] == [*"rRRRd"]
    assert talk.ask("undo")["moves"] == [*"rRRR"]
    assert talk.ask("undo")["moves"] == ["r"]
    assert talk.ask("redo")["moves"] == [*"rRRR"]
    assert talk.ask("undo", single=True)["moves"] == [*"rRR"]
    assert talk.ask("redo")["moves"] == [*"rRRR"]
    assert talk.ask("redo")["moves"] == [*"rRRRd"]
    assert talk.ask("redo")["moves"] == [*"rRRRd", *"llll"]


def test_where_a_box_would_be_lost_is_told(talk: Page) -> None:
    talk.ask("open", text="######\n#    #\n#@$  #\n#   .#\n######\n")
    answer = talk.ask("reach", box=[2, 2])
    assert [1, 2] in answer["lost"]  # along the wall above there is no goal
    assert [3, 3] in answer["free"]
    assert [3, 1] in answer["lost"]  # a corner
    assert talk.ask("reach", box=[1, 1])["problem"] == "there is no box on this square"


def test_a_text_that_shows_no_puzzle_is_read_as_the_player_says(talk: Page) -> None:
    flaw = talk.ask("open", text="hello")
    assert flaw["kinds"] == list(PUZZLES)
    assert "kinds" not in talk.ask("open", text="hello", puzzle="sokoban")


def test_a_deal_is_finished_when_all_cards_can_go_home(talk: Page) -> None:
    text = "Foundations: C-K D-K H-9 S-K\nTH JH\nKH QH\n"
    opened = talk.ask("open", text=text, rules={"autoplay": "none"})
    assert not opened["state"]["finish"]  # the jack lies on the ten
    assert talk.ask("macro", kind="finish")["type"] == "refused"
    position = talk.ask("move", move="1a")
    assert position["state"]["finish"]
    ended = talk.ask("macro", kind="finish")
    assert ended["solved"]
    assert not ended["state"]["finish"]
    assert talk.ask("undo")["moves"] == position["moves"]


def test_the_losing_move_is_named(talk: Page) -> None:
    talk.ask("open", text="#######\n#     #\n# $@  #\n#   . #\n#######\n")
    for move in "rlL":
        talk.ask("move", move=move)
    found = talk.ask("where lost")
    assert (found["wonUntil"], found["lostFrom"], found["move"]) == (2, 3, "L")


def test_a_game_can_be_replayed_to_the_move_that_lost_it(talk: Page) -> None:
    talk.ask("open", id="bloxorz/1")
    for move in "RRR":
        position = talk.ask("move", move=move)
    played = f"{position['written']} {position['fatal']}"
    assert (position["written"], position["fatal"]) == ("RR", "R")
    assert talk.ask("replay", run="game", moves=played)["plan"] == ["R", "R", "R"]
    *way, fall = talk.ask("frames", run="game", first=0, count=9)["frames"]
    assert [one["state"] for one in way][-1] == fall["state"]
    assert fall["lost"] == position["lost"] != ""
    assert fall["fall"] == position["fall"]
    talk.ask("undo")
    found = talk.ask("where lost", moves=played)  # of those moves, not of the game
    assert (found["wonUntil"], found["lostFrom"], found["move"]) == (2, 3, "R")
    assert talk.ask("replay", run="game", moves="RRRU")["problem"].startswith("these moves cannot")


def test_an_outlook_does_not_stop_the_hint_for_the_same_position(talk: Page) -> None:
    talk.ask("open", id="sokoban/uit/16")
    hint, look = talk.send("hint"), talk.send("outlook")
    assert talk.answer(hint)["move"] is not None
    assert talk.answer(look)["solvable"] is True


def test_solutions_in_a_file_are_checked(talk: Page) -> None:
    text = "#####\n#@$.#\n#####\nSolution\nR\n\n######\n#@$ .#\n######\n"
    text += "".join(f"Solution {moves}\n{moves}\n\n" for moves in ("RR", "Ru", "R"))
    text += "By hand\nRlrR\n\ndull\n\n"
    first = talk.ask("open", text=text, index=0)
    assert first["solutions"] == [
        {"name": "Solution", "plan": "R", "counts": {"move": 1, "push": 1}}
    ]
    right, illegal, unsolved, named = talk.ask("open", text=text, index=1)["solutions"]
    assert right["counts"] == {"move": 2, "push": 2}
    assert named["counts"] == {"move": 4, "push": 2}
    assert "problem" in illegal
    assert "do not solve the level" in unsolved["problem"]
    again = "######\n#@$ .#\n######\n" + "Solution/Moves\n2(R)\n\n" * 2 + "Solution\nRxR\n"
    best, mistyped = talk.ask("open", text=again, index=0)["solutions"]
    assert (best["name"], best["counts"]) == ("Solution/Moves", {"move": 2, "push": 2})
    assert mistyped["problem"].startswith("unknown move 'x'")
    many = text.replace("dull", "") + "".join(
        f"Solution {n}\nRR\n\n" for n in range(2 * limits.SOLUTIONS)
    )
    assert len(talk.ask("open", text=many, index=1)["solutions"]) == limits.SOLUTIONS
    talk.ask("open", text=text, index=1)
    # Who looks at one has help.
    talk.ask("replay", run="file", moves="RR", others=True)
    talk.ask("frames", run="file", first=0, count=9)
    assert talk.ask("move", move="R")["help"] == ["link"]


def test_the_search_for_the_losing_move_ends(talk: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WHERE_LOST_SECONDS", -1.0)
    talk.ask("open", id="sokoban/uit/18")
    for move in "rlrl":
        talk.ask("move", move=move)
    found = talk.ask("where lost")
    assert (found["wonUntil"], found["lostFrom"], found["move"]) == (None, None, None)

"""Every limit of the server, tried: what one page can take, and that the others are served."""

from __future__ import annotations

import ast
import asyncio
import gc
import inspect
import json
import threading
import time
import weakref
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attack.own_thread import run_in_own_thread
from attack.server import MOST_MEBIBYTES
from starlette.testclient import TestClient
from web.page_client import HOME, Page, page, server

import unriddle
from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, Heuristic, Limits, Steps
from unriddle.loading import load, read
from unriddle.solving import Choice, choose
from unriddle.web import limits, macro_move
from unriddle.web import stepper as stepper_module
from unriddle.web.game import Game, things_in
from unriddle.web.outbox import Outbox
from unriddle.web.request import Request
from unriddle.web.runs import Replay
from unriddle.web.stepper import Stepper

HARD = "freecell/1"
SLOW = {"solver": "ids", "limits": {"seconds": 60}}
BOMB = f"200#|{'|'.join(['#198-#'] * 196)}|#@$.195-#|200#\n\n"
"""A board of 200 by 199 squares in 1.4 KB."""
BOXES = "\n".join(
    [
        *("#" * 44, "#@" + " " * 41 + "#"),
        *["#" + " $" * 21 + "#", "#" + " " * 42 + "#"] * 20,
        *["#" + "." * 42 + "#"] * 10,
        "#" * 44,
    ]
)
"""A board with 420 boxes."""


@pytest.fixture
def client() -> Iterator[TestClient]:
    with server() as client:
        yield client


@pytest.fixture
def talk(client: TestClient) -> Iterator[Page]:
    with page(client) as talk:
        yield talk


def test_every_limit_is_tried_and_told() -> None:
    names = {name for name, value in vars(limits).items() if name.isupper()}
    tried = "".join(path.read_text() for path in Path(__file__).parent.rglob("*.py"))
    assert not {
        name for name in names if f"limits.{name}" not in tried and f'"{name}"' not in tried
    }
    said = inspect.getsource(limits)
    for node in ast.parse(said).body:  # each constant has a word about it, or belongs to the last
        assert not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple))


# Messages.


@pytest.mark.parametrize(
    "value",
    [
        *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 400),
        *('"\\ud800"', '"x\\udfffy"', '{"a": ["\\udc00"]}', '{"\\ud800": 1}'),
    ],
)
@pytest.mark.parametrize("type", ["open", "move", "jump", "solve", "stepper", "macro", "frames"])
@pytest.mark.parametrize("field", ["id", "moves", "count", "limits", "settings", "to", "run"])
def test_what_no_answer_could_hold_is_refused(
    client: TestClient, type: str, field: str, value: str
) -> None:
    with page(client) as talk:
        talk.ask("open", id="bloxorz/1")
        talk.number += 1
        talk.socket.send_text(f'{{"type": "{type}", "n": {talk.number}, "{field}": {value}}}')
        answer = talk.answer(talk.number)
        assert answer["type"] == "error"
        assert "server failed" not in answer["problem"]
        assert talk.ask("move", move="R")["type"] == "position"


@pytest.mark.parametrize("seconds", ["1e308", "-5", "1" + "0" * 300, "true", "[]"])
def test_no_game_has_taken_for_ever(talk: Page, seconds: str) -> None:
    talk.socket.send_text(
        f'{{"type": "open", "n": 7, "id": "bloxorz/1", "game": {{"seconds": {seconds}}}}}'
    )
    assert 0 <= talk.answer(7)["seconds"] <= 1


def test_whole_characters_outside_the_first_plane_are_welcome() -> None:
    assert Request.read('{"type": "open", "name": "\\ud83d\\ude00"}').fields["name"] == "\U0001f600"


def test_a_message_is_only_so_long(talk: Page) -> None:
    talk.ask("open", id="bloxorz/1")
    long = "x" * limits.MESSAGE
    assert "too long" in talk.ask("move", move="R", padding=long)["problem"]
    assert talk.ask("open", id="bloxorz/1", padding=long)["type"] == "opened"
    largest = "\n".join(["#" * 200, "#@$." + " " * 195 + "#", *["#" * 200] * 198])
    assert talk.ask("edit", puzzle="sokoban", text=largest)["flaw"] is None
    assert "too long" in talk.ask("edit", puzzle="sokoban", text="#" * limits.SHEET)["problem"]
    assert (
        "moves"
        in talk.ask("open", id="bloxorz/1", moves=" " * (limits.MOVES_TEXT + 1))["flaw"]["problem"]
    )


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "open", "n": 1, "a": [' + "[]," * 100_000 + "0]}",
        '{"type": "open", "n": 1' + ', "a": 1' * 10_000 + "}",
        '{"type": "open", "n": 1, "a": "' + "\\\\" * 10_000 + '", "b": [' + "1," * 10_000 + "1]}",
    ],
)
def test_a_message_of_brackets_is_not_even_read(text: str) -> None:
    assert "too large" in Request.read(text).problem


def test_a_long_text_may_hold_whatever_it_likes() -> None:
    text = '"[{\\' * 50_000
    message = json.dumps({"type": "open", "n": 1, "text": text})
    assert Request.read(message).fields["text"] == text


def test_a_page_waits_for_only_so_many_answers(talk: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PENDING", 3)
    monkeypatch.setattr(limits, "ADVICE_OF_ONE_PAGE", 0)  # so that nobody gets a slot
    talk.ask("open", id=HARD)
    numbers = [talk.send("hint") for _ in range(5)]
    for number in numbers[3:]:
        assert "at once" in talk.answer(number)["problem"]
    assert talk.ask("move", move="1a")["type"] == "position"


def test_a_page_that_keeps_others_waiting_waits_itself(
    talk: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr("unriddle.web.client._SHORT", 0.0)
    monkeypatch.setattr(limits, "QUOTA", 0.25)
    monkeypatch.setattr("unriddle.web.client.asyncio.sleep", note)
    talk.ask("open", id="bloxorz/1")
    talk.ask("move", move="R")
    assert pauses
    assert all(0 < pause <= 1 for pause in pauses)


def test_an_outbox_has_room_until_it_is_full() -> None:
    async def scene() -> None:
        outbox = Outbox()
        await asyncio.wait_for(outbox.room(), 60)
        outbox.post({"text": "x" * limits.OUTBOX})
        outbox.post({"text": "y"})
        assert await has_to_wait(outbox.room())
        assert (await outbox.take()).startswith('{"text":"x')
        await asyncio.wait_for(outbox.room(), 60)
        for number in range(10_000):
            outbox.post({"text": "z" * 1000, "number": number}, instead_of="stats")
        await asyncio.wait_for(outbox.room(), 60)
        assert "y" in await outbox.take()
        assert "9999" in await outbox.take()
        assert await has_to_wait(outbox.take())

    run_in_own_thread(scene())


async def has_to_wait(awaited: Awaitable[object]) -> bool:
    task = asyncio.ensure_future(awaited)
    for _ in range(100):  # turns, not milliseconds
        await asyncio.sleep(0)
    waits = not task.done()
    task.cancel()
    return waits


# Searches.


def test_what_a_page_may_ask_for_fits_into_its_share() -> None:
    wide = {"seconds": 1e9, "mebibytes": 1e9}
    assert limits.granted(wide) == Limits(limits.SECONDS, None, limits.MEBIBYTES)
    assert limits.granted({}) == limits.DEFAULT
    for one in (limits.DEFAULT, limits.HINT, limits.OUTLOOK):
        assert (one.mebibytes or 1e9) * 4 <= limits.MEBIBYTES
        assert (one.seconds or 1e9) <= limits.SECONDS
    views = limits.STEPPERS_OF_ONE_PAGE * limits.STEPPER_BYTES / 2**20
    rest = 128  # of the server itself, for its games, and since memory is counted roughly
    assert limits.MEBIBYTES + views + rest <= MOST_MEBIBYTES


def test_a_page_that_goes_holds_its_place_until_its_thread_ends(client: TestClient) -> None:
    scheduler = client.app.state.scheduler  # type: ignore[attr-defined]
    with page(client) as talk:
        talk.ask("open", id=HARD)
        talk.send("solve", run="r", **SLOW)
        talk.wait_for("stats")
        assert scheduler.running == 1
    deadline = time.monotonic() + 300
    while scheduler.running and time.monotonic() < deadline:
        time.sleep(0.01)
    assert scheduler.running == 0 or "search" not in {one.name for one in threading.enumerate()}


def test_python_searches_are_for_boards_that_are_not_too_large(talk: Page) -> None:
    talk.ask("open", text=BOMB)
    for request in (
        {"type": "solve", "run": "r", "solver": "astar", "engine": "python"},
        {"type": "stepper", "solver": "astar"},
    ):
        assert str(limits.PYTHON_SQUARES) in talk.ask(**request)["problem"]


def test_an_outlook_on_a_large_board_is_soon_there(talk: Page) -> None:
    talk.ask("open", text=BOMB)
    assert talk.ask("outlook")["type"] in ("outlook", "error")


def stepper_of(puzzle: AnyPuzzle, choice: Choice) -> Stepper:
    return Stepper(Game(puzzle, shipped=False), choice)


def to_the_end(stepper: Stepper, count: int) -> dict[str, Any]:
    seen = stepper.step(count)
    while seen["end"] is None:
        seen = stepper.step(count)
    return seen


def test_a_search_view_remembers_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(BOXES)
    choice = choose(Game(puzzle, shipped=False).entry, "bfs", engine="python")
    monkeypatch.setattr(limits, "STEPPER_BYTES", 1 << 20)
    seen = to_the_end(stepper_of(puzzle, choice), 10_000)
    assert seen["end"]["end"] == "out of memory"
    assert 0 < seen["expanded"] < 1000
    monkeypatch.setattr(limits, "STEPPER_BYTES", 1 << 30)
    monkeypatch.setattr(limits, "STEPPED", 5)
    seen = to_the_end(stepper_of(puzzle, choice), 10_000)
    assert (seen["end"]["end"], seen["expanded"]) == ("out of nodes", 5)


def test_steps_before_a_mistake_of_a_user_are_seen_and_then_the_mistake() -> None:
    @unriddle.search
    def mistaken(puzzle: AnyPuzzle) -> Iterator[unriddle.Expansion[Any, Any]]:
        """Breaks after three steps."""
        for _ in range(3):
            yield unriddle.Expansion(unriddle.Node(puzzle.initial), [], 1)
        raise ValueError("my mistake")

    puzzle = load("bloxorz/1")
    entry = Game(puzzle, shipped=False).entry
    stepper = stepper_of(puzzle, choose(entry, "mistaken", engine="python"))
    stepper.step(0)
    seen = stepper.step(100)
    assert (seen["expanded"], len(json.loads(seen["lines"])), seen["end"]) == (3, 3, None)
    for _ in range(2):
        with pytest.raises(Exception, match="my mistake"):
            stepper.step(100)


@pytest.mark.parametrize("solver", ["bfs", "astar", "ids", "mcts"])
def test_a_search_view_that_nobody_uses_is_gone_at_once(solver: str) -> None:
    game = Game(load("bloxorz/1"), shipped=True)
    stepper = Stepper(game, choose(game.entry, solver, engine="python"))
    while stepper.step(3)["preparing"]:
        pass
    assert stepper.step(3)["expanded"] >= 3
    gone = weakref.ref(stepper._tracer)
    gc.collect()
    gc.disable()
    try:
        del stepper
        assert gone() is None
    finally:
        gc.enable()


def test_a_trace_is_sent_in_portions_of_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(BOXES)
    stepper = stepper_of(puzzle, choose(Game(puzzle, shipped=False).entry, "bfs", engine="python"))
    monkeypatch.setattr(stepper_module, "PORTION", 60.0)
    monkeypatch.setattr(limits, "TRACE_BYTES", 5_000)
    for _ in range(3):
        lines = json.loads(stepper.step(10_000)["lines"])
        sizes = [len(json.dumps(line, separators=(",", ":"))) for line in lines]
        assert sum(sizes[:-1]) <= 5_000 < sum(sizes) + len(sizes)


def slow_choice(puzzle: AnyPuzzle, heuristic: Heuristic[Any]) -> Choice:
    entry = Game(puzzle, shipped=False).entry
    return choose(entry, "astar", heuristic=heuristic, engine="python")


def test_a_search_view_prepares_its_heuristic_a_moment_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (puzzle,) = read(BOXES)
    asked = 0

    def prepare() -> Steps[Callable[[Any], float]]:
        nonlocal asked
        while True:
            asked += 1
            if asked == 5:
                monkeypatch.setattr(stepper_module, "PORTION", -1.0)
            yield

    monkeypatch.setattr(stepper_module, "PORTION", -1.0)  # no moment at all
    heuristic = Heuristic.prepared(prepare, admissible=True)
    stepper = stepper_of(puzzle, slow_choice(puzzle, heuristic))
    for _ in range(3):
        seen = stepper.step(100)
        assert (seen["preparing"], seen["end"], seen["expanded"]) == (True, None, 0)
        assert seen["header"] is None
    assert asked == 0
    monkeypatch.setattr(stepper_module, "PORTION", 60.0)
    monkeypatch.setattr(limits, "STEPPER_PREPARES", 0.0)
    seen = to_the_end(stepper, 100)
    assert asked == 5
    assert (seen["preparing"], seen["end"]["end"], seen["expanded"]) == (False, "out of time", 0)
    assert stepper.step(100)["end"]["end"] == "out of time"
    assert asked == 5


def test_an_expansion_in_a_search_view_takes_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(BOXES)
    asked = 0

    def estimate(state: Any) -> float:
        nonlocal asked
        asked += 1
        if asked == 20:
            monkeypatch.setattr(limits, "STEPPER_EXPANDS", -1.0)
        return 0.0

    stepper = stepper_of(puzzle, slow_choice(puzzle, Heuristic(estimate, admissible=True)))
    seen = to_the_end(stepper, 1)
    assert seen["end"]["end"] == "out of time"
    assert seen["expanded"] > 0
    assert stepper.step(1)["end"]["end"] == "out of time"
    assert asked < 100


# Games.


def test_a_game_has_only_so_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOVES", 4)
    game = Game(load("sokoban/uit/5"), shipped=True)
    with pytest.raises(BadInput, match="too many moves"):
        game.replay("lrlrlr" if "l" in map(str, game.session.legal()) else "udududud")
    assert len(game.session.moves) == 4
    game.undo()
    game.redo()


def test_a_game_takes_only_so_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GAME_BYTES", 1 << 18)
    (puzzle,) = read(BOXES)
    game = Game(puzzle, shipped=False)
    with pytest.raises(BadInput, match="too many moves"):
        game.replay("rDu" + "rrDu" * 20)
    assert 10 < len(game.session.moves) < 70
    game.restart()
    assert game.move("r")["counts"]["move"] == 1


def test_steps_are_left_out_where_they_would_be_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(BOXES)
    walk = {"kind": "walk", "to": [1, 40]}
    assert len(Game(puzzle, shipped=False).macro(walk)["steps"]) == 39
    monkeypatch.setattr(limits, "THINGS", 10 * things_in(puzzle.initial))
    position = Game(puzzle, shipped=False).macro(walk)
    assert position["steps"] == []
    assert len(position["moves"]) == 39


def test_a_macro_move_visits_fewer_states_where_they_are_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Limits] = []

    def note(puzzle: object, solver: str, *, limits: Limits) -> Any:
        asked.append(limits)
        raise BadInput("enough")

    monkeypatch.setattr(macro_move, "solve", note)
    small = load("sokoban/uit/5")
    (large,) = read(BOXES)
    for puzzle in (small, large):
        with pytest.raises(BadInput, match="enough"):
            macro_move.find(puzzle, puzzle.initial, {"kind": "walk", "to": [1, 1]})
    assert asked[0].nodes == macro_move.LIMITS.nodes
    assert (asked[1].nodes or 0) * 30_000 <= macro_move.MEMORY + 30_000 * 1000


def test_a_solution_comes_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(BOXES)
    plan = 5 * tuple(Game(puzzle, shipped=False).entry.notation.parse_plan("r" * 40 + "l" * 40))
    replay = Replay(Game(puzzle, shipped=False), puzzle, plan)
    whole = replay.frames(0, 10**6)
    assert len(whole) == min(limits.PER_ANSWER, limits.THINGS // things_in(puzzle.initial) + 1)
    monkeypatch.setattr(limits, "THINGS", 10 * things_in(puzzle.initial))
    frames: list[Any] = []
    while len(frames) < 400:
        some = replay.frames(len(frames), 100)
        assert 0 < len(some) <= 11
        frames += some
    assert frames[: len(whole)] == whole
    assert [frame["move"] for frame in frames] == list(map(str, plan))
    assert replay.frames(10**12, 5) == []


def test_only_so_many_solutions_are_kept(talk: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REPLAYS", 2)
    talk.ask("open", id="bloxorz/1")
    for name in "abc":
        assert talk.ask("solve", run=name, solver="bfs")["type"] == "ended"
    assert talk.ask("frames", run="a", count=1)["type"] == "error"
    assert talk.ask("frames", run="c", count=1)["type"] == "frames"


def test_moves_on_large_boards_are_made_in_threads() -> None:
    assert Game(load("bloxorz/1"), shipped=True).is_quick
    (puzzle,) = read(BOMB)
    assert puzzle.level.squares > limits.QUICK  # type: ignore[attr-defined]
    assert not Game(puzzle, shipped=False).is_quick


def test_a_page_looks_back_at_one_game_at_a_time(
    talk: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ADVICE_OF_ONE_PAGE", 0)  # so that nobody gets a slot
    made: list[str] = []
    after = Game.after

    def note(game: Game, moves: str) -> Any:
        made.append(moves)
        return after(game, moves)

    monkeypatch.setattr(Game, "after", note)
    talk.ask("open", id="sokoban/uit/1")
    for _ in range(5):
        talk.send("where lost", moves="")
    square = talk.ask("restart")["state"]["boxes"][0]
    assert talk.ask("reach", box=square)["type"] == "reach"  # it waited for the others
    assert len(made) == 1


def test_moves_of_a_long_game_are_made_in_threads() -> None:
    (puzzle,) = read("#######\n#@  $.#\n#######\n")
    game = Game(puzzle, shipped=False)
    game.replay("rl" * 100)
    assert game.is_quick
    game.replay("rl" * (limits.QUICK // 2))
    assert not game.is_quick


def test_a_page_has_one_thread_for_what_takes_a_moment(
    talk: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work, most = 0, 0

    def reach(game: Game, fields: Any) -> dict[str, Any]:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        time.sleep(0.05)
        at_work -= 1
        return {}

    monkeypatch.setattr(Game, "reach", reach)
    talk.ask("open", id="sokoban/uit/1")
    for number in [talk.send("reach") for _ in range(6)]:
        assert talk.answer(number)["type"] == "reach"
    assert most == 1


# Level files.


def ask_to_read(client: TestClient, text: str) -> Any:
    return client.post("/api/read?name=mine.xsb", content=text, headers={"origin": HOME})


def test_bombs_are_listed_as_far_as_they_fit(client: TestClient) -> None:
    answer = ask_to_read(client, BOMB * 120).json()
    assert answer["count"] == 120
    assert len(answer["levels"]) == limits.LISTED_SQUARES // (200 * 199)


def test_a_level_of_many_is_opened_alone(talk: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    monkeypatch.setattr("unriddle.puzzles.sokoban.rules.Sokoban.__init__", _noting(built))
    opened = talk.ask("open", text=BOMB * 120, index=77)
    assert opened["name"] == "pasted#78"
    assert built == ["pasted#78"]


def _noting(built: list[str]) -> Any:
    from unriddle.puzzles.sokoban.rules import Sokoban

    original = Sokoban.__init__

    def init(self: Sokoban, level: Any, rules: Any = None, *, name: str = "") -> None:
        built.append(name)
        original(self, level, rules, name=name)

    return init


def test_only_so_many_levels_are_listed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LEVELS", 3)
    answer = ask_to_read(client, "#####\n#@$.#\n#####\n\n" * 10).json()
    assert (len(answer["levels"]), answer["count"]) == (3, 10)


def test_broken_levels_are_named_and_the_others_shown(client: TestClient) -> None:
    good, bad = "#####\n#@$.#\n#####\n\n", "#####\n#@$?#\n#####\n\n"
    answer = ask_to_read(client, good + bad + good).json()
    assert [one["index"] for one in answer["levels"]] == [0, 2]
    assert answer["count"] == 3
    assert "level 2, line 6, column 4" in answer["broken"][0]
    assert ask_to_read(client, bad).status_code == 422


def test_a_board_has_only_so_many_squares(client: TestClient, talk: Page) -> None:
    row = "#" * 300 + "\n"
    text = "stage 1: Hall\n@" + row[1:] + row * 150 + "!" + row[1:]
    for problem in (ask_to_read(client, text).json(), talk.ask("open", text=text)):
        assert f"more than {limits.SQUARES} squares" in problem["problem"]


def test_only_so_much_is_read_at_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    level = "#####\n#@$.#\n#####\n"
    assert client.app.state.reader.limiter.total_tokens == limits.READS  # type: ignore[attr-defined]
    monkeypatch.setattr(limits, "BODIES", 10)
    assert ask_to_read(client, level).status_code == 503
    monkeypatch.setattr(limits, "BODIES", 10**6)
    assert ask_to_read(client, level).status_code == 200  # what was refused counts no more
    monkeypatch.setattr(limits, "READS_WAITING", 0)
    assert ask_to_read(client, level).status_code == 503
    assert client.get("/api/levels?pack=bloxorz").status_code == 503
    monkeypatch.setattr(limits, "READS_WAITING", 1)
    assert client.get("/api/levels?pack=bloxorz").status_code == 200


def test_one_address_has_half_of_the_places(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "READS_WAITING", 4)
    waiting = client.app.state.reader.waiting  # type: ignore[attr-defined]
    waiting["192.0.2.1"] = 2
    assert client.get("/api/levels?pack=bloxorz").status_code == 200
    waiting["testclient"] = 2
    assert client.get("/api/levels?pack=bloxorz").status_code == 503
    waiting["testclient"] = 0
    waiting["192.0.2.2"] = 2
    assert client.get("/api/levels?pack=bloxorz").status_code == 503


def test_a_beat_is_a_pause_that_pages_can_follow() -> None:
    assert 0.01 < limits.INTERVAL < 1


def test_a_text_is_only_so_long(client: TestClient, talk: Page) -> None:
    assert ask_to_read(client, "#" * (limits.TEXT + 1)).status_code == 413
    assert "text must be" in talk.ask("open", text="#" * (limits.TEXT + 1))["problem"]


def test_only_so_many_search_views_are_open(talk: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEPPERS", 0)
    talk.ask("open", id="bloxorz/1")
    assert "too many search views" in talk.ask("stepper", solver="bfs")["problem"]


def test_a_failure_of_ours_is_answered_and_written_down(
    talk: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(game: Game, text: str) -> None:
        raise RuntimeError("a bug")

    written: list[str] = []
    monkeypatch.setattr("unriddle.web.client.LOG.exception", lambda text, *_: written.append(text))
    monkeypatch.setattr(Game, "move", fail)
    talk.ask("open", id="bloxorz/1")
    assert "server failed: RuntimeError" in talk.ask("move", move="R")["problem"]
    assert talk.ask("undo")["type"] == "position"
    assert "a request failed" in written[0]

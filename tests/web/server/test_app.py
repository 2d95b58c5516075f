"""What the server answers over HTTP, and whom it refuses."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web.page_client import HERE, HOME, server

from unriddle.catalog import PUZZLES, SOLVERS
from unriddle.comparing import SECONDS, USUAL
from unriddle.core import Limits, Status
from unriddle.loading import load
from unriddle.rating.difficulty import DIFFICULTIES, difficulty_of
from unriddle.solving import start
from unriddle.web import levels, limits

LEVEL = "#####\n#@$.#\n#####\n"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with server() as client:
        yield client


def post(client: TestClient, text: str | bytes, **headers: str) -> Any:
    return client.post("/api/read?name=mine.xsb", content=text, headers={"origin": HOME, **headers})


def test_the_page_and_its_policy(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8642", "", "127.0.0.1.evil", "[:"),
        *("evil@127.0.0.1", "127.0.0.1/evil", "127.0.0.1?evil", "127.0.0.1#evil"),
    ],
)
def test_a_foreign_host_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("host", ["localhost", "localhost:99", "127.0.0.1:8642", "[::1]:8642"])
def test_the_names_of_this_machine_are_known(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_another_origin_is_refused(client: TestClient, origin: str) -> None:
    assert client.get("/api/menu", headers={"origin": origin}).status_code == 403
    assert post(client, LEVEL, origin=origin).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/socket", headers={**HERE, "origin": origin}),
    ):
        pass


def test_who_hides_the_origin_may_only_look(client: TestClient) -> None:
    assert client.get("/api/menu").status_code == 200
    assert client.post("/api/read", content=LEVEL).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/socket", headers=HERE):
        pass


def test_a_foreign_host_is_refused_a_talk(client: TestClient) -> None:
    evil = {"host": "evil.example", "origin": "http://evil.example"}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/socket", headers=evil):
        pass
    with client.websocket_connect("/socket", headers={**HERE, "origin": HOME}):
        pass


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/css/../../server.py",
        "/etc/passwd",
    ],
)
def test_no_file_of_the_machine_is_reached(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text
    assert "import" not in answer.text


@pytest.mark.parametrize(
    "level",
    ["/etc/passwd", "-", "<stdin>", "sokoban/uit/../../x", "pyproject.toml", "bloxorz/1-3", "a#1"],
)
def test_no_file_is_a_level(level: str) -> None:
    with pytest.raises(ValueError, match="there is no level"):
        levels.by_id(level)


def test_the_menu_is_the_catalogue(client: TestClient) -> None:
    menu = client.get("/api/menu").json()
    assert [one["name"] for one in menu["puzzles"]] == list(PUZZLES)
    assert {one["name"] for one in menu["solvers"] if not one["puzzle"]} == set(SOLVERS)
    assert menu["compared"] == {"solvers": list(USUAL), "seconds": SECONDS}
    for puzzle in menu["puzzles"]:
        assert puzzle["packs"]
        assert all(one["summary"] for one in puzzle["heuristics"])


def test_levels_come_in_portions(client: TestClient) -> None:
    first = client.get("/api/levels?pack=bloxorz&count=10").json()
    assert [one["number"] for one in first["levels"]] == list(range(1, 11))
    assert first["next"] == 11
    last = client.get("/api/levels?pack=bloxorz&first=31&count=10").json()
    assert [one["id"] for one in last["levels"]] == ["bloxorz/31", "bloxorz/32", "bloxorz/33"]
    assert last["next"] is None


def test_levels_are_searched_by_number_and_title(client: TestClient) -> None:
    def found(pack: str, search: str) -> list[str]:
        answer = client.get(f"/api/levels?pack={pack}&count=50&search={search}").json()
        return [one["id"] for one in answer["levels"]]

    assert found("sokoban/uit", "5") == ["sokoban/uit/5"]
    assert found("sokoban/uit", "MICROBAN 8") == ["sokoban/uit/8"]
    assert found("freecell", "11982") == ["freecell/11982"]
    assert found("freecell", "no such") == []


def test_an_unknown_pack_is_named(client: TestClient) -> None:
    answer = client.get("/api/levels?pack=../etc")
    assert answer.status_code == 422
    assert "there is no pack" in answer.json()["problem"]


def test_a_text_is_read(client: TestClient) -> None:
    answer = post(client, LEVEL + "\n" + LEVEL).json()
    assert answer["count"] == 2
    assert answer["levels"][0]["puzzle"] == "sokoban"
    assert answer["levels"][0]["state"] == {"player": [1, 1], "boxes": [[1, 2]]}


def test_a_mistake_is_told_with_its_place(client: TestClient) -> None:
    answer = post(client, "#####\n#@$.#\n#   \n#####\n")
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["source"] == "mine.xsb"
    assert problem["line"] == 3
    assert problem["column"] == 2
    assert problem["hint"]


@pytest.mark.parametrize("text", [b"", b"\0\1", b"\xff\xfe", b"hello", b"{}", b"#" * 5000])
def test_whatever_is_sent_is_answered(client: TestClient, text: bytes) -> None:
    answer = post(client, text)
    assert answer.status_code == 422
    assert answer.json()["problem"]


def test_a_text_that_is_too_long_is_refused(client: TestClient) -> None:
    assert post(client, b"#" * (limits.TEXT + 1)).status_code == 413


def test_a_board_that_is_too_large_is_refused(client: TestClient) -> None:
    row = "#" * 300 + "\n"
    text = "stage 1: Hall\n" + "@" + row[1:] + row * 150 + "!" + row[1:]
    answer = post(client, text)
    assert answer.status_code == 422
    assert "squares" in answer.json()["problem"]


def test_new_games_can_be_won_and_a_day_has_one(client: TestClient) -> None:
    ask = partial(client.get, "/api/deal")
    for difficulty in DIFFICULTIES:
        found = ask(params={"difficulty": difficulty, "seed": "7"}).json()["id"]
        run = start(load(found, puzzle="freecell"), "fast", limits=Limits(nodes=10**6))
        assert run.ending()[0] is Status.SOLVED
        assert difficulty_of("freecell", run.ending()[1].expanded) == difficulty
    today = {"difficulty": "easy", "day": "2026-11-16"}
    assert ask(params=today).json() == ask(params=today).json()
    assert ask(params={**today, "day": "2026-11-17"}).json() != ask(params=today).json()
    for wrong in ({"difficulty": "x"}, {**today, "day": "2026-13-01"}):
        assert ask(params=wrong).status_code == 422


def test_an_answer_is_compressed_where_nobody_waits_for_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    compress = gzip.compress

    def note(content: bytes, level: int) -> bytes:
        threads.append(threading.current_thread().name)
        return compress(content, level)

    monkeypatch.setattr("unriddle.web.server.app.gzip.compress", note)
    for address in ("/api/menu", "/api/levels?pack=bloxorz&count=9"):
        plain, packed = (
            client.get(address, headers={"accept-encoding": one}) for one in ("", "gzip")
        )
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        assert packed.json() == plain.json()
    assert len(threads) == 2
    assert all("worker" in name for name in threads)

"""Connections to the server that ask nothing, take nothing or come from elsewhere; and its log."""

from __future__ import annotations

import asyncio
import logging
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from subprocess import PIPE
from typing import Any

import pytest
import uvicorn
from attack.own_thread import run_in_own_thread
from attack.raw_client import PING, PONG, RawClient, http, post
from starlette.datastructures import State
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from web.page_client import page, server

from unriddle.cli import run
from unriddle.cli.exits import BAD_INPUT
from unriddle.core import BadInput
from unriddle.web import limits
from unriddle.web.server import app, connections, log_filter, serving
from unriddle.web.server.app import build
from unriddle.web.server.serving import serve

BOMB = f"200#|{'|'.join(['#198-#'] * 196)}|#@$.195-#|200#\n\n"
"""A board of 200 by 199 squares in 1.4 KB."""


@pytest.fixture
def client() -> Iterator[TestClient]:
    with server() as client:
        yield client


@contextmanager
def live() -> Iterator[str]:
    """A server on a real socket, in a thread, with the limits as they are now."""
    config = uvicorn.Config(
        build(), port=0, log_level="critical", timeout_graceful_shutdown=1, **connections.options()
    )
    served = uvicorn.Server(config)
    thread = threading.Thread(target=served.run, daemon=True)
    thread.start()
    try:
        while not served.started:
            time.sleep(0.01)
        port = served.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/"
    finally:
        served.should_exit = True
        thread.join(60)


def on_live_server(scene: Callable[[str], Coroutine[Any, Any, None]]) -> None:
    with live() as address:
        run_in_own_thread(scene(address))


async def is_hung_up_on(address: str, request: bytes) -> bool:
    """Does the server end the connection without a word?"""
    with suppress(ConnectionError):  # so it looks where something comes after the end
        return await http(address, request) == b""
    return True


async def plays(address: str) -> None:
    """A page comes and plays."""
    async with RawClient(address) as page:
        assert (await page.ask("open", id="bloxorz/1"))["type"] == "opened"
        assert (await page.ask("move", move="R"))["type"] == "position"


def test_half_a_header_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEADER_SECONDS", 0.2)

    async def scene(address: str) -> None:
        assert await is_hung_up_on(address, b"")
        assert await is_hung_up_on(address, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        client = RawClient(address)
        await client.open()
        with suppress(OSError):  # a drop now and then is no help
            while not client.is_closed():
                client.write(b"G")
                await asyncio.sleep(0.05)
        client.close()
        monkeypatch.undo()  # a busy machine takes longer to ask
        await plays(address)

    on_live_server(scene)


def test_a_request_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUEST_SECONDS", 0.3)

    async def scene(address: str) -> None:
        assert await is_hung_up_on(address, post(address, b"#", length=1000))
        monkeypatch.undo()
        await plays(address)

    on_live_server(scene)


@pytest.mark.parametrize("header", [b"Cookie: " + b"x" * 9000 + b"\r\n", b"x: y\r\n" * 200])
def test_a_wish_to_talk_that_is_too_long_is_not_waited_for(header: bytes) -> None:
    async def scene(address: str) -> None:
        here = address[7:-1].encode()
        wish = (
            b"GET /socket HTTP/1.1\r\nHost: " + here + b"\r\nOrigin: http://" + here + b"\r\n"
            b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" + header + b"\r\n"
        )
        assert await is_hung_up_on(address, wish)
        await plays(address)

    on_live_server(scene)


def test_a_body_in_chunks_is_refused() -> None:
    async def scene(address: str) -> None:
        request = post(address, b"").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        assert b" 400 " in (await http(address, request + b"1\r\n#\r\n0\r\n\r\n"))[:20]
        await plays(address)

    on_live_server(scene)


def test_too_many_connections_make_room_for_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 20)

    async def scene(address: str) -> None:
        beginnings = (b"", b"GET / HTTP/1.1\r\nX: ", post(address, b"#", length=1000))
        clients = [RawClient(address) for _ in range(100)]
        for index, client in enumerate(clients):
            await client.open()
            client.write(beginnings[index % 3])
        await plays(address)
        ended = 0
        for client in clients:
            with suppress(TimeoutError, OSError):
                await asyncio.wait_for(client.reader.read(1), 0.05)
            ended += client.is_closed() or client.reader.exception() is not None
        assert ended >= 80
        for client in clients:
            client.close()

    on_live_server(scene)


def test_a_page_that_takes_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STALLED", 0.5)

    async def scene(address: str) -> None:
        async with RawClient(address) as page:
            for _ in range(200):
                page.send("open", text=BOMB)
            page.writer.transport.pause_reading()  # type: ignore[attr-defined]
            with suppress(OSError):
                while not page.is_closed():
                    await asyncio.sleep(0.05)
                    page.send("restart")
            assert page.is_closed()
        await plays(address)

    on_live_server(scene)


def test_a_page_that_does_not_take_the_rest_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STALLED", 0.5)
    is_stuck = threading.Event()
    # That it does not read is not noticed, as where less waits.
    monkeypatch.setattr(connections.WebSocketConnection, "pause_writing", lambda _: is_stuck.set())

    async def scene(address: str) -> None:
        async with RawClient(address) as page:
            page.writer.transport.pause_reading()  # type: ignore[attr-defined]
            for _ in range(40):
                page.send("open", text=BOMB)
            await page.drain()
            await asyncio.to_thread(is_stuck.wait, 300)  # boards take long on a busy machine
            page.write(b"\xff" * 8)  # no frame: the server ends the talk
            async with asyncio.timeout(300):
                while not page.is_closed():
                    await asyncio.sleep(0.05)
                    page.write(b"\xff")
        await plays(address)

    on_live_server(scene)


@pytest.mark.parametrize("kind", [PING, PONG])
def test_a_page_that_only_pings_is_let_go(kind: int) -> None:
    async def scene(address: str) -> None:
        async with RawClient(address) as page:
            for _ in range(connections.PINGS - 1):
                page.frame(b"x", kind)
            assert (await page.ask("open", id="bloxorz/1"))["type"] == "opened"
            for _ in range(connections.PINGS + 1):
                page.frame(b"x", kind)
            with pytest.raises((OSError, asyncio.IncompleteReadError)):
                await page.receive()
        await plays(address)

    on_live_server(scene)


def test_a_message_has_only_so_many_small_parts() -> None:
    async def scene(address: str) -> None:
        async with RawClient(address) as page:
            page.frame(b'{"type": "stop", ', fin=False)
            for _ in range(10):
                page.frame(b"", 0, fin=False)
            page.frame(b'"n": 7}', 0)
            assert (await page.answer(7))["type"] == "done"
            page.frame(b'{"type": "open", "n": 8, "id": "bloxorz/1", "a": "', fin=False)
            for _ in range(100):
                page.frame(b"a" * connections.PART, 0, fin=False)
            page.frame(b'"}', 0)
            assert (await page.answer(8))["type"] == "opened"
            page.frame(b"", fin=False)
            for _ in range(connections.SMALL_PARTS + 2):
                page.frame(b"", 0, fin=False)
            with pytest.raises((OSError, asyncio.IncompleteReadError)):
                async with asyncio.timeout(300):
                    await page.receive()
        await plays(address)

    on_live_server(scene)


def test_a_message_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUEST_SECONDS", 0.3)

    async def scene(address: str) -> None:
        for beginning in (b"\x81\xfe\x01\x00", b"\x01\x80\0\0\0\0"):  # of a frame, of its message
            async with RawClient(address) as page:
                page.write(beginning)
                with pytest.raises((OSError, asyncio.IncompleteReadError)):
                    async with asyncio.timeout(300):
                        await page.receive()
        async with RawClient(address) as page:  # which says nothing, is not waited for
            await asyncio.sleep(0.6)
            assert (await page.ask("open", id="bloxorz/1"))["type"] == "opened"

    on_live_server(scene)


def test_parts_of_messages_take_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HALVES", 100_000)
    halves = connections.WebSocketConnection._halves

    async def scene(address: str) -> None:
        async with RawClient(address) as first, RawClient(address) as second:
            for _ in range(3):  # what has come as a whole counts no more
                second.frame(b'{"type": "stop", "n": 7, "a": "' + b" " * 60_000, fin=False)
                second.frame(b'"}', 0)
                assert "too long" in (await second.answer(7))["problem"]
            first.frame(b" " * 60_000, fin=False)
            async with asyncio.timeout(300):  # the other one is to come later
                while not any(size > 60_000 for size in list(halves.values())):
                    await asyncio.sleep(0.01)
            second.frame(b"{" + b" " * 60_000, fin=False)
            with pytest.raises((OSError, asyncio.IncompleteReadError)):
                async with asyncio.timeout(300):
                    await first.receive()
            second.frame(b"}", 0)
            assert (await second.ask("open", id="bloxorz/1"))["type"] == "opened"
        assert not halves

    on_live_server(scene)


def test_bytes_that_are_no_text_end_the_talk_and_are_not_written_down(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(address: str) -> None:
        for payload in (b"\xff\xfe", b'{"type": "\xed\xa0\x80"}'):
            async with RawClient(address) as page:
                page.frame(payload)
                with pytest.raises((OSError, asyncio.IncompleteReadError)):
                    async with asyncio.timeout(300):
                        await page.receive()
        await plays(address)

    log = logging.getLogger("uvicorn.error")
    with live() as address:
        level = log.level
        log.addHandler(caplog.handler)  # uvicorn hands nothing on to other handlers
        log.setLevel(logging.WARNING)
        try:
            run_in_own_thread(scene(address))
        finally:
            log.setLevel(level)
            log.removeHandler(caplog.handler)
    assert caplog.text == ""


def test_only_so_many_pages_are_connected(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLIENTS", 1)
    with page(client) as first:
        first.ask("open", id="bloxorz/1")
        with pytest.raises(WebSocketDisconnect), page(client) as second:
            second.ask("open", id="bloxorz/1")
        monkeypatch.setattr(limits, "SILENT", 0.0)  # now the first one has to make room
        with page(client) as second:
            assert second.ask("open", id="bloxorz/1")["type"] == "opened"
        with pytest.raises(WebSocketDisconnect):
            first.ask("move", move="R")


def test_an_address_with_more_than_half_of_the_pages_gives_way(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLIENTS", 3)
    with page(client) as first, page(client) as second, page(client) as third:
        for one in (first, second, third):
            one.ask("open", id="bloxorz/1")
        monkeypatch.setattr(app, "_host", lambda connection: "127.0.0.9")
        with page(client) as other:
            assert other.ask("open", id="bloxorz/1")["type"] == "opened"
            with pytest.raises(WebSocketDisconnect):
                first.ask("move", move="R")
            with page(client) as another:  # two of three are still theirs
                assert another.ask("open", id="bloxorz/1")["type"] == "opened"
                with pytest.raises(WebSocketDisconnect), page(client) as one_more:
                    one_more.ask("open", id="bloxorz/1")
                assert third.ask("move", move="R")["type"] != "problem"


# Visitors from elsewhere.


def visit(host: str, origin: str | None = None) -> int:
    with TestClient(build(["tower", "tower.local"], open_to_others=True)) as client:
        headers = {"host": host, **({"origin": origin} if origin else {})}
        return client.get("/api/menu", headers=headers).status_code


def test_an_open_server_answers_to_its_addresses_and_names() -> None:
    for host in ("192.168.1.5:8642", "10.0.0.1", "[fe80::1]:80", "tower:8642", "TOWER.local"):
        assert visit(host) == 200
        assert visit(host, f"http://{host}") == 200


def test_an_open_server_is_no_tool_for_other_sites() -> None:
    assert visit("evil.example:8642") == 403  # a name that was made to point here
    assert visit("192.168.1.5.evil.example") == 403
    assert visit("192.168.1.5:8642", "http://evil.example") == 403
    assert visit("192.168.1.5:8642", "http://192.168.1.6:8642") == 403
    assert visit("192.168.1.5:8642", "null") == 403


def test_a_server_for_this_machine_answers_to_no_other_address(client: TestClient) -> None:
    assert client.get("/api/menu", headers={"host": "192.168.1.5:8642"}).status_code == 403


@pytest.mark.parametrize("host", ["127.1", "localhost"])
def test_a_server_that_only_this_machine_reaches_warns_of_no_others(host: str) -> None:
    command = [sys.executable, "-m", "unriddle", "serve", "--host", host, "--port", "0"]
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        with urllib.request.urlopen(process.stdout.readline().strip()) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=300)[1] == "press Ctrl-C to stop\n"


# The log.


def test_the_same_complaint_is_written_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = log_filter.RateLimitFilter()

    def written(message: str, *values: object) -> str:
        record = logging.LogRecord("x", logging.WARNING, "", 0, message, values, None)
        return record.getMessage() if quiet.filter(record) else ""

    lines = [written("a visitor said %s", "x" * 100_000) for _ in range(1000)]
    assert sum(map(bool, lines)) == log_filter.OFTEN
    assert "not shown" in lines[log_filter.OFTEN - 1]
    assert sum(map(len, lines)) < 100_000
    assert written("something else")
    lines = [written(f"number {number}") for number in range(1000)]
    assert sum(map(bool, lines)) < log_filter.KINDS + log_filter.OFTEN
    monkeypatch.setattr(log_filter, "PERIOD", 0.0)
    time.sleep(0.001)
    assert written("a visitor said %s", "hello")


@pytest.mark.parametrize("host", ["", "x" * 300, "a..b", "\ud800", "1.2.3.4.5"])
def test_a_host_that_is_none_is_refused(host: str) -> None:
    with pytest.raises(BadInput, match=r"host|cannot listen"):
        serve(host, 0, memory=640.0, open_browser=False)


def test_connections_leave_room_for_the_files_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "setrlimit", lambda kind, both: None)
    monkeypatch.setattr(limits, "CONNECTIONS", 700)
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (64, 64))
    with pytest.raises(BadInput, match="the system allows 64"):
        serving._allow_connections()
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (400, 400))
    serving._allow_connections()
    at_once = connections.options()["backlog"]  # they come before those that give way are gone
    assert limits.CONNECTIONS + 2 * at_once + 50 <= 400


def test_a_page_cannot_have_any_memory() -> None:
    for memory in ("0", "-1", "nan", "1e9"):
        assert run(["serve", "--memory", memory]) == BAD_INPUT


def arrival(*messages: str) -> tuple[WebSocket, list[str]]:
    """A page that comes and says this, and what it is told."""
    said = iter(messages)
    told: list[str] = []

    async def receive() -> Any:
        if (message := next(said, None)) is None:
            await asyncio.Event().wait()
        return {"type": f"websocket.{message}", "code": 1006}

    async def send(message: Any) -> None:
        told.append(message["type"])

    return WebSocket({"type": "websocket"}, receive, send), told


def test_pages_that_have_gone_before_their_turn_hold_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        state = State({"arrivals": asyncio.Lock(), "arriving": 0})
        monkeypatch.setattr(limits, "ARRIVAL", 1e6)
        for _ in range(3):
            gone, _ = arrival("connect", "disconnect")
            assert not await asyncio.wait_for(app._arrives(gone, state), 300)
        monkeypatch.setattr(limits, "ARRIVAL", 0.0)
        there, told = arrival("connect")
        assert await asyncio.wait_for(app._arrives(there, state), 300)
        assert (told, state.arriving) == ([], 0)

    run_in_own_thread(scene())


def test_only_so_many_pages_wait_until_they_may_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ARRIVAL", 1e6)
    monkeypatch.setattr(limits, "ARRIVING", 2)

    async def scene() -> None:
        state = State({"arrivals": asyncio.Lock(), "arriving": 0})
        waiting = [
            asyncio.create_task(app._arrives(arrival("connect")[0], state)) for _ in range(2)
        ]
        await asyncio.sleep(0)
        another, told = arrival("connect")
        assert not await asyncio.wait_for(app._arrives(another, state), 300)
        assert told == ["websocket.close"]
        for task in waiting:
            task.cancel()

    run_in_own_thread(scene())
    # so that others than pages always find a place
    assert limits.ARRIVING + limits.CLIENTS < limits.CONNECTIONS


def test_pages_come_one_after_the_other(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ARRIVAL", 0.2)
    started = time.monotonic()
    with page(client) as first, page(client) as second:
        assert first.ask("open", id="bloxorz/1")["type"] == "opened"
        assert second.ask("open", id="bloxorz/1")["type"] == "opened"
    assert time.monotonic() - started >= 0.4

"""The server as an ASGI application: pages, level lists, and the talk over WebSocket."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from unriddle.catalog import packs
from unriddle.core import Limits, UnriddleError
from unriddle.plugins import fault_of
from unriddle.records.write_behind import WriteBehindStore
from unriddle.solving import solve
from unriddle.web import levels, limits
from unriddle.web.client import Client, Gone
from unriddle.web.problem import problem
from unriddle.web.questions import ANSWERS, ANSWERS_TO_TEXTS, Question
from unriddle.web.scheduler import Scheduler
from unriddle.web.server.assets import Assets
from unriddle.web.server.guard import Guard
from unriddle.web.server.threads import THREAD, ThreadExecutor, wait_for_ends

SHUTDOWN_SECONDS = 3.0
"""Seconds that searches get to end when the server does."""
WORTH_PACKING = 500
"""Bytes of an answer that is compressed."""


def build(
    hosts: Collection[str] = (), *, open_to_others: bool = False, embed: Collection[str] = ()
) -> Starlette:
    """The application; it answers to `hosts` beside the names of this machine for itself.

    Where it is `open_to_others`, also to any address of this machine; then it keeps no records,
    because they would be those of strangers. Pages of the origins `embed` may show it in a frame.
    """
    guard = Middleware(Guard, hosts=hosts, open_to_others=open_to_others, embed=embed)
    app = Starlette(
        routes=[
            Route("/", _file("index.html")),
            Route("/worker.js", _file("worker.js")),
            Route("/api/menu", _menu),
            *(Route(f"/api/{name}", _question(name)) for name in ANSWERS if name != "menu"),
            *(Route(f"/api/{name}", _text(name), methods=["POST"]) for name in ANSWERS_TO_TEXTS),
            WebSocketRoute("/socket", _socket),
            Route("/static/{name:path}", _file()),
        ],
        middleware=[guard],
        lifespan=_life,
    )
    app.state.store = None if open_to_others else WriteBehindStore()
    return app


@asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    app.state.scheduler = Scheduler()
    app.state.executor = ThreadExecutor()
    app.state.reader = Reader()
    app.state.clients = {}
    app.state.arrivals = asyncio.Lock()
    app.state.arriving = 0
    app.state.assets = Assets()
    app.state.menu_text = cache(_menu_text)  # what there is does not change while it serves
    threading.Thread(target=_warm_up, args=[app.state.menu_text], name=THREAD, daemon=True).start()
    yield
    await to_thread.run_sync(wait_for_ends, SHUTDOWN_SECONDS)


def _warm_up(menu_text: Callable[[], bytes]) -> None:
    """Load what the first page would otherwise wait for: the catalogue and the engines."""
    menu_text()
    for prefix, (entry, pack) in packs().items():
        if entry.native is None:
            continue  # of a user, whose code may do anything
        solve(levels.by_id(f"{prefix}/{pack.numbers[0]}"), limits=Limits(seconds=1.0, nodes=1))
    # What is loaded now stays for good. To look through it again and again, for garbage, would
    # keep players waiting a twentieth of a second each time.
    gc.collect()
    gc.freeze()


def _file(name: str = "") -> Callable[[Request], Awaitable[Response]]:
    """A file of the page: this one, or that which the address names."""

    async def answer(request: Request) -> Response:
        assets: Assets = request.app.state.assets
        return assets.answer(request, name or request.path_params["name"])

    return answer


def _menu_text() -> bytes:
    return _bytes_of(ANSWERS["menu"](Question()))


async def _menu(request: Request) -> Response:
    def answer() -> Response:
        content = request.app.state.menu_text()
        return _packed(request, Response(content, media_type="application/json"))

    executor: ThreadExecutor = request.app.state.executor
    return await executor.moment(answer)


def _asked(request: Request, body: bytes = b"") -> Question:
    return Question(dict(request.query_params), body, request.app.state.store)


def _question(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return await _work_out(request, lambda: ANSWERS[name](_asked(request)))

    return answer


def _text(name: str) -> Callable[[Request], Awaitable[Response]]:
    """The answer to a request that brings a text."""

    async def answer(request: Request) -> Response:
        reader: Reader = request.app.state.reader
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                reader.bytes += len(chunk)
                if len(body) > limits.TEXT:
                    return JSONResponse({"problem": f"is larger than {limits.TEXT >> 20} MiB"}, 413)
                if reader.bytes > limits.BODIES:
                    return _busy()
            asked = _asked(request, bytes(body))
            return await _work_out(request, lambda: ANSWERS_TO_TEXTS[name](asked))
        except ClientDisconnect:
            return Response(status_code=400)  # the client has gone
        finally:
            reader.bytes -= len(body)

    return answer


class _Answer(JSONResponse):
    """JSON that can always be sent."""

    def render(self, content: Any) -> bytes:
        return _bytes_of(content)


def _bytes_of(content: Any) -> bytes:
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode(errors="replace")  # code of a user may have half characters


class Reader:
    """Reads level files and lists levels for all pages, a few at a time."""

    def __init__(self) -> None:
        self.bytes = 0
        """Of files that are on their way."""
        self.waiting: Counter[str] = Counter()
        """Requests by the address that they come from."""
        self.limiter = CapacityLimiter(limits.READS)


async def _work_out(request: Request, work: Callable[[], dict[str, Any]]) -> Response:
    """The answer to a request about levels, made in a thread."""

    def answer() -> Response:
        try:
            return _packed(request, _Answer(work()))
        except UnriddleError as error:
            return _Answer(problem(error), status_code=422)
        except Exception as error:
            if fault := fault_of(error):  # of a puzzle that a user wrote
                return _Answer(problem(fault), status_code=422)
            raise

    reader: Reader = request.app.state.reader
    host = _host(request)
    if (
        reader.waiting.total() >= limits.READS_WAITING
        or reader.waiting[host] >= limits.READS_WAITING / 2
    ):
        return _busy()
    reader.waiting[host] += 1
    try:
        return await to_thread.run_sync(answer, limiter=reader.limiter)
    finally:
        reader.waiting -= Counter([host])


def _packed(request: Request, answer: Response) -> Response:
    """The same answer, compressed for who takes that; in a thread, since it takes a while."""
    if len(answer.body) >= WORTH_PACKING and "gzip" in request.headers.get("accept-encoding", ""):
        answer.body = gzip.compress(answer.body, 6)
        answer.headers["Content-Length"] = str(len(answer.body))
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Vary"] = "Accept-Encoding"
    return answer


def _host(connection: HTTPConnection) -> str:
    """The address that it comes from."""
    return connection.client.host if connection.client else ""


def _busy() -> Response:
    return JSONResponse({"problem": "the server is busy", "hint": "try again soon"}, 503)


class SocketConnection:
    """A WebSocket as the way to a page (a `client.Connection`)."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str:
        """The next message; raises `Gone`."""
        with _gone():
            return await self._socket.receive_text()

    async def send(self, text: str) -> None:
        """Send a message; raises `Gone`."""
        with _gone():
            await self._socket.send_text(text)

    async def close(self, reason: str) -> None:
        """Let the page go: it may come back later."""
        with _gone():
            await self._socket.close(code=1013, reason=reason)


@contextmanager
def _gone() -> Iterator[None]:
    try:
        yield
    except (WebSocketDisconnect, KeyError, RuntimeError) as error:
        raise Gone from error


async def _socket(socket: WebSocket) -> None:
    state = socket.app.state
    if not await _arrives(socket, state):
        return
    clients: dict[Client, str] = state.clients
    if len(clients) >= limits.CLIENTS:
        silent = _one_to_go(clients, _host(socket))
        if silent is None:
            await socket.close(code=1013, reason="too many pages are connected")
            return
        del clients[silent]
        await silent.dismiss()
    await socket.accept()
    client = Client(SocketConnection(socket), state.scheduler, state.executor, state.store)
    clients[client] = _host(socket)
    try:
        await client.talk()
    except asyncio.CancelledError:
        pass  # the server ends, and does not wait until every search has
    finally:
        clients.pop(client, None)


async def _arrives(socket: WebSocket, state: State) -> bool:
    """Is it still there when it is its turn? Few wait, and who goes holds up nobody."""
    if state.arriving >= limits.ARRIVING:
        await socket.close(code=1013, reason="too many pages are coming")
        return False
    state.arriving += 1
    try:
        await socket.receive()  # its wish to connect
        async with state.arrivals:
            with suppress(TimeoutError):
                async with asyncio.timeout(limits.ARRIVAL):
                    await socket.receive()  # that it has gone: it may not talk yet
                    return False
    finally:
        state.arriving -= 1
    return True


def _one_to_go(clients: dict[Client, str], host: str) -> Client | None:
    """The page that gives way to one from `host`, if any: the one that was silent for longest.

    One of an address that has more than half of all gives way at once, others after a while.
    """
    ((largest, number),) = Counter(clients.values()).most_common(1)
    if largest != host and number > limits.CLIENTS / 2:
        return min((one for one in clients if clients[one] == largest), key=_last_heard)
    silent = min(clients, key=_last_heard)
    return silent if time.monotonic() - silent.heard >= limits.SILENT else None


def _last_heard(client: Client) -> float:
    return client.heard

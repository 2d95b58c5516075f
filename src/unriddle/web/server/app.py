"""The server as an ASGI application: pages, level lists, and the talk over WebSocket."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from unriddle.catalog import packs
from unriddle.core import Limits, UnriddleError
from unriddle.plugins import fault_of
from unriddle.records import Store
from unriddle.solving import solve
from unriddle.web import levels, limits
from unriddle.web.client import Client, Gone
from unriddle.web.problem import problem
from unriddle.web.questions import ANSWERS, ANSWERS_TO_TEXTS, Question
from unriddle.web.scheduler import Scheduler
from unriddle.web.server.assets import Assets
from unriddle.web.server.guard import Guard
from unriddle.web.server.threads import THREAD, ThreadPlace, wait_for_ends

SHUTDOWN_SECONDS = 3.0
"""Seconds that searches get to end when the server does."""


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
            Route("/", _root("index.html")),
            Route("/worker.js", _root("worker.js")),
            Route("/api/menu", _menu),
            *(Route(f"/api/{name}", _question(name)) for name in ANSWERS if name != "menu"),
            *(Route(f"/api/{name}", _text(name), methods=["POST"]) for name in ANSWERS_TO_TEXTS),
            WebSocketRoute("/socket", _socket),
            Route("/static/{name:path}", _static),
        ],
        middleware=[guard, Middleware(GZipMiddleware, minimum_size=500)],
        lifespan=_life,
    )
    app.state.store = None if open_to_others else Store()
    return app


@asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    app.state.scheduler = Scheduler()
    app.state.place = ThreadPlace()
    app.state.reader = Reader()
    app.state.clients = set()
    app.state.door = asyncio.Lock()
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


def _root(name: str) -> Callable[[Request], Awaitable[Response]]:
    """A file of the page that has an address of its own."""

    async def answer(request: Request) -> Response:
        assets: Assets = request.app.state.assets
        return assets.answer(request, name)

    return answer


async def _static(request: Request) -> Response:
    assets: Assets = request.app.state.assets
    return assets.answer(request, request.path_params["name"])


def _menu_text() -> bytes:
    return json.dumps(ANSWERS["menu"](Question()), ensure_ascii=False).encode()


async def _menu(request: Request) -> Response:
    place: ThreadPlace = request.app.state.place
    content = await place.moment(request.app.state.menu_text)
    return Response(content, media_type="application/json")


def _asked(request: Request, body: bytes = b"") -> Question:
    return Question(dict(request.query_params), body, request.app.state.store)


def _question(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return await _work_out(request, lambda: ANSWERS[name](_asked(request)))

    return answer


def _text(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        work = ANSWERS_TO_TEXTS[name]
        return await _with_body(request, lambda body: work(_asked(request, body)))

    return answer


async def _with_body(request: Request, work: Callable[[bytes], dict[str, Any]]) -> Response:
    """The answer to a request that brings a text, made in a thread."""
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
        return await _work_out(request, lambda: work(bytes(body)))
    except ClientDisconnect:
        return Response(status_code=400)  # the client has gone
    finally:
        reader.bytes -= len(body)


class Reader:
    """Reads level files and lists levels for all pages, a few at a time."""

    def __init__(self) -> None:
        self.bytes = 0
        """Of files that are on their way."""
        self.waiting = 0
        self.limiter = CapacityLimiter(limits.READS)


async def _work_out(request: Request, work: Callable[[], dict[str, Any]]) -> Response:
    """The answer to a request about levels, made in a thread."""

    def answer() -> Response:
        try:
            return JSONResponse(work())
        except UnriddleError as error:
            return JSONResponse(problem(error), status_code=422)
        except Exception as error:
            if fault := fault_of(error):  # of a puzzle that a user wrote
                return JSONResponse(problem(fault), status_code=422)
            raise

    reader: Reader = request.app.state.reader
    if reader.waiting >= limits.READS_WAITING:
        return _busy()
    reader.waiting += 1
    try:
        return await to_thread.run_sync(answer, limiter=reader.limiter)
    finally:
        reader.waiting -= 1


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
    async with state.door:
        await asyncio.sleep(limits.ARRIVAL)
    clients: set[Client] = state.clients
    if len(clients) >= limits.CLIENTS:
        silent = min(clients, key=lambda client: client.heard)
        if time.monotonic() - silent.heard < limits.SILENT:
            await socket.close(code=1013, reason="too many pages are connected")
            return
        clients.discard(silent)
        await silent.dismiss()
    await socket.accept()
    client = Client(SocketConnection(socket), state.scheduler, state.place, state.store)
    clients.add(client)
    try:
        await client.talk()
    except asyncio.CancelledError:
        pass  # the server ends, and does not wait until every search has
    finally:
        clients.discard(client)

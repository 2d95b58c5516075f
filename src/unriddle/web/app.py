"""The server as an ASGI application: pages, level lists, and the talk over WebSocket."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from unriddle.catalog import packs
from unriddle.core import Limits, UnriddleError
from unriddle.loading import as_text
from unriddle.plugins import fault_of
from unriddle.records import Store
from unriddle.solving import solve
from unriddle.web import levels, limits, records
from unriddle.web.assets import Assets
from unriddle.web.background_run import THREAD, wait_for_ends
from unriddle.web.client import Client
from unriddle.web.guard import Guard
from unriddle.web.menu import menu
from unriddle.web.problem import problem
from unriddle.web.scheduler import Scheduler

THREADS = 8
"""Threads for moves, level lists and other short work."""
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
            Route("/api/levels", _levels),
            Route("/api/deal", _deal),
            Route("/api/read", _read, methods=["POST"]),
            Route("/api/records", _records),
            Route("/api/records", _take_records, methods=["POST"]),
            Route("/api/statistics", _statistics, methods=["POST"]),
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
    app.state.threads = CapacityLimiter(THREADS)
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
    return json.dumps(menu(), ensure_ascii=False).encode()


async def _menu(request: Request) -> Response:
    content = await _in_thread(request, request.app.state.menu_text)
    return Response(content, media_type="application/json")


async def _levels(request: Request) -> Response:
    def page() -> dict[str, Any]:
        query = request.query_params
        first, count = (_number(query.get(name, ""), 1) for name in ("first", "count"))
        return levels.page_of(query.get("pack", ""), first, count, query.get("search", "")[:100])

    return await _work_out(request, page)


async def _deal(request: Request) -> Response:
    def deal() -> dict[str, Any]:
        difficulty, seed, day = map(
            request.query_params.get, ("difficulty", "seed", "day"), ("", "", "")
        )
        return levels.winnable(difficulty[:20], _number(seed, 0), day)

    return await _work_out(request, deal)


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else otherwise


async def _read(request: Request) -> Response:
    query = request.query_params
    name, puzzle = query.get("name", "")[:200], query.get("puzzle", "")[:60]
    return await _with_body(
        request, lambda body: levels.cards_of(as_text(body, name), name, puzzle)
    )


async def _records(request: Request) -> Response:
    every = "all" in request.query_params
    return await _work_out(request, lambda: records.kept(request.app.state.store, every=every))


async def _take_records(request: Request) -> Response:
    return await _with_body(request, lambda body: records.take(request.app.state.store, body))


async def _statistics(request: Request) -> Response:
    return await _with_body(request, records.statistics_of)


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


async def _in_thread(request: Request, work: Callable[[], Any]) -> Any:
    return await to_thread.run_sync(work, limiter=request.app.state.threads)


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
    client = Client(socket, state.scheduler, state.threads, state.store)
    clients.add(client)
    try:
        await client.talk()
    except asyncio.CancelledError:
        pass  # the server ends, and does not wait until every search has
    finally:
        clients.discard(client)

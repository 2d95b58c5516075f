"""The server as an ASGI application: pages, level lists, and the talk over WebSocket."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from unriddle.core import BadInput, Limits, UnriddleError
from unriddle.solving import solve
from unriddle.web import bounds, shelf
from unriddle.web.client import Client, problem
from unriddle.web.desk import Desk
from unriddle.web.guard import Guard
from unriddle.web.menu import menu
from unriddle.web.watch import THREAD, wait_for_ends

STATIC = Path(__file__).parent / "static"
THREADS = 8
"""Threads for moves, level lists and other short work."""
FAREWELL = 3.0
"""Seconds that searches get to end when the server does."""


def build(hosts: Collection[str] = ()) -> Starlette:
    """The application; it answers to `hosts` beside the names of this machine for itself."""
    return Starlette(
        routes=[
            Route("/", _index),
            Route("/api/menu", _menu),
            Route("/api/levels", _levels),
            Route("/api/read", _read, methods=["POST"]),
            WebSocketRoute("/talk", _talk),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=500)],
        lifespan=_life,
    )


@asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    app.state.desk = Desk()
    app.state.threads = CapacityLimiter(THREADS)
    app.state.clients = 0
    threading.Thread(target=_warm_up, name=THREAD, daemon=True).start()
    yield
    await to_thread.run_sync(wait_for_ends, FAREWELL)


def _warm_up() -> None:
    """Load what the first page would otherwise wait for: the catalogue and the engines."""
    _menu_text()
    for prefix, (_, pack) in shelf.packs().items():
        solve(shelf.by_id(f"{prefix}/{pack.numbers[0]}"), limits=Limits(seconds=1.0, nodes=1))


async def _index(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


@cache
def _menu_text() -> bytes:
    return json.dumps(menu(), ensure_ascii=False).encode()


async def _menu(request: Request) -> Response:
    content = await _in_thread(request, _menu_text)
    return Response(content, media_type="application/json")


async def _levels(request: Request) -> Response:
    def page() -> dict[str, Any]:
        query = request.query_params
        first, count = (_number(query.get(name, ""), 1) for name in ("first", "count"))
        return shelf.page_of(query.get("pack", ""), first, count, query.get("search", "")[:100])

    return await _or_problem(_in_thread(request, page))


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else otherwise


async def _read(request: Request) -> Response:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > bounds.TEXT:
            return JSONResponse({"problem": f"is larger than {bounds.TEXT >> 20} MiB"}, 413)

    def cards() -> dict[str, Any]:
        levels = shelf.in_text(_decoded(bytes(body)), request.query_params.get("name", "")[:200])
        shown = [shelf.card(one) for one in levels[: bounds.LEVELS]]
        return {"levels": shown, "count": len(levels)}

    return await _or_problem(_in_thread(request, cards))


def _decoded(content: bytes) -> str:
    if b"\0" in content:
        raise BadInput("this is not a text file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


async def _in_thread(request: Request, work: Callable[[], Any]) -> Any:
    return await to_thread.run_sync(work, limiter=request.app.state.threads)


async def _or_problem(answer: Awaitable[dict[str, Any]]) -> Response:
    try:
        return JSONResponse(await answer)
    except UnriddleError as error:
        return JSONResponse(problem(error), status_code=422)


async def _talk(socket: WebSocket) -> None:
    state = socket.app.state
    if state.clients >= bounds.CLIENTS:
        await socket.close(code=1013, reason="too many pages are connected")
        return
    await socket.accept()
    state.clients += 1
    try:
        await Client(socket, state.desk, state.threads).talk()
    finally:
        state.clients -= 1

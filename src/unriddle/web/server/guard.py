"""Keeps strangers out: a page of another site must not talk to the server on this machine.

The Host header must be a name of this server (so no foreign name can be made to point here); where
other machines may visit it, also any address in figures, to which no name was made to point. And
what a browser sends from another origin is refused, over HTTP and over WebSocket. Every answer
carries a strict Content-Security-Policy.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

POLICY: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors ",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Refuses foreign hosts and origins, and adds the policy to every answer."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str] = (),
        *,
        open_to_others: bool = False,
        embed: Collection[str] = (),
    ) -> None:
        self._app = app
        self._policy = dict(POLICY)
        self._policy["Content-Security-Policy"] += " ".join(embed) or "'none'"
        self._hosts = LOOPBACK | {host.lower() for host in hosts}
        self._open_to_others = open_to_others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._problem(scope)
        if not problem:
            await self._app(scope, receive, self._with_policy(send))
        elif scope["type"] == "http":
            refusal = PlainTextResponse(problem + "\n", status_code=403)
            await refusal(scope, receive, self._with_policy(send))
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": problem})

    def _problem(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(_name(f"http://{host}")):
            return "this is not the server of that name"
        origin = headers.get("origin")
        if origin is None:  # a browser always sends it with a WebSocket and with a POST
            must_have = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD")
            return "the Origin is missing" if must_have else ""
        same = origin in (f"http://{host}", f"https://{host}")
        return "" if same else "another site must not talk to this server"

    def _with_policy(self, send: Send) -> Send:
        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._policy)
            await send(message)

        return sender

    def _is_ours(self, name: str) -> bool:
        return name in self._hosts or (self._open_to_others and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _name(address: str) -> str:
    """The host name in an address, without its port; empty if there is none, or more than that."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises for what is no number
    except ValueError:
        return ""
    is_alone = address == f"http://{parts.netloc}" and "@" not in parts.netloc
    return (parts.hostname or "").lower() if is_alone else ""

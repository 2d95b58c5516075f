"""Connections that cost nothing for long: a client that stops asking, or taking, has to go.

uvicorn knows a time-out between two requests only. These protocols add one for the headers of a
request, one for a whole request or message, one for a page that takes nothing of what waits for it,
and limits on connections and on messages that have come in part: when there are too many, the one
that has waited longest gives way.
"""

from __future__ import annotations

import asyncio
from itertools import chain
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from unriddle.web import limits

PONGS = 1 << 16
"""Bytes that may wait for a page that goes on sending pings."""
PINGS = 100
"""Pings, and pongs that nobody asked for, which a page may send without a word; browsers send none.
"""
SMALL_PARTS = 16
"""Of one message;"""
PART = 512
"""bytes that all others hold on the average: each part takes a while, even if it holds nothing."""
PER_FRAGMENT = 64
"""Bytes that Python takes beside what such a part holds."""
AT_ONCE = 1 << 12
"""Bytes that are taken from a connection before others are heard."""


class _NoChunks(h11.Connection):
    """Refuses a body in chunks, which no browser sends: thousands of them fit into a few bytes."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request) and b"transfer-encoding" in dict(event.headers):
            raise h11.RemoteProtocolError("a body needs a length")
        return event


class HttpConnection(H11Protocol):
    """A connection over HTTP."""

    _asking: ClassVar[dict[HttpConnection, None]] = {}
    """Those of which no whole request has come, the one that has waited longest first."""
    _answered: ClassVar[dict[HttpConnection, None]] = {}
    """Those that are being answered, in the same order."""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; if there are too many, one of them has to go."""
        super().connection_made(transport)
        self.conn = _NoChunks(h11.SERVER)
        transport.max_size = AT_ONCE  # type: ignore[attr-defined]
        if len(self.connections) > limits.CONNECTIONS:
            oldest = next(chain(self._asking, self._answered), self)
            oldest.hang_up()
            if oldest is self:
                return
        self._wait(self._asking, limits.HEADER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hear a part of a request; the time for its headers goes on."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._is_being_answered() and self in self._asking:
            self._wait(self._answered, limits.REQUEST_SECONDS)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._wait(self._asking, limits.HEADER_SECONDS)
        super().on_response_complete()
        if self._is_being_answered():  # the next one had arrived already
            self._wait(self._answered, limits.REQUEST_SECONDS)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Another protocol takes over."""
        self._stop_timer()
        super().handle_websocket_upgrade(event)

    def hang_up(self) -> None:
        """End the connection at once."""
        self._stop_timer()
        if not self.transport.is_closing():
            self.transport.abort()

    def _is_being_answered(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self, among: dict[HttpConnection, None], seconds: float) -> None:
        self._stop_timer()
        if not self.transport.is_closing():
            among[self] = None
            self._timer = self.loop.call_later(seconds, self.hang_up)

    def _stop_timer(self) -> None:
        self._asking.pop(self, None)
        self._answered.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A connection over WebSocket."""

    _halves: ClassVar[dict[WebSocketConnection, int]] = {}
    """Those of which a part of a message has come, with its size, the oldest part first."""
    _timer: asyncio.TimerHandle | None = None
    _half_timer: asyncio.TimerHandle | None = None
    _came = 0
    """Bytes since the last whole message."""
    _pings = 0

    def data_received(self, data: bytes) -> None:
        """Hear a part of a message; there is a time for the rest, and room for so many parts."""
        self._came += len(data)
        super().data_received(data)
        if not self.handshake_initiated:  # the wish to talk came whole, but was no good
            self.transport.abort()
        if self.transport.is_closing() or not (self.frames or self.conn.reader.buffer):
            self._forget_half()
            return
        self._halves[self] = self._came + PER_FRAGMENT * len(self.frames)
        if self._half_timer is None:
            self._half_timer = self.loop.call_later(limits.REQUEST_SECONDS, self.transport.abort)
        if sum(self._halves.values()) > limits.HALVES:
            next(iter(self._halves)).transport.abort()

    async def run_asgi(self) -> None:
        """Talk; the page has some time to take the rest, then its connection ends."""
        await super().run_asgi()
        self.loop.call_later(limits.STALLED, self.transport.abort)

    def pause_writing(self) -> None:
        """The page takes nothing: it gets some time to begin again."""
        super().pause_writing()
        if self._timer is None:
            self._timer = self.loop.call_later(limits.STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        """It takes something again."""
        self._stop_timer()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone; what has come in part is let go at once, not when garbage is looked for."""
        self._stop_timer()
        self._forget_half()
        self.frames.clear()
        self.conn.reader.buffer.clear()
        self.conn.parser.close()  # it remembers the last part
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer, unless the page does nothing else, or takes none of the answers."""
        self._pings += 1
        if self._pings > PINGS or self.transport.get_write_buffer_size() > PONGS:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping of ours; others count as pings."""
        if event.data == self.pending_ping_payload:
            super().handle_pong(event)
        else:
            self._pings += 1
            if self._pings > PINGS:
                self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message, unless there are too many for what they hold."""
        if len(self.frames) > SMALL_PARTS + self._came / PART:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message has come; bytes that are no text end the talk, and are not logged."""
        self._pings = 0
        self._forget_half()
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.transport.abort()
                return
        super().send_receive_event_to_app()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _forget_half(self) -> None:
        self._came = 0
        self._halves.pop(self, None)
        if self._half_timer is not None:
            self._half_timer.cancel()
            self._half_timer = None


def options() -> dict[str, Any]:
    """The settings of uvicorn for connections."""
    return {
        "http": HttpConnection,
        "ws": WebSocketConnection,
        "ws_max_size": 2 * limits.TEXT,
        "ws_per_message_deflate": False,
        "backlog": 100,  # let in at once before others are heard
    }

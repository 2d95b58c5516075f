"""A page without manners: a WebSocket by hand, which may send anything and need not read."""

from __future__ import annotations

import asyncio
import contextlib
import json
import struct
from typing import Any
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
PATIENCE = 300.0
"""Seconds after which a server that does not answer has failed, on the slowest machine."""


class RawClient:
    """One connection to the server; use it by `async with`."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "", parts.port or 0
        self.number = 0

    async def open(self) -> None:
        """Connect without a word."""
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)

    def ask_to_talk(self) -> None:
        """Send the request that begins a WebSocket."""
        here = f"{self.host}:{self.port}"
        self.write(
            f"GET /socket HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

    async def __aenter__(self) -> RawClient:
        await self.open()
        try:
            self.ask_to_talk()
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head[:200])
        except BaseException:
            self.close()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Be gone, without good-bye."""
        self.writer.transport.abort()

    def is_closed(self) -> bool:
        """Has the server ended it?"""
        return self.reader.at_eof() or self.writer.transport.is_closing()

    def write(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.writer.write(data)

    def frame(self, payload: bytes, opcode: int = TEXT, *, fin: bool = True) -> None:
        """Send a frame; the mask is all zeros, which is allowed."""
        size = len(payload)
        head = bytes([opcode | 0x80 * fin])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += struct.pack("!BH", 0x80 | 126, size)
        else:
            head += struct.pack("!BQ", 0x80 | 127, size)
        self.write(head + bytes(4) + payload)

    async def drain(self) -> None:
        """Wait until the system has taken what was sent, but not for long: a server may refuse."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.writer.drain(), 0.5)

    def send(self, type: str, **fields: Any) -> int:
        """Ask something; returns the number of the question."""
        self.number += 1
        self.frame(json.dumps({"type": type, "n": self.number, **fields}).encode())
        return self.number

    async def receive(self) -> Any:
        """The next message."""
        while True:
            first, second = await self.reader.readexactly(2)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack("!H", await self.reader.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
            payload = await self.reader.readexactly(size)
            if first & 15 == PING:
                self.frame(payload, PONG)
            elif first & 15 == CLOSE:
                raise ConnectionError(f"closed: {payload!r}")
            elif first & 15 == TEXT:
                return json.loads(payload, parse_constant=_refuse)

    async def answer(self, number: int) -> Any:
        """The answer to a question; reports are passed over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.receive()
                if message.get("re") == number:
                    return message

    async def ask(self, type: str, **fields: Any) -> Any:
        """Ask, and wait for the answer."""
        return await self.answer(self.send(type, **fields))


def _refuse(constant: str) -> None:
    raise ValueError(f"the server sent {constant}, which is no JSON")


async def http(address: str, request: bytes) -> bytes:
    """What the server answers to bytes on a connection of their own, as far as it does."""
    client = RawClient(address)
    await client.open()
    try:
        client.write(request)
        async with asyncio.timeout(PATIENCE):
            return await client.reader.read(1 << 20)
    finally:
        client.close()


def post(
    address: str, body: bytes, length: int | None = None, *, path: str = "/api/read?name=x"
) -> bytes:
    """A level file on its way to be read, or what another address takes."""
    here = urlsplit(address).netloc
    return (
        f"POST {path} HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\n"
        f"Content-Length: {len(body) if length is None else length}\r\n\r\n"
    ).encode() + body

"""A page without a browser: asks the server over its WebSocket and waits for the answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from unriddle.web.server.app import build

HOME = "http://127.0.0.1:8642"
HERE = {"host": "127.0.0.1:8642"}
"""Where a WebSocket of the test client would name another host."""


class Page:
    """One connected page; `reports` are what searches said while an answer was waited for."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.number = 0
        self.reports: list[dict[str, Any]] = []
        self._answers: dict[int, dict[str, Any]] = {}

    def send(self, type: str, **fields: Any) -> int:
        self.number += 1
        self.socket.send_json({"type": type, "n": self.number, **fields})
        return self.number

    def answer(self, number: int) -> dict[str, Any]:
        while number not in self._answers:
            message = self.socket.receive_json()
            if "re" in message:
                self._answers[message["re"]] = message
            else:
                self.reports.append(message)
        return self._answers.pop(number)

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        return self.answer(self.send(type, **fields))

    def wait_for(self, type: str) -> dict[str, Any]:
        """The next report of a type."""
        while True:
            for report in self.reports:
                if report["type"] == type:
                    self.reports.remove(report)
                    return report
            message = self.socket.receive_json()
            assert message["type"] not in ("ended", "problem"), f"it ended too soon: {message}"
            if "re" in message:
                self._answers[message["re"]] = message
            else:
                self.reports.append(message)


@contextmanager
def server() -> Iterator[TestClient]:
    with TestClient(build(), base_url=HOME) as client:
        yield client


@contextmanager
def page(client: TestClient) -> Iterator[Page]:
    with client.websocket_connect("/socket", headers={**HERE, "origin": HOME}) as socket:
        yield Page(socket)

"""The answering half as it is in a browser, without one: its workers are threads here.

Everything else is as there: messages are texts, jobs and what they say are pickled, and a worker
that is ended is never heard of again.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from web.page_client import Page

from unriddle.web import in_browser, limits

_SET = ("RUNS", "ADVICE", "PYTHON_RUNS", "PYTHON_RUNS_OF_ONE_PAGE", "QUOTA")
"""What `begin` sets for the whole process."""


class _Ended(Exception):
    """A thread cannot be ended from outside; it ends when it wants to say something."""


class FakeWorker:
    """What JavaScript hands over as a worker; `crash` is said instead of carrying out a job."""

    def __init__(self, browser: FakeBrowser, hear: Callable[[Any, str], None]) -> None:
        self.browser = browser
        self.hear = hear
        self.ended = self.stopped = False
        self.say(None, browser.no_worker)  # it is ready, or cannot be

    def say(self, data: bytes | None, crash: str) -> None:
        def heard() -> None:
            if not self.ended:
                self.hear(data, crash)

        with suppress(RuntimeError):  # the test may be over
            self.browser.loop.call_soon_threadsafe(heard)

    def post(self, job: bytes) -> None:
        self.stopped = False

        def say(said: bytes) -> None:
            if self.ended:
                raise _Ended
            self.say(said, "")

        def work() -> None:
            if self.browser.crash:
                self.say(None, self.browser.crash)
            else:
                with suppress(_Ended):
                    held = self.browser.held
                    in_browser.carry_out(job, say, lambda: not self.stopped, lambda: held)

        threading.Thread(target=work, daemon=True).start()

    def stop(self) -> None:
        self.stopped = not self.browser.is_deaf

    def end(self) -> None:
        self.ended = True


class FakeBrowser:
    """The page that starts the server (an `in_browser.Page`), and its end of the messages."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.crash = self.no_worker = ""
        self.is_deaf = False
        self.held = 0
        self.workers: list[FakeWorker] = []
        self._messages: queue.Queue[str] = queue.Queue()
        self._answers: queue.Queue[tuple[int, bool, str]] = queue.Queue()

    def send(self, text: str) -> None:
        self._messages.put(text)

    def answer(self, number: int, ok: bool, text: str) -> None:
        self._answers.put((number, ok, text))

    def startJobs(self, hear: Callable[[Any, str], None]) -> FakeWorker:  # noqa: N802
        self.workers.append(FakeWorker(self, hear))
        return self.workers[-1]

    async def begin(self) -> None:
        self.server = in_browser.begin(self)

    async def end(self) -> None:
        for worker in self.workers:
            worker.end()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    # What a `Page` needs of a WebSocket.

    def send_json(self, message: Any) -> None:
        self.loop.call_soon_threadsafe(self.server.receive, json.dumps(message))

    def receive_json(self) -> Any:
        return json.loads(self._messages.get(timeout=300))

    def question(self, asked: str, body: str | None = None, /, **query: str) -> tuple[bool, Any]:
        words = (1, asked, json.dumps(query), body or "", body is not None)
        self.loop.call_soon_threadsafe(self.server.question, *words)
        _, ok, text = self._answers.get(timeout=300)
        return ok, json.loads(text)


@contextmanager
def in_a_browser() -> Iterator[Page]:
    """A page whose messages a worker of a browser would answer; its socket is a `FakeBrowser`."""
    with pytest.MonkeyPatch.context() as patch:
        for name in _SET:
            patch.setattr(limits, name, getattr(limits, name))
        browser = FakeBrowser()
        thread = threading.Thread(target=browser.loop.run_forever, daemon=True)
        thread.start()
        try:
            asyncio.run_coroutine_threadsafe(browser.begin(), browser.loop).result(300)
            yield Page(browser)  # type: ignore[arg-type]
        finally:
            asyncio.run_coroutine_threadsafe(browser.end(), browser.loop).result(300)
            browser.loop.call_soon_threadsafe(browser.loop.stop)
            thread.join(300)
            browser.loop.close()

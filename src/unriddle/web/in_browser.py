"""The other carrier of the page's messages: Pyodide in a worker of the browser, without a server.

One worker answers the page at once (`begin`). It has no threads: what takes a moment is done there,
also the portions of a search view, and jobs go to workers of their own (`carry_out`), each with the
whole program in it. They hear no message while they work. Searches ask at every
interval whether they are still wanted, and tell how far they came. What does not end by itself soon
after it was stopped is ended with its worker, and another one is started in its place. Nothing is
kept here: as on a server that strangers can reach, the page alone has the records.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from unriddle.core import Run, Stats, UnriddleError
from unriddle.engines.run import NativeRun
from unriddle.web import limits
from unriddle.web.client import Client
from unriddle.web.executor import Job, Observer, Report, Stopped
from unriddle.web.problem import problem
from unriddle.web.questions import ANSWERS, ANSWERS_TO_TEXTS, Question
from unriddle.web.scenes import Json
from unriddle.web.scheduler import Scheduler

WORKERS = 3
"""At once; each takes some 100 MB."""
PATIENCE = 0.15
"""Seconds in which a job that was stopped may tell how far it came; then it is answered for."""
GRACE = 1.0
"""Seconds in which it may end by itself; a new worker takes longer to load."""
HEAVY = 256 << 20
"""Bytes that a worker may hold when its job is done: WebAssembly never gives memory back."""

T = TypeVar("T")


class JobWorker(Protocol):
    """A worker as JavaScript hands it over."""

    def post(self, job: bytes) -> None:
        """Hand it a job."""

    def stop(self) -> None:
        """Let its job see that it is not wanted any more."""

    def end(self) -> None:
        """End it, at work or not."""


class Page(Protocol):
    """What JavaScript does for the server (static/in-browser/server.js)."""

    def send(self, text: str) -> None:
        """Hand a message to the page."""

    def answer(self, number: int, ok: bool, text: str) -> None:
        """Answer a question."""

    def startJobs(self, hear: Any) -> JobWorker:  # noqa: N802 - as JavaScript spells it
        """A new worker; `hear` gets what it says: None when it is ready, or how it crashed."""


class PageConnection:
    """The page that has started this worker (a `client.Connection`)."""

    def __init__(self, page: Page, answered: Callable[[], None]) -> None:
        self._page = page
        self._answered = answered
        self.inbox: asyncio.Queue[str] = asyncio.Queue()

    async def receive(self) -> str:
        """The next message."""
        return await self.inbox.get()

    async def send(self, text: str) -> None:
        """Hand over a message."""
        self._page.send(text)
        self._answered()

    async def close(self, reason: str) -> None:
        """There are no others who could need its place."""


class Workers:
    """The workers for jobs (an `executor.Executor`): started one after the other, as needed."""

    def __init__(self, start: Callable[[Any], JobWorker]) -> None:
        self.start = start
        self._count = 0
        self._loading: PooledWorker | None = None
        self._idle: list[PooledWorker] = []
        self._queue: deque[WorkerWork[Any]] = deque()

    async def moment(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do it here."""
        return work(*arguments)

    def begin(self, job: Job[T], report: Report | None = None) -> WorkerWork[T]:
        """A job for a worker."""
        return WorkerWork(self, job, report)

    def prepare(self) -> None:
        """Have a worker ready before there is a job for it."""
        if not self._count:
            self._load()

    def carry_out(self, work: WorkerWork[Any]) -> None:
        """Give it to a worker as soon as one has nothing to do."""
        self._queue.append(work)
        self._hand_out()

    def give_back(self, pooled: PooledWorker) -> None:
        """A worker has done its work, or is ready for its first."""
        if pooled is self._loading:
            self._loading = None
        self._idle.append(pooled)
        self._hand_out()

    def lose(self, pooled: PooledWorker, crash: str = "") -> None:
        """End a worker that is not at rest, or has crashed; another one takes its place."""
        pooled.worker.end()
        self._count -= 1
        if pooled is not self._loading:
            self._load()
            return
        self._loading = None  # what failed to load would fail again: all waiting jobs fail
        while self._queue:
            self._queue.popleft().fail(UnriddleError(f"no worker can be started: {crash[-300:]}"))

    def _hand_out(self) -> None:
        self._queue = deque(work for work in self._queue if not work.is_done)
        while self._queue and self._idle:
            self._queue.popleft().give_to(self._idle.pop())
        if self._queue:
            self._load()

    def _load(self) -> None:
        """Start another worker, unless one is on its way or there are enough."""
        if self._loading is None and self._count < WORKERS:
            self._count += 1
            self._loading = PooledWorker(self)


class PooledWorker:
    """A worker, and who listens to it."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self.listener: Callable[[bytes | None, str], None] | None = None
        self.worker = workers.start(self._hear)

    def _hear(self, data: Any, crash: str) -> None:
        if self.listener is not None:
            self.listener(None if data is None else _bytes(data), crash)
        elif crash:
            self._workers.lose(self, crash)
        else:
            self._workers.give_back(self)


class WorkerWork(Generic[T]):
    """A job in a worker (an `executor.Work`)."""

    def __init__(self, workers: Workers, job: Job[T], report: Report | None) -> None:
        self._workers = workers
        self._job = job
        self._report = report
        self._done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._pooled: PooledWorker | None = None

    @property
    def is_done(self) -> bool:
        """Does nobody wait for it any more?"""
        return self._done.done()

    def stop(self) -> None:
        """End it; `outcome` raises `Stopped` soon."""
        stopped = Stopped("it was stopped")
        if self._pooled is None:
            self.fail(stopped)
            return
        self._pooled.worker.stop()
        later = asyncio.get_running_loop().call_later
        later(PATIENCE, self.fail, stopped)
        later(GRACE, self._end)

    async def outcome(self) -> T:
        """Carry it out; raises `Stopped`, what the job raises, and `UnriddleError` for a crash."""
        if not self.is_done:
            self._workers.carry_out(self)
        try:
            return await self._done
        except asyncio.CancelledError:
            self.stop()
            raise

    def give_to(self, pooled: PooledWorker) -> None:
        """Let a worker begin with it."""
        self._pooled = pooled
        pooled.listener = self._hear
        pooled.worker.post(pickle.dumps(self._job))

    def fail(self, error: Exception) -> None:
        """Let `outcome` raise this, unless it is done."""
        if not self.is_done:
            self._done.set_exception(error)

    def _hear(self, data: bytes | None, crash: str) -> None:
        if data is None:
            self._end()
            self.fail(UnriddleError(f"the search has crashed: {crash[-300:]}"))
            return
        kind, *said = pickle.loads(data)
        if kind == "report":
            if self._report is not None and not self.is_done:
                self._report(*said)
            return
        value, held = said
        if held > HEAVY:
            self._end()
        elif (pooled := self._pooled) is not None:
            self._pooled = pooled.listener = None
            self._workers.give_back(pooled)
        if kind == "failed":
            self.fail(value)
        elif not self.is_done:
            self._done.set_result(value)

    def _end(self) -> None:
        """End the worker, unless it is not at this job any more."""
        if (pooled := self._pooled) is not None:
            self._pooled = pooled.listener = None
            self._workers.lose(pooled)


class BrowserServer:
    """What answers the page; JavaScript calls its methods."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._workers = Workers(page.startJobs)
        # The first answer, with which a game can begin, does not share the processor.
        self._connection = PageConnection(page, self._workers.prepare)
        self._client = Client(self._connection, Scheduler(), self._workers)
        self._tasks = {asyncio.ensure_future(self._client.talk())}

    def receive(self, text: str) -> None:
        """Hear a message of the page."""
        self._connection.inbox.put_nowait(text)

    def question(self, number: int, name: str, query: str, body: str, brings_text: bool) -> None:
        """Hear a question, to be answered under this number."""
        task = asyncio.ensure_future(self._answer(number, name, query, body, brings_text))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(
        self, number: int, name: str, query: str, body: str, brings_text: bool
    ) -> None:
        asked = Question(json.loads(query), body.encode())
        try:
            if brings_text or name == "deal":  # may take long
                job = partial(_answer_question, name, asked, brings_text)
                answer = await self._workers.begin(job).outcome()
            else:
                answer = ANSWERS[name](asked)
        except UnriddleError as error:
            self._page.answer(number, False, json.dumps(problem(error)))
        else:
            self._page.answer(number, True, json.dumps(answer))


def _answer_question(name: str, asked: Question, brings_text: bool, observer: Observer) -> Json:
    return (ANSWERS_TO_TEXTS if brings_text else ANSWERS)[name](asked)


def begin(page: Page) -> BrowserServer:
    """Answer the page that this worker belongs to."""
    limits.RUNS, limits.ADVICE = 2, 2
    limits.PYTHON_RUNS = limits.PYTHON_RUNS_OF_ONE_PAGE = 4
    limits.QUOTA = 1.0  # nobody else waits
    return BrowserServer(page)


class PostingObserver(Observer):
    """What a job says of its searches, for the server."""

    def __init__(self, post: Callable[[bytes], None], is_wanted: Callable[[], bool]) -> None:
        self._post = post
        self._is_wanted = is_wanted

    def started(self, run: Run[Any]) -> None:
        """A search is about to begin; one of the engine can be stopped."""
        search = getattr(run, "search", run)
        if isinstance(search, NativeRun):
            search.tell = lambda stats: self._look_whether_wanted(run)

    def statistics(self, run: Run[Any]) -> Iterator[Stats]:
        """Begin a search that reports; one of the engine tells while it is waited for."""
        search = getattr(run, "search", run)
        if isinstance(search, NativeRun):

            def tell(stats: Stats) -> None:
                self.report(stats, None)
                self._look_whether_wanted(run)

            search.tell = tell
        looked = time.monotonic()
        for stats in run:
            yield stats
            if time.monotonic() - looked > limits.INTERVAL:
                self._look_whether_wanted(run)
                looked = time.monotonic()

    def is_wanted(self) -> bool:
        """Has nobody stopped the job?"""
        return self._is_wanted()

    def _look_whether_wanted(self, run: Run[Any]) -> None:
        if not self._is_wanted():
            run.stop()

    def report(self, stats: Stats, state: Any) -> None:
        """Tell how far a search is."""
        self._post(pickle.dumps(("report", stats, state)))


def carry_out(
    job: Any,
    post: Callable[[bytes], None],
    is_wanted: Callable[[], bool],
    held: Callable[[], int],
) -> None:
    """Carry out a job in this worker; `held` counts its bytes of memory, and `post` hands what it
    says to the server.
    """
    said: tuple[str, object]
    try:
        said = "done", pickle.loads(_bytes(job))(PostingObserver(post, is_wanted))
    except UnriddleError as error:
        said = "failed", error
    post(pickle.dumps((*said, held())))


def _bytes(data: Any) -> bytes:
    """What JavaScript hands over as an array of bytes."""
    return data if isinstance(data, bytes) else bytes(data.to_bytes())

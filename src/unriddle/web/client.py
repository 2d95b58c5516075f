"""One connected page: what it asks, what it gets, and the searches that work for it.

A request is a JSON object with a `type` and a number `n`; its answer carries the same number as
`re`. Searches report on their own, under the name that the page gave them (`run`). When the page
goes, its searches are stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from unriddle.core import BadInput, IllegalMove, UnriddleError
from unriddle.plugins import fault_of
from unriddle.records import Store
from unriddle.web import levels, limits
from unriddle.web.editor import Editor
from unriddle.web.executor import Executor, InTurn
from unriddle.web.game import Game
from unriddle.web.outbox import Outbox
from unriddle.web.problem import problem
from unriddle.web.request import Request
from unriddle.web.runs import Runs
from unriddle.web.scenes import Json
from unriddle.web.scheduler import Scheduler

LOG = logging.getLogger("unriddle.web")


class Gone(Exception):
    """The page has gone, or sent something that is no text."""


class Connection(Protocol):
    """The way to one page and back; every method may raise `Gone`."""

    async def receive(self) -> str:
        """The next message of the page."""

    async def send(self, text: str) -> None:
        """Hand a message to the page."""

    async def close(self, reason: str) -> None:
        """Let the page go."""


class Client:
    """The talk with one page, from its first message to its last."""

    def __init__(
        self,
        connection: Connection,
        scheduler: Scheduler,
        executor: Executor,
        store: Store | None = None,
    ) -> None:
        self._connection = connection
        self._store = store
        self._executor = executor = InTurn(executor)
        self._outbox = Outbox()
        self._game: Game | None = None
        self._runs = Runs(scheduler, executor, self._outbox.post)
        self._editor = Editor(scheduler, executor)
        self.heard = time.monotonic()
        """When the page said something last."""
        self._answers: dict[str, Callable[[Request], Awaitable[Json]]] = {
            "open": self._open,
            "move": self._play(lambda game, request: game.move(request.text("move", 40))),
            "macro": self._play(lambda game, request: game.macro(request.fields), searches=True),
            "undo": self._play(lambda game, request: game.undo(single=request.flag("single"))),
            "redo": self._play(lambda game, request: game.redo(single=request.flag("single"))),
            "restart": self._play(lambda game, request: game.restart()),
            "jump": self._play(lambda game, request: game.jump(request.number("count"))),
            "reach": self._reach,
            "away": self._play(lambda game, request: game.set_away(away=True)),
            "back": self._play(lambda game, request: game.set_away(away=False)),
            "hint": self._helping(self._searching(self._runs.hint)),
            "outlook": self._searching(self._runs.outlook),
            "where lost": self._searching(self._runs.where_lost),
            "optimum": self._searching(self._runs.optimum),
            "solve": self._searching(self._runs.solve),
            "replay": self._searching(self._runs.replay),
            "stop": self._runs.stop,
            "frames": self._helping(self._runs.frames),
            "stepper": self._searching(self._runs.open_stepper),
            "step": self._runs.step,
            "nodes": self._helping(self._runs.nodes),
            "way": self._helping(self._runs.way),
            "stretch": self._searching(self._runs.stretch),
            "close stepper": self._runs.close_stepper,
            "edit": self._editor.edit,
            "advise": self._editor.advise,
        }

    async def talk(self) -> None:
        """Answer until the page goes; then nothing of it is left running."""
        pending: set[asyncio.Task[None]] = set()
        sender = asyncio.create_task(self._send())
        try:
            await self._receive(pending)
        finally:
            self._leave()
            self._editor.leave()
            for task in (sender, *pending):
                task.cancel()
            await asyncio.gather(sender, *pending, return_exceptions=True)

    async def dismiss(self) -> None:
        """Let the page go: others need its place."""
        with contextlib.suppress(Gone):
            await self._connection.close("others are waiting for a place")

    async def _receive(self, pending: set[asyncio.Task[None]]) -> None:
        """Hear what the page asks, as long as it takes the answers."""
        try:
            while True:
                text = await self._connection.receive()
                started = self.heard = time.monotonic()
                request = Request.read(text)
                del text
                if request.type not in _MAY_TAKE_LONG:
                    await self._answer(request)  # moves are made in the order they were asked for
                elif len(pending) < limits.PENDING:
                    task = asyncio.create_task(self._answer(request))
                    pending.add(task)
                    task.add_done_callback(pending.discard)
                else:
                    self._finish(problem(_too_many()), request)
                await self._outbox.room()
                await _leave_time_to_others(time.monotonic() - started)
        except Gone:
            pass

    async def _send(self) -> None:
        try:
            while True:
                await self._connection.send(await self._outbox.take())
        except Gone:
            pass  # `talk` notices

    async def _answer(self, request: Request) -> None:
        try:
            if request.problem:
                raise BadInput(request.problem)
            answer = await self._answers.get(request.type, _unknown)(request)
        except IllegalMove as error:
            answer = {"type": "refused", "move": str(error.action), "reason": error.reason}
        except UnriddleError as error:
            answer = problem(error)
        except Exception as error:  # a bug of ours must not end the talk, and is not kept secret
            if fault := fault_of(error):
                self._finish(problem(fault), request)
                return
            answer = {"type": "error", "problem": f"the server failed: {type(error).__name__}"}
            LOG.exception("a request failed: %s", request.type[:20])
        self._finish(answer, request)

    def _finish(self, answer: Json, request: Request) -> None:
        self._outbox.post({**answer, "re": request.number_of_request})

    async def _open(self, request: Request) -> Json:
        self._leave()
        game, flaw, beside = await self._executor.moment(_open_game, request, self._store)
        self._game = game
        opening = await self._executor.moment(game.opening)
        return {"type": "opened", **opening, "flaw": flaw, "solutions": beside}

    async def _reach(self, request: Request) -> Json:
        game = self._opened()
        reach = await self._executor.moment(game.reach, request.fields)
        return {"type": "reach", **reach}

    def _leave(self) -> None:
        """Stop everything that works for the game that was open."""
        self._runs.stop_all()
        if self._game is not None:
            self._game.leave()
        self._game = None

    def _play(
        self, act: Callable[[Game, Request], Json], *, searches: bool = False
    ) -> Callable[[Request], Awaitable[Json]]:
        async def answer(request: Request) -> Json:
            game = self._opened()
            if game.is_quick and not searches:
                position = act(game, request)  # sooner done than handed to a thread
            else:
                position = await self._executor.moment(act, game, request)
            return {"type": "position", **position}

        return answer

    def _searching(
        self, search: Callable[[Game, Request], Awaitable[Json]]
    ) -> Callable[[Request], Awaitable[Json]]:
        async def answer(request: Request) -> Json:
            return await search(self._opened(), request)

        return answer

    def _helping(
        self, act: Callable[[Request], Awaitable[Json]]
    ) -> Callable[[Request], Awaitable[Json]]:
        """What may help the player: before its answer, the page hears what has helped so far."""

        async def answer(request: Request) -> Json:
            told = await act(request)
            if self._game is not None:
                self._outbox.post({"type": "help", "help": sorted(self._game.session.help)})
            return told

        return answer

    def _opened(self) -> Game:
        if self._game is None:
            raise BadInput("no level is open", hint="open one first")
        return self._game


_MAY_TAKE_LONG = (
    *("reach", "hint", "outlook", "where lost", "optimum", "solve"),
    *("step", "nodes", "way", "stretch", "advise"),
)
"""Requests that the page need not wait for before it asks the next one."""
_SHORT = 0.01
"""Seconds of work that no player notices."""


def _too_many() -> BadInput:
    return BadInput(
        f"a page may wait for {limits.PENDING} answers at once", hint="wait for one of them"
    )


async def _leave_time_to_others(seconds: float) -> None:
    """Let others have their turn; a page whose request took long gets the next one later."""
    pause = min(seconds * (1 - limits.QUOTA) / limits.QUOTA, 1.0) if seconds > _SHORT else 0.0
    await asyncio.sleep(pause)


async def _unknown(request: Request) -> Json:
    raise BadInput(f"unknown request '{request.type[:20]}'")


def _open_game(request: Request, store: Store | None) -> tuple[Game, Json | None, list[Json]]:
    """The game that a page asks for, and the solutions beside its level in a file.

    Moves that do not fit the level are a flaw, not an end.
    """
    rules = request.table("rules")
    if "text" in request.fields:
        name = request.text("name", 200) or "pasted"
        text = request.text("text", limits.TEXT)
        index, kind = request.number("index"), request.text("puzzle", 60)
        puzzle = levels.from_text(text, name, index, rules, kind)
    else:
        puzzle = levels.by_id(request.text("id", 200), rules)
    game = Game(puzzle, shipped="text" not in request.fields, store=store)
    flaw = None
    try:
        game.replay(request.text("moves", limits.MOVES_TEXT), request.table("game"))
    except UnriddleError as error:
        flaw = problem(error)
    beside = game.solutions(text, index) if "text" in request.fields else []
    return game, flaw, beside

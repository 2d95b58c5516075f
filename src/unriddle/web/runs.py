"""The searches that work for one page: solving, hints, the outlook, and the search view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread

from unriddle import play
from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, Limits, Result, Stats
from unriddle.engines import why_not
from unriddle.loading import squares_of
from unriddle.solving import Choice, choose
from unriddle.web import bounds
from unriddle.web.desk import Desk
from unriddle.web.game import Game, things_in
from unriddle.web.look import Look
from unriddle.web.request import Request
from unriddle.web.scenes import Json
from unriddle.web.watch import Adviser, Watch

T = TypeVar("T")


class Film:
    """A solution, move by move, that the page may look at.

    Only every hundredth position is kept; the others are found again by the rules.
    """

    def __init__(self, game: Game, puzzle: AnyPuzzle, plan: tuple[Any, ...]) -> None:
        self._game = game
        self._puzzle = puzzle
        self._plan = plan
        self._states = [puzzle.initial]
        state = puzzle.initial
        for index, action in enumerate(plan, start=1):
            state = puzzle.apply(state, action)
            if index % bounds.WATCHED == 0:
                self._states.append(state)

    def frames(self, first: int, count: int) -> list[Json]:
        """What happens at some of its moves, counted from 0, at least at one of them."""
        first = min(max(0, first), len(self._plan))
        last = min(first + min(count, bounds.WATCHED), len(self._plan))
        state = self._states[first // bounds.WATCHED]
        frames: list[Json] = []
        things = 0
        for index in range(first // bounds.WATCHED * bounds.WATCHED, last):
            before, state = state, self._puzzle.apply(state, self._plan[index])
            if index >= first:
                frames.append(self._game.step(before, self._plan[index], state))
                things += things_in(state)
                if things > bounds.THINGS:
                    break
        return frames


class Runs:
    """Searches by the name that the page gave them; `post` sends a message to the page."""

    def __init__(self, desk: Desk, threads: CapacityLimiter, post: Callable[..., None]) -> None:
        self._desk = desk
        self._threads = threads
        self._post = post
        self._watches: dict[str, Watch] = {}
        self._films: dict[str, Film] = {}
        self._look: Look | None = None
        self._holds_look = False
        self._looking = asyncio.Lock()

    def stop_all(self) -> None:
        """Stop every search; what was found is forgotten."""
        for watch in self._watches.values():
            watch.stop()
        self._films.clear()
        self._let_go()

    async def solve(self, game: Game, request: Request) -> Json:
        """Run the solver that the page chose, report on it, and answer how it ended."""
        name = request.text("run", 40)
        if len(self._watches) >= bounds.RUNS_OF_ONE_PAGE:
            raise BadInput(
                f"a page may run {bounds.RUNS_OF_ONE_PAGE} searches at once",
                hint="stop one of them first",
            )
        if name in self._watches:
            raise BadInput(f"there is already a search '{name}'")
        state = game.session.state if request.fields.get("here") else game.puzzle.initial
        puzzle = play.starting_from(game.puzzle, state)
        choice = choose(
            game.entry,
            request.text("solver", 200) or None,
            heuristic=request.text("heuristic", 60) or None,
            engine=request.text("engine", 20) or None,
            settings=request.table("settings"),
        )
        _check_python(game, choice)
        limits = bounds.limits_of(request.fields.get("limits"))

        def report(stats: Stats) -> None:
            self._post({"type": "stats", "run": name, **asdict(stats)}, instead_of=name)

        watch = Watch(puzzle, choice, limits, report)
        self._post({"type": "waiting", "run": name}, instead_of=name)
        result = await self._carry_out(name, watch, limits, python=choice.engine == "python")
        if result.plan is not None:
            film = await to_thread.run_sync(Film, game, puzzle, result.plan, limiter=self._threads)
            self._films.pop(name, None)
            self._films[name] = film
            while len(self._films) > bounds.FILMS:
                del self._films[next(iter(self._films))]
        return {"type": "ended", "run": name, "solver": choice.solver.name, **_told(result)}

    async def _carry_out(
        self, name: str, watch: Watch, limits: Limits, *, python: bool
    ) -> Result[Any]:
        """Wait for a place, and search."""
        self._watches[name] = watch
        try:
            async with self._desk.place(self, limits.mebibytes or 0, python=python):
                self._post({"type": "started", "run": name}, instead_of=name)
                return await watch.outcome()
        finally:
            if self._watches.get(name) is watch:
                del self._watches[name]

    async def stop(self, request: Request) -> Json:
        """Stop a search; the answer to whoever started it tells how far it came."""
        watch = self._watches.get(request.text("run", 40))
        if watch is not None:
            watch.stop()
        return {"type": "done"}

    async def frames(self, request: Request) -> Json:
        """Some positions of a solution that was found."""
        film = self._films.get(request.text("run", 40))
        if film is None:
            raise BadInput("there is no such solution any more", hint="solve it again")
        first, count = request.number("first"), request.number("count")
        frames = await to_thread.run_sync(film.frames, first, count, limiter=self._threads)
        return {"type": "frames", "first": max(0, first), "frames": frames}

    async def hint(self, game: Game, request: Request) -> Json:
        """The next move of a solution from here, and how many are left."""

        def ask() -> tuple[Any, play.Outlook]:
            move = game.session.hint(limits=bounds.HINT, started=game.adviser.started)
            return move, game.session.outlook(bounds.GLANCE, started=game.adviser.started)

        move, outlook = await self._think(game.adviser, ask, bounds.HINT)
        return {
            "type": "hint",
            "move": None if move is None else str(move),
            "left": outlook.cost,
        }

    async def outlook(self, game: Game, request: Request) -> Json:
        """Can the game still be won from here?"""
        game.adviser.stop()
        outlook = await self._think(
            game.adviser,
            lambda: game.session.outlook(bounds.GLANCE, started=game.adviser.started),
            bounds.GLANCE,
        )
        return {
            "type": "outlook",
            "solvable": outlook.solvable,
            "moves": outlook.cost,
            "states": outlook.states,
            "reason": outlook.reason,
            "checked": outlook.checked,
        }

    async def par(self, game: Game, request: Request) -> Json:
        """What the cheapest solution costs, if that is found out quickly."""
        if game.par is None:
            par = await self._think(
                game.judge,
                lambda: play.par(game.puzzle, bounds.HINT, started=game.judge.started),
                bounds.HINT,
            )
            game.par = (par,)
        (par,) = game.par
        cost, proved = (None, False) if par is None else (par.cost, par.proved)
        return {"type": "par", "cost": cost, "proved": proved}

    async def _think(self, adviser: Adviser, work: Callable[[], T], limits: Limits) -> T:
        """Do what may search when there is a place for it."""
        memory = limits.mebibytes or 0
        async with self._desk.place(self, memory, python=bool(why_not), advice=True):
            return await adviser.think(work)

    async def look(self, game: Game, request: Request) -> Json:
        """Open the search view: a textbook search that waits to be led on."""
        choice = choose(
            game.entry,
            request.text("solver", 200) or None,
            heuristic=request.text("heuristic", 60) or None,
            engine="python",
            settings=request.table("settings"),
        )
        _check_python(game, choice)
        self._let_go()
        if self._desk.looks >= bounds.LOOKS:
            raise BadInput(
                "too many search views are open on this server", hint="close one, or try later"
            )
        self._desk.looks += 1
        self._holds_look = True
        look = await to_thread.run_sync(Look, game.puzzle, choice, limiter=self._threads)
        self._look = look
        return await self._looked(look, 0)

    async def look_on(self, request: Request) -> Json:
        """Lead the search on by so many expansions."""
        if self._look is None:
            raise BadInput("no search view is open")
        return await self._looked(self._look, max(0, request.number("count")))

    async def look_away(self, request: Request) -> Json:
        """Close the search view."""
        self._let_go()
        return {"type": "done"}

    async def _looked(self, look: Look, count: int) -> Json:
        async with self._looking:
            seen = await to_thread.run_sync(look.advance, count, limiter=self._threads)
        return {"type": "look", **seen}

    def _let_go(self) -> None:
        self._look = None
        self._desk.looks -= self._holds_look
        self._holds_look = False


def _check_python(game: Game, choice: Choice) -> None:
    """Raise `BadInput` where a search in Python would keep the other pages waiting for long."""
    if choice.engine == "python" and squares_of(game.puzzle) > bounds.PYTHON_SQUARES:
        raise BadInput(
            f"the page searches boards of at most {bounds.PYTHON_SQUARES} squares in Python",
            hint="use the native engine, or the command line",
        )


def _told(result: Result[Any]) -> Json:
    """A result as a page shows it."""
    plan = None if result.plan is None else [str(move) for move in result.plan]
    return {
        "status": result.status,
        "plan": plan,
        "cost": result.cost,
        "optimal": result.optimal,
        "checked": result.checked,
        "proof": None if result.proof is None else asdict(result.proof),
        **asdict(result.stats),
    }

"""The searches that work for one page: solving, hints, the outlook, and the search view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, Limits, Result, Stats
from unriddle.engines import why_not
from unriddle.figures import some_figures
from unriddle.loading import squares_of
from unriddle.outlook import Outlook, least_cost
from unriddle.play import starting_from
from unriddle.solving import Choice, choose
from unriddle.web import limits
from unriddle.web.background_run import AdviceRuns, BackgroundRun
from unriddle.web.game import Game, things_in
from unriddle.web.request import Request
from unriddle.web.scenes import Json
from unriddle.web.scheduler import Scheduler
from unriddle.web.stepper import Stepper

T = TypeVar("T")
Post = Callable[..., None]


class Replay:
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
            if index % limits.PER_ANSWER == 0:
                self._states.append(state)

    def frames(self, first: int, count: int) -> list[Json]:
        """What happens at some of its moves, counted from 0, at least at one of them."""
        first = min(max(0, first), len(self._plan))
        last = min(first + min(count, limits.PER_ANSWER), len(self._plan))
        state = self._states[first // limits.PER_ANSWER]
        frames: list[Json] = []
        things = 0
        for index in range(first // limits.PER_ANSWER * limits.PER_ANSWER, last):
            before, state = state, self._puzzle.apply(state, self._plan[index])
            if index >= first:
                frames.append(self._game.step(before, self._plan[index], state))
                things += things_in(state)
                if things > limits.THINGS:
                    break
        return frames


class Runs:
    """Searches by the name that the page gave them; `post` sends a message to the page."""

    def __init__(self, scheduler: Scheduler, threads: CapacityLimiter, post: Post) -> None:
        self._scheduler = scheduler
        self._threads = threads
        self._post = post
        self._runs: dict[str, BackgroundRun] = {}
        self._replays: dict[str, Replay] = {}
        self._stepper: Stepper | None = None
        self._holds_stepper = False
        self._stepping = asyncio.Lock()

    def stop_all(self) -> None:
        """Stop every search; what was found is forgotten."""
        for run in self._runs.values():
            run.stop()
        self._replays.clear()
        self._let_go()

    async def solve(self, game: Game, request: Request) -> Json:
        """Run the solver that the page chose, report on it, and answer how it ended."""
        name = request.text("run", 40)
        if len(self._runs) >= limits.RUNS_OF_ONE_PAGE:
            raise BadInput(
                f"a page may run {limits.RUNS_OF_ONE_PAGE} searches at once",
                hint="stop one of them first",
            )
        if name in self._runs:
            raise BadInput(f"there is already a search '{name}'")
        state = game.session.state if request.fields.get("here") else game.puzzle.initial
        puzzle = starting_from(game.puzzle, state)
        choice = choose(
            game.entry,
            request.text("solver", 200) or None,
            heuristic=request.text("heuristic", 60) or None,
            engine=request.text("engine", 20) or None,
            settings=request.table("settings"),
        )
        _check_python(game, choice)
        allowed = limits.granted(request.fields.get("limits"))

        def report(stats: Stats) -> None:
            self._post({"type": "stats", "run": name, **asdict(stats)}, instead_of=name)

        run = BackgroundRun(puzzle, choice, allowed, report)
        self._post({"type": "waiting", "run": name}, instead_of=name)
        result = await self._carry_out(name, run, allowed, python=choice.engine == "python")
        if (plan := result.plan) is not None:
            replay = await to_thread.run_sync(Replay, game, puzzle, plan, limiter=self._threads)
            self._replays.pop(name, None)
            self._replays[name] = replay
            while len(self._replays) > limits.REPLAYS:
                del self._replays[next(iter(self._replays))]
        return {
            "type": "ended",
            "run": name,
            "solver": choice.solver.name,
            "engine": choice.engine,
            "missingTwin": choice.missing_twin,
            **_told(result),
        }

    async def _carry_out(
        self, name: str, run: BackgroundRun, allowed: Limits, *, python: bool
    ) -> Result[Any]:
        """Wait for a slot, and search."""
        self._runs[name] = run
        try:
            async with self._scheduler.slot(self, allowed.mebibytes or 0, python=python):
                self._post({"type": "started", "run": name}, instead_of=name)
                return await run.outcome()
        finally:
            if self._runs.get(name) is run:
                del self._runs[name]

    async def stop(self, request: Request) -> Json:
        """Stop a search; the answer to the page that started it tells how far it came."""
        run = self._runs.get(request.text("run", 40))
        if run is not None:
            run.stop()
        return {"type": "done"}

    async def frames(self, request: Request) -> Json:
        """Some positions of a solution that was found."""
        replay = self._replays.get(request.text("run", 40))
        if replay is None:
            raise BadInput("there is no such solution any more", hint="solve it again")
        first, count = request.number("first"), request.number("count")
        frames = await to_thread.run_sync(replay.frames, first, count, limiter=self._threads)
        return {"type": "frames", "first": max(0, first), "frames": frames}

    async def hint(self, game: Game, request: Request) -> Json:
        """The next move of a solution from here, and how many are left."""

        def ask() -> tuple[Any, Outlook[Any]]:
            move = game.session.hint(limits=limits.HINT, started=game.advice.started)
            return move, game.session.outlook(limits.OUTLOOK, started=game.advice.started)

        move, outlook = await self._advise(game, game.advice, ask, limits.HINT)
        return {
            "type": "hint",
            "move": None if move is None else str(move),
            "left": outlook.cost,
        }

    async def outlook(self, game: Game, request: Request) -> Json:
        """Can the game still be won from here?"""
        game.advice.stop()
        outlook = await self._advise(
            game,
            game.advice,
            lambda: game.session.outlook(limits.OUTLOOK, started=game.advice.started),
            limits.OUTLOOK,
        )
        return {
            "type": "outlook",
            "solvable": outlook.solvable,
            "moves": outlook.cost,
            "states": outlook.proof.states if outlook.proof else outlook.stats.expanded,
            "reason": outlook.reason,
            "checked": outlook.checked,
        }

    async def optimum(self, game: Game, request: Request) -> Json:
        """What the cheapest solution costs, if that is found out quickly."""
        optimum = game.optimum
        if optimum is None:
            game.optimum = optimum = await self._advise(
                game,
                game.optimum_runs,
                lambda: least_cost(game.puzzle, limits.HINT, started=game.optimum_runs.started),
                limits.HINT,
            )
        return {"type": "optimum", "cost": optimum.cost, "proved": optimum.proved}

    async def _advise(
        self, game: Game, runs: AdviceRuns, work: Callable[[], T], allowed: Limits
    ) -> T:
        """Do what may search when there is a slot for it."""
        memory = allowed.mebibytes or 0
        python = bool(why_not) or game.entry.native is None
        async with self._scheduler.slot(self, memory, python=python, advice=True):
            return await runs.run(work)

    async def open_stepper(self, game: Game, request: Request) -> Json:
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
        if self._scheduler.steppers >= limits.STEPPERS:
            raise BadInput(
                "too many search views are open on this server", hint="close one, or try later"
            )
        self._scheduler.steppers += 1
        self._holds_stepper = True
        stepper = await to_thread.run_sync(Stepper, game.puzzle, choice, limiter=self._threads)
        self._stepper = stepper
        return await self._stepped(stepper, 0)

    async def step(self, request: Request) -> Json:
        """Lead the search on by a number of expansions."""
        if self._stepper is None:
            raise BadInput("no search view is open")
        return await self._stepped(self._stepper, max(0, request.number("count")))

    async def close_stepper(self, request: Request) -> Json:
        """Close the search view."""
        self._let_go()
        return {"type": "done"}

    async def _stepped(self, stepper: Stepper, count: int) -> Json:
        async with self._stepping:
            seen = await to_thread.run_sync(stepper.step, count, limiter=self._threads)
        return {"type": "stepper", **seen}

    def _let_go(self) -> None:
        self._stepper = None
        self._scheduler.steppers -= self._holds_stepper
        self._holds_stepper = False


def _check_python(game: Game, choice: Choice) -> None:
    """Raise `BadInput` where a search in Python would keep the other pages waiting for long."""
    if choice.engine == "python" and squares_of(game.puzzle) > limits.PYTHON_SQUARES:
        raise BadInput(
            f"the page searches boards of at most {limits.PYTHON_SQUARES} squares in Python",
            hint="use the native engine, or the command line",
        )


def _told(result: Result[Any]) -> Json:
    """A result as a page shows it."""
    plan = None if result.plan is None else [str(move) for move in result.plan]
    return {
        "plan": plan,
        **some_figures(result, "status", "cost", "optimal", "checked", "proof"),
        **asdict(result.stats),
    }

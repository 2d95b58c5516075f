"""The searches that work for one page: solving, hints, the outlook, and the search view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, IllegalMove, Limits, LosingMove, Result, Stats, Status
from unriddle.figures import plan_counts, some_figures
from unriddle.loading import squares_of
from unriddle.outlook import Outlook
from unriddle.play import Help, WhereLost, starting_from
from unriddle.solving import Choice, choose
from unriddle.web import jobs, limits
from unriddle.web.executor import AdviceRuns, Executor, Job, Stopped, Work
from unriddle.web.game import Game
from unriddle.web.request import Request
from unriddle.web.scenes import Json
from unriddle.web.scheduler import Scheduler
from unriddle.web.stepper import Stepper

T = TypeVar("T")
Post = Callable[..., None]


class Replay:
    """A solution, or a game, move by move, that the page may look at.

    The last move may be one that loses. Only every hundredth position is kept; the others are found
    again by the rules.
    """

    def __init__(
        self, game: Game, puzzle: AnyPuzzle, plan: Sequence[Any], *, help: Help | None = "solver"
    ) -> None:
        """`help` is the help that a player has had who looks at it; None for none."""
        self._game = game
        self._help = help
        self._plan = plan
        self._states = [puzzle.initial]
        self._lost = ""
        """Why the last move lost, if it did."""
        state = puzzle.initial
        for index, action in enumerate(plan, start=1):
            try:
                state = puzzle.apply(state, action)
            except LosingMove as fall:
                if index < len(plan):
                    raise
                self._lost = fall.reason
            if index % limits.PER_ANSWER == 0:
                self._states.append(state)

    def frames(self, first: int, count: int) -> list[Json]:
        """What happens at some of its moves, counted from 0, at least at one of them."""
        if self._help is not None:
            self._game.session.take_help(self._help)
        first = min(max(0, first), len(self._plan))
        kept = first // limits.PER_ANSWER
        start = kept * limits.PER_ANSWER
        return self._game.frames(
            self._states[kept], self._plan[start:], first - start, count, lost=self._lost
        )


class Runs:
    """Searches by the name that the page gave them; `post` sends a message to the page."""

    def __init__(self, scheduler: Scheduler, executor: Executor, post: Post) -> None:
        self._scheduler = scheduler
        self._executor = executor
        self._post = post
        self._runs: dict[str, tuple[Work[Result[Any]], asyncio.Event]] = {}
        """With what calls those that wait for a slot."""
        self._replays: dict[str, Replay] = {}
        self._views: dict[str, _View] = {}
        """The search views by the name that the page gave them, the oldest first."""
        self._look_back = asyncio.Lock()
        """One after the other: each may hold a game beside that of the page."""

    def stop_all(self) -> None:
        """Stop every search; what was found is forgotten."""
        for name in self._runs:
            self._stop(name)
        self._replays.clear()
        for name in list(self._views):
            self._close_view(name)

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
        choice = _choice(game, request, request.text("engine", 20))
        wanted = request.fields.get("limits")
        allowed = limits.granted(wanted)
        if not limits.says_how_long(wanted):
            choice = _content_soon(choice)

        with_states = bool(request.fields.get("states")) and game.is_quick

        latest = Stats()

        def report(stats: Stats, state: Any) -> None:
            nonlocal latest
            latest = stats
            seen = {} if state is None else game.board(state)
            self._post({"type": "stats", "run": name, **asdict(stats), **seen}, instead_of=name)

        job = partial(jobs.search, puzzle, jobs.NamedChoice.of(choice), allowed, with_states)
        run = self._executor.begin(job, report)
        self._post({"type": "waiting", "run": name}, instead_of=name)
        try:
            result = await self._carry_out(name, run, allowed, python=choice.engine == "python")
        except Stopped:
            result = Result(Status.STOPPED, latest)
        if (plan := result.plan) is not None:
            replay = await self._executor.moment(Replay, game, puzzle, plan)
            self._offer(name, replay)
        return {
            "type": "ended",
            "run": name,
            "solver": choice.solver.name,
            "engine": choice.engine,
            "missingTwin": choice.missing_twin,
            **_told(puzzle, result),
        }

    async def replay(self, game: Game, request: Request) -> Json:
        """Take moves that somebody made at this level, such as a record, to be looked at."""

        def read() -> tuple[Sequence[Any], Replay]:
            text = request.text("moves", limits.MOVES_TEXT)
            plan = game.entry.notation.parse_plan(text)[: limits.MOVES]
            try:
                by_others = request.flag("others")
                return plan, Replay(game, game.puzzle, plan, help="link" if by_others else None)
            except IllegalMove as error:  # here it is no move that a player tries
                raise BadInput(f"these moves cannot be made: {error}") from error

        plan, replay = await self._executor.moment(read)
        self._offer(request.text("run", 40), replay)
        return {"type": "replay", "plan": [str(move) for move in plan]}

    def _offer(self, name: str, replay: Replay) -> None:
        """Let the page look at a solution; the oldest of too many is forgotten."""
        self._replays.pop(name, None)
        self._replays[name] = replay
        while len(self._replays) > limits.REPLAYS:
            del self._replays[next(iter(self._replays))]

    async def _carry_out(
        self, name: str, run: Work[Result[Any]], allowed: Limits, *, python: bool
    ) -> Result[Any]:
        """Wait for a slot, and search."""
        called = asyncio.Event()
        self._runs[name] = run, called
        memory = allowed.mebibytes or 0
        try:
            async with self._scheduler.slot(self, memory, python=python, called=called):
                self._post({"type": "started", "run": name}, instead_of=name)
                return await run.outcome()
        finally:
            del self._runs[name]

    async def stop(self, request: Request) -> Json:
        """Stop a search; the answer to the page that started it tells how far it came."""
        self._stop(request.text("run", 40))
        return {"type": "done"}

    def _stop(self, name: str) -> None:
        """End a search, or its waiting for a slot."""
        if name in self._runs:
            run, called = self._runs[name]
            run.stop()
            called.set()

    async def frames(self, request: Request) -> Json:
        """Some positions of a solution that was found."""
        replay = self._replays.get(request.text("run", 40))
        if replay is None:
            raise BadInput("there is no such solution any more", hint="solve it again")
        first, count = request.number("first"), request.number("count")
        frames = await self._executor.moment(replay.frames, first, count)
        return {"type": "frames", "first": max(0, first), "frames": frames}

    async def hint(self, game: Game, request: Request) -> Json:
        """The next move of a solution from here, and how many are left."""
        nothing: tuple[Any, Outlook[Any], jobs.Plans] = (None, Outlook(None), ())
        game.hint_runs.stop()
        game.hinted = game.session.state
        job = partial(jobs.hint, game.session)
        move, outlook, plans = await self._advise(game.hint_runs, job, limits.HINT, nothing)
        game.session.take_plans(plans)
        if move is not None:
            game.session.take_help("hint")
        return {
            "type": "hint",
            "move": None if move is None else str(move),
            "left": outlook.cost,
            "solvable": outlook.solvable,
        }

    async def outlook(self, game: Game, request: Request) -> Json:
        """Can the game still be won from here?"""
        game.advice.stop()
        if game.hinted != game.session.state:
            game.hint_runs.stop()
        nothing: tuple[Outlook[Any], jobs.Plans] = (Outlook(None), ())
        job = partial(jobs.outlook, game.session)
        outlook, plans = await self._advise(game.advice, job, limits.OUTLOOK, nothing)
        game.session.take_plans(plans)
        return {
            "type": "outlook",
            "solvable": outlook.solvable,
            "cost": outlook.cost,
            "states": outlook.proof.states if outlook.proof else outlook.stats.expanded,
            "reason": outlook.reason,
            "checked": outlook.checked,
        }

    async def where_lost(self, game: Game, request: Request) -> Json:
        """Which of the moves made lost the game, as far as it can be proved in a few seconds.

        The page may name other `moves`, such as those of a game that it looks at.
        """
        moves = request.text("moves", limits.MOVES_TEXT) if "moves" in request.fields else None
        session = game.session
        async with self._look_back:
            if moves is not None:
                session = await self._executor.moment(game.after, moves)
            job, nothing = partial(jobs.where_lost, session), WhereLost[Any](None, None)
            found = await self._advise(game.optimum_runs, job, limits.OUTLOOK, nothing)
        return {
            "type": "where lost",
            "wonUntil": found.won_until,
            "lostFrom": found.lost_from,
            "move": None if found.move is None else str(found.move),
        }

    async def optimum(self, game: Game, request: Request) -> Json:
        """What the cheapest solution costs, if that is found out quickly."""
        optimum = game.optimum
        if optimum is None:
            job, nothing = partial(jobs.optimum, game.puzzle), Outlook[Any](None)
            optimum = await self._advise(game.optimum_runs, job, limits.HINT, nothing)
            if optimum.plan is not None:
                game.session.learn(optimum.plan)  # hints may know none that is as good
            game.optimum = optimum
        return {
            "type": "optimum",
            "cost": optimum.cost,
            "lower": optimum.lower,
            "proved": optimum.proved,
        }

    async def _advise(self, runs: AdviceRuns, job: Job[T], allowed: Limits, nothing: T) -> T:
        """Do what may search when there is a slot for it; `nothing` if it was stopped."""
        memory = allowed.mebibytes or 0
        async with self._scheduler.slot(self, memory, advice=True):
            try:
                return await runs.run(self._executor, job)
            except Stopped:
                return nothing

    async def open_stepper(self, game: Game, request: Request) -> Json:
        """Open a search view: a textbook search that waits to be led on.

        One of the same name is closed; so is the oldest, if the page has too many.
        """
        name = request.text("view", 40)
        choice = _choice(game, request, "python")
        view = _View(Stepper(game, choice), asyncio.Lock())
        self._close_view(name)
        if len(self._views) >= limits.STEPPERS_OF_ONE_PAGE:
            self._close_view(next(iter(self._views)))
        if self._scheduler.steppers >= limits.STEPPERS:
            raise BadInput(
                "too many search views are open on this server", hint="close one, or try later"
            )
        self._scheduler.steppers += 1
        self._views[name] = view
        return await self._in_view(request, "stepper", lambda stepper: stepper.step(0))

    async def step(self, request: Request) -> Json:
        """Lead a search on by a number of expansions."""
        count = max(0, request.number("count"))
        return await self._in_view(request, "stepper", lambda stepper: stepper.step(count))

    async def nodes(self, request: Request) -> Json:
        """The boards of some nodes of a search view."""
        numbers, why = request.numbers("nodes"), bool(request.fields.get("why"))
        return await self._in_view(
            request, "nodes", lambda stepper: {"nodes": stepper.nodes(numbers, why=why)}
        )

    async def way(self, request: Request) -> Json:
        """Some moves of the way to a node of a search view, with the positions."""
        numbers = [request.number(field) for field in ("node", "first", "count")]
        return await self._in_view(request, "way", lambda stepper: stepper.way(*numbers))

    async def stretch(self, game: Game, request: Request) -> Json:
        """Some steps of a search as a file; it waits for a slot, as a search does."""
        from unriddle.web.stretch import stretch  # pictures: few pages need them

        choice = _choice(game, request, "python")
        steps = request.number("first"), request.number("last")
        kind, language, theme = (request.text(name, 10) for name in ("kind", "language", "theme"))
        chosen = jobs.NamedChoice.of(choice)
        job = partial(stretch, game.puzzle, chosen, steps, kind, language, theme)
        async with self._scheduler.slot(self, limits.STRETCH_MEBIBYTES, python=True):
            return {"type": "stretch", **await self._executor.begin(job).outcome()}

    async def close_stepper(self, request: Request) -> Json:
        """Close a search view; none but the one that is named."""
        self._close_view(request.text("view", 40))
        return {"type": "done"}

    async def _in_view(self, request: Request, kind: str, ask: Callable[[Stepper], Json]) -> Json:
        """The answer of a search view, which does one thing at a time."""
        name = request.text("view", 40)
        view = self._views.get(name)
        if view is None:
            return _gone(name)
        async with view.lock:
            return {"type": kind, "view": name, **await self._executor.moment(ask, view.stepper)}

    def _close_view(self, name: str) -> None:
        if self._views.pop(name, None) is not None:
            self._scheduler.steppers -= 1


class _View(NamedTuple):
    """A search view."""

    stepper: Stepper
    lock: asyncio.Lock


def _gone(name: str) -> Json:
    """A view may be gone through no fault of the page: it is told which, and can open it again."""
    problem = "no search view is open"
    return {"type": "error", "problem": problem, "message": problem, "hint": "", "gone": name}


def _choice(game: Game, request: Request, engine: str) -> Choice:
    """The solver that a page wants; raises `BadInput`.

    Also for a planner, and where a search in Python would keep the other pages waiting for long.
    """
    choice = choose(
        game.entry,
        request.text("solver", 200) or None,
        heuristic=request.text("heuristic", 60) or None,
        engine=engine or None,
        settings=request.table("settings"),
    )
    if choice.solver.planner is not None:
        raise BadInput("the page runs no planners", hint="use the command line")
    if choice.engine == "python" and squares_of(game.puzzle) > limits.PYTHON_SQUARES:
        raise BadInput(
            f"the page searches boards of at most {limits.PYTHON_SQUARES} squares in Python",
            hint="use the native engine, or the command line",
        )
    return choice


def _content_soon(choice: Choice) -> Choice:
    """For a page that names no limit: a solver that goes on to improve its plan does so for the
    time that it has by default, not as long as the server allows.
    """
    defaults = choice.solver.defaults
    if "improve" not in defaults:
        return choice
    return replace(choice, settings={"improve": defaults["improve"], **choice.settings})


def _told(puzzle: AnyPuzzle, result: Result[Any]) -> Json:
    """A result as a page shows it."""
    return {
        "plan": None if result.plan is None else [str(move) for move in result.plan],
        "counts": plan_counts(puzzle, result),
        **some_figures(result, "status", "optimal", "checked", "proof"),
        **asdict(result.stats),
    }

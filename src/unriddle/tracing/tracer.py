"""A search of the book, driven step by step, with everything that happens on the way written down.

The generator of the search is the one that solves: it is asked for its next expansion, and what it
says is put into words. It is never told anything, so a trace has the counts of the run itself.
The lines that come out are those of docs/formats.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from typing import Any

from unriddle.catalog import AnyPuzzle, entry_of, kind_name, rules_in_force
from unriddle.catalog.own import is_own
from unriddle.core import A, BadInput, FaultyCode, S, Status, Step, Steps, UnriddleError
from unriddle.plans import format_plan, parse_plan
from unriddle.search.drive import status_of
from unriddle.search.node import Ending, Expansion, Node, Search
from unriddle.search.own_checks import check_expansion, checked_puzzle
from unriddle.solving import Choice
from unriddle.tracing.nodes import ROOT, TracedNodes
from unriddle.tracing.reading import Json, Own, Reading, TracedExpansion
from unriddle.tracing.readings import READINGS
from unriddle.tracing.sentences import templates
from unriddle.tracing.source import own_pseudocode
from unriddle.tracing.telling import tell
from unriddle.tracing.tree_reading import Tree

FORMAT = "unriddle-trace"
VERSION = 1


class Tracer:
    """The lines of a trace, one at a time.

    First `prepare` to its end, then `header`, then `step` until it returns None, then `ended`.
    `boards` puts a drawing into every node; without it `state_of` finds the board of any node again
    by the rules. `check` is called before every estimate, and may raise to end the search. `run`
    carries out each expansion of it, if it should not be done right here.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        choice: Choice,
        *,
        boards: bool = False,
        check: Callable[[], None] | None = None,
        run: Callable[[Callable[[], Any]], Any] | None = None,
    ) -> None:
        if choice.solver.search is None:
            raise BadInput(
                f"{choice.solver.name} is not a textbook search: it cannot be followed",
                hint="choose one that `unriddle solvers` lists as a textbook search",
            )
        entry = entry_of(puzzle)
        self.puzzle = checked_puzzle(puzzle) if is_own(entry) else puzzle
        self.choice = choice
        self._entry = entry
        self._check = check
        self.run = run
        maker = READINGS.get(choice.solver.name, Own) if not choice.solver.own else Own
        self.reading: Reading = maker({**choice.solver.defaults, **choice.settings})
        self._search: Search[Any, Any] | None = None
        self._estimate: Callable[[Any], float] | None = None
        self._heard: list[tuple[Any, float]] = []
        """The states that were estimated in this expansion, in the order of the questions."""
        self._nodes = TracedNodes(self.puzzle, entry, self.reading, boards=boards)
        self.state_of = self._nodes.state_of
        self.way_to = self._nodes.way_to
        self._taken: set[int] = set()
        """The nodes that were expanded, where states may be expanded again."""
        self._turn = 0
        self._best = math.inf
        self._open = 1
        self._closed = 0
        self.latest: Expansion[Any, Any] | None = None
        """What the search has said last."""
        self.expanded = 0
        self.generated = 0
        self.ending: Node[Any, Any] | Ending | Status | None = None

    # Before the search.

    def prepare(self) -> Steps[None]:
        """Make what the heuristic needs, step by step, and the search itself."""
        search, solver = self.choice.solver.search, self.choice.solver
        assert search is not None
        found: Any
        if solver.informed:
            estimate = yield from self.choice.maker(self.puzzle).preparing()
            self._estimate = self._nodes.estimate = estimate
            found = search(self.puzzle, self._listening(estimate), **self.choice.settings)
        else:
            found = search(self.puzzle, **self.choice.settings)
        if not isinstance(found, Generator):
            raise BadInput(
                f"{solver.name} returns a plan at once: there is nothing to follow",
                hint="a search that yields unriddle.Expansion can be followed",
            )
        self._search = found

    @property
    def is_ready(self) -> bool:
        """Has the search been made?"""
        return self._search is not None

    def _listening(self, estimate: Callable[[Any], float]) -> Callable[[Any], float]:
        """The estimate; what it says is remembered until the expansion is over."""
        heard, check = self._heard, self._check

        def listening(state: Any) -> float:
            if check is not None:
                check()
            h = estimate(state)
            heard.append((state, h))
            return h

        return listening

    def header(self) -> Json:
        """The first line: what is traced, its pseudo-code, its sentences and the root."""
        solver, puzzle, reading = self.choice.solver, self.puzzle, self.reading
        h = None if self._estimate is None else self._estimate(puzzle.initial)
        reading.begin(h)
        self._best = math.inf if h is None else h
        root = self._nodes.introduce(ROOT, None, puzzle.initial, puzzle.key(puzzle.initial), 0, h)
        self._nodes.reckon(0, h)
        lines = solver.pseudocode
        return {
            "format": FORMAT,
            "version": VERSION,
            "puzzle": kind_name(puzzle),
            "level": puzzle.name,
            "title": puzzle.title,
            "rules": rules_in_force(puzzle),
            "solver": solver.name,
            "name": solver.shown,
            "heuristic": self.choice.heuristic,
            "heuristic_title": self.heuristic_title,
            "settings": dict(self.choice.settings),
            "unit": puzzle.cost_unit,
            "order": reading.order,
            "instrument": reading.instrument,
            "pseudocode": [
                {"name": line.name, "depth": line.depth, "text": {"en": line.en, "vi": line.vi}}
                for line in lines
            ]
            or own_pseudocode(solver.search),
            "sentences": templates(
                reading.opening, single=reading.order == "single", forgets=not reading.closes
            ),
            "root": root,
        }

    @property
    def heuristic_title(self) -> str | None:
        """What people call the heuristic, if there is one."""
        name = self.choice.heuristic
        return name if name is None or self._entry is None else self._entry.shown_heuristic(name)

    # The search.

    def step(self) -> Json | None:
        """The line of the next expansion; None when the search has ended."""
        search = self._search
        if search is None or self.ending is not None:
            return None
        self._heard.clear()

        def expand() -> Expansion[Any, Any] | None:
            try:
                return next(search)
            except StopIteration as end:
                self.ending = self._goal_in(end.value)
                return None

        expansion = expand() if self.run is None else self.run(expand)
        if self.ending is not None:
            return None
        check_expansion(self.choice.solver.name, expansion)
        assert expansion is not None
        self.latest = expansion
        try:
            return self._told(search, expansion)
        except Exception as error:
            if not self.choice.solver.own or isinstance(error, UnriddleError | MemoryError):
                raise
            raise FaultyCode(
                f"{self.choice.solver.name} yielded an expansion that cannot be followed: "
                f"{type(error).__name__}: {error}"
            ) from error

    def take_back(self) -> None:
        """The last step is one too many: it does not count."""
        assert self.latest is not None
        self.expanded -= 1
        self.generated -= len(self.latest.successors)

    def stop(self, why: Status) -> None:
        """End the trace here."""
        if self.ending is None:
            self.ending = why
            if self._search is not None:
                with suppress(ValueError):  # code of a user may still wait in a C function
                    self._search.close()

    def _goal_in(self, found: Any) -> Node[Any, Any] | Ending:
        """What a search has returned; a user's may return a plan, or nothing."""
        if isinstance(found, Node | Ending):
            return found
        name = self.choice.solver.name
        if not isinstance(found, Iterable | None):
            raise FaultyCode(f"{name} returned {str(found)[:60]!r}, which is not a plan")
        node = Node[Any, Any](self.puzzle.initial)
        try:
            for action in parse_plan(self.puzzle, found) if isinstance(found, str) else found or ():
                state, cost = self.puzzle.step(node.state, action)
                node = Node(state, node, action, node.cost + cost)
        except UnriddleError as error:
            raise FaultyCode(f"{name} returned a plan that cannot be played: {error}") from error
        return node if self.puzzle.is_goal(node.state) else Ending.STUCK

    def _told(self, search: Search[Any, Any], expansion: Expansion[Any, Any]) -> Json:
        reading = self.reading
        node, successors, frontier, kept = expansion
        first = self.expanded == 0
        line: Json = {"step": self.expanded + 1, "node": 0}
        number = self._nodes.number_of(node, line, first=first)
        line["node"] = number
        if reading.reopens:
            self._taken.add(number)
        self.expanded += 1
        self.generated += len(successors)
        traced = TracedExpansion(node, self._nodes.numbers, first=first, open_before=self._open)
        if reading.variables:
            reading.read_variables(_variables(search), traced)
        if isinstance(reading, Tree):
            line["generated"] = len(successors)
            successors = successors[: reading.untried]
        dropped = reading.dropped(traced)
        if dropped:
            line["dropped"] = [self._nodes.numbers.pop(one) for one in dropped]
        best = self._best
        line["successors"] = self._successors(number, node, successors, kept, traced)
        self._open = frontier
        if reading.closes:
            self._closed += 1
            line["closed"] = self._closed
        line["open"] = frontier
        here = None if self._estimate is None else self._nodes.reckoned_here
        tell(line, traced, reading, search, here=here, new_best=self._best < best)
        return line

    # Successors.

    def _successors(
        self,
        number: int,
        node: Node[Any, Any],
        successors: Sequence[Step[A, S]],
        kept: Sequence[Node[Any, Any]] | None,
        traced: TracedExpansion,
    ) -> list[Json]:
        puzzle, reading, latest = self.puzzle, self.reading, self._nodes.latest
        introduce, numbers = self._nodes.introduce, self._nodes.numbers
        key_of, is_goal, fates = puzzle.key, puzzle.is_goal, traced.fates
        heard, asked = self._heard, int(traced.first and reading.asks_at_start)
        last = len(heard)
        in_any_order = {id(one): h for one, h in heard} if isinstance(reading, Own) else {}
        matched: dict[tuple[int, int], tuple[Node[Any, Any], int]] = {}
        turn = self._turn
        for child in kept or ():
            turn += 1
            matched[id(child.action), id(child.state)] = child, turn
        self._turn = turn
        told: list[Json] = []
        after_goal = False
        for action, state, cost in successors:
            there = key_of(state)
            same = latest.get(there)
            h = in_any_order.get(id(state))
            found = matched.get((id(action), id(state)))
            if (  # searches ask in the order of the successors, and most not for those they know
                asked < last
                and heard[asked][0] is state
                and (found is not None or reading.asks_all or heard[asked][1] == math.inf)
            ):
                h = heard[asked][1]
                asked += 1
            move = str(action)
            record: Json = {"move": move}
            if found is not None:
                child, turn = found
                fate = "cheaper" if reading.reopens and same is not None else "new"
                record["fate"] = fate
                told_of = record["node"] = introduce(
                    number, action, state, there, child.cost, h, turn, move
                )
                if same is not None:
                    record["same"] = same
                    if fate == "cheaper" and same in self._taken:
                        self._closed -= 1  # it will be expanded again
                numbers[child] = told_of["id"]
                self._nodes.reckon(told_of["id"], h)
                if is_goal(state):
                    told_of["goal"] = traced.goal = True
                    after_goal = reading.goal_ends
                if h is not None and h < self._best:
                    self._best = h
            elif kept is None:
                fate = record["fate"] = "new" if same is None else "known"
                if same is None:
                    g = node.cost + cost
                    record["node"] = introduce(number, action, state, there, g, h)
                    if is_goal(state):
                        record["node"]["goal"] = traced.goal = True
                else:
                    record["same"] = same
            else:
                fate = record["fate"] = reading.left_out(there, h, after_goal)
                if fate in _SHOWN:
                    g = node.cost + cost
                    record["node"] = introduce(number, action, state, there, g, h)
                if same is not None:
                    record["same"] = same
            fates[fate] = fates.get(fate, 0) + 1
            f = None if h is None else reading.f(node.cost + int(cost), h)
            traced.successors.append((fate, h, f))
            told.append(record)
        return told

    @property
    def nodes(self) -> int:
        """How many nodes were told of."""
        return len(self._nodes)

    @property
    def states(self) -> int:
        """How many different states they have."""
        return len(self._nodes.latest)

    # The end.

    def ended(self) -> Json:
        """The last line; the search must have ended, or been stopped."""
        assert self.ending is not None
        status = status_of(self.ending)
        values: Json = {"expanded": self.expanded}
        line: Json = {
            "end": str(status),
            "node": None,
            "plan": None,
            "cost": None,
            "expanded": self.expanded,
            "generated": self.generated,
            "sentence": str(status),
            "values": values,
        }
        if isinstance(self.ending, Node):
            goal = self.ending
            plan = goal.plan()
            added = self._nodes.way_added(goal)
            if added:
                line["added"] = added
            line["node"] = self._nodes.numbers[goal]
            line["plan"] = format_plan(self.puzzle, plan)
            line["moves"] = [str(move) for move in plan]
            line["cost"] = values["cost"] = goal.cost
            line["counts"] = self.puzzle.counts(plan, goal.cost)
            line["event"] = "goal_taken"
        if self.reading.line:
            if status is Status.SOLVED:
                line["line"] = "found"
            elif isinstance(self.ending, Ending):
                line["line"] = self.reading.last_line
        return line


_SHOWN = frozenset({"dead", "bound", "depth", "worse"})
"""The fates of successors that are not kept but get a node, so that it can be looked at."""


def _variables(search: Generator[Any, Any, Any]) -> dict[str, Any]:
    """The variables of a paused search, and of the one that it has handed its work to."""
    inner: Any = search
    while isinstance(inner.gi_yieldfrom, Generator):
        inner = inner.gi_yieldfrom
    return inner.gi_frame.f_locals  # type: ignore[no-any-return]

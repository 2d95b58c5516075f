"""A search of the book, driven step by step, with everything that happens on the way written down.

The generator of the search is the one that solves: it is asked for its next expansion, and what it
says is put into words. It is never told anything, so a trace has the counts of the run itself.
The lines that come out are those of docs/formats.md.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from typing import Any

from unriddle.catalog import AnyPuzzle, entry_of, rules_in_force
from unriddle.core import A, BadInput, S, Status, Step, Steps, as_drawing, finish, plain
from unriddle.search.drive import status_of
from unriddle.search.node import Ending, Expansion, Node, Search
from unriddle.search.own_checks import check_expansion, checked_puzzle
from unriddle.solving import Choice, format_plan, is_own, parse_plan
from unriddle.tracing.readings import READINGS, Beat, Json, Own, Reading, Tree, short
from unriddle.tracing.sentences import templates
from unriddle.tracing.source import own_pseudocode

FORMAT = "unriddle-trace"
VERSION = 1
_ROOT = -1
"""The parent of a node that has none."""


class Tracer:
    """The lines of a trace, one at a time.

    First `prepare` to its end, then `header`, then `step` until it returns None, then `ended`.
    `boards` puts a drawing into every node; without it `state_of` finds the board of any node again
    by the rules. `watch` is called before every estimate, and may raise to end the search. `run`
    carries out each beat of it, if it should not be done right here.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        choice: Choice,
        *,
        boards: bool = False,
        watch: Callable[[], None] | None = None,
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
        self._boards = boards
        self._watch = watch
        self._run = run
        self._places = entry.places if entry else None
        self._settings = {**choice.solver.defaults, **choice.settings}
        maker = READINGS.get(choice.solver.name, Own) if not choice.solver.own else Own
        self.reading: Reading = maker(self._settings)
        self._search: Search[Any, Any] | None = None
        self._estimate: Callable[[Any], float] | None = None
        self._heard: list[tuple[Any, float]] = []
        """The states that were estimated in this beat, in the order of the questions."""
        self._numbers: dict[Node[Any, Any], int] = {}
        """Of the nodes that wait, or of all."""
        self._parents = array("q")
        self._actions: list[Any] = []
        self._latest: dict[Hashable, int] = {}
        """The number of the node by which each state was reached last."""
        self._taken: set[int] = set()
        """The nodes that were expanded, where states may be expanded again."""
        self._reckoned: dict[int, float] = {}
        """The estimates of the nodes that wait, where there are any."""
        self._turn = 0
        self._best = math.inf
        self._open = 1
        self._closed = 0
        self.latest: Expansion[Any, Any] | None = None
        """What the search has said last."""
        self.expanded = 0
        self.generated = 0
        self.ending: Node[Any, Any] | Ending | Status | None = None
        self._root: Node[Any, Any] | None = None

    # Before the search.

    def prepare(self) -> Steps[None]:
        """Make what the heuristic needs, step by step, and the search itself."""
        search, solver = self.choice.solver.search, self.choice.solver
        assert search is not None
        found: Any
        if solver.informed:
            estimate = yield from self.choice.maker(self.puzzle).preparing()
            self._estimate = estimate
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
        """The estimate; what it says is remembered until the beat is over."""
        heard, watch = self._heard, self._watch
        if watch is None:

            def listening(state: Any) -> float:
                h = estimate(state)
                heard.append((state, h))
                return h

        else:

            def listening(state: Any) -> float:
                watch()
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
        root = self._introduce(_ROOT, None, puzzle.initial, puzzle.key(puzzle.initial), 0, h)
        self._reckon(0, h)
        lines = solver.pseudocode
        return {
            "format": FORMAT,
            "version": VERSION,
            "puzzle": self._entry.name if self._entry else type(puzzle).__name__,
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
            "sentences": templates(reading.opening, single=reading.order == "single"),
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

        def beat() -> Expansion[Any, Any] | None:
            try:
                return next(search)
            except StopIteration as end:
                self.ending = self._goal_in(end.value)
                return None

        expansion = beat() if self._run is None else self._run(beat)
        if self.ending is not None:
            return None
        check_expansion(self.choice.solver.name, expansion)
        assert expansion is not None
        self.latest = expansion
        return self._told(search, expansion)

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
                self._search.close()

    def _goal_in(self, found: Any) -> Node[Any, Any] | Ending:
        """What a search has returned; a user's may return a plan, or nothing."""
        if isinstance(found, Node | Ending):
            return found
        node = Node[Any, Any](self.puzzle.initial)
        plan = parse_plan(self.puzzle, found) if isinstance(found, str) else found or ()
        for action in plan:
            state, cost = self.puzzle.step(node.state, action)
            node = Node(state, node, action, node.cost + cost)
        return node if self.puzzle.is_goal(node.state) else Ending.STUCK

    def _told(self, search: Search[Any, Any], expansion: Expansion[Any, Any]) -> Json:
        reading = self.reading
        node, successors, frontier, kept = expansion
        first = self.expanded == 0
        line: Json = {"step": self.expanded + 1, "node": 0}
        number = self._number_of(node, line, first=first)
        line["node"] = number
        if reading.reopens:
            self._taken.add(number)
        self.expanded += 1
        self.generated += len(successors)
        beat = Beat(node, self._numbers, first=first, open_before=self._open)
        if reading.variables:
            reading.look(_variables(search), beat)
        if isinstance(reading, Tree):
            line["generated"] = len(successors)
            successors = successors[: reading.untried]
        dropped = reading.dropped(beat)
        if dropped:
            line["dropped"] = [self._forget(one) for one in dropped]
        best = self._best
        line["successors"] = self._successors(number, node, successors, kept, beat)
        self._open = frontier
        if reading.closes:
            self._closed += 1
            line["closed"] = self._closed
        line["open"] = frontier
        self._say(line, beat, search, best)
        return line

    def _say(self, line: Json, beat: Beat, search: Search[Any, Any], best: float) -> None:
        """What the instrument shows, which lines ran, what happened, and the sentence."""
        reading, fates, frontier = self.reading, beat.fates, line["open"]
        instrument = reading.shown(beat, frontier)
        if instrument is not None:
            line["instrument"] = instrument
        new, cheaper = fates.get("new", 0), fates.get("cheaper", 0)
        goes_on = new + cheaper + fates.get("untried", 0) > 0
        events = []
        if beat.goal:
            events.append("goal_generated")
        iterates = not beat.first and reading.starts_iteration(beat)
        if iterates:
            events.append("iteration")
        if self._best < best:
            events.append("new_best_h")
        if cheaper:
            events.append("cheaper")
        if not goes_on:
            events.append("dead_end")
        if events:
            line["event"] = events[0]
            if len(events) > 1:
                line["events"] = events
        if reading.line:
            ran = reading.lines(beat, frontier)
            line["lines"] = {name: count for name, count in ran.items() if count}
            ends = beat.goal and reading.goal_ends
            line["line"] = "goal" if ends and "goal" in line["lines"] else reading.line
        else:
            line["line"] = f"L{_frame_line(search)}"
        self._sentence(line, beat, new, cheaper)

    def _sentence(self, line: Json, beat: Beat, new: int, cheaper: int) -> None:
        reading = self.reading
        values: Json = {"all": len(beat.successors), "new": new}
        opening = reading.opening
        if opening == "tree":
            line["sentence"] = opening
        else:
            if beat.goal:
                change = "goal"
            elif cheaper:
                change = "cheaper"
                values["cheaper"] = cheaper
            else:
                change = "many" if new > 1 else "one" if new else "none"
            line["sentence"] = f"{opening}.{change}"
        if opening == "wastar":
            values["weight"] = short(self._settings["weight"])
        if reading.order == "single":
            chosen = [h for fate, h, _ in beat.successors if fate == "new"]
            h = None if self._estimate is None else self._reckoned_here
            values["here"] = short(h)
            values["best"] = short(chosen[0]) if chosen else None
        line["values"] = values

    # Nodes.

    def _number_of(self, node: Node[Any, Any], line: Json, *, first: bool) -> int:
        """The number of the node that is expanded; who sees it first introduces it."""
        known = (self._numbers.get if self.reading.keeps else self._numbers.pop)(node, None)
        if known is None and first and node.parent is None:
            known = 0
            if self.reading.keeps:
                self._numbers[node] = 0
        if known is None:
            known = self._awaited(node)
        if known is None:
            line["added"] = self._add(node)
            known = int(line["added"]["id"])
        self._reckoned_here = self._reckoned.pop(known, None)
        return known

    _reckoned_here: float | None = None
    """The estimate of the node that is expanded."""

    def _awaited(self, node: Node[Any, Any]) -> int | None:
        """The node of a search that does not say what it keeps: told as a successor before."""
        if not isinstance(self.reading, Own) or node.parent is None:
            return None
        parent = self._numbers.get(node.parent)
        number = self._latest.get(self.puzzle.key(node.state))
        if parent is None or number is None or self._parents[number] != parent:
            return None
        self._numbers[node] = number
        return number

    def _add(self, node: Node[Any, Any]) -> Json:
        """The record of a node that no line has introduced."""
        h = None
        if node.parent is None and self._estimate is not None:
            h = self._estimate(node.state)
        parent = _ROOT if node.parent is None else self._numbers.get(node.parent, _ROOT)
        there = self.puzzle.key(node.state)
        record = self._introduce(parent, node.action, node.state, there, node.cost, h)
        if self.reading.keeps:
            self._numbers[node] = record["id"]
        self._reckon(record["id"], h)
        return record

    def _introduce(
        self,
        parent: int,
        action: Any,
        state: Any,
        there: Hashable,
        g: int,
        h: float | None,
        turn: int | None = None,
    ) -> Json:
        """The record of a new node; with a `turn`, of one that waits."""
        number = len(self._actions)
        self._parents.append(parent)
        self._actions.append(action)
        self._latest[there] = number
        record: Json = {
            "id": number,
            "parent": None if parent == _ROOT else parent,
            "move": None if action is None else str(action),
            "g": g,
        }
        f = self.reading.f(g, h)
        if h is not None:
            record["h"] = short(h)
        if f is not None:
            record["f"] = short(f)
        if turn is not None:
            key = self.reading.key(turn, h, f)
            if key:
                record["key"] = [short(part) for part in key]
        if self._places is not None:
            places = self._places(self.puzzle, state)
            if places:
                record["places"] = places
        if self._boards:
            record["board"] = self._drawn(state)
        return record

    def _successors(
        self,
        number: int,
        node: Node[Any, Any],
        successors: Sequence[Step[A, S]],
        kept: Sequence[Node[Any, Any]] | None,
        beat: Beat,
    ) -> list[Json]:
        puzzle, reading, latest = self.puzzle, self.reading, self._latest
        key_of, is_goal, fates = puzzle.key, puzzle.is_goal, beat.fates
        heard, asked = self._heard, int(beat.first and reading.asks_at_start)
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
            record: Json = {"move": str(action)}
            if found is not None:
                child, turn = found
                fate = "cheaper" if reading.reopens and same is not None else "new"
                record["fate"] = fate
                record["node"] = self._introduce(number, action, state, there, child.cost, h, turn)
                if same is not None:
                    record["same"] = same
                    if fate == "cheaper":
                        self._reopen(same)
                self._numbers[child] = record["node"]["id"]
                self._reckon(record["node"]["id"], h)
                if is_goal(state):
                    record["node"]["goal"] = beat.goal = True
                    after_goal = reading.goal_ends
                if h is not None and h < self._best:
                    self._best = h
            elif kept is None:
                fate = record["fate"] = "new" if same is None else "known"
                if same is None:
                    g = node.cost + cost
                    record["node"] = self._introduce(number, action, state, there, g, h)
                    if is_goal(state):
                        record["node"]["goal"] = beat.goal = True
                else:
                    record["same"] = same
            else:
                fate = record["fate"] = reading.left_out(there, h, after_goal)
                if fate in _SHOWN:
                    g = node.cost + cost
                    record["node"] = self._introduce(number, action, state, there, g, h)
                if same is not None:
                    record["same"] = same
            fates[fate] = fates.get(fate, 0) + 1
            f = None if h is None else reading.f(node.cost + int(cost), h)
            beat.successors.append((fate, h, f))
            told.append(record)
        return told

    def _reopen(self, dearer: int) -> None:
        """A state is known by a cheaper way: if it was expanded, it will be so again."""
        if dearer in self._taken:
            self._closed -= 1

    def _reckon(self, number: int, h: float | None) -> None:
        if h is not None and self.reading.order == "single":
            self._reckoned[number] = h

    def _forget(self, node: Node[Any, Any]) -> int:
        return self._numbers.pop(node)

    def _drawn(self, state: Any) -> list[str]:
        puzzle = self.puzzle
        if self._entry is not None:
            return plain(self._entry.notation.draw(puzzle, state)).splitlines()
        return plain(as_drawing(puzzle.draw(state))).splitlines()

    # What is asked about nodes.

    @property
    def nodes(self) -> int:
        """How many nodes were told of."""
        return len(self._actions)

    @property
    def states(self) -> int:
        """How many different states they have."""
        return len(self._latest)

    def way_to(self, number: int) -> list[Any]:
        """The actions from the start to a node; raises `BadInput` if there is none."""
        if not 0 <= number < len(self._actions):
            raise BadInput(f"there is no node {number}", hint=f"there are {len(self._actions)}")
        actions = []
        while (parent := self._parents[number]) != _ROOT:
            actions.append(self._actions[number])
            number = parent
        actions.reverse()
        return actions

    def state_of(self, number: int) -> Any:
        """The state of a node, found again by the rules."""
        state = self.puzzle.initial
        for action in self.way_to(number):
            state = self.puzzle.apply(state, action)
        return state

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
            added = self._way_added(goal)
            if added:
                line["added"] = added
            line["node"] = self._numbers[goal]
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

    def _way_added(self, goal: Node[Any, Any]) -> list[Json]:
        """The records of the nodes on the way to the goal that no line has introduced."""
        missing: list[Node[Any, Any]] = []
        node: Node[Any, Any] | None = goal
        if goal.parent is None and goal not in self._numbers:
            self._numbers[goal] = 0
        while node is not None and node.parent is not None and node not in self._numbers:
            missing.append(node)
            node = node.parent
        if node is not None and node.parent is None:
            self._numbers.setdefault(node, 0)
        added = []
        for one in reversed(missing):
            parent = self._numbers[one.parent] if one.parent is not None else _ROOT
            there = self.puzzle.key(one.state)
            record = self._introduce(parent, one.action, one.state, there, one.cost, None)
            self._numbers[one] = record["id"]
            added.append(record)
        if added:
            added[-1]["goal"] = True
        return added

    def lines(self) -> Iterator[Json]:
        """All lines, from the header to the end."""
        finish(self.prepare())
        yield self.header()
        while (line := self.step()) is not None:
            yield line
        yield self.ended()


_SHOWN = frozenset({"dead", "bound", "depth", "worse"})
"""The fates of successors that are not kept but get a node, so that it can be looked at."""


def _variables(search: Generator[Any, Any, Any]) -> dict[str, Any]:
    """The variables of a paused search, and of the one that it has handed its work to."""
    inner: Any = search
    while isinstance(inner.gi_yieldfrom, Generator):
        inner = inner.gi_yieldfrom
    return inner.gi_frame.f_locals  # type: ignore[no-any-return]


def _frame_line(search: Generator[Any, Any, Any]) -> int:
    """Where in its file a search is paused."""
    frame: Any = getattr(search, "gi_frame", None)
    return 0 if frame is None else int(frame.f_lineno)

"""The search view: a trace of a textbook search, in portions, and the boards of its nodes.

The search is the generator of the book itself, driven as the page asks (`unriddle.tracing`). What
its heuristic has to prepare first is done in the same portions, so that no page waits for another.
The page keeps the lines that it has got, and shows any of them again without asking. Boards are not
in them: a node is a number, its parent and a move, and its board is found again by the rules.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Sequence
from inspect import isgeneratorfunction
from typing import Any

from unriddle.core import BadInput, Status
from unriddle.search.drive import gc_paused
from unriddle.search.own_thread import within
from unriddle.solving import Choice
from unriddle.tracing.tracer import Tracer
from unriddle.web import limits
from unriddle.web.game import Game, new_bytes, things_in
from unriddle.web.outbox import Written
from unriddle.web.scenes import Json

_BYTES_OF_BLOCK = 80
"""Of an object that the allocator of Python counts, on the average of all searches and puzzles."""
_COUNTED = 512
"""Bytes of the largest objects that it counts."""
_BYTES_OF_STATE = 150
"""Of the entries of a state in tables, which are larger,"""
_BYTES_OF_NODE = 24
"""and of a node in lists."""
_SAMPLED = 32
"""Expansions between two looks at the size of a state."""
PORTION = 0.05
"""Seconds of searching before the page hears of it."""


class _TooSlow(Exception):
    """An expansion takes longer than a search view may."""


class _Deadline:
    """When an expansion has taken too long.

    An object of its own: if the search knew the view, both would stay in memory, although nobody
    uses them any more, until the collector looks at everything.
    """

    def __init__(self) -> None:
        self.at = math.inf

    def check(self) -> None:
        if time.monotonic() > self.at:
            raise _TooSlow


def _in_own_thread(work: Callable[[], Any]) -> Any:
    """Code of a user may never come back; raises `_TooSlow`."""
    try:
        return within(work, limits.STEPPER_EXPANDS)
    except TimeoutError:
        raise _TooSlow from None


class Stepper:
    """A search that waits for the page to ask for its next expansions."""

    def __init__(self, game: Game, choice: Choice) -> None:
        if choice.solver.own and not isgeneratorfunction(choice.solver.search):
            raise BadInput(  # it is found out without calling it: it may never come back
                f"{choice.solver.name} returns a plan: the search view shows searches that yield "
                "their expansions"
            )
        self._game = game
        self._deadline = _Deadline()
        run = _in_own_thread if choice.own else None
        self._tracer = Tracer(game.puzzle, choice, check=self._deadline.check, run=run)
        self._preparing = self._tracer.prepare()
        self._prepared_for = 0.0
        self._header: Json | None = None
        self._end: Json | None = None
        self._failure: Exception | None = None
        """What code of a user has raised; the page gets the lines before it first."""
        self._blocks = 0
        """Objects that the portions so far have left behind."""
        self._bytes_of_state = 0.0

    def step(self, count: int) -> Json:
        """Expand up to `count` nodes, not longer than a moment: the new lines of the trace.

        As long as something is to be prepared, that is done instead. Raises what the search has
        raised, each time it is asked for more.
        """
        with gc_paused():
            before = sys.getallocatedblocks()
            seen, lines = self._step(count)
            left = sys.getallocatedblocks() - before - len(lines)
            self._blocks += max(0, left)
        return {**seen, "lines": Written(f"[{','.join(lines)}]")}

    @property
    def bytes(self) -> int:
        """What the search and its trace remember takes, about.

        Counted, not reckoned: searches keep very different things. What other threads allocate in
        the same moments is counted, too, so several views at once come to their limit sooner.
        """
        tracer = self._tracer
        of_state = _BYTES_OF_STATE + max(0, int(self._bytes_of_state) - _COUNTED)
        in_tables = of_state * tracer.states + _BYTES_OF_NODE * tracer.nodes
        return _BYTES_OF_BLOCK * self._blocks + in_tables

    def _step(self, count: int) -> tuple[Json, list[str]]:
        started = time.monotonic()
        tracer = self._tracer
        if self._failure is not None:
            raise self._failure
        had_header = self._header is not None
        lines: list[str] = []
        size = 0
        try:
            self._deadline.at = started + limits.STEPPER_EXPANDS
            if not tracer.is_ready and tracer.ending is None:
                self._prepare(started)
            now = time.monotonic()
            while tracer.is_ready and tracer.ending is None:
                if len(lines) >= count or size > limits.TRACE_BYTES or now - started > PORTION:
                    break
                if (full := self._full()) is not None:
                    tracer.stop(full)
                    break
                self._deadline.at = now + limits.STEPPER_EXPANDS
                line = tracer.step()
                if line is None:
                    break
                lines.append(_written(line))
                size += len(lines[-1])
                now = time.monotonic()
        except _TooSlow:
            tracer.stop(Status.OUT_OF_TIME)
        except Exception as failure:
            self._failure = failure
            if not lines:
                raise
        if tracer.ending is not None and self._end is None:
            self._end = tracer.ended()
        seen = {
            "header": None if had_header else self._header,
            "end": self._end,
            "preparing": not tracer.is_ready and tracer.ending is None,
            "expanded": tracer.expanded,
        }
        return seen, lines

    def nodes(self, numbers: Sequence[int], *, why: bool) -> list[Json]:
        """The boards of some nodes; with `why`, also why one can be seen to be lost.

        Who sees that of a goal has seen a solution. Raises `BadInput` for a node that is not there.
        """
        found: list[Json] = []
        things = 0
        for number in numbers[: limits.PER_ANSWER]:
            state = self._tracer.state_of(number)
            things += things_in(state)
            if things > limits.THINGS and found:
                break
            self._note_help(state)
            node = {"id": number, **self._game.board(state)}
            if why and (deadlock := self._game.entry.find_deadlock(self._game.puzzle, state)):
                node["why"] = deadlock.reason
            found.append(node)
        return found

    def way(self, number: int, first: int, count: int) -> Json:
        """Some moves of the way to a node, from move `first` on, as a page animates them.

        Raises `BadInput` for a node that is not there.
        """
        actions = self._tracer.way_to(number)
        first = min(max(0, first), len(actions))
        self._note_help(self._tracer.state_of(number))
        frames = self._game.frames(self._game.puzzle.initial, actions, first, count)
        return {"node": number, "length": len(actions), "first": first, "frames": frames}

    def _note_help(self, seen: Any) -> None:
        if self._game.puzzle.is_goal(seen):
            self._game.session.take_help("solver")

    def _prepare(self, started: float) -> None:
        """Go on with the preparation for a moment; the header is there when it is done."""
        tracer = self._tracer
        while time.monotonic() - started <= PORTION:
            try:
                next(self._preparing)
            except StopIteration:
                self._header = tracer.header()
                most = {"steps": limits.STEPPED, "bytes": limits.STEPPER_BYTES}
                self._header["limits"] = most
                return
        self._prepared_for += time.monotonic() - started
        if self._prepared_for > limits.STEPPER_PREPARES:
            tracer.stop(Status.OUT_OF_TIME)
            self._preparing.close()

    def _full(self) -> Status | None:
        """Why the view must end here, if it must."""
        tracer = self._tracer
        if tracer.expanded >= limits.STEPPED:
            return Status.OUT_OF_NODES
        if tracer.expanded % _SAMPLED != 0:
            return None
        latest = tracer.latest
        if latest is not None and latest.successors:
            new = new_bytes(latest.node.state, latest.successors[0][1])
            known = self._bytes_of_state
            self._bytes_of_state = known + (new - known) / 8 if known else new
        return Status.OUT_OF_MEMORY if self.bytes > limits.STEPPER_BYTES else None


_written = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
).encode

"""Answers to what a player wants to know, worked out beside the screen.

Can it still be won? What does the best solution cost? What next? Each question is answered in a
thread of its own by a session that follows the player's, so that the player never waits.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput
from unriddle.outlook import Outlook, least_cost
from unriddle.play import Session
from unriddle.tui.background import BackgroundTasks, Stopper


class Advice:
    """Advice about one puzzle; read the answers whenever the screen is drawn."""

    def __init__(self, puzzle: AnyPuzzle, tasks: BackgroundTasks) -> None:
        self._tasks = tasks
        self._follower: Session[Any, Any] = Session(puzzle)
        self._lock = threading.Lock()
        self._question: Stopper | None = None
        self._asked_about: tuple[Any, ...] | None = None
        self.outlook: Outlook[Any] | None = None
        """Of the position that was asked about last; None until there is an answer."""
        self.optimum: Outlook[Any] | None = None
        """Of the level; None while it is being worked out."""
        self.hint: Any | None = None
        self.has_hint = False
        """Has the last question for a hint been answered? There may be none."""
        self._optimum_search: Stopper | None = None

    def find_optimum(self) -> None:
        """Ask what the best solution costs."""
        self._optimum_search = self._tasks.begin(self._find_optimum)

    def find_outlook(self, moves: Sequence[Any]) -> None:
        """Ask whether the game can still be won after these moves; ask again for news."""
        if self._asked_about != tuple(moves):
            self.outlook, self._asked_about = None, tuple(moves)

        def find(stopper: Stopper) -> None:
            outlook: Outlook[Any] = Outlook(None)
            try:
                with suppress(BadInput):  # no solver can be used here: then it is not known
                    outlook = self._follower.outlook(started=stopper.attach)
            finally:
                if not stopper.stopped:
                    self.outlook = outlook

        self._ask(moves, find)

    def find_hint(self, moves: Sequence[Any]) -> None:
        """Ask for the next move after these."""
        self.has_hint, self.hint = False, None

        def advise(stopper: Stopper) -> None:
            hint, outlook = None, self.outlook
            try:
                with suppress(BadInput):
                    hint = self._follower.hint(started=stopper.attach)
                    if hint is None and outlook is None:  # is there none, or was none found?
                        outlook = self._follower.outlook(started=stopper.attach)
            finally:
                if not stopper.stopped:
                    self.has_hint, self.hint, self.outlook = True, hint, outlook

        self._ask(moves, advise)

    def stop(self) -> None:
        """No answer is wanted any more."""
        for question in (self._optimum_search, self._question):
            if question is not None:
                question.stop()

    def _ask(self, moves: Sequence[Any], question: Any) -> None:
        """Answer a question in place of the one before."""
        if self._question is not None:
            self._question.stop()

        def work(stopper: Stopper) -> None:
            with self._lock:
                if not stopper.stopped:
                    self._follow(moves)
                    question(stopper)

        self._question = self._tasks.begin(work)

    def _follow(self, moves: Sequence[Any]) -> None:
        """Bring the follower to the position after `moves`."""
        made = self._follower.moves
        same = 0
        while same < min(len(made), len(moves)) and made[same] == moves[same]:
            same += 1
        self._follower.jump(same)
        for move in moves[same:]:
            self._follower.play(move)

    def _find_optimum(self, stopper: Stopper) -> None:
        found: Outlook[Any] = Outlook(None)
        try:
            with suppress(BadInput):
                found = least_cost(self._follower.puzzle, started=stopper.attach)
        finally:
            if not stopper.stopped:
                if found.plan is not None:
                    self._follower.learn(found.plan)  # hints may know none that is as good
                self.optimum = found

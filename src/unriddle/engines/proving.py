"""Provers and judges: from a puzzle to a certificate of unsolvability, and to its judgement.

The engine has quick ones for the three puzzles; everywhere else, and without the engine, the book
explores and judges.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from unriddle.core import Limits, Puzzle, Stats, Status
from unriddle.engines import bloxorz, freecell, sokoban
from unriddle.engines.native_puzzle import Budget, NativePuzzle
from unriddle.engines.run import NativeRun, limits_of
from unriddle.judge.certificate import ACTIONS, GOALS, LOST, Certificate, Claim
from unriddle.judge.check import IsStopped, Judgement, check, objection
from unriddle.judge.explore import Solvable, explore
from unriddle.judge.forms import best_form, certificate, is_exact
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.freecell.rules import FreeCell
from unriddle.puzzles.sokoban.rules import Sokoban
from unriddle.search.drive import SearchRun
from unriddle.search.node import Ending, Expansion, Node, Search

BOOK: Final = Budget(20_000, 200_000)
"""Python looks at some tens of thousands of states in a second."""
_NATIVE: Final[Mapping[type, NativePuzzle]] = {
    Bloxorz: bloxorz.NATIVE,
    FreeCell: freecell.NATIVE,
    Sokoban: sokoban.NATIVE,
}
"""A puzzle whose class is derived from one of these may have other rules, and is not listed."""


def budget(puzzle: Puzzle[Any, Any], form: str | None = None) -> Budget:
    """What takes about a second here, for certificates of this form or else of the best."""
    known = _NATIVE.get(type(puzzle))
    if known is None:
        return BOOK
    quick = known.certifies(puzzle, form or best_form(puzzle))
    return known.budget_of(puzzle, known.budget if quick else BOOK)


class Proving(Protocol):
    """A running proving pass: iterate it for statistics, stop it, ask how it ended."""

    certificate: Certificate | None
    """What it has found, if it ended as UNSOLVABLE."""

    def __iter__(self) -> Iterator[Stats]:
        """Statistics from time to time until it ends."""

    def stop(self) -> None:
        """Ask it to end soon; safe from any thread."""

    def ending(self) -> tuple[Status, Stats]:
        """UNSOLVABLE with a certificate, SOLVED if a goal was met, or what ended it before.

        Waits for the end; `expanded` are the states it has looked at.
        """


Started = Callable[[Proving], None]
"""Is handed a proving pass as it begins, so that a screen can follow or stop it."""


def prove(
    puzzle: Puzzle[Any, Any], limits: Limits | None, *, started: Started = lambda proving: None
) -> Proving:
    """A proving pass on `puzzle` that has ended; without limits it takes about a second.

    Where the rules of the best form are not exact, two proofs can be looked for: in that form, and
    about the moves as the puzzle has them. Only the second can find that there is a solution. (With
    FreeCell's `greedy` autoplay a position may be lost although single cards would win it.)
    """
    form = best_form(puzzle)
    if is_exact(puzzle):
        return _ended(puzzle, form, limits, started)
    by_rules = None
    if limits is None:  # then it is small, and often enough
        by_rules = _ended(puzzle, ACTIONS, limits, started)
        if by_rules.ending()[0] in (Status.SOLVED, Status.UNSOLVABLE):
            return by_rules
    by_form = _ended(puzzle, form, limits, started)
    if by_form.ending()[0] is not Status.SOLVED:
        return by_form
    return by_rules or _ended(puzzle, ACTIONS, limits, started)


def _ended(puzzle: Puzzle[Any, Any], form: str, limits: Limits | None, started: Started) -> Proving:
    proving = start(puzzle, form, limits or Limits(nodes=budget(puzzle, form).states))
    started(proving)
    proving.ending()
    return proving


def start(puzzle: Puzzle[Any, Any], form: str, limits: Limits) -> Proving:
    """A proving pass for certificates of this form, by the quickest prover for it."""
    known = _NATIVE.get(type(puzzle))
    if known is not None and known.certifies(puzzle, form):
        return NativeProving(puzzle, known, limits)
    return BookProving(puzzle, form, limits)


def judge(
    puzzle: Puzzle[Any, Any],
    certificate: Certificate,
    *,
    work: int,
    is_stopped: IsStopped = lambda: False,
) -> Judgement:
    """What the quickest judge says of a certificate, which is what every judge says.

    `is_stopped` is asked many times a second, and ends it by saying yes.
    """
    known = _NATIVE.get(type(puzzle))
    quick = known is not None and known.certifies(puzzle, certificate.form)
    if known is None or not quick or objection(puzzle, certificate):
        return check(puzzle, certificate, work=work, is_stopped=is_stopped)
    from unriddle.native import _core

    claims = [(one.kind == GOALS, one.boxes, one.player, one.frozen) for one in certificate.claims]
    accepted, states, reason = _core.judge(
        known.name,
        known.plain_start(puzzle),
        certificate.parents,
        certificate.moves,
        claims,
        work,
        is_stopped,
    )
    return Judgement(accepted, states, certificate.states, reason)


class BookProving(SearchRun[Any, Any]):
    """The exploration of `judge.explore`, driven as every search in Python is."""

    def __init__(self, puzzle: Puzzle[Any, Any], form: str, limits: Limits) -> None:
        super().__init__(puzzle, self._search, limits)
        self.certificate: Certificate | None = None
        self._form = form

    def _search(self) -> Search[Any, Any]:
        exploration = explore(self._puzzle, self._form)
        node: Node[Any, Any] = Node(self._puzzle.initial)
        looked_at = 0
        while True:
            try:
                kept = next(exploration)
            except StopIteration as end:
                self.certificate = end.value
                return Ending.EXHAUSTED
            except Solvable:
                return node
            looked_at += 1
            yield Expansion(node, (), kept - looked_at)


class NativeProving(NativeRun[Any, Any]):
    """A prover of the engine, running."""

    def __init__(self, puzzle: Puzzle[Any, Any], known: NativePuzzle, limits: Limits) -> None:
        run = known.problem_of(puzzle).prove(limits_of(limits))
        super().__init__(puzzle, run, known)
        self.certificate: Certificate | None = None

    def ending(self) -> tuple[Status, Stats]:
        """Prove to the end, or wait for it."""
        status, stats = super().ending()
        if status is Status.UNSOLVABLE and self.certificate is None:
            parents, moves, claims = self._run.proof()
            found = [
                Claim(GOALS if by_goals else LOST, tuple(boxes), player, tuple(frozen))
                for by_goals, boxes, player, frozen in claims
            ]
            self.certificate = certificate(
                self._puzzle, self._native.form, array("i", parents), array("i", moves), found
            )
        return status, stats

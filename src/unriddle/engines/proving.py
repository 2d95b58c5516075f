"""Provers and judges: from a puzzle to a certificate of unsolvability, and to its judgement.

The engine has quick ones for the three puzzles; everywhere else, and without the engine, the book
explores and judges.
"""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from unriddle import native
from unriddle.core import Limits, Puzzle, Stats, Status
from unriddle.engines import bloxorz, freecell, sokoban
from unriddle.engines.run import BEAT, limits_of
from unriddle.judge.certificate import ACTIONS, CARDS, GOALS, LOST, PUSHES, Certificate, Claim
from unriddle.judge.check import IsStopped, Judgement, check, objection
from unriddle.judge.explore import Solvable, explore
from unriddle.judge.forms import best_form, certificate
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.freecell.rules import FreeCell
from unriddle.puzzles.sokoban.rules import Sokoban
from unriddle.search.drive import SearchRun
from unriddle.search.node import Ending, Expansion, Node, Search


class Budget(NamedTuple):
    """What a certificate and its judgement may take where nobody says otherwise.

    Not measured in seconds, so that the same level gets the same answer on every machine.
    """

    states: int
    """That a prover may look at."""
    work: int
    """That a judge may do, see `check`."""


BOOK: Final = Budget(20_000, 200_000)
"""Python looks at some tens of thousands of states in a second."""
NATIVE: Final[Mapping[tuple[type, str], Budget]] = {
    (Sokoban, PUSHES): Budget(60_000, 500_000),
    (FreeCell, CARDS): Budget(250_000, 2_000_000),
    (Bloxorz, ACTIONS): Budget(1_200_000, 6_000_000),
}
"""With the engine's provers and judges, by the puzzle and the form of certificates."""
MOST_BRIDGES: Final = 256
"""That the engine takes."""
_USUAL_FLOOR: Final = 100
_USUAL_BOXES: Final = 15
"""Squares and boxes of a Sokoban level on which that takes a second: after every push the player
walks over the whole board, so on larger ones it is fewer."""


def budget(puzzle: Puzzle[Any, Any], form: str | None = None) -> Budget:
    """What takes about a second here, for certificates of this form or else of the best."""
    form = form or best_form(puzzle)
    states, work = BOOK if _native(_PROVERS, puzzle, form) is None else NATIVE[type(puzzle), form]
    if isinstance(puzzle, Sokoban):
        by_floor = min(1.0, _USUAL_FLOOR / len(puzzle.floor))
        by_boxes = min(1.0, _USUAL_BOXES / len(puzzle.initial.boxes))
        states = 1 + int(states * by_floor * by_boxes)
        work = 1 + int(work * by_floor)
    return Budget(states, work)


class Proving(Protocol):
    """A proving pass on its way: iterate it for statistics, stop it, ask how it ended."""

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


Watcher = Callable[[Proving], None]
"""Is handed a proving pass as it begins, so that a screen can follow or stop it."""


def prove(
    puzzle: Puzzle[Any, Any], limits: Limits | None, *, watch: Watcher = lambda proving: None
) -> Proving:
    """A proving pass on `puzzle` that has ended; without limits it takes about a second.

    With FreeCell's `greedy` autoplay a position may be lost although single cards would win it, so
    that two proofs can be looked for: one about single cards, and one about the moves as the rules
    have them. Only the second can find that there is a solution.
    """
    greedy = isinstance(puzzle, FreeCell) and puzzle.rules.autoplay == "greedy"
    if not greedy:
        return _ended(puzzle, best_form(puzzle), limits, watch)
    by_rules = None
    if limits is None:  # then it is small, and often enough
        by_rules = _ended(puzzle, ACTIONS, limits, watch)
        if by_rules.ending()[0] in (Status.SOLVED, Status.UNSOLVABLE):
            return by_rules
    by_cards = _ended(puzzle, CARDS, limits, watch)
    if by_cards.ending()[0] is not Status.SOLVED:
        return by_cards
    return by_rules or _ended(puzzle, ACTIONS, limits, watch)


def _ended(puzzle: Puzzle[Any, Any], form: str, limits: Limits | None, watch: Watcher) -> Proving:
    proving = start(puzzle, form, limits or Limits(nodes=budget(puzzle, form).states))
    watch(proving)
    proving.ending()
    return proving


def start(puzzle: Puzzle[Any, Any], form: str, limits: Limits) -> Proving:
    """A proving pass for certificates of this form, by the quickest prover for it."""
    if _native(_PROVERS, puzzle, form) is not None:
        return NativeProving(puzzle, form, limits)
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
    native_judge = _native(_JUDGES, puzzle, certificate.form)
    if native_judge is None or objection(puzzle, certificate):
        return check(puzzle, certificate, work=work, is_stopped=is_stopped)
    accepted, states, reason = native_judge(
        **_MODULES[type(puzzle)].plain_start(puzzle),
        **_plain_claims(certificate),
        parents=certificate.parents,
        moves=certificate.moves,
        work=work,
        is_stopped=is_stopped,
    )
    return Judgement(accepted, states, certificate.states, reason)


class BookProving:
    """The exploration of `judge.explore`, driven as every search in Python is."""

    def __init__(self, puzzle: Puzzle[Any, Any], form: str, limits: Limits) -> None:
        self.certificate: Certificate | None = None
        self._puzzle = puzzle
        self._form = form
        self._run = SearchRun(puzzle, self._search, limits)

    def __iter__(self) -> Iterator[Stats]:
        """Statistics at every beat."""
        return iter(self._run)

    def stop(self) -> None:
        """End it before its next state."""
        self._run.stop()

    def ending(self) -> tuple[Status, Stats]:
        """Explore to the end."""
        return self._run.ending()

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


class NativeProving:
    """A prover of the engine: in a thread of its own if it is watched, else in ours."""

    def __init__(self, puzzle: Puzzle[Any, Any], form: str, limits: Limits) -> None:
        self.certificate: Certificate | None = None
        self._puzzle = puzzle
        self._form = form
        self._limits = limits
        self._expanded = 0
        self._stopped = False
        self._lock = threading.Lock()
        self._ended: tuple[Status, Stats] | None = None

    def __iter__(self) -> Iterator[Stats]:
        """Statistics at every beat."""
        started = time.perf_counter()
        thread = threading.Thread(target=self.ending, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(BEAT)
            yield Stats(self._expanded, seconds=time.perf_counter() - started)

    def stop(self) -> None:
        """End it; it does so within some milliseconds."""
        self._stopped = True

    def ending(self) -> tuple[Status, Stats]:
        """Prove to the end, or wait for it."""
        with self._lock:
            if self._ended is None:
                self._ended = self._prove()
            return self._ended

    def _prove(self) -> tuple[Status, Stats]:
        prover = _native(_PROVERS, self._puzzle, self._form)
        assert prover is not None
        started = time.perf_counter()
        ending, parents, moves, *claims = prover(
            _MODULES[type(self._puzzle)].NATIVE.problem_of(self._puzzle),
            limits_of(self._limits),
            self._watch,
        )
        stats = Stats(self._expanded, seconds=time.perf_counter() - started)
        if ending == "solvable":
            return Status.SOLVED, stats
        if ending != "proved":
            return Status(ending), stats
        found = [
            Claim(GOALS if by_goals else LOST, tuple(boxes), player, tuple(frozen))
            for by_goals, boxes, player, frozen in (claims[0] if claims else ())
        ]
        self.certificate = certificate(
            self._puzzle, self._form, array("i", parents), array("i", moves), found
        )
        return Status.UNSOLVABLE, stats

    def _watch(self, expanded: int) -> bool:
        self._expanded = expanded
        return not self._stopped


_MODULES: Final[Mapping[type, Any]] = {Bloxorz: bloxorz, FreeCell: freecell, Sokoban: sokoban}
"""What tells the engine about a puzzle: provers take a problem, and judges, who share no type with
the others, its start in numbers."""
_Names: TypeAlias = Mapping[tuple[type, str], str]
"""Functions of the engine, by the puzzle and the form of certificates."""
_PROVERS: Final[_Names] = {
    (Sokoban, PUSHES): "sokoban_prove",
    (FreeCell, CARDS): "freecell_prove",
    (Bloxorz, ACTIONS): "bloxorz_prove",
}
_JUDGES: Final[_Names] = {
    (Sokoban, PUSHES): "judge_sokoban",
    (FreeCell, CARDS): "judge_freecell",
    (Bloxorz, ACTIONS): "judge_bloxorz",
}


def _native(names: _Names, puzzle: Puzzle[Any, Any], form: str) -> Callable[..., Any] | None:
    """The function of the engine for certificates of this form, if it has one for this puzzle.

    A puzzle whose class is derived from one of ours may have other rules.
    """
    name = names.get((type(puzzle), form))
    if name is None or not native.available:
        return None
    if isinstance(puzzle, Bloxorz) and len(puzzle.level.bridges) > MOST_BRIDGES:
        return None
    from unriddle.native import _core

    return getattr(_core, name, None)


def _plain_claims(certificate: Certificate) -> dict[str, Any]:
    if certificate.form != PUSHES:
        return {}
    return {
        "claims": [
            (claim.kind == GOALS, claim.boxes, claim.player, claim.frozen)
            for claim in certificate.claims
        ]
    }

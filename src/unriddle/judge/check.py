"""Does a certificate hold? Answered from the rules alone.

It does if the start is kept or covered by a claim, no kept state is a goal, every successor of
every kept state is kept or covered by a claim, and every claim that was needed holds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from unriddle.core import Puzzle
from unriddle.judge.certificate import ACTIONS, PUSHES, Certificate
from unriddle.judge.forms import best_form, digest, kind_of, rules_of
from unriddle.judge.rules import Rules


class Judgement(NamedTuple):
    """What the judge says."""

    accepted: bool | None
    """None if the work that was allowed did not suffice, or if the judge was stopped."""
    states: int
    """How many of the kept states were found to be in order."""
    of: int
    """How many there are."""
    reason: str = ""
    """Why the certificate was refused, or why the judge stopped."""


IsStopped = Callable[[], bool]
"""Is asked all the time while a certificate is judged, and ends that by saying yes."""


def check(
    puzzle: Puzzle[Any, Any],
    certificate: Certificate,
    *,
    work: int,
    is_stopped: IsStopped = lambda: False,
) -> Judgement:
    """Judge a certificate of `puzzle`.

    `work` is how many successors of kept states, and positions in searches that settle claims, may
    be looked at, so that the answer does not depend on the speed of the machine.
    """
    judging = _Judging(puzzle, certificate, work, is_stopped)
    try:
        judging.run()
    except _Refused as refusal:
        return Judgement(False, judging.states, certificate.states, str(refusal))
    except _Enough as enough:
        return Judgement(None, judging.states, certificate.states, str(enough))
    return Judgement(True, certificate.states, certificate.states)


def objection(puzzle: Puzzle[Any, Any], certificate: Certificate) -> str:
    """Why a certificate cannot be about `puzzle` at all; empty if it can."""
    kind = kind_of(puzzle)
    if certificate.puzzle != kind:
        return f"it is about {certificate.puzzle}, not {kind}"
    if certificate.form not in (ACTIONS, best_form(puzzle)):
        return f"moves of {kind} are not written as {certificate.form}"
    if certificate.level != digest(puzzle, certificate.form):
        return "it is about another level, or about other rules"
    if certificate.claims and certificate.form != PUSHES:
        return "only proofs by pushes, of Sokoban, have claims"
    return ""


class _Refused(Exception):
    """The certificate does not hold, and this is why."""


class _Enough(Exception):
    """The work that was allowed is done, or the judge was stopped: this is why it ends."""


class _Judging:
    """One certificate before the judge."""

    def __init__(
        self, puzzle: Puzzle[Any, Any], certificate: Certificate, work: int, is_stopped: IsStopped
    ) -> None:
        self._puzzle = puzzle
        self._certificate = certificate
        self._work = work
        self._is_stopped = is_stopped
        self._settled: set[int] = set()
        self.states = 0
        """Kept states that are in order."""

    def run(self) -> None:
        """Raise `_Refused` if the certificate does not hold, `_Enough` if that is not known."""
        reason = objection(self._puzzle, self._certificate)
        if reason:
            raise _Refused(reason)
        rules = rules_of(self._puzzle, self._certificate.form, self._certificate.claims)
        if self._is_covered(rules, rules.start):
            return
        kept, keys = self._kept(rules)
        for number, state in enumerate(kept):
            if rules.is_goal(state):
                raise _Refused(f"state {number} is a goal")
            for move, after in rules.successors(state):
                self._spend()
                if rules.key(after) not in keys and not self._is_covered(rules, after):
                    raise _Refused(
                        f"move {move} leads from state {number} to one that is neither kept nor "
                        "covered by a claim"
                    )
            self.states += 1

    def _kept(self, rules: Rules) -> tuple[list[Any], set[Hashable]]:
        """The kept states, each made from an earlier one by a legal move, and their keys."""
        kept = [rules.start]
        keys = {rules.key(rules.start)}
        steps = zip(self._certificate.parents, self._certificate.moves, strict=True)
        for number, (parent, move) in enumerate(steps, start=1):
            self._listen()
            if not 0 <= parent < number:
                raise _Refused(f"state {number} comes from state {parent}, which is no earlier one")
            state = rules.after(kept[parent], move)
            if state is None:
                raise _Refused(f"state {number}: move {move} is not legal in state {parent}")
            key = rules.key(state)
            if key in keys:
                raise _Refused(f"state {number} is there twice")
            keys.add(key)
            kept.append(state)
        return kept, keys

    def _is_covered(self, rules: Rules, state: Any) -> bool:
        """Does a claim speak of this state? If so, and if it is new, it has to hold."""
        number = rules.cover(state)
        if number is None:
            return False
        if number not in self._settled:
            objection = rules.objection(number, self._spend)
            if objection:
                raise _Refused(f"claim {number}: {objection}")
            self._settled.add(number)
        return True

    def _spend(self) -> None:
        if self._work <= 0:
            raise _Enough("there was more to look at")
        self._work -= 1
        self._listen()

    def _listen(self) -> None:
        if self._is_stopped():
            raise _Enough("it was stopped")

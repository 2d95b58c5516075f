"""From what a submission has said and done to points, in words.

Nothing here believes the submission: a plan is played move by move by the rules, an estimate is
compared with the exact distance, time was measured from outside. Only how many states it expanded
is counted in its own process; so that count is compared with the length of the plan.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from unriddle.catalog import entry_of
from unriddle.core import BadInput, Heuristic, IllegalMove, Plan, Puzzle, Status, text_of
from unriddle.grading import protocol
from unriddle.grading.assignment import HEURISTIC, Task
from unriddle.grading.faults import BREACHES, Fault, Kind
from unriddle.grading.reference import BLINK, Reference
from unriddle.grading.results import Outcome, Part
from unriddle.grading.sandbox import SandboxRun
from unriddle.heuristic_check import (
    ADMISSIBLE,
    CONSISTENT,
    FINITE,
    NEAR,
    HeuristicReport,
    compare_with_distances,
)
from unriddle.plans import parse_plan
from unriddle.wording import counted

_SHOWN = 40
"""Moves of a plan that are shown."""
TRACE = 50_000
"""Of how many expansions the order is compared."""


class Judge:
    """Judges the runs of one test."""

    def __init__(self, test: Outcome, reference: Reference) -> None:
        self.test = test
        self.task: Task = test.task
        self.reference = reference
        self.puzzle: Puzzle[Any, Any] = reference.puzzle

    # What holds for every run.

    def behaved(self, ran: SandboxRun) -> bool:
        """Has it answered, and done nothing that it must not do? The faults are noted."""
        test = self.test
        before = len(test.faults)
        test.printed = test.printed or ran.printed
        test.faults += [fault for fault in ran.faults if fault not in test.faults]
        if ran.files:
            some = ", ".join(ran.files[:3]) + (" ..." if len(ran.files) > 3 else "")
            test.notes.append(f"it left {counted(len(ran.files), 'file')} in its folder: {some}")
        answer = ran.answer or {}
        if answer.get("changed"):
            kind = Kind.CHANGES_STATES if answer["changed"] == "initial" else Kind.CHANGES_RULES
            self._fault(kind, f"{str(answer['changed'])[:100]} is not what it was")
        if answer.get("changed_state"):
            self._fault(Kind.CHANGES_STATES, str(answer["changed_state"])[:500])
        if answer.get("is") == protocol.FAULT:
            self._told_fault(answer)
        if answer and not protocol.is_well_formed(answer):
            self._fault(Kind.TAMPERS, "the answer is not one that our code gives")
        return bool(answer) and len(test.faults) == before

    def _told_fault(self, answer: dict[str, Any]) -> None:
        try:
            kind = Kind(str(answer.get("fault")))
        except ValueError:
            kind = Kind.TAMPERS
        words, shown = str(answer.get("words"))[:1000], str(answer.get("shown"))[:4000]
        is_told = any(one.kind in BREACHES for one in self.test.faults)
        if kind is Kind.RAISES and is_told and "refused by the grader" in words:
            return  # it did not catch our refusal: that was told already
        self._fault(kind, words, shown)

    def _fault(self, kind: Kind, words: str, shown: str = "") -> None:
        self.test.faults.append(Fault(kind, words, shown))

    def _part(self, name: str, share: float, words: str) -> None:
        most = self.task.points.get(name)
        if most is not None:
            self.test.parts.append(Part(name, round(most * share, 2), most, words))

    # Searches.

    def search(self, ran: SandboxRun) -> None:
        """Judge the run of a search."""
        if not self.behaved(ran):
            self.test.give_nothing()
            return
        answer = ran.answer
        assert answer is not None
        if answer["is"] in (protocol.PLAN, protocol.TEXT):
            plan = self._played(answer)
            if plan is not None:
                self._solved(plan, answer, ran)
        else:
            self._found_nothing(answer, ran)
        self.test.give_nothing()

    def _played(self, answer: dict[str, Any]) -> tuple[list[Any], int, list[Any]] | None:
        """The moves, what they cost and the states along them; None if it does not solve."""
        puzzle = self.puzzle
        if answer["is"] == protocol.TEXT:
            try:
                moves: Sequence[Any] = parse_plan(puzzle, str(answer["text"]))
            except BadInput as error:
                self._fault(Kind.ILLEGAL, f"the plan cannot be read: {error}")
                return None
        else:
            moves = answer["moves"]
        states = [puzzle.initial]
        plan: list[Any] = []
        cost = 0
        for number, move in enumerate(moves, 1):
            state = states[-1]
            try:
                action = self._action(state, move)
                after, price = puzzle.step(state, action)
            except (IllegalMove, BadInput) as error:
                reason = error.reason if isinstance(error, IllegalMove) else error.problem
                words = f"move {number} of {len(moves)}, {str(move)[:40]}: {reason}"
                self._fault(Kind.ILLEGAL, words, f"the position before it:\n{self._board(state)}")
                return None
            states.append(after)
            plan.append(action)
            cost += price
        if not puzzle.is_goal(states[-1]):
            shown = f"the position after it:\n{self._board(states[-1])}"
            words = f"all {len(plan)} moves are legal, and the level is not solved"
            self._fault(Kind.UNSOLVED, words, shown)
            return None
        return plan, cost, states

    def _action(self, state: Any, move: Any) -> Any:
        """The action that is written like this; raises `BadInput`."""
        if not isinstance(move, str):
            return move
        for action in self.puzzle.actions(state):
            if str(action) == move:
                return action
        entry = entry_of(self.puzzle)
        if entry is None or entry.kind is not None:
            raise BadInput("no legal move is written like this")
        return entry.notation.parse_move(move)

    def _solved(
        self, played: tuple[list[Any], int, list[Any]], answer: dict[str, Any], ran: SandboxRun
    ) -> None:
        plan, cost, states = played
        test, unit = self.test, self.puzzle.cost_unit
        best = self.reference.best
        is_right = not {Kind.FALSE_CLAIM, Kind.CUTS_OFF} & {fault.kind for fault in test.faults}
        if answer.get("cost") is not None and answer["cost"] != cost:
            said = str(answer["cost"])[:40]
            self._fault(Kind.WRONG_COST, f"its node says that the plan costs {said}, not {cost}")
            is_right = False
        is_optimal = best.cost is None or cost <= best.cost
        cheaper = ""
        if not is_optimal:
            cheaper = f"its plan costs {cost}; there is one of {counted(best.cost or 0, unit)}"
            shown = f"it is: {_moves(best.plan or ())}\nyours: {_moves(plan)}"
            if answer["claims"].get("optimal"):
                self._fault(Kind.FALSE_CLAIM, f"it calls its plans optimal; {cheaper}", shown)
                is_right = False
            if "optimal" in self.task.points:
                self._fault(Kind.SUBOPTIMAL, cheaper, shown)
        self._part(
            "correct",
            1 if is_right else 0,
            f"{counted(cost, unit)}, replayed by the rules" if is_right else "see the fault",
        )
        proved = "no plan costs less" if best.optimal else "we know no plan that costs less"
        self._part("optimal", 1 if is_optimal else 0, proved if is_optimal else cheaper)
        test.figures |= {"cost": cost, "optimal": is_optimal}
        self._counts(answer, ran, len(set(map(self.puzzle.key, states[:-1]))))

    def _found_nothing(self, answer: dict[str, Any], ran: SandboxRun) -> None:
        best = self.reference.best
        if best.status is Status.UNSOLVABLE:
            if answer["is"] == protocol.EXHAUSTED:
                words = "there is no solution, and it says so"
            else:
                words = "there is no solution, and it found none"
            self._part("correct", 1, words)
            self._part("optimal", 1, words)
            self._counts(answer, ran, 1)
            return
        known = ""
        if best.plan is not None:
            unit = counted(best.cost or 0, self.puzzle.cost_unit)
            known = f"there is a solution of {unit}: {_moves(best.plan)}"
        if answer["is"] == protocol.EXHAUSTED:
            self._fault(Kind.FALSE_UNSOLVABLE, f"it says that every state was seen; {known}")
        else:
            self._fault(Kind.FINDS_NOTHING, f"it ended without a plan; {known}")

    def _counts(self, answer: dict[str, Any], ran: SandboxRun, least: int) -> None:
        """What it took, beside the reference; `least` is what the plan shows it must have asked."""
        task, test = self.task, self.test
        expansions = max(int(answer["asked"]), int(answer["yielded"]))
        test.figures |= {"expansions": expansions, "seconds": round(ran.seconds, 3)}
        passes_by = expansions < least
        if passes_by:
            self._fault(
                Kind.BYPASSES,
                f"its plan goes through {counted(least, 'state')}, but it asked the puzzle about "
                f"only {expansions}, so its expansions cannot be counted",
            )
        if not task.reference:
            return
        figures = self.reference.search(task.reference, self._trace_length)
        if "order" in task.points and not passes_by:
            self._order(answer["trace"], figures.trace, expansions, figures.expansions)
        if not passes_by:
            self._compared("expansions", expansions, figures.expansions, "expanded {:,}")
        self._timed(ran.seconds, figures.seconds)

    @property
    def _trace_length(self) -> int:
        return TRACE if "order" in self.task.points else 0

    def _compared(self, name: str, used: float, reference: float, how: str) -> None:
        allowed = self.task.within[name] * reference
        share = 1.0 if used <= allowed else allowed / used
        said = f"{how.format(used)}, the reference {how.format(reference).split(' ', 1)[1]}"
        self._part(name, share, said)

    def _timed(self, seconds: float, reference: float) -> None:
        self._compared("time", max(seconds, BLINK), max(reference, BLINK), "took {:.2f} s")

    def _order(
        self, trace: list[str], wanted: Sequence[str], expansions: int, reference: int
    ) -> None:
        for number, (one, other) in enumerate(zip(trace, wanted, strict=False), 1):
            if one != other:
                shown = self._two_boards(one, other)
                words = f"expansion {number} is of another state than the reference's"
                self._fault(Kind.WRONG_ORDER, words, shown)
                self._part("order", 0, words)
                return
        if expansions != reference:
            words = f"it expands {expansions:,} states, the reference {reference:,}"
            self._fault(Kind.WRONG_ORDER, words)
            self._part("order", 0, words)
            return
        self._part("order", 1, f"the same {reference:,} states in the same order")

    def _two_boards(self, one: str, other: str) -> str:
        known = {str(state): state for state in self.reference.states}
        boards = [
            self._board(known[text]) if text in known else text[:200] for text in (one, other)
        ]
        return f"yours:\n{boards[0]}\nthe reference:\n{boards[1]}"

    def _board(self, state: Any) -> str:
        return text_of(self.puzzle, state)

    # Heuristics.

    def heuristic(self, ran: SandboxRun) -> Heuristic[Any] | None:
        """Judge the estimates of a heuristic; returns it as a table, if they are in order."""
        if not self.behaved(ran):
            self.test.give_nothing()
            return None
        answer = ran.answer
        assert answer is not None
        table = self._table(answer)
        if table is None:
            self.test.give_nothing()
            return None
        report = compare_with_distances(self.puzzle, "", table, self.reference.distances)
        flaws = {one.against: one.told(self.puzzle) for one in report.counterexamples}
        where = counted(report.states, "state") + ("" if report.complete else " of an optimal plan")
        is_right = True
        for against, kind in (
            (FINITE, Kind.CUTS_OFF),
            (ADMISSIBLE, Kind.INADMISSIBLE),
            (CONSISTENT, Kind.INCONSISTENT),
        ):
            if against not in flaws:
                continue
            words, _, board = flaws[against].partition("\n")
            words = words.partition(": ")[2]
            if against == FINITE:
                self._fault(kind, words, board)
                is_right = False
            elif against in report.claims:
                self._fault(Kind.FALSE_CLAIM, f"it claims to be {against}; {words}", board)
                is_right = False
            if against in self.task.points:
                self._fault(kind, words, board)
        if self.task.hand_in == HEURISTIC:
            self._part("correct", 1 if is_right else 0, where if is_right else "see the fault")
        for against in (ADMISSIBLE, CONSISTENT):
            holds = against not in flaws
            said = flaws.get(against, f"on {where}").partition("\n")[0]
            self._part(against, 1 if holds else 0, said)
        self.test.figures["seconds"] = round(ran.seconds, 3)
        if self.task.hand_in == HEURISTIC:
            self._figures_of(report, table, ran, is_right)
        return table

    def _figures_of(
        self, report: HeuristicReport, table: Heuristic[Any], ran: SandboxRun, is_right: bool
    ) -> None:
        task, reference = self.task, self.reference
        if report.informed is not None:
            self.test.figures["informed"] = round(report.informed, 4)
        if is_right and report.complete:
            self.test.figures["expansions"] = reference.expansions_with(table)
        if not task.reference or not is_right:
            self.test.give_nothing()
            return
        ours = reference.heuristic(task.reference)
        if "equal" in task.points:
            self._equal(table)
        if report.informed is not None and ours.informed:
            # Above the distance is not better than at it.
            share = 0 if report.informed > 1 else min(1.0, report.informed / ours.informed)
            said = f"mean h/h* {report.informed:.3f}, the reference {ours.informed:.3f}"
            self._part("informed", share, said)
        if report.complete and "expansions" in task.points:
            count = reference.expansions_with(reference.ours(task.reference))
            self._compared("expansions", self.test.figures["expansions"], count, "A* expanded {:,}")
        if "time" in task.points:
            self._timed(ran.seconds, reference.estimating(task.reference))
        if report.complete:
            self.test.give_nothing()

    def _equal(self, table: Heuristic[Any]) -> None:
        """Is every estimate that of the reference?"""
        theirs, ours = table.estimate, self.reference.ours(self.task.reference).estimate
        for state in self.reference.states:
            one, other = theirs(state), ours(state)
            if one != other and not abs(one - other) <= NEAR:
                words = f"the estimate is {one:g}, that of {self.task.reference} {other:g}"
                self._fault(Kind.DIFFERS, words, self._board(state))
                self._part("equal", 0, words)
                return
        self._part("equal", 1, f"on {counted(len(self.reference.states), 'state')}")

    def expansions_with(self, ran: SandboxRun) -> None:
        """Judge a run of A* with the heuristic, in its own process, where states are too many."""
        if self.behaved(ran) and ran.answer is not None and ran.answer["is"] == protocol.PLAN:
            expansions = int(ran.answer["asked"])
            self.test.figures["expansions"] = expansions
            solver = f"astar:heuristic={self.task.reference}"
            count = self.reference.search(solver).expansions
            self._compared("expansions", expansions, count, "A* expanded {:,}")
        self.test.give_nothing()

    def _table(self, answer: dict[str, Any]) -> Heuristic[Any] | None:
        states = self.reference.states
        numbers = answer["numbers"]
        if len(numbers) != len(states):
            self._fault(Kind.TAMPERS, f"{len(numbers)} estimates for {len(states)} states")
            return None
        for state, number in zip(states, numbers, strict=True):
            if math.isnan(number) or number < 0:
                shown = f"for the position:\n{self._board(state)}"
                self._fault(Kind.NO_NUMBER, f"it returned {number}", shown)
                return None
        by_state = dict(zip(states, numbers, strict=True))
        by_key = {self.puzzle.key(state): number for state, number in by_state.items()}

        def estimate(state: Any) -> float:
            number: float | None = by_state.get(state)
            return by_key[self.puzzle.key(state)] if number is None else number

        claims = answer["claims"]
        return Heuristic(
            estimate,
            admissible=bool(claims.get(ADMISSIBLE)),
            consistent=bool(claims.get(CONSISTENT)),
        )


def _moves(plan: Sequence[Any]) -> str:
    return str(Plan(plan[:_SHOWN])) + f" ... ({len(plan)} moves)" * (len(plan) > _SHOWN)

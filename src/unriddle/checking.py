"""No verdict without a judge: the run of a solver whose "unsolvable" is proved and judged.

A plan is replayed by the rules as soon as a solver has found one. What answers "unsolvable" is
followed by a proving pass, which shares nothing with the search but the rules, and its certificate
is judged. Both take a limited amount of work, about a second, and no time of the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Generic

from unriddle.core import A, FaultyCode, Proof, Puzzle, Result, Run, S, Stats, Status, WrongAnswer
from unriddle.engines import proving  # loaded now: after a search there may be no memory for that
from unriddle.engines.proving import Proving
from unriddle.engines.run import NativeRun


class CheckedRun(Generic[A]):
    """A running search (a `core.Run`) whose result is checked."""

    def __init__(
        self,
        puzzle: Puzzle[S, A],
        search: Run[A],
        confirm: Callable[[Result[A]], Result[A]] | None = None,
        *,
        solver: str = "a solver",
    ) -> None:
        self._solver = solver
        self._confirm = confirm
        """What looks at a plan of a user's code once more, and may raise `FaultyCode`."""
        self.search = search
        """The run itself, which knows nothing of the check."""
        self._puzzle = puzzle
        self._proving: Proving | None = None
        """The proving pass that follows an "unsolvable", once it has begun."""
        self._stopped = False
        self._result: Result[A] | None = None

    def __repr__(self) -> str:
        name = self._puzzle.name or type(self._puzzle).__name__
        ended = "not ended" if self._result is None else repr(self._result)
        return f"<{type(self).__name__} of {name}, engine {self.engine}: {ended}>"

    @property
    def engine(self) -> str:
        """What runs the search: native, python or planner."""
        if isinstance(self.search, NativeRun):
            return "native"
        return "planner" if hasattr(self.search, "planner") else "python"

    def __iter__(self) -> Iterator[Stats]:
        """Statistics of the search until it ends."""
        return iter(self.search)

    def stop(self) -> None:
        """Ask the search, or the check that follows it, to end soon."""
        self._stopped = True
        self.search.stop()
        if self._proving is not None:
            self._proving.stop()

    def result(self) -> Result[A]:
        """How it ended, with a plan that was replayed or a proof that was judged.

        Raises `WrongAnswer` where the check finds a solution, or a gap in the proof.
        """
        if self._result is None:
            result = self.search.result()
            if result.status is Status.UNSOLVABLE and not result.checked:
                try:
                    result = self._settled(result)
                except WrongAnswer as error:
                    if self._confirm is None:
                        raise
                    raise FaultyCode(str(error)) from error
            if self._confirm is not None:
                result = self._confirm(result)
            self._result = replace(result, puzzle=self._puzzle)
        return self._result

    def ending(self) -> tuple[Status, Stats]:
        """How the search ended; nothing is checked."""
        return self.search.ending()

    def _settled(self, result: Result[A]) -> Result[A]:
        """The same UNSOLVABLE result with its proof; raises `WrongAnswer`.

        If it is stopped, proving pass or judge, the answer is not checked.
        """
        if self._stopped:
            return result
        name = self._puzzle.name or type(self._puzzle).__name__
        pass_ = proving.prove(self._puzzle, None, started=self._started)
        status, stats = pass_.ending()
        if status is Status.SOLVED:
            raise WrongAnswer(f"{name}: {self._solver} said unsolvable, but a goal can be reached")
        found = pass_.certificate
        if found is None:
            so_far = Proof(stats.expanded, complete=False, stopped=status is Status.STOPPED)
            return replace(result, proof=so_far)
        work = proving.budget(self._puzzle, found.form).work
        judgement = proving.judge(self._puzzle, found, work=work, is_stopped=lambda: self._stopped)
        if judgement.accepted is False:
            raise WrongAnswer(f"{name}: the judge refused the proof: {judgement.reason}")
        stopped = judgement.accepted is None and self._stopped
        return replace(
            result,
            checked=judgement.accepted is True,
            proof=Proof(found.states, len(found.claims), judgement.states, stopped=stopped),
        )

    def _started(self, pass_: Proving) -> None:
        self._proving = pass_
        if self._stopped:
            pass_.stop()

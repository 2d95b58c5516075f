"""The quick judge of plans: compiled rules that share nothing with the solvers', and are watched.

The readable rules replay a sample of what it judges, all that took long to find, and all that it
refuses. If they ever say something else, that is a `JudgesDiffer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, Final

from unriddle.core import IllegalMove, JudgesDiffer, Puzzle, Verdict, label_of, replay
from unriddle.engines.native_puzzle import NativePuzzle

SAMPLE: Final = 64
"""Of this many plans that a process has judged, one is also replayed by the readable rules: the
first, and so on."""
LONG: Final = 0.01
"""Seconds of search beside which a replay by the readable rules is soon done."""
_judged = count()


def judge_plan(
    native: NativePuzzle, seconds: float, puzzle: Puzzle[Any, Any], plan: Sequence[Any]
) -> Verdict:
    """What `core.replay` says of a plan, quickly; raises what it raises, and `JudgesDiffer`.

    `seconds` are those that it took to find the plan.
    """
    from unriddle.native import _core

    try:
        codes = list(map(native.code_of, plan))
    except (LookupError, ValueError):  # moves that only a solver with a bug would make
        return Verdict(*replay(puzzle, plan)[1:])
    said = _core.replay(native.name, native.plain_game(puzzle), codes)
    cost, solved, refused, _ = said
    if refused or seconds >= LONG or next(_judged) % SAMPLE == 0:
        _compare(puzzle, plan, said)
    return Verdict(cost, solved)


def _compare(puzzle: Puzzle[Any, Any], plan: Sequence[Any], said: tuple[Any, ...]) -> None:
    """Replay the plan by the readable rules, which have to say the same."""
    try:
        played = replay(puzzle, plan)
        by_the_book = (played.cost, played.solved, 0, "")
    except IllegalMove as error:
        by_the_book = (0, False, error.step or 0, error.reason)
        if by_the_book == said:
            raise
    if by_the_book != said:
        raise JudgesDiffer(
            f"{label_of(puzzle)}: the compiled judge of plans and the readable rules differ: "
            f"{said}, {by_the_book}"
        )

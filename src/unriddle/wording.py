"""Figures and endings in words: how every screen says the same thing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from unriddle.core import Proof, Puzzle, Result, Stats, Status


def seconds(value: float) -> str:
    """A duration with three figures that matter."""
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    if value < 1:
        return f"{value * 1e3:.3g} ms"
    if value < 100:
        return f"{value:.3g} s"
    return f"{int(value) // 60}:{int(value) % 60:02d} min"


def clock(value: float) -> str:
    """Time played or left, as clocks show it: `0:05`, `12:30`, `1:02:03`."""
    minutes, rest = divmod(int(value), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def mebibytes(value: int) -> str:
    """Memory in the unit that limits use."""
    return f"{value / 2**20:.1f} MiB"


def counted(number: int, noun: str) -> str:
    """`1 state`, `1,204 states`."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """`moves`, `pushes`, `boxes`: also the head of a column of them."""
    return noun + ("es" if noun.endswith(("sh", "x")) else "s")


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of words in columns, each row a line."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def size(proof: Proof) -> str:
    """How large a finished proof is."""
    claims = f", {counted(proof.claims, 'claim')}" if proof.claims else ""
    return counted(proof.states, "state") + claims


CHECKED = "proof checked"
TOO_LARGE = "proof too large to check"
NOT_CHECKED = "not checked"
"""What can have become of the proof that an unsolvable level is one."""


def checked(proof: Proof | None, *, accepted: bool) -> str:
    """What became of the proof that an unsolvable level is one, and how far it came."""
    if proof is None:
        return NOT_CHECKED
    if accepted:
        return f"{CHECKED}: {size(proof)}"
    states = counted(proof.states, "state")
    if proof.stopped:
        of = f"{proof.judged:,} of {states}" if proof.complete else states
        return f"{NOT_CHECKED} (stopped after {of} of the proof)"
    how_far = f"{proof.judged:,} of {states}" if proof.complete else f"more than {states}"
    return f"{TOO_LARGE} ({how_far})"


def unsolvable(proof: Proof | None, *, accepted: bool) -> str:
    """The verdict: it is never without a word on its proof."""
    return f"{Status.UNSOLVABLE}, {checked(proof, accepted=accepted)}"


def unsolvable_ones(what_became_of_proofs: str) -> str:
    """What levels are called that are counted together: the same words without figures."""
    return f"{Status.UNSOLVABLE}, {what_became_of_proofs}"


FAULTY = "faulty code"
"""How a solver ended that a user wrote and that did what it must not."""


def status(result: Result[Any]) -> str:
    """How a search ended, in a few words for tables."""
    if result.status is Status.UNSOLVABLE:
        return unsolvable(result.proof, accepted=result.checked)
    return str(result.status)


def length(puzzle: Puzzle[Any, Any], plan: Sequence[Any], cost: int) -> str:
    """What a plan costs, and what else people count: `34 moves (12 pushes)`."""
    return in_words(puzzle.counts(plan, cost))


def in_words(counts: Mapping[str, int]) -> str:
    """What is counted in a plan, the cost first: `34 moves (12 pushes)`."""
    first, *others = (counted(number, unit) for unit, number in counts.items())
    return first + (f" ({', '.join(others)})" if others else "")


def bounds(stats: Stats, unit: str) -> str:
    """Between what and what the least cost lies; empty if nothing is known."""
    lower, upper = stats.lower or None, stats.upper
    if lower is not None and upper is not None:
        return f"between {lower:,} and {counted(upper, unit)}"
    if upper is not None:
        return f"at most {counted(upper, unit)}"
    return "" if lower is None else f"at least {counted(lower, unit)}"


def excess(puzzle: Puzzle[Any, Any], cost: int, lower: int | None) -> str:
    """How much more than the optimum a plan may cost; empty if nothing is known."""
    if not lower:
        return ""
    percent = math.ceil(100 * (cost - lower) / lower)
    return f"at most {percent} % above the optimum (>= {counted(lower, puzzle.cost_unit)})"


def verdict(puzzle: Puzzle[Any, Any], result: Result[Any]) -> str:
    """How a search ended, in a sentence for people."""
    stats = result.stats
    match result.status:
        case Status.SOLVED:
            assert result.plan is not None
            assert result.cost is not None
            known = excess(puzzle, result.cost, stats.lower)
            proof = "proved optimal" if result.optimal else known
            told = length(puzzle, result.plan, result.cost)
            return f"solved in {told}" + (f", {proof}" if proof else "")
        case Status.UNSOLVABLE:
            return status(result)
        case Status.GAVE_UP:
            return "gave up: this solver does not look everywhere; it proves nothing"
        case Status.STOPPED:
            return "stopped; nothing is proved"
        case _ if stats.lower is not None:
            least = counted(stats.lower, puzzle.cost_unit)
            return f"{result.status}; proved: every solution takes at least {least}"
        case _:
            return f"{result.status}; nothing is proved"

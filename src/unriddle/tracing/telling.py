"""What is told of an expansion beside its successors: the instrument, the lines that ran, what
happened, and the sentence.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from unriddle.tracing.reading import Json, Reading, TracedExpansion, short
from unriddle.tracing.sentences import change_of


def tell(
    line: Json,
    traced: TracedExpansion,
    reading: Reading,
    search: Generator[Any, Any, Any],
    *,
    here: float | None,
    new_best: bool,
) -> None:
    """Put it into the line of the expansion.

    `here` is the estimate of the node that was expanded; `new_best` says whether the least of all
    is less than before.
    """
    fates, frontier = traced.fates, line["open"]
    instrument = reading.shown(traced, frontier)
    if instrument is not None:
        line["instrument"] = instrument
    new, cheaper = fates.get("new", 0), fates.get("cheaper", 0)
    goes_on = new + cheaper + fates.get("untried", 0) > 0
    events = []
    if traced.goal:
        events.append("goal_generated")
    if not traced.first and reading.starts_iteration(traced):
        events.append("iteration")
    if new_best:
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
        ran = reading.lines(traced, frontier)
        line["lines"] = {name: count for name, count in ran.items() if count}
        ends = traced.goal and reading.goal_ends
        line["line"] = "goal" if ends and "goal" in line["lines"] else reading.line
    else:
        line["line"] = f"L{frame_line(search)}"
    _sentence(line, traced, reading, here)


def _sentence(line: Json, traced: TracedExpansion, reading: Reading, here: float | None) -> None:
    new, cheaper = traced.count("new"), traced.count("cheaper")
    values: Json = {"all": len(traced.successors), "new": new}
    opening = reading.opening
    if opening == "tree":
        simulated = line["instrument"]["simulated"]
        line["sentence"] = (
            f"{opening}.{'many' if simulated > 1 else 'one' if simulated else 'none'}"
        )
    else:
        if cheaper:
            values["cheaper"] = cheaper
        line["sentence"] = f"{opening}.{'goal' if traced.goal else change_of(traced.fates)}"
    if opening == "wastar":
        values["weight"] = short(reading.settings["weight"])
    if reading.order == "single":
        chosen = [h for fate, h, _ in traced.successors if fate == "new"]
        values["here"] = short(here)
        values["best"] = short(chosen[0]) if chosen else None
    line["values"] = values


def frame_line(search: Generator[Any, Any, Any]) -> int:
    """Where in its file a search is paused."""
    frame: Any = getattr(search, "gi_frame", None)
    return 0 if frame is None else int(frame.f_lineno)

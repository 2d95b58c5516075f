"""What is told of a beat beside its successors: the instrument, the lines that ran, what happened,
and the sentence.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from unriddle.tracing.reading import Beat, Json, Reading, short
from unriddle.tracing.sentences import change_of


class Around(NamedTuple):
    """What a beat does not know of itself."""

    new_best: bool
    """Is the least estimate less than before?"""
    here: float | None
    """The estimate of the node that was expanded."""
    weight: float | None
    """Of the estimates, where the search has one."""


def tell(
    line: Json, beat: Beat, reading: Reading, search: Generator[Any, Any, Any], around: Around
) -> None:
    """Put it into the line of the beat."""
    fates, frontier = beat.fates, line["open"]
    instrument = reading.shown(beat, frontier)
    if instrument is not None:
        line["instrument"] = instrument
    new, cheaper = fates.get("new", 0), fates.get("cheaper", 0)
    goes_on = new + cheaper + fates.get("untried", 0) > 0
    events = []
    if beat.goal:
        events.append("goal_generated")
    iterates = not beat.first and reading.starts_iteration(beat)
    if iterates:
        events.append("iteration")
    if around.new_best:
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
        ran = reading.lines(beat, frontier)
        line["lines"] = {name: count for name, count in ran.items() if count}
        ends = beat.goal and reading.goal_ends
        line["line"] = "goal" if ends and "goal" in line["lines"] else reading.line
    else:
        line["line"] = f"L{frame_line(search)}"
    _sentence(line, beat, reading, around)


def _sentence(line: Json, beat: Beat, reading: Reading, around: Around) -> None:
    new, cheaper = beat.count("new"), beat.count("cheaper")
    values: Json = {"all": len(beat.successors), "new": new}
    opening = reading.opening
    if opening == "tree":
        simulated = line["instrument"]["simulated"]
        line["sentence"] = (
            f"{opening}.{'many' if simulated > 1 else 'one' if simulated else 'none'}"
        )
    else:
        if cheaper:
            values["cheaper"] = cheaper
        line["sentence"] = f"{opening}.{'goal' if beat.goal else change_of(beat.fates)}"
    if opening == "wastar":
        values["weight"] = short(around.weight)
    if reading.order == "single":
        chosen = [h for fate, h, _ in beat.successors if fate == "new"]
        values["here"] = short(around.here)
        values["best"] = short(chosen[0]) if chosen else None
    line["values"] = values


def frame_line(search: Generator[Any, Any, Any]) -> int:
    """Where in its file a search is paused."""
    frame: Any = getattr(search, "gi_frame", None)
    return 0 if frame is None else int(frame.f_lineno)

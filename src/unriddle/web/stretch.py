"""A stretch of a search as a file that needs no server: a page that plays it, or an animation."""

from __future__ import annotations

import json
import time
from base64 import b64encode

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput
from unriddle.pictures import trace_gif, trace_view
from unriddle.tracing.trace import Trace
from unriddle.web import limits
from unriddle.web.executor import Observer, Stopped
from unriddle.web.game import Game
from unriddle.web.jobs import NamedChoice
from unriddle.web.scenes import Json
from unriddle.web.stepper import Stepper

MOST = {"html": trace_view.MOST_STEPS, "gif": trace_gif.MOST_STEPS}
"""Steps of a file."""


def stretch(
    puzzle: AnyPuzzle,
    chosen: NamedChoice,
    steps: tuple[int, int],
    kind: str,
    language: str,
    theme: str,
    observer: Observer,
) -> Json:
    """The steps from the first to the last of these as the bytes of a file; raises `BadInput`.

    The search is led there once more: the lines that a page has got are not kept.
    """
    first, last = steps
    if kind not in MOST or language not in ("en", "vi") or theme not in ("light", "dark"):
        raise BadInput("no such file")
    if not 1 <= first <= last:
        raise BadInput(f"there are no steps from {first} to {last}")
    if last > limits.STRETCH_ENDS or last - first >= MOST[kind]:
        raise BadInput(
            f"the page writes at most {MOST[kind]:,} steps, "
            f"none of them beyond step {limits.STRETCH_ENDS:,}",
            hint="`unriddle trace --from N --steps M --out FILE` goes further",
        )
    follower = Stepper(Game(puzzle, shipped=False), chosen.choice(puzzle))
    trace = Trace((), puzzle)
    until = time.monotonic() + limits.STRETCH_SECONDS
    while trace.end is None and len(trace) < last:
        report = follower.step(last - len(trace))
        lines = json.loads(report["lines"])
        for line in (report["header"], *lines, report["end"]):
            if line is not None:
                trace.add(line)
        if not observer.is_wanted():
            raise Stopped
        if time.monotonic() > until:
            raise BadInput("this search takes too long to reach that step again")
    content = trace.picture(kind, first=min(first, len(trace)), language=language, theme=theme)
    data = content.encode() if isinstance(content, str) else content
    return {"content": b64encode(data).decode("ascii")}

"""Plans as planners write them: one action a line, with or without times, costs and parentheses.

(move player-01 pos-02-03 pos-02-04 dir-down)       Fast Downward, pyperplan
0.001: (move a b c) [1.000]                         with times, as validators print them
step 0: MOVE A B C                                  the FF family
move(a, b, c)                                       unified-planning
; cost = 5 (unit cost)                              comments
"""

from __future__ import annotations

import re
from typing import Final

from unriddle.core import BadInput
from unriddle.lines import LARGEST_PLAN, lines_of
from unriddle.planning.task import Action

_LINE: Final = re.compile(
    r"(?:step\s+)?(?:[0-9]{1,12}(?:\.[0-9]{1,12})?\s*:\s*)?"
    r"(?:\((?P<inside>[^()]+)\)|(?P<name>[\w-]+)\((?P<listed>[^()]*)\)|(?P<bare>[\w-][^()\[\]:]*))"
    r"\s*(?:\[[^\[\]]*\])?\s*(?:\([0-9.]+\))?",
    re.IGNORECASE,
)
_HEADING: Final = ("sequentialplan:", "plan:", "ff: found legal plan as follows")


def parse(text: str, source: str = "") -> list[Action]:
    """The actions of a plan, in lower case; raises `BadInput` with the line."""
    actions = []
    for number, line in enumerate(lines_of(text, source, largest=LARGEST_PLAN), start=1):
        # With one blank between words there is one way to match it, and not a million.
        written = " ".join(line.partition(";")[0].split())
        if not written or written.lower() in _HEADING:
            continue
        found = _LINE.fullmatch(written)
        if found is None:
            hint = "a plan has one action a line: (move player-01 pos-02-03 pos-02-04 dir-down)"
            raise BadInput(
                f"{written[:60]!r} is not an action", source=source, line=number, hint=hint
            )
        inside = found["inside"] or found["bare"] or f"{found['name']} {found['listed']}"
        words = inside.lower().replace(",", " ").split()
        if not words:
            raise BadInput("an action without a name", source=source, line=number)
        actions.append(Action(words[0], tuple(words[1:]), number))
    return actions

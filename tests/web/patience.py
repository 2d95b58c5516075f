"""`unriddle`, but what the page finds out on the side may take its time.

The page gives a look at a position a second or less, and shows what was found by then. That is how
fast the machine is, and no test may depend on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from unriddle.__main__ import main
from unriddle.web import limits, macro_move
from unriddle.web.scenes import sokoban

SECONDS = 25.0
"""Less than a test waits for what it wants to see."""


def be_patient(change: Callable[[Any, str, Any], None]) -> None:
    change(limits, "HINT", replace(limits.HINT, seconds=SECONDS))
    change(limits, "OUTLOOK", replace(limits.OUTLOOK, seconds=SECONDS))
    change(limits, "WHERE_LOST_SECONDS", SECONDS)
    change(limits, "STEPPER_PREPARES", SECONDS)
    change(limits, "STEPPER_EXPANDS", SECONDS)
    change(macro_move, "LIMITS", replace(macro_move.LIMITS, seconds=SECONDS))
    change(sokoban, "REACH_SECONDS", SECONDS)


if __name__ == "__main__":
    be_patient(setattr)
    main()

"""A curve in one line of text."""

from __future__ import annotations

from collections.abc import Sequence

from unriddle.tui.terminal import Support


def sparkline(values: Sequence[float], support: Support) -> str:
    """One character a value; the largest is drawn highest, and nothing is drawn below zero."""
    steps = support.pick("▁▂▃▄▅▆▇█", "_.:-=+*#")
    top = max(values, default=0.0)
    if top <= 0:
        return steps[0] * len(values)
    return "".join(
        steps[min(len(steps) - 1, int(max(0.0, value) / top * len(steps)))] for value in values
    )

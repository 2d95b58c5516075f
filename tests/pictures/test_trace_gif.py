"""A stretch of a search as an animation."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

import unriddle
from unriddle.core import BadInput
from unriddle.pictures.trace_gif import MOST_STEPS, gif


def frames(level: str, solver: str, steps: int, first: int = 1) -> list[Image.Image]:
    trace = unriddle.trace(level, solver, steps=steps)
    assert trace.puzzle is not None
    image = Image.open(BytesIO(gif(trace, trace.puzzle, first=first)))
    found = []
    for at in range(getattr(image, "n_frames", 1)):
        image.seek(at)
        found.append(image.convert("RGB"))
    return found


@pytest.mark.parametrize("level", ["bloxorz/1", "sokoban/uit/1", "freecell/1"])
def test_a_frame_for_each_step(level: str) -> None:
    """A stretch is the end of the whole, with the heat of what was before it."""
    whole = frames(level, "astar", 6)
    part = frames(level, "astar", 6, first=4)
    assert len(whole) == 6
    assert len(part) == 3
    assert len({one.tobytes() for one in whole}) == 6
    assert part[0].size == whole[0].size
    if not level.startswith("freecell"):  # colours come from another palette
        assert _different(part[-1], whole[-1]) < 0.02


def test_no_more_steps_than_an_animation_has() -> None:
    trace = unriddle.trace("bloxorz/3", "dfs-tree", steps=MOST_STEPS + 5)
    assert trace.puzzle is not None
    image = Image.open(BytesIO(gif(trace, trace.puzzle)))
    assert getattr(image, "n_frames", 1) == MOST_STEPS
    with pytest.raises(BadInput, match="no step 0"):
        gif(trace, trace.puzzle, first=0)


def _different(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that clearly differ."""
    apart = ImageChops.difference(one, other).convert("L").point([0] * 40 + [255] * 216)
    return apart.histogram()[255] / (one.width * one.height)

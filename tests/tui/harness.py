"""What the tests of the terminal app share: to run it, wait for something, and read the screen."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from unriddle.tui.app import UnriddleApp
from unriddle.tui.terminal import Colours, Support

PATIENCE = 120
"""Seconds after which what does not happen is a failure, on the slowest machine."""
PLAIN = Support(unicode=False, colours=Colours.NONE)

Player = Pilot[None]


def perform(
    app: UnriddleApp, scene: Callable[[Player], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run the app without a terminal, play a scene, and see that no thread is left behind."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scene(pilot)

    asyncio.run(run())
    assert not [one for one in threading.enumerate() if one.name.startswith("unriddle")]


async def until(pilot: Player, happened: Callable[[], Any]) -> None:
    """Wait until something has happened."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen in time:\n" + screen_text(pilot.app)
        await pilot.pause(0.02)


def screen_text(app: Any) -> str:
    """What is on the screen, without colours and trailing blanks."""
    strips = app.screen._compositor.render_strips()
    lines = ["".join(segment.text for segment in strip) for strip in strips]
    return "\n".join(line.rstrip() for line in lines) + "\n"

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


async def settle(app: UnriddleApp) -> None:
    """Wait until the app has answered all that it was sent, and has drawn what follows from it.

    Textual waits until the process uses little processor time, and so does one that a busy machine
    does not let run.
    """
    deadline = time.monotonic() + PATIENCE
    while not app._exit and app._exception is None:
        if _waits_for_messages(app):
            app.screen._on_timer_update()  # it draws now, not when its timer says so
            if _waits_for_messages(app):
                return
        assert time.monotonic() < deadline, "it does not come to rest:\n" + screen_text(app)
        await asyncio.sleep(0.001)


def _waits_for_messages(app: UnriddleApp) -> bool:
    """Is every screen and widget waiting for a message, and none on its way to any of them?"""
    loop: Any = asyncio.get_running_loop()
    pumps = [app, *app._registry]
    alive = [one for one in pumps if not (one._closing or one._closed)]
    queues: list[Any] = [one._message_queue for one in alive]
    return not loop._ready and all(one.empty() and one.ready_event._waiters for one in queues)


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

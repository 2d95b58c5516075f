"""Every test of the terminal app begins with nothing played, and waits for what it looks at."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from tui.harness import settle


@pytest.fixture(autouse=True)
def _settled_after_every_key(monkeypatch: pytest.MonkeyPatch) -> None:
    async def settled(pilot: Any) -> bool:
        await settle(pilot.app)
        return True

    async def press(app: Any, keys: Any) -> None:
        for key in keys:
            await original(app, [key])
            await settle(app)

    async def at_once(*_: float) -> None: ...

    original = App._press_keys
    monkeypatch.setattr(App, "_press_keys", press)
    monkeypatch.setattr(Pilot, "_wait_for_screen", settled)
    monkeypatch.setattr("textual.app.wait_for_idle", at_once)
    monkeypatch.setattr("textual.pilot.wait_for_idle", at_once)
    monkeypatch.setattr(App, "NOTIFICATION_TIMEOUT", 600.0)  # not gone before they are looked at


@pytest.fixture(autouse=True)
def _nothing_played(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))

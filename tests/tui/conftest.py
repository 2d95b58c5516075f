"""Every test of the terminal app begins with nothing played: games that were left go on."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _nothing_played(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))

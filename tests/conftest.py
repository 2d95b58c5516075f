"""What holds for all tests, on any machine and however they were started."""

from __future__ import annotations

import copy
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Hypothesis never fails a test because the machine is slow.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# A shell starts what runs in the background with Ctrl-C ignored, and all that is started from there
# would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test touches the records of whoever runs it."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture
def catalogue() -> Iterator[None]:
    """What a test registers is gone after it."""
    from unriddle import plugins
    from unriddle.catalog import PUZZLES, SOLVERS

    tables: list[Any] = [SOLVERS, PUZZLES, plugins._files]
    tables += [one.heuristics for one in PUZZLES.values()]
    tables += [one.packs for one in PUZZLES.values()]
    tables += [one.default_heuristics for one in PUZZLES.values()]
    kept = [copy.copy(table) for table in tables]
    yield
    for table, before in zip(tables, kept, strict=True):
        table.clear()
        table.update(before)

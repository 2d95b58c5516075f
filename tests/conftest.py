"""What holds for all tests, on any machine and however they were started."""

from __future__ import annotations

import copy
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from unriddle import native

# Hypothesis never fails a test because the machine is slow.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# A shell starts what runs in the background with Ctrl-C ignored, and all that is started from there
# would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Whoever runs the tests may have colours or a width of their own, and speak Vietnamese.
for name in ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "LANGUAGE"):
    os.environ.pop(name, None)
os.environ["UNRIDDLE_LANG"] = "en"

OF_THE_BOOK = ("puzzles", "search", "tracing", "editing", "test_core.py", "test_lines.py")
"""Tests that need no engine. Where it was not built, the others are skipped: they use solvers that
only the engine has, or take for ever without it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what cannot be tested on a machine without a compiler, and say what it lacks."""
    if native.available:
        return
    tests = Path(__file__).parent
    for item in items:
        if item.path.relative_to(tests).parts[0] not in OF_THE_BOOK:
            item.add_marker(pytest.mark.skip(reason=native.why_not))


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test touches the records of whoever runs it."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module", autouse=True)
def data_folder_of_the_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No file of tests meets the records of another: they may be run in any order."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session", autouse=True)
def patience() -> None:
    """The program gives the code of users, and looks at it, a moment; here it may take longer."""
    from unriddle import confirming
    from unriddle.search import own_checks, own_thread

    confirming.MOMENT = replace(confirming.MOMENT, seconds=300.0)
    own_checks.PATIENCE = own_thread.PATIENCE = 60.0


@pytest.fixture(autouse=True)
def left_as_it_was() -> Iterator[None]:
    """What a test registers, and the language that it chooses, are gone after it."""
    from unriddle import plugins
    from unriddle.catalog import PUZZLES, SOLVERS
    from unriddle.tui import words

    tables: list[Any] = [SOLVERS, PUZZLES, plugins._files]
    tables += [one.heuristics for one in PUZZLES.values()]
    tables += [one.packs for one in PUZZLES.values()]
    tables += [one.default_heuristics for one in PUZZLES.values()]
    kept = [copy.copy(table) for table in tables]
    path, language = sys.path.copy(), words.language()
    yield
    for table, before in zip(tables, kept, strict=True):
        table.clear()
        table.update(before)
    sys.path[:] = path
    words.use(language)

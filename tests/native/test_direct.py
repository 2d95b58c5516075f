"""The direct tests of the engine, in C++: containers, rules, bounds and what they justify."""

from __future__ import annotations

import subprocess

import pytest
from mutants import programs

CASES = [(name, case) for name in programs.names() for case in programs.cases_of(name)]


@pytest.fixture(scope="session")
def built() -> None:
    """The programs, brought up to date; only the first worker has something to do."""
    if reason := programs.why_not():
        pytest.skip(f"{reason}, then run this test again")
    programs.build()


def test_there_are_cases() -> None:
    assert len(CASES) > 30
    assert len(set(CASES)) == len(CASES)


@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}:{case}" for name, case in CASES])
@pytest.mark.usefixtures("built")
def test_direct(name: str, case: str) -> None:
    program = [str(programs.path_of(name)), case]
    environment = programs.environment()
    done = subprocess.run(program, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr

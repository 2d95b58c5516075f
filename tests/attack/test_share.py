"""A fixed share of the attacks; `./dev attack` goes on for as long as you like.

Fixed in work, not in time, so that it means the same on every machine.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from attack import commands
from sanitizers import WATCHED

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits as POSIX has them")


@pytest.mark.parametrize("seed", range(3))
def test_command_lines(seed: int) -> None:
    report = commands.run(0, seed, tries=100)
    assert report.tried == 100
    assert not report.failures, "\n".join(report.failures)


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes by what Linux tells of them")
def test_batches() -> None:
    from attack import batches

    report = batches.run(0, 1, faults=5)
    assert report.tried >= 5
    assert not report.failures, "\n".join(report.failures)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the address space")
@pytest.mark.skipif(WATCHED, reason="AddressSanitizer reserves more address space than there is")
@pytest.mark.parametrize("seed", range(2))
def test_memory(seed: int) -> None:
    from attack import memory

    report = memory.run(0, seed, tries=6)
    assert report.tried == 6
    assert not report.failures, "\n".join(report.failures)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the address space")
@pytest.mark.skipif(WATCHED, reason="AddressSanitizer reserves more address space than there is")
@pytest.mark.parametrize("mebibytes", [30, 33, 35, 49, 130, 200, 300])
@pytest.mark.parametrize(
    "line",
    [
        "batch sokoban/uit/1 --workers 1 --store {0}/runs.sqlite --dataset {0}/optima",
        "export sokoban/uit/1 --out {0}/level.png",
        "prove sokoban/uit/1 --time 1",
        "serve --port 0",
    ],
)
def test_libraries_of_others_find_little_memory(line: str, mebibytes: int, tmp_path: Path) -> None:
    from attack import memory

    assert memory.problem(line.format(tmp_path).split(), mebibytes * 2**20) == ""

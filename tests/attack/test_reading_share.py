"""A fixed share of the attacks on what reads, and on the server; `./dev attack` goes on longer."""

from __future__ import annotations

import pytest
from attack import parsers, server


@pytest.mark.parametrize("seed", range(4))
def test_parsers(seed: int) -> None:
    report = parsers.run(0, seed, tries=2000)
    assert report.tried == 2000
    failures = [one for one in report.failures if "Traceback" in one or "MB" in one]
    assert not failures, "\n".join(failures)  # a slow machine may be slow


def test_server() -> None:
    report = server.run(20, 0, pages=5)
    assert report.tried
    assert report.figures["moves"]
    assert not report.failures, "\n".join(report.failures)

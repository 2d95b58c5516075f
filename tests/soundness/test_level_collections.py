"""The default solver on well-known collections, where they are present."""

from __future__ import annotations

import pytest

from soundness.level_collections import FOLDER, SOLVED, UNFINISHED, problems
from unriddle import native

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

PARTS = 4
SHARE = {"boxoban-hard.xsb": 4}
"""Of the large ones, every so many-th level is enough for each run of the tests."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", [*SOLVED, *UNFINISHED])
def test_every_verdict_is_the_known_one(name: str, part: int) -> None:
    if not (FOLDER / name).is_file():
        pytest.skip(f"{name} is not there; UNRIDDLE_COLLECTIONS may name its folder")
    wrong = list(problems(name, part, PARTS * SHARE.get(name, 1)))
    assert not wrong, "\n".join(wrong)

"""Every native search is the twin of its Python function on Bloxorz."""

from __future__ import annotations

import pytest
from generators.bloxorz import STAGES, levels, rules
from hypothesis import given, settings
from hypothesis import strategies as st
from native.twins import CASES, Case, Twin, case_of

from unriddle import native
from unriddle.catalog import PUZZLES
from unriddle.engines.bloxorz import NATIVE
from unriddle.puzzles.bloxorz.level import Level
from unriddle.puzzles.bloxorz.rules import Bloxorz, Rules
from unriddle.search.rng import SplitMix64

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

BLOXORZ = Twin(NATIVE, PUZZLES["bloxorz"].heuristics, (0.0, 0.5, -0.5))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_searches_are_twins_on_every_stage(case: Case) -> None:
    for level in STAGES:
        heuristic = ("rolls", "halves")[level.number % 2]
        BLOXORZ.compare(case, Bloxorz(level), heuristic, case.nodes)


@pytest.mark.parametrize("case", CASES, ids=str)
@given(levels(), rules, st.sampled_from(sorted(BLOXORZ.heuristics)))
@settings(max_examples=12)
def test_the_searches_are_twins_on_random_stages(
    case: Case, level: Level, variant: Rules, heuristic: str
) -> None:
    BLOXORZ.compare(case, Bloxorz(level, variant), heuristic, min(case.nodes, 200))


@pytest.mark.parametrize("case", [case_of("ucs"), case_of("astar"), case_of("bfs")], ids=str)
@pytest.mark.parametrize("number", [8, 10, 16])
def test_long_runs_are_twins_to_the_end(case: Case, number: int) -> None:
    BLOXORZ.compare(case, Bloxorz(STAGES[number - 1]), "rolls", 10**6)


@pytest.mark.parametrize("seed", [0, 1, 1234567, 2**64 - 1])
def test_the_generators_are_the_same(seed: int) -> None:
    from unriddle.native import _core

    rng = SplitMix64(seed)
    assert _core.splitmix64(seed, 50) == [rng.next() for _ in range(50)]

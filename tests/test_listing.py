"""What there is, by name and at random."""

from __future__ import annotations

from typing import Any

import pytest

import unriddle
from unriddle import BadInput


def test_levels_and_packs_are_listed() -> None:
    assert {"bloxorz", "sokoban/uit", "freecell"} <= set(unriddle.levels())
    assert unriddle.levels("bloxorz")[-1] == "bloxorz/33"
    assert unriddle.levels("sokoban/uit/3-5") == tuple(f"sokoban/uit/{n}" for n in (3, 4, 5))
    assert set(unriddle.levels("sokoban/uit")) <= set(unriddle.levels("sokoban"))
    with pytest.raises(BadInput, match="neither a level nor a file"):
        unriddle.levels("sokoban/uti")
    with pytest.raises(BadInput, match="'3' is not a pack"):
        unriddle.levels(3)  # type: ignore[arg-type]


def test_solvers_are_listed() -> None:
    every = unriddle.solvers()
    assert "astar" in every
    assert "expert" not in every
    assert next(iter(unriddle.solvers("sokoban"))) == "best"
    every.clear()
    assert unriddle.solvers()
    with pytest.raises(BadInput, match="unknown puzzle 'sokobn'"):
        unriddle.solvers("sokobn")
    assert unriddle.solvers(unriddle.load("sokoban/uit/1")) == unriddle.solvers("sokoban")
    with pytest.raises(BadInput, match="'3' is not a puzzle"):
        unriddle.solvers(3)  # type: ignore[arg-type]


def test_a_level_at_random_is_the_same_for_a_seed() -> None:
    names = [unriddle.random_level("freecell", seed=seed).name for seed in range(20)]
    assert names == [unriddle.random_level("freecell", seed=seed).name for seed in range(20)]
    assert len(set(names)) > 15
    drawn: Any = unriddle.random_level("freecell", cells=2)
    assert drawn.rules.cells == 2
    made: Any = unriddle.random_level("sokoban", seed=1, cost="pushes")
    assert made == unriddle.random_level("sokoban", seed=1, cost="pushes")
    assert made.rules.cost == "pushes"

"""The trained examples, for a short time; those that need PyTorch are skipped without it."""

from __future__ import annotations

import importlib.util
import runpy
from pathlib import Path
from typing import Any

import pytest

import unriddle

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def example(name: str, needs: str) -> dict[str, Any]:
    """What an example defines, if what it needs is installed."""
    if importlib.util.find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed: pip install 'unriddle[examples]'")
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


@pytest.mark.filterwarnings("default")
def test_ppo_learns_a_level(tmp_path: Path) -> None:
    level = tmp_path / "level.xsb"
    level.write_text("######\n#  @ #\n# $. #\n######\n")
    _, solved = example("train_ppo", "sb3_contrib")["learn"]("Sokoban", str(level), 12_000)
    assert solved == [str(level)]


@pytest.mark.filterwarnings("default")
def test_a_network_learns_what_the_expert_does() -> None:
    _, solved, agreed = example("clone_expert", "torch")["clone"]("Bloxorz", "bloxorz/1-3", 1000)
    assert agreed > 0.8
    assert len(solved) == 3


def test_a_learnt_value_guides_a_search() -> None:
    learnt = example("learnt_heuristic", "gymnasium")["learnt"]
    result = unriddle.solve("sokoban/uit/16", "wastar", heuristic=learnt)
    assert result.cost is not None
    assert result.cost >= 34
    assert not result.optimal
